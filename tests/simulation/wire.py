"""The bot's wire to the simulated Discord.

It also does what discord.py does by itself: it tries again and waits out limits.
"""

import asyncio
from typing import Any

import discord

from bot.answers.tokens import Token
from bot.codes import LIMITED_FOR, Code, NoAnswer
from bot.delivery.drain import RATE_LIMIT_WAIT
from bot.delivery.wire import PAUSE_AT_MOST
from data.database.waits import SPREAD
from tests.discord_in_memory import Server
from tests.discord_parts import LIMITED, TAKEN, Answer
from tests.fake_wire import Asked, FakeWire, refusal
from tests.simulation.bot import Bot
from tests.simulation.faults import LINGERS, Faults
from tests.simulation.invariants import Checkers
from tests.simulation.loop import PROCESS

TRIES = 5
"""Times that discord.py sends a request, in all."""
SENT_AGAIN = (500, 502, 504)
"""Statuses after which it does."""


class SimulatedWire(FakeWire):
    """The wire of one process."""

    def __init__(self, bot: Bot, server: Server, faults: Faults, checkers: Checkers) -> None:
        self._bot = bot
        self._server = server
        self._faults = faults
        self._checkers = checkers

    def pressed_on(self, token: Token) -> int | None:
        return self._server.pressed_on.get(int(token.text))

    async def create_thread(self, channel_id: int, message_id: int | None, name: str) -> int | None:
        if not self._bot.world.options.threads:
            return None
        return await super().create_thread(channel_id, message_id, name)

    async def ask(self, asked: Asked) -> Any:
        return await (self._ask(asked) if asked.by is None else self._ask_once(asked))

    async def _ask(self, asked: Asked) -> Any:
        """Ask as the library does, and return the result or raise what it raises."""
        under_way = self._checkers.begin_request(self._bot, asked)
        try:
            for tries in range(TRIES):
                answer = await self._exchange(asked)
                if answer.status == TAKEN:
                    return answer.result
                if answer.status == LIMITED and answer.wait is not None:
                    if answer.wait > RATE_LIMIT_WAIT:
                        self._limit_requests(answer.wait)
                        raise discord.RateLimited(answer.wait)
                    await self._bot.wait(answer.wait)
                elif answer.status in SENT_AGAIN:
                    await self._bot.wait(1 + 2 * tries)
                elif answer.code == Code.DMS_TOO_FAST:
                    self._checkers.note_hurry(self._bot)
                    break
                elif not answer.status:
                    raise NoAnswer("ClientOSError")
                else:
                    break
            if answer.status == LIMITED:  # without a word of how long
                self._limit_requests(LIMITED_FOR)
            raise refusal(answer.status, int(answer.code))
        finally:
            self._checkers.end_request(under_way)

    async def _ask_once(self, asked: Asked) -> Any:
        """Make a request by a token as `bot.wire.Once` has the library do it.

        A request that may have been taken is never sent again.
        """
        under_way = self._checkers.begin_request(self._bot, asked)
        try:
            for _ in range(TRIES):
                answer = await self._exchange(asked)
                if answer.status == TAKEN:
                    return answer.result
                if not answer.status or answer.status >= 500:
                    raise NoAnswer(str(answer.status))
                if answer.status != LIMITED or answer.wait is None:
                    break
                if answer.wait > PAUSE_AT_MOST:
                    self._limit_requests(answer.wait)
                    raise discord.RateLimited(answer.wait)
                await self._bot.wait(answer.wait)
            if answer.status == LIMITED:  # without a word of how long
                self._limit_requests(LIMITED_FOR)
            raise refusal(answer.status, int(answer.code))
        finally:
            self._checkers.end_request(under_way)

    def _limit_requests(self, seconds: float) -> None:
        """Note until when Discord's limit may last."""
        world = self._bot.world
        world.limited_until = max(world.limited_until, world.now + seconds * (1 + SPREAD))

    async def _exchange(self, asked: Asked) -> Answer:
        """Send one request and return its answer."""
        world = self._bot.world
        self._checkers.count_request(self._bot, asked)
        fate = self._faults.fate(asked)
        heard: asyncio.Future[Answer] = self._bot.loop.create_future()
        own = PROCESS.get()

        def arrive() -> None:
            died = self._bot.ended_at(own)
            if died is not None and (world.now - died > LINGERS or not self._faults.lingers()):
                return
            answer = self._server.take(asked)
            if answer.status != TAKEN:
                world.note(f"Discord: {asked}: {answer.status} {int(answer.code)}")
            if fate.instead is None:
                world.later(max(fate.answers - (fate.arrives or 0.0), 0.0), lambda: hear(answer))

        def hear(answer: Answer) -> None:
            if self._bot.ended_at(own) is None and not heard.done():
                heard.set_result(answer)

        if fate.arrives is not None:
            world.later(fate.arrives, arrive)
        if fate.instead is not None:
            world.note(f"fault: {asked}: {fate.instead.status} {fate.instead.wait}")
            world.later(fate.answers, lambda: hear(fate.instead or Answer(0)))
        return await heard
