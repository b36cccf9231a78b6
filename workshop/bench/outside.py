"""The cost of detecting a request for help in one's own running match, by game.

There are 50 running matches. All are random matches on the usual board, up to 60 moves long.
Questions are about one position of another match, and about all of it, as a report asks; nine
questions in ten cost no more than the row says. The positions of the matches are kept, as they are
after a first question, which costs `cold` besides. `refused` is the number of matches near a
running one, by chance.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from random import Random

from club.play.course.nearness import (
    PastPositions,
    collect_help_requests,
    collect_past_positions,
    is_near,
    usual_start,
)
from rules.catalogue import GAMES
from rules.game import AnyGame
from rules.match import Match
from workshop.bench.row import BenchFigure, cpu_ms, percentile

RUNNING = 50
PLIES = 60
OTHERS = 8
"""Matches that are asked about."""
TRIES = 3


def rows() -> Iterator[BenchFigure]:
    """Yield four rows a game."""
    for key, game in GAMES.items():
        running = [_match(game, seed) for seed in range(RUNNING)]
        stood = _match_positions(running)
        others = [_match(game, RUNNING + seed) for seed in range(OTHERS)]
        for name, whole in (("position", False), ("match", True)):
            took = [cpu_ms(partial(_ask, match, stood, whole=whole), runs=TRIES) for match in others]
            yield BenchFigure(f"outside.{key}.{name}", percentile(took, 90), "ms")
        yield BenchFigure(f"outside.{key}.cold", cpu_ms(partial(_match_positions, running), runs=TRIES), "ms")
        near = sum(_ask(match, [each], whole=True) for match in others for each in stood)
        yield BenchFigure(f"outside.{key}.refused", 100 * near / OTHERS / RUNNING, "% a match")


def _match_positions(matches: Sequence[Match]) -> list[PastPositions]:
    return [collect_past_positions(match) for match in matches]


def _ask(match: Match, stood: list[PastPositions], *, whole: bool) -> bool:
    """Return whether help with a match is refused.

    Unless `whole`, the question is about the position at the start of its last third.
    """
    asked = match if whole else match.copy_at(len(match.plies) * 2 // 3)
    return is_near(collect_help_requests(asked, all_positions=whole), stood, usual_start(asked))


def _match(game: AnyGame, seed: int) -> Match:
    """Return a random match, the same for each seed."""
    match, chance = Match(game, {}, seed.to_bytes(32, "big")), Random(seed)
    while match.turn is not None and len(match.plies) < PLIES:
        match.make_move(chance.choice(game.moves(match.position)))
    return match
