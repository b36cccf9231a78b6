"""`twotone probe`: test on a real server what this bot assumes of Discord.

It reports each assumption on a line and does not touch the database. A host presses three buttons;
the probe deletes all its posts in the end. Every outcome of a request becomes one line: one that is
no answer of Discord's has the code 0.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any, Final, TypeVar

import discord

from bot.cards.kit.kit import Card
from bot.cards.probe import (
    ONE,
    THREE,
    TWO,
    board_like_card,
    grid_card,
    kept_card,
    long_text_card,
    many_components_card,
    pressed_button,
    probe_card,
    sentence_card,
    third_card,
)
from bot.codes import Code, code_of
from bot.delivery.wire import LOOKED_THROUGH, KeptPicture
from bot.host.config import ConfigError
from bot.host.running import unreachable
from words import ENGLISH, Phrase, TwotoneError, speaker

PRESSED_WITHIN: Final = 300.0
"""Seconds that a host has to press a button."""
OLD_AFTER: Final = timedelta(minutes=61)
"""Messages as old as this count as older than an hour, whatever the clocks say."""
LONGEST_LIMIT: Final = 30.0
"""Seconds that a request waits out a rate limit; discord.py takes no less."""
AS_HOPED, OTHERWISE = 0, 200
"""The code of an attempt: as hoped, or taken by Discord with another outcome."""
NO_EMBEDS_OR_V2: Final = discord.MessageFlags(suppress_embeds=True, components_v2=True).value
"""The flags that an edit may set."""
NOTHING_ALOUD: Final = discord.AllowedMentions.none()

Interaction = discord.Interaction[Any]
ProbeTrial = Awaitable[bool]
Tell = Callable[[Phrase], None]
M = TypeVar("M", bound=discord.Message)


async def probe(
    token: str, channel_id: int, *, tell: Tell, now: Callable[[], datetime], patience: float = PRESSED_WITHIN
) -> bool:
    """Try everything in a channel and `tell` what holds; return whether all does.

    A button waits `patience` seconds for its press. Raises `ConfigError` if the channel is none, `TwotoneError` if
    nothing can be posted there or Discord cannot be reached.
    """
    client = _Client()
    trials = _Trials(client, channel_id, tell=tell, now=now, patience=patience)
    connected = asyncio.create_task(client.start(token))
    trying = asyncio.create_task(trials.run())
    try:
        await asyncio.wait({connected, trying}, return_when=asyncio.FIRST_COMPLETED)
        if not trying.done():
            fault = connected.exception() or ConnectionError()
            raise unreachable(fault) or fault
        return trying.result()
    finally:
        trying.cancel()
        await asyncio.wait({trying})
        await trials.tidy()
        await client.close()
        connected.cancel()
        await asyncio.gather(connected, return_exceptions=True)


class _Client(discord.Client):
    """Listens for the three buttons.

    All other presses are for the bot, which may run elsewhere.
    """

    def __init__(self) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=NOTHING_ALOUD,
            max_ratelimit_timeout=LONGEST_LIMIT,
        )
        self.online = asyncio.Event()
        self.presses: dict[str, asyncio.Queue[Interaction]] = {
            name: asyncio.Queue() for name in (ONE, TWO, THREE)
        }

    async def on_connect(self) -> None:
        """Begin: nothing needs to be known of servers."""
        self.online.set()

    async def on_interaction(self, interaction: Interaction) -> None:
        """Hand a press to the trial that waits for it."""
        if interaction.type is discord.InteractionType.component:
            data: Any = interaction.data or {}
            if name := pressed_button(str(data.get("custom_id", ""))):
                self.presses[name].put_nowait(interaction)


class _Trials:
    """All attempts, each with the line that it becomes."""

    def __init__(
        self,
        client: _Client,
        channel_id: int,
        *,
        tell: Tell,
        now: Callable[[], datetime],
        patience: float,
    ) -> None:
        self._client = client
        self._channel_id = channel_id
        self._channel = client.get_partial_messageable(channel_id)
        self._tell = tell
        self._now = now
        self._patience = patience
        self._say = speaker(ENGLISH)
        self._failed = 0
        self._posted: list[Callable[[], Awaitable[None]]] = []
        self._under_way: set[asyncio.Task[Any]] = set()

    async def run(self) -> bool:
        """Try everything; return whether all holds."""
        await self._client.online.wait()
        await self._find_channel()
        card = await self._post_card()
        await self._try("nonce", self._same_message())
        await self._try("components", self._send_and_delete(many_components_card(self._say)))
        await self._try("text", self._send_and_delete(long_text_card()))
        await self._try("grid", self._send_and_delete(grid_card(self._say)))
        await self._try("kept_by_channel", self._kept_by_channel())
        await self._old_edit()
        one, two = self._say("probe.button.one"), self._say("probe.button.two")
        self._tell(Phrase("probe.press", button=one, other_button=two))
        await asyncio.gather(self._whisper_trial(), self._defer_trial(card), self._update_trial())
        count = self._failed
        self._tell(Phrase("probe.some_fail", count=count) if count else Phrase("probe.all_hold"))
        return not count

    async def tidy(self) -> None:
        """Delete whatever was posted, the newest first; what is gone already is no matter."""
        await asyncio.gather(*self._under_way, return_exceptions=True)
        for delete in reversed(self._posted):
            with contextlib.suppress(Exception):
                await delete()
        self._posted.clear()

    async def _find_channel(self) -> None:
        try:
            channel = await self._client.fetch_channel(self._channel_id)
        except Exception as fault:
            raise ConfigError("probe.no_channel", value=self._channel_id, code=code_of(fault)) from None
        if not isinstance(channel, discord.abc.Messageable):
            raise ConfigError("probe.no_messages", value=self._channel_id)

    async def _post_card(self) -> discord.Message:
        try:
            return await self._send(probe_card(self._say))
        except Exception as fault:
            raise TwotoneError("probe.not_posted", value=self._channel_id, code=code_of(fault)) from None

    async def _try(self, name: str, attempt: ProbeTrial) -> bool:
        """Report whether an assumption holds: as hoped, otherwise, or refused."""
        try:
            code = AS_HOPED if await attempt else OTHERWISE
        except Exception as fault:
            code = code_of(fault)
            self._judge(name, "fails", code)
            return False
        self._judge(name, "fails" if code else "holds", code)
        return not code

    def _judge(self, name: str, outcome: str, code: int = AS_HOPED) -> None:
        self._failed += outcome == "fails"
        facts = {"code": code} if outcome == "fails" else {}
        self._tell(Phrase(f"probe.{name}.{outcome}", **facts))

    async def _send(self, card: Card, **options: Any) -> discord.Message:
        card.view.stop()  # its presses come to `on_interaction`
        return await self._send_tracked(self._channel.send(view=card.view, files=card.files, **options))

    async def _send_tracked(self, sending: Awaitable[M]) -> M:
        """Send a message that `tidy` deletes, even if the probe ends before the answer."""

        async def send() -> M:
            message = await sending
            self._posted.append(message.delete)
            return message

        task = asyncio.create_task(send())
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return await asyncio.shield(task)

    # What needs no press

    async def _same_message(self) -> bool:
        words = self._say("probe.card.filler")
        nonce = f"probe{int(self._now().timestamp())}"
        sent = [await self._send(sentence_card(words), nonce=nonce) for _ in range(2)]
        return sent[0].id == sent[1].id

    async def _send_and_delete(self, card: Card) -> bool:
        """Send a card and delete it; return that Discord has taken it."""
        message = await self._send(card)
        await message.delete()
        self._posted.pop()
        return True

    async def _kept_by_channel(self) -> bool:
        message = await self._send(board_like_card(self._say))
        edited = await message.edit(view=kept_card(self._say).view, attachments=_kept_pictures(message))
        return _keeps(message, edited)

    async def _old_edit(self) -> None:
        """Edit an old message of the bot's so that nothing of it changes, if there is one."""
        try:
            old = await self._old_message()
        except Exception:
            old = None
        if old is None:
            self._judge("old", "not_tried")
            return
        route = discord.http.Route(
            "PATCH",
            "/channels/{channel_id}/messages/{message_id}",
            channel_id=self._channel_id,
            message_id=old.id,
        )
        try:
            await self._client.http.request(route, json={"flags": old.flags.value & NO_EMBEDS_OR_V2})
        except discord.RateLimited:
            self._judge("old", "limited")
        except Exception as fault:
            limited = code_of(fault) == Code.OLD_EDITS
            self._judge("old", "limited" if limited else "fails", code_of(fault))
        else:
            self._judge("old", "holds")

    async def _old_message(self) -> discord.Message | None:
        assert self._client.user is not None  # connected
        me = self._client.user.id
        async for message in self._channel.history(limit=LOOKED_THROUGH, before=self._now() - OLD_AFTER):
            if message.author.id == me:
                return message
        return None

    # What needs a press

    async def _whisper_trial(self) -> None:
        """Answer a press ephemerally, as /move does, and follow up publicly."""
        press = await self._wait_for_press(ONE)
        card = third_card(self._say)
        card.view.stop()
        if press is None or not await self._answer_press(
            ONE, press, press.response.send_message(view=card.view, ephemeral=True)
        ):
            return
        self._posted.append(press.delete_original_response)
        await self._try("whisper", self._public(press))

    async def _defer_trial(self, card: discord.Message) -> None:
        """Defer a press's update, as Play does, and edit its message by token."""
        press = await self._wait_for_press(TWO)
        if press is None or not await self._answer_press(TWO, press, press.response.defer()):
            return
        await self._try("picker", self._private(press))
        await self._try("update", self._public(press))
        edited: list[discord.Message] = []

        async def edit() -> bool:
            view = kept_card(self._say).view
            edited.append(await press.edit_original_response(view=view, attachments=_kept_pictures(card)))
            return edited[0].id == card.id

        if await self._try("by_token", edit()):
            await self._try("kept_by_token", _at_once(_keeps(card, edited[0])))

    async def _update_trial(self) -> None:
        """Edit an ephemeral message, as a picker's last choice does; follow up publicly."""
        press = await self._wait_for_press(THREE)
        view = sentence_card(self._say("probe.card.done")).view
        if press is None or not await self._answer_press(
            THREE, press, press.response.edit_message(view=view)
        ):
            return
        await self._try("private", self._public(press))

    async def _wait_for_press(self, name: str) -> Interaction | None:
        """Wait for the press of a button.

        If it is not pressed in time, report that and return `None`.
        """
        try:
            return await asyncio.wait_for(self._client.presses[name].get(), self._patience)
        except TimeoutError:
            self._failed += 1
            self._tell(Phrase("probe.not_pressed", button=self._say(f"probe.button.{name}")))
            return None

    async def _answer_press(self, name: str, press: Interaction, answer: Awaitable[object]) -> bool:
        """Answer a press; report if that is impossible. Return whether it was answered."""
        try:
            await answer
        except Exception as fault:
            self._failed += 1
            button = self._say(f"probe.button.{name}")
            self._tell(Phrase("probe.not_answered", button=button, code=code_of(fault)))
            return False
        return True

    async def _public(self, press: Interaction) -> bool:
        return not await self._follow_up(press, board_like_card(self._say), ephemeral=False)

    async def _private(self, press: Interaction) -> bool:
        return await self._follow_up(press, board_like_card(self._say), ephemeral=True)

    async def _follow_up(self, press: Interaction, card: Card, *, ephemeral: bool) -> bool:
        """Send a follow-up; return whether it is for one person alone."""
        card.view.stop()
        message = await self._send_tracked(
            press.followup.send(
                view=card.view,
                files=card.files,
                ephemeral=ephemeral,
                allowed_mentions=NOTHING_ALOUD,
                wait=True,
            )
        )
        return message.flags.ephemeral


async def _at_once(result: bool) -> bool:
    return result


def _kept_pictures(message: discord.Message) -> list[Any]:
    """Return a message's pictures as an edit names the ones it keeps."""
    return [KeptPicture(attachment.id) for attachment in message.attachments]


def _keeps(former: discord.Message, edited: discord.Message) -> bool:
    """Return whether an edited message has the attachments that it had."""
    return [each.id for each in edited.attachments] == [each.id for each in former.attachments] != []
