"""Helpers for the tests of all competitions.

They make a competition, gather people for it, and end the matches that it has paired.
"""

from typing import Any

from club.members.people import Act
from data.competitions import pairings
from data.competitions.pairings import PairingRow
from tests.bot.limits import pings
from tests.bot.officials import manager
from tests.bot.server import Server, reply_text


async def make_competition(room: Server, command: str, **options: Any) -> Any:
    """Run a command that makes a competition, and return the manager who ran it.

    `command` is for example "ladder create" or "team match".
    """
    mo = manager(room)
    shown = await mo.slash(room.channel, command, **options)
    assert shown.ephemeral and f"The {command.removesuffix(' create')} is there" in reply_text(shown)
    await room.env.settle()
    return mo


def people(
    room: Server, count: int, name: str = "Member", *, guild: Any = None, role: Any = None
) -> list[Any]:
    """Add new members to the server or to another `guild`: "Member 1" and so on.

    They get a role if one is given.
    """
    where, roles = guild or room.guild, [role] if role else []
    return [
        where.add_member(room.env.create_user(f"{name} {number}"), roles=roles)
        for number in range(1, count + 1)
    ]


async def load_pairings(room: Server, section_id: int = 1) -> list[PairingRow]:
    """Return the pairings of a section."""
    return await room.run(room.bot.club.store.read(lambda tx: pairings.list_for_section(tx, section_id)))


async def lose(room: Server, match_id: int, seat: int = 1) -> None:
    """Who has a seat of a match gives up."""
    seats = (await room.bot.club.play.matches.load(match_id)).row.seats
    await room.run(
        room.bot.club.play.matches.resign(match_id, Act(seats[seat].user_id, 9_000_000 + match_id))
    )


def take_mentions(room: Server) -> list[int]:
    """Return the users pinged in the channel since the last call."""
    found = [
        user
        for request in room.env.http_requests
        if request.path.endswith(f"/channels/{room.channel.id}/messages")
        for user in pings(request)
    ]
    room.env.http_requests.clear()
    return sorted(found)
