"""Ratings of members, and rated matches that are over."""

import re
from collections.abc import Sequence
from typing import Any

from club.members.people import Act
from data.database.transaction import Transaction
from data.standing import rated_rows, ratings
from data.standing.rated_rows import RatedRow
from data.standing.ratings import RatingRow
from tests.bot.matches_over import give_up
from tests.bot.server import Server


async def stands(
    room: Server, *people: int, game: str = "binar", opponents: int = 4, deviation: float = 80.0
) -> None:
    """These people have ratings on the server, each ten points under the one before."""

    async def job(tx: Transaction) -> None:
        for number, user_id in enumerate(people):
            points = 1700.0 - 10 * number
            await ratings.put(
                tx,
                RatingRow(
                    room.guild.id,
                    game,
                    user_id,
                    "",
                    points,
                    deviation,
                    room.bot.club.now(),
                    matches=9,
                    opponents=opponents,
                ),
            )

    await room.run(room.bot.club.store.write(job))


async def add_rated_match(
    room: Server, people: Sequence[Any], *, game: str = "binar", match_id: int = 1
) -> None:
    """Store a finished rated match of two people that the first has won."""
    first, second = people

    async def job(tx: Transaction) -> None:
        number, at = await rated_rows.claim_number(tx, room.guild.id, room.bot.club.now())
        await rated_rows.add(
            tx, RatedRow(room.guild.id, number, match_id, game, first.id, "", second.id, "", 0, at, edge=0.0)
        )

    await room.run(room.bot.club.store.write(job))


RATING = re.compile(r"-# <@(\d+)>: (\d+)\u00a0±\u00a0(\d+)\u00a0→ (\d+)\u00a0±\u00a0(\d+)")
"""A line of a card: who, their rating before and after."""


async def play_cleo(room: Server) -> None:
    """Let Ann and Ben each play Cleo.

    After that, what they play with each other counts.
    """
    for match_id, pair in enumerate([(room.ann, room.cleo), (room.cleo, room.ben)], 101):
        await add_rated_match(room, pair, match_id=match_id)


async def end_match(room: Server, number: int = 1) -> Any:
    """Play a match of Ann and Ben that Ben resigns after six moves.

    Return its place.
    """
    place = await room.begin("binar", side="Even")
    for _ in range(6):
        table = await room.bot.club.play.matches.load(number)
        assert table.turn is not None
        mover = table.player(table.turn).user_id
        await room.run(
            room.bot.club.play.matches.play(
                number, Act(mover, 7000 + table.row.version), table.match.moves()[0]
            )
        )
    await give_up(room.ben, place)
    return place
