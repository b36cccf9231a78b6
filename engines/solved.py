"""Who wins if nobody errs, in the games of which tables hold every position."""

from typing import Any

from engines.binar.states import DRAW, kind_of, state_of
from engines.binar.table import KINDS, table_of
from rules.binar import Position
from rules.game import Seat


def is_solved(position: Any) -> bool:
    """Return whether tables hold a position, and so all that can follow."""
    return isinstance(position, Position) and kind_of(position) in KINDS


def winner_of(position: Any) -> Seat | None:
    """Return who wins a solved position that goes on, `None` if nobody does; a table is read when it is first asked.

    >>> from rules.catalogue import GAMES
    >>> from rules.match import Match
    >>> winner_of(Match(GAMES["binar"], {"size": 3}, bytes(32)).position)
    """
    score = table_of(kind_of(position)).score(state_of(position))
    if score == DRAW:
        return None
    turn: Seat = position.turn
    return turn if score > DRAW else 1 - turn
