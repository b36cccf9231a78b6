"""A machine that is busy at random.

There are detours before and after each request, each answer and each job of the store.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

import bot.delivery.wire
from bot.answers.reply import Reply
from data.database.store import Store

LONGEST = 20
"""Hops to another thread and back of a detour at most."""


def random_delays(seed: int) -> Callable[[pytest.MonkeyPatch], None]:
    """Return a leak-like patch that slows a world down here and there, by a seed."""

    def sow(patch: pytest.MonkeyPatch) -> None:
        chance = random.Random(seed)

        async def detour() -> None:
            for _ in range(max(0, chance.randrange(-LONGEST, LONGEST))):
                await asyncio.to_thread(int)

        def slow(through: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
            async def slowly(*given: Any, **named: Any) -> Any:
                await detour()
                done = await through(*given, **named)
                await detour()
                return done

            return slowly

        patch.setattr(bot.delivery.wire, "ask_discord", slow(bot.delivery.wire.ask_discord))
        for owner, names in ((Store, ("read", "write")), (Reply, ("acknowledge", "show", "update"))):
            for name in names:
                patch.setattr(owner, name, slow(getattr(owner, name)))

    return sow
