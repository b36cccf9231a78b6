"""The bot's start: it asks Discord for no more than it needs.

Its commands are registered when they change.
"""

from dataclasses import replace
from pathlib import Path

import discord
import pytest

from bot.client import Twotone
from bot.host.config import Config
from bot.host.health import health_note_path
from club.puzzles.solving import shipped_puzzles
from tests.bot.server import Server


def syncs(room: Server) -> int:
    """How often the commands have been registered."""
    return sum(
        request.method == "PUT" and request.path.endswith("/commands") for request in room.env.http_requests
    )


def test_it_sees_servers_and_nothing_that_is_said_there() -> None:
    bot = Twotone(Config(None, Path("unused.db"), "text", 20, None))
    assert bot.intents == discord.Intents(guilds=True)
    assert bot.allowed_mentions is not None
    assert not any(
        getattr(bot.allowed_mentions, kind) for kind in ("everyone", "users", "roles", "replied_user")
    )


@pytest.mark.ci
async def test_the_puzzles_are_read_before_anybody_asks_for_one(room: Server) -> None:
    shipped_puzzles.cache_clear()
    await room.restart()
    assert shipped_puzzles.cache_info().currsize == 1


@pytest.mark.ci
async def test_commands_are_registered_once_and_again_only_when_they_change(room: Server) -> None:
    assert syncs(room) == 1
    await room.restart()
    await room.restart()
    assert syncs(room) == 1
    await room.bot.close()
    changed = room.fresh_bot()
    changed.tree.remove_command("verify")
    await room.env.restart_bot(changed)
    assert syncs(room) == 2


@pytest.mark.ci
async def test_commands_that_discord_has_lost_are_registered_again(room: Server) -> None:
    await room.run(room.bot.http.bulk_upsert_global_commands(room.bot.application_id or 0, []))
    before = syncs(room)
    await room.restart()
    assert syncs(room) == before + 1
    assert "play" in room.ann.available_commands(room.channel)


async def test_only_moderators_are_offered_what_moderators_do(room: Server) -> None:
    offered = room.ann.available_commands(room.channel)
    assert {"play", "move", "board", "games", "draw", "resign", "rules", "help"} <= set(offered)
    assert "admin end" not in offered


@pytest.mark.ci
async def test_its_health_is_noted_while_it_is_connected(room: Server) -> None:
    await room.bot.close()
    bot = room.fresh_bot()
    bot.heartbeat = 30.0
    await room.env.restart_bot(bot)
    await room.env.advance_time(31)
    assert health_note_path(room.bot.config.database).exists()


async def test_a_test_server_has_the_commands_to_itself(room: Server) -> None:
    await room.bot.close()
    bot = room.fresh_bot()
    bot.config = replace(bot.config, test_guild=room.guild.id)
    await room.env.restart_bot(bot)
    registered = [
        request.path
        for request in room.env.http_requests
        if request.method == "PUT" and request.path.endswith("/commands")
    ]
    assert registered[-1].endswith(f"/guilds/{room.guild.id}/commands")
