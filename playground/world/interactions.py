"""Interactions: each act of a member becomes one, answered in time or failed.

Rules of time and order (Discord's documentation, "Receiving and responding"): the first answer
comes within 3 s and the token lives 15 minutes. A second first answer is refused with 40060, a late
one with 10062, a dead token with 50027.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from playground.world.command_options import (
    CHAT_INPUT,
    ENTRY_POINT,
    STRING,
    USER_MENU,
    find_command,
)
from playground.world.components import (
    BUTTON,
    CHANNEL_SELECT,
    FILE_UPLOAD,
    PEOPLE_SELECTS,
    SELECTS,
    check_selection,
    fill_in_modal,
    find_component,
    walk_components,
)
from playground.world.directory import Channel, ChannelMessage, WorldPerson
from playground.world.errors import JSON, ActRefusedError, DiscordError
from playground.world.resolved import (
    ADMINISTRATOR,
    command_data,
    permissions,
    resolved_channels,
    resolved_files,
    resolved_people,
)
from playground.world.state import ATTACHMENT_LIMIT, BOT_ID, GUILD_ID, Modal, WorldState
from playground.world.user_installs import (
    ELSEWHERE_ID,
    ELSEWHERE_LOCALE,
    FOLLOW_UPS,
    GUILD_INSTALL,
    app_permissions,
    are_answers_hidden,
    integration_owners,
    interaction_context,
    is_offered,
)

HANDLED_BY_APP = 1  # the handler of an entry point that the bot answers
COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 2, 3, 4, 5
ANSWER_WITHIN, TOKEN_LIVES, FORGOTTEN_AFTER = 3.0, 15 * 60.0, 3600.0


@dataclass(eq=False)
class MemberInteraction:
    """An interaction: one press, command or form of one member.

    `type` is Discord's type of the interaction. `answer_kind` is the type of the bot's first answer, `None`
    until there is one, and `response_seconds` the time until it came. `option_type` is the type of the option
    that is being completed.
    """

    id: str
    token: str
    type: int
    member_id: str
    channel_id: str
    created: float
    label: str
    source: ChannelMessage | None = None
    option_type: int = STRING
    answer_kind: int | None = None
    response_seconds: float = 0.0
    original_id: str | None = None
    modal_id: str | None = None
    choices: list[JSON] = field(default_factory=list)
    follow_ups: int = 0
    answered: asyncio.Event = field(default_factory=asyncio.Event)


class Interactions:
    """All interactions of a world.

    An act waits `patience` real seconds for its answer, which is taken for as long, but for three seconds
    at least: with more patience than Discord has, a busy machine loses no answer. An act returns the
    answer's `id`, its `kind` (4 message, 5 deferred, 6 deferred update, 7 update, 9 modal), after how many
    seconds it came (`took`), and `message_id` and `modal_id` if there is one. It raises `ActRefusedError`
    with a sentence if Discord's client would refuse the act or the bot does not answer in time.
    """

    def __init__(self, state: WorldState, patience: float = ANSWER_WITHIN) -> None:
        self.state = state
        self.patience = patience
        self._by_id: dict[str, MemberInteraction] = {}
        self._by_token: dict[str, MemberInteraction] = {}

    # What a member does

    async def slash(self, member_id: str, channel_id: str, name: str, options: Mapping[str, Any]) -> JSON:
        """Send a slash command ("play", "privacy export") and return the answer.

        `options` are by name.
        """
        command = self._command(member_id, channel_id, name)
        data = command_data(self.state, member_id, channel_id, command, options)
        return await self._act(COMMAND, member_id, channel_id, data, f"/{name}")

    async def complete(
        self, member_id: str, channel_id: str, name: str, options: Mapping[str, Any], focused: str
    ) -> list[JSON]:
        """Return the completions (`name`, `value`) of the option `focused`.

        Its text so far is among `options`.
        """
        command = self._command(member_id, channel_id, name)
        option = next((o for o in command[2] if o["name"] == focused and o.get("autocomplete")), None)
        if option is None:
            raise ActRefusedError(f"The option “{focused}” is not completed.")
        data = command_data(self.state, member_id, channel_id, command, options, focused)
        outcome = await self._act(
            AUTOCOMPLETE, member_id, channel_id, data, f"/{name}", option_type=option["type"]
        )
        choices: list[JSON] = outcome["choices"]
        return choices

    async def context_menu(self, member_id: str, name: str, target_id: str, channel_id: str) -> JSON:
        """Use a user context menu on a member or the bot and return the answer.

        `name` is the menu's, for example "Challenge to a game…".
        """
        command = next(
            (c for c in self.visible_commands(member_id) if c["name"] == name and c.get("type") == USER_MENU),
            None,
        )
        if command is not None and not self._is_offered(command, member_id, channel_id):
            raise ActRefusedError(f"“{name}” cannot be used here.")
        if command is None or target_id not in self._people():
            raise ActRefusedError(f"There is no “{name}” for this person.")
        data = {"id": command["id"], "name": name, "type": USER_MENU, "target_id": target_id}
        data["resolved"] = resolved_people(self.state, [target_id])
        return await self._act(COMMAND, member_id, channel_id, data, name)

    def entry_point(self) -> JSON | None:
        """Return the command that opens the application's window, if the bot answers it."""
        for command in self.state.commands.values():
            if command.get("type") == ENTRY_POINT and command["handler"] == HANDLED_BY_APP:
                return command
        return None

    async def launch(self, member_id: str, channel_id: str) -> JSON:
        """Use the entry point command, and return the answer.

        Where Discord would open the window itself, the playground does not.
        """
        entry = self.entry_point()
        if entry is None:
            raise ActRefusedError("The application does not open a window of its own.")
        data = {"id": entry["id"], "name": entry["name"], "type": ENTRY_POINT}
        return await self._act(COMMAND, member_id, channel_id, data, f"/{entry['name']}")

    async def click(self, member_id: str, message_id: str, custom_id: str) -> JSON:
        """Press a button of a message that the member sees, and return the answer."""
        message = self._visible_message(member_id, message_id)
        button = find_component(message.body["components"], custom_id, frozenset({BUTTON}))
        data = {"custom_id": custom_id, "component_type": BUTTON, "id": button["id"]}
        return await self._act(COMPONENT, member_id, message.channel_id, data, custom_id, message)

    async def select(self, member_id: str, message_id: str, custom_id: str, values: Sequence[str]) -> JSON:
        """Choose from a menu of a message that the member sees, and return the answer."""
        message = self._visible_message(member_id, message_id)
        menu = find_component(message.body["components"], custom_id, SELECTS)
        check_selection(menu, values, self._people(), self.state.channels)
        data = {
            "custom_id": custom_id,
            "component_type": menu["type"],
            "id": menu["id"],
            "values": list(values),
        }
        if menu["type"] in PEOPLE_SELECTS:
            data["resolved"] = resolved_people(self.state, values)
        elif menu["type"] == CHANNEL_SELECT:
            data["resolved"] = resolved_channels(self.state, values, member_id)
        return await self._act(COMPONENT, member_id, message.channel_id, data, custom_id, message)

    async def submit(self, member_id: str, modal_id: str, values: Mapping[str, Any]) -> JSON:
        """Submit a modal and return the answer.

        `values` are by custom_id: text, a list for menus and files, a bool for a checkbox. The modal stays open if
        the bot does not answer.
        """
        modal = self.state.modals.get(modal_id)
        if modal is None or modal.member_id != member_id:
            raise ActRefusedError("This form is no longer open.")
        held = self.state.attached.get(member_id, {})
        filled = fill_in_modal(modal.body["components"], values, self._people(), held)

        def list_ids(types: Collection[int]) -> list[str]:
            return [i for c in walk_components(filled) if c["type"] in types for i in c.get("values", ())]

        data = {
            "custom_id": modal.body["custom_id"],
            "components": filled,
            "resolved": resolved_people(self.state, list_ids(PEOPLE_SELECTS))
            | resolved_files(self.state, member_id, list_ids({FILE_UPLOAD})),
        }
        source = None if modal.message_id is None else self.state.find_message(modal.message_id)
        outcome = await self._act(
            MODAL_SUBMIT, member_id, modal.channel_id, data, modal.body["custom_id"], source
        )
        self.state.modals.pop(modal_id, None)
        return outcome

    def visible_commands(self, member_id: str) -> list[JSON]:
        """Return the commands that a member is offered by their default permissions.

        Discord itself handles the one that opens an Activity.
        """
        allowed = permissions(self.state, member_id)
        return [
            command
            for command in self.state.commands.values()
            if command.get("type", CHAT_INPUT) != ENTRY_POINT
            and (
                allowed & ADMINISTRATOR
                or (needed := command.get("default_member_permissions")) is None
                or (int(needed) and allowed & int(needed) == int(needed))
            )
        ]

    # What the bot answers

    def find_unanswered(self, interaction_id: str, token: str) -> MemberInteraction:
        """Return the interaction that a first answer is meant for.

        Raises 10062 (unknown or too late) or 40060 (already answered).
        """
        interaction = self._by_id.get(interaction_id)
        if interaction is None or interaction.token != token:
            raise DiscordError(10062)
        if interaction.answer_kind is not None:
            raise DiscordError(40060)
        if self.state.now() - interaction.created > max(ANSWER_WITHIN, self.patience):
            raise DiscordError(10062)
        return interaction

    def find_answered(self, application_id: str, token: str) -> MemberInteraction:
        """Return the answered interaction of a webhook token.

        Raises 10015 (unknown or unanswered) or 50027 (token expired).
        """
        interaction = self._by_token.get(token)
        if interaction is None or application_id != BOT_ID or interaction.answer_kind is None:
            raise DiscordError(10015)
        if self.state.now() - interaction.created > TOKEN_LIVES:
            raise DiscordError(50027)
        return interaction

    def has_hidden_answers(self, interaction: MemberInteraction) -> bool:
        """Whether all answers to an interaction are ephemeral, whatever the bot asks for."""
        return are_answers_hidden(
            self.state, self.state.channels[interaction.channel_id], interaction.member_id
        )

    def count_follow_up(self, interaction: MemberInteraction) -> None:
        """Count a follow-up.

        Raises 40094 after the fifth if the bot is used only by a user install.
        """
        interaction.follow_ups += 1
        if str(GUILD_INSTALL) not in self._owners(interaction) and interaction.follow_ups > FOLLOW_UPS:
            raise DiscordError(40094)

    def record_answer(self, interaction: MemberInteraction, kind: int) -> None:
        """Record the first answer and wake the act that waits for it."""
        interaction.answer_kind = kind
        interaction.response_seconds = self.state.now() - interaction.created
        interaction.answered.set()
        self._notify(interaction, "answered")

    def open_window(self, interaction: MemberInteraction) -> None:
        """Open the application's own window for the member who acted."""
        asked = {
            "frame_id": self.state.new_id(),
            "instance_id": f"i-{self.state.new_id()}",
            "platform": "mobile",
            "guild_id": GUILD_ID,
            "channel_id": interaction.channel_id,
        }
        event = {"type": "window", "window": {"address": f"/activity/?{urlencode(asked)}"}}
        self.state.notify([interaction.member_id], event)

    def open_modal(self, interaction: MemberInteraction, body: JSON) -> None:
        """Show a modal to the member who acted."""
        source_id = None if interaction.source is None else interaction.source.id
        modal = Modal(self.state.new_id(), interaction.member_id, body, interaction.channel_id, source_id)
        for other in [m for m in self.state.modals.values() if m.member_id == modal.member_id]:
            del self.state.modals[other.id]
        self.state.modals[modal.id] = modal
        interaction.modal_id = modal.id
        self.state.notify([modal.member_id], {"type": "modal", "modal": modal.page_object()})

    def message_metadata(self, interaction: MemberInteraction) -> JSON:
        """Return the `interaction_metadata` of a message that answers an interaction."""
        member = self.state.members[interaction.member_id]
        authorized = self._owners(interaction)
        body: JSON = {
            "id": interaction.id,
            "type": interaction.type,
            "user": member.user(),
            "authorizing_integration_owners": authorized,
        }
        if interaction.type == COMPONENT and interaction.source is not None:
            body["interacted_message_id"] = interaction.source.id
        if interaction.type == MODAL_SUBMIT:
            body["triggering_interaction_metadata"] = {
                "id": interaction.id,
                "type": COMMAND,
                "user": member.user(),
                "authorizing_integration_owners": authorized,
            }
        return body

    # How an act becomes an interaction

    async def _act(
        self,
        kind: int,
        member_id: str,
        channel_id: str,
        data: JSON,
        label: str,
        source: ChannelMessage | None = None,
        option_type: int = STRING,
    ) -> JSON:
        channel = self._channel(member_id, channel_id)
        interaction = MemberInteraction(
            self.state.new_id(),
            secrets.token_urlsafe(48),
            kind,
            member_id,
            channel.id,
            self.state.now(),
            label,
            source,
            option_type,
        )
        self._forget_old()
        self._by_id[interaction.id] = self._by_token[interaction.token] = interaction
        if kind != AUTOCOMPLETE:
            self._notify(interaction, "sent")
        self.state.on_dispatch("INTERACTION_CREATE", self._wire(interaction, channel, data), channel)
        try:
            await asyncio.wait_for(interaction.answered.wait(), self.patience)
        except TimeoutError:
            text = {COMMAND: "The application did not respond", AUTOCOMPLETE: "Loading options failed"}.get(
                kind, "This interaction failed"
            )
            self._notify(interaction, "failed", text)
            raise ActRefusedError(text) from None
        return {
            "id": interaction.id,
            "kind": interaction.answer_kind,
            "took": interaction.response_seconds,
            "message_id": interaction.original_id,
            "modal_id": interaction.modal_id,
            "choices": interaction.choices,
        }

    def _forget_old(self) -> None:
        """Forget interactions whose tokens expired long ago."""
        while self._by_id:
            interaction = next(iter(self._by_id.values()))
            if self.state.now() - interaction.created < FORGOTTEN_AFTER:
                return
            del self._by_id[interaction.id], self._by_token[interaction.token]

    def _notify(self, interaction: MemberInteraction, state: str, text: str = "") -> None:
        if interaction.type == AUTOCOMPLETE:
            return
        event = {
            "type": "interaction",
            "id": interaction.id,
            "state": state,
            "text": text,
            "channel_id": interaction.channel_id,
            "message_id": None if interaction.source is None else interaction.source.id,
            "label": interaction.label,
        }
        self.state.notify([interaction.member_id], event)

    def _wire(self, interaction: MemberInteraction, channel: Channel, data: JSON) -> JSON:
        member = self.state.members[interaction.member_id]
        allowed = str(permissions(self.state, member.id, channel))
        body: JSON = {
            "id": interaction.id,
            "application_id": BOT_ID,
            "type": interaction.type,
            "token": interaction.token,
            "version": 1,
            "locale": member.locale,
            "entitlements": [],
            "attachment_size_limit": ATTACHMENT_LIMIT,
            "app_permissions": str(app_permissions(self.state, channel)),
            "context": interaction_context(channel),
            "authorizing_integration_owners": self._owners(interaction),
            "channel_id": channel.id,
            "channel": {**channel.body(), "permissions": allowed},
            "data": data,
        }
        if interaction.source is not None:
            body["message"] = dict(interaction.source.body)
        if channel.guild_id is None:
            return {**body, "user": member.user()}
        locale = ELSEWHERE_LOCALE if channel.guild_id == ELSEWHERE_ID else self.state.preferred_locale
        return {
            **body,
            "guild_id": channel.guild_id,
            "guild": {"id": channel.guild_id, "locale": locale, "features": []},
            "guild_locale": locale,
            "member": {**member.member(), "permissions": allowed},
        }

    def _command(self, member_id: str, channel_id: str, name: str) -> tuple[JSON, list[JSON], list[JSON]]:
        offered = {command["id"]: command for command in self.visible_commands(member_id)}
        found = find_command(offered, name)
        if not self._is_offered(found[0], member_id, channel_id):
            raise ActRefusedError(f"/{name} cannot be used here.")
        return found

    def _is_offered(self, command: JSON, member_id: str, channel_id: str) -> bool:
        """Whether a member is offered a command in a channel."""
        return is_offered(command, self._channel(member_id, channel_id), member_id in self.state.installed)

    def _owners(self, interaction: MemberInteraction) -> dict[str, str]:
        channel = self.state.channels[interaction.channel_id]
        source = None if interaction.source is None else interaction.source.body
        return integration_owners(self.state, channel, interaction.member_id, source)

    def _channel(self, member_id: str, channel_id: str) -> Channel:
        channel = self.state.channels.get(channel_id)
        if channel is None or member_id not in self.state.audience(channel):
            raise ActRefusedError("This channel is not there.")
        return channel

    def _visible_message(self, member_id: str, message_id: str) -> ChannelMessage:
        """Return a message that the member sees.

        Raises `ActRefusedError` if it is not there for them.
        """
        message = self.state.find_message(message_id)
        if message is None or member_id not in self.state.audience(
            self.state.channels[message.channel_id], message.only_for
        ):
            raise ActRefusedError("This message is no longer there.")
        return message

    def _people(self) -> dict[str, WorldPerson]:
        return {**self.state.members, BOT_ID: self.state.bot}
