"""The bot, unmodified and in a process of its own, at a served world: what its tests over the wire play on."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from pathlib import Path

from playground.bot_process import BotProcess
from playground.components import walk
from playground.directory import Channel, Message
from playground.errors import JSON
from playground.state import ADA_ID, BEN_ID, CLEO_ID, GAMES_ID
from tests.playground.conftest import Server

MEMBERS = (ADA_ID, BEN_ID, CLEO_ID)
WITHIN = 15.0
Choose = Callable[[Sequence[str]], str]
# What a bot may never be refused: these are mistakes of its own.
MISTAKES = ("50035", "50006", "50109", "40005", "40060", "10015", "50013", "50001", "404: Not Found")


class Table:
    """A world with the bot in it, and all that was ever told to each member."""

    def __init__(self, server: Server, bot: BotProcess) -> None:
        self.server = server
        self.world = server.world
        self.bot = bot
        self.told: dict[str, list[str]] = {member: [] for member in MEMBERS}
        self._changed = asyncio.Event()

    async def listen(self, member_id: str) -> None:
        """Write down everything a member is told."""
        async with self.world.watch(member_id) as events:
            while True:
                self.told[member_id].append(json.dumps(await events.get()))
                self._changed.set()

    async def until(self, true: Callable[[], bool]) -> None:
        """Wait until something is true, looking again whenever a member was told something."""
        async with asyncio.timeout(WITHIN):
            while not true():
                self._changed.clear()
                await self._changed.wait()

    async def begin(self, game: str, **options: str) -> Channel:
        """Ada challenges Ben, who accepts; the thread they play in, its board posted."""
        asked = {"game": game, "opponent": BEN_ID, **options}
        challenge = (await self.world.slash(ADA_ID, GAMES_ID, "play", asked))["message_id"]
        await self.world.click(BEN_ID, challenge, button(self.message(challenge), "Accept"))
        channels = self.world.state.channels
        await self.until(
            lambda: challenge in channels and any(map(is_board, channels[challenge].messages.values()))
        )
        return channels[challenge]

    async def to_move(self, place: Channel) -> tuple[str, list[str]] | None:
        """Who is to move and his completions, None once the match is over."""
        for member_id in (ADA_ID, BEN_ID):
            offered = await self.world.complete(member_id, place.id, "move", {"move": ""}, "move")
            if offered:
                return member_id, [str(choice["value"]) for choice in offered]
        return None

    async def play(self, place: Channel, choose: Choose, limit: int = 200) -> list[str]:
        """Play moves of those offered until the match is over, or `limit` of them; returns them."""
        played: list[str] = []
        while len(played) < limit and (turn := await self.to_move(place)) is not None:
            member_id, offered = turn
            played.append(choose(offered))
            await self.world.slash(member_id, place.id, "move", {"move": played[-1]})
        return played

    def message(self, message_id: str) -> Message:
        """A message that is there."""
        message = self.world.state.message(message_id)
        assert message is not None
        return message

    def board(self, place: Channel) -> Message:
        """The newest board of a place."""
        return next(message for message in reversed(place.messages.values()) if is_board(message))

    def dms(self, member_id: str) -> list[JSON]:
        """All that was said to a member in DMs."""
        return [message for dm in self.world.sight(member_id)["dms"] for message in dm["messages"]]


def is_board(message: Message) -> bool:
    """Whether a message shows a board to everybody."""
    return message.only_for is None and bool(message.body["attachments"])


def button(message: Message, label: str) -> str:
    """The custom_id of the button with that label."""
    found: str = next(c["custom_id"] for c in walk(message.body["components"]) if c.get("label") == label)
    return found


def words(body: JSON) -> str:
    """All a message says."""
    shown: Iterator[str] = (c["content"] for c in walk(body["components"]) if "content" in c)
    return "\n".join([body["content"], *shown])


def alt_texts(body: JSON) -> list[str]:
    """What a message's pictures say in words."""
    return [
        item["description"]
        for c in walk(body["components"])
        for item in c.get("items", ())
        if item["description"]
    ]


@contextlib.asynccontextmanager
async def at_table(server: Server, folder: Path, quiet: bool = True) -> AsyncIterator[Table]:
    """The bot, online at `server`; afterwards no request was malformed, and if `quiet` its log tells no error."""
    bot = BotProcess(server.address, folder)
    table = Table(server, bot)
    server.world.faults.restart = bot.restart
    listening = [asyncio.create_task(table.listen(member)) for member in MEMBERS]
    await bot.start()
    try:
        await table.until(lambda: server.world.state.bot_online)
        yield table
    finally:
        await bot.stop()
        for task in listening:
            task.cancel()
    mistakes = [line for line in server.rest.refused if any(f" {code}: " in line for code in MISTAKES)]
    assert mistakes == []
    assert not quiet or "Traceback" not in bot.log_end(10_000), bot.log_end(60)
