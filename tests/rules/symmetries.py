"""Boards turned and mirrored."""

from collections.abc import Mapping
from typing import Any

from rules.likeness import (
    AS_IS,
    BACK,
    DIAGONAL,
    FLIPPED,
    HALF_ROUND,
    MIRRORED,
    OTHER_DIAGONAL,
    QUARTER,
    Symmetry,
)
from rules.squares import FILES, files_and_ranks

TURNED: Mapping[Any, Any] = {
    AS_IS: lambda file, rank, last: (file, rank),
    MIRRORED: lambda file, rank, last: (last[0] - file, rank),
    FLIPPED: lambda file, rank, last: (file, last[1] - rank),
    HALF_ROUND: lambda file, rank, last: (last[0] - file, last[1] - rank),
    DIAGONAL: lambda file, rank, last: (rank, file),
    OTHER_DIAGONAL: lambda file, rank, last: (last[0] - rank, last[1] - file),
    QUARTER: lambda file, rank, last: (last[0] - rank, file),
    BACK: lambda file, rank, last: (rank, last[1] - file),
}
"""Where a square comes by each way to turn the board, written out once more."""

SWAPPED = {"b": "w", "w": "b", "B": "W", "W": "B", "0": "1", "1": "0"}


def transform_cells(cells: Mapping[str, str], size: Any, symmetry: Symmetry) -> dict[str, str]:
    """Return a board transformed by a symmetry."""
    last = tuple(edge - 1 for edge in files_and_ranks(size))
    found = {}
    for name, symbol in cells.items():
        file, rank = TURNED[symmetry.turn](FILES.index(name[0]), int(name[1:]) - 1, last)
        found[f"{FILES[file]}{rank + 1}"] = SWAPPED[symbol] if symmetry.swaps else symbol
    return found
