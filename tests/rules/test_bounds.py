"""Every text that a stranger can make long has a bound.

No text takes long to read.
"""

import json
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from time import process_time

import pytest

from rules.catalogue import GAMES, load_match, parse_record
from rules.checkers.captures import MOST_CAPTURES, TooMany
from rules.checkers.counters import HISTORY
from rules.checkers.pdn.lexer import Lexer
from rules.compact import LONGEST, BadTextError, CompactMatch
from rules.game import TEXT_LIMIT, BadRecord, IllegalMove, RulesError
from rules.match import RECORD_PLIES, Match
from rules.record import NAME_LIMIT
from tests.pace import slowness
from tests.rules.checkers.crowded import THOUSANDS
from tests.rules.hostile import HOSTILE, PDN, START, Hostile
from tests.sets import leave_to_ci
from tests.uncollected import no_garbage_collection

SIZE = 256 * 1024
"""Characters of a file that a person brings along, at most."""
SPARE = 0.05
"""Seconds of CPU that may go astray on a machine with other work."""
LONGEST_TOKEN = 2500
"""Characters of a move or a position string that one pattern matches."""
TRIES = 5
"""In so many tries one must do, however busy the machine is."""
LONG = 5.0
"""Maximum CPU seconds of anything done with a hostile set-up of pieces.

The worst takes one second.
"""
LATTICES = {
    "Frisian kings": (
        "frisian",
        "W:WK1,K10,K47,K50:B5,7,9,13,16,17,19,20,24,27,29,30,31,32,33,35,38,40,42,44",
    ),
    "Frisian men": (
        "frisian",
        "W:W16,17,21,35,40,44,48,50:B3,7,9,11,12,14,18,19,20,23,25,27,28,29,30,32,34,36,37,38",
    ),
    "flying kings": ("gothic", "W:WKa7,Kc6,Kg1,Kg6:Ba6,a8,b2,b4,b6,c2,c4,c7,d4,e3,e8,g2,g4,g5,g7,h6"),
    "short kings": (
        "gothic",
        "W:WKa3,Ka4,Kb2,Kb3,Kb5,Kb7,Kb8,Kc7,Kg2,Kg3,Kg4,Kg6,Kh1,Kh4,Kh6,Kh7"
        ":Bc3,c4,c5,d3,d5,d7,e2,e3,e4,e5,e6,e7,f3,f5,g5,g7",
    ),
}
"""Pieces that a person has set up to allow hundreds of thousands of captures."""


def reading_time(text: str) -> float:
    """Return the CPU seconds in which a text is read or refused.

    A refusal's sentence must say where the fault is.
    """
    with no_garbage_collection():
        began = process_time()
        try:
            parse_record(text)
        except RulesError as refusal:
            assert str(refusal).startswith("Line "), refusal
            assert len(str(refusal)) < 600
        return process_time() - began


@pytest.mark.parametrize("part", [2, pytest.param(1, marks=pytest.mark.deep)])
@pytest.mark.parametrize("hostile", leave_to_ci(HOSTILE.values(), every=9), ids=HOSTILE)
def test_reading_a_text_takes_as_long_as_it_is(hostile: Hostile, part: int) -> None:
    """Four times the text takes four times the work, not sixteen.

    No text takes a second away from other users.
    """
    size = SIZE // part
    text = hostile(size)
    assert len(text) > size // 2
    for _ in range(TRIES):
        some, whole = reading_time(hostile(size // 4)), reading_time(text)
        slow = slowness()
        if whole < min(8 * some + SPARE * slow, slow / part):
            break
    assert whole < 8 * some + SPARE * slow
    assert whole < slow / part, "a second of a machine that has nothing else to do"


@pytest.mark.parametrize("name", ["a chain", "letters", "a position string in PDN"])
def test_no_token_is_so_long_that_its_match_keeps_other_threads_waiting(name: str) -> None:
    """A pattern holds all threads while it matches: 260,000 squares took 110 ms."""
    tokens = list(Lexer(HOSTILE[name](SIZE)[:SIZE]).tokens())
    assert (
        max(each.end - each.offset for each in tokens if each.kind in ("move", "short", "fen"))
        < LONGEST_TOKEN
    )


def lap(count: int) -> list[str]:
    return ["e1-h4", "f8-h6", "h4-e1", "h6-f8"] * count


def start(history: int) -> str:
    past = ["W:WK9:BK1"] * history
    return f'{{"game": "american", "start": {{{START}, "history": {json.dumps(past)}}}}}'


def test_a_position_remembers_no_more_than_any_rule_needs() -> None:
    assert load_match(start(HISTORY)).turn == 0
    with pytest.raises(BadRecord, match=f"remembers at most {HISTORY} positions before it; this one has 401"):
        load_match(start(HISTORY + 1))
    past = ",".join(['\\"W:WK9:BK1\\"'] * (HISTORY + 1))
    with pytest.raises(BadRecord, match="Line 2, column 1: A position remembers at most"):
        load_match(f'{PDN}[FEN "W:WK18:BK22"]\n[Clock "{{\\"history\\": [{past}]}}"]\n')


def test_where_nothing_is_counted_the_oldest_positions_are_forgotten() -> None:
    """In Pool two kings against two may wander on for ever.

    A position set up from there can be set up again.
    """
    match = Match(GAMES["pool"], {}, bytes(32))
    past = [f"W:WK{1 + number // 200}:BK32" for number in range(HISTORY)]
    match.set_position({"cells": {"a1": "W", "a3": "W", "g1": "B", "h2": "B"}, "turn": 0, "history": past})
    for move in ("g1-f2", "a1-b2", "f2-e1"):
        match.play(move)
    dumped = match.game.dump(match.position)
    assert len(match.position.keys) == HISTORY + 4
    assert dumped["history"][:-3] == past[3:]
    match.set_position(dumped)
    assert match.game.dump(match.position) == dumped


@pytest.mark.ci
@pytest.mark.parametrize("form", leave_to_ci(["own", "JSON", "PDN"], after=1))
def test_a_record_has_a_last_move(form: str) -> None:
    moves = lap(RECORD_PLIES // 4)
    fen = "W:WKa1,Ke1:BKb8,Kf8"

    def record_text(moves: list[str]) -> str:
        """Return a record of the moves in the tested form."""
        if form == "own":
            return f'Twotone: 1\nGame: russian\nStart: "{fen}"\n\n' + "\n".join(moves)
        if form == "PDN":
            return f'[GameType "25"]\n[FEN "{fen}"]\n' + " ".join(moves)
        cells = {"a1": "W", "e1": "W", "b8": "B", "f8": "B"}
        return json.dumps({"game": "russian", "start": {"cells": cells, "turn": 0}, "moves": moves})

    assert len(load_match(record_text(moves)).plies) == RECORD_PLIES
    with pytest.raises(
        BadRecord, match=f"a record has at most {RECORD_PLIES} moves of both players together"
    ):
        load_match(record_text([*moves, "e1-h4"]))


def test_a_position_string_has_an_end() -> None:
    match = Match(GAMES["american"], {}, bytes(32))
    match.set_position("W:W" + ",".join(f"K{square}" for square in range(1, 13)) + ":B" + " " * 700)
    with pytest.raises(RulesError, match="A position string has at most 1000 characters; this one has 1100"):
        match.set_position("W:W1" + " " * 1096)


def test_a_move_has_an_end_for_whoever_reads_it() -> None:
    match = Match(GAMES["american"], {}, bytes(32))
    long = "11-15" + " " * (TEXT_LIMIT - 5)
    assert match.game.read(match.position, long) in match.game.moves(match.position)
    for reader in (match.play, partial(match.game.read, match.position)):
        with pytest.raises(IllegalMove, match="A move is a text of at most 400 characters; this one has 401"):
            reader(f"{long} ")


def test_json_that_could_not_be_written_again_is_not_read() -> None:
    deep = "[" * 400 + "]" * 400
    with pytest.raises(
        BadRecord, match="Line 1, column 1: lists and objects lie too deep within one another"
    ):
        load_match(f'{{"game": "american", "options": {{"rules": {deep}}}}}')
    for field in ("Options", "Start"):
        with pytest.raises(BadRecord, match=f"Line 3, column {len(field) + 3}: “{field}” has the wrong form"):
            load_match(f'Twotone: 1\nGame: american\n{field}: {{"a": {deep}}}\n')


def test_a_long_name_loses_its_end() -> None:
    for text in (
        json.dumps({"game": "american", "players": [{"name": "x" * 5000}, {"name": "Bo"}]}),
        f'{PDN}[Black "{"x" * 5000}"]\n[White "Bo"]\n*',
    ):
        assert parse_record(text).names == ("x" * (NAME_LIMIT - 1) + "…", "Bo")


def test_a_match_in_a_buttons_name_is_as_long_as_such_a_name() -> None:
    with pytest.raises(BadTextError):
        CompactMatch.parse(GAMES["american"], {}, "1" * (LONGEST + 1))


def lattice(name: str) -> Match:
    key, position = LATTICES[name]
    match = Match(GAMES[key], {"kings": "flying"} if name == "flying kings" else {}, bytes(32))
    match.set_position(position)
    return match


def cpu_time(act: Callable[[], object]) -> float:
    """Return the CPU seconds that an act takes, whether or not it is refused."""
    with no_garbage_collection():
        began = process_time()
        with suppress(RulesError):
            act()
        return process_time() - began


@pytest.mark.ci
@pytest.mark.parametrize("name", leave_to_ci(LATTICES, after=1))
def test_where_nobody_can_choose_the_rules_say_so_soon_and_the_match_can_be_given_up(name: str) -> None:
    match = lattice(name)
    for listing in (match.moves, partial(match.play, "a1-a1"), partial(match.game.routes, match.position)):
        began = process_time()
        with pytest.raises(IllegalMove, match=f"There are more than {MOST_CAPTURES} ways to capture here"):
            listing()
        assert process_time() - began < LONG * slowness()
    assert cpu_time(partial(match.play, "g3xe5xc3")) < LONG * slowness()
    for look in (lambda: match.turn, lambda: match.outcome, match.save, partial(match.view, None)):
        assert cpu_time(look) < SPARE * slowness(), "nothing of this lists what can be captured"
    assert (match.turn, match.outcome) == (1 if name.startswith("Frisian") else 0, None)
    match.resign(0)
    assert load_match(match.save()).outcome == match.outcome


@pytest.mark.ci
def test_a_capture_is_read_by_some_of_its_squares_where_its_routes_are_too_many_to_be_told_apart() -> None:
    match = Match(GAMES["gothic"], {"kings": "flying"}, bytes(32))
    match.set_position(THOUSANDS)
    position = match.position
    with pytest.raises(TooMany):
        position.generator.routes(position.board, position.colour, MOST_CAPTURES)
    written = match.game.write(position, position.legal[0])
    assert match.game.read(position, written) == position.legal[0]
    start, _, *onwards = written.split("x")
    assert match.game.read(position, "x".join((start, *onwards))) == position.legal[0]


@pytest.mark.ci
def test_a_wrong_move_is_refused_for_its_reason_where_routes_are_too_many_to_be_told_apart() -> None:
    match = Match(GAMES["gothic"], {"kings": "flying"}, bytes(32))
    match.set_position(THOUSANDS)
    began = process_time()
    with pytest.raises(IllegalMove, match="c2 is taken by a Black piece"):
        match.play("a2xc2xe2")
    assert process_time() - began < LONG * slowness()
