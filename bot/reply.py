"""The one answer to an interaction, always given in time: if the work takes long, Discord is told to wait."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final
from uuid import uuid4

import discord

from bot.refusals import Refusal
from data.store import StoreError
from rules.game import RulesError

log = logging.getLogger(__name__)

PATIENCE: Final = 1.5
"""Seconds of work before the answer is deferred; Discord gives up after 3."""

GONE: Final = {10062, 40060, 10015, 50027}
"""Discord's codes for an interaction that is over or answered already: what was done stays done."""


class Reply:
    """Answers `interaction` once. `ephemeral` is false where the answer is a card for the whole channel."""

    def __init__(self, interaction: discord.Interaction[Any], *, ephemeral: bool = True) -> None:
        self.interaction = interaction
        self._ephemeral = ephemeral
        self._turn = asyncio.Lock()

    async def attend(self, work: Callable[["Reply"], Awaitable[None]]) -> None:
        """Do the work that answers; whatever it raises becomes one sentence for the person."""
        waiting = asyncio.create_task(self._wait())
        attending, task = self.interaction.client.attending, asyncio.current_task()
        attending.add(task)
        try:
            await self._told(work)
        except discord.HTTPException as fault:
            if fault.code not in GONE:
                log.warning("an answer was refused: %s", fault)
        finally:
            attending.discard(task)
            waiting.cancel()

    async def say(self, sentence: str) -> None:
        """A sentence for this person alone."""
        await self.show(sentence_view(sentence))

    async def show(self, view: discord.ui.LayoutView, files: Sequence[discord.File] = ()) -> None:
        """A card for this person alone, or the public one if this reply is."""
        view.stop()  # the router knows every component: the library need not keep a task a quarter of an hour for each
        async with self._turn:
            response = self.interaction.response
            if not response.is_done():
                await response.send_message(view=view, files=list(files), ephemeral=self._ephemeral)
            elif response.type is discord.InteractionResponseType.deferred_channel_message:
                await self.interaction.edit_original_response(view=view, attachments=list(files))
            else:
                await self.interaction.followup.send(view=view, files=list(files), ephemeral=True)

    async def update(self, view: discord.ui.LayoutView, files: Sequence[discord.File] = ()) -> None:
        """Put a card in the place of the message that the component is on."""
        async with self._turn:
            if self.interaction.response.is_done():
                await self.interaction.edit_original_response(view=view, attachments=list(files))
            else:
                await self.interaction.response.edit_message(view=view, attachments=list(files))

    async def ask(self, modal: discord.ui.Modal) -> None:
        """Open a form; raises `Refusal` if Discord has been told to wait already, for then it takes none."""
        async with self._turn:
            if self.interaction.response.is_done():
                raise Refusal("That took too long just now. Please press the button again.")
            modal.stop()  # as in `show`: its submit comes to the router
            await self.interaction.response.send_modal(modal)

    async def nod(self) -> None:
        """Acknowledge without a word: what there is to see is posted elsewhere."""
        async with self._turn:
            if not self.interaction.response.is_done():
                await self.interaction.response.defer()

    async def post(
        self, view: discord.ui.LayoutView, files: Sequence[discord.File], pings: Sequence[int]
    ) -> int | None:
        """The public answer to a command; returns the id of its message. Only `pings` are mentioned aloud."""
        aloud = discord.AllowedMentions(users=[discord.Object(user) for user in pings])
        async with self._turn:
            if not self.interaction.response.is_done():
                sent = await self.interaction.response.send_message(
                    view=view, files=list(files), allowed_mentions=aloud
                )
                return sent.message_id
            # Too late for a public answer: the promised one is for this person alone.
            await self.interaction.edit_original_response(view=sentence_view("Posted."))
            message = await self.interaction.followup.send(
                view=view, files=list(files), allowed_mentions=aloud, wait=True
            )
            return message.id

    async def _told(self, work: Callable[["Reply"], Awaitable[None]]) -> None:
        try:
            await work(self)
        except (Refusal, RulesError, StoreError) as refusal:
            # People's names and words stand in it: none of them is to become a heading or a link.
            await self.say(discord.utils.escape_markdown(str(refusal)))
        except Exception as fault:
            if isinstance(fault, discord.HTTPException) and fault.code in GONE:
                raise
            name = uuid4().hex[:4].upper()
            log.exception("error %s in an interaction", name)
            await self.say(
                f"Something went wrong on our side (error {name}). Nothing is lost; please try again."
            )

    async def _wait(self) -> None:
        await asyncio.sleep(PATIENCE)
        async with self._turn:
            if self.interaction.response.is_done():
                return
            is_command = self.interaction.type is discord.InteractionType.application_command
            try:
                if is_command:
                    await self.interaction.response.defer(ephemeral=self._ephemeral, thinking=True)
                else:
                    await self.interaction.response.defer()
            except discord.HTTPException as fault:
                log.warning("a deferral was refused: %s", fault)


def sentence_view(sentence: str) -> discord.ui.LayoutView:
    """One sentence as a message."""
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.TextDisplay(sentence[:4000]))
    return view
