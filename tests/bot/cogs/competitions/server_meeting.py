"""A team match of two servers, from its challenge to its boards."""

from typing import Any

import discord

from data.competitions.pairings import PairingRow
from tests.bot.cogs.competitions.league_steps import later
from tests.bot.competing import load_pairings, lose, people
from tests.bot.officials import manager, official
from tests.bot.server import Server, reply_text, texts

HOUR = 3600.0

GIVEN = {"game": "binar", "options": "size 3", "clock": "1d"}


class Meeting:
    """Two servers with their managers, and a team match between them."""

    def __init__(self, room: Server, mo: Any, eve: Any, away: Any, channel: Any) -> None:
        self.room, self.mo, self.eve, self.away, self.channel = room, mo, eve, away, channel
        self.code = ""
        self.hosts: list[Any] = []
        self.guests: list[Any] = []

    @classmethod
    async def after_acceptance(cls, room: Server, **options: Any) -> "Meeting":
        """A meeting that the other server has accepted."""
        meeting = await cls.after_invitation(room, **options)
        taken = await meeting.eve.slash(meeting.channel, "team accept", code=meeting.code, name="Away")
        assert taken.ephemeral and "This server plays" in reply_text(taken)
        await room.env.settle()
        return meeting

    @classmethod
    async def after_invitation(cls, room: Server, **options: Any) -> "Meeting":
        """A meeting for which the other server has the code."""
        mo = manager(room)
        away = room.env.create_guild("Elsewhere")
        channel = away.create_text_channel("matches")
        eve = official(room, "Eve", guild=away, manage_guild=True)
        meeting = cls(room, mo, eve, away, channel)
        shown = await mo.slash(room.channel, "team challenge", **GIVEN | {"name": "Home"} | options)
        meeting.code = reply_text(shown).split("code:")[1].split("\n")[0]
        await room.env.settle()
        return meeting

    @classmethod
    async def with_closed_dms(cls, room: Server) -> tuple["Meeting", discord.Message]:
        """A started meeting whose first guest takes no direct messages.

        Also return the message that tells the guest so.
        """
        meeting = await cls.after_acceptance(room)
        await meeting.join(2)
        path = f"/channels/{meeting.guests[0].user.dm_channel.id}/messages"
        room.env.inject_error("POST", path, status=403, code=50007, times=None)
        await meeting.mo.click(meeting.home("Two teams"), label="Start now")
        await later(room, 40.0)
        return meeting, meeting.there("your direct messages are closed")

    @classmethod
    async def after_start(cls, room: Server, count: int, **options: Any) -> "Meeting":
        """A started meeting with `count` players on each side."""
        meeting = await cls.after_acceptance(room, **options)
        await meeting.join(count)
        assert "It starts." in reply_text(
            await meeting.mo.click(meeting.home("Two teams"), label="Start now")
        )
        await later(room, 40.0)
        return meeting

    async def join(self, count: int) -> None:
        self.hosts = people(self.room, count, "Host")
        self.guests = people(self.room, count, "Guest", guild=self.away)
        for member in self.hosts:
            assert "You play for Home" in reply_text(
                await member.click(self.home("Two teams"), label="Join Home")
            )
        for member in self.guests:
            assert "You play for Away" in reply_text(
                await member.click(self.there("Two teams"), label="Join Away")
            )
        await self.room.env.settle()

    def home(self, word: str) -> discord.Message:
        return newest(self.room.channel, word)

    def there(self, word: str) -> discord.Message:
        return newest(self.channel, word)

    async def load_pairings(self) -> list[PairingRow]:
        """Return the pairings of the match."""
        return await load_pairings(self.room)

    async def lose(self, match_id: int, seat: int) -> None:
        await lose(self.room, match_id, seat)

    def threads(self) -> list[discord.Message]:
        return [message for thread in self.room.channel.threads for message in thread.history()]


def newest(channel: Any, word: str) -> discord.Message:
    found: list[discord.Message] = [message for message in channel.history() if word in texts(message)]
    return max(found, key=lambda message: message.id)


def direct(member: Any) -> list[discord.Message]:
    """The direct messages to a member, oldest first."""
    return sorted(member.user.dm_channel.history(), key=lambda message: message.id)
