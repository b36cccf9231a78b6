"""Places without the bot: a group DM, and a server to which no one has added it.

Members who have installed the bot for themselves can use its commands there, and everyone who sees its
answers can press its buttons. The bot can only answer interactions there, with at most five follow-ups
each; it cannot use the routes of channels (Discord's documentation, "User-installable apps" and
"Receiving and responding").
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground.world.directory import DM, FOUNDED, GROUP, PERMISSIONS, TEXT, Channel, WorldPerson
from playground.world.errors import JSON

if TYPE_CHECKING:
    from playground.world.state import WorldState

# Fixed ids of 2026-01-01, so that a page or a test can name them.
ELSEWHERE_ID = "1456000000000000002"
GROUP_ID, CORNER_ID = "1456000000000000020", "1456000000000000021"
ELSEWHERE_NAME, ELSEWHERE_LOCALE = "Elsewhere", "en-US"
FOLLOW_UPS = 5  # of one interaction that a person's own installation authorizes
GUILD_INSTALL, USER_INSTALL = 0, 1
IN_GUILD, IN_BOT_DM, IN_PRIVATE_CHANNEL = 0, 1, 2
IN_PRIVATE = ("ATTACH_FILES", "EMBED_LINKS", "MENTION_EVERYONE")


def botless_channels(people: list[WorldPerson]) -> dict[str, Channel]:
    """Return the channels without the bot as a member, by id.

    They are these people's group DM and the channel of the server without the bot.
    """
    group = Channel(GROUP_ID, GROUP, FOUNDED, members=tuple(people), owner_id=people[0].id)
    group.name, group.topic = "The three of us", "A group DM: whoever has installed Twotone can call it here"
    corner = Channel(CORNER_ID, TEXT, FOUNDED, ELSEWHERE_ID, "corner")
    corner.topic = f"The server “{ELSEWHERE_NAME}”, which Twotone is not in"
    return {channel.id: channel for channel in (group, corner)}


def is_user_install(channel: Channel) -> bool:
    """Whether the bot works in a channel as a user install, not as a member."""
    return channel.type == GROUP or channel.guild_id == ELSEWHERE_ID


def interaction_context(channel: Channel) -> int:
    """Return the interaction context, as Discord numbers them, of a channel."""
    if channel.guild_id is not None:
        return IN_GUILD
    return IN_BOT_DM if channel.type == DM else IN_PRIVATE_CHANNEL


def is_offered(command: JSON, channel: Channel, installed: bool) -> bool:
    """Whether a member is offered a command in a channel.

    `installed` says whether the member has installed the bot.
    """
    contexts = command.get("contexts")
    if contexts is not None and interaction_context(channel) not in contexts:
        return False
    types = command.get("integration_types") or (GUILD_INSTALL,)
    if installed and USER_INSTALL in types:
        return True
    if is_user_install(channel):
        return False
    return GUILD_INSTALL in types and not (channel.type == DM and command.get("dm_permission") is False)


def integration_owners(
    state: WorldState, channel: Channel, member_id: str, source: JSON | None
) -> dict[str, str]:
    """Return `authorizing_integration_owners`.

    For a press, these are the owners of the interaction that made the message.
    """
    if source is not None and (known := source.get("interaction_metadata")):
        made: dict[str, str] = known["authorizing_integration_owners"]
        return made
    if is_user_install(channel):
        return {str(USER_INSTALL): member_id}
    found = {str(GUILD_INSTALL): channel.guild_id or "0"}
    return found | ({str(USER_INSTALL): member_id} if member_id in state.installed else {})


def are_answers_hidden(state: WorldState, channel: Channel, member_id: str) -> bool:
    """Whether Discord makes the answers to a member ephemeral in a channel.

    This happens to a member who may not use external apps on that server.
    """
    return channel.guild_id == ELSEWHERE_ID and member_id in state.hidden


def app_permissions(state: WorldState, channel: Channel) -> int:
    """Return the bot's permissions in a channel.

    In a group DM it has few. Elsewhere it has those of its user.
    """
    if channel.type == GROUP:
        return sum(PERMISSIONS[name] for name in IN_PRIVATE)
    return state.bot_permissions
