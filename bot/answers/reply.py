"""The reply to an interaction, deferred in time if the work is slow."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Final
from uuid import uuid4

import discord

from bot.answers.tokens import TokenStore
from bot.answers.user_install import is_user_install
from bot.cards.kit.kit import Card, link_commands, text_view
from bot.cards.kit.names import refusal_text, safe_facts
from bot.cards.kit.pictures import draw_card
from bot.codes import GONE, Blame, Code, NoAnswer, blame_for, error_code
from club.members.quotas import PressLimiter, too_fast_refusal
from club.refusals import Refusal
from data.database.errors import is_commit_unknown
from words import TwotoneError, language_for_locale, render_message

log = logging.getLogger(__name__)

PATIENCE: Final = 1.5
"""Seconds of work before the answer is deferred."""
FADES_AFTER: Final = 6.0
"""Seconds for which a message stays that has served its purpose."""
ANSWER_WITHIN: Final = 3.0
"""Seconds after which Discord takes no answer any more."""

LEAST_PATIENCE: Final = 0.2
"""Minimum seconds before a reply is deferred, however old the interaction.

Forms can only be opened before a deferral.
"""

DEFERRED: Final = (
    discord.InteractionResponseType.deferred_channel_message,
    discord.InteractionResponseType.deferred_message_update,
)
"""Answers that only promise one."""

assert LEAST_PATIENCE < PATIENCE < ANSWER_WITHIN


class PostNotPublic(Exception):  # noqa: N818 - what happened, not what is wrong
    """Raised if Discord shows a card meant for everyone to the caller only.

    A server can restrict the answers of apps that members have installed themselves in this way.
    """


class Reply:
    """The reply to an interaction, sent once.

    `ephemeral` is false if the reply is a card for everyone in the channel.
    """

    def __init__(self, interaction: discord.Interaction[Any], *, ephemeral: bool = True) -> None:
        self.interaction = interaction
        self.language = language_for_locale(str(interaction.locale))
        self._ephemeral = ephemeral
        self._turn = asyncio.Lock()
        self._stored = False
        self._promising: asyncio.Task[None] | None = None
        self._beside: discord.WebhookMessage | None = None
        """The follow-up shown beside a button's message after the press was answered."""
        self._user_install = is_user_install(interaction)
        self._tokens: TokenStore = interaction.client.tokens
        self._token = (
            None
            if interaction.channel_id is None
            else self._tokens.make_token(
                interaction.application_id, interaction.token, interaction.channel_id
            )
        )

    def mark_stored(self) -> None:
        """Note that the effect of the request has been stored.

        If the answer then fails, no message will ask the person to try again.
        """
        self._stored = True

    async def run_handler(self, handler: Callable[["Reply"], Awaitable[None]]) -> None:
        """Run `handler` in the person's turn; report any error to them as a message.

        If the handler takes long, the answer is deferred, without waiting for the person's turn.
        """
        client, user_id = self.interaction.client, self.interaction.user.id
        presses: PressLimiter = client.club.members.presses
        may = presses.try_take(user_id)
        patience = patience_left(client.patience, self._age(client.club.now()))
        # Nearly every answer is there before that: a task would cost each of them more than this.
        waiting = asyncio.get_running_loop().call_later(patience, self._start_deferral)
        attending, task = self.interaction.client.attending, asyncio.current_task()
        attending.add(task)
        tokens, answered = self._tokens, False
        if self._token is not None:
            tokens.add(self.interaction.id, self._token)
        try:
            await presses.serve(
                user_id, partial(self._work, handler if may else _refuse_press), at_front=not may
            )
            answered = True
        except (discord.HTTPException, discord.RateLimited, NoAnswer) as fault:
            if error_code(fault) not in GONE:
                log.warning("answer lost", extra={"code": error_code(fault)})
        finally:
            tokens.note_answer(self.interaction.id, answered=answered)
            attending.discard(task)
            waiting.cancel()
            if self._promising is not None:
                self._promising.cancel()
            # They keep each other, and the message that was pressed on, until the collector comes minutes later.
            self.interaction.response._parent = None  # pyrefly: ignore[bad-assignment]  # the library offers no other way

    async def say(self, code: str, /, **facts: Any) -> None:
        """Show the message with this code to the person only, in their language."""
        await self.show(Card(text_view(render_message(code, safe_facts(facts), self.language))))

    async def show(self, card: Card) -> None:
        """Show a card to the person only, or to everyone if this reply is public."""
        view, files = card.view, await draw_card(card)
        async with self._discord_request(view):
            response = self.interaction.response
            if not response.is_done():
                await response.send_message(view=view, files=files, ephemeral=self._ephemeral)
            elif response.type is discord.InteractionResponseType.deferred_channel_message:
                await self.interaction.edit_original_response(view=view, attachments=files)
            else:
                await self._show_beside(view, files)

    async def replace_shown(self, card: Card) -> None:
        """Replace the card that `show` has shown to the person only.

        If the person has dismissed that one, show the card beside it.
        """
        view, files = card.view, await draw_card(card)
        async with self._discord_request(view):
            try:
                if self._beside is not None:
                    await self._beside.edit(view=view, attachments=files)
                else:
                    await self.interaction.edit_original_response(view=view, attachments=files)
            except discord.NotFound as fault:
                if fault.code != Code.UNKNOWN_MESSAGE:
                    raise
                await self._show_beside(view, await draw_card(card))  # the files have been closed

    async def _show_beside(self, view: discord.ui.LayoutView, files: list[discord.File]) -> None:
        followed = self.interaction.followup
        self._beside = await followed.send(view=view, files=files, ephemeral=True, wait=True)
        self._tokens.count_follow_up(self.interaction.id)

    async def update(self, card: Card, *, public: bool = False) -> None:
        """Replace the message that the pressed component is on by a card.

        If others can see that message and the card is not `public`, the card is shown privately
        instead, and the message stays.
        """
        if not (public or self._is_private()):
            await self.show(card)
            return
        view, files = card.view, await draw_card(card)
        async with self._discord_request(view):
            if self.interaction.response.is_done():
                await self.interaction.edit_original_response(view=view, attachments=files)
            else:
                await self.interaction.response.edit_message(view=view, attachments=files)

    def _is_private(self) -> bool:
        """Whether no one else sees the component's message, or there is none."""
        message = self.interaction.message
        return message is None or message.flags.ephemeral

    async def open_form(self, modal: discord.ui.Modal) -> None:
        """Open a form.

        Raise `Refusal` if the answer has already been deferred, because Discord then accepts no form.
        """
        async with self._discord_request(modal):
            if self.interaction.response.is_done():
                raise Refusal("answer.late")
            modal.stop()  # the router knows its submit
            await self.interaction.response.send_modal(modal)

    async def acknowledge(self) -> None:
        """Acknowledge the interaction without a message.

        Its result is posted elsewhere.
        """
        async with self._discord_request():
            if not self.interaction.response.is_done():
                await self._defer_update()

    async def open_window(self) -> bool:
        """Open the application's own window in Discord, and return whether it opened.

        The window is its Activity. It cannot be opened any more once the reply has been deferred.
        """
        async with self._discord_request():
            if self.interaction.response.is_done():
                return False
            await self.interaction.response.launch_activity()
            return True

    @asynccontextmanager
    async def acknowledge_meanwhile(self) -> AsyncIterator[None]:
        """Acknowledge a press while the caller prepares a card.

        The card will be shown privately, beside the pressed message. After the acknowledgement, the
        interaction's token can edit the pressed message. Do nothing for an ephemeral message, because
        this has no benefit there.
        """
        if self._is_private() or self._token is None:
            yield
            return
        nodding = asyncio.create_task(self.acknowledge())
        try:
            yield
        finally:
            await nodding

    async def post(self, card: Card) -> int | None:
        """Post a card as the public answer and return the id of its message.

        If the answer has already been deferred, return `None` without posting: the deferred answer is
        private, and a follow-up has no nonce, so it might be posted twice. In a user install a
        follow-up is sent even so, because there is no other way. Raise `PostNotPublic` if Discord shows
        the card to this person only.
        """
        if self._user_install and self.interaction.response.is_done():
            return await self._post_follow_up(card)
        view, files = card.view, await draw_card(card)
        aloud = discord.AllowedMentions(users=[discord.Object(user) for user in card.pings])
        async with self._discord_request(view):
            if self.interaction.response.is_done():
                return None
            sent = await self.interaction.response.send_message(
                view=view, files=files, allowed_mentions=aloud, silent=card.silent
            )
        if sent.is_ephemeral():
            raise PostNotPublic
        return sent.message_id

    async def share(self, card: Card) -> None:
        """Post a card for everyone in this channel, as the answer or as a follow-up.

        If Discord shows the card to this person only, replace it by a message that says so.
        """
        try:
            await (self._post_follow_up(card) if self.interaction.response.is_done() else self.post(card))
        except PostNotPublic:
            await self.replace_shown(
                Card(text_view(render_message("answer.share.unseen", {}, self.language)))
            )

    async def share_in(self, channel_id: int, card: Card) -> None:
        """Post a card in another channel, at most once."""
        await self.interaction.client.delivery.wire.post(channel_id, card, f"share{self.interaction.id}")

    async def _post_follow_up(self, card: Card) -> int:
        """Post a card as a follow-up, after completing a deferred private answer."""
        if self.interaction.response.type is discord.InteractionResponseType.deferred_channel_message:
            await self.replace("answer.posted")
        view, files = card.view, await draw_card(card)
        aloud = discord.AllowedMentions(users=[discord.Object(user) for user in card.pings])
        async with self._discord_request(view):
            sent = await self.interaction.followup.send(
                view=view, files=files, allowed_mentions=aloud, silent=card.silent, wait=True
            )
            self._tokens.count_follow_up(self.interaction.id)
        if sent.flags.ephemeral:
            self._beside = sent
            raise PostNotPublic
        return sent.id

    async def show_briefly(self, card: Card) -> None:
        """Replace the component's message by a card that soon disappears.

        It is deleted after a few seconds. If others can see the component's message, show the card
        privately beside it and do not delete it. For a command, the card is the answer, and is deleted
        too.
        """
        await (self.update(card) if self.interaction.message else self.show(card))
        if self._is_private():
            take_away = self.interaction.delete_original_response
            asyncio.get_running_loop().call_later(FADES_AFTER, self.edit_later, take_away)

    def edit_later(self, edit: Callable[[], Awaitable[None]]) -> None:
        """Start `edit`, which changes an earlier answer, as a background task.

        If it fails, or if the bot is shutting down, the answer stays unchanged.
        """
        client = self.interaction.client
        if not client.serving:
            return  # no one waits for it any more, and the connections may be closed
        task = asyncio.create_task(self._run_edit(edit))
        client.attending.add(task)
        task.add_done_callback(client.attending.discard)

    async def _run_edit(self, work: Callable[[], Awaitable[None]]) -> None:
        try:
            await work()
        except (discord.HTTPException, discord.RateLimited, NoAnswer, Refusal, OSError) as fault:
            log.info("answer stays as it is", extra={"code": error_code(fault)})
        except Exception:
            log.exception("interaction failed", extra={"error": make_error_id()})

    async def replace(self, code: str, /, **facts: Any) -> None:
        """Show a message in place of the deferred answer or component's message."""
        await self.update(
            Card(text_view(render_message(code, safe_facts(facts), self.language))), public=True
        )

    @asynccontextmanager
    async def _discord_request(
        self, view: discord.ui.LayoutView | discord.ui.Modal | None = None
    ) -> AsyncIterator[None]:
        """Send one request to Discord, after the reply's earlier requests.

        Raise `NoAnswer` if the outcome is unknown, because Discord may have accepted the request.
        """
        async with self._turn:
            if isinstance(view, discord.ui.LayoutView):
                link_commands(view, self.interaction.client.club.commands)
            if view is not None:
                view.to_components()  # a mistake of ours shows here, before Discord is asked anything
            try:
                yield
            except (discord.DiscordException, TwotoneError):
                raise
            except Exception as fault:
                raise NoAnswer(type(fault).__name__) from fault

    async def _work(self, work: Callable[["Reply"], Awaitable[None]]) -> None:
        try:
            await work(self)
        except Exception as fault:
            whose = blame_for(fault)
            if whose is Blame.DISCORD and error_code(fault) in GONE:
                raise
            name = make_error_id()
            if whose is Blame.OURS:
                log.exception("interaction failed", extra={"error": name})
            elif whose is Blame.DISCORD:
                log.warning("answer lost", extra={"code": error_code(fault)})
            elif whose is Blame.STORE:
                log.warning("store away", extra={"sentence": str(fault)})
            if self._stored:
                await self._confirm_stored()
            elif whose is Blame.STORE:
                await self.say("answer.store.unknown" if is_commit_unknown(fault) else "answer.store")
            elif whose is Blame.PERSON:
                assert isinstance(fault, TwotoneError)  # nothing else tells a person what to do
                await self.show(Card(text_view(refusal_text(fault.sentence, self.language))))
            elif whose is Blame.DISCORD:
                await self.say("answer.again")
            else:
                await self.say("answer.error", error=name)

    async def _confirm_stored(self) -> None:
        """Tell the person that their request was stored, unless already answered.

        A result for everyone is posted in any case.
        """
        response = self.interaction.response
        if not response.is_done() or response.type in DEFERRED:
            await self.say("answer.stored")

    def _start_deferral(self) -> None:
        """Start to defer the answer."""
        presses: PressLimiter = self.interaction.client.club.members.presses
        promise = presses.serve_promise(self.interaction.user.id, self._defer)
        self._promising = asyncio.create_task(promise)

    async def _defer(self) -> None:
        async with self._turn:
            if self.interaction.response.is_done():
                return
            try:
                if self.interaction.message is None:  # a command, or a form that one has opened
                    await self.interaction.response.defer(ephemeral=self._ephemeral, thinking=True)
                else:
                    await self._defer_update()
            except Exception as fault:
                log.warning("deferral lost", extra={"code": error_code(fault), "fault": type(fault).__name__})

    async def _defer_update(self) -> None:
        """Defer the update of the component's message.

        From then on the interaction's token can edit that message.
        """
        await self.interaction.response.defer()
        message = self.interaction.message
        if message is not None and not self._is_private() and self._token is not None:
            self._tokens.add_edit_token(message.id, self._token)

    def _age(self, now: float) -> float:
        """Return the interaction's age in seconds, by Discord's creation time."""
        return now - self.interaction.created_at.timestamp()


async def _refuse_press(reply: Reply) -> None:
    """Raise the refusal for a person who presses too often."""
    raise too_fast_refusal()


def make_error_id() -> str:
    """Return a random short id for an unexpected error.

    The person is shown it, and the host finds it in the log.
    """
    return uuid4().hex[:4].upper()


def patience_left(patience: float, age: float) -> float:
    """Return the seconds after which the answer must be deferred.

    `patience` is that time for a new interaction, `age` the interaction's age in seconds. An age
    outside the possible range is ignored, because Discord's clock and ours may differ.
    """
    if not 0 <= age < ANSWER_WITHIN:
        return patience
    return max(patience - age, min(patience, LEAST_PATIENCE))
