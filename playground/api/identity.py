"""Answers requests about the bot, its application and commands, people and server.

Also tells where the gateway is.
"""

from __future__ import annotations

from playground.api.calls import ApiResponse, Call
from playground.checks.command_rules import check_commands
from playground.world.errors import JSON, DiscordError
from playground.world.next_door import servers
from playground.world.state import BOT_ID, GUILD_ID, GUILD_NAME


async def get_me(call: Call) -> ApiResponse:
    """Return the bot's own user."""
    return 200, {**call.world.state.bot.user(), "mfa_enabled": False, "locale": "en-US"}


async def get_gateway(call: Call) -> ApiResponse:
    """Return the gateway's address."""
    return 200, {"url": _gateway_url(call)}


async def get_gateway_bot(call: Call) -> ApiResponse:
    """Return the gateway's address, the recommended shard count, and start limits.

    The limits say how fast sessions may begin.
    """
    world = call.world
    limit = world.starts.limit()
    return 200, {"url": _gateway_url(call), "shards": world.shards, "session_start_limit": limit}


async def put_commands(call: Call) -> ApiResponse:
    """Replace all commands.

    A command with the same name and type as an old one keeps its id.
    """
    state = call.world.state
    _own_application(call)
    wanted = check_commands(call.body)
    former = {(c["type"], c["name"]): c["id"] for c in state.commands.values()}
    commands = []
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
        call.world.offer_commands(member_id)
    return 200, commands


async def get_commands(call: Call) -> ApiResponse:
    """Return all commands."""
    _own_application(call)
    return 200, list(call.world.state.commands.values())


async def put_guild_commands(call: Call) -> ApiResponse:
    """Replace the server's own commands.

    The playground keeps one list for global and server commands.
    """
    check_guild(call)
    return await put_commands(call)


async def get_user(call: Call) -> ApiResponse:
    """Return a user."""
    person = call.world.state.person(call.path["user_id"])
    if person is None:
        raise DiscordError(10013)
    return 200, person.user()


async def get_member(call: Call) -> ApiResponse:
    """Return a member of the server."""
    check_guild(call)
    person = call.world.state.person(call.path["user_id"])
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
    member_id = str(call.form().get("recipient_id"))
    if member_id not in call.world.state.members:
        raise DiscordError(50033)
    return 200, call.world.state.dm_with(member_id).body()


def _gateway_url(call: Call) -> str:
    return call.world.state.address.replace("http", "ws", 1) + "/gateway"


def _own_application(call: Call) -> None:
    if call.path["application_id"] != BOT_ID:
        raise DiscordError(10002)


def check_guild(call: Call) -> None:
    """Raise 10004 if the path names another server."""
    if call.path["guild_id"] not in servers(call.world.state):
        raise DiscordError(10004)
