"""Winners under perfect play, in games that tables solve completely."""

from typing import Any

from engines.binar.score_table import SOLVED_KINDS, table_of
from engines.binar.states import DRAW, kind_of, state_of
from rules.binar import Position
from rules.game import Seat


def is_solved(position: Any) -> bool:
    """Whether the tables contain a position, and so all positions that can follow."""
    return isinstance(position, Position) and kind_of(position) in SOLVED_KINDS


def winner_of(position: Any) -> Seat | None:
    """Return who wins an unfinished, solved position with perfect play.

    It is `None` if the position is a draw.

    A table is read on first use.

    >>> from rules.catalogue import GAMES
    >>> from rules.match import Match
    >>> winner_of(Match(GAMES["binar"], {"size": 3}, bytes(32)).position)
    """
    score = table_of(kind_of(position)).score(state_of(position))
    if score == DRAW:
        return None
    turn: Seat = position.turn
    return turn if score > DRAW else 1 - turn
