"""The reply to an interaction, always in time: slow work defers it."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Final
from uuid import uuid4

import discord

from bot.answers.tokens import Tokens
from bot.answers.user_install import is_user_install
from bot.cards.kit.kit import Card, sentence, with_commands
from bot.cards.kit.names import harmless, refusal_text
from bot.cards.kit.pictures import draw_card
from bot.codes import GONE, Blame, NoAnswer, blame, code_of
from club.members.quotas import too_fast
from club.refusals import Refusal
from data.database.errors import is_unknown
from words import TwotoneError, choose, tell

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


class Unseen(Exception):  # noqa: N818 - what happened, not what is wrong
    """Only the caller sees a card for everyone: the server hides answers of such apps."""


class Reply:
    """The reply to `interaction`, sent once.

    `ephemeral` is false if the reply is a card for everyone in the channel.
    """

    def __init__(self, interaction: discord.Interaction[Any], *, ephemeral: bool = True) -> None:
        self.interaction = interaction
        self.language = choose(str(interaction.locale))
        self._ephemeral = ephemeral
        self._turn = asyncio.Lock()
        self._stored = False
        self._promising: asyncio.Task[None] | None = None
        self._beside: discord.WebhookMessage | None = None
        """The follow-up shown beside a button's message after the press was answered."""
        self._user_install = is_user_install(interaction)
        self._tokens: Tokens = interaction.client.tokens
        self._token = (
            None
            if interaction.channel_id is None
            else self._tokens.token(interaction.application_id, interaction.token, interaction.channel_id)
        )

    def mark_stored(self) -> None:
        """Note that the request has been stored.

        Whatever becomes of the answer, no message will then ask the person to try again.
        """
        self._stored = True

    async def attend(self, work: Callable[["Reply"], Awaitable[None]]) -> None:
        """Do the work in the person's turn, and turn any error into one message for them.

        A deferral does not wait for a turn.
        """
        client, user_id = self.interaction.client, self.interaction.user.id
        presses = client.club.presses
        may = presses.take(user_id)
        patience = patience_left(client.patience, self._age(client.club.now()))
        # Nearly every answer is there before that: a task would cost each of them more than this.
        waiting = asyncio.get_running_loop().call_later(patience, self._promise)
        attending, task = self.interaction.client.attending, asyncio.current_task()
        attending.add(task)
        tokens, answered = self._tokens, False
        if self._token is not None:
            tokens.begin(self.interaction.id, self._token)
        try:
            await presses.serve(user_id, partial(self._work, work if may else _slow_down), first=not may)
            answered = True
        except (discord.HTTPException, discord.RateLimited, NoAnswer) as fault:
            if code_of(fault) not in GONE:
                log.warning("answer lost", extra={"code": code_of(fault)})
        finally:
            tokens.end(self.interaction.id, answered=answered)
            attending.discard(task)
            waiting.cancel()
            if self._promising is not None:
                self._promising.cancel()
            # They keep each other, and the message that was pressed on, until the collector comes minutes later.
            self.interaction.response._parent = None  # type: ignore[assignment]  # the library offers no other way

    async def say(self, code: str, /, **facts: Any) -> None:
        """Show a sentence of the catalogue to this person alone, in their language."""
        await self.show(Card(sentence(tell(code, harmless(facts), self.language))))

    async def show(self, card: Card) -> None:
        """Show a card to this person alone, or to everyone if this reply is public."""
        view, files = card.view, await draw_card(card)
        async with self._asking(view):
            response = self.interaction.response
            if not response.is_done():
                await response.send_message(view=view, files=files, ephemeral=self._ephemeral)
            elif response.type is discord.InteractionResponseType.deferred_channel_message:
                await self.interaction.edit_original_response(view=view, attachments=files)
            else:
                followed = self.interaction.followup
                self._beside = await followed.send(view=view, files=files, ephemeral=True, wait=True)
                self._tokens.count_follow_up(self.interaction.id)

    async def instead(self, card: Card) -> None:
        """Put a card in the place of what `show` has shown to this person alone."""
        view, files = card.view, await draw_card(card)
        async with self._asking(view):
            if self._beside is not None:
                await self._beside.edit(view=view, attachments=files)
            else:
                await self.interaction.edit_original_response(view=view, attachments=files)

    async def update(self, card: Card, *, public: bool = False) -> None:
        """Put a card in the place of the message that the component is on.

        A card that is not `public` stays with the person: where others see that message, it is shown beside it.
        """
        if not (public or self._alone()):
            await self.show(card)
            return
        view, files = card.view, await draw_card(card)
        async with self._asking(view):
            if self.interaction.response.is_done():
                await self.interaction.edit_original_response(view=view, attachments=files)
            else:
                await self.interaction.response.edit_message(view=view, attachments=files)

    def _alone(self) -> bool:
        """Return whether only this person sees the component's message, or there is none."""
        message = self.interaction.message
        return message is None or message.flags.ephemeral

    async def ask(self, modal: discord.ui.Modal) -> None:
        """Open a form.

        Raise `Refusal` if the answer has already been deferred, because Discord then takes no form.
        """
        async with self._asking(modal):
            if self.interaction.response.is_done():
                raise Refusal("answer.late")
            modal.stop()  # the router knows its submit
            await self.interaction.response.send_modal(modal)

    async def nod(self) -> None:
        """Acknowledge without words: what there is to see is posted elsewhere."""
        async with self._asking():
            if not self.interaction.response.is_done():
                await self._defer_update()

    @asynccontextmanager
    async def beside(self) -> AsyncIterator[None]:
        """Acknowledge a press while the card to show beside its message is being made.

        From then on the interaction's token edits the pressed message. Do nothing on an ephemeral message,
        where that is of no use.
        """
        if self._alone() or self._token is None:
            yield
            return
        nodding = asyncio.create_task(self.nod())
        try:
            yield
        finally:
            await nodding

    async def post(self, card: Card) -> int | None:
        """Post a card as the public answer and return the id of its message.

        Returns `None` where it is too late for that: the promised answer is for this person alone, and a follow-up
        might come twice, as it has no nonce. In a user install it is a follow-up then, as there is no other way; raises
        `Unseen` if Discord shows the card to this person alone.
        """
        if self._user_install and self.interaction.response.is_done():
            return await self._post_late(card)
        view, files = card.view, await draw_card(card)
        aloud = discord.AllowedMentions(users=[discord.Object(user) for user in card.pings])
        async with self._asking(view):
            if self.interaction.response.is_done():
                return None
            sent = await self.interaction.response.send_message(
                view=view, files=files, allowed_mentions=aloud, silent=card.silent
            )
        if sent.is_ephemeral():
            raise Unseen
        return sent.message_id

    async def share(self, card: Card) -> None:
        """Post a card for all who are where this was asked, as the answer or after it.

        Says so where Discord shows it to this person alone.
        """
        try:
            await (self._post_late(card) if self.interaction.response.is_done() else self.post(card))
        except Unseen:
            await self.instead(Card(sentence(tell("answer.share.unseen", {}, self.language))))

    async def _post_late(self, card: Card) -> int:
        """Post a card as a follow-up, after completing a deferred ephemeral answer."""
        if self.interaction.response.type is discord.InteractionResponseType.deferred_channel_message:
            await self.replace("answer.posted")
        view, files = card.view, await draw_card(card)
        aloud = discord.AllowedMentions(users=[discord.Object(user) for user in card.pings])
        async with self._asking(view):
            sent = await self.interaction.followup.send(
                view=view, files=files, allowed_mentions=aloud, silent=card.silent, wait=True
            )
            self._tokens.count_follow_up(self.interaction.id)
        if sent.flags.ephemeral:
            self._beside = sent
            raise Unseen
        return sent.id

    async def fade(self, card: Card) -> None:
        """Show a card in place of the component's message, and delete it after a moment.

        If others see that message, show the card beside it and keep it. An answer to a command is deleted
        too.
        """
        await (self.update(card) if self.interaction.message else self.show(card))
        if self._alone():
            take_away = self.interaction.delete_original_response
            asyncio.get_running_loop().call_later(FADES_AFTER, self.later, take_away)

    def later(self, work: Callable[[], Awaitable[None]]) -> None:
        """Start a task that changes an earlier answer.

        If it fails, or the bot is shutting down, the answer stays as it is.
        """
        client = self.interaction.client
        if not client.serving:
            return  # no one waits for it any more, and the connections may be closed
        task = asyncio.create_task(self._later(work))
        client.attending.add(task)
        task.add_done_callback(client.attending.discard)

    async def _later(self, work: Callable[[], Awaitable[None]]) -> None:
        try:
            await work()
        except (discord.HTTPException, discord.RateLimited, NoAnswer, Refusal, OSError) as fault:
            log.info("answer stays as it is", extra={"code": code_of(fault)})
        except Exception:
            log.exception("interaction failed", extra={"error": error_name()})

    async def replace(self, code: str, /, **facts: Any) -> None:
        """Put a message in place of the deferred answer, or of the component's message."""
        await self.update(Card(sentence(tell(code, harmless(facts), self.language))), public=True)

    @asynccontextmanager
    async def _asking(
        self, view: discord.ui.LayoutView | discord.ui.Modal | None = None
    ) -> AsyncIterator[None]:
        """Make a request to Discord in turn.

        Raise `NoAnswer` for any response that is not a proper answer, because Discord may have accepted the
        request.
        """
        async with self._turn:
            if isinstance(view, discord.ui.LayoutView):
                with_commands(view, self.interaction.client.club.commands)
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
            whose = blame(fault)
            if whose is Blame.DISCORD and code_of(fault) in GONE:
                raise
            name = error_name()
            if whose is Blame.OURS:
                log.exception("interaction failed", extra={"error": name})
            elif whose is Blame.DISCORD:
                log.warning("answer lost", extra={"code": code_of(fault)})
            elif whose is Blame.STORE:
                log.warning("store away", extra={"sentence": str(fault)})
            if self._stored:
                await self._assure()
            elif whose is Blame.STORE:
                await self.say("answer.store.unknown" if is_unknown(fault) else "answer.store")
            elif whose is Blame.PERSON:
                assert isinstance(fault, TwotoneError)  # nothing else tells a person what to do
                await self.show(Card(sentence(refusal_text(fault.sentence, self.language))))
            elif whose is Blame.DISCORD:
                await self.say("answer.again")
            else:
                await self.say("answer.error", error=name)

    async def _assure(self) -> None:
        """Tell the person that their request counts, unless they have seen an answer.

        A result for everyone is posted anyway.
        """
        response = self.interaction.response
        if not response.is_done() or response.type in DEFERRED:
            await self.say("answer.stored")

    def _promise(self) -> None:
        """Begin to tell Discord that it must wait."""
        presses, user_id = self.interaction.client.club.presses, self.interaction.user.id
        self._promising = asyncio.create_task(presses.promise(user_id, self._defer))

    async def _defer(self) -> None:
        async with self._turn:
            if self.interaction.response.is_done():
                return
            is_command = self.interaction.type is discord.InteractionType.application_command
            try:
                if is_command:
                    await self.interaction.response.defer(ephemeral=self._ephemeral, thinking=True)
                else:
                    await self._defer_update()
            except Exception as fault:
                log.warning("deferral lost", extra={"code": code_of(fault), "fault": type(fault).__name__})

    async def _defer_update(self) -> None:
        """Defer the update of the component's message; the token edits it from now on."""
        await self.interaction.response.defer()
        message = self.interaction.message
        if message is not None and not self._alone() and self._token is not None:
            self._tokens.press(message.id, self._token)

    def _age(self, now: float) -> float:
        """Return how many seconds ago Discord made the interaction."""
        return now - self.interaction.created_at.timestamp()


async def _slow_down(reply: Reply) -> None:
    """Answer a press too many."""
    raise too_fast()


def error_name() -> str:
    """Return a name for an unexpected error.

    It is shown to the person, and the host finds it in the log.
    """
    return uuid4().hex[:4].upper()


def patience_left(patience: float, age: float) -> float:
    """Return the seconds until an interaction that is `age` seconds old is deferred.

    Discord's clock and ours may differ, so an age that no interaction can have is ignored.
    """
    if not 0 <= age < ANSWER_WITHIN:
        return patience
    return max(patience - age, min(patience, LEAST_PATIENCE))
