"""A move answered by a conditional move, beside one that waits for its answer.

The two are the same move of the same match. Both are whole moves of the club: the match is read,
the move made by the rules, and stored on the disk with all its consequences. They alternate, so
that other work on the machine slows both alike.
"""

import asyncio
import itertools
import random
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, time

from club.club import Club
from club.members.people import Act, Person
from club.play.match.matches import Table
from club.play.seek.proposals import Proposal
from data.play.places import Place
from data.store_opening import open_store
from rules.catalogue import GAMES
from workshop.bench.row import BenchFigure

MATCHES = 12
PAIRS = 16
"""Moves of each match that are measured, each with its answer."""
GAME = "russian"


def rows() -> Iterator[BenchFigure]:
    """Yield the one row."""
    Path("var").mkdir(exist_ok=True)
    answered, plain = asyncio.run(_measure())
    yield BenchFigure("advance.move", answered, "ms", plain)


async def _measure() -> tuple[float, float]:
    """Return the median milliseconds of a move answered at once, and of another."""
    acts = itertools.count(1)
    with TemporaryDirectory(dir="var") as folder:
        store = await open_store(Path(folder) / "twotone.db", now=time)
        club = Club(store, now=time, chance=lambda below: 0, secret=lambda: bytes(32))
        try:
            return await _time_moves(club, acts)
        finally:
            await store.close()


async def _time_moves(club: Club, acts: Iterator[int]) -> tuple[float, float]:
    """Return the medians of both kinds of move, measured in alternation."""
    answered: list[float] = []
    plain: list[float] = []
    for number in range(MATCHES):
        chance = random.Random(number)
        ahead, behind = [await _begin_match(club, 4 * number + at, acts) for at in (1, 3)]
        for _ in range(PAIRS):
            move, answer = _pair(behind, chance)
            if not answer:
                break
            waits = await club.play.conditional_moves.get(ahead.row.id, _waiting(ahead))
            await club.play.conditional_moves.add_line(
                waits, Act(_waiting(ahead), next(acts)), [move, answer]
            )
            began = perf_counter()
            behind = await club.play.matches.play(behind.row.id, Act(_moving(behind), next(acts)), move)
            moved = perf_counter()
            ahead = await club.play.matches.play(ahead.row.id, Act(_moving(ahead), next(acts)), move)
            answered.append((perf_counter() - moved) * 1000)
            plain.append((moved - began) * 1000)
            behind = await club.play.matches.play(behind.row.id, Act(_moving(behind), next(acts)), answer)
            assert ahead.match.position == behind.match.position
    return median(answered), median(plain)


def _pair(table: Table, chance: random.Random) -> tuple[str, str]:
    """Return a move and an answer to it that leave the match going on.

    The answer is empty if there is none.
    """
    match = table.match.copy()
    move = chance.choice(match.moves())
    match.play(move)
    answer = chance.choice(match.moves()) if match.turn is not None else ""
    if answer:
        match.play(answer)
    return move, answer if match.turn is not None else ""


async def _begin_match(club: Club, user_id: int, acts: Iterator[int]) -> Table:
    """Begin a match of two people: one has this id, the other the next."""
    ada, bob = Person(user_id, "Ada"), Person(user_id + 1, "Bob")
    proposal = Proposal(game=GAMES[GAME], options={}, opponent=bob, clock=None)
    row = await club.play.challenges.make(
        proposal, challenger=ada, place=Place(1, 2, None), interaction_id=next(acts)
    )
    return await club.play.challenges.accept(row.id, taker=bob, interaction_id=next(acts))


def _moving(table: Table) -> int:
    assert table.turn is not None
    return table.player(table.turn).user_id


def _waiting(table: Table) -> int:
    assert table.turn is not None
    return table.player(1 - table.turn).user_id
