"""Games in every style are read or named; damaged ones are never illegal games."""

import random
from collections import Counter

import pytest

from rules.catalogue import GAMES
from rules.checkers.reading.clean_files import write_clean
from rules.game import RulesError
from rules.match import Match
from rules.record import ReadGame, RecordKind
from rules.record_files import read_text
from tests.rules.checkers.record_styles import WrittenGame, colour_of, damage, write_game

pytestmark = pytest.mark.ci

FEW, SOME, MANY = range(120), range(120, 1200), range(10_000)
DAMAGED_FEW, DAMAGED_SOME, DAMAGED_MANY = range(150), range(150, 1500), range(20_000)
SETS = [
    pytest.param(FEW, id="few"),
    pytest.param(SOME, id="some", marks=pytest.mark.ci),
    pytest.param(MANY, id="many", marks=pytest.mark.deep),
]
DAMAGED_SETS = [
    pytest.param(DAMAGED_FEW, id="few"),
    pytest.param(DAMAGED_SOME, id="some", marks=pytest.mark.ci),
    pytest.param(DAMAGED_MANY, id="many", marks=pytest.mark.deep),
]


@pytest.mark.parametrize("seeds", SETS)
def test_what_is_read_is_what_was_written_or_the_difference_is_named(seeds: range) -> None:
    """No game is lost in silence; one with a single meaning is read whole."""
    counts = Counter(_judge(write_game(seed), seed) for seed in seeds)
    assert counts["read"] + counts["named"] == len(seeds)
    assert counts["named"] <= len(seeds) / 25


def _judge(written: WrittenGame, seed: int) -> str:
    games = read_text(written.text).games
    assert len(games) == 1, seed
    game = games[0]
    if game.error or game.unread:
        assert not written.is_plain, (seed, str(game.error), game.unread)
        return "named"
    kind = next((kind for kind in game.kinds if kind.game == written.kind.game), None)
    assert kind, (seed, game.kinds)
    assert not written.is_named or len(game.kinds) == 1, seed
    assert game.plies == len(written.match.plies), seed
    assert game.result == (written.result or None), seed
    if kind == game.kinds[0]:
        winner = written.winner
        assert game.winner == (winner if winner in (None, "draw") else colour_of(written.match, winner)), seed
    if kind.options == written.kind.options:
        match = game.open(kind)
        assert match.position.board == written.match.position.board, seed
        _check_clean(game, kind, match, seed)
    return "read"


def _check_clean(game: ReadGame, kind: RecordKind, match: Match, seed: int) -> None:
    """A clean file says the same, with all remarks."""
    again = read_text(write_clean(game, match)).games[0]
    assert not again.error, (seed, str(again.error))
    assert not again.unread, (seed, again.unread)
    assert (again.kinds, again.plies, len(again.remarks)) == ((kind,), game.plies, len(game.remarks)), seed
    assert again.open().position.board == match.position.board, seed
    assert again.winner == game.winner or game.winner is None or kind != game.kinds[0], seed


@pytest.mark.parametrize("seeds", DAMAGED_SETS)
def test_no_damage_is_a_fault_or_makes_an_illegal_game(seeds: range) -> None:
    counts: Counter[str] = Counter()
    for seed in seeds:
        text = damage(write_game(seed).text, random.Random(seed))
        try:
            games = read_text(text).games
        except RulesError as refusal:
            assert str(refusal).startswith("Line ")
            counts["refused"] += 1
            continue
        for game in games:
            counts["error" if game.error else "read"] += 1
            if game.error:
                assert str(game.error).startswith("Line ")
            else:
                _check_legal(game, seed)
    assert counts["error"] > counts["refused"]
    assert counts["read"] > len(seeds) / 4


def _check_legal(game: ReadGame, seed: int) -> None:
    """Every ply of the game is a legal move, read one by one."""
    for kind in game.kinds[:3]:
        match = game.open(kind)
        assert len(match.plies) == game.plies, seed
        again = Match(GAMES[kind.game], match.options, match.secret)
        if match.was_set:
            again.set_position(match.game.dump(match.origin))
        for ply in match.plies:
            again.waive_draw()
            again.play(ply.text)
        assert again.position.board == match.position.board, seed
