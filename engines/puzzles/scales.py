"""The worth of moves to a puzzle: in checkers by material and to the players.

In other games it is proven. The limits for a puzzle of each kind of checkers stand here too.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, Protocol

from engines.binar.player import solve_score
from engines.binar.states import DRAW, LOST, WON, kind_of, state_of
from engines.bounds import WIN, OutOfNodes
from engines.checkers.evaluate import MAN, Evaluate, king_worth
from engines.checkers.search import CheckersSearch
from engines.one_zero_one import last_turns
from engines.one_zero_one.estimate import estimate
from engines.puzzles.proofs import (
    LastTurnsProof,
    PlayoutProof,
    Proof,
    RaceProof,
    SearchProof,
    TableProof,
    Trees,
)
from engines.squares import binary, zong_heng
from engines.squares.deep import DeepSearch
from engines.squares.incorrect_checkers import IncorrectCheckersField
from engines.squares.yin_yang import YinYangField
from rules.catalogue import GAMES
from rules.checkers.position import Position
from rules.checkers.rulesets import Ruleset
from rules.game import AnyGame

DEEPEST: Final = 60
ALL: Final = 1_000
"""More moves than any position of checkers has that is looked at."""
TURN: Final = 3
"""Plies of a look that a turn of One Zero One counts for.

A card is laid, it does something, and lines count anew.
"""
GLANCED: Final = 2_000
"""Nodes of a look that is to tell how hard something is to see."""


@dataclass(frozen=True, slots=True)
class Margins:
    """The requirements for a puzzle of a kind of checkers, in hundredths of a man.

    By material, the solver gains `gain` and is still ahead by it at the end. Each other move is
    `behind` the solver's. Apart from the first move, no move promises more than `near`, which wins
    nothing. To the players, each of the solver's moves is worth `worth`, as is the end of the line,
    and each other move is `apart` from it.
    """

    behind: int
    gain: int = 100
    near: int = 50
    worth: int = 60
    apart: int = 75


SHORT: Final = Margins(behind=100)
"""Where kings go one square at a time."""
FLYING: Final = Margins(behind=200)
"""Where kings fly: two men, for a king alone holds a draw."""


def limits_of(position: Position) -> Margins:
    """Return the puzzle requirements for a position's kind of checkers."""
    return FLYING if position.generator.ruleset.flying else SHORT


def balance(position: Position) -> int:
    """Return how far the mover of a checkers position leads, in hundredths of a man."""
    own, other = position.board.sides(position.colour)
    return _material(position.generator.ruleset)[0](own, other, position.board.kings)


def rate_by_material(position: Position, nodes: int, margin: int) -> list[tuple[int, Any]]:
    """Return (worth by material, move) for checkers, the best first.

    Worths are exact within `margin` of the best.
    """
    return _rate_evenly(position, nodes, DEEPEST, margin)


def seen_at(position: Position, depth: int, margin: int) -> list[tuple[int, Any]]:
    """Return (worth by material, move), the best first, `depth` plies ahead.

    Captures are followed to their end.
    """
    return _rate_evenly(position, 200_000, depth, margin)


def rate_by_players(position: Position, nodes: int, margin: int) -> list[tuple[int, Any]]:
    """Return (worth, move), the best first, by all that players judge by.

    They know endings of few pieces by heart.
    """
    search = CheckersSearch(position, nodes, endings=True)
    return [(found.worth, found.move) for found in search.rate(DEEPEST, margin)]


def _rate_evenly(position: Position, nodes: int, depth: int, margin: int) -> list[tuple[int, Any]]:
    """Return (worth by material, move), the best first, all searched equally deep."""
    search = CheckersSearch(position, nodes, _material(position.generator.ruleset))
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
    """Sees fully known positions to their end, or looks a little ahead."""

    def proof(self) -> Proof:
        """Return a new proof for the positions of one match."""

    def look(self, position: Any, depth: int) -> int:
        """Return how good a position looks to a mover who sees `depth` plies ahead.

        It is beyond `SURE` either way only if the end is in sight.
        """


class DeepSolver:
    """Looks ahead with the search of the square games."""

    def __init__(self, game: AnyGame, trees: Trees, proof: Callable[[AnyGame, Trees], Proof]) -> None:
        self._game = game
        self._trees = trees
        self._proof = proof

    def proof(self) -> Proof:
        """Return a new proof of the type that suits the game."""
        return self._proof(self._game, self._trees)

    def look(self, position: Any, depth: int) -> int:
        """Return the worth to the mover, by the game's estimate."""
        turn = self._game.turn(position)
        assert turn is not None
        tree = self._trees(position)
        return DeepSearch(tree, GLANCED).rate(tree.root(position), turn, depth, 0)[0][0]


class RaceSolver(DeepSolver):
    """Looks ahead in Incorrect Checkers."""

    def look(self, position: Any, depth: int) -> int:
        """Return a win within sight, else the worth to the mover by the game's estimate."""
        winner = RaceProof().winner(position, GLANCED, depth)
        if winner is None:
            return super().look(position, depth)
        return WIN if winner == position.turn else -WIN


class BinarySolver:
    """Looks ahead in Binary.

    Territories may grow and fall apart there until the last piece is placed.
    """

    def proof(self) -> Proof:
        """Return a new proof that plays everything out to the end."""
        return PlayoutProof(GAMES["binary"], lambda position: binary.field_of(position.size))

    def look(self, position: Any, depth: int) -> int:
        """Return the result once both hands hold at most `depth` pieces, 0 before."""
        if sum(position.hands) > depth:
            return 0
        proof = self.proof()
        if proof.is_win(position, position.turn, GLANCED):
            return WIN
        return -WIN if proof.is_win(position, 1 - position.turn, GLANCED) else 0


class LastTurnsSolver:
    """Looks ahead in the last turns of One Zero One, with open hands."""

    def proof(self) -> Proof:
        """Return a new proof that plays the last turns out to the end."""
        return LastTurnsProof()

    def look(self, position: Any, depth: int) -> int:
        """Return the worth to the mover, 0 if there is too much to see.

        A turn is like `TURN` plies of other games.
        """
        tree, plies = last_turns.TREE, depth // TURN
        if not plies:
            return estimate(position.lines, position.digits[position.turn])
        try:
            return DeepSearch(tree, GLANCED).rate(tree.root(position), position.turn, plies, 0)[0][0]
        except OutOfNodes:
            return 0


class BinarSolver:
    """Looks ahead in Binar."""

    def proof(self) -> Proof:
        """Return a new proof that uses tables on small boards."""
        return TableProof()

    def look(self, position: Any, depth: int) -> int:
        """Return the result of a game that ends within `depth` plies, 0 for any other."""
        score = solve_score(kind_of(position), state_of(position), GLANCED)
        if score is None or min(score - LOST, WON - score) > depth:
            return 0
        return 0 if score == DRAW else WIN if score > DRAW else -WIN


SOLVERS: Final[Mapping[str, Solver]] = MappingProxyType(
    {
        "binar": BinarSolver(),
        "binary": BinarySolver(),
        "zong-heng": DeepSolver(
            GAMES["zong-heng"], lambda position: zong_heng.field_of(position.size), SearchProof
        ),
        "yin-yang": DeepSolver(GAMES["yin-yang"], lambda _: YinYangField(), SearchProof),
        "incorrect-checkers": RaceSolver(
            GAMES["incorrect-checkers"], lambda _: IncorrectCheckersField(), lambda *_: RaceProof()
        ),
        "one-zero-one": LastTurnsSolver(),
    }
)
"""For each game without material that has puzzles."""
