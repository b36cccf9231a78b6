"""Game tree of the last turns of One Zero One, when no card is hidden."""

from typing import Final

from engines.bounds import WIN, OutOfNodes
from engines.one_zero_one.estimate import estimate_worth, final_worth
from engines.squares.field import OVER, Branch
from rules.catalogue import GAMES
from rules.one_zero_one.turn import Position, legal_turns

GAME: Final = GAMES["one-zero-one"]
MOST: Final = 200
"""Turns of a position to look at.

A PASTE may have thousands, too many for anyone to think through.
"""


def is_face_up(position: Position) -> bool:
    """Whether the decks hide no card.

    Each has at most one card, and the top card lies open.
    """
    return all(len(deck) <= 1 for deck in position.decks)


class LastTurnsTree:
    """A game tree of positions without hidden cards, at most three turns deep."""

    def root_state(self, position: Position) -> Position:
        """Return the position itself, which serves as the state."""
        return position

    def expand(self, state: Position, turn: int) -> list[Branch]:
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
                grown.append((self.final_worth(after), OVER, after, move))
            else:
                grown.append((estimate_worth(after.lines, after.digits[0]), after.turn, after, move))
        return grown

    def final_worth(self, state: Position) -> int:
        """Return the exact worth of a finished game to seat 0."""
        worth = final_worth(state.lines, state.digits[0])
        return max(-WIN, min(WIN, worth))


TREE: Final = LastTurnsTree()
