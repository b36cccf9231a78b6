"""Cards on how one kind of checkers differs from another, for every pair.

The move generator confirms what each card shows.
"""

import random
from itertools import combinations

import pytest

from bot.cards.learning.contrast import CheckersKind, CheckersPair, contrast_card, other_rules_card
from bot.cards.learning.guide import PAGE_LIMIT, HelpSubject
from rules.catalogue import GAMES
from rules.checkers.contrast import (
    FIELDS,
    Contrast,
    PieceSquare,
    compare_moves,
    find_contrasts,
    fitting_variants,
    isolates_aspect,
    parse_setting,
)
from rules.checkers.contrast_positions import POSITIONS
from rules.checkers.rulesets import OPTIONS, RULESETS, ruleset
from rules.checkers.traits import differences, traits
from rules.match import Match
from tests.bot.unsent_cards import buttons, card_faults, card_text, files, menus
from words import ENGLISH, localizer_for

SAY = localizer_for(ENGLISH)
Board = frozenset[tuple[PieceSquare, str]]


def after_each_move(match: Match) -> dict[str, Board]:
    """Return the pieces after each legal move, comparable between boards.

    Files count from the left as White began, and ranks from the far one.
    """
    found = {}
    for text in match.moves():
        played = match.copy()
        played.play(text)
        found[text] = board(played)
    return found


def board(match: Match) -> Board:
    """What stands where, whichever squares are played on."""
    row = RULESETS[match.game.key]
    mirrored = row.key in ("spanish", "italian")
    shown = match.show_view(None)["cells"]
    places = {name: ("abcdefghijkl".index(name[0]), row.size - int(name[1:])) for name in shown}
    return frozenset(
        ((row.size - 1 - file if mirrored else file, down), shown[name])
        for name, (file, down) in places.items()
    )


def check(pair: CheckersPair, example: Contrast) -> None:
    """Check that only one kind of the pair allows the move that the card names.

    Both kinds start from the same position.
    """
    own, theirs = pair.kind.match_at(example.setting), pair.other.match_at(example.setting)
    assert board(own) == board(theirs)
    here, there = after_each_move(own), after_each_move(theirs)
    only_here = {text for text, after in here.items() if after not in there.values()}
    only_there = {text for text, after in there.items() if after not in here.values()}
    assert len(here) == example.own_count
    assert len(there) == example.other_count
    assert only_here or only_there
    assert bool(only_here) == bool(example.own)
    assert bool(only_there) == bool(example.other)
    number = pair.examples.index(example) + 1
    told = card_text(
        contrast_card(HelpSubject(GAMES[pair.kind.ruleset.key], as_text=True), pair, number, SAY)
    )
    for match, only in ((own, only_here), (theirs, only_there)):
        line = told.partition(f"**{match.game.title}:** White ")[2].partition("\n")[0]
        if only:
            assert line.split("`")[1] in only
            assert line.startswith("must" if len(match.moves()) == 1 else "can")
        else:
            assert f"**{match.game.title}:** that is not possible" in told


@pytest.mark.ci
def test_every_two_kinds_have_a_card_that_is_so() -> None:
    chance = random.Random(14)
    pairs = []
    for key, other in combinations(RULESETS, 2):
        subject = HelpSubject(GAMES[key], as_text=True)
        pair = CheckersPair.from_subject(subject, other)
        assert pair.examples, f"nothing shows how {key} differs from {other}"
        pairs.append(pair)
        card = contrast_card(subject, pair, 0, SAY)
        told = card_text(card)
        assert len(told) <= PAGE_LIMIT
        assert card_faults(card) == []
        for clause in differences(RULESETS[key], RULESETS[other]):
            assert f"- {clause}\n" in f"{told}\n"
        for example in pair.examples:
            assert example.aspect in FIELDS or len(pair.examples) == 1
            assert by_the_piece_it_speaks_of(example), (key, other, example)
    for pair in chance.sample(pairs, 20):
        check(pair, chance.choice(pair.examples))


def by_the_piece_it_speaks_of(example: Contrast) -> bool:
    """Whether an example of how men or kings move or capture shows just that."""
    piece, _, sort = example.aspect.partition("_")
    if sort not in ("moves", "captures"):
        return True
    stands = dict(example.setting.pieces)
    differing = [*example.own, *example.other]
    theirs = [key for key in differing if stands[key[0]].isupper() == (piece == "king")]
    if sort == "captures":
        return any(captured for _, _, captured, _ in theirs)
    return theirs == differing and not any(captured for _, _, captured, _ in differing)


def test_the_plainest_position_is_shown() -> None:
    row, other = RULESETS["russian"], RULESETS["american"]
    known = [found for line in POSITIONS if (found := compare_moves(row, other, parse_setting(line)))]
    for example in find_contrasts(row, other):
        fitting = [found.weight for found in known if isolates_aspect(row, other, example.aspect, found)]
        assert example.weight == min(fitting)
        assert max(fitting) > min(fitting)


def test_the_other_way_round_the_same_is_shown() -> None:
    """What one kind has and the other lacks is told of both."""
    there, back = (
        find_contrasts(RULESETS[a], RULESETS[b]) for a, b in (("italian", "czech"), ("czech", "italian"))
    )
    assert [each.aspect for each in there] == [each.aspect for each in back]
    pair = CheckersPair.from_subject(HelpSubject(GAMES["czech"]), "italian")
    number = [each.aspect for each in pair.examples].index("victims") + 1
    told = card_text(contrast_card(HelpSubject(GAMES["czech"], as_text=True), pair, number, SAY))
    assert "**Czech checkers:** men capture kings too." in told
    assert "**Italian checkers:** men cannot capture kings." in told


@pytest.mark.usefixtures("undrawn")
def test_a_card_shows_both_boards_and_leads_on() -> None:
    subject = HelpSubject(GAMES["russian"])
    pair = CheckersPair.from_subject(subject, "american")
    aspects = ["man_captures", "king_moves", "king_captures", "promotion"]
    assert [example.aspect for example in pair.examples] == aspects
    for number in range(5):
        card = contrast_card(subject, pair, number, SAY)
        assert card_faults(card) == []
        assert len(files(card)) == 2
        assert f"v1:0:differ:0:russian,american,{(number + 1) % 5}" in buttons(card).values()
        assert "v1:0:try:0:russian" in buttons(card).values()
        assert f"v1:0:differ:0:russian,american,{number},t" in buttons(card).values()
        assert "russian" not in menus(card)["compare"]
        assert len(menus(card)["compare"]) == len(RULESETS) - 1
    crowning = card_text(contrast_card(subject, pair, 4, SAY))
    assert "**Russian checkers:** White must play `h6:a3`." in crowning
    assert "**American checkers:** White must play `12x3`." in crowning
    assert card_text(contrast_card(subject, pair, 5, SAY)) == card_text(contrast_card(subject, pair, 0, SAY))


def test_the_same_position_is_shown_under_any_other_rules() -> None:
    subject = HelpSubject(GAMES["russian"])
    pair = CheckersPair.from_subject(subject, "american")
    setting = pair.examples[3].setting
    assert fitting_variants(setting) == list(RULESETS)
    for chosen in RULESETS:
        as_text = chosen not in ("brazilian", "malaysian")
        card = other_rules_card(HelpSubject(GAMES["russian"], as_text=as_text), pair, 3, chosen, SAY)
        told = card_text(card)
        assert card_faults(card) == []
        assert len(told) <= PAGE_LIMIT
        assert f"- {RULESETS['russian'].title}: `h6:a3`" in told
        assert f"v1:0:try:0:{chosen}" in buttons(card).values()
        moves = CheckersKind.from_key(chosen).match_at(setting).moves()
        assert all(f"`{move}" in told or f" {move}" in told for move in moves[:6])
        title = str(RULESETS[chosen].title)
        [alike] = [line for line in told.splitlines() if line.startswith("- ") and title in line]
        assert f": `{moves[0]}" in alike, "as the kind writes them that is shown"
        assert len(files(card)) == (not as_text)


def test_who_cannot_move_in_a_position_is_said_so() -> None:
    found = [
        line
        for line in POSITIONS
        if any(
            not CheckersKind.from_key(key).match_at(parse_setting(line)).moves()
            for key in fitting_variants(parse_setting(line))
        )
    ]
    subject = HelpSubject(GAMES["russian"], as_text=True)
    pair = CheckersPair.from_subject(subject, "american")
    for line in found:
        setting = parse_setting(line)
        stuck = next(
            key
            for key in fitting_variants(setting)
            if not CheckersKind.from_key(key).match_at(setting).moves()
        )
        example = Contrast("", setting, frozenset(), frozenset(), 0, 0)
        told = card_text(
            other_rules_card(subject, CheckersPair(pair.kind, pair.other, (example,)), 0, stuck, SAY)
        )
        assert "no legal move" in told.partition("Who plays alike")[2]
        assert f"**{RULESETS[stuck].title}:** White has no legal move." in told


def test_a_match_s_options_are_compared_too() -> None:
    for key, options in OPTIONS.items():
        if "rules" not in options:
            continue
        game = GAMES[key]
        subject = HelpSubject(game, game.read_options({"rules": "federation"}), 7, as_text=True)
        pair = CheckersPair.from_subject(subject, "american")
        row = ruleset(key, rules="federation")
        assert pair.kind.ruleset.man_captures == row.man_captures
        told = card_text(contrast_card(subject, pair, 0, SAY))
        assert len(told) <= PAGE_LIMIT
        assert str(traits(row)["draws"].clause) in told
        check(pair, pair.examples[0])
