"""People who finish matches that are counted in the trees of openings."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any, Final

import pytest

from club.learning.openings import TreeOwner, TreePosition, TreeReader
from club.members.people import Act, Person
from club.play.course.offers import OfferKind
from club.play.match.matches import Table
from rules.catalogue import GAMES
from tests.club.people import ANN, BEN, CHANNEL, GUILD, act, interactions, make_challenge
from tests.club.play.course.computer_matches import a_moment
from tests.club.room import Room
from tests.pace import PATIENCE

OWN: Final = TreeOwner(ANN.id)
HERE: Final = TreeOwner(None)


@pytest.fixture
async def explorers(room: Room) -> AsyncIterator[Room]:
    """A club that counts matches."""
    await room.club.processes.open(3600.0)
    await room.club.learning.tree_counter.jobs.open()
    yield room
    await room.club.learning.tree_counter.jobs.stop()


async def play_line(
    room: Room,
    moves: str | Sequence[str],
    *,
    game: str = "american",
    people: tuple[Person, Person] = (ANN, BEN),
    loser: int | None = 1,
    channel_id: int = CHANNEL,
    guild_id: int = GUILD,
    **given: Any,
) -> Table:
    """Play a match with these moves.

    If it is not over by then, seat `loser` resigns; `None` means a draw.
    """
    club = room.club
    row = await make_challenge(club, game, people=people, channel_id=channel_id, guild_id=guild_id, **given)
    table = await club.play.challenges.accept(row.id, taker=people[1], interaction_id=next(interactions))
    for move in moves.split() if isinstance(moves, str) else moves:
        assert table.turn is not None
        by = Act(table.player(table.turn).user_id, next(interactions))
        table = await club.play.matches.play(table.row.id, by, move)
    if table.is_over:
        return table
    first, second = (Person(each.user_id, str(each.name)) for each in table.row.seats)
    if loser is None:
        await club.play.offers.offer(table.row.id, act(first), OfferKind.DRAW)
        return await club.play.offers.accept(table.row.id, act(second), OfferKind.DRAW)
    return await club.play.matches.resign(table.row.id, act((first, second)[loser]))


async def wait_for_trees(room: Room) -> None:
    """Let time go on until every waiting match is counted in the trees.

    This includes matches that the database had no time for at once.
    """
    jobs = room.club.learning.tree_counter.jobs
    async with asyncio.timeout(PATIENCE):
        while await room.club.store.read(lambda tx: tx.all("SELECT match_id FROM tree_job")):
            room.time[0] += 60.0
            jobs.ring()
            while jobs.flying or jobs.alarm.task:
                await a_moment()


def asks(who: Person, *channels: int, guild_id: int | None = GUILD) -> TreeReader:
    """A member who asks on the server and sees these channels."""

    async def sees(channel_id: int) -> bool:
        return channel_id in channels

    return TreeReader(who.id, guild_id, sees)


async def tree(
    room: Room, whose: TreeOwner, by: TreeReader, *moves: str, game: str = "american"
) -> dict[str, tuple[int, int, int]]:
    """Return the replies played after these moves, as written, and their results.

    The answer is empty if there is no tree.
    """
    step = await room.club.learning.openings.load_start(whose, by, GAMES[game])
    if step is None:
        return {}
    for move in moves:
        step = await room.club.learning.openings.load_position(whose, by, step.kind.id, ways(step)[move])
    return {
        reply.match.plies[-1].text: (reply.counts.first, reply.counts.drawn, reply.counts.second)
        for reply in step.replies
    }


def ways(step: TreePosition) -> dict[str, str]:
    """The way to each reply of a step, as written."""
    return {reply.match.plies[-1].text: reply.path for reply in step.replies}


async def rows(room: Room) -> list[tuple[int, str]]:
    """Which replies are counted for whom."""
    found = await room.club.store.read(lambda tx: tx.all("SELECT user_id, reply FROM tree_count"))
    return sorted((row["user_id"], row["reply"]) for row in found)
