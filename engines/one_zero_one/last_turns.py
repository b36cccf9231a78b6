"""The last turns of One Zero One for a search: hands are open, no card is unseen."""

from typing import Final

from engines.bounds import WIN, OutOfNodes
from engines.one_zero_one.estimate import estimate, final
from engines.squares.field import OVER, Branch
from rules.catalogue import GAMES
from rules.one_zero_one.turn import Position, legal_turns

GAME: Final = GAMES["one-zero-one"]
MOST: Final = 200
"""Turns of a position to look at.

A PASTE may have thousands, too many for anyone to think through.
"""


def face_up(position: Position) -> bool:
    """Whether no deck hides a card: each has at most one card, and the top lies open."""
    return all(len(deck) <= 1 for deck in position.decks)


class LastTurnsTree:
    """A position that is face up; its state is itself, for three turns at most."""

    def root(self, position: Position) -> Position:
        """Return the position itself as the state."""
        return position

    def grow(self, state: Position, turn: int) -> list[Branch]:
        """Return every turn, with the worth of the lines after it.

        Raise `OutOfNodes` if there are too many.
        """
        del turn  # the position holds it
        grown: list[Branch] = []
        moves = legal_turns(state)
        if len(moves) > MOST:
            raise OutOfNodes
        for move in moves:
            after = GAME.play(state, move)
            if after.turn is None:
                grown.append((self.result(after), OVER, after, move))
            else:
                grown.append((estimate(after.lines, after.digits[0]), after.turn, after, move))
        return grown

    def result(self, state: Position) -> int:
        """Return the exact worth of a finished game to seat 0."""
        worth = final(state.lines, state.digits[0])
        return max(-WIN, min(WIN, worth))


TREE: Final = LastTurnsTree()
