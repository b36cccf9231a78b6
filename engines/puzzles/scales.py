"""Rating of the moves of a position, to judge whether it is a puzzle.

In checkers moves are rated by material and by the players' search; in other games wins are proven.
The requirements for a puzzle in each kind of checkers are here too.
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
from engines.one_zero_one.estimate import estimate_worth
from engines.puzzles.proofs import (
    LastTurnsProof,
    PlayoutProof,
    Proof,
    RaceProof,
    SearchProof,
    TableProof,
    TreeFactory,
)
from engines.squares import binary, zong_heng
from engines.squares.deep import DeepSearch
from engines.squares.incorrect_checkers import IncorrectCheckersGameTree
from engines.squares.yin_yang import YinYangGameTree
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
class PuzzleMargins:
    """The requirements for a puzzle in checkers, in hundredths of a man.

    By material, the solver gains `material_gain` and is still ahead by it at the end. Each of the
    solver's moves leads every other move by `material_lead`. At the first move no other move promises
    more than `max_other_worth`, which wins nothing. By the players' search, each of the solver's moves
    and the end of the line are worth at least `min_worth`, and each move leads every other move by
    `worth_lead`.
    """

    material_lead: int
    material_gain: int = 100
    max_other_worth: int = 50
    min_worth: int = 60
    worth_lead: int = 75


SHORT_KING_MARGINS: Final = PuzzleMargins(material_lead=100)
"""Where kings go one square at a time."""
FLYING_KING_MARGINS: Final = PuzzleMargins(material_lead=200)
"""Where kings fly: two men, for a king alone holds a draw."""


def margins_for(position: Position) -> PuzzleMargins:
    """Return the puzzle requirements for a position's kind of checkers."""
    return FLYING_KING_MARGINS if position.generator.ruleset.flying else SHORT_KING_MARGINS


def material_balance(position: Position) -> int:
    """Return the mover's lead in material in checkers, in hundredths of a man."""
    own, other = position.board.sides(position.colour)
    return _material(position.generator.ruleset)[0](own, other, position.board.kings)


def rate_by_material(position: Position, nodes: int, margin: int) -> list[tuple[int, Any]]:
    """Return (worth by material, move) pairs for checkers, the best first.

    Worths are exact within `margin` of the best.
    """
    return _rate_evenly(position, nodes, DEEPEST, margin)


def rate_at_depth(position: Position, depth: int, margin: int) -> list[tuple[int, Any]]:
    """Return (worth by material, move) pairs, searched `depth` plies deep.

    This is for checkers only. The best comes first. Captures are followed to their end.
    """
    return _rate_evenly(position, 200_000, depth, margin)


def rate_by_players(position: Position, nodes: int, margin: int) -> list[tuple[int, Any]]:
    """Return (worth, move) pairs for checkers by the players' search.

    The best comes first. The search uses the endgame tables.
    """
    search = CheckersSearch(position, nodes, uses_endings=True)
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


class PositionSolver(Protocol):
    """Solves positions without hidden information, or looks a little ahead."""

    def new_proof(self) -> Proof:
        """Return a new, empty proof for the positions of one match."""

    def estimate_worth(self, position: Any, depth: int) -> int:
        """Return how good a position looks to a mover who sees `depth` plies ahead.

        The result is beyond `SURE` either way only if the end is in sight.
        """


class DeepSolver:
    """Looks ahead with the search of the square games."""

    def __init__(
        self, game: AnyGame, make_tree: TreeFactory, make_proof: Callable[[AnyGame, TreeFactory], Proof]
    ) -> None:
        self._game = game
        self._trees = make_tree
        self._proof = make_proof

    def new_proof(self) -> Proof:
        """Return a new proof of the type that suits the game."""
        return self._proof(self._game, self._trees)

    def estimate_worth(self, position: Any, depth: int) -> int:
        """Return the worth to the mover, by the game's estimate."""
        turn = self._game.turn(position)
        assert turn is not None
        tree = self._trees(position)
        return DeepSearch(tree, GLANCED).rate(tree.root_state(position), turn, depth, 0)[0][0]


class RaceSolver(DeepSolver):
    """Looks ahead in Incorrect Checkers."""

    def estimate_worth(self, position: Any, depth: int) -> int:
        """Return a win within sight, else the worth to the mover by the game's estimate."""
        winner = RaceProof().find_winner(position, GLANCED, depth)
        if winner is None:
            return super().estimate_worth(position, depth)
        return WIN if winner == position.turn else -WIN


class BinarySolver:
    """Looks ahead in Binary.

    It judges nothing but the end, because territories may grow and fall apart until the last piece is
    placed.
    """

    def new_proof(self) -> Proof:
        """Return a new proof that plays everything out to the end."""
        return PlayoutProof(GAMES["binary"], lambda position: binary.game_tree_of(position.size))

    def estimate_worth(self, position: Any, depth: int) -> int:
        """Return the result if at most `depth` pieces are in hand, else 0."""
        if sum(position.hands) > depth:
            return 0
        proof = self.new_proof()
        if proof.is_win(position, position.turn, GLANCED):
            return WIN
        return -WIN if proof.is_win(position, 1 - position.turn, GLANCED) else 0


class LastTurnsSolver:
    """Looks ahead in the last turns of One Zero One, with open hands."""

    def new_proof(self) -> Proof:
        """Return a new proof that plays the last turns out to the end."""
        return LastTurnsProof()

    def estimate_worth(self, position: Any, depth: int) -> int:
        """Return the worth to the mover, 0 if there is too much to search.

        A turn is worth `TURN` plies of other games.
        """
        tree, plies = last_turns.TREE, depth // TURN
        if not plies:
            return estimate_worth(position.lines, position.digits[position.turn])
        try:
            return DeepSearch(tree, GLANCED).rate(tree.root_state(position), position.turn, plies, 0)[0][0]
        except OutOfNodes:
            return 0


class BinarSolver:
    """Looks ahead in Binar."""

    def new_proof(self) -> Proof:
        """Return a new proof that uses tables on small boards."""
        return TableProof()

    def estimate_worth(self, position: Any, depth: int) -> int:
        """Return the result of a game that ends within `depth` plies, 0 for any other."""
        score = solve_score(kind_of(position), state_of(position), GLANCED)
        if score is None or min(score - LOST, WON - score) > depth:
            return 0
        return 0 if score == DRAW else WIN if score > DRAW else -WIN


SOLVERS: Final[Mapping[str, PositionSolver]] = MappingProxyType(
    {
        "binar": BinarSolver(),
        "binary": BinarySolver(),
        "zong-heng": DeepSolver(
            GAMES["zong-heng"], lambda position: zong_heng.game_tree_of(position.size), SearchProof
        ),
        "yin-yang": DeepSolver(GAMES["yin-yang"], lambda _: YinYangGameTree(), SearchProof),
        "incorrect-checkers": RaceSolver(
            GAMES["incorrect-checkers"], lambda _: IncorrectCheckersGameTree(), lambda *_: RaceProof()
        ),
        "one-zero-one": LastTurnsSolver(),
    }
)
"""For each game without material that has puzzles."""
