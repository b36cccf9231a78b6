"""`twotone probe`: test on a real server what this bot assumes about Discord.

It reports each assumption on one line and does not touch the database. The host presses three buttons, and
the probe deletes all its posts at the end. Every outcome of a request is one line; the code is 0 if no
response from Discord was received.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final, TypeVar

import aiohttp
import discord
import discord.http

from bot.cards.kit.kit import Card, text_view
from bot.cards.probe import (
    ONE,
    PREFIX,
    SAY,
    THREE,
    TWO,
    board_like_card,
    grid_card,
    long_text_card,
    many_components_card,
    third_button_card,
    two_buttons_card,
)
from bot.codes import Code, error_code
from bot.delivery.wire import LOOKED_THROUGH, KeptPicture
from bot.host.running import connection_error
from bot.host.settings import ConfigError
from words import Phrase, TwotoneError

PRESSED_WITHIN: Final = 300.0
"""Seconds that a host has to press a button."""
OLD_AFTER: Final = timedelta(minutes=61)
"""Messages as old as this count as older than an hour, whatever the clocks say."""
LONGEST_LIMIT: Final = 30.0
"""Seconds that a request waits out a rate limit; discord.py takes no less."""
OTHERWISE: Final = 200
"""The code of what Discord took, with another outcome than hoped for."""
NO_EMBEDS_OR_V2: Final = discord.MessageFlags(suppress_embeds=True, components_v2=True).value
"""The flags that an edit may set."""
NOTHING_ALOUD: Final = discord.AllowedMentions.none()

Interaction = discord.Interaction[Any]
Tell = Callable[[Phrase], None]
M = TypeVar("M", bound=discord.Message)


async def probe(
    token: str,
    channel_id: int,
    *,
    tell: Tell,
    now: Callable[[], datetime],
    patience: float = PRESSED_WITHIN,
    trace: aiohttp.TraceConfig | None = None,
) -> bool:
    """Test every assumption in a channel; return whether all of them hold.

    `tell` reports each result. `trace` hears of every request. `patience` is how many seconds to wait for
    the press of each button. Raise `ConfigError` if the channel is unusable, or `TwotoneError` if nothing
    can be posted there or Discord cannot be reached.
    """
    client = _Probe(channel_id, tell=tell, now=now, patience=patience, trace=trace)
    connected = asyncio.create_task(client.start(token))
    trying = asyncio.create_task(client.try_all())
    try:
        await asyncio.wait({connected, trying}, return_when=asyncio.FIRST_COMPLETED)
        if not trying.done():
            fault = connected.exception() or ConnectionError()
            raise connection_error(fault) or fault
        return trying.result()
    finally:
        trying.cancel()
        await asyncio.wait({trying})
        await client.delete_posts()
        await client.close()
        connected.cancel()
        await asyncio.gather(connected, return_exceptions=True)


class _Probe(discord.Client):
    """The client that takes the steps below and reports their results.

    It handles only its own three buttons. Other presses belong to the bot, which may be running in another
    process.
    """

    def __init__(
        self,
        channel_id: int,
        *,
        tell: Tell,
        now: Callable[[], datetime],
        patience: float,
        trace: aiohttp.TraceConfig | None,
    ) -> None:
        super().__init__(
            http_trace=trace,  # pyrefly: ignore[bad-argument-type]  # discord.py does without one too
            intents=discord.Intents(guilds=True),
            allowed_mentions=NOTHING_ALOUD,
            max_ratelimit_timeout=LONGEST_LIMIT,
        )
        self.channel = self.get_partial_messageable(channel_id)
        self.tell = tell
        self.now = now
        self.edited: discord.Message | None = None
        """The card, once a press's token has edited it."""
        self._patience = patience
        self._failed = 0
        self._online = asyncio.Event()
        self._presses: dict[str, asyncio.Queue[Interaction]] = {
            PREFIX + name: asyncio.Queue() for name in ANSWERS
        }
        self.posted: list[Callable[[], Awaitable[None]]] = []
        self._under_way: set[asyncio.Task[Any]] = set()

    async def on_connect(self) -> None:
        """Begin as soon as the client is connected; no data about servers is needed."""
        self._online.set()

    async def on_interaction(self, interaction: Interaction) -> None:
        """Pass a press to the step that waits for it."""
        if interaction.type is discord.InteractionType.component:
            data: Any = interaction.data or {}
            if presses := self._presses.get(data.get("custom_id", "")):
                presses.put_nowait(interaction)

    async def try_all(self) -> bool:
        """Take all steps; return whether every assumption holds."""
        await self._online.wait()
        await self._begin()
        await self._try_steps(None)
        one, two = SAY("probe.button.one"), SAY("probe.button.two")
        self.tell(Phrase("probe.press", button=one, other_button=two))
        await asyncio.gather(*map(self._try_press, ANSWERS))
        count = self._failed
        self.tell(Phrase("probe.some_fail", count=count) if count else Phrase("probe.all_hold"))
        return not count

    async def _begin(self) -> None:
        """Post the card with the buttons; raise `TwotoneError` if that is impossible."""
        try:
            channel = await self.fetch_channel(self.channel.id)
        except Exception as fault:
            raise ConfigError("probe.no_channel", value=self.channel.id, code=error_code(fault)) from None
        if not isinstance(channel, discord.abc.Messageable):
            raise ConfigError("probe.no_messages", value=self.channel.id)
        try:
            await self.send(two_buttons_card("probe.card"))
        except Exception as fault:
            raise TwotoneError("probe.not_posted", value=self.channel.id, code=error_code(fault)) from None

    async def _try_steps(self, button: str | None, press: Interaction | None = None) -> None:
        """Take the steps that follow a button, and report whether each one succeeds.

        `None` stands for the steps without a button.
        """
        for name, check in STEPS[button].items():
            try:
                shown, code = await check(self, press), OTHERWISE
            except Exception as fault:
                shown, code = False, error_code(fault)
            if shown is False:
                self._fail(Phrase(f"probe.{name}.fails", code=code))
            elif shown:
                self.tell(Phrase(f"probe.{name}.{'holds' if shown is True else shown}"))

    async def _try_press(self, name: str) -> None:
        """Wait for a button to be pressed, answer, and take the steps that follow."""
        button = SAY(f"probe.button.{name}")
        try:
            press = await asyncio.wait_for(self._presses[PREFIX + name].get(), self._patience)
        except TimeoutError:
            self._fail(Phrase("probe.not_pressed", button=button))
            return
        try:
            await ANSWERS[name](press)
        except Exception as fault:
            self._fail(Phrase("probe.not_answered", button=button, code=error_code(fault)))
            return
        if name == ONE:
            self.posted.append(press.delete_original_response)
        await self._try_steps(name, press)

    def _fail(self, said: Phrase) -> None:
        self._failed += 1
        self.tell(said)

    async def send(self, card: Card, **options: Any) -> discord.Message:
        """Send a message that `delete_posts` will delete."""
        return await self.track(self.channel.send(view=card.view, files=card.files, **options))

    async def track(self, sending: Awaitable[M]) -> M:
        """Send a message that `delete_posts` will delete even if interrupted."""

        async def send() -> M:
            message = await sending
            self.posted.append(message.delete)
            return message

        task = asyncio.create_task(send())
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return await asyncio.shield(task)

    async def delete_posts(self) -> None:
        """Delete all messages of the probe, newest first; ignore those already gone."""
        await asyncio.gather(*self._under_way, return_exceptions=True)
        for delete in reversed(self.posted):
            with contextlib.suppress(Exception):
                await delete()
        self.posted.clear()


Check = Callable[[_Probe, Any], Awaitable[bool | str]]
"""Tries an assumption, after a press where it is of one.

The result says whether it holds, or names another outcome; an error is a failure.
"""


async def _post_twice(probe: _Probe, _: None) -> bool:
    card, nonce = Card(text_view(SAY("probe.card.filler"))), f"probe{int(probe.now().timestamp())}"
    sent = [await probe.send(card, nonce=nonce) for _ in range(2)]
    return sent[0].id == sent[1].id


async def _post(make: Callable[[], Card], probe: _Probe, _: None) -> bool:
    """Post a card, and delete it if Discord accepts it."""
    message = await probe.send(make())
    await message.delete()
    probe.posted.pop()
    return True


async def _edit_by_channel(probe: _Probe, _: None) -> bool:
    message = await probe.send(board_like_card())
    return _keeps(message, await message.edit(**_finished_message(message)))


async def _edit_old(probe: _Probe, _: None) -> bool | str:
    """Edit an old message of the bot without changing it, if there is one."""
    assert probe.user is not None  # connected
    old = None
    with contextlib.suppress(Exception):
        async for message in probe.channel.history(limit=LOOKED_THROUGH, before=probe.now() - OLD_AFTER):
            if message.author.id == probe.user.id:
                old = message
                break
    if old is None:
        return "not_tried"
    route = discord.http.Route("PATCH", f"/channels/{probe.channel.id}/messages/{old.id}")
    try:
        await probe.http.request(route, json={"flags": old.flags.value & NO_EMBEDS_OR_V2})
    except (discord.HTTPException, discord.RateLimited) as fault:
        if not (isinstance(fault, discord.RateLimited) or error_code(fault) == Code.OLD_EDITS):
            raise
        return "limited"
    return True


async def _follow_up(probe: _Probe, press: Interaction, *, ephemeral: bool) -> bool:
    """Send a follow-up; return whether it is ephemeral exactly as requested."""
    card = board_like_card()
    sending = press.followup.send(
        view=card.view, files=card.files, ephemeral=ephemeral, allowed_mentions=NOTHING_ALOUD, wait=True
    )
    return (await probe.track(sending)).flags.ephemeral is ephemeral


async def _edit_by_token(probe: _Probe, press: Interaction) -> bool:
    assert press.message is not None  # it has the button
    edited = await press.edit_original_response(**_finished_message(press.message))
    probe.edited = edited if edited.id == press.message.id else None
    return probe.edited is not None


async def _compare_pictures(probe: _Probe, press: Interaction) -> bool | str:
    """Whether an edit by an interaction's token has kept the picture.

    Return an empty text if there was no such edit.
    """
    assert press.message is not None  # it has the button
    return _keeps(press.message, probe.edited) if probe.edited else ""


def _finished_message(message: discord.Message) -> dict[str, Any]:
    """Return the arguments of an edit that keeps a message's pictures."""
    kept = [KeptPicture(attachment.id) for attachment in message.attachments]
    return {"view": two_buttons_card("probe.card.done").view, "attachments": kept}


def _keeps(former: discord.Message, edited: discord.Message) -> bool:
    """Whether an edited message still has the attachments that it had."""
    return [each.id for each in edited.attachments] == [each.id for each in former.attachments] != []


ANSWERS: Final[Mapping[str, Callable[[Interaction], Awaitable[object]]]] = {
    # Ephemerally, as /move is.
    ONE: lambda press: press.response.send_message(view=third_button_card().view, ephemeral=True),
    # By deferring an update, as Play is.
    TWO: lambda press: press.response.defer(),
    # By editing an ephemeral message, as a picker's last choice is.
    THREE: lambda press: press.response.edit_message(view=text_view(SAY("probe.card.done"))),
}
"""How the press of each button is answered."""
STEPS: Final[Mapping[str | None, Mapping[str, Check]]] = {
    None: {
        "nonce": _post_twice,
        "components": partial(_post, many_components_card),
        "text": partial(_post, long_text_card),
        "grid": partial(_post, grid_card),
        "kept_by_channel": _edit_by_channel,
        "old": _edit_old,
    },
    ONE: {"whisper": partial(_follow_up, ephemeral=False)},
    TWO: {
        "picker": partial(_follow_up, ephemeral=True),
        "update": partial(_follow_up, ephemeral=False),
        "by_token": _edit_by_token,
        "kept_by_token": _compare_pictures,
    },
    THREE: {"private": partial(_follow_up, ephemeral=False)},
}
"""All that is tried: without a press, and after each button's, in order."""
