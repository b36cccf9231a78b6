"""Makes Binar's tables: `python -m workshop.tools.binar_tables FOLDER`.

It solves every position on 3×3, 4×4 and 5×5, from the full board back to the empty one. Each form
takes the best of the forms that one more square makes of it, for all parities at once. It takes a
minute or two. The shipped tables were made by this and by nothing else.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter
from pathlib import Path
from typing import Final

from engines.binar.canonical_forms import CanonicalForm, canonical_form
from engines.binar.score_table import (
    CHECKSUM_FILE,
    SOLVED_KINDS,
    SOLVED_SIZES,
    checksum,
    compress_table,
    scores_per_form,
    stored_side_count,
    table_content,
    table_file_name,
)
from engines.binar.states import (
    DRAW,
    BinarKind,
    SquareLines,
    end_score,
    fill_square,
    line_parities,
    score_before_move,
    transpose,
)

BEFORE: Final = bytes(score_before_move(score) for score in range(256))

Scores = dict[SquareLines, list[bytes]]
"""The scores of each form for each side that is to move."""


def forms(size: int) -> list[SquareLines]:
    """Return the forms on a board, from the empty one to the full one."""
    level = [canonical_form((0,) * size).lines]
    found = list(level)
    for _ in range(size * size):
        level = sorted({form.lines for lines in level for _, _, form in _larger_forms(transpose(lines))})
        found += level
    return found


def solve(size: int) -> Mapping[BinarKind, Mapping[SquareLines, bytes]]:
    """Return the scores of every form on a board, in all kinds of the game.

    They stand one side after the other.
    """
    order = forms(size)
    solved: dict[BinarKind, Scores] = {
        kind: {order[-1]: [bytes([DRAW]) * scores_per_form(size)] * stored_side_count(size)}
        for kind in SOLVED_KINDS
        if kind.size == size
    }
    for lines in reversed(order[:-1]):
        _solve_form(lines, solved)
    return {kind: {lines: b"".join(scores[lines]) for lines in order} for kind, scores in solved.items()}


def _solve_form(lines: SquareLines, solved: Mapping[BinarKind, Scores]) -> None:
    """Put the scores of a form in their places.

    The scores of every form with one square more must be there already.
    """
    rows, size = transpose(lines), len(lines)
    for scores in solved.values():
        scores[lines] = [bytes(scores_per_form(size))] * stored_side_count(size)
    for row, column, form in _larger_forms(rows):
        for digit in (0, 1):
            put = _Put(fill_square(rows, row, column), row, column, digit)
            after = itemgetter(*_spread(size, put.places(form)))
            for kind, scores in solved.items():
                for side in (digit,) if kind.own_digits else (0, 1):
                    if side >= stored_side_count(size):
                        continue
                    other = 1 - side if stored_side_count(size) == 2 else 0
                    worth = put.fill_ends(
                        kind, side, bytes(after(scores[form.lines][other])).translate(BEFORE)
                    )
                    scores[lines][side] = bytes(map(max, scores[lines][side], worth))


class _Put:
    """A digit that is put on a square."""

    def __init__(self, filled: SquareLines, row: int, column: int, digit: int) -> None:
        self.filled, self.across = filled, transpose(filled)
        self.row, self.column, self.digit = row, column, digit
        whole = (1 << len(filled)) - 1
        self._done = filled[row] == whole, self.across[column] == whole

    def places(self, form: CanonicalForm) -> Sequence[int]:
        """Return the place of the parities 0 in the form's scores, and parity shifts.

        Each shift says how one of our parities moves that place. If the scores are kept for Even only, Odd
        moves next in them as Even does with every digit exchanged.
        """
        size = len(self.filled)
        rows, columns = self.digit << self.row, self.digit << self.column
        if stored_side_count(size) == 1:
            rows, columns = rows ^ line_parities(self.filled), columns ^ line_parities(self.across)
        return [form.table_index(rows, columns), *(form.table_index(*parities) for parities in _basis(size))]

    def fill_ends(self, kind: BinarKind, side: int, worth: bytes) -> bytes:
        """Return the worth of the move by our parities, with the moves that end the game."""
        if not any(self._done):
            return worth
        found = bytearray(worth)
        for place, (rows, columns) in enumerate(_parities(kind.size)):
            sums = [rows >> self.row & 1 ^ self.digit] * self._done[0]
            sums += [columns >> self.column & 1 ^ self.digit] * self._done[1]
            ended = end_score(kind.single_line, sums, side)
            if ended is not None:
                found[place] = ended
        return bytes(found)


def _larger_forms(rows: SquareLines) -> Iterator[tuple[int, int, CanonicalForm]]:
    """Yield each empty square's row and column, with the form that filling it makes."""
    for row, line in enumerate(rows):
        for column in range(len(rows)):
            if not line >> column & 1:
                yield row, column, canonical_form(fill_square(rows, row, column))


def _basis(size: int) -> list[tuple[int, int]]:
    """Return the row and column parities that each bit of a form's place stands for.

    The place is one in a form's scores.
    """
    return [(0, 1 << bit + 1 | 1) for bit in range(size - 1)] + [(1 << bit, 1) for bit in range(size)]


def _parities(size: int) -> list[tuple[int, int]]:
    """Return the parities of rows and of columns by their place in a form's scores."""
    basis = _basis(size)
    rows = _spread(size, [0, *(one for one, _ in basis)])
    columns = _spread(size, [0, *(other for _, other in basis)])
    return list(zip(rows, columns, strict=True))


def _spread(size: int, steps: Sequence[int]) -> list[int]:
    """Return the first step combined with each subset of the others, in place order."""
    found = [steps[0]]
    for step in steps[1 : 2 * size]:
        found += [number ^ step for number in found]
    return found


def main(arguments: Sequence[str]) -> int:
    """Write all tables and their checksums into a folder."""
    folder = Path(*arguments)
    folder.mkdir(parents=True, exist_ok=True)
    sums = []
    for size in SOLVED_SIZES:
        for kind, scores in solve(size).items():
            held = table_content(scores)
            (folder / table_file_name(kind)).write_bytes(compress_table(held))
            sums.append(f"{checksum(held)}  {table_file_name(kind)}\n")
    (folder / CHECKSUM_FILE).write_text("".join(sums))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
