"""/learn: mistakes of one's own that come back to be solved, which only the person who made them sees."""

import asyncio
from typing import Final

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.hint import ShownHint
from bot.cards.kit import Card
from bot.cards.learn import answered_card, daily_form, exercise_card, nothing_due_card
from bot.cards.puzzle import LOOKED, SAW, PuzzleState
from bot.cards.rest import HOURS
from bot.cards.settings import AUTOMATIC
from bot.cogs.solving import Stood, looked, stand
from club.clocks.zones import zone_named
from club.club import Club
from club.learning.solving import Desk, Kept
from club.members.preferences import theme_of
from club.refusals import Refusal
from words import Said

COG: Final = Cog()


@COG.command("command.learn")
async def begin(club: Club, request: Request) -> None:
    """Show the exercise that is due next; who has none yet gets some from then on."""
    await request.reply.show(await _shown(club, request, await club.learning.desk(request.who.id)))


@COG.action("learn-open")
async def open_next(club: Club, request: Request) -> None:
    """Show the exercise that is due next, as an answer of its own."""
    await request.reply.show(await _next(club, request))


@COG.action("learn-next")
async def show_next(club: Club, request: Request) -> None:
    """Show the exercise that is due next in the place of the card."""
    await request.reply.update(await _next(club, request))


@COG.action("learn")
async def go_on(club: Club, request: Request) -> None:
    """Go on after a choice; the right move solves it, and another one is a miss."""
    state = _state(request)
    kept = await club.learning.get(request.who.id, state.key)
    stood = await asyncio.to_thread(stand, kept.exercise.puzzle, state)
    if stood.reached is None:
        await _end(club, request, state.key, tries=stood.state.tries)
        return
    said, given = stood.said, None
    if stood.wrong is not None:
        await _answer(club, request, state.key, solved=False)
        said = await _about(club, request, kept, stood)
        if stood.state.helped:  # a hint stays until the move is found
            _, given = await asyncio.to_thread(
                looked, kept.exercise.puzzle, stood.state, whole=stood.state.helped == SAW
            )
    note = request.say.text(said) if said else None
    await request.reply.update(await _card(club, request, kept, stood, note, given))


@COG.action("learn-hint")
async def look(club: Club, request: Request) -> None:
    """Say where to look."""
    await _hint(club, request, whole=False)


@COG.action("learn-move")
async def move(club: Club, request: Request) -> None:
    """Say the move, after where to look."""
    await _hint(club, request, whole=True)


@COG.action("learn-show")
async def solution(club: Club, request: Request) -> None:
    """Show what is better."""
    await _end(club, request, request.custom_id.rest, tries=None)


@COG.action("learn-daily")
async def ask_hour(club: Club, request: Request) -> None:
    """Open the form in which somebody chooses when they want word of what is due."""
    await request.reply.ask(daily_form(await club.telling.get(request.who.id), club.now(), request.say))


@COG.action("learn-hour")
async def set_hour(club: Club, request: Request) -> None:
    """Store when somebody wants word of what is due."""
    value = request.fields.get("hour", "")
    if value not in (AUTOMATIC, *map(str, range(HOURS))):
        raise Refusal("settings.unknown")
    chosen = await club.telling.set_hour(request.who.id, None if value == AUTOMATIC else int(value))
    request.reply.stored()
    if chosen.hour is None:
        await request.reply.say("learn.daily.off")
    else:
        await request.reply.say("learn.daily.on", hour=f"{chosen.hour:02}:00", zone=zone_named(chosen.zone))


async def _next(club: Club, request: Request) -> Card:
    """Return the exercise that is due next; raise `Refusal` where a button outlived that somebody wanted any."""
    desk = await club.learning.open_to(request.who.id)
    if not (desk.due or (await club.preferences.get(request.who.id)).learning):
        raise Refusal("learn.off")
    return await _shown(club, request, desk)


async def _shown(club: Club, request: Request, desk: Desk) -> Card:
    if desk.kept is None:
        return nothing_due_card(desk, request.say)
    stood = await asyncio.to_thread(stand, desk.kept.exercise.puzzle, PuzzleState(desk.kept.key))
    return await _card(club, request, desk.kept, stood, None)


async def _hint(club: Club, request: Request, *, whole: bool) -> None:
    state = _state(request)
    kept = await club.learning.get(request.who.id, state.key)
    state = PuzzleState(state.key, state.plies, state.tried(SAW if whole else LOOKED))
    stood, given = await asyncio.to_thread(looked, kept.exercise.puzzle, state, whole=whole)
    await _answer(club, request, state.key, solved=False)
    await request.reply.update(await _card(club, request, kept, stood, None, given))


async def _about(club: Club, request: Request, kept: Kept, stood: Stood) -> Said | None:
    """Return what is said of a wrong move: that it was played in the match, or what answers it."""
    assert stood.wrong is not None
    made = stood.wrong.plies[-1]
    if made.text == kept.exercise.played[0]:
        return Said("card.learn.same", move=made.said)
    if stood.wrong.game.hidden:  # the cards that would answer it are not those of the match
        return stood.said
    reply = await club.hints.reply_to(stood.wrong, user_id=request.who.id)
    return stood.said if reply is None else Said("card.puzzle.refuted", move=made.said, text=reply)


async def _end(club: Club, request: Request, key: str, *, tries: str | None) -> None:
    """Show what is better, which somebody has found by `tries`, or asked for (`None`)."""
    await club.learning.get(request.who.id, key)
    kept = await _answer(club, request, key, solved=tries is not None and len(tries) == 1)
    due = await club.learning.due(request.who.id)
    theme = theme_of(await club.preferences.get(request.who.id))
    card = await asyncio.to_thread(answered_card, kept, request.say, theme=theme, tries=tries, due=due)
    await request.reply.update(card)


async def _answer(club: Club, request: Request, key: str, *, solved: bool) -> Kept:
    kept = await club.learning.answer(request.who.id, key, solved=solved)
    request.reply.stored()
    return kept


def _state(request: Request) -> PuzzleState:
    """Return how far somebody has come, as a button says it; raise `Refusal` where it says nothing."""
    state = PuzzleState.read(request.custom_id.rest)
    if state is None:
        raise Refusal("learn.gone")
    return state


async def _card(
    club: Club, request: Request, kept: Kept, stood: Stood, note: str | None, given: ShownHint | None = None
) -> Card:
    """Return an exercise that is not solved yet, perhaps with a hint."""
    assert stood.reached is not None
    theme = theme_of(await club.preferences.get(request.who.id))
    due = await club.learning.due(request.who.id)
    return exercise_card(
        kept,
        stood.match,
        stood.state,
        stood.reached,
        request.say,
        theme=theme,
        due=due,
        note=note,
        look=given,
    )
