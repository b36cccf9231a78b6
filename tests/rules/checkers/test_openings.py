"""Openings from the tables.

Every one begins a match in its position, and records carry it.
"""

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from rules import json_records
from rules.board import BoardView
from rules.catalogue import GAMES, load_match
from rules.checkers import fen, lidraughts, openings
from rules.checkers.opening import Opening
from rules.checkers.rulesets import RULESETS
from rules.game import AnyGame, BadOption, IllegalMove
from rules.match import Match, secret_of
from rules.shuffle import Shuffle
from tests.rules.checkers.matches import EVERY_VARIANT
from tests.rules.checkers.own_tables import OWN
from tests.rules.pipe import Pipe
from words import Phrase

COUNTS = {
    "american": {"2-move": (49, 6), "3-move": (174, 17)},
    "brazilian": {"FMJD-64": (725, 0)},
    "russian": {"FMJD-64": (736, 0), "IDF basic": (150, 0)},
    **{key: {"own": (100, 0)} for key in OWN},
}
"""By table, how many openings there are and how many of them are lost."""


def start_match(key: str, opening: str, seed: str = "openings") -> Match:
    """Return a match that begins with an opening."""
    return Match(GAMES[key], {"opening": opening}, secret_of(seed))


def said_of(match: Match) -> str | None:
    """What the board says of the opening."""
    view = match.view(None)
    assert isinstance(view, BoardView)
    return None if view.begun is None else str(view.begun)


def list_openings(key: str) -> list[Opening]:
    """Return the openings of a variant's table."""
    return list(openings.openings_of(key).values())


@pytest.mark.parametrize("key", EVERY_VARIANT)
def test_tables_are_whole_and_their_names_differ(key: str) -> None:
    lines = (openings.TABLES / f"{key}.txt").read_text(encoding="utf-8").splitlines()
    assert len(list_openings(key)) == sum(line[0] not in "#[" for line in lines)
    found = Counter((opening.table, opening.lost) for opening in list_openings(key))
    for table, (count, lost) in COUNTS[key].items():
        assert (found[table, False] + found[table, True], found[table, True]) == (count, lost)
    assert openings.table_names(key) == list(COUNTS[key])


@pytest.mark.ci
@pytest.mark.parametrize("key", EVERY_VARIANT)
def test_every_opening_begins_a_match_in_its_position(key: str) -> None:
    game = GAMES[key]
    for opening in list_openings(key):
        match = start_match(key, opening.name)
        if opening.moves:
            played = Match(game, {}, match.secret)
            for move in opening.moves:
                played.play(move)
            there = played.position.board, played.position.colour
        else:
            said = fen.parse(match.origin.generator, opening.told[0])
            there = match.origin.generator.build_board(said.pieces), said.colour
        assert (match.origin.board, match.origin.colour) == there
        assert match.turn == 0
        assert match.sides == (Phrase("side.white"), Phrase("side.black"))[:: -1 if there[1] else 1]
        assert (match.plies, match.was_set, match.settled_options["opening"]) == ([], False, opening.name)
        assert match.show_view(None)["clock"] == {"quiet": 0, "repeated": 1}


def test_positions_known_from_elsewhere() -> None:
    """A few of each table, as the federations print them."""
    for key, name, position in (
        ("american", "2-move 01", "B:W17,22-32:B1-8,10-13"),
        ("american", "3-move 003", "W:W17,22-32:B1-8,11-14"),
        ("russian", "FMJD-64 11-IV", "W:W13,21-28,30-32:B1-4,6-12,20"),
        ("russian", "IDF basic 1-I", "B:W14,21,23-32:B1-8,10-13"),
        ("russian", "IDF basic 5-VII", "W:W21-32:B1-12"),
        ("russian", "FMJD-64 45-IX", "W:W19-22,24-27,29-32:B1-4,6-9,11-14"),
        ("russian", "FMJD-64 22-XV", "W:W13,21,22,24-32:B1-6,8-12,16"),
        ("brazilian", "FMJD-64 45-IX", "W:W19-22,24-27,29-32:B1-4,6-9,11-14"),
        ("brazilian", "FMJD-64 22-XV", "W:W13,21,22,24-32:B1-6,8-12,16"),
        ("brazilian", "FMJD-64 1-I", "W:W17,21-28,30-32:B1-4,6-9,11-14"),
    ):
        origin = start_match(key, name).origin
        said = fen.parse(origin.generator, position)
        assert (origin.board, origin.colour) == (origin.generator.build_board(said.pieces), said.colour)


@pytest.mark.ci
@pytest.mark.parametrize("key", EVERY_VARIANT)
def test_the_lot_draws_every_opening_but_the_lost_ones_alike(key: str) -> None:
    among = openings.drawable_openings(key)
    drawn = Counter(
        GAMES[key].start({"opening": "lot"}, Shuffle(number.to_bytes(32, "big"))).begun.opening
        for number in range(2000)
    )
    assert not any(opening.lost for opening in drawn)
    assert set(drawn) <= set(among)
    assert len(drawn) > 0.85 * len(among)
    assert max(drawn.values()) < 30 + 1.5 * 2000 / len(among)


def test_the_same_secret_draws_the_same_opening() -> None:
    first, second = (start_match("american", "lot", "same") for _ in range(2))
    assert first.settled_options == second.settled_options
    assert first.options == {"opening": "lot"}
    assert (
        first.settled_options["opening"] != start_match("american", "lot", "other").settled_options["opening"]
    )
    assert list(map(str, first.game.deal_in_words(first.options, first.secret))) == [
        f"The opening: {first.settled_options['opening']}"
    ]
    assert list(first.game.deal_in_words(first.settled_options, first.secret)) == []
    assert list(first.game.deal_in_words({}, first.secret)) == []


def test_moves_of_an_opening_are_not_taken_back() -> None:
    match = start_match("american", "3-move 001")
    origin = match.position
    match.play(match.moves()[0])
    match.undo()
    assert match.position == origin
    with pytest.raises(IllegalMove, match="There is no move to take back"):
        match.undo()


@pytest.mark.parametrize("text", ["3-move 001", "3-MOVE 001", " 3 move  001 ", "3-move-001"])
def test_a_name_is_read_as_people_write_it(text: str) -> None:
    assert GAMES["american"].read_options({"opening": text}) == {"opening": "3-move 001"}


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        (
            "american",
            "3-move 175",
            "“3-move 175” is no opening of American checkers; its tables are 2-move, 3-move. Names near it: ",
        ),
        (
            "american",
            "001",
            "“001” is no opening of American checkers; its tables are 2-move, 3-move. Names near it: 3-move 001.",
        ),
        (
            "russian",
            "idf 1",
            "“idf 1” is no opening of Russian checkers; its tables are FMJD-64, IDF basic. Names near it: "
            "IDF basic 1-I, IDF basic 1-II, IDF basic 1-III.",
        ),
        (
            "brazilian",
            "!?",
            "“!?” is no opening of Brazilian checkers; its tables are FMJD-64. Names near it: FMJD-64 1-I, ",
        ),
        ("brazilian", "zzzzz", "“zzzzz” is no opening of Brazilian checkers; its tables are FMJD-64."),
        ("american", 7, "“7” is no opening of American checkers; its tables are 2-move, 3-move."),
        ("american", ["lot"], '“["lot"]” is no opening of American checkers; its tables are 2-move, 3-move.'),
        ("gothic", "zzzzz", "“zzzzz” is no opening of Gothic checkers; its tables are own."),
        (
            "gothic",
            "own 101",
            "“own 101” is no opening of Gothic checkers; its tables are own. Names near it: ",
        ),
    ],
)
def test_what_is_no_opening_is_refused_with_the_tables_and_near_names(
    key: str, value: object, said: str
) -> None:
    with pytest.raises(BadOption) as refused:
        GAMES[key].read_options({"opening": value})
    assert str(refused.value).startswith(said)
    assert str(refused.value).partition("near it: ")[2].count(",") < 3


@pytest.mark.parametrize("key", EVERY_VARIANT)
def test_no_opening_leaves_no_trace(key: str) -> None:
    """Records are what they were before there were openings."""
    game = GAMES[key]
    assert game.read_options({"opening": "none"}) == game.read_options({})
    assert "opening" not in game.read_options({})
    with_none, without = (Match(game, given, bytes(32)) for given in ({"opening": "none"}, {}))
    assert with_none.save() == without.save()
    assert with_none.record() == without.record()
    assert "pening" not in without.save() + without.record() + json_records.write(without, whole=True)
    assert "FEN" not in without.record()
    assert said_of(without) is None


def play_random(key: str, opening: str, seed: str, plies: int) -> Match:
    """Return a match from an opening after up to `plies` random plies."""
    match, chance = start_match(key, opening, seed), random.Random(seed)
    while match.turn is not None and len(match.plies) < plies:
        match.make_move(chance.choice(match.game.moves(match.position)))
    return match


def check_forms(match: Match) -> None:
    """Every form of record leads back to the match, opening and all."""
    for written in (
        match.record(),
        match.record(0),
        match.save(),
        match.save(1),
        json_records.write(match, whole=True),
        json_records.write(match, whole=False),
    ):
        again = load_match(written)
        assert again.position == match.position
        assert again.position.begun.opening == match.position.begun.opening
        assert (again.origin, again.sides, again.was_set) == (match.origin, match.sides, match.was_set)
        assert again.settled_options == match.settled_options
        assert [ply.text for ply in again.plies] == [ply.text for ply in match.plies]
        assert (again.outcome is None) == (match.outcome is None)
    assert load_match(match.save()).save() == match.save()
    assert load_match(match.record()).record() == match.record()


@pytest.mark.ci
@pytest.mark.parametrize("key", EVERY_VARIANT)
def test_matches_from_drawn_openings_come_back_from_every_form(key: str) -> None:
    for number in range(0, 12, 3):
        check_forms(play_random(key, "lot", f"round {number}", number * 9))


@pytest.mark.deep
@pytest.mark.parametrize("part", range(10))
def test_a_thousand_matches_from_drawn_openings_come_back(part: int) -> None:
    for number in range(part * 100, part * 100 + 100):
        check_forms(play_random(list(RULESETS)[number % len(RULESETS)], "lot", f"deep {number}", 200))


@pytest.mark.parametrize("first", ["lot", "black", "white"])
def test_an_opening_says_who_is_first_whatever_was_agreed_for_the_start(first: str) -> None:
    for name, side in (("own 001", "Black"), ("own 002", "White")):
        match = Match(GAMES["malaysian"], {"first": first, "opening": name}, secret_of(first))
        assert (str(match.sides[0]), match.turn) == (side, 0)
        assert match.settled_options["first"] == match.position.generator.ruleset.first == side.lower()
        check_forms(match)


def test_pdn_says_where_the_match_began() -> None:
    match = start_match("american", "3-move 002")
    match.play("24-20")
    match.resign(1)
    text = match.record()
    for tag in (
        '[GameType "21,B,8,8,N1,0"]',
        '[Opening "3-move 002"]',
        '[SetUp "1"]',
        '[FEN "W:W17,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,7,8,9,10,11,12,13"]',
        '[Result "1-0"]',
    ):
        assert tag in text
    assert "\n1. 24-20 1-0\n" in text
    assert "Clock" not in text
    assert load_match(text.replace("3-move 002", "Edinburgh")).was_set, "in other files the tag is words"
    assert load_match(text.replace('[SetUp "1"]\n', "")).settled_options == {"opening": "3-move 002"}


def test_a_tag_without_its_position_is_words_only() -> None:
    match = load_match('[GameType "21"]\n[Opening "3-move 001"]\n1. 11-15 *')
    assert match.options == {}
    assert match.plies[0].text == "11-15"
    with pytest.raises(Exception, match="“x” is not part of a position string"):
        load_match('[GameType "21"]\n[Opening "3-move 001"]\n[FEN "x"]\n*')


def test_a_position_set_in_such_a_match_keeps_its_sides_through_every_form() -> None:
    match = start_match("american", "lot", "set")
    sides = match.sides
    match.set_position({"cells": {"a1": "W", "c3": "W", "h8": "B"}, "turn": 1})
    match.set_position({"cells": {"a1": "W", "h8": "B", "f8": "B"}, "turn": 1})
    assert match.sides == sides
    assert match.turn == 1
    match.play(match.moves()[0])
    for written in (match.record(), match.save(), json_records.write(match, whole=True)):
        again = load_match(written)
        assert (again.position, again.sides, again.turn) == (match.position, sides, 0)


def test_the_board_says_which_opening_it_is_and_who_chose_it_until_somebody_moves() -> None:
    match = start_match("american", "3-move 001")
    assert said_of(match) == "The match begins in opening 3-move 001 (9-13 21-17 5-9), as agreed."
    match.play(match.moves()[0])
    assert said_of(match) is None
    there = "The match begins in opening FMJD-64 11-IV, as agreed."
    assert said_of(start_match("russian", "FMJD-64 11-IV")) == there
    drawn = start_match("russian", "lot")
    said = said_of(drawn) or ""
    assert said.startswith(f"The match begins in opening {drawn.settled_options['opening']}")
    assert said.endswith(", drawn by lot from the tables.")
    found = {said_of(start_match("russian", "lot", f"lot {number}")) for number in range(20)}
    assert {"(" in str(told) for told in found} == {True, False}, "some are reached by moves, some set up"


def test_before_the_lot_nobody_is_to_move_and_all_men_stand() -> None:
    game = GAMES["american"]
    view = game.opening({"opening": "lot"})
    assert isinstance(view, BoardView)
    assert (view.lot, view.turn, view.begun, len(view.cells)) == (True, None, None, 24)
    named = game.opening({"opening": "3-move 001"})
    assert isinstance(named, BoardView)
    assert (named.lot, named.turn, str(named.sides[0])) == (False, 0, "White")


def test_rules_and_advice_tell_of_an_opening() -> None:
    game: AnyGame = GAMES["american"]
    assert [str(said) for said in game.help_for({"opening": "lot"}).special if "lot" in str(said)]
    assert [
        str(said) for said in game.help_for({"opening": "3-move 001"}).special if "3-move 001" in str(said)
    ]
    assert game.help_for({}).special == game.help_for(game.read_options({})).special
    lost = next(opening for opening in list_openings("american") if opening.lost)
    assert str(game.advice({"opening": lost.name})) == (
        f"The tables hold opening {lost.name} to be lost for one side."
    )
    assert game.advice({"opening": "3-move 001"}) is None
    assert game.advice({"opening": "lot"}) is game.advice({}) is None


def test_the_option_is_said_in_words() -> None:
    option = GAMES["american"].options[-1]
    said = [str(option.describe(value)) for value in ("none", "lot", "3-move 001")]
    assert said == ["from the start", "opening drawn by lot", "opening 3-move 001"]
    assert GAMES["gothic"].suggest(GAMES["gothic"].options[-1], "100", 3) == ["own 100"]
    assert GAMES["gothic"].suggest(GAMES["gothic"].options[0], "short", 3) == ()


def test_a_table_of_our_own_has_positions_and_suits_every_choice_of_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The side to move in the position has seat 0.

    This holds though the rulebook lets Black begin and the federation lets White.
    """
    (tmp_path / "international.txt").write_text("# made\n[own]\n001 W:W31-50:B1-20\n002 B:W31-50:B1-19,24\n")
    monkeypatch.setattr(openings, "TABLES", tmp_path)
    openings.openings_of.cache_clear()
    try:
        from rules.checkers.game import Checkers

        game = Checkers("international")
        for rules in ("rulebook", "federation"):
            for name, side in (("own 001", "White"), ("own 002", "Black")):
                match = Match(game, {"rules": rules, "opening": name}, bytes(32))
                assert (str(match.sides[0]), match.turn) == (side, 0)
                assert match.options == {"rules": rules, "opening": name}
        again = Match(game, {"opening": "lot"}, bytes(32))
        assert again.settled_options["opening"] in ("own 001", "own 002")
    finally:
        openings.openings_of.cache_clear()


def test_the_pipe_lists_the_option_and_begins_such_a_match(pipe: Pipe) -> None:
    games: dict[str, Any] = {game["key"]: game["options"] for game in pipe.ask("games")["games"]}
    free = {"name": "opening", "default": "none", "choices": ["none", "lot"], "free": True}
    assert all(games[key][-1] == free for key in RULESETS)
    begun = pipe.ask("new", game="american", options={"opening": "3-move 001"}, seed="s")
    assert begun == {"turn": 0, "sides": ["White", "Black"]}
    assert pipe.ask("position")["position"]["turn"] == 0
    assert "no move to take back" in pipe.expect_refusal("undo")
    assert "tables are 2-move, 3-move" in pipe.expect_refusal(
        "new", game="american", options={"opening": "x"}
    )


def test_elsewhere_the_match_begins_from_its_position() -> None:
    match = start_match("russian", "IDF basic 1-I")
    match.play(match.moves()[0])
    address = lidraughts.import_url(match)
    assert address
    assert "FEN" in address
