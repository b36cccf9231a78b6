"""The match against another engine: same legal moves or a sentence, time that is kept, a line that adds up."""

import sys
from collections import Counter
from pathlib import Path

import pytest

from bench import match as script
from bench.ladder import OPENING, opened
from bench.match import Disagreement, Oracle, Played, in_time, key_of, line, main
from rules.match import Match
from rules.shuffle import Shuffle
from tests.rules.checkers.matches import at, position

PEER = """
import json, sys
from engines.checkers.player import LEVELS
from bench.match import KINDS, key_of
from bench.ladder import match_of

match = match_of(KINDS[sys.argv[1]], bytes(32))
for line in sys.stdin:
    asked = json.loads(line)
    if asked is None:
        answer = [key_of(match.position.legal[0]), 0.25]
    else:
        match.make(next(move for move in match.position.legal if json.loads(json.dumps(key_of(move))) == asked))
        answer = [key_of(move) for move in match.position.legal]
    print(json.dumps(answer{}), flush=True)
"""


def played_by(monkeypatch: pytest.MonkeyPatch, slip: str = "") -> None:
    """Have an engine of our own rules answer in the other's place; `slip` changes its answers."""
    monkeypatch.setattr(script, "PYTHON", Path(sys.executable))
    monkeypatch.setattr(script, "THEIRS", PEER.replace("{}", slip))


def test_a_game_goes_to_its_end_and_tells_both_times(monkeypatch: pytest.MonkeyPatch) -> None:
    played_by(monkeypatch)
    monkeypatch.setattr(script, "LONGEST", 12)
    for number in (0, 1):
        game = script.play(script.Asked("international", 0.005, number))
        assert game.plies == 12
        assert game.points == 0.5
        assert set(game.theirs) == {0.25}
        assert 1 <= len(game.ours) <= 4
        assert game.memory > 10


def test_whoever_wins_gets_the_point_on_either_seat_of_one_opening(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ours against one that makes the first move of the list: it wins. Only moves count for neither's time."""
    played_by(monkeypatch)
    begun = []
    played: list[Match] = []

    def noted(text: str, number: int) -> Match:
        begun.append((text, number))
        played.append(opened(text, number))
        return played[-1]

    monkeypatch.setattr(script, "opened", noted)
    for number in (2, 3):
        game = script.play(script.Asked("russian", 0.01, number))
        assert game.points == 1.0
        # How often somebody had an only move is another number each time: our search ends by the clock.
        before = [played[-1].at(plies) for plies in range(OPENING, game.plies)]
        chose = Counter(each.turn for each in before if len(position(each).legal) > 1)
        assert (len(game.ours), len(game.theirs)) == (chose[number % 2], chose[1 - number % 2])
    assert begun == [("russian", 1), ("russian", 1)]


def test_another_list_of_legal_moves_stops_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    played_by(monkeypatch, "[1:]")
    match = opened("russian", 0)
    with (
        Oracle("russian", 0.1) as oracle,
        pytest.raises(Disagreement, match=r"different legal moves: only we \[\(.*only they \[\], on"),
    ):
        oracle.made(match.plies[0].position)


def test_an_engine_that_ends_stops_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    played_by(monkeypatch)
    monkeypatch.setattr(script, "THEIRS", "")
    with Oracle("russian", 0.1) as oracle, pytest.raises(Disagreement, match="has ended when it was asked"):
        oracle.made(opened("russian", 0).plies[0].position)


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(script, "PYTHON", Path("nowhere"))
    with pytest.raises(SystemExit, match="make oracles"):
        main("russian")
    played_by(monkeypatch)
    with pytest.raises(SystemExit, match="not for turkish"):
        main("turkish")


def test_our_time_ends_a_search_that_no_nodes_end() -> None:
    where = opened("russian", 1).position
    assert in_time(where, 0.02, Shuffle(bytes(32))) in where.legal
    only = position(at("russian", "a1", "h8"))
    assert in_time(only, 1e6, Shuffle(bytes(32))) == only.legal[0]


def test_the_order_of_what_is_captured_does_not_matter() -> None:
    where = position(at("international", "a1", "b2 d4"))
    (move,) = where.legal
    assert key_of(move)[2] == tuple(sorted(move.captured)) != move.captured


def test_a_line_adds_up() -> None:
    games = [Played(points, 50, (0.1, 0.2), (0.3, 0.3), 40.0 + points) for points in (1.0, 1.0, 0.5, 0.0)]
    said = line("russian", games)
    assert said.startswith("russian against py-draughts: 62.5 % of 4 games (22 to 91), +2 =1 -1, 50 plies; ")
    assert "ours 0.150 s, p95 0.200 s, theirs 0.300 s, p95 0.300 s; our memory 41 MB" in said
