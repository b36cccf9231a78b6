"""The last turns of One Zero One as a search has them: hands lie open, and no card is left that nobody sees."""

from collections.abc import Sequence
from typing import Any, Final

from engines.bounds import WIN
from engines.one_zero_one.estimate import estimate, final
from engines.squares.field import OVER, Branch
from rules.catalogue import GAMES
from rules.one_zero_one.turn import Move, Position, turns

GAME: Final = GAMES["one-zero-one"]


def face_up(position: Position) -> bool:
    """Return whether no deck hides a card: it has one at most, and the top lies open."""
    return all(len(deck) <= 1 for deck in position.decks)


class LastTurnsField:
    """A position that is face up; its state is itself, and goes on for three turns at most."""

    def within(self, nodes: int) -> int:
        """Return the same for every deck."""
        return nodes

    def root(self, position: Position) -> Position:
        """Return the position."""
        return position

    def grow(self, state: Position, turn: int) -> list[Branch]:
        """Return every turn, with what the lines are worth after it."""
        del turn  # the position holds it
        grown: list[Branch] = []
        for move in turns(state):
            after = GAME.play(state, move)
            if after.turn is None:
                grown.append((self.result(after), OVER, after, move))
            else:
                grown.append((estimate(after.lines, after.digits[0]), after.turn, after, move))
        return grown

    def halfway(self, state: Position) -> bool:
        """Return that no turn is in halves."""
        return False

    def result(self, state: Position) -> int:
        """Return who has won."""
        worth = final(state.lines, state.digits[0])
        return max(-WIN, min(WIN, worth))

    def whole(self, done: Sequence[Any], moves: Sequence[Any]) -> Move:
        """Return the one turn that was done."""
        (move,) = done
        return move  # type: ignore[no-any-return]


FIELD: Final = LastTurnsField()
