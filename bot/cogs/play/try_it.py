"""Try it: play both sides of any game, privately and without a stored match."""

import asyncio
from typing import Final

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.kit.choices import preview_choices
from bot.cards.play.try_it import TryState, try_card, try_view
from bot.cogs.home import load_available_actions
from club.club import Club
from club.refusals import Refusal
from rules.catalogue import GAMES
from rules.choosing import ChoiceNode, reach_choice
from rules.compact import BadTextError, CompactMatch

COG: Final = Cog()

USUAL: Final = "binar"
"""The game that is tried where none is named: the quickest to grasp."""


@COG.action("try")
async def begin(club: Club, request: Request) -> None:
    """Begin to try out the game named by the button or chosen in the menu."""
    key = request.fields.get("choice") or request.custom_id.rest or USUAL
    if key not in GAMES:
        raise Refusal("game.gone")
    await _show(club, request, TryState(GAMES[key]), fresh=True)


@COG.action("try-on")
async def handle_try_choice(club: Club, request: Request) -> None:
    """Handle a choice, and play the move if it is complete.

    A card from an older version of the bot starts again.
    """
    state = TryState.parse(request.custom_id.rest)
    if state is None:
        note = request.say("try.anew") if request.custom_id.rest else None
        await _show(club, request, TryState(GAMES[USUAL]), note=note)
        return
    await _show(club, request, state)


async def _show(
    club: Club, request: Request, state: TryState, *, fresh: bool = False, note: str | None = None
) -> None:
    try:
        compact, reached = await asyncio.to_thread(resolve_state, state)
    except BadTextError:
        await _show(club, request, TryState(state.game), note=request.say("try.anew"))
        return
    shown = None
    if reached is not None:
        shown = await asyncio.to_thread(
            preview_choices, compact.match, reached, try_view(compact), state.part
        )
    theme = await club.members.preferences.load_theme(request.user.id)
    card = try_card(
        state,
        compact,
        reached,
        shown,
        request.say,
        theme=theme,
        note=note,
        actions=await load_available_actions(club, request),
    )
    await (request.reply.show(card) if fresh else request.reply.update(card))


def resolve_state(state: TryState) -> tuple[CompactMatch, ChoiceNode | None]:
    """Apply the choices in `state`; return the match and the next node.

    The node is `None` if the game is over. Raise `BadTextError` if the choices do not lead to a legal
    move.
    """
    compact = CompactMatch.parse(state.game, state.options, state.moves)
    if compact.match.turn is None:
        return compact, None
    reached = reach_choice(state.game, compact.match.position, state.path)
    if reached is None or (state.plays_now and reached.move is None):
        raise BadTextError(",".join(state.path))
    if reached.move is None or (reached.choices and not state.plays_now):
        return compact, reached
    compact.play(reached.text)
    turn, position = compact.match.turn, compact.match.position
    return compact, None if turn is None else reach_choice(state.game, position, ())
