"""Coordinates training: name thirty marked squares against the clock.

Only the player sees the buttons.
"""

from typing import Final

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.learning.coordinates import CoordinatesRound, end_card, intro_card, question_card
from club.club import Club
from club.learning.coordinates import LONGEST, PENALTY, SQUARES, make_question, opening_board
from club.refusals import Refusal
from rules.board import BoardView
from rules.catalogue import GAMES
from rules.game import AnyGame

COG: Final = Cog()

SEEDS: Final = 1_000_000


@COG.action("coords")
async def show_round_intro(club: Club, request: Request) -> None:
    """Explain a round on the board of the button's game, and offer to begin one."""
    game, view = _find_board(request.custom_id.rest)
    best = await club.learning.coordinates.load_best_time(request.user.id, game.key)
    theme = await club.members.preferences.load_theme(request.user.id)
    await request.reply.show(intro_card(game, view, best, request.say, theme=theme))


@COG.action("coord-go")
async def begin(club: Club, request: Request) -> None:
    """Begin a round; its clock starts now."""
    game, _ = _find_board(request.custom_id.rest)
    await _show_question(
        club, request, CoordinatesRound(game, 0, 0, club.chance(SEEDS), int(club.now() * 1000))
    )


@COG.action("coord")
async def check_square_name(club: Club, request: Request) -> None:
    """Check the name that the player chose for the marked square.

    After the right name go on to the next square, or show the result of the round after the last one.
    After a wrong name ask again.
    """
    state = CoordinatesRound.parse(request.custom_id.rest)
    if state is None:
        raise Refusal("coordinates.gone")
    game, view = _find_board(state.game.key)
    question = make_question(view, state.seed, state.number)
    if not state.chosen < len(question.names):
        raise Refusal("coordinates.gone")
    taken = club.now() - state.started_ms / 1000
    if not 0 <= taken < LONGEST:
        raise Refusal("coordinates.late")
    if state.chosen != question.answer_index:
        missed = question.names[state.chosen]
        await _show_question(
            club,
            request,
            CoordinatesRound(game, state.number, state.misses + 1, state.seed, state.started_ms),
            missed,
        )
        return
    if state.number + 1 < SQUARES:
        await _show_question(
            club,
            request,
            CoordinatesRound(game, state.number + 1, state.misses, state.seed, state.started_ms),
        )
        return
    seconds = taken + PENALTY * state.misses
    result = await club.learning.coordinates.finish_round(request.user.id, game.key, seconds, state.misses)
    request.reply.mark_stored()
    await request.reply.update(end_card(game, result, request.say))


async def _show_question(
    club: Club, request: Request, state: CoordinatesRound, missed: str | None = None
) -> None:
    _, view = _find_board(state.game.key)
    question = make_question(view, state.seed, state.number)
    theme = await club.members.preferences.load_theme(request.user.id)
    await request.reply.update(
        question_card(state, view, question, request.say, theme=theme, missed_name=missed)
    )


def _find_board(key: str) -> tuple[AnyGame, BoardView]:
    """Return a game and its empty board.

    Raise `Refusal` if the game is unknown or has no board.
    """
    view = opening_board(GAMES[key]) if key in GAMES else None
    if view is None:
        raise Refusal("game.gone")
    return GAMES[key], view
