"""Members who finish matches of Binar and learn from them.

To look through one match takes a hundredth of a second.
"""

import asyncio
from functools import cache

from club.club import Club
from club.members.people import Person
from club.play.match.matches import Table
from club.puzzles.mining import AFTER
from data.learning import learning
from data.learning.learning import ExerciseRow
from engines.exercises import Exercise, find_exercises
from rules.catalogue import GAMES
from rules.match import Match, secret_of
from tests.club.people import ANN, BEN, make_first_moves, start_match
from tests.club.play.course.computer_matches import a_moment
from tests.club.room import Room
from tests.pace import PATIENCE


def blunder_match() -> Match:
    """A match in which both seats miss a win: each takes the first free cell."""
    match = Match(GAMES["binar"], {}, secret_of("learner"))
    while match.turn is not None:
        match.play(match.moves()[0])
    return match


@cache
def exercise() -> Exercise:
    """An exercise from that match."""
    return find_exercises(blunder_match(), 1, (0, 1))[0]


async def finish_match(club: Club, people: tuple[Person, Person] = (ANN, BEN)) -> Table:
    """Play a match to its end, lost by the learner."""
    table = await start_match(club, people=people)
    while not table.is_over:
        table = await make_first_moves(club, table)
    return table


async def looked_through(room: Room, *, after: float = AFTER) -> None:
    """Time goes on, and everything is looked through that is due then."""
    room.time[0] += after
    jobs = room.club.learning.maker.jobs
    jobs.ring()
    async with asyncio.timeout(PATIENCE):
        while jobs.flying or jobs.alarm.task:
            await a_moment()


async def store_exercise(
    club: Club, table: Table, key: str = "0123456789", *, due_day: int = 0, user_id: int = ANN.id
) -> ExerciseRow:
    """Store an exercise of a member as if it had been found in a match."""
    row = ExerciseRow(user_id, key, table.row.id, "binar", exercise().to_line(), 0, due_day, 0.0)
    await club.store.write(lambda tx: learning.add(tx, row))
    return row


async def exercises_of(club: Club, user_id: int) -> list[ExerciseRow]:
    found = await club.store.read(
        lambda tx: tx.all("SELECT * FROM exercise WHERE user_id = ? ORDER BY key", user_id)
    )
    return [ExerciseRow(**row) for row in found]
