"""A database as it is after weeks on a server, mostly Ada's.

It has matches, exercises, puzzle attempts and a daily puzzle. Matches are played through the club;
findings that take a computer minutes are added as rows.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from club.club import Club
from club.learning.exercises import load_today
from club.members.people import Person
from club.play.match.matches import Table
from club.puzzles.daily import day_number, load_month_number
from data.database.columns import column_values, insert_statement
from data.database.store import Store
from data.database.transaction import Transaction
from data.learning import appraisals, learning
from data.learning.appraisals import WAITING, AppraisalRow
from data.learning.guesses import GuessMonthRow
from data.learning.learning import ExerciseRow
from data.puzzles import daily, puzzle_rating, puzzle_runs
from data.puzzles.puzzle_rating import PuzzleTryRow, SolverRow
from data.puzzles.puzzle_runs import RACE, STREAK, BestRunRow
from data.store_opening import open_store
from engines.exercises import Exercise, find_exercises, parse_exercise
from engines.puzzles.puzzle import load_shipped_puzzles
from playground.world.state import ADA_ID, BEN_ID, GAMES_ID, GUILD_ID
from rules.catalogue import GAMES
from rules.match import Match
from tests.club.learner import blunder_match
from tests.club.people import act, start_match
from tests.databases import closing
from tests.rules.playouts import random_match

ADA, BEN = Person(int(ADA_ID), "Ada"), Person(int(BEN_ID), "Ben")
OTHERS = [Person(int(ADA_ID) + 1000 + number, f"Member {number + 1}") for number in range(6)]
GUILD, PLACE = int(GUILD_ID), int(GAMES_ID)
OPENINGS = (
    ("american", ("11-15", "23-19", "8-11", "22-17")),
    ("american", ("11-15", "24-20", "8-11")),
    ("american", ("11-15", "22-18", "15x22", "25x18")),
    ("american", ("9-13", "22-18")),
    ("american", ("12-16", "24-20", "8-12")),
    ("american", ("11-16", "23-18")),
    ("american", ("10-14", "24-19")),
    ("american", ("10-15", "21-17")),
    ("american", ("9-14", "22-18")),
    ("american", ("11-15", "23-18", "8-11")),
    ("american", ("11-15", "23-19", "9-14")),
    ("binar", ("c3", "d4", "a1")),
    ("binar", ("c3", "b2")),
    ("binar", ("b2", "d4", "c3")),
    ("binar", ("a1", "c3")),
)
"""Openings of the matches whose tree is walked; the player to move then resigns."""
LESSONS = ("men", "crown", "capture", "men", "win")
DAY = 86_400.0
AGO = (3600.0, 7200.0, DAY, 2 * DAY, 9 * DAY)


FOUND = (
    r'["{\"match\":1,\"options\":{},\"at\":\"W:Wd4,h4,e3,b2,d2,f2,h2,a1,c1,e1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,f6,h6,b4\",'
    r'\"line\":\"d4-e5\",\"given\":0,\"stars\":1}",0,4,["f2-g3","b4-c3","d2:b4"],["d4-e5","f6:d4","e3:a3"],false,false]'
)
"""An exercise from a random Russian checkers match; it took half a minute to find."""


@cache
def exercises() -> dict[str, Exercise]:
    """Ada's exercises by the keys that the buttons have."""
    binar = find_exercises(blunder_match(), 1, (1,))[0]
    return {"0000000001": parse_exercise("russian", FOUND), "0000000002": binar}


class Seeding:
    """Plays matches and puts rows into a fresh database.

    `now` is the world's time, `time` the club's.
    """

    def __init__(self, now: float) -> None:
        self.now = now
        self.time = now - 60 * DAY
        self.club: Club

    def make_club(self, store: Store) -> None:
        """Make the club that goes by `time`."""
        self.club = Club(store, now=lambda: self.time, chance=lambda _: 0, secret=lambda: bytes(32))

    async def play_match(
        self, game: str, moves: Sequence[str], people: tuple[Person, Person], *, clock: str = ""
    ) -> Table:
        """Play a match on another day with these moves.

        If it is not over then, the player to move resigns.
        """
        self.time += DAY
        table = await start_match(
            self.club, game, people=people, guild_id=GUILD, clock=clock, channel_id=PLACE
        )
        for move in moves:
            table = await self.club.play.matches.play(table.row.id, act(mover(table)), move)
        if table.turn is not None:
            table = await self.club.play.matches.resign(table.row.id, act(mover(table)))
        return table

    async def matches(self) -> list[Table]:
        """Ada's matches with others, in several games and at several clocks."""
        chance, tables = random.Random(1), []
        for number, (game, moves) in enumerate(OPENINGS * 2):
            other = (BEN, *OTHERS)[number % 7]
            people = (ADA, other) if number % 3 else (other, ADA)
            longer = further(game, moves, chance.randrange(24), chance)
            clock = ("", "3 days", "10+5", "")[number % 4]
            tables.append(await self.play_match(game, longer, people, clock=clock))
        for number in range(6):
            whole = [ply.text for ply in random_match(GAMES["yin-yang"], {}, number, 200).plies]
            tables.append(await self.play_match("yin-yang", whole, (ADA, OTHERS[number])))
        return tables

    async def learner(self) -> None:
        """Two exercises of Ada are due."""
        await self.club.members.preferences.change(ADA.id, learning=True)
        russian = [ply.text for ply in random_match(GAMES["russian"], {}, 0, limit=36).plies]
        found = zip(
            exercises().items(),
            (
                await self.play_match("russian", russian, (ADA, OTHERS[0])),
                await self.play_match("binar", [ply.text for ply in blunder_match().plies], (BEN, ADA)),
            ),
            strict=True,
        )

        async def job(tx: Transaction) -> None:
            today = await load_today(tx, ADA.id, self.now)
            for (key, exercise), table in found:
                told, game = exercise.to_line(), table.game.key
                row = ExerciseRow(ADA.id, key, table.row.id, game, told, 0, today - 1, self.now)
                await learning.add(tx, row)

        await self.club.store.write(job)

    async def add_appraisals(self, tables: Sequence[Table]) -> None:
        """Add appraisals of most of Ada's matches."""
        chance = random.Random(2)

        async def job(tx: Transaction) -> None:
            for number, table in enumerate(tables):
                lesson = LESSONS[number % 5] if number % 3 else None
                cost = chance.randrange(150, 420) if lesson else 0
                row = AppraisalRow(
                    ADA.id,
                    table.row.id,
                    min(97, 61 + number + chance.randrange(8)),
                    chance.randrange(40),
                    chance.randrange(60, 160),
                    chance.randrange(90),
                    1 if lesson else None,
                    cost,
                    f"lesson.{lesson}" if lesson else None,
                    number % 3,
                )
                if number % 8:
                    await appraisals.save(tx, row)

        await self.club.store.write(job)

    async def puzzles(self) -> None:
        """Ada has tried puzzles and missed some; others have been better this month."""

        async def job(tx: Transaction) -> None:
            for game, points in (("american", 1482.0), ("russian", 1611.0), ("binar", 1355.0)):
                for number, puzzle in enumerate(load_shipped_puzzles(game)[:5]):
                    won, at = number % 2 == 0, self.now - AGO[number]
                    gain = 31.4 if won else -27.6
                    row = PuzzleTryRow(ADA.id, puzzle.key, game, won, at, points, gain, 1500.0, -gain)
                    await puzzle_rating.add_try(tx, row)
                rated = SolverRow(ADA.id, game, points, 96.0, self.now - 60.0 * len(game), 5)
                await puzzle_rating.put_solver(tx, rated)
            month = await load_month_number(tx, GUILD, self.now)
            for number, other in enumerate((*OTHERS, BEN)):
                for kind in (STREAK, RACE):
                    best = BestRunRow(GUILD, kind, month, other.id, "russian", 19 - 2 * number, self.now)
                    await puzzle_runs.put_best(tx, best)
                row_ = GuessMonthRow(GUILD, month, other.id, 20 - number, 12 - number, self.now)
                await tx.run(*insert_statement("guess_month", column_values(row_)))

        await self.club.store.write(job)

    async def daily(self) -> None:
        """Give the server a daily puzzle.

        Yesterday's was solved by five people, today's is due.
        """
        await self.club.puzzles.daily.change_settings(
            GUILD, moderator_id=ADA.id, puzzle_channel=PLACE, puzzle_hour=0
        )

        async def job(tx: Transaction) -> None:
            today = day_number(self.now, None)
            key = load_shipped_puzzles("american")[7].key
            post = await daily.add(
                tx, guild_id=GUILD, channel_id=PLACE, day=today - 1, key=key, made_at=self.now - DAY
            )
            assert post is not None
            await daily.set_message(tx, post, 1)
            for number, who in enumerate((BEN, *OTHERS)):
                tries = 1 + number // 2
                await daily.record_result(tx, post, who.id, tries=tries, helped=False, at=self.now - 900.0)
            await daily.schedule(tx, GUILD, self.now - 1.0)

        await self.club.store.write(job)


def mover(table: Table) -> Person:
    """Whose turn it is."""
    assert table.turn is not None
    seat = table.player(table.turn)
    assert seat.user_id is not None
    return Person(seat.user_id, str(seat.name))


def further(game: str, moves: Sequence[str], more: int, chance: random.Random) -> list[str]:
    """These moves and some at random after them."""
    match = Match(GAMES[game], {}, bytes(32))
    for move in moves:
        match.play(move)
    while match.turn is not None and len(match.plies) < len(moves) + more:
        match.make_move(chance.choice(match.game.moves(match.position)))
    return [ply.text for ply in match.plies]


async def seed_database(path: Path, now: float) -> None:
    """Make such a database at a path."""
    seeding = Seeding(now)
    async with closing(await open_store(path, now=lambda: seeding.time)) as store:
        seeding.make_club(store)
        await seeding.add_appraisals(await seeding.matches())
        await seeding.learner()
        seeding.time = now
        await seeding.puzzles()
        await seeding.daily()
        # What these matches would have been posted as was seen weeks ago, and what is to be found in them is there.
        await store.write(lambda tx: tx.run("DELETE FROM outbox"))
        await store.write(lambda tx: tx.run("DELETE FROM learning"))
        await store.write(lambda tx: tx.run("DELETE FROM appraisal WHERE lesson = ?", WAITING))
