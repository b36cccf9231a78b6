"""Answers to interactions.

They are sent once, and may be lost before or after Discord has taken them.
"""

from collections.abc import Awaitable, Callable

from bot.answers.reply import ANSWER_WITHIN
from bot.answers.tokens import TokenStore
from bot.cards.play.challenge import challenge_card
from bot.codes import NoAnswer
from data.play.challenges import ChallengeRow
from tests.discord_in_memory import Server
from tests.fake_wire import marks_of
from tests.simulation.bot import Bot
from tests.simulation.faults import Faults
from words import ENGLISH, TwotoneError, localizer_for

APPLICATION = 1


class Answers:
    """The handlers' answer to one interaction, and the state of its token.

    It works like the bot's own `Reply`.
    """

    def __init__(
        self, bot: Bot, server: Server, faults: Faults, tokens: TokenStore, interaction: int, place: int
    ) -> None:
        self._bot = bot
        self._server = server
        self._faults = faults
        self._tokens = tokens
        self._interaction = interaction
        self._place = place
        self._token = tokens.make_token(APPLICATION, str(interaction), place)

    async def attend(self, work: Awaitable[str]) -> str:
        """Let a handler work, whose refusal is an answer too; return what became of it."""
        self._tokens.add(self._interaction, self._token)
        answered = False
        try:
            try:
                said = await work
            except TwotoneError as refusal:
                await self.say()
                said = f"refused: {refusal.sentence.code}"
            answered = True
        finally:
            self._tokens.note_answer(self._interaction, answered=answered)
        return said

    async def say(self) -> None:
        """Answer with an ephemeral message; raise `NoAnswer` if the response is lost."""
        await self._send(lambda: None)

    async def nod(self, message_id: int | None) -> None:
        """Defer the update of a pressed message.

        From then on the interaction's token edits the message that was pressed.
        """
        if message_id is None:
            raise LookupError("nothing was pressed on")
        edited = message_id

        def promise() -> None:
            self._server.pressed_on[self._interaction] = edited

        await self._send(promise)
        self._tokens.add_edit_token(edited, self._token)

    async def post(self, row: ChallengeRow) -> int | None:
        """Show a new challenge to everyone and return the id of its message.

        Return `None` if it is too late for such an answer. Raise `NoAnswer` if the response to that is
        lost, or if the interaction has had its answer.
        """
        if self._interaction in self._server.answered or self._server.is_lost(self._place):
            raise NoAnswer("answered already, or nowhere to be seen")
        if self._faults.is_late():
            self._server.answered.add(self._interaction)
            return None
        seen = marks_of(challenge_card(row, localizer_for(ENGLISH)).view)
        shown: list[int] = []
        await self._send(lambda: shown.append(self._server.say(self._place, seen).id))
        return shown[0]

    async def update(self, message_id: int, row: ChallengeRow) -> None:
        """Show on its card what became of a challenge.

        Raise `NoAnswer` if the response is lost.
        """
        message = self._server.messages[message_id]

        def change() -> None:
            message.marks = marks_of(challenge_card(row, localizer_for(ENGLISH)).view)

        await self._send(change)

    async def _send(self, take: Callable[[], None]) -> None:
        bot, world, interaction = self._bot, self._bot.world, self._interaction
        lost = self._faults.loses_answer()
        await bot.wait(self._faults.latency())
        late = world.now - self._server.began.get(interaction, world.now) > ANSWER_WITHIN
        if lost == "before" or late or interaction in self._server.answered:
            raise NoAnswer("ClientOSError")
        self._server.answered.add(interaction)
        take()
        world.note(f"answer {interaction}")
        await bot.wait(self._faults.latency())
        if lost == "after":
            raise NoAnswer("ClientOSError")
