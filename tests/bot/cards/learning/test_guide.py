"""The rules of a game, page by page.

Every page fits, in pictures and in words, and nothing of the help is left out.
"""

from itertools import chain

import pytest

from bot.cards.kit.kit import Card
from bot.cards.learning.guide import PAGE_LIMIT, GuidePage, HelpSubject, guide_pages, rules_card
from bot.custom_ids import parse_custom_id
from rendering.picture import Picture
from rules.catalogue import GAMES
from rules.checkers.rulesets import RULESETS
from rules.match import Match
from rules.one_zero_one.decks import DECKS
from tests.bot.unsent_cards import buttons, card_faults, card_text, files, menus
from words import ENGLISH, PSEUDO, Phrase, localizer_for

SAY = localizer_for(ENGLISH)
ALT_LIMIT = 1024


def book(subject: HelpSubject) -> list[Card]:
    """Every page of a game's rules, as the button that reads on turns them."""
    cards = [rules_card(subject, SAY, lab=f"https://twotone.example/lab/#{subject.game.key}")]
    while True:
        [following] = [name for label, name in buttons(cards[-1]).items() if label.startswith("Read on")]
        known = parse_custom_id(following)
        assert known
        key, page, *form = known.rest.split(",")
        assert (key, form) == (subject.game.key, ["t"] if subject.as_text else [])
        if page == "0":
            return cards
        assert int(page) == len(cards)
        cards.append(rules_card(subject, SAY, int(page)))


def everything(subject: HelpSubject) -> list[Phrase]:
    """All that the help of a subject has to say."""
    told = subject.help
    elsewhere = [told.elsewhere] if told.elsewhere else []
    return [told.summary, *told.rules, told.ending, told.notation, *told.rulings, *elsewhere, told.credit]


@pytest.mark.ci
@pytest.mark.usefixtures("undrawn")
def test_every_page_fits_in_pictures_and_in_words_and_is_tried_from_anywhere(key: str) -> None:
    for as_text in (False, True):
        subject = HelpSubject(GAMES[key], as_text=as_text)
        found, cards = guide_pages(subject, SAY), book(subject)
        assert len(found) == len(cards) >= 4 + bool(subject.help.moves) + bool(subject.help.special)
        for number, (page, card) in enumerate(zip(found, cards, strict=True)):
            words = card_text(card)
            assert len(words) <= PAGE_LIMIT
            assert card_faults(card) == []
            assert words.startswith(f"### How to play {GAMES[key].title} · {page.name}")
            assert f"v1:0:try:0:{key}" in buttons(card).values()
            assert menus(card)["chapter"] == [str(each) for each in range(len(cards))]
            assert ("compare" in menus(card)) == (key in RULESETS and number == 0)
            assert len(files(card)) == (0 if as_text else len(page.boards))
            told_in_characters = [board for board in page.boards if not board.change_only]
            assert words.count("```") == (2 * len(told_in_characters) if as_text else 0)
            assert all(1 <= len(file.description or "") <= ALT_LIMIT for file in files(card))
            assert all(legal(board.match) for board in page.boards)
        told, parts = "\n".join(map(card_text, cards)), [*map(str, everything(subject))]
        for part in parts:
            assert told.count(part) == sum(part in other for other in parts), part
        for figure in chain.from_iterable(subject.help.figures.values()):
            assert str(figure.caption) in told
        assert found[0].boards, "the first page has a picture"


@pytest.mark.deep
def test_every_page_is_drawn(key: str) -> None:
    for card in book(HelpSubject(GAMES[key])):
        assert all(file.fp.read().startswith(b"\x89PNG") for file in files(card))


def legal(match: Match) -> bool:
    """Whether every move that a board shows was legal where it was made."""
    return all(ply.text in match.copy_at(number).moves() for number, ply in enumerate(match.plies))


def test_a_longer_language_has_more_pages_and_no_longer_ones(key: str) -> None:
    say = localizer_for(PSEUDO)
    for as_text in (False, True):
        subject = HelpSubject(GAMES[key], as_text=as_text)
        found = guide_pages(subject, say)
        told = "\n".join(map(page_text, found))
        assert all(say.text(part) in told for part in everything(subject))
        if as_text:
            assert (
                max(len(card_text(rules_card(subject, say, number))) for number in range(len(found)))
                <= PAGE_LIMIT
            )


def page_text(page: GuidePage) -> str:
    """The paragraphs of a page."""
    return "\n".join(page.paragraphs)


def test_the_summary_is_three_sentences(key: str) -> None:
    told = str(GAMES[key].help.summary).rstrip(".")
    assert told.count(". ") == 2, told


def test_pages_of_a_match_say_what_was_agreed_and_nothing_else() -> None:
    def guide_text(key: str, **given: object) -> str:
        game = GAMES[key]
        subject = HelpSubject(game, game.read_options(given), 7)
        found = guide_pages(subject, SAY)
        first = card_text(rules_card(HelpSubject(game, subject.options, 7, as_text=True), SAY))
        return "\n".join([first, *map(page_text, found), *(b.caption for page in found for b in page.boards)])

    double, single = guide_text("binar", size=7), guide_text("binar", lines="single", digits="choose")
    assert "7×7 board" in double
    for words, here, there in ((double, "Double", "Single"), (single, "Single", "Double")):
        assert f"*{here} lines:*" in words
        assert f"*{there} lines:*" not in words
    assert "Own digits:" in double
    assert "Either digit:" in single
    assert "Own digits:" not in single
    assert "**REM:**" in guide_text("one-zero-one", deck="remarks")
    assert "**PASTE**" in guide_text("one-zero-one", deck="clipboard")
    assert "**PASTE**" not in guide_text("one-zero-one", deck="remarks")
    assert "**REM:**" not in guide_text("one-zero-one")
    assert "REM itself" not in guide_text("one-zero-one")
    assert "at most 3 quiet moves" in guide_text("frisian", rules="federation")
    assert "two kings are worth more" in guide_text("frisian", rules="federation")
    assert "two kings are worth more" not in guide_text("frisian")
    assert "`rules=federation`" not in guide_text("frisian")
    assert "straight forward, back or sideways" in guide_text("turkish").partition("Kings capture")[0]
    assert (
        "straight forward, back or sideways"
        not in guide_text("turkish", rules="federation").partition("Kings move")[0]
    )


def test_the_buttons_of_a_match_s_pages_stay_with_the_match(undrawn: None) -> None:
    game = GAMES["binar"]
    card = rules_card(HelpSubject(game, game.read_options({}), 7), SAY)
    assert buttons(card) == {
        "Read on (2/6)": "v1:7:howto:0:binar,1",
        "Try it": "v1:0:try:0:binar",
        "In words": "v1:7:howto:0:binar,0,t",
        "First steps": "v1:0:steps:0:binar",
        "Coordinates": "v1:0:coords:0:binar",
    }
    asked = rules_card(HelpSubject(game, game.read_options({}), 7, is_challenge=True, as_text=True), SAY, 1)
    assert buttons(asked)["As pictures"] == "v1:c7:howto:0:binar,1"
    assert card_text(rules_card(HelpSubject(game), SAY, 6)) == card_text(rules_card(HelpSubject(game), SAY))


def test_the_first_match_of_one_zero_one_is_told_in_three_pictures() -> None:
    """Each picture is a moment of one match: its beginning, a turn, its end.

    The rules deal and play that match.
    """
    shown = [
        page
        for page in guide_pages(HelpSubject(GAMES["one-zero-one"]), SAY)
        if page.name.startswith("Your first match")
    ]
    assert [len(page.boards) for page in shown] == [1, 1, 1]
    start, turn, end = (page.boards[0].match for page in shown)
    assert start.plies == []
    assert [ply.text for ply in end.plies[: len(turn.plies)]] == [ply.text for ply in turn.plies]
    assert sorted(card.name for card in start.view(0).hands[0] or ()) == ["DELETE-h", "PRINT-v", "SAVE-h"]  # pyrefly: ignore[missing-attribute]  # a view of cards
    assert "IF turned 1's ENTER on line 20" in str(turn.view(0).did)
    assert turn.game.score(turn.position) == (60, 0)
    assert end.outcome
    assert end.outcome.winner == 1
    assert end.outcome.score == (60, 90)


def test_the_second_page_has_a_picture_of_what_each_command_of_the_deck_changes() -> None:
    game = GAMES["one-zero-one"]
    for name, deck in DECKS.items():
        page = guide_pages(HelpSubject(game, game.read_options({"deck": name}), 7), SAY)[1]
        assert page.name == "What the cards do"
        commands = {card.command for card in deck} - {"PLAIN"}
        assert {board.caption.split("**")[1] for board in page.boards} == commands
        assert all(board.change_only for board in page.boards)
        drawn = [board.picture(SAY, "brown", "figure.png").make() for board in page.boards]
        assert all(isinstance(made, Picture) and made.alt.startswith("Before: line ") for made in drawn)


def test_the_page_on_notation_writes_a_move_as_boards_show_it() -> None:
    told = "\n".join(map(card_text, book(HelpSubject(GAMES["zong-heng"], as_text=True))))
    assert "Black has played `a1→`." in told and "a1 right" not in told
