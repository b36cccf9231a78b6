"""Commands are registered, and a refusal of Discord's keeps the bot from nothing."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import discord
import pytest

from bot.host.command_registration import AGAIN_AFTER
from tests.bot import simulator
from tests.bot.server import Server
from tests.fake_wire import refusal

REFUSALS = [
    refusal(400, 50240),
    refusal(400, 50035),
    refusal(403, 50001),
    refusal(404, 10002),
    refusal(401),
    refusal(429, 30034),
    refusal(503),
    discord.RateLimited(86_000.0),
]


@contextmanager
def refused(fault: Exception, method: str = "PUT") -> Iterator[list[str]]:
    """Discord refuses requests for the commands; those that it refused are listed."""
    asked: list[str] = []

    def look(_: Any, tried: str, path: str, __: Any) -> None:
        if path.endswith("/commands") and tried == method:
            asked.append(tried)
            raise fault

    with simulator.requests_seen(look):
        yield asked


async def begin_changed(room: Server) -> None:
    """Start a bot whose commands Discord does not have yet."""
    await room.bot.close()
    bot = room.fresh_bot()
    bot.tree.remove_command("verify")
    await room.env.restart_bot(bot)


def warnings(room: Server) -> list[str]:
    """The codes of what the host is warned of."""
    return [said.code for said in room.bot._health({}, None, 0.0).warnings()]


@pytest.mark.ci
@pytest.mark.parametrize("fault", REFUSALS, ids=str)
async def test_a_refusal_keeps_nobody_from_serving_and_is_told(room: Server, fault: Exception) -> None:
    with refused(fault):
        await begin_changed(room)
        assert room.bot.serving
        assert warnings(room) == ["host.commands_refused"]
        assert (await room.ann.slash(room.channel, "help")).response


async def test_it_is_tried_again_every_hour_until_discord_takes_it(room: Server) -> None:
    with refused(refusal(400, 50240)) as asked:
        await begin_changed(room)
        await room.env.advance_time(AGAIN_AFTER - 60)
        assert len(asked) == 1
        await room.env.advance_time(61)
        assert len(asked) == 2
    await room.env.advance_time(AGAIN_AFTER + 1)
    assert warnings(room) == []
    assert "verify" not in room.ann.available_commands(room.channel)
    with refused(refusal(500), "GET") as asked:
        await room.env.advance_time(2 * AGAIN_AFTER)
    assert asked == [], "it has taken them"


async def test_a_list_that_is_refused_keeps_nobody_from_serving(room: Server) -> None:
    with refused(refusal(500), "GET"):
        await room.restart()
        assert room.bot.serving
    assert warnings(room) == ["host.commands_refused"]
