"""Requests about messages in channels, or of interactions' webhooks."""

from __future__ import annotations

from typing import Any

from playground.api import answers
from playground.api.calls import (
    ApiResponse,
    Call,
    channel_from_path,
    has_permission,
    message_from_path,
    require_permission,
)
from playground.api.composing import compose_edit, compose_message
from playground.api.unlike import check_reduced_limits, drop_attachments
from playground.checks.body_errors import BodyErrors
from playground.world.directory import Channel
from playground.world.errors import JSON, DiscordError
from playground.world.faults import Deviation
from playground.world.state import BOT_ID, OLD_AFTER

PARSE = ("users", "roles", "everyone")  # what a message pings unless `allowed_mentions` says otherwise
NONCE_LIVES = 300.0  # seconds within which an enforced nonce returns the earlier message


async def get_messages(call: Call) -> ApiResponse:
    """Return messages of a channel, newest first.

    At most `limit` are returned, `before` or `after` a given message.
    """
    channel = channel_from_path(call)
    require_permission(call, "READ_MESSAGE_HISTORY", channel)
    before, after = _query_number(call, "before", 2**63), _query_number(call, "after", 0)
    limit = min(max(_query_number(call, "limit", 50), 1), 100)
    found = [m.body for m in channel.messages.values() if m.only_for is None and after < int(m.id) < before]
    chosen = found[:limit] if "after" in call.query else found[-limit:]
    return 200, chosen[::-1]


async def get_message(call: Call) -> ApiResponse:
    """Return one message."""
    require_permission(call, "READ_MESSAGE_HISTORY", channel_from_path(call))
    return 200, message_from_path(call).body


async def post_message(call: Call) -> ApiResponse:
    """Send a message.

    If an enforced nonce was used in the last minutes, return the message that has it.
    """
    channel, body, state = channel_from_path(call), call.json_body(), call.world.state
    _may_send(call, channel, body)
    check_reduced_limits(call.world.faults, body)
    nonce = body.get("nonce")
    enforced = body.get("enforce_nonce") and Deviation.NONCES_IGNORED not in call.world.faults.deviations
    if nonce is not None and enforced:
        for message in reversed(channel.messages.values()):
            if state.now() - message.sent_at > NONCE_LIVES:
                break
            if message.author_id == BOT_ID and message.body.get("nonce") == nonce:
                return 200, message.body
    fields = compose_message(state, channel, body, call.uploads, PARSE, ephemeral=False)
    if nonce is not None:
        fields["nonce"] = nonce
    reference = body.get("message_reference")
    if reference is not None:
        fields |= _reply(call, channel, reference)
    return 200, state.post_message(channel, state.bot, fields).body


async def patch_message(call: Call) -> ApiResponse:
    """Edit one of the bot's messages.

    Raises 30046 if it is older than an hour.
    """
    message = message_from_path(call)
    channel = call.world.state.channels[message.channel_id]
    if message.author_id != BOT_ID:
        raise DiscordError(50005)
    if channel.archived:
        raise DiscordError(50083)
    if call.uploads:
        require_permission(call, "ATTACH_FILES", channel)
    if call.world.state.now() - message.sent_at > OLD_AFTER:
        raise answers.too_old_error()
    body = call.json_body()
    if Deviation.DROPPED_BY_CHANNEL in call.world.faults.deviations:
        body = drop_attachments(body)
    call.world.state.edit_message(message, compose_edit(call.world.state, message, body, call.uploads, PARSE))
    return 200, message.body


async def delete_message(call: Call) -> ApiResponse:
    """Delete a message.

    Deleting another author's message needs MANAGE_MESSAGES.
    """
    message = message_from_path(call)
    if message.author_id != BOT_ID:
        require_permission(call, "MANAGE_MESSAGES")
    if call.world.state.channels[message.channel_id].archived:
        raise DiscordError(50083)
    call.world.state.delete_message(message)
    return 204, None


async def answer_interaction(call: Call) -> ApiResponse:
    """Accept the first answer to an interaction."""
    path = call.path
    reply = answers.accept_answer(
        call.world, path["interaction_id"], path["token"], call.json_body(), call.uploads
    )
    return (200, reply) if call.query.get("with_response") in ("1", "true") else (204, None)


async def get_answer(call: Call) -> ApiResponse:
    """Return a message by webhook token."""
    return 200, answers.find_by_token(call.world, *_webhook(call), call.path["message_id"])[1].body


async def patch_answer(call: Call) -> ApiResponse:
    """Edit a message by webhook token."""
    return 200, answers.edit_by_token(
        call.world, *_webhook(call), call.path["message_id"], call.json_body(), call.uploads
    )


async def delete_answer(call: Call) -> ApiResponse:
    """Delete a message by webhook token."""
    answers.delete_by_token(call.world, *_webhook(call), call.path["message_id"])
    return 204, None


async def post_follow_up(call: Call) -> ApiResponse:
    """Send a follow-up by webhook token."""
    body = answers.send_follow_up(call.world, *_webhook(call), call.json_body(), call.uploads)
    return (200, body) if call.query.get("wait") in ("1", "true") else (204, None)


def _query_number(call: Call, name: str, default: int) -> int:
    text = call.query.get(name, str(default))
    if not text.isdecimal():
        form = BodyErrors()
        form.add_error((name,), "NUMBER_TYPE_COERCE", f"Value {text!r} is not int.")
        form.raise_errors()
    return int(text)


def _webhook(call: Call) -> tuple[str, str]:
    return call.path["application_id"], call.path["token"]


def _may_send(call: Call, channel: Channel, body: JSON) -> None:
    if channel.recipient is not None and channel.recipient.id in call.world.faults.closed_dms:
        raise DiscordError(50007)
    require_permission(call, "SEND_MESSAGES_IN_THREADS" if channel.is_thread else "SEND_MESSAGES", channel)
    if call.uploads:
        require_permission(call, "ATTACH_FILES", channel)
    if channel.archived and channel.locked and not has_permission(call, "MANAGE_THREADS", channel):
        raise DiscordError(50083)
    if channel.archived:
        # As at Discord a message unarchives a thread; a locked one only if its author may manage threads.
        channel.archived = False
        call.world.state.update_thread(channel)


def _reply(call: Call, channel: Channel, reference: Any) -> JSON:
    wanted = str(reference.get("message_id")) if isinstance(reference, dict) else ""
    target = channel.messages.get(wanted)
    if target is None or target.only_for is not None:
        if isinstance(reference, dict) and reference.get("fail_if_not_exists") is False:
            return {}
        error = {"_errors": [{"code": "REPLIES_UNKNOWN_MESSAGE", "message": "Unknown message"}]}
        raise DiscordError(50035, errors={"message_reference": error})
    link: JSON = {"type": 0, "channel_id": channel.id, "message_id": target.id}
    if channel.guild_id is not None:
        link["guild_id"] = channel.guild_id
    return {"type": 19, "message_reference": link, "referenced_message": target.body}
