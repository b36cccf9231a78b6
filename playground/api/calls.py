"""A single API request, and the checks that most request handlers begin with.

They look up what the path names and check a permission.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from playground.world.directory import DM, PERMISSIONS, Channel, ChannelMessage
from playground.world.errors import JSON, DiscordError
from playground.world.uploads import Upload
from playground.world.user_installs import is_user_install
from playground.world.world import World

ApiResponse = tuple[int, Any]


@dataclass(frozen=True)
class Call:
    """One request: path parameters, query, JSON body and files."""

    world: World
    path: Mapping[str, str]
    query: Mapping[str, str]
    body: Any
    uploads: list[Upload]

    def json_body(self) -> JSON:
        """Return the body as a JSON object.

        Raises 50109 if it is anything else.
        """
        if not isinstance(self.body, dict):
            raise DiscordError(50109)
        return self.body


RouteHandler = Callable[[Call], Awaitable[ApiResponse]]


def channel_from_path(call: Call) -> Channel:
    """Return the channel named by the path.

    Raises 10003 or 50001.
    """
    channel = call.world.state.channels.get(call.path["channel_id"])
    if channel is None:
        raise DiscordError(10003)
    if is_user_install(channel) or channel.guild_id in call.world.state.thrown_out:
        raise DiscordError(50001)
    if not has_permission(call, "VIEW_CHANNEL", channel):
        raise DiscordError(50001)
    return channel


def thread_from_path(call: Call) -> Channel:
    """Return the thread named by the path.

    Raises 50024 if the channel is not a thread.
    """
    channel = channel_from_path(call)
    if not channel.is_thread:
        raise DiscordError(50024)
    return channel


def message_from_path(call: Call) -> ChannelMessage:
    """Return the message named by the path.

    Raises 10008 if it does not exist or is ephemeral.
    """
    message = channel_from_path(call).messages.get(call.path["message_id"])
    if message is None or message.only_for is not None:
        raise DiscordError(10008)
    return message


def has_permission(call: Call, permission: str, channel: Channel | None = None) -> bool:
    """Whether the bot has a permission.

    In DMs it has all of them.
    """
    in_dm = channel is not None and channel.type == DM
    return in_dm or bool(call.world.state.bot_permissions & PERMISSIONS[permission])


def require_permission(call: Call, permission: str, channel: Channel | None = None) -> None:
    """Raise 50013 if the bot lacks a permission."""
    if not has_permission(call, permission, channel):
        raise DiscordError(50013)
