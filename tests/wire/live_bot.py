"""The unmodified bot as its own process, at a playground served in this one.

Every request is checked.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from playground.api.gateway import Gateway
from playground.api.rest_api import RestApi
from playground.app import GATEWAY, REST, make_app, serve
from playground.bot_process import BotProcess
from playground.checks.openapi import OpenAPI
from playground.world.errors import JSON
from playground.world.state import ADA_ID, BEN_ID, CLEO_ID, GAMES_ID
from playground.world.world import World
from tests.pace import PATIENCE
from tests.wire.visible_message import (
    EPHEMERAL,
    alt_texts,
    buttons,
    find_challenge,
    is_board,
    loading,
    version,
    words,
)

T = TypeVar("T")
MEMBERS = (ADA_ID, BEN_ID, CLEO_ID)
WITHIN = 60.0
DEFERRED_UPDATE = 6
MISTAKES = ("50035", "50006", "50109", "40005", "40060", "10015", "404: Not Found")
"""What Discord must never have to say to the bot: each is a mistake of its own."""


class Scene:
    """A world with the bot in it, and all that each member was ever told."""

    def __init__(self, world: World, rest: RestApi, gateway: Gateway, bot: BotProcess) -> None:
        self.world = world
        self.rest = rest
        self.gateway = gateway
        self.bot = bot
        self.told: dict[str, list[JSON]] = {member: [] for member in world.state.members}
        self._changed = asyncio.Event()

    async def listen(self, member_id: str) -> None:
        """Keep everything a member is told."""
        async with self.world.watch(member_id) as events:
            while True:
                self.told[member_id].append(await events.get())
                self._changed.set()

    async def until(self, found: Callable[[], T | None]) -> T:
        """Return the first result that `found` gives.

        It is called whenever a member receives an event.
        """
        async with asyncio.timeout(WITHIN):
            while not (what := found()):
                self._changed.clear()
                await self._changed.wait()
        return what

    def cpu_seconds(self) -> float:
        """The seconds of CPU that the bot's process has used."""
        assert self.bot.pid is not None
        return time.clock_gettime(~self.bot.pid << 3 | 2)  # Linux's number of another process's clock

    def messages(self, member_id: str, channel_id: str) -> list[JSON]:
        """The messages of a channel, thread or DM as a member sees them, oldest first.

        Empty if the place does not exist.
        """
        return self.world.messages(member_id, channel_id)

    def message(self, message_id: str | None) -> JSON:
        """A message that is there."""
        message = self.world.state.find_message(message_id or "")
        assert message is not None
        return message.body

    def board(self, place: str) -> JSON:
        """The newest board of a place, as it is now.

        Later its message may be edited to be the next board.
        """
        return next(dict(body) for body in reversed(self.messages(ADA_ID, place)) if is_board(body))

    def boards(self, place: str) -> list[JSON]:
        """All pictures for everybody in a place, those that have lost their buttons too."""
        seen = self.messages(ADA_ID, place)
        return [body for body in seen if alt_texts(body) and not body["flags"] & EPHEMERAL]

    async def dare(self, game: str, where: str = GAMES_ID, **options: str) -> tuple[str, str]:
        """Let Ada challenge Ben; return the card and its Accept.

        On a busy machine the card comes by itself, after a deferred answer.
        """
        known = {body["id"] for body in self.messages(ADA_ID, where)}
        await self.world.slash(ADA_ID, where, "play", {"game": game, "opponent": BEN_ID, **options})
        return await self.until(lambda: find_challenge(self.messages(ADA_ID, where), known))

    async def begin(self, game: str, where: str = GAMES_ID, **options: str) -> str:
        """Let Ada challenge Ben, who accepts; return the place of the posted board.

        It is a thread, or `where` itself if the bot is there by user_install.
        """
        known = {body["id"] for body in self.messages(ADA_ID, where)}
        challenge, accept = await self.dare(game, where, **options)
        await self.world.click(BEN_ID, challenge, accept)
        place = challenge if where == GAMES_ID else where

        def has_board() -> bool:
            there = [body for body in self.messages(BEN_ID, place) if body["id"] not in (*known, challenge)]
            return any(is_board(body) for body in there)

        await self.until(has_board)
        return place

    async def press(self, member_id: str, message_id: str, label: str) -> JSON:
        """Press a button by its label; the message that answers, once it is there in full."""
        custom_id = buttons(self.message(message_id))[label]
        return await self.press_component(member_id, message_id, custom_id)

    async def resign(self, member_id: str, place: str) -> None:
        """Give a match up, and wait until its last board is there."""
        more = await self.press(member_id, self.board(place)["id"], "More")
        sure = await self.press(member_id, more["id"], "Resign")
        await self.press(member_id, sure["id"], "Resign")
        await self.until(lambda: "Play" not in buttons(self.board(place)))

    async def press_component(self, member_id: str, message_id: str, custom_id: str) -> JSON:
        """Press a button and return the answer.

        If the answer was deferred, return the message that changes or appears beside the card. Play leaves
        a card that others see as it is: its picker is beside the card, even if the card changes for another
        reason.
        """
        card = self.message(message_id)
        known, edited = self._ephemerals(member_id, card), card["edited_timestamp"]
        stays = ":play:" in custom_id and not card["flags"] & EPHEMERAL
        outcome = await self.world.click(member_id, message_id, custom_id)
        if outcome["kind"] != DEFERRED_UPDATE:
            return await self._wait_loaded(outcome["message_id"] or message_id)

        def came() -> JSON | None:
            beside = self._ephemerals(member_id, card)
            new = next((beside[each] for each in beside if each not in known), None)
            return new or (card if not stays and card["edited_timestamp"] != edited else None)

        return await self.until(came)

    def _ephemerals(self, member_id: str, card: JSON) -> dict[str, JSON]:
        """The ephemeral messages that a member sees in a card's channel, by id."""
        seen = self.messages(member_id, card["channel_id"])
        return {body["id"]: body for body in seen if body["flags"] & EPHEMERAL}

    async def answer(self, act: Coroutine[Any, Any, JSON]) -> JSON:
        """What answers a command, once it is there in full."""
        return await self._wait_loaded((await act)["message_id"])

    async def _wait_loaded(self, message_id: str) -> JSON:
        """Wait until a message is no longer loading, and return its body."""
        message = self.world.state.find_message(message_id)
        assert message is not None
        await self.until(lambda: not loading(message))
        return message.body

    async def wait_for_board(self, place: str, after: int) -> JSON:
        """Return the board of a version newer than `after`, once it is there."""
        return await self.until(
            lambda: board if version(board := self.board(place)) > after and board["attachments"] else None
        )

    async def wait_for_requests(self, count: int) -> None:
        """Wait until the bot has made `count` requests in all."""
        await self.until(lambda: len(self.rest.requests) >= count)

    async def restart(self, *, kill: bool = False) -> None:
        """End the bot's process and wait until the next one is connected.

        It is stopped in order, or killed by SIGKILL.
        """
        await (self.bot.kill() if kill else self.bot.stop())
        await self.until(lambda: not self.world.state.bot_online)
        await self.bot.start()
        await self.online()

    async def online(self) -> None:
        """Wait until the bot is connected.

        A bot that ends instead has left its reason in the log.
        """
        tasks = [
            asyncio.create_task(work)
            for work in (self.until(lambda: self.world.state.bot_online), self.bot.wait_for_exit())
        ]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        assert self.world.state.bot_online, self.bot.log_tail()

    async def moves(self, member_id: str, place: str) -> str:
        """The moves of a match in order, as its list shows them, without their numbers."""
        card = self.board(place)
        if "More" in buttons(card):
            card = await self.press(member_id, card["id"], "More")
        listed = words(await self.press(member_id, card["id"], "Moves"))
        lines = listed.partition("```\n")[2].partition("```")[0].strip("\n").split("\n")
        return " ".join(re.sub(r"^\d+\. (… )?", "", line).replace(" · ", " ") for line in lines)


@asynccontextmanager
async def on_stage(
    folder: Path,
    openapi: OpenAPI,
    launcher: str = "tests.wire.eager_bot",
    world: World | None = None,
    settings: Mapping[str, str] | None = None,
) -> AsyncIterator[Scene]:
    """Open a scene with the bot online.

    Afterwards none of its requests may have been wrong, and it must have reported no error.
    """
    world = world or World(patience=PATIENCE)
    app = make_app(world, openapi)
    runner = await serve(world, app)
    bot = BotProcess(world.state.address, folder, launcher, settings)
    world.faults.restart, world.turn_bot = bot.restart, bot.turn
    scene = Scene(world, app[REST], app[GATEWAY], bot)
    listening = [asyncio.create_task(scene.listen(member)) for member in world.state.members]
    openapi.violations.clear()
    try:
        await bot.start()
        await scene.online()
        yield scene
    finally:
        await bot.stop()
        for task in listening:
            task.cancel()
        await runner.cleanup()
    assert openapi.checked
    assert openapi.violations == []
    mistakes = [line for line in scene.rest.refused if any(f" {code}: " in line for code in MISTAKES)]
    assert not mistakes, "\n".join(mistakes)
    assert "Traceback" not in bot.log_tail(10_000), bot.log_tail(150)
