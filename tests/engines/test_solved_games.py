"""The winner under perfect play.

The tables agree with the bare rules, and exist where they should.
"""

import random

import pytest

from engines.solved_games import is_solved, winner_of
from rules.catalogue import GAMES
from rules.match import Match
from tests.engines.binar.plainly import DRAW, OPTIONS, solver


def small(digits: str, lines: str, plies: int, seed: int) -> Match | None:
    """Return a match on nine squares after `plies` random moves.

    Return `None` if it is over sooner.
    """
    match, chance = (
        Match(GAMES["binar"], {"size": 3, "digits": digits, "lines": lines}, b""),
        random.Random(seed),
    )
    for _ in range(plies):
        if match.turn is None:
            return None
        match.play(chance.choice(match.moves()))
    return match if match.turn is not None else None


@pytest.mark.ci
@pytest.mark.parametrize(("digits", "lines"), OPTIONS)
def test_whoever_wins_by_the_rules_wins_by_the_tables(digits: str, lines: str) -> None:
    score, winners = solver(3, digits, lines), set()
    for seed in range(60):
        match = small(digits, lines, seed % 6, seed)
        if match is None:
            continue
        turn, worth = match.position.turn, score(tuple(match.position.cells), match.position.turn)
        winner = None if worth == DRAW else turn if worth > DRAW else 1 - turn
        assert is_solved(match.position) and winner_of(match.position) == winner
        winners.add(winner)
    assert len(winners) > 1


@pytest.mark.parametrize(
    ("game", "options", "solved"),
    [
        ("binar", {"size": 5}, True),
        ("binar", {"size": 6}, False),
        ("russian", {}, False),
        ("binary", {}, False),
    ],
)
def test_tables_are_of_the_small_boards_of_binar(game: str, options: dict[str, int], solved: bool) -> None:
    assert is_solved(Match(GAMES[game], options, bytes(32)).position) is solved
