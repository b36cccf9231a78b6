"""Coordinates: thirty marked squares to name against the clock.

The buttons are seen by their player only.
"""

from typing import Final

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.learning.coordinates import Round, begin_card, end_card, question_card
from club.club import Club
from club.learning.coordinates import LONGEST, PENALTY, SQUARES, empty_board, make_question
from club.refusals import Refusal
from rules.board import BoardView
from rules.catalogue import GAMES
from rules.game import AnyGame

COG: Final = Cog()

SEEDS: Final = 1_000_000


@COG.action("coords")
async def open_round(club: Club, request: Request) -> None:
    """Say what a round on the board of a game is."""
    game, view = _board(request.custom_id.rest)
    best = await club.coordinates.best(request.who.id, game.key)
    theme = await club.preferences.theme(request.who.id)
    await request.reply.show(begin_card(game, view, best, request.say, theme=theme))


@COG.action("coord-go")
async def begin(club: Club, request: Request) -> None:
    """Begin a round: its clock runs from now on."""
    game, _ = _board(request.custom_id.rest)
    await _ask(club, request, Round(game, 0, 0, club.chance(SEEDS), int(club.now() * 1000)))


@COG.action("coord")
async def name_square(club: Club, request: Request) -> None:
    """Go on to the next square after the right name; after a wrong one ask again."""
    state = Round.parse(request.custom_id.rest)
    if state is None:
        raise Refusal("coordinates.gone")
    game, view = _board(state.game.key)
    question = make_question(view, state.seed, state.number)
    if not state.chosen < len(question.names):
        raise Refusal("coordinates.gone")
    taken = club.now() - state.began / 1000
    if not 0 <= taken < LONGEST:
        raise Refusal("coordinates.late")
    if state.chosen != question.right:
        missed = question.names[state.chosen]
        await _ask(
            club, request, Round(game, state.number, state.misses + 1, state.seed, state.began), missed
        )
        return
    if state.number + 1 < SQUARES:
        await _ask(club, request, Round(game, state.number + 1, state.misses, state.seed, state.began))
        return
    seconds = taken + PENALTY * state.misses
    result = await club.coordinates.finish(request.who.id, game.key, seconds, state.misses)
    request.reply.mark_stored()
    await request.reply.update(end_card(game, result, request.say))


async def _ask(club: Club, request: Request, state: Round, missed: str | None = None) -> None:
    _, view = _board(state.game.key)
    question = make_question(view, state.seed, state.number)
    theme = await club.preferences.theme(request.who.id)
    await request.reply.update(question_card(state, view, question, request.say, theme=theme, missed=missed))


def _board(key: str) -> tuple[AnyGame, BoardView]:
    """Return a game and its board; raise `Refusal` if it is unknown or has none."""
    view = empty_board(GAMES[key]) if key in GAMES else None
    if view is None:
        raise Refusal("game.gone")
    return GAMES[key], view
