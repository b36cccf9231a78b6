"""Proves who wins a position, by a method for each game.

Nothing may be hidden in the position.

Results are kept for the next proof. A proof does not say by how much or how soon, so it needs far
fewer nodes than a player's search.
"""

from collections.abc import Callable
from typing import Any, Final, Protocol

from engines.binar.player import solve_score
from engines.binar.states import DRAW, kind_of, state_of
from engines.bounds import SURE, OutOfNodes
from engines.one_zero_one import last_turns
from engines.squares.deep import DeepSearch
from engines.squares.field import OVER, GameTree
from engines.squares.incorrect_checkers import GOALS, IncorrectCheckersGameTree
from rules.game import AnyGame, Seat

DEEPEST: Final = 60
"""Plies of the deepest proof.

No match of Incorrect Checkers that begins with a puzzle comes to its limit within so many.
"""

TreeFactory = Callable[[Any], GameTree]
"""What gives the tree of a position."""


class Proof(Protocol):
    """What has been proven about the positions of one match."""

    def is_win(self, position: Any, seat: Seat, nodes: int) -> bool | None:
        """Whether a seat wins an unfinished position.

        Return `None` if `nodes` nodes are not enough to prove it.
        """


class SearchProof:
    """Proofs by the players' search; each question starts a new search."""

    def __init__(self, game: AnyGame, make_tree: TreeFactory) -> None:
        self._game = game
        self._trees = make_tree

    def is_win(self, position: Any, seat: Seat, nodes: int) -> bool | None:
        """Whether a seat wins.

        A draw counts as proven if the search saw everything.
        """
        turn, tree = self._game.turn(position), self._trees(position)
        assert turn is not None
        search = DeepSearch(tree, nodes)
        worth = search.rate(tree.root_state(position), turn, DEEPEST, 0)[0][0]
        if abs(worth) >= SURE:
            return (worth > 0) == (turn == seat)
        return False if search.nodes < nodes and worth == 0 else None


class TableProof:
    """Proofs for Binar, by tables on small boards."""

    def is_win(self, position: Any, seat: Seat, nodes: int) -> bool | None:
        """Whether a seat wins."""
        score = solve_score(kind_of(position), state_of(position), nodes)
        if score is None:
            return None
        return score > DRAW if position.turn == seat else score < DRAW


class _NodeLimitedProof:
    """A proof that answers questions one after another, each with its own node limit."""

    def __init__(self) -> None:
        self._left = 0

    def _spend_node(self) -> None:
        """Use up one node; raise `OutOfNodes` if none is left."""
        if not self._left:
            raise OutOfNodes
        self._left -= 1


class PlayoutProof(_NodeLimitedProof):
    """Proofs by playing everything out, for games with few plies left.

    The most promising move is tried first.
    """

    def __init__(self, game: AnyGame, make_tree: TreeFactory) -> None:
        super().__init__()
        self._game = game
        self._trees = make_tree
        self._known: dict[tuple[Any, int, Seat], bool] = {}

    def is_win(self, position: Any, seat: Seat, nodes: int) -> bool | None:
        """Whether a seat wins."""
        turn, tree = self._game.turn(position), self._trees(position)
        assert turn is not None
        self._left = nodes
        try:
            return self._wins(tree, tree.root_state(position), turn, seat)
        except OutOfNodes:
            return None

    def _wins(self, tree: GameTree, state: Any, turn: int, seat: Seat) -> bool:
        known = self._known.get((state, turn, seat))
        if known is not None:
            return known
        self._spend_node()
        branches, sign, own = tree.expand(state, turn), 1 - 2 * seat, turn == seat
        if not branches:
            found = sign * tree.final_worth(state) > 0
        elif any((sign * worth > 0) == own for worth, following, _, _ in branches if following == OVER):
            found = own
        else:
            further = sorted(branches, key=lambda branch: branch[0], reverse=turn == 0)
            goes_on = (
                self._wins(tree, after, following, seat)
                for _, following, after, _ in further
                if following != OVER
            )
            found = any(goes_on) if own else all(goes_on)
        self._known[state, turn, seat] = found
        return found


class LastTurnsProof(PlayoutProof):
    """Proofs for the last turns of One Zero One, when no card is hidden."""

    def __init__(self) -> None:
        super().__init__(last_turns.GAME, lambda _: last_turns.TREE)

    def is_win(self, position: Any, seat: Seat, nodes: int) -> bool | None:
        """Whether a seat wins; `None` if a deck still hides a card."""
        return super().is_win(position, seat, nodes) if last_turns.is_face_up(position) else None


Sides = tuple[int, int]
"""Black's pieces, White's pieces."""


class RaceProof(_NodeLimitedProof):
    """Proofs for Incorrect Checkers, in which both sides race home.

    The search asks, for an increasing number of moves, whether one side gets home within that many moves
    of its own, whatever the other does. Each piece that is not home needs at least one move, so lines with
    fewer moves left than such pieces are cut off.
    """

    def __init__(self) -> None:
        super().__init__()
        self._field = IncorrectCheckersGameTree()
        self._grown: dict[tuple[Sides, int], list[tuple[int, Sides]]] = {}
        self._known: dict[tuple[Sides, int, Seat], tuple[int, int]] = {}

    def is_win(self, position: Any, seat: Seat, nodes: int) -> bool | None:
        """Whether a seat wins; a draw is never proven."""
        winner = self.find_winner(position, nodes)
        return None if winner is None else winner == seat

    def find_winner(self, position: Any, nodes: int, plies: int = DEEPEST) -> Seat | None:
        """Return the seat that wins within `plies` plies.

        Return `None` if no seat does, or if `nodes` nodes are not enough to show it.
        """
        turn: Seat = position.turn
        black, white, _ = self._field.root_state(position)
        self._left = nodes
        try:
            for ply in range(1, plies + 1):
                racer = turn if ply % 2 else 1 - turn
                if self._is_home_first((black, white), turn, racer, (ply + 1) // 2):
                    return racer
        except OutOfNodes:
            pass
        return None

    def _is_home_first(self, sides: Sides, turn: int, racer: Seat, moves: int) -> bool:
        """Whether `racer` is home first within `moves` own moves, whatever the other does."""
        if (sides[racer] & ~GOALS[racer]).bit_count() > moves:
            return False
        key = sides, turn, racer
        short, enough = self._known.get(key, (0, DEEPEST))
        if moves <= short or moves >= enough:
            return moves >= enough
        after = self._after(sides, turn)
        if turn == racer:
            found = any(
                seat == OVER or self._is_home_first(then, seat, racer, moves - 1) for seat, then in after
            )
        else:
            found = bool(after) and all(
                seat != OVER and self._is_home_first(then, seat, racer, moves) for seat, then in after
            )
        self._known[key] = (short, moves) if found else (moves, enough)
        return found

    def _after(self, sides: Sides, turn: int) -> list[tuple[int, Sides]]:
        """Return (seat to move or `OVER`, sides) after each move.

        The move that looks best to the mover comes first.
        """
        key = sides, turn
        known = self._grown.get(key)
        if known is None:
            self._spend_node()
            branches = self._field.expand((*sides, 0), turn)
            branches.sort(key=lambda branch: branch[0], reverse=turn == 0)
            known = self._grown[key] = [(seat, state[:2]) for _, seat, state, _ in branches]
        return known
