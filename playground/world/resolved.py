"""Objects that an interaction carries whole, and people's permissions.

The objects are people, channels and files, which the interaction names by id.
"""

from __future__ import annotations

from collections.abc import Iterable

from playground.world.directory import PERMISSIONS, Channel
from playground.world.errors import JSON
from playground.world.guild import MEMBER_PERMISSIONS
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
