"""Game tree of Zong-Heng for the search, on two bit boards.

The estimate counts groups and pairs of neighbours.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import Any, Final

from engines.bounds import WIN
from engines.squares.field import Branch
from rules.squares import is_dark, rays
from rules.zong_heng import Move, Position

State = tuple[int, int]
"""Black's pieces, White's pieces."""

PAIR: Final = 8
"""What two neighbours of one colour are worth."""
LARGEST: Final = 12
"""What each piece of the largest group is worth."""


class ZongHengGameTree:
    """The game tree of Zong-Heng on a board of one size.

    Get it from `game_tree_of`, which caches it.
    """

    def __init__(self, size: int) -> None:
        count = size**2
        self._size = size
        self._count = count
        files = [sum(1 << rank * size + file for rank in range(size)) for file in range(size)]
        self._not_first = ((1 << count) - 1) ^ files[0]
        self._not_last = ((1 << count) - 1) ^ files[-1]
        self._rays = tuple(
            tuple(
                tuple((1 << at, Move(at, (back + 2) % 4) if is_dark(size, at) else None) for at in ray)
                for back, ray in enumerate(of_square)
                if ray
            )
            for of_square in rays(size)
        )
        """The squares from each neighbour on, by square and direction.

        Each comes with the shift that begins there.
        """

    def scale_nodes(self, nodes: int) -> int:
        """Return the limit of nodes, lower on a board of more than 64 squares."""
        return max(1, nodes * 64 // max(64, self._count))

    def root_state(self, position: Position) -> State:
        """Return the pieces of both players."""
        cells = position.cells
        black, white = (sum(1 << at for at in range(self._count) if cells[at] == seat + 1) for seat in (0, 1))
        return black, white

    def expand(self, state: State, turn: int) -> list[Branch]:
        """Return a branch for every shift, or a pass if only the other seat can move."""
        base = self._evaluate(state)
        grown = self._shifts(state, turn, base)
        if grown or not self._shifts(state, 1 - turn, base):
            return grown
        return [(base, 1 - turn, state, None)]

    def _shifts(self, state: State, turn: int, base: int) -> list[Branch]:
        own, other = state[turn], state[1 - turn]
        taken = own | other
        base -= PAIR * (self._pairs(state[0]) - self._pairs(state[1]))
        grown: list[Branch] = []
        free = ((1 << self._count) - 1) ^ taken
        while free:
            empty = free & -free
            free ^= empty
            for ray in self._rays[empty.bit_length() - 1]:
                lead, run, mine, before = 0, 0, 0, empty
                for bit, move in ray:
                    if not bit & taken:
                        break
                    run |= bit
                    if bit & own:
                        lead += 1
                        mine |= before
                    else:
                        lead -= 1
                    before = bit
                    if lead > 0 and move is not None:
                        ours = own & ~run | mine | bit
                        filled = taken | empty
                        after = (ours, filled ^ ours) if turn == 0 else (filled ^ ours, ours)
                        worth = base + PAIR * (self._pairs(after[0]) - self._pairs(after[1]))
                        grown.append((worth, 1 - turn, after, move))
        return grown

    def _pairs(self, pieces: int) -> int:
        """Return the number of neighbouring pairs among the pieces."""
        beside = pieces & pieces >> 1 & self._not_last
        return beside.bit_count() + (pieces & pieces >> self._size).bit_count()

    def _groups(self, pieces: int) -> list[int]:
        """Return the sizes of the connected groups, the largest first."""
        size, not_first, not_last = self._size, self._not_first, self._not_last
        found: list[int] = []
        while pieces:
            part = pieces & -pieces
            while True:
                more = (
                    part | (part << 1) & not_first | (part >> 1) & not_last | part << size | part >> size
                ) & pieces
                if more == part:
                    break
                part = more
            found.append(part.bit_count())
            pieces ^= part
        return sorted(found, reverse=True)

    def _evaluate(self, state: State) -> int:
        """Return a position's worth by its groups."""
        black, white = self._groups(state[0]), self._groups(state[1])
        squares = sum(part * part for part in black) - sum(part * part for part in white)
        return LARGEST * (black[0] - white[0] if black and white else 0) + squares

    def is_halfway(self, state: State) -> bool:
        """Return false, because every branch is a whole move."""
        del state
        return False

    def final_worth(self, state: State) -> int:
        """Return the exact worth of a finished game.

        It is decided by the first pair of groups that differ in size.
        """
        for black, white in zip_longest(*map(self._groups, state), fillvalue=0):
            if black != white:
                return WIN + black - white if black > white else black - white - WIN
        return 0

    def find_move(self, actions: Sequence[Any], moves: Sequence[Any]) -> Any:
        """Return the only action, which is the shift itself."""
        del moves
        return actions[0]


game_tree_of = lru_cache(ZongHengGameTree)
