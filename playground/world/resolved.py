"""Objects that an interaction carries whole, and people's permissions.

The objects are people, channels and files, which the interaction names by id.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from playground.world.command_options import (
    ATTACHMENT,
    CHANNEL,
    MENTIONABLE,
    ROLE,
    USER,
    Named,
    option_values,
    write_options,
)
from playground.world.directory import PERMISSIONS, Channel
from playground.world.errors import JSON
from playground.world.guild import MEMBER_PERMISSIONS, guild_roles
from playground.world.state import ADA_ID, BOT_ID, WorldState
from playground.world.user_installs import are_answers_hidden

ADMINISTRATOR, MANAGE_GUILD = 1 << 3, 1 << 5


def permissions(state: WorldState, person_id: str, channel: Channel | None = None) -> int:
    """Return a person's permissions, in a channel or in general."""
    if person_id == BOT_ID:
        return state.bot_permissions
    if channel is not None and are_answers_hidden(state, channel, person_id):
        return MEMBER_PERMISSIONS & ~PERMISSIONS["USE_EXTERNAL_APPS"]
    owner = ADMINISTRATOR | MANAGE_GUILD | sum(PERMISSIONS.values()) if person_id == ADA_ID else 0
    return MEMBER_PERMISSIONS | owner


def command_data(
    state: WorldState,
    member_id: str,
    channel_id: str,
    found: tuple[JSON, list[JSON], list[JSON]],
    values: Mapping[str, Any],
    focused: str | None = None,
) -> JSON:
    """Return a command's data: its checked options, and what they name.

    `found` is what `find_command` returned. With `focused` that option is completed. Raises
    `ActRefusedError`.
    """
    (command, walked, known), channel = found, state.channels[channel_id]
    options = write_options(walked, known, values, nameable(state, member_id, channel), focused)
    data = {"id": command["id"], "name": command["name"], "type": 1, "options": options}
    resolved = resolved_options(state, member_id, channel, options)
    return {**data, "resolved": resolved} if resolved else data


def nameable(state: WorldState, member_id: str, channel: Channel) -> Named:
    """Return what a member's options can name in a channel."""
    people = {**state.members, BOT_ID: state.bot}
    roles = (
        {}
        if channel.guild_id is None
        else {role["id"]: role for role in guild_roles(state, channel.guild_id)}
    )
    there = {
        other.id: other
        for other in state.channels.values()
        if channel.guild_id is not None
        and other.guild_id == channel.guild_id
        and member_id in state.audience(other)
    }
    return {
        USER: people,
        CHANNEL: there,
        ROLE: roles,
        MENTIONABLE: {**people, **roles},
        ATTACHMENT: state.attached.get(member_id, {}),
    }


def resolved_options(state: WorldState, member_id: str, channel: Channel, options: list[JSON]) -> JSON:
    """Return the objects that the options of a command name, each kind by id."""
    named = nameable(state, member_id, channel)
    ids = {kind: [*option_values(options, kind)] for kind in named}
    found = resolved_people(state, ids[USER] + ids[MENTIONABLE])
    if channel.guild_id is None:
        found.pop("members", None)
    if ids[CHANNEL]:
        found |= resolved_channels(state, ids[CHANNEL], member_id)
    if roles := {i: named[ROLE][i] for i in ids[ROLE] + ids[MENTIONABLE] if i in named[ROLE]}:
        found["roles"] = roles
    return found | resolved_files(state, member_id, ids[ATTACHMENT])


def resolved_people(state: WorldState, person_ids: Iterable[str]) -> JSON:
    """Return `users` and `members` by id, or an empty object if there are no people."""
    people = [person for person_id in person_ids if (person := state.find_person(person_id)) is not None]
    if not people:
        return {}
    members = {}
    for person in people:
        body = {k: v for k, v in person.member().items() if k not in ("user", "deaf", "mute")}
        members[person.id] = {**body, "permissions": str(permissions(state, person.id))}
    return {"users": {person.id: person.user() for person in people}, "members": members}


def resolved_channels(state: WorldState, channel_ids: Iterable[str], member_id: str) -> JSON:
    """Return `channels` by id."""
    channels = {}
    for channel_id in channel_ids:
        channel = state.channels[channel_id]
        channels[channel_id] = {
            "id": channel_id,
            "name": channel.name,
            "type": channel.type,
            "permissions": str(permissions(state, member_id)),
            "app_permissions": str(permissions(state, BOT_ID)),
        }
    return {"channels": channels}


def resolved_files(state: WorldState, member_id: str, file_ids: Iterable[str]) -> JSON:
    """Return the member's attached files as `attachments` by id.

    Return an empty object if there are none.
    """
    held = state.attached.get(member_id, {})
    files = {file_id: held[file_id] for file_id in file_ids}
    return {"attachments": files} if files else {}
