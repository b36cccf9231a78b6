"""/learn: private exercises made from a member's own mistakes.

A missed exercise comes back after some days.
"""

import asyncio
from dataclasses import dataclass
from typing import Final

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.kit.kit import Card
from bot.cards.learning.learn import exercise_answer_card, exercise_card, nothing_due_card, reminder_form
from bot.cards.members.rest import HOURS
from bot.cards.members.settings import AUTOMATIC
from bot.cards.play.hint import ShownHint
from bot.cogs.puzzles.solving import SolvingSession, SolvingState, register_solving_buttons
from club.clocks.zones import zone_label
from club.club import Club
from club.learning.exercises import ExerciseOverview, KeptExercise
from club.refusals import Refusal
from rules.match import Match
from words import Phrase

COG: Final = Cog()


@dataclass(frozen=True)
class ExerciseSession(SolvingSession):
    """A member's work on an exercise, which is made from one of their mistakes."""

    kept_exercise: KeptExercise

    async def card(
        self, current: SolvingState, note: str | None = None, hint: ShownHint | None = None
    ) -> Card:
        """Return the card of the exercise with the current choices."""
        say, who = self.request.say, self.request.user
        theme = await self.club.members.preferences.load_theme(who.id)
        due = await self.club.learning.exercises.count_due(who.id)
        return exercise_card(
            self.kept_exercise, *current.card_args, say, theme=theme, due_count=due, note=note, hint=hint
        )

    async def record_miss(self, current: SolvingState, wrong_match: Match) -> Phrase | None:
        """Store that the exercise was missed, and return a message about the move.

        The message says that the move was the one played in the match, or names the reply that refutes
        it.
        """
        await self.record_answer(solved=False)
        made = wrong_match.plies[-1]
        if made.text == self.kept_exercise.exercise.played_line[0]:
            return Phrase("card.learn.same", move=made.said)
        if wrong_match.game.hidden:  # the cards that would answer it are not those of the match
            return current.message
        return await self.find_refutation(current, wrong_match)

    async def record_hint(self) -> str | None:
        """Store the use of a hint as a miss, without a message to the member."""
        await self.record_answer(solved=False)
        return None

    async def show_solution(self, tries: str | None) -> None:
        """Show the better move.

        `tries` are the tries so far if the member found it, or `None` if they asked for it.
        """
        kept = await self.record_answer(solved=tries is not None and len(tries) == 1)
        say, who = self.request.say, self.request.user
        desk = await self.club.learning.exercises.load_overview(who.id)
        theme = await self.club.members.preferences.load_theme(who.id)
        card = await asyncio.to_thread(
            exercise_answer_card,
            kept,
            say,
            theme=theme,
            tries=tries,
            has_next=desk.next_exercise is not None,
        )
        await self.request.reply.update(card)

    async def record_answer(self, *, solved: bool) -> KeptExercise:
        """Store whether the exercise was solved, and return it as rescheduled.

        The exercise has the number of days after which it comes back.
        """
        kept = await self.club.learning.exercises.record_answer(self.request.user.id, self.key, solved=solved)
        self.request.reply.mark_stored()
        return kept


async def _load_session(club: Club, request: Request, key: str) -> ExerciseSession:
    """Load the member's exercise with this key, to be solved."""
    return _make_session(club, request, await club.learning.exercises.get(request.user.id, key))


def _make_session(club: Club, request: Request, kept_exercise: KeptExercise) -> ExerciseSession:
    """Return the session in which the caller solves an exercise."""
    return ExerciseSession(club, request, kept_exercise.key, kept_exercise.exercise.puzzle, kept_exercise)


@COG.command("command.learn")
async def start_learning(club: Club, request: Request) -> None:
    """Show the exercise that is due next.

    For a member who has none yet, exercises are made from now on.
    """
    await request.reply.show(
        await _desk_card(club, request, await club.learning.exercises.enrol_and_load(request.user.id))
    )


@COG.action("learn-open")
async def show_next_exercise(club: Club, request: Request) -> None:
    """Show the exercise that is due next as a separate answer."""
    await request.reply.show(await _next_exercise_card(club, request))


@COG.action("learn-next")
async def replace_with_next_exercise(club: Club, request: Request) -> None:
    """Replace the card by the exercise that is due next."""
    await request.reply.update(await _next_exercise_card(club, request))


register_solving_buttons(COG, "learn", _load_session)


@COG.action("learn-daily")
async def open_hour_form(club: Club, request: Request) -> None:
    """Open the form for the hour of the member's exercise reminder.

    The reminder is sent if exercises are due.
    """
    await request.reply.open_form(
        reminder_form(await club.learning.reminders.load_hour(request.user.id), club.now(), request.say)
    )


@COG.action("learn-hour")
async def set_hour(club: Club, request: Request) -> None:
    """Store the hour of the member's exercise reminder, or turn it off."""
    value = request.fields.get("hour", "")
    if value not in (AUTOMATIC, *map(str, range(HOURS))):
        raise Refusal("settings.unknown")
    chosen = await club.learning.reminders.set_hour(
        request.user.id, None if value == AUTOMATIC else int(value)
    )
    request.reply.mark_stored()
    if chosen.hour is None:
        await request.reply.say("learn.daily.off")
    else:
        await request.reply.say("learn.daily.on", hour=f"{chosen.hour:02}:00", zone=zone_label(chosen.zone))


async def _next_exercise_card(club: Club, request: Request) -> Card:
    """Return the card of the next exercise that is due.

    Raise `Refusal` if the member has turned exercises off since the button was posted.
    """
    desk = await club.learning.exercises.load_overview(request.user.id)
    if not (desk.due_count or (await club.members.preferences.get(request.user.id)).learning):
        raise Refusal("learn.off")
    return await _desk_card(club, request, desk)


async def _desk_card(club: Club, request: Request, desk: ExerciseOverview) -> Card:
    """Return the card of the member's next exercise, or that none is due."""
    if desk.next_exercise is None:
        return nothing_due_card(desk, request.say)
    return await _make_session(club, request, desk.next_exercise).first_card()
