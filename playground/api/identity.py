"""Requests about the bot, its application and commands, people and servers.

Requests for the gateway's address are here too.
"""

from __future__ import annotations

from typing import Any

from playground.api.calls import ApiResponse, Call
from playground.checks.command_rules import check_commands
from playground.world.command_options import ENTRY_POINT
from playground.world.errors import JSON, DiscordError
from playground.world.next_door import bot_server_ids
from playground.world.state import BOT_ID, GUILD_ID, GUILD_NAME


async def get_me(call: Call) -> ApiResponse:
    """Return the bot's own user."""
    return 200, {**call.world.state.bot.user(), "mfa_enabled": False, "locale": "en-US"}


async def get_gateway(call: Call) -> ApiResponse:
    """Return the gateway's address."""
    return 200, {"url": _gateway_url(call)}


async def get_gateway_bot(call: Call) -> ApiResponse:
    """Return the gateway's address, the recommended shard count, and start limits.

    The limits say how many sessions may be started, and how fast.
    """
    world = call.world
    limit = world.starts.limit_object()
    return 200, {"url": _gateway_url(call), "shards": world.shards, "session_start_limit": limit}


async def put_commands(call: Call) -> ApiResponse:
    """Replace all commands.

    Raises 50240 if the entry point command of Activities is left out.
    """
    listed = check_commands(call.body)
    if _entry_points(call) and not any(command.get("type") == ENTRY_POINT for command in listed):
        raise DiscordError(50240)
    return 200, _replace_commands(call, listed)


def _entry_points(call: Call) -> list[JSON]:
    """Return the entry point command, if Activities are switched on."""
    return [each for each in call.world.state.commands.values() if each["type"] == ENTRY_POINT]


def _replace_commands(call: Call, wanted: list[JSON]) -> list[JSON]:
    """Replace all commands, and return them as they are now.

    A command with the same name and type as an old one keeps its id.
    """
    state = call.world.state
    _own_application(call)
    former = {(c["type"], c["name"]): c["id"] for c in state.commands.values()}
    commands: list[dict[str, Any]] = []
    for command in wanted:
        kind = command.get("type") or 1
        needed = command.get("default_member_permissions")
        command_id = former.get((kind, command["name"])) or state.new_id()
        commands.append(
            {
                "description": "",
                "nsfw": False,
                **{key: value for key, value in command.items() if value is not None},
                "default_member_permissions": None if needed is None else str(needed),
                "id": command_id,
                "application_id": BOT_ID,
                "version": state.new_id(),
                "type": kind,
            }
        )
    state.commands = {command["id"]: command for command in commands}
    for member_id in state.members:
        call.world.send_commands(member_id)
    return commands


async def get_commands(call: Call) -> ApiResponse:
    """Return all commands, with their translations only if these are asked for."""
    _own_application(call)
    listed = list(call.world.state.commands.values())
    return 200, listed if call.query.get("with_localizations") else [*map(_without_translations, listed)]


def _without_translations(thing: JSON) -> JSON:
    """Return a command, an option or a choice with no translations anywhere in it."""
    parts = {
        part: [_without_translations(one) for one in thing[part]]
        for part in ("options", "choices")
        if thing.get(part)
    }
    return {name: value for name, value in thing.items() if not name.endswith("_localizations")} | parts


async def get_guild_commands(call: Call) -> ApiResponse:
    """Return the server's own commands, among which is no entry point."""
    check_guild(call)
    status, listed = await get_commands(call)
    return status, [command for command in listed if command["type"] != ENTRY_POINT]


async def put_guild_commands(call: Call) -> ApiResponse:
    """Replace the server's own commands.

    The playground keeps one list for global and server commands.
    """
    check_guild(call)
    listed = check_commands(call.body)
    return 200, _replace_commands(call, [*listed, *_entry_points(call)])[: len(listed)]


async def get_user(call: Call) -> ApiResponse:
    """Return a user."""
    person = call.world.state.find_person(call.path["user_id"])
    if person is None:
        raise DiscordError(10013)
    return 200, person.user()


async def get_member(call: Call) -> ApiResponse:
    """Return a member of the server."""
    check_guild(call)
    person = call.world.state.find_person(call.path["user_id"])
    if person is None:
        raise DiscordError(10007)
    return 200, person.member()


async def get_guilds(call: Call) -> ApiResponse:
    """Return the servers that the bot is in."""
    permissions = str(call.world.state.bot_permissions)
    body: JSON = {
        "id": GUILD_ID,
        "name": GUILD_NAME,
        "icon": None,
        "banner": None,
        "owner": False,
        "features": [],
    }
    return 200, [{**body, "permissions": permissions}]


async def open_dm(call: Call) -> ApiResponse:
    """Open or find the DM with a member.

    As on Discord, closed DMs refuse only messages; they can still be opened.
    """
    member_id = str(call.json_body().get("recipient_id"))
    if member_id not in call.world.state.members:
        raise DiscordError(50033)
    return 200, call.world.state.open_dm(member_id).body()


def _gateway_url(call: Call) -> str:
    return call.world.state.address.replace("http", "ws", 1) + "/gateway"


def _own_application(call: Call) -> None:
    if call.path["application_id"] != BOT_ID:
        raise DiscordError(10002)


def check_guild(call: Call) -> None:
    """Raise 10004 if the path names another server."""
    if call.path["guild_id"] not in bot_server_ids(call.world.state):
        raise DiscordError(10004)
