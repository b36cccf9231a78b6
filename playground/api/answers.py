"""The bot's answers to interactions: first answer, edits, and follow-ups by token."""

from __future__ import annotations

from collections.abc import Collection

from playground.api.composing import compose_edit, compose_message
from playground.api.unlike import check_reduced_limits, drop_attachments, follow_up_flags
from playground.checks.body_errors import BodyErrors
from playground.checks.command_rules import check_completions
from playground.checks.component_rules import check_modal
from playground.checks.message_rules import flags_of
from playground.world.components import assign_ids
from playground.world.directory import EPHEMERAL, LOADING, ChannelMessage
from playground.world.errors import JSON, DiscordError
from playground.world.faults import Deviation
from playground.world.interactions import AUTOCOMPLETE, COMMAND, MODAL_SUBMIT, MemberInteraction
from playground.world.state import BOT_ID, OLD_AFTER
from playground.world.uploads import Upload
from playground.world.world import World

MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE, COMPLETIONS, MODAL = range(4, 10)
WINDOW = 12
OLD_EDIT_WAIT = 600.0  # seconds to wait, as the refusal of an edit of an old message says
PARSE = ("users",)  # what an answer pings unless `allowed_mentions` says otherwise


def accept_answer(
    world: World, interaction_id: str, token: str, body: JSON, uploads: Collection[Upload]
) -> JSON:
    """Accept the first answer to an interaction and return Discord's callback object.

    Raises 10062, 40060 or 50035.
    """
    interaction = world.interactions.find_unanswered(interaction_id, token)
    if interaction.channel_id not in world.state.channels:
        raise DiscordError(10003)
    form = BodyErrors()
    form.check_choice(("type",), body.get("type"), _allowed_kinds(world, interaction))
    data = form.check_object(("data",), body.get("data"))
    form.raise_errors()
    kind: int = body["type"]
    message: ChannelMessage | None = None
    if kind == COMPLETIONS:
        interaction.choices = check_completions(data.get("choices"), interaction.option_type)
    elif kind == MODAL:
        check_modal(form, data)
        form.raise_errors()
        assign_ids(data["components"])
        world.interactions.open_modal(interaction, data)
    elif kind == WINDOW:
        world.interactions.open_window(interaction)
    elif kind == UPDATE and interaction.source is not None:
        message = interaction.source
        if world.state.find_message(message.id) is None:
            raise DiscordError(10008)
        world.state.edit_message(message, compose_edit(world.state, message, data, uploads, PARSE))
    elif kind == DEFERRED_UPDATE:
        message = interaction.source
    elif kind == MESSAGE:
        message = _say(world, interaction, data, uploads)
    elif kind == DEFERRED_MESSAGE:
        ephemeral = bool(flags_of(data) & EPHEMERAL) or world.interactions.has_hidden_answers(interaction)
        message = _post(
            world, interaction, {"flags": LOADING | (EPHEMERAL if ephemeral else 0)}, ephemeral, pings=False
        )
    interaction.original_id = None if message is None else message.id
    world.interactions.record_answer(interaction, kind)
    return _callback(interaction, kind, message)


def find_by_token(
    world: World, application_id: str, token: str, message_id: str
) -> tuple[MemberInteraction, ChannelMessage]:
    """Return the interaction of a webhook token and the message it may read or change.

    `message_id` is `@original` or the id of a message sent with the token. Raises 10015, 50027 or 10008.
    """
    interaction = world.interactions.find_answered(application_id, token)
    wanted = interaction.original_id if message_id == "@original" else message_id
    message = None if wanted is None else world.state.find_message(wanted)
    if message is None or (message.token != token and message.id != interaction.original_id):
        raise DiscordError(10008)
    if message.token != token and Deviation.NO_EDITS_BY_TOKEN in world.faults.deviations:
        raise DiscordError(10008)
    return interaction, message


def edit_by_token(
    world: World, application_id: str, token: str, message_id: str, body: JSON, uploads: Collection[Upload]
) -> JSON:
    """Edit a message by webhook token; this also fills a deferred answer.

    Raises 30046 for a message older than an hour. Whether Discord applies this limit to edits by token is
    not known; the bot has to cope if it does.
    """
    _, message = find_by_token(world, application_id, token, message_id)
    if world.state.now() - message.sent_at > OLD_AFTER:
        raise too_old_error()
    if Deviation.DROPPED_BY_TOKEN in world.faults.deviations:
        body = drop_attachments(body)
    _fill(world, message, body, uploads)
    return message.body


def delete_by_token(world: World, application_id: str, token: str, message_id: str) -> None:
    """Delete a message by webhook token."""
    world.state.delete_message(find_by_token(world, application_id, token, message_id)[1])


def send_follow_up(
    world: World, application_id: str, token: str, body: JSON, uploads: Collection[Upload]
) -> JSON:
    """Send a follow-up.

    As on Discord, the first one after a deferred answer fills it and keeps its visibility. Every other
    is as public as its own flags say, unless the server hides all answers. Nonces are ignored.
    """
    interaction = world.interactions.find_answered(application_id, token)
    if interaction.channel_id not in world.state.channels:
        raise DiscordError(10003)
    world.interactions.count_follow_up(interaction)
    if Deviation.NO_FOLLOW_UPS in world.faults.deviations:
        raise DiscordError(50013)
    check_reduced_limits(world.faults, body)
    waiting = None if interaction.original_id is None else world.state.find_message(interaction.original_id)
    if waiting is not None and waiting.is_loading:
        _fill(world, waiting, body, uploads)
        return waiting.body
    return _say(
        world, interaction, {**body, "flags": follow_up_flags(world, interaction, body)}, uploads
    ).body


def too_old_error() -> DiscordError:
    """Return Discord's error for editing a message that is older than an hour."""
    wait = {"retry_after": OLD_EDIT_WAIT, "global": False}
    return DiscordError(30046, extra=wait, headers={"Retry-After": str(int(OLD_EDIT_WAIT))})


def _allowed_kinds(world: World, interaction: MemberInteraction) -> tuple[int, ...]:
    """Return the kinds of first answer that an interaction takes."""
    if interaction.type == AUTOCOMPLETE:
        return (COMPLETIONS,)
    updates = (DEFERRED_UPDATE, UPDATE) if interaction.source is not None else ()
    modal = (MODAL,) if interaction.type != MODAL_SUBMIT else ()
    window = (WINDOW,) if world.client_secret is not None else ()
    return (MESSAGE, DEFERRED_MESSAGE, *updates, *modal, *window)


def _say(
    world: World, interaction: MemberInteraction, body: JSON, uploads: Collection[Upload]
) -> ChannelMessage:
    ephemeral = bool(flags_of(body) & EPHEMERAL) or world.interactions.has_hidden_answers(interaction)
    channel = world.state.channels[interaction.channel_id]
    if channel.archived and not ephemeral:
        channel.archived = False  # as at Discord, where a message unarchives a thread
        world.state.update_thread(channel)
    return _post(
        world, interaction, compose_message(world.state, channel, body, uploads, PARSE, ephemeral), ephemeral
    )


def _post(
    world: World, interaction: MemberInteraction, fields: JSON, ephemeral: bool, *, pings: bool = True
) -> ChannelMessage:
    fields = {
        **fields,
        "type": 20 if interaction.type == COMMAND else 0,
        "webhook_id": BOT_ID,
        "application_id": BOT_ID,
        "interaction_metadata": world.interactions.message_metadata(interaction),
    }
    if interaction.type == COMMAND:
        fields["interaction"] = {
            "id": interaction.id,
            "type": COMMAND,
            "name": interaction.label.removeprefix("/"),
            "user": world.state.members[interaction.member_id].user(),
        }
    return world.state.post_message(
        world.state.channels[interaction.channel_id],
        world.state.bot,
        fields,
        only_for=interaction.member_id if ephemeral else None,
        token=interaction.token,
        pings=pings,
    )


def _fill(world: World, message: ChannelMessage, body: JSON, uploads: Collection[Upload]) -> None:
    fields = compose_edit(world.state, message, body, uploads, PARSE)
    world.state.edit_message(message, {**fields, "flags": fields["flags"] & ~LOADING})


def _callback(interaction: MemberInteraction, kind: int, message: ChannelMessage | None) -> JSON:
    body: JSON = {"id": interaction.id, "type": interaction.type}
    if message is not None:
        body |= {
            "response_message_id": message.id,
            "response_message_loading": message.is_loading,
            "response_message_ephemeral": message.only_for is not None,
        }
    reply: JSON = {"interaction": body}
    if message is not None and kind in (MESSAGE, UPDATE):
        reply["resource"] = {"type": kind, "message": message.body}
    return reply
