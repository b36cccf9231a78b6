"""What the tests of all competitions do: make one, gather people for it, and end the matches that it has paired."""

from typing import Any

from club.members.people import Act
from data.competitions import pairings
from data.competitions.pairings import PairingRow
from tests.bot.cogs.members.test_settings import manager
from tests.bot.limits import pinged
from tests.bot.server import Server, told


async def made(room: Server, command: str, **options: Any) -> Any:
    """A manager of the server, who has made what a command makes: "ladder create", "team match"."""
    mo = await manager(room)
    shown = await mo.slash(room.channel, command, **options)
    assert shown.ephemeral and f"The {command.removesuffix(' create')} is there" in told(shown)
    await room.env.settle()
    return mo


def people(
    room: Server, count: int, name: str = "Member", *, guild: Any = None, role: Any = None
) -> list[Any]:
    """New members of the server, or of another `guild`: "Member 1" and so on, with a role if one is given."""
    where, roles = guild or room.guild, [role] if role else []
    return [
        where.add_member(room.env.create_user(f"{name} {number}"), roles=roles)
        for number in range(1, count + 1)
    ]


async def met(room: Server, section_id: int = 1) -> list[PairingRow]:
    """The pairings of a section."""
    return await room.run(room.bot.club.store.read(lambda tx: pairings.pairings(tx, section_id)))


async def lose(room: Server, match_id: int, seat: int = 1) -> None:
    """Who has a seat of a match gives up."""
    seats = (await room.bot.club.matches.get(match_id)).row.seats
    await room.run(room.bot.club.matches.resign(match_id, Act(seats[seat].user_id, 9_000_000 + match_id)))


def mentioned(room: Server) -> list[int]:
    """Whom the channel has mentioned aloud since this was asked last."""
    found = [
        user
        for request in room.env.http_requests
        if request.path.endswith(f"/channels/{room.channel.id}/messages")
        for user in pinged(request)
    ]
    room.env.http_requests.clear()
    return sorted(found)
