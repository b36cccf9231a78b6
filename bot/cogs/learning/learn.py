"""/learn: a member's own mistakes, which come back as exercises only they see."""

import asyncio
from dataclasses import dataclass
from typing import Final

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.kit.kit import Card
from bot.cards.learning.learn import answered_card, daily_form, exercise_card, nothing_due_card
from bot.cards.members.rest import HOURS
from bot.cards.members.settings import AUTOMATIC
from bot.cards.play.hint import ShownHint
from bot.cogs.puzzles.solving import SolvingSession, SolvingState, solves
from club.clocks.zones import zone_named
from club.club import Club
from club.learning.exercises import Desk, KeptExercise
from club.refusals import Refusal
from rules.match import Match
from words import Phrase

COG: Final = Cog()


@dataclass(frozen=True)
class ExerciseSolving(SolvingSession):
    """A member solving an exercise."""

    kept: KeptExercise

    async def card(self, stood: SolvingState, note: str | None = None, look: ShownHint | None = None) -> Card:
        """Return the exercise with what can be chosen."""
        say, who = self.request.say, self.request.who
        theme = await self.club.preferences.theme(who.id)
        due = await self.club.learning.due(who.id)
        return exercise_card(self.kept, *stood.card_args, say, theme=theme, due=due, note=note, look=look)

    async def miss(self, stood: SolvingState, wrong: Match) -> Phrase | None:
        """Store a miss; return that the move was played in the match, or what answers it."""
        await self.answer(solved=False)
        made = wrong.plies[-1]
        if made.text == self.kept.exercise.played[0]:
            return Phrase("card.learn.same", move=made.said)
        if wrong.game.hidden:  # the cards that would answer it are not those of the match
            return stood.said
        return await self.refutation(stood, wrong)

    async def help(self) -> str | None:
        """Store a miss, of which nothing is said."""
        await self.answer(solved=False)
        return None

    async def end(self, tries: str | None) -> None:
        """Show what is better."""
        kept = await self.answer(solved=tries is not None and len(tries) == 1)
        say, who = self.request.say, self.request.who
        due = await self.club.learning.due(who.id)
        theme = await self.club.preferences.theme(who.id)
        card = await asyncio.to_thread(answered_card, kept, say, theme=theme, tries=tries, due=due)
        await self.request.reply.update(card)

    async def answer(self, *, solved: bool) -> KeptExercise:
        """Store whether they have solved it by themselves, and return when it comes back."""
        kept = await self.club.learning.answer(self.request.who.id, self.key, solved=solved)
        self.request.reply.mark_stored()
        return kept


async def _find_learner(club: Club, request: Request, key: str) -> ExerciseSolving:
    """Load the exercise with this key, for the member who solves it."""
    return _at(club, request, await club.learning.get(request.who.id, key))


def _at(club: Club, request: Request, kept: KeptExercise) -> ExerciseSolving:
    """Return who solves an exercise."""
    return ExerciseSolving(club, request, kept.key, kept.exercise.puzzle, kept)


@COG.command("command.learn")
async def begin(club: Club, request: Request) -> None:
    """Show the exercise that is due next; who has none yet gets some from then on."""
    await request.reply.show(await _desk_card(club, request, await club.learning.desk(request.who.id)))


@COG.action("learn-open")
async def open_next(club: Club, request: Request) -> None:
    """Show the exercise that is due next, as an answer of its own."""
    await request.reply.show(await _next(club, request))


@COG.action("learn-next")
async def show_next(club: Club, request: Request) -> None:
    """Show the exercise that is due next in the place of the card."""
    await request.reply.update(await _next(club, request))


solves(COG, "learn", _find_learner)


@COG.action("learn-daily")
async def ask_hour(club: Club, request: Request) -> None:
    """Open the form for the hour at which the member hears of due exercises."""
    await request.reply.ask(
        daily_form(await club.exercise_reminders.get(request.who.id), club.now(), request.say)
    )


@COG.action("learn-hour")
async def set_hour(club: Club, request: Request) -> None:
    """Store the hour at which the member hears of due exercises."""
    value = request.fields.get("hour", "")
    if value not in (AUTOMATIC, *map(str, range(HOURS))):
        raise Refusal("settings.unknown")
    chosen = await club.exercise_reminders.set_hour(
        request.who.id, None if value == AUTOMATIC else int(value)
    )
    request.reply.mark_stored()
    if chosen.hour is None:
        await request.reply.say("learn.daily.off")
    else:
        await request.reply.say("learn.daily.on", hour=f"{chosen.hour:02}:00", zone=zone_named(chosen.zone))


async def _next(club: Club, request: Request) -> Card:
    """Return the card of the next exercise that is due.

    Raise `Refusal` if the button is older than the member's decision to have no exercises.
    """
    desk = await club.learning.open_to(request.who.id)
    if not (desk.due or (await club.preferences.get(request.who.id)).learning):
        raise Refusal("learn.off")
    return await _desk_card(club, request, desk)


async def _desk_card(club: Club, request: Request, desk: Desk) -> Card:
    """Return the card of the exercise on a desk, or the card that says none is due."""
    if desk.kept is None:
        return nothing_due_card(desk, request.say)
    return await _at(club, request, desk.kept).first()
