"""The server as Discord describes it to the bot: at the start, and on changes."""

from __future__ import annotations

from playground.world.directory import BOT_ROLE_ID, FOUNDED, PERMISSIONS, PLAYERS_ROLE_ID, TEXT, iso_timestamp
from playground.world.errors import JSON
from playground.world.next_door import NEXT_DOOR_ID, NEXT_DOOR_NAME
from playground.world.state import ADA_ID, BOT_ID, GUILD_ID, GUILD_NAME, WorldState

NOT_FOR_MEMBERS = ("MANAGE_MESSAGES", "MANAGE_THREADS", "MENTION_EVERYONE", "CREATE_EVENTS")
MEMBER_PERMISSIONS = sum(bit for name, bit in PERMISSIONS.items() if name not in NOT_FOR_MEMBERS)


def guild_body(state: WorldState, guild_id: str = GUILD_ID) -> JSON:
    """Return Discord's guild object, as GUILD_UPDATE carries it."""
    return {
        "id": guild_id,
        "name": NEXT_DOOR_NAME if guild_id == NEXT_DOOR_ID else GUILD_NAME,
        "icon": None,
        "splash": None,
        "discovery_splash": None,
        "owner_id": ADA_ID,
        "application_id": None,
        "afk_channel_id": None,
        "afk_timeout": 300,
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "premium_progress_bar_enabled": False,
        "preferred_locale": state.preferred_locale,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "rules_channel_id": None,
        "public_updates_channel_id": None,
        "safety_alerts_channel_id": None,
        "vanity_url_code": None,
        "description": None,
        "banner": None,
        "features": [],
        "emojis": [],
        "stickers": [],
        "roles": guild_roles(state, guild_id),
    }


def guild_roles(state: WorldState, guild_id: str) -> list[JSON]:
    """Return the roles of a server, everybody's first."""
    everybody = PERMISSIONS["VIEW_CHANNEL"] | PERMISSIONS["USE_APPLICATION_COMMANDS"]
    return [
        _role(guild_id, "@everyone", everybody, 0),
        _role(PLAYERS_ROLE_ID, "Players", MEMBER_PERMISSIONS, 1),
        bot_role(state),
    ]


def guild_create_body(state: WorldState, guild_id: str = GUILD_ID) -> JSON:
    """Return the guild object with the fields that GUILD_CREATE adds.

    These include its members, channels and threads.
    """
    here = [channel for channel in state.channels.values() if channel.guild_id == guild_id]
    threads = [c for c in here if c.is_thread and not c.archived]
    everyone = [state.bot, *state.members.values()]
    return {
        **guild_body(state, guild_id),
        "joined_at": iso_timestamp(FOUNDED),
        "large": False,
        "unavailable": False,
        "member_count": len(everyone),
        "members": [person.member() for person in everyone],
        "channels": [c.body() for c in here if c.type == TEXT],
        "threads": [
            {**t.body(), **({"member": t.membership(BOT_ID)} if BOT_ID in t.joined else {})} for t in threads
        ],
        "presences": [],
        "voice_states": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
    }


def bot_role(state: WorldState) -> JSON:
    """Return the bot's own role, which carries its permissions."""
    return _role(BOT_ROLE_ID, state.bot.name, state.bot_permissions, 2)


def _role(role_id: str, name: str, permissions: int, position: int) -> JSON:
    return {
        "id": role_id,
        "name": name,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "icon": None,
        "unicode_emoji": None,
        "position": position,
        "permissions": str(permissions),
        "managed": role_id == BOT_ROLE_ID,
        "mentionable": False,
        "flags": 0,
    }
