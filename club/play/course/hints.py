"""Hints: the computer's best move, for the person who plays against it.

Hints are not stored.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from club.last_used import LastUsed
from club.members.quotas import Presses
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
    """A good move: where to look for it, its words, and the choices that lead to it.

    `ending` is the verdict of the endgame tables on the position, if they know it.
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
        """Return a hint for the player to move in a match against the computer.

        Raise `Refusal` for everyone else, and in a match between people. There is no hint either for a
        position from a match between people that the player is playing.
        """
        seat = self._matches.require_seat(table, user_id)
        if table.row.computer is None:
            raise Refusal("hint.people")
        self._matches.require_turn(table, user_id)
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
        """Return the computer's best reply to a wrong move of a puzzle, in words.

        Return `None` if there is no reply to make, or if the user has asked for so much that they must do
        without this one.
        """
        if match.turn is None or match.turn == match.plies[-1].seat or not self._presses.take(user_id, 0):
            return None
        choice = await self._thinking.choose(match, match.turn, level=levels(match.game), seed=0)
        return match.game.in_words(match.position, choice.move)


def hint_of(steps: Sequence[Step], move: Words) -> Hint:
    """Return a move as a hint, made of its steps.

    The hint names the first step, or the place of the step if it is the whole move.
    """
    first, *rest = steps
    return Hint(first.label if rest else first.group or first.label, move, tuple(steps))
