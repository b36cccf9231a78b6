"""Matches of every game as JSON, out and in.

The fields of the file, the fields it may leave out, and faults with their place.
"""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import json_records
from rules.catalogue import GAMES, load_match, parse_record
from rules.game import BadRecord
from rules.match import Match
from tests.examples.every_game import BOARD_GAMES
from tests.rules.playouts import random_match, setups
from tests.sets import leave_to_ci

NAMES = ("Ann", 'Bo "the\\man"')


def whole(match: Match) -> str:
    return json_records.write(match, whole=True, names=NAMES, date="2026-11-22")


@pytest.mark.parametrize(("key", "given"), leave_to_ci(setups()[::5], every=25), ids=str)
def test_a_match_written_reads_back_the_same(key: str, given: dict[str, object]) -> None:
    match = random_match(GAMES[key], given, seed=3, limit=24)
    if match.turn is not None:
        match.resign(1)
    found = parse_record(whole(match))
    assert found.match.position == match.position
    assert found.match.outcome == match.outcome
    assert found.match.secret == match.secret
    assert [ply.spelled for ply in found.match.plies] == [ply.spelled for ply in match.plies]
    assert (found.names, found.goes_on) == (NAMES, False)
    assert whole(found.match) == whole(match)


@pytest.mark.parametrize("key", leave_to_ci(BOARD_GAMES, every=25), indirect=True)
def test_a_match_that_goes_on_is_complete_but_for_its_secret(key: str) -> None:
    match = random_match(GAMES[key], {}, seed=4, limit=7)
    text = json_records.write(match, whole=False, seat=0)
    assert match.secret.hex() not in text
    assert json.loads(text)["commitment"] == match.commitment
    assert load_match(text).position == match.position
    assert load_match(text).sides == match.sides


def test_what_a_program_finds_in_it() -> None:
    match = Match(GAMES["binar"], {"size": 3}, bytes(32))
    match.play("b2")
    match.play("a1")
    match.resign(1)
    assert json.loads(whole(match)) == {
        "twotone": 1,
        "game": "binar",
        "options": {"size": 3, "digits": "own", "lines": "double"},
        "date": "2026-11-22",
        "players": [{"side": "Even", "name": "Ann"}, {"side": "Odd", "name": 'Bo "the\\man"'}],
        "commitment": match.commitment,
        "secret": "00" * 32,
        "moves": [{"number": 1, "seat": 0, "move": "b2"}, {"number": 1, "seat": 1, "move": "a1"}],
        "ended": {"how": "resignation", "loser": 1},
        "result": {"winner": 0, "score": None, "reason": "Odd resigned"},
    }


def test_a_position_set_up_begins_it() -> None:
    match = Match(GAMES["american"], {}, bytes(32))
    match.set_position("W:WK29,27:B3,K8")
    match.play("27-23")
    again = load_match(json_records.write(match, whole=False))
    assert again.was_set
    assert again.show_view(None) == match.show_view(None)


def test_hidden_hands_are_seen_by_their_seat_and_nothing_of_it_can_be_replayed() -> None:
    match = random_match(GAMES["one-zero-one"], {}, seed=1, limit=4)
    for seat in (0, 1, None):
        text = json_records.write(match, whole=False, seat=seat)
        found = json.loads(text)
        assert found["seen_by"] == seat
        assert "secret" not in found
        assert found["view"] == match.show_view(seat)
        with pytest.raises(BadRecord, match=r"Line 7, column 14: this record shows only what one seat saw"):
            load_match(text)


@pytest.mark.parametrize(
    "text",
    [
        '{"game": "binar", "moves": ["c3", "d4"]}',
        '\ufeff {"moves": [{"move": "c3"}, "d4:1"], "x": {"y": [1, "}"]}, "game": "binar", "twotone": 1}',
        '{"game": "chess", "game": "binar", "moves": [{"seat": 7, "move": " C3 "}, "d4"]}',
    ],
)
def test_fields_come_in_any_order_and_most_may_be_missing(text: str) -> None:
    assert [ply.text for ply in load_match(text).plies] == ["c3", "d4"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"game": "binar",\n "moves": ["c3",\n  "c3"]}', "Line 3, column 3: c3 is already taken."),
        ('{"game": "chess", "game":\n "shogi"}', "Line 2, column 2: there is no game “shogi”."),
        ('{"game": ["binar"]}', "Line 1, column 10: “game” has the wrong form."),
        ("{}", "Line 1, column 1: the record names no game."),
        ('{"game": "binar", "moves": [}', "Line 1, column 29: here the text stops being JSON."),
        ('{"game": "binar"} x', "Line 1, column 19: here the text stops being JSON."),
        ('{"a": ' + "[" * 100_000, "Line 1, column 1: lists and objects lie too deep within one another"),
        ('{"game": "binar", "moves": {}}', "Line 1, column 28: “moves” has the wrong form."),
        ('{"game": "binar", "moves": [[]]}', "Line 1, column 29: “move” has the wrong form."),
        ('{"game": "binar", "moves": [{"move": 3}]}', "Line 1, column 38: “move” has the wrong form."),
        (
            '{"game": "binar", "moves": [{}]}',
            "Line 1, column 29: this record needs “move”, which is missing.",
        ),
        ('{"game": "binar", "moves": ["\\ud800"]}', "Line 1, column 29: “?” is not a move of Binar"),
        ('{"game": "binar", "options": 3}', "Line 1, column 30: “options” has the wrong form."),
        ('{"game": "binar", "options": {"size": 2}}', "Line 1, column 30: “2” is no value for size"),
        ('{"game": "binar", "secret": "xyz"}', "Line 1, column 29: “secret” has the wrong form."),
        ('{"game": "binar", "start": {"cells": {"z9": "0"}}}', "Line 1, column 28: z9 is not a square"),
        ('{"game": "binar", "start": []}', "Line 1, column 28: “start” has the wrong form."),
        ('{"game": "binar", "ended": {"how": "boredom"}}', "Line 1, column 28: “ended” has the wrong form."),
        ('{"game": "binar", "ended": "agreement"}', "Line 1, column 28: “ended” has the wrong form."),
        (
            '{"twotone": 2, "game": "binar"}',
            "Line 1, column 13: this record has form 2, made by a newer Twotone",
        ),
        ('{"twotone": "x", "game": "binar"}', "Line 1, column 13: “Twotone” has the wrong form."),
        (
            '{"game": "american", "start": {"cells": {"a1": "W"}},\n "moves": ["29-25"]}',
            "Line 2, column 12: 29-25 comes after the end of the match",
        ),
    ],
    ids=lambda value: value[:40],
)
def test_a_fault_is_told_with_its_line_and_column(text: str, told: str) -> None:
    with pytest.raises(BadRecord) as refused:
        load_match(text)
    assert str(refused.value).startswith(told)


LEAVES = st.none() | st.booleans() | st.integers(-9, 9) | st.floats() | st.text(max_size=5)
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner)
)


@pytest.mark.ci
@given(
    fields=st.fixed_dictionaries(
        {"game": st.sampled_from(["binar", "russian", "one-zero-one"]) | VALUES},
        optional=dict.fromkeys(
            ("options", "start", "moves", "ended", "secret", "twotone", "players"), VALUES
        ),
    ),
    cut=st.integers(0, 200),
)
@settings(max_examples=50)
def test_no_json_breaks_the_reader(fields: dict[str, Any], cut: int) -> None:
    for text in (json.dumps(fields), json.dumps(fields, indent=1)[:-cut]):
        try:
            load_match(text)
        except BadRecord as refused:
            assert str(refused).startswith("Line ")
            str(refused).encode()


def test_reading_can_be_stopped_before_any_move() -> None:
    class EnoughError(Exception):
        pass

    def before(ply: int) -> None:
        if ply > 2:
            raise EnoughError(ply)

    match = random_match(GAMES["russian"], {}, seed=1, limit=3)
    for text in (whole(match), match.save(), match.record()):
        with pytest.raises(EnoughError, match="3"):
            parse_record(text, before)
