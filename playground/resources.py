"""Discord's resources as the bot asks for them: itself, people, channels, messages, threads, commands.

Each function takes a `Call` and returns the HTTP status and the JSON of the answer (None for 204), or raises
`DiscordError`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from playground import answers
from playground.directory import (
    DM,
    HAS_THREAD,
    PERMISSIONS,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    TEXT,
    Channel,
    Message,
)
from playground.errors import JSON, DiscordError
from playground.messages import edited_message, new_message
from playground.state import BOT_ID, GUILD_ID, GUILD_NAME, OLD_AFTER
from playground.uploads import Upload
from playground.validation import check_commands, check_thread
from playground.world import World

PARSE = ("users", "roles", "everyone")  # what a message pings unless told otherwise
NONCE_LIVES = 300.0  # seconds within which an enforced nonce gives the former message back
OLD_EDIT_WAIT = 600.0  # seconds a refused edit of an old message is told to wait
Answer = tuple[int, Any]


@dataclass(frozen=True)
class Call:
    """One request: the path's parameters, the query, the JSON and the files."""

    world: World
    path: Mapping[str, str]
    query: Mapping[str, str]
    body: Any
    uploads: list[Upload]

    def form(self) -> JSON:
        """The body as an object; 50109 if it is none."""
        if not isinstance(self.body, dict):
            raise DiscordError(50109)
        return self.body


Handler = Callable[[Call], Awaitable[Answer]]


# The bot itself and its commands


async def get_me(call: Call) -> Answer:
    """The bot's own user."""
    return 200, {**call.world.state.bot.user(), "mfa_enabled": False, "locale": "en-US"}


async def get_application(call: Call) -> Answer:
    """The application, with what discord.py's `AppInfo` needs."""
    state = call.world.state
    owner = next(iter(state.members.values()))
    return 200, {
        "id": BOT_ID,
        "name": state.bot.name,
        "icon": None,
        "description": "",
        "type": None,
        "bot": state.bot.user(),
        "bot_public": False,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": owner.user(),
        "approximate_guild_count": 1,
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "team": None,
        "eligible_oauth2_scopes": [],
    }


async def get_gateway(call: Call) -> Answer:
    """Where the gateway is."""
    return 200, {"url": _gateway_url(call)}


async def get_gateway_bot(call: Call) -> Answer:
    """Where the gateway is and how many shards it recommends."""
    limit = {"total": 1000, "remaining": 999, "reset_after": 14_400_000, "max_concurrency": 1}
    return 200, {"url": _gateway_url(call), "shards": call.world.shards, "session_start_limit": limit}


async def put_commands(call: Call) -> Answer:
    """Replace all commands; those of the same name and type keep their id."""
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
        state.tell([member_id], {"type": "commands", "commands": call.world.commands(member_id)})
    return 200, commands


async def get_commands(call: Call) -> Answer:
    """All commands."""
    _own_application(call)
    return 200, list(call.world.state.commands.values())


async def put_guild_commands(call: Call) -> Answer:
    """Replace the server's own commands: the playground keeps one list for both."""
    _guild(call)
    return await put_commands(call)


# People and the server


async def get_user(call: Call) -> Answer:
    """A user."""
    person = call.world.state.person(call.path["user_id"])
    if person is None:
        raise DiscordError(10013)
    return 200, person.user()


async def get_member(call: Call) -> Answer:
    """A member of the server."""
    _guild(call)
    person = call.world.state.person(call.path["user_id"])
    if person is None:
        raise DiscordError(10007)
    return 200, call.world.state.member_body(person)


async def get_guilds(call: Call) -> Answer:
    """The servers the bot is in."""
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


async def open_dm(call: Call) -> Answer:
    """Open (or find) the DM with a member. Closed DMs are only met when sending, as at Discord."""
    member_id = str(call.form().get("recipient_id"))
    if member_id not in call.world.state.members:
        raise DiscordError(50033)
    return 200, call.world.state.dm_with(member_id).body()


# Channels and threads


async def get_channel(call: Call) -> Answer:
    """A channel, thread or DM."""
    return 200, _channel(call).body()


async def patch_channel(call: Call) -> Answer:
    """Change a thread: name, archive, lock. An archived one takes nothing but to be unarchived (50083)."""
    thread = _thread(call)
    body = call.form()
    check_thread(body, partial=True)
    own = thread.owner_id == BOT_ID and "locked" not in body
    if not own and not (thread.archived and not thread.locked and body.get("archived") is False):
        _need(call, "MANAGE_THREADS")
    if thread.archived and body.get("archived") is not False:
        raise DiscordError(50083)
    thread.name = body.get("name", thread.name)
    thread.locked = body.get("locked", thread.locked)
    thread.auto_archive_minutes = body.get("auto_archive_duration") or thread.auto_archive_minutes
    if body.get("archived", thread.archived) != thread.archived:
        thread.archived = body["archived"]
        thread.archived_at = call.world.state.clock()
    call.world.state.update_thread(thread)
    return 200, thread.body()


async def delete_channel(call: Call) -> Answer:
    """Delete a thread."""
    thread = _thread(call)
    _need(call, "MANAGE_THREADS")
    body = thread.body()
    call.world.state.delete_channel(thread)
    return 200, body


async def create_thread(call: Call) -> Answer:
    """Create a thread in a channel; of a public one the channel is told in a line."""
    parent, body, state = _channel(call), call.form(), call.world.state
    if parent.type != TEXT:
        raise DiscordError(50024)
    check_thread(body)
    kind = body.get("type", PRIVATE_THREAD)
    if kind not in (PUBLIC_THREAD, PRIVATE_THREAD):
        raise DiscordError(50024)
    _need(call, "CREATE_PUBLIC_THREADS" if kind == PUBLIC_THREAD else "CREATE_PRIVATE_THREADS")
    thread = _new_thread(call, parent, state.new_id(), kind, body)
    if kind == PUBLIC_THREAD:
        link = {"type": 0, "channel_id": thread.id, "guild_id": GUILD_ID}
        fields = {"type": 18, "content": thread.name, "message_reference": link}
        state.post(parent, state.bot, fields, pings=False)
    return 201, {**thread.body(), "member": thread.membership(BOT_ID)}


async def create_thread_from_message(call: Call) -> Answer:
    """Hang a thread on a message; it takes the message's id."""
    parent, message = _channel(call), _message(call)
    if parent.type != TEXT:
        raise DiscordError(50024)
    check_thread(call.form())
    _need(call, "CREATE_PUBLIC_THREADS")
    if message.id in call.world.state.channels:
        raise DiscordError(160004)
    thread = _new_thread(call, parent, message.id, PUBLIC_THREAD, call.form())
    call.world.state.touch(message, HAS_THREAD)
    return 201, {**thread.body(), "member": thread.membership(BOT_ID)}


async def get_thread_members(call: Call) -> Answer:
    """Who has joined a thread."""
    thread = _thread(call)
    return 200, [thread.membership(person_id) for person_id in thread.joined]


async def join_thread(call: Call) -> Answer:
    """Add somebody (or the bot, "@me") to a thread."""
    thread, person_id = _thread(call), _thread_person(call)
    if call.world.state.person(person_id) is None:
        raise DiscordError(10013)
    if thread.archived:
        raise DiscordError(50083)
    _need(call, "SEND_MESSAGES_IN_THREADS")
    call.world.state.join(thread, person_id)
    return 204, None


async def leave_thread(call: Call) -> Answer:
    """Take somebody out of a thread."""
    thread, person_id = _thread(call), _thread_person(call)
    if thread.archived:
        raise DiscordError(50083)
    if person_id != BOT_ID:
        _need(call, "MANAGE_THREADS")
    if thread.joined.pop(person_id, None) is not None:
        call.world.state.update_thread(thread)
    return 204, None


async def type_in_channel(call: Call) -> Answer:
    """The typing indicator."""
    _channel(call)
    return 204, None


# Messages


async def get_messages(call: Call) -> Answer:
    """The messages of a channel, newest first; `limit`, `before`, `after`."""
    channel = _channel(call)
    _need(call, "READ_MESSAGE_HISTORY", channel)
    before, after = int(call.query.get("before", 2**63)), int(call.query.get("after", 0))
    limit = min(max(int(call.query.get("limit", 50)), 1), 100)
    found = [m.body for m in channel.messages.values() if m.only_for is None and after < int(m.id) < before]
    chosen = found[:limit] if "after" in call.query else found[-limit:]
    return 200, chosen[::-1]


async def get_message(call: Call) -> Answer:
    """One message."""
    _need(call, "READ_MESSAGE_HISTORY", _channel(call))
    return 200, _message(call).body


async def post_message(call: Call) -> Answer:
    """Send a message; an enforced nonce gives the former message of the last minutes back."""
    channel, body, state = _channel(call), call.form(), call.world.state
    _may_send(call, channel, body)
    nonce = body.get("nonce")
    if nonce is not None and body.get("enforce_nonce"):
        for message in reversed(channel.messages.values()):
            if state.clock() - message.sent > NONCE_LIVES:
                break
            if message.author_id == BOT_ID and message.body.get("nonce") == nonce:
                return 200, message.body
    fields = new_message(state, channel, body, call.uploads, PARSE, ephemeral=False)
    if nonce is not None:
        fields["nonce"] = nonce
    reference = body.get("message_reference")
    if reference is not None:
        fields |= _reply(call, channel, reference)
    return 200, state.post(channel, state.bot, fields).body


async def patch_message(call: Call) -> Answer:
    """Edit one of the bot's messages; 30046 for one older than an hour."""
    message = _message(call)
    channel = call.world.state.channels[message.channel_id]
    if message.author_id != BOT_ID:
        raise DiscordError(50005)
    if channel.archived:
        raise DiscordError(50083)
    if call.uploads:
        _need(call, "ATTACH_FILES", channel)
    if call.world.state.clock() - message.sent > OLD_AFTER:
        wait = {"retry_after": OLD_EDIT_WAIT, "global": False}
        raise DiscordError(30046, extra=wait, headers={"Retry-After": str(int(OLD_EDIT_WAIT))})
    call.world.state.edit(
        message, edited_message(call.world.state, message, call.form(), call.uploads, PARSE)
    )
    return 200, message.body


async def delete_message(call: Call) -> Answer:
    """Delete a message, somebody else's with MANAGE_MESSAGES."""
    message = _message(call)
    if message.author_id != BOT_ID:
        _need(call, "MANAGE_MESSAGES")
    if call.world.state.channels[message.channel_id].archived:
        raise DiscordError(50083)
    call.world.state.delete(message)
    return 204, None


# Interactions


async def answer_interaction(call: Call) -> Answer:
    """The first answer to an interaction."""
    path = call.path
    reply = answers.answer(call.world, path["interaction_id"], path["token"], call.form(), call.uploads)
    return (200, reply) if call.query.get("with_response") in ("1", "true") else (204, None)


async def get_answer(call: Call) -> Answer:
    """A message by webhook token."""
    return 200, answers.original(call.world, *_webhook(call), call.path["message_id"])[1].body


async def patch_answer(call: Call) -> Answer:
    """Edit a message by webhook token."""
    return 200, answers.edit(call.world, *_webhook(call), call.path["message_id"], call.form(), call.uploads)


async def delete_answer(call: Call) -> Answer:
    """Delete a message by webhook token."""
    answers.delete(call.world, *_webhook(call), call.path["message_id"])
    return 204, None


async def post_follow_up(call: Call) -> Answer:
    """Send a follow-up by webhook token."""
    body = answers.follow_up(call.world, *_webhook(call), call.form(), call.uploads)
    return (200, body) if call.query.get("wait") in ("1", "true") else (204, None)


ROUTES: tuple[tuple[str, str, Handler], ...] = (
    ("GET", "/users/@me", get_me),
    ("GET", "/users/@me/guilds", get_guilds),
    ("GET", "/users/{user_id}", get_user),
    ("POST", "/users/@me/channels", open_dm),
    ("GET", "/applications/@me", get_application),
    ("GET", "/oauth2/applications/@me", get_application),
    ("GET", "/gateway", get_gateway),
    ("GET", "/gateway/bot", get_gateway_bot),
    ("GET", "/applications/{application_id}/commands", get_commands),
    ("PUT", "/applications/{application_id}/commands", put_commands),
    ("PUT", "/applications/{application_id}/guilds/{guild_id}/commands", put_guild_commands),
    ("GET", "/guilds/{guild_id}/members/{user_id}", get_member),
    ("GET", "/channels/{channel_id}", get_channel),
    ("PATCH", "/channels/{channel_id}", patch_channel),
    ("DELETE", "/channels/{channel_id}", delete_channel),
    ("POST", "/channels/{channel_id}/threads", create_thread),
    ("POST", "/channels/{channel_id}/messages/{message_id}/threads", create_thread_from_message),
    ("GET", "/channels/{channel_id}/thread-members", get_thread_members),
    ("PUT", "/channels/{channel_id}/thread-members/{user_id}", join_thread),
    ("DELETE", "/channels/{channel_id}/thread-members/{user_id}", leave_thread),
    ("POST", "/channels/{channel_id}/typing", type_in_channel),
    ("GET", "/channels/{channel_id}/messages", get_messages),
    ("POST", "/channels/{channel_id}/messages", post_message),
    ("GET", "/channels/{channel_id}/messages/{message_id}", get_message),
    ("PATCH", "/channels/{channel_id}/messages/{message_id}", patch_message),
    ("DELETE", "/channels/{channel_id}/messages/{message_id}", delete_message),
    ("POST", "/interactions/{interaction_id}/{token}/callback", answer_interaction),
    ("POST", "/webhooks/{application_id}/{token}", post_follow_up),
    ("GET", "/webhooks/{application_id}/{token}/messages/{message_id}", get_answer),
    ("PATCH", "/webhooks/{application_id}/{token}/messages/{message_id}", patch_answer),
    ("DELETE", "/webhooks/{application_id}/{token}/messages/{message_id}", delete_answer),
)


def _gateway_url(call: Call) -> str:
    return call.world.state.address.replace("http", "ws", 1) + "/gateway"


def _own_application(call: Call) -> None:
    if call.path["application_id"] != BOT_ID:
        raise DiscordError(10002)


def _guild(call: Call) -> None:
    if call.path["guild_id"] != GUILD_ID:
        raise DiscordError(10004)


def _webhook(call: Call) -> tuple[str, str]:
    return call.path["application_id"], call.path["token"]


def _channel(call: Call) -> Channel:
    channel = call.world.state.channels.get(call.path["channel_id"])
    if channel is None:
        raise DiscordError(10003)
    if not _has(call, "VIEW_CHANNEL", channel):
        raise DiscordError(50001)
    return channel


def _thread(call: Call) -> Channel:
    channel = _channel(call)
    if not channel.is_thread:
        raise DiscordError(50024)
    return channel


def _thread_person(call: Call) -> str:
    return BOT_ID if call.path["user_id"] == "@me" else call.path["user_id"]


def _message(call: Call) -> Message:
    message = _channel(call).messages.get(call.path["message_id"])
    if message is None or message.only_for is not None:
        raise DiscordError(10008)
    return message


def _has(call: Call, permission: str, channel: Channel | None = None) -> bool:
    in_dm = channel is not None and channel.type == DM
    return in_dm or bool(call.world.state.bot_permissions & PERMISSIONS[permission])


def _need(call: Call, permission: str, channel: Channel | None = None) -> None:
    if not _has(call, permission, channel):
        raise DiscordError(50013)


def _may_send(call: Call, channel: Channel, body: JSON) -> None:
    if channel.recipient is not None and channel.recipient.id in call.world.faults.closed_dms:
        raise DiscordError(50007)
    _need(call, "SEND_MESSAGES_IN_THREADS" if channel.is_thread else "SEND_MESSAGES", channel)
    if call.uploads:
        _need(call, "ATTACH_FILES", channel)
    if channel.archived and channel.locked and not _has(call, "MANAGE_THREADS", channel):
        raise DiscordError(50083)
    if channel.archived:
        # A message unarchives a thread, as at Discord; a locked one only from those who manage threads.
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


def _new_thread(call: Call, parent: Channel, thread_id: str, kind: int, body: JSON) -> Channel:
    minutes = body.get("auto_archive_duration") or 1440
    return call.world.state.create_thread(parent, thread_id, kind, body["name"], minutes, BOT_ID)
