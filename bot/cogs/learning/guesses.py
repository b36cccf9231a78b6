"""Guess the move: a spectator guesses a match's next move.

They go by the choices that players have, and only they see them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.kit.kit import Card
from bot.cards.learning.guesses import WALK, guess_card, guessed_card, month_card
from bot.cogs.naming.move_walk import MoveWalk, WalkStage, walks
from bot.cogs.play.match import match_of_button
from club.club import Club
from club.learning.guesses import GuessPosition
from club.refusals import Refusal, Stale
from rules.choosing import ChoiceNode

COG: Final = Cog()


@dataclass(frozen=True)
class GuessWalk(MoveWalk):
    """The choices that lead to a spectator's guess."""

    guessing: GuessPosition

    async def card(self, level: WalkStage, note: str | None = None) -> Card:
        """Return the choices of a level."""
        return guess_card(self.guessing, *level, self.request.say, theme=self.theme, note=note)

    async def level(self, path: Sequence[str], part: int | None = None) -> WalkStage | None:
        """Return the level that a path leads to; raise `Refusal` where there is one move."""
        first = await super().level(())
        if first is not None and first.reached.only is not None:
            raise Refusal("guess.forced")
        if not path and part is None:
            return first
        return await super().level(path, part)

    async def keep(self, reached: ChoiceNode) -> None:
        """Guess the move; of a position that is older by now, begin anew."""
        try:
            kept = await self.club.guesses.guess(self.guessing, self.request.act, reached.text)
        except Stale:
            await (await _way(self.club, self.request)).begin(self.request.say("match.stale"))
            return
        self.request.reply.mark_stored()
        await self.show(kept)

    async def show(self, guessing: GuessPosition) -> None:
        """Show the spectator their guess."""
        month = await self.club.guesses.month(self.table.row.guild_id, self.request.who.id)
        await self.request.reply.update(guessed_card(guessing, month, self.request.say, theme=self.theme))


async def _way(club: Club, request: Request) -> GuessWalk:
    """Return the guess in progress of the person who pressed.

    Raise `Refusal` if they do not see the match or cannot guess.
    """
    table = await match_of_button(club, request)
    guessing = await club.guesses.get(table.row.id, request.who.id)
    preference = await club.preferences.get(request.who.id)
    stale = await club.matches.has_moved_since(guessing.table, request.custom_id.version)
    turned = replace(guessing, table=guessing.table.with_facing(preference))
    return GuessWalk(club, request, turned.table, None, preference, stale, turned)


@COG.action("guess")
async def guess(club: Club, request: Request) -> None:
    """Show the spectator the choices for their guess, or the guess they made."""
    way = await _way(club, request)
    if way.guessing.own is not None:
        await way.show(way.guessing)
    else:
        await way.begin(request.say("match.stale") if way.stale else None)


walks(COG, WALK, _way)


@COG.action("guess-month")
async def month(club: Club, request: Request) -> None:
    """Show who has guessed most moves of this server in a month."""
    home = request.require_home("standings.server")
    await request.reply.show(month_card(await club.guesses.month(home, request.who.id), request.say))
