"""What the moves of a position are worth to a puzzle: in checkers by material, elsewhere whether they win, proven."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, Protocol

from engines.binar.player import solved
from engines.binar.states import DRAW, LOST, kind_of, state_of
from engines.binar.states import WON as TOP
from engines.bounds import SURE, WIN
from engines.checkers.evaluate import MAN, Evaluate, king_worth
from engines.checkers.search import Search
from engines.squares import binary, zong_heng
from engines.squares.deep import Deep
from engines.squares.incorrect_checkers import IncorrectCheckersField
from engines.squares.yin_yang import YinYangField
from rules.catalogue import GAMES
from rules.checkers.moves import WHITE
from rules.checkers.position import Position
from rules.checkers.rulesets import Ruleset
from rules.game import AnyGame

DEEPEST: Final = 60
ALL: Final = 1_000
"""More moves than any position of checkers has that is looked at."""
GLANCED: Final = 2_000
"""Nodes of a look that is to tell how hard something is to see."""
WON: Final = 100
"""What a proven win is worth on the scales that know nothing else; a loss the same below 0, a draw 0."""


def balance(position: Position) -> int:
    """Return how far ahead the mover of a position of checkers is, in hundredths of a man."""
    board = position.board
    own, other = (board.white, board.black) if position.colour == WHITE else (board.black, board.white)
    return _material(position.generator.ruleset)[0](own, other, board.kings)


def weighed(position: Position, nodes: int, margin: int) -> list[tuple[int, Any]]:
    """Return (worth by material, move) for checkers, the best first; exact within `margin` of the best."""
    return _rated(position, nodes, DEEPEST, margin)


def seen_at(position: Position, depth: int, margin: int) -> list[tuple[int, Any]]:
    """Return the same, as it looks so many plies ahead; captures are followed to their end."""
    return _rated(position, 200_000, depth, margin)


def _rated(position: Position, nodes: int, depth: int, margin: int) -> list[tuple[int, Any]]:
    """Return (worth by material, move), the best first, no move searched less deep than another."""
    search = Search(position, nodes, _material(position.generator.ruleset))
    search.late = search.clear_from = ALL
    return [(found.worth, found.move) for found in search.rate(depth, margin)]


@lru_cache
def _material(ruleset: Ruleset) -> tuple[Evaluate, Evaluate]:
    worth = king_worth(ruleset)

    def evaluate(own: int, other: int, kings: int) -> int:
        ahead = own.bit_count() - other.bit_count()
        crowned = (own & kings).bit_count() - (other & kings).bit_count()
        return MAN * ahead + (worth - MAN) * crowned

    return evaluate, evaluate


class Solver(Protocol):
    """Sees a position of an open game to its end."""

    def solve(self, position: Any, nodes: int) -> int | None:
        """Return `WON`, 0 or `-WON` for the mover, proven; `None` if so many nodes do not show it."""

    def look(self, position: Any, depth: int) -> int:
        """Return how good it looks to the mover who sees so many plies ahead.

        It is beyond `SURE` either way only where the end is in sight.
        """


class DeepSolver:
    """Solves by the search of the square games."""

    def __init__(self, game: AnyGame, fields: Any) -> None:
        self._game = game
        self._fields = fields

    def solve(self, position: Any, nodes: int) -> int | None:
        """Return the worth to the mover."""
        worth, grown = self._rated(position, nodes, DEEPEST)
        return _proven(worth, whole=grown < nodes)

    def look(self, position: Any, depth: int) -> int:
        """Return the worth to the mover by the estimate of the game."""
        return self._rated(position, GLANCED, depth)[0]

    def _rated(self, position: Any, nodes: int, depth: int) -> tuple[int, int]:
        """Return the worth to the mover, and how many positions have grown."""
        turn = self._game.turn(position)
        assert turn is not None
        field = self._fields(position)
        search = Deep(field, nodes)
        return search.rate(field.root(position), turn, depth, 0)[0][0], search.nodes


class BinarSolver:
    """Solves Binar: small boards by their tables, the others by its search."""

    def solve(self, position: Any, nodes: int) -> int | None:
        """Return the worth to the mover."""
        score = solved(kind_of(position), state_of(position), nodes)
        return None if score is None else WON if score > DRAW else -WON if score < DRAW else 0

    def look(self, position: Any, depth: int) -> int:
        """Return what ends within so many plies, 0 for all else."""
        score = solved(kind_of(position), state_of(position), GLANCED)
        if score is None or min(score - LOST, TOP - score) > depth:
            return 0
        return 0 if score == DRAW else WIN if score > DRAW else -WIN


def _proven(worth: int, *, whole: bool) -> int | None:
    """Return what a worth proves; one that is no win and no loss does so where the search saw all."""
    if abs(worth) >= SURE:
        return WON if worth > 0 else -WON
    return 0 if whole and worth == 0 else None


SOLVERS: Final[Mapping[str, Solver]] = MappingProxyType(
    {
        "binar": BinarSolver(),
        "binary": DeepSolver(GAMES["binary"], lambda position: binary.field_of(position.size)),
        "zong-heng": DeepSolver(GAMES["zong-heng"], lambda position: zong_heng.field_of(position.size)),
        "yin-yang": DeepSolver(GAMES["yin-yang"], lambda _: YinYangField()),
        "incorrect-checkers": DeepSolver(GAMES["incorrect-checkers"], lambda _: IncorrectCheckersField()),
    }
)
"""For each game without material that has puzzles."""
