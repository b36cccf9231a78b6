"""The match against another engine.

Both have the same legal moves, or a sentence says so; time is kept; the line of results adds up.
"""

import sys
from collections import Counter
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from rules.checkers import fen
from rules.match import Match
from rules.shuffle import Shuffle
from tests.rules.checkers.matches import at, position
from workshop.bench import engine_match as script
from workshop.bench.engine_match import (
    FEDERATION,
    Disagreement,
    EngineGame,
    EngineGameResult,
    Opponent,
    Oracle,
    elo,
    in_time,
    key_of,
    line,
    main,
    numbered_text,
)
from workshop.bench.level_ladder import open_match

PEER = """
import json, sys, time
from itertools import count
from workshop.bench.level_ladder import match_of
from workshop.bench.engine_match import FEDERATION, key_of

time.process_time = count(0, 0.25).__next__
match = match_of(FEDERATION if sys.argv[1] == "international" else sys.argv[1], bytes(32))
match.set_position(sys.argv[3])

class Board:
    push = staticmethod(match.make_move)

    @property
    def legal_moves(self):
        return match.position.legal{}

board = Board()

def key(move):
    return json.loads(json.dumps(key_of(move)))

def best():
    return match.position.legal[0]
"""
"""An engine with our own rules that makes the first move of the list.

Each move takes a quarter of a second.
"""


def peer(monkeypatch: pytest.MonkeyPatch, slip: str = "") -> Opponent:
    """Return that engine as a foreign opponent; `slip` changes the list."""
    monkeypatch.setattr(Opponent, "python", Path(sys.executable))
    return Opponent("peer", PEER.replace("{}", slip), {"international": FEDERATION, "russian": "russian"})


@pytest.mark.ci
def test_a_game_goes_to_its_end_and_tells_both_times(monkeypatch: pytest.MonkeyPatch) -> None:
    opponent = peer(monkeypatch)
    monkeypatch.setattr(script, "LONGEST", 12)
    for number in (0, 1):
        game = script.play(EngineGame(opponent, "international", 0.005, number))
        assert game.plies == 12
        assert game.points == 0.5
        assert set(game.theirs) == {0.25}
        assert 1 <= len(game.ours) <= 6
        assert game.memory > 10


@pytest.mark.ci
def test_whoever_wins_gets_the_point_on_either_seat_of_one_opening(monkeypatch: pytest.MonkeyPatch) -> None:
    """Our engine beats one that makes the first move of the list.

    A move that is the only legal one counts towards neither side's time.
    """
    opponent = peer(monkeypatch)
    begun = []
    played: list[Match] = []

    def record_opening(text: str, number: int) -> Match:
        """Open the match, and note its kind and number."""
        begun.append((text, number))
        played.append(open_match(text, number))
        return played[-1]

    monkeypatch.setattr(script, "open_match", record_opening)
    for number in (2, 3):
        game = script.play(EngineGame(opponent, "russian", 0.01, number))
        assert game.points == 1.0
        # The number of only moves differs from run to run, because our search ends by the clock.
        before = [played[-1].copy_at(plies) for plies in range(game.plies)]
        chose = Counter(each.turn for each in before if len(position(each).legal) > 1)
        assert (len(game.ours), len(game.theirs)) == (chose[number % 2], chose[1 - number % 2])
    assert begun == [("russian", 1), ("russian", 1)]


@pytest.mark.ci
def test_another_list_of_legal_moves_stops_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    opponent = peer(monkeypatch, "[1:]")
    match = next(
        match for match in map(partial(open_match, "russian"), count()) if len(match.position.legal) > 1
    )
    begun = match.position
    match.make_move(begun.legal[-1])
    with (
        Oracle(opponent, "russian", 0.1, begun) as oracle,
        pytest.raises(Disagreement, match=r"different legal moves: only we \[\(.*only they \[\], on"),
    ):
        oracle.make(match.position)


@pytest.mark.ci
def test_an_engine_that_ends_stops_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(script, "LOOP", "")
    begun = open_match("russian", 0).position
    with (
        Oracle(peer(monkeypatch), "russian", 0.1, begun) as oracle,
        pytest.raises(Disagreement, match="has ended when it was asked"),
    ):
        oracle.choice(begun)


@pytest.mark.parametrize(
    ("key", "against", "found"),
    [
        ("russian", "scan", "There is no opponent scan, only py-draughts and dame-rs"),
        ("turkish", "py-draughts", "international, russian, brazilian, frisian only, not for turkish"),
        ("russian", "dame-rs", "international only, not for russian"),
    ],
)
def test_who_plays_what_is_said(monkeypatch: pytest.MonkeyPatch, key: str, against: str, found: str) -> None:
    peer(monkeypatch)
    with pytest.raises(SystemExit, match=found):
        main(key, against)


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Opponent, "python", Path("nowhere"))
    with pytest.raises(SystemExit, match="dame-rs is not installed: make oracles"):
        main("international", "dame-rs")


@pytest.mark.parametrize(
    ("kind", "white", "black", "told"),
    [("russian", "a1 Kc1", "h8", "W:W29,K30:B4"), ("international", "a1", "Kb2 d4", "W:W46:B32,K41")],
)
def test_a_position_is_told_in_numbers(kind: str, white: str, black: str, told: str) -> None:
    where = position(at(kind, white, black))
    said = fen.parse(where.generator, numbered_text(where))
    assert (where.generator.build_board(said.pieces), said.colour) == (where.board, where.colour)
    assert numbered_text(where) == told


def test_our_time_ends_a_search_that_no_nodes_end() -> None:
    where = open_match("russian", 1).position
    assert in_time(where, 0.02, Shuffle(bytes(32))) in where.legal
    only = position(at("russian", "a1", "h8"))
    assert in_time(only, 1e6, Shuffle(bytes(32))) == only.legal[0]


def test_the_order_of_what_is_captured_does_not_matter() -> None:
    where = position(at("international", "a1", "b2 d4"))
    (move,) = where.legal
    assert key_of(move)[2] == tuple(sorted(move.captured)) != move.captured


@pytest.mark.parametrize(
    ("share", "told"), [(0.76, "+200"), (0.5, "+0"), (0.24, "-200"), (1, "+∞"), (0, "-∞")]
)
def test_a_share_is_so_many_points_of_elo(share: float, told: str) -> None:
    assert elo(share) == told


def test_a_line_adds_up(monkeypatch: pytest.MonkeyPatch) -> None:
    games = [
        EngineGameResult(points, 50, (0.1, 0.2), (0.3, 0.3), 40.0 + points) for points in (1.0, 1.0, 0.5, 0.0)
    ]
    said = line(EngineGame(peer(monkeypatch), "russian", 0.2, 0), games)
    assert said.startswith(
        "russian against peer: 62.5 % of 4 games (22 to 91), +2 =1 -1, Elo +89 (-220 to +398), 50 plies; "
    )
    assert "ours 0.150 s, p95 0.200 s, theirs 0.300 s, p95 0.300 s; our memory 41 MB" in said
