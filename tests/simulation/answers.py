"""Answers to interactions: they are sent once, and may be lost before or after Discord has taken them."""

from collections.abc import Callable

from bot.cards.challenge import challenge_card
from bot.codes import NoAnswer
from bot.reply import ANSWER_WITHIN
from bot.wire import marks
from data.challenges import ChallengeRow
from tests.simulation.bot import Bot
from tests.simulation.faults import Faults
from tests.simulation.server import CHANNEL, Message, Server
from words import ENGLISH, speaker


class Answers:
    """What the handlers answer with: the card of a challenge as the answer to a command, or in its own place."""

    def __init__(self, bot: Bot, server: Server, faults: Faults) -> None:
        self._bot = bot
        self._server = server
        self._faults = faults

    async def post(self, interaction: int, row: ChallengeRow) -> int | None:
        """Show a new challenge to everyone; return its message, `None` where it is too late for such an answer.

        Raises `NoAnswer` where the answer to that is lost, or the interaction has had its answer.
        """
        if interaction in self._server.answered:
            raise NoAnswer("answered already")
        if self._faults.is_late():
            self._server.answered.add(interaction)
            return None
        seen = marks(challenge_card(row, speaker(ENGLISH)).view)
        return (await self._send(interaction, lambda: self._server.say(CHANNEL, seen))).id

    async def update(self, interaction: int, message_id: int, row: ChallengeRow) -> None:
        """Show on its card what became of a challenge; raise `NoAnswer` where the answer to that is lost."""
        seen = marks(challenge_card(row, speaker(ENGLISH)).view)
        message = self._server.messages[message_id]

        def change() -> Message:
            message.marks = seen
            return message

        await self._send(interaction, change)

    async def _send(self, interaction: int, take: Callable[[], Message]) -> Message:
        bot, world = self._bot, self._server.world
        lost = self._faults.loses_answer()
        await bot.wait(self._faults.latency())
        late = world.now - self._server.began.get(interaction, world.now) > ANSWER_WITHIN
        if lost == "before" or late or interaction in self._server.answered:
            raise NoAnswer("ClientOSError")
        self._server.answered.add(interaction)
        message = take()
        world.note(f"answer {interaction}: {message.id} {','.join(sorted(message.marks))}")
        await bot.wait(self._faults.latency())
        if lost == "after":
            raise NoAnswer("ClientOSError")
        return message
