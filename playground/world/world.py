"""The playground as a page or a test uses it: a member's sight, events and acts.

    world = World()
    async with world.watch(member_id) as events:      # an asyncio.Queue of JSON events
        await world.slash(member_id, channel_id, "play", {"game": "binar"})
        event = await events.get()

Ids are strings everywhere. Every event is a dict with a `type`:

| type | with |
|---|---|
| `message_create`, `message_update` | `message`; `flags & 64` only for you, `& 128` "is thinking" |
| `message_delete` | `id`, `channel_id` |
| `channel_create` | `channel`: a DM that was opened |
| `thread_create`, `thread_update` | `thread`: a channel object, `unread`, `mentions`, `joined` |
| `channel_delete` | `channel_id` |
| `unread` | `channel_id`, `unread`, `mentions` |
| `commands` | `commands`, `activity`, `languages`: those the member is offered now, as in a sight |
| `modal` | `modal`: `id`, `custom_id`, `title`, `components`, `channel_id` |
| `window` | `window`: `address` of the application's own window |
| `interaction` | `id`, `state` (see below), `text`, `label`, `channel_id`, `message_id` |
| `bot` | `online` |
| `me` | `me`: your user object, `locale` and `installed`, one of which you changed |
| `guild` | `guild`: `id`, `name` and `preferred_locale`, after a change |
| `faults` | `faults`: as `Faults.summary` gives them |
| `clock` | `ahead`: seconds by which the clock here is ahead of the machine's |

An interaction's `state` is `sent`, `answered` or `failed`.

A member's sight, events and acts never contain anything they may not see: others' ephemeral
messages, DMs and modals, and private threads they are not in.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any

from playground.world.directory import DM, TEXT, Channel, WorldPerson
from playground.world.errors import JSON, ActRefusedError
from playground.world.faults import Faults
from playground.world.guild import guild_body, guild_roles
from playground.world.interactions import ANSWER_WITHIN, Interactions
from playground.world.languages import check_language, localise, offered_languages
from playground.world.next_door import open_next_door
from playground.world.session_starts import SessionStarts
from playground.world.state import ATTACHMENT_LIMIT, GUILD_ID, GUILD_NAME, WorldState
from playground.world.traffic import Traffic
from playground.world.uploads import Upload
from playground.world.user_installs import is_user_install

SHOWN = 200  # the newest messages of a channel that a sight holds
LONGEST_TURN = 30 * 86_400.0  # seconds by which the clock is turned at once


class World:
    """One server, its members and the bot.

    `now` returns seconds since 1970; `turn_clock` adds to it. `patience` is the number of real seconds an
    act waits for its answer. With `next_door` there is also a second server, with one channel.
    """

    def __init__(
        self,
        now: Callable[[], float] = time.time,
        patience: float = ANSWER_WITHIN,
        *,
        next_door: bool = False,
    ) -> None:
        self.state = WorldState(now)
        if next_door:
            open_next_door(self.state)
        self.interactions = Interactions(self.state, patience)
        self.faults = Faults(self.state)
        self.traffic = Traffic()
        self.shards = 1  # what GET /gateway/bot recommends
        self.starts = SessionStarts(self.state.now)
        self.pages: str | None = None  # where the bot serves its pages
        self.client_secret: str | None = None  # the application's, if it has a window of its own
        self.turn_bot: Callable[[float], None] = lambda ahead: None  # tells the bot's process by how much

    def member_view(self, member_id: str) -> JSON:
        """Return everything that a member sees now, as JSON.

        `me` has the user, `locale`, and `installed` (whether the member has installed the bot). `bot` has
        the user and `online`. `guild` has `id`, `name`, `preferred_locale`, `roles` and `members` (users,
        including the bot). `channels`, `threads`, `dms` and `abroad` are Discord's channel objects with
        `unread`, `mentions`, `joined` and `messages`, oldest first; `abroad` are the channels where the
        bot is not a member. `commands` are Discord's command objects, `activity` is whether there is a
        window to launch, `modals` the open ones. `languages` (`value`, `label`) are the possible values
        of `locale` and `preferred_locale`. `faults` is the state of the switches, `ahead` how many
        seconds the clock has been turned forward.
        """
        state = self.state
        member = state.members.get(member_id)
        if member is None:
            raise ActRefusedError("There is no such member.")
        seen = [c for c in state.channels.values() if member_id in state.audience(c)]
        return {
            "me": self._me(member),
            "bot": {"user": state.bot.user(), "online": state.bot_online},
            "guild": {
                **self._guild(),
                "members": [person.user() for person in (*state.members.values(), state.bot)],
                "roles": [{"id": role["id"], "name": role["name"]} for role in guild_roles(state, GUILD_ID)],
            },
            "channels": [
                self._channel(c, member_id) for c in seen if c.type == TEXT and not is_user_install(c)
            ],
            "threads": [self._channel(c, member_id) for c in seen if c.is_thread],
            "dms": [self._channel(c, member_id) for c in seen if c.type == DM],
            "abroad": [self._channel(c, member_id) for c in seen if is_user_install(c)],
            "commands": self.offered_commands(member_id),
            "activity": self.interactions.entry_point() is not None,
            "modals": [
                modal.page_object() for modal in state.modals.values() if modal.member_id == member_id
            ],
            "languages": self._languages(),
            "faults": self.faults.summary(),
            "ahead": state.ahead,
        }

    def messages(self, member_id: str, channel_id: str) -> list[JSON]:
        """Return the newest messages of a channel, thread or DM, oldest first.

        They are as in `member_view`. Return none if the channel does not exist for the member.
        """
        channel = self.state.channels.get(channel_id)
        if channel is None or member_id not in self.state.audience(channel):
            return []
        return self._visible_messages(channel, member_id)

    def watch(self, member_id: str) -> AbstractAsyncContextManager[asyncio.Queue[JSON]]:
        """Yield a queue of the member's events from now on, while the context lasts."""
        if member_id not in self.state.members:
            raise ActRefusedError("There is no such member.")
        return self.state.watch(member_id)

    def offered_commands(self, member_id: str) -> list[JSON]:
        """Return the commands that a member is offered.

        They are Discord's objects (type 1 slash, 2 user menu). Descriptions and choices are in the member's
        language if the bot has sent them in it.
        """
        locale = self.state.members[member_id].locale
        return [localise(command, locale) for command in self.interactions.visible_commands(member_id)]

    def send_commands(self, member_id: str) -> None:
        """Send a member the commands and languages that are available now."""
        event = {
            "type": "commands",
            "commands": self.offered_commands(member_id),
            "activity": self.interactions.entry_point() is not None,
            "languages": self._languages(),
        }
        self.state.notify([member_id], event)

    async def slash(self, member_id: str, channel_id: str, name: str, options: Mapping[str, Any]) -> JSON:
        """Send a slash command ("play", "privacy export") and wait for the bot's answer.

        `options` are by name, with people and files by id. Return the answer's `id`, its `kind` (4 message,
        5 deferred, 6 deferred update, 7 update, 9 modal), the seconds until it came (`took`), and
        `message_id` and `modal_id` if there is one. Raises `ActRefusedError` with a sentence if Discord's
        client would refuse the act or the bot does not answer in time.
        """
        return await self.interactions.slash(member_id, channel_id, name, options)

    def attach_file(self, member_id: str, channel_id: str, file: Upload) -> JSON:
        """Store a file for a member's next command.

        Return its `id`, which the option names, `filename` and `size`.
        """
        channel = self.state.channels.get(channel_id)
        if channel is None or member_id not in self.state.audience(channel):
            raise ActRefusedError("This channel is not there.")
        if len(file.data) > ATTACHMENT_LIMIT:
            raise ActRefusedError(f"This file is larger than {ATTACHMENT_LIMIT >> 20} MB.")
        held = self.state.attach_file(member_id, channel_id, file)
        return {name: held[name] for name in ("id", "filename", "size")}

    async def complete(
        self, member_id: str, channel_id: str, command: str, options: Mapping[str, Any], focused: str
    ) -> list[JSON]:
        """Return completions (`name`, `value`) of the option being typed.

        `options[focused]` is its text so far.
        """
        choices = await self.interactions.complete(member_id, channel_id, command, options, focused)
        return [localise(choice, self.state.members[member_id].locale) for choice in choices]

    async def click(self, member_id: str, message_id: str, custom_id: str) -> JSON:
        """Press a button of a message that the member sees, and return the answer."""
        return await self.interactions.click(member_id, message_id, custom_id)

    async def select(self, member_id: str, message_id: str, custom_id: str, values: Sequence[str]) -> JSON:
        """Choose from a menu of a message that the member sees, and return the answer."""
        return await self.interactions.select(member_id, message_id, custom_id, values)

    async def submit(self, member_id: str, modal_id: str, values: Mapping[str, Any]) -> JSON:
        """Submit a modal and return the answer.

        `values` are by custom_id: text, a list for menus, a bool for a checkbox.
        """
        return await self.interactions.submit(member_id, modal_id, values)

    def dismiss_modal(self, member_id: str, modal_id: str) -> None:
        """Close a modal without submitting it.

        As on Discord, the bot is not notified.
        """
        modal = self.state.modals.get(modal_id)
        if modal is not None and modal.member_id == member_id:
            del self.state.modals[modal_id]

    async def context_menu(self, member_id: str, name: str, target_member_id: str, channel_id: str) -> JSON:
        """Use a user context menu on a member or the bot and return the answer.

        `name` is the menu's, for example "Challenge to a game…".
        """
        return await self.interactions.context_menu(member_id, name, target_member_id, channel_id)

    async def launch(self, member_id: str, channel_id: str) -> JSON:
        """Use the entry point command, and return the answer."""
        return await self.interactions.launch(member_id, channel_id)

    def say(self, member_id: str, channel_id: str, text: str) -> JSON:
        """Write a plain message and return Discord's object.

        Writing in a thread joins and unarchives it.
        """
        state = self.state
        channel = state.channels.get(channel_id)
        if channel is None or member_id not in state.audience(channel):
            raise ActRefusedError("This channel is not there.")
        text = text.strip()
        if not 1 <= len(text) <= 2000:
            raise ActRefusedError("A message has 1 to 2000 characters.")
        if channel.is_thread:
            if channel.locked:
                raise ActRefusedError("This thread is locked.")
            if channel.archived:
                channel.archived = False
                state.update_thread(channel)
            state.join_thread(channel, member_id)
        mentions = [
            person.user() for i in state.mentioned_ids(text) if (person := state.find_person(i)) is not None
        ]
        self.mark_read(member_id, channel_id)
        message = state.post_message(
            channel, state.members[member_id], {"content": text, "mentions": mentions}
        )
        return message.body

    def mark_read(self, member_id: str, channel_id: str) -> None:
        """Clear the unread marks of a channel, thread or DM that the member has seen."""
        self.state.mark_read(member_id, channel_id)

    def open_dm(self, member_id: str) -> JSON:
        """Return the member's DM with the bot, in the form of `member_view`.

        It is opened if there was none.
        """
        return self._channel(self.state.open_dm(member_id), member_id)

    def dismiss_message(self, member_id: str, message_id: str) -> None:
        """Remove an ephemeral message from the member's screen ("Dismiss message")."""
        message = self.state.find_message(message_id)
        if message is not None and message.only_for == member_id:
            self.state.delete_message(message)

    def choose_language(self, member_id: str, locale: str) -> None:
        """Set a member's own language.

        As on Discord, the bot learns of it with their next interaction.
        """
        member = self.state.members[member_id]
        member.locale = check_language(locale)
        self.state.notify([member_id], {"type": "me", "me": self._me(member)})
        self.send_commands(member_id)

    def turn_clock(self, seconds: float) -> None:
        """Turn the clock forward, for everybody and for the bot."""
        if not 0 < seconds <= LONGEST_TURN:
            raise ActRefusedError("The clock can be turned forward by up to 30 days at a time.")
        self.state.turn(seconds)
        self.turn_bot(self.state.ahead)

    def install(self, member_id: str, installed: bool) -> None:
        """Let a member install the bot for themselves, or remove it.

        While installed, its commands are available to them everywhere.
        """
        (self.state.installed.add if installed else self.state.installed.discard)(member_id)
        self.state.notify([member_id], {"type": "me", "me": self._me(self.state.members[member_id])})

    def choose_server_language(self, locale: str) -> None:
        """Set the server's language; the bot gets a GUILD_UPDATE."""
        self.state.preferred_locale = check_language(locale)
        self.state.on_dispatch("GUILD_UPDATE", guild_body(self.state), None)
        self.state.notify_all({"type": "guild", "guild": self._guild()})

    def _guild(self) -> JSON:
        return {"id": GUILD_ID, "name": GUILD_NAME, "preferred_locale": self.state.preferred_locale}

    def _languages(self) -> list[JSON]:
        return offered_languages(self.state.commands.values())

    def _me(self, member: WorldPerson) -> JSON:
        return {**member.user(), "locale": member.locale, "installed": member.id in self.state.installed}

    def _channel(self, channel: Channel, member_id: str) -> JSON:
        return {
            **self.state.channel_view(channel, member_id),
            "messages": self._visible_messages(channel, member_id),
        }

    def _visible_messages(self, channel: Channel, member_id: str) -> list[JSON]:
        """Return the newest messages of a channel that a member sees."""
        seen = [m.body for m in channel.messages.values() if m.only_for in (None, member_id)]
        return seen[-SHOWN:]
