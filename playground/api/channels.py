"""Requests about channels and threads."""

from __future__ import annotations

from playground.api.calls import (
    ApiResponse,
    Call,
    channel_from_path,
    message_from_path,
    require_permission,
    thread_from_path,
)
from playground.checks.message_rules import check_thread
from playground.world.directory import HAS_THREAD, PRIVATE_THREAD, PUBLIC_THREAD, TEXT, Channel
from playground.world.errors import JSON, DiscordError
from playground.world.state import BOT_ID


async def get_channel(call: Call) -> ApiResponse:
    """Return a channel, thread or DM."""
    return 200, channel_from_path(call).body()


async def patch_channel(call: Call) -> ApiResponse:
    """Change a thread: rename, archive or lock it.

    An archived thread can only be unarchived (else 50083).
    """
    thread = thread_from_path(call)
    body = call.json_body()
    check_thread(body, is_change=True)
    own = thread.owner_id == BOT_ID and "locked" not in body and not thread.locked
    if not own and not (thread.archived and not thread.locked and body.get("archived") is False):
        require_permission(call, "MANAGE_THREADS")
    if thread.archived and body.get("archived") is not False:
        raise DiscordError(50083)
    thread.name = body.get("name", thread.name)
    thread.locked = body.get("locked", thread.locked)
    thread.auto_archive_minutes = body.get("auto_archive_duration") or thread.auto_archive_minutes
    if body.get("archived", thread.archived) != thread.archived:
        thread.archived = body["archived"]
        thread.archived_at = call.world.state.now()
    call.world.state.update_thread(thread)
    return 200, thread.body()


async def delete_channel(call: Call) -> ApiResponse:
    """Delete a thread."""
    thread = thread_from_path(call)
    require_permission(call, "MANAGE_THREADS")
    body = thread.body()
    call.world.state.delete_channel(thread)
    return 200, body


async def create_thread(call: Call) -> ApiResponse:
    """Create a thread in a channel.

    A public thread is announced in the channel by a message.
    """
    parent, body, state = channel_from_path(call), call.json_body(), call.world.state
    if parent.type != TEXT:
        raise DiscordError(50024)
    check_thread(body)
    kind = body.get("type", PRIVATE_THREAD)
    if kind not in (PUBLIC_THREAD, PRIVATE_THREAD):
        raise DiscordError(50024)
    require_permission(call, "CREATE_PUBLIC_THREADS" if kind == PUBLIC_THREAD else "CREATE_PRIVATE_THREADS")
    thread = _new_thread(call, parent, state.new_id(), kind, body)
    if kind == PUBLIC_THREAD:
        link = {"type": 0, "channel_id": thread.id, "guild_id": parent.guild_id}
        fields = {"type": 18, "content": thread.name, "message_reference": link}
        state.post_message(parent, state.bot, fields, pings=False)
    return 201, {**thread.body(), "member": thread.membership(BOT_ID)}


async def create_thread_from_message(call: Call) -> ApiResponse:
    """Create a thread on a message. The thread has the message's id."""
    parent, message = channel_from_path(call), message_from_path(call)
    if parent.type != TEXT:
        raise DiscordError(50024)
    check_thread(call.json_body())
    require_permission(call, "CREATE_PUBLIC_THREADS")
    if message.id in call.world.state.channels:
        raise DiscordError(160004)
    thread = _new_thread(call, parent, message.id, PUBLIC_THREAD, call.json_body())
    call.world.state.set_flag(message, HAS_THREAD)
    return 201, {**thread.body(), "member": thread.membership(BOT_ID)}


async def get_thread_members(call: Call) -> ApiResponse:
    """Return the members who have joined a thread."""
    thread = thread_from_path(call)
    return 200, [thread.membership(person_id) for person_id in thread.joined]


async def join_thread(call: Call) -> ApiResponse:
    """Add a member (or the bot, "@me") to a thread."""
    thread, person_id = thread_from_path(call), _thread_person(call)
    if call.world.state.find_person(person_id) is None:
        raise DiscordError(10013)
    if thread.archived:
        raise DiscordError(50083)
    require_permission(call, "SEND_MESSAGES_IN_THREADS")
    call.world.state.join_thread(thread, person_id)
    return 204, None


async def leave_thread(call: Call) -> ApiResponse:
    """Remove a member from a thread."""
    thread, person_id = thread_from_path(call), _thread_person(call)
    if thread.archived:
        raise DiscordError(50083)
    if person_id != BOT_ID:
        require_permission(call, "MANAGE_THREADS")
    if thread.joined.pop(person_id, None) is not None:
        call.world.state.update_thread(thread)
    return 204, None


async def type_in_channel(call: Call) -> ApiResponse:
    """Accept a typing indicator, which the page does not show."""
    channel_from_path(call)
    return 204, None


def _thread_person(call: Call) -> str:
    return BOT_ID if call.path["user_id"] == "@me" else call.path["user_id"]


def _new_thread(call: Call, parent: Channel, thread_id: str, kind: int, body: JSON) -> Channel:
    minutes = body.get("auto_archive_duration") or 1440
    return call.world.state.create_thread(parent, thread_id, kind, body["name"], minutes, BOT_ID)
