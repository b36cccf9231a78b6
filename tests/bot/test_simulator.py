"""The time of these tests is theirs alone: it stands however slow a machine is.

It goes on when a test lets it.
"""

import asyncio
from contextlib import suppress

import pytest

from tests.bot import simulator
from tests.bot.server import Server

pytestmark = pytest.mark.ci


def set_timer(room: Server, seconds: float) -> list[str]:
    """The bot sets a timer; what is returned says whether it has gone off."""
    rung: list[str] = []
    with simulator.as_the_bot(room.env):
        asyncio.get_running_loop().call_later(seconds, rung.append, "rung")
    return rung


async def test_what_comes_later_waits_for_the_test_and_not_for_the_clock(room: Server) -> None:
    later = simulator.SOON + 0.01
    began, rung = room.env.now(), set_timer(room, later)
    with suppress(TimeoutError):
        async with asyncio.timeout(2 * later):  # as a machine that is busy with much else takes for an answer
            await asyncio.Event().wait()
    await room.env.settle()
    assert (rung, room.env.now()) == ([], began)
    await room.env.advance_time(later)
    assert rung == ["rung"]


async def test_what_comes_soon_is_waited_for(room: Server) -> None:
    rung = set_timer(room, simulator.SOON / 2)
    await room.env.settle()
    assert rung == ["rung"]
