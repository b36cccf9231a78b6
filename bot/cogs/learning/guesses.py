"""Guess the move: a spectator guesses the next move of a match.

They use the same choices as the players, and only they see them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.kit.kit import Card
from bot.cards.learning.guesses import ACTION_PREFIX, guess_card, guess_table_card, guessed_card
from bot.cogs.naming.move_walk import MoveWalk, WalkNode, register_walk_buttons
from bot.cogs.play.match import load_button_match
from club.club import Club
from club.learning.guesses import GuessPosition
from club.refusals import Refusal, StaleBoard
from rules.choosing import ChoiceNode

COG: Final = Cog()


@dataclass(frozen=True)
class GuessWalk(MoveWalk):
    """The choices with which a spectator enters a guess."""

    guess_position: GuessPosition

    async def card(self, walk_node: WalkNode, note: str | None = None) -> Card:
        """Return the card with the choices at a node, below a `note`."""
        return guess_card(self.guess_position, *walk_node, self.request.say, theme=self.theme, note=note)

    async def find_node(self, path: Sequence[str], part: int | None = None) -> WalkNode | None:
        """Return the node that a path leads to.

        Raise `Refusal` if there is only one legal move, because there is nothing to guess.
        """
        first = await super().find_node(())
        if first is not None and first.node.only is not None:
            raise Refusal("guess.forced")
        if not path and part is None:
            return first
        return await super().find_node(path, part)

    async def submit(self, node: ChoiceNode) -> None:
        """Store the move as a guess, or start again if the match has moved on."""
        try:
            kept = await self.club.learning.guesses.record_guess(
                self.guess_position, self.request.act, node.text
            )
        except StaleBoard:
            await (await _find_walk(self.club, self.request)).show_start(self.request.say("match.stale"))
            return
        self.request.reply.mark_stored()
        await self.show_guess(kept)

    async def show_guess(self, guess_position: GuessPosition) -> None:
        """Show the spectator the guess that they have made."""
        month = await self.club.learning.guesses.load_month(self.table.row.guild_id, self.request.user.id)
        await self.request.reply.update(
            guessed_card(guess_position, month, self.request.say, theme=self.theme)
        )


async def _find_walk(club: Club, request: Request) -> GuessWalk:
    """Return the guess in progress of the person who pressed.

    Raise `Refusal` if they may not see the match or may not guess.
    """
    table = await load_button_match(club, request)
    guessing = await club.learning.guesses.load_position(table.row.id, request.user.id)
    preference = await club.members.preferences.get(request.user.id)
    stale = await club.play.matches.has_moved_since(guessing.table, request.custom_id.version)
    turned = replace(guessing, table=guessing.table.with_facing(preference))
    return GuessWalk(club, request, turned.table, None, preference, stale, turned)


@COG.action("guess")
async def open_guess(club: Club, request: Request) -> None:
    """Show the spectator the choices for a guess, or the guess they have made."""
    way = await _find_walk(club, request)
    if way.guess_position.own_guess is not None:
        await way.show_guess(way.guess_position)
    else:
        await way.show_start(request.say("match.stale") if way.stale else None)


register_walk_buttons(COG, ACTION_PREFIX, _find_walk)


@COG.action("guess-month")
async def show_month(club: Club, request: Request) -> None:
    """Show who has guessed the most moves on this server this month."""
    home = request.require_home("standings.server")
    await request.reply.show(
        guess_table_card(await club.learning.guesses.load_month(home, request.user.id), request.say)
    )
