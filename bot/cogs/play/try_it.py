"""Try it: any game, both sides one's own, which only its player sees."""

import asyncio
from typing import Final

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.kit.choices import foresee
from bot.cards.play.try_it import TryState, try_card, try_view
from bot.cogs.home import ways_of
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
    """Show the opening of the game that is named or chosen."""
    key = request.fields.get("choice") or request.custom_id.rest or USUAL
    if key not in GAMES:
        raise Refusal("game.gone")
    await _show(club, request, TryState(GAMES[key]), fresh=True)


@COG.action("try-on")
async def go_on(club: Club, request: Request) -> None:
    """Handle a choice and the move that it ends.

    A try-out of an older version begins anew.
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
        compact, reached = await asyncio.to_thread(_stand, state)
    except BadTextError:
        await _show(club, request, TryState(state.game), note=request.say("try.anew"))
        return
    shown = None
    if reached is not None:
        shown = await asyncio.to_thread(foresee, compact.match, reached, try_view(compact), state.part)
    theme = await club.preferences.theme(request.who.id)
    card = try_card(
        state,
        compact,
        reached,
        shown,
        request.say,
        theme=theme,
        note=note,
        ways=await ways_of(club, request),
    )
    await (request.reply.show(card) if fresh else request.reply.update(card))


def _stand(state: TryState) -> tuple[CompactMatch, ChoiceNode | None]:
    """Return the match and node that a state means, after the move its choices end.

    Raise `BadTextError` for choices that no player can have made.
    """
    compact = CompactMatch.parse(state.game, state.options, state.moves)
    if compact.match.turn is None:
        return compact, None
    reached = reach_choice(state.game, compact.match.position, state.path)
    if reached is None or (state.sure and reached.move is None):
        raise BadTextError(",".join(state.path))
    if reached.move is None or (reached.choices and not state.sure):
        return compact, reached
    compact.play(reached.text)
    turn, position = compact.match.turn, compact.match.position
    return compact, None if turn is None else reach_choice(state.game, position, ())
