"""Delivery's wire with each request as a value, for a fake Discord.

The fake is held in memory, or simulated.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import discord

from bot.answers.tokens import Token
from bot.cards.kit.kit import Card
from bot.cards.kit.pictures import draw_card
from bot.delivery.wire import ScheduledEvent, SentMessage, Wire, component_marks
from data.play.places import PlacedRow
from words import ENGLISH, Localizer, localizer_for

LOCKED = object()
"""The answer for a thread that a moderator has locked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A request as the bot made it.

    `by` is the text of the token that the request is made with.
    """

    kind: str
    place: int
    message: int | None = None
    marks: frozenset[str] = frozenset()
    words: str = ""
    picture: bool = False
    kept: int | None = None
    nonce: str = ""
    user: int | None = None
    archived: bool = False
    since: float = 0.0
    by: str | None = None
    private: bool = False

    def __str__(self) -> str:
        on = "" if self.message is None else f" on {self.message}"
        return f"{self.kind} {self.place}{on} {','.join(sorted(self.marks))}".rstrip()


class Answer:
    """What discord.py looks at in Discord's answer."""

    reason = "No"

    def __init__(self, status: int) -> None:
        self.status = status


def refusal(status: int, code: int = 0) -> discord.HTTPException:
    """What the library raises for Discord's answer."""
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    kind = discord.DiscordServerError if status >= 500 else kinds.get(status, discord.HTTPException)
    return kind(Answer(status), {"code": code, "message": "no"})


def marks_of(view: discord.ui.LayoutView) -> frozenset[str]:
    """Return what the buttons of a card stand for."""
    return component_marks(view.to_components())


def event_fields(said: Mapping[str, Any]) -> dict[str, Any]:
    """Return an event's name and start time as fields of `Asked`."""
    begins = datetime.fromisoformat(said["scheduled_start_time"]).timestamp()
    assert begins < datetime.fromisoformat(said["scheduled_end_time"]).timestamp()
    return {"words": said["name"], "since": begins}


class FakeWire(Wire):
    """A wire that makes a value of each request.

    `ask` carries it out, or raises the error that the library would raise.
    """

    async def ask(self, asked: Asked) -> Any:
        raise NotImplementedError  # each fake carries requests out in its own way

    def pressed_on(self, token: Token) -> int | None:
        """The message that a token edits."""
        return int(token.text)

    def public_speaker(self, guild_id: int) -> Localizer:
        return localizer_for(ENGLISH)

    async def can_see(self, place: PlacedRow, user_id: int) -> bool | None:
        """Everybody sees every place."""
        return True

    def owner_of(self, guild_id: int) -> int | None:
        """No server's owner is known."""
        return None

    async def is_open(self, place: PlacedRow) -> bool:
        """Everybody may look into every place."""
        return True

    async def post(self, channel_id: int, card: Card, nonce: str) -> SentMessage:
        return await self._show("post", channel_id, card, nonce=nonce)

    async def edit(
        self, channel_id: int, message_id: int, card: Card, *, attachment_id: int | None = None
    ) -> SentMessage:
        return await self._show("edit", channel_id, card, message=message_id, kept=attachment_id)

    async def follow_up(self, token: Token, card: Card, *, private: bool = False) -> SentMessage:
        return await self._show("follow-up", token.channel_id, card, by=token.text, private=private)

    async def edit_by_token(
        self, token: Token, card: Card, *, attachment_id: int | None = None
    ) -> SentMessage:
        on = self.pressed_on(token)
        return await self._show(
            "edit by token", token.channel_id, card, by=token.text, message=on, kept=attachment_id
        )

    async def _show(self, kind: str, place: int, card: Card, **given: Any) -> SentMessage:
        files = await draw_card(card)
        said = [getattr(item, "content", "") for item in card.view.walk_children()]
        drawn = [file.fp.read().decode(errors="replace") for file in files]
        words, shown = "\n".join([*said, *drawn]), marks_of(card.view)
        sent: SentMessage = await self.ask(
            Asked(kind=kind, place=place, marks=shown, words=words, picture=bool(files), **given)
        )
        return sent

    async def delete_follow_up(self, token: Token, message_id: int) -> None:
        await self.ask(Asked(kind="take back", place=token.channel_id, by=token.text, message=message_id))

    async def fetch_own_messages(self, channel_id: int, since: float) -> list[SentMessage]:
        found: list[SentMessage] = await self.ask(Asked(kind="look", place=channel_id, since=since))
        return found

    async def is_among_newest(self, channel_id: int, message_id: int) -> bool:
        near: bool = await self.ask(Asked(kind="near", place=channel_id, message=message_id))
        return near

    async def delete(self, channel_id: int, message_id: int) -> None:
        await self.ask(Asked(kind="delete", place=channel_id, message=message_id))

    async def pin(self, channel_id: int, message_id: int) -> None:
        await self.ask(Asked(kind="pin", place=channel_id, message=message_id))

    def may_pin(self, guild_id: int, channel_id: int) -> bool:
        return True

    def place_filter(self, guild_id: int, channel_id: int) -> Callable[[PlacedRow], bool] | None:
        return lambda _: True

    def may_make_events(self, guild_id: int) -> bool | None:
        """No server allows it."""
        return False

    async def create_event(self, guild_id: int, fields: Mapping[str, Any]) -> int:
        made: int = await self.ask(Asked(kind="event", place=guild_id, **event_fields(fields)))
        return made

    async def change_event(self, guild_id: int, event_id: int, fields: Mapping[str, Any]) -> None:
        await self.ask(Asked(kind="move event", place=guild_id, message=event_id, **event_fields(fields)))

    async def cancel_event(self, guild_id: int, event_id: int) -> None:
        await self.ask(Asked(kind="cancel event", place=guild_id, message=event_id))

    async def fetch_own_events(self, guild_id: int) -> list[ScheduledEvent]:
        found: list[ScheduledEvent] = await self.ask(Asked(kind="events", place=guild_id))
        return found

    async def open_dm(self, user_id: int) -> int:
        opened: int = await self.ask(Asked(kind="open", place=user_id, user=user_id))
        return opened

    async def create_thread(self, channel_id: int, message_id: int | None, name: str) -> int | None:
        made: int = await self.ask(Asked(kind="thread", place=channel_id, message=message_id, words=name))
        return made

    async def add_thread_member(self, thread_id: int, user_id: int) -> None:
        await self.ask(Asked(kind="member", place=thread_id, user=user_id))

    async def fetch_channel(self, channel_id: int) -> None:
        await self.ask(Asked(kind="look up", place=channel_id))

    async def set_archived(self, thread_id: int, archived: bool) -> None:
        await self.ask(Asked(kind="archive", place=thread_id, archived=archived))

    async def rename_thread(self, thread_id: int, name: str) -> bool:
        await self.ask(Asked(kind="rename", place=thread_id, words=name))
        return True

    async def keep_awake(self, thread_id: int) -> bool:
        return await self.ask(Asked(kind="keep awake", place=thread_id)) is not LOCKED
