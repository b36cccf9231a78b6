"""Hints: what the computer at its best would play, for the person who plays against it. Nothing of them is stored."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from club.last_used import LastUsed
from club.members.limits import Presses
from club.play.course.outside_help import OutsideHelp
from club.play.course.thinking import Thinking
from club.play.match.matches import Matches, Table
from club.refusals import Refusal
from engines.choose import levels
from engines.player import Ending
from rules.game import Step
from rules.match import Match
from words import Words

KEPT: Final = 200
"""Hints that are remembered, so that the move comes at once after where to look."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A good move: where to look for it, the move as people read it, and the choices that lead to it.

    `ending` is what tables of endings say of the position, if they know it.
    """

    look: Words
    move: Words
    steps: tuple[Step, ...]
    ending: Ending | None = None


class Hints:
    """Gives hints; of hidden cards they know what the player who asks has seen."""

    def __init__(self, matches: Matches, thinking: Thinking, outside: OutsideHelp, presses: Presses) -> None:
        self._presses = presses
        self._matches = matches
        self._thinking = thinking
        self._outside = outside
        self._known = LastUsed[tuple[int, int], Hint](KEPT)

    async def of(self, table: Table, *, user_id: int) -> Hint:
        """Return a hint for the player to move; raise `Refusal` for everybody else, and between people.

        Nor is there one for a position of a match between people that they play.
        """
        seat = self._matches.seated(table, user_id)
        if table.row.computer is None:
            raise Refusal("hint.people")
        self._matches.to_move(table, user_id)
        await self._outside.check(user_id, table.match)
        key = table.row.id, table.row.version
        hint = self._known.get(key)
        if hint is None:
            self._presses.count(user_id, 0)
            seed = table.player(table.row.computer).seed or 0
            choice = await self._thinking.choose(table.match, seat, level=levels(table.game), seed=seed)
            game, position = table.game, table.match.position
            steps = game.steps(position, choice.move)
            hint = replace(hint_of(steps, game.in_words(position, choice.move)), ending=choice.ending)
            self._known.put(key, hint)
        return hint

    async def reply_to(self, match: Match, *, user_id: int) -> Words | None:
        """Return what the computer at its best answers to a wrong move of a puzzle, as people read it.

        `None` where nobody is to answer, or where the person has asked for so much that this must do without.
        """
        if match.turn is None or match.turn == match.plies[-1].seat or not self._presses.take(user_id, 0):
            return None
        choice = await self._thinking.choose(match, match.turn, level=levels(match.game), seed=0)
        return match.game.in_words(match.position, choice.move)


def hint_of(steps: Sequence[Step], move: Words) -> Hint:
    """Return a move as a hint, by its steps: what it begins with, or where that is if that is all of it."""
    first, *rest = steps
    return Hint(first.label if rest else first.group or first.label, move, tuple(steps))
