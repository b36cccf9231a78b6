"""A step in the opening tree of a server with 10,000 and with 100,000 matches.

The matches are of 400 people in 12 channels, by lines of American checkers in which every move is
drawn, the first ones of a list much likelier than the others. A step is the reading that a press of
a button needs: playing the line so far again, the viewer's access to channels, the counts of the
replies, and the replies' moves. Drawing the picture is not included.

The cost of `/insight` over 200 appraised matches is measured too: reading, counting and drawing.
"""

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time, time

from bot.cards.kit.pictures import draw_card
from bot.cards.learning.insight import insight_card
from club.club import Club
from club.learning.insight import build_insight
from club.learning.openings import Openings, TreeOwner, TreePosition, TreeReader
from club.learning.trails import PLIES, tree_line
from club.members.people import Person
from data.database.store import Store
from data.database.transaction import Transaction
from data.learning import appraisals, trees
from data.learning.appraisals import AppraisalRow
from data.learning.trees import TreeLine
from data.play import matches
from data.play.matches import NewMatch
from data.store_opening import open_store
from rendering.themes import DEFAULT_THEME
from rules.catalogue import GAMES
from rules.match import Match
from words import localizer_for
from workshop.bench.row import BenchFigure

COUNTS = (10_000, 100_000)
LINES = 1500
"""Number of different lines; all matches up to their end are drawn from these."""
PEOPLE = 400
CHANNELS = 12
AT_ONCE = 500
WALKS = 12
"""Ways into the tree that are measured, each step of them."""
GUILD, LOOKER = 1, 10_000
MATCHES = 200
"""Matches of the person whose insight is measured."""
RUNS = 9


def rows() -> Iterator[BenchFigure]:
    """Yield the median of a step for each number of matches.

    The baseline is the smallest number's.
    """
    Path("var").mkdir(exist_ok=True)
    taken = asyncio.run(_measure())
    for count in COUNTS:
        yield BenchFigure(f"learn.openings.{count}", taken[count], "ms", taken[COUNTS[0]])
    yield BenchFigure(f"learn.insight.{MATCHES}", asyncio.run(_insight()), "ms CPU")


async def _measure() -> dict[int, float]:
    """Return the median milliseconds of a step by number of matches."""
    taken: dict[int, float] = {}
    lines, chance, there = _lines(), random.Random(1), 0
    with TemporaryDirectory(dir="var") as folder:
        store = await open_store(Path(folder) / "twotone.db", now=time)
        club = Club(store, now=time, chance=lambda below: 0, secret=lambda: bytes(32))
        try:
            for count in COUNTS:
                while there < count:
                    await _add(store, lines, chance)
                    there += AT_ONCE
                taken[count] = median(await _time_steps(club.learning.openings))
        finally:
            await store.close()
    return taken


def _lines() -> list[TreeLine]:
    """Return what different matches add to the tree."""
    found: list[TreeLine] = []
    chance = random.Random(2)
    for _ in range(LINES):
        match = Match(GAMES["american"], {}, bytes(32))
        while match.turn is not None and len(match.plies) < PLIES:
            moves = match.moves()
            match.play(moves[min(int(chance.expovariate(0.7)), len(moves) - 1)])
        line = tree_line(match)
        assert line is not None
        found.append(line)
    return found


async def _add(store: Store, lines: list[TreeLine], chance: random.Random) -> None:
    """Add some matches that are over."""

    async def job(tx: Transaction) -> None:
        for _ in range(AT_ONCE):
            first, second = chance.sample(range(1, PEOPLE + 1), 2)
            new = NewMatch(
                game="american",
                options="{}",
                secret=bytes(32),
                rules_version=1,
                turn=0,
                guild_id=GUILD,
                channel_id=1 + chance.randrange(CHANNELS),
                record="",
            )
            row = await matches.create(tx, new, [(first, "A"), (second, "B")], at=1.0)
            await trees.add(tx, row, chance.choice(lines))

    await store.write(job)


async def _time_steps(openings: Openings) -> list[float]:
    """Return the milliseconds of each step on some ways into the tree."""

    async def sees(channel_id: int) -> bool:
        return channel_id % 4 > 0

    taken: list[float] = []
    chance = random.Random(3)
    whose, asks = TreeOwner(None), TreeReader(LOOKER, GUILD, sees)
    for _ in range(WALKS):
        step: TreePosition | None = await openings.load_start(whose, asks, None)
        while step is not None and step.replies:
            on = chance.choice(step.replies[:3])
            began = perf_counter()
            step = await openings.load_position(whose, asks, step.kind.id, on.path)
            taken.append((perf_counter() - began) * 1000)
    return taken


async def _insight() -> float:
    """Return the median CPU milliseconds of `/insight`: reading, counting and drawing."""
    with TemporaryDirectory(dir="var") as folder:
        store = await open_store(Path(folder) / "twotone.db", now=time)
        club = Club(store, now=time, chance=lambda below: 0, secret=lambda: bytes(32))
        taken: list[float] = []
        say = localizer_for("en")
        try:
            await store.write(_add_finished)
            for _ in range(RUNS + 1):
                began = process_time()
                known = await club.learning.insights.load_history(LOOKER)
                card = insight_card(
                    build_insight(known.rows), known, Person(LOOKER, "Ada"), say, theme=DEFAULT_THEME
                )
                await draw_card(card)
                taken.append((process_time() - began) * 1000)
        finally:
            await store.close()
    return median(taken[1:])


async def _add_finished(tx: Transaction) -> None:
    """Add a member's finished matches, of all games, sides and lengths, all appraised."""
    chance, games = random.Random(4), [*GAMES]
    for number in range(MATCHES):
        new = NewMatch(
            game=games[number % 7],
            options="{}",
            secret=bytes(32),
            rules_version=1,
            turn=0,
            guild_id=GUILD,
            channel_id=1,
            record="",
        )
        people = [(LOOKER, "Ada"), (1 + number, "A")]
        row = await matches.create(tx, new, people[:: chance.choice((1, -1))], at=1.0 + number * 86400)
        sql = "UPDATE match SET status = 'over', winner = ?, reason = 'x', plies = ? WHERE id = ?"
        await tx.run(sql, chance.choice((0, 1, None)), chance.randrange(6, 120), row.id)
        await tx.run("UPDATE seat SET running = 0 WHERE match_id = ?", row.id)
        early, middle, late = (chance.randrange(200) for _ in range(3))
        accuracy, cost = chance.randrange(40, 100), max(early, middle, late)
        found = AppraisalRow(LOOKER, row.id, accuracy, early, middle, late, 3, cost, "lesson.men", number % 3)
        await appraisals.save(tx, found)
