"""The tables of small boards: right by the rules alone, whole and small."""

import random
from collections.abc import Iterator
from importlib.resources import files
from itertools import product
from pathlib import Path

import pytest

from engines.binar import score_table
from engines.binar.score_table import (
    CHECKSUM_FILE,
    SOLVED_KINDS,
    DamagedTable,
    checksum,
    table_file_name,
    table_of,
)
from engines.binar.states import DRAW, kind_of, score_before_move, state_of
from rules.binar import EMPTY, Position
from tests.engines.binar.plainly import GAME, OPTIONS, Cells, moves, position_of, solver
from tests.sets import leave_to_ci

FOLDER = files("engines.binar") / "tables"
SIZE = 5_000_000
"""Bytes that all tables together may have."""
KNOWN = {
    ("own", "double"): (DRAW, DRAW, DRAW),
    ("own", "single"): (1, 0, 0),
    ("choose", "double"): (DRAW, DRAW, DRAW),
    ("choose", "single"): (0, 1, 0),
}
"""The winning seat from the empty board on 3×3, 4×4 and 5×5.

The 4×4 results are our own and come from no other source.
"""


def score(position: Position) -> int:
    return table_of(kind_of(position)).score(state_of(position))


def some(size: int, count: int, least: int, seed: int) -> Iterator[tuple[str, str, Cells, int]]:
    """Yield random boards of every kind with at least `least` squares filled.

    Either player may be to move.
    """
    chance = random.Random(seed)
    for digits, lines in OPTIONS:
        for _ in range(count):
            filled = chance.randrange(least, size * size)
            cells = [chance.randrange(2) for _ in range(filled)] + [EMPTY] * (size * size - filled)
            chance.shuffle(cells)
            yield digits, lines, tuple(cells), chance.randrange(2)


@pytest.mark.ci
@pytest.mark.parametrize(("digits", "lines"), leave_to_ci(OPTIONS, after=1))
def test_every_position_on_nine_squares_is_worth_what_the_rules_make_of_it(digits: str, lines: str) -> None:
    plainly = solver(3, digits, lines)
    for cells in product((0, 1, EMPTY), repeat=9):
        if EMPTY in cells:
            turn = (9 - cells.count(EMPTY)) % 2
            assert score(position_of(3, digits, lines, cells, turn)) == plainly(cells, turn)


@pytest.mark.parametrize(("size", "least"), [(3, 0), (4, 9), (5, 19)])
def test_other_positions_near_the_end_are_too_whoever_is_to_move(size: int, least: int) -> None:
    solvers = {(digits, lines): solver(size, digits, lines) for digits, lines in OPTIONS}
    for digits, lines, cells, turn in some(size, 6, least, size):
        position = position_of(size, digits, lines, cells, turn)
        assert score(position) == solvers[digits, lines](cells, turn)


@pytest.mark.ci
@pytest.mark.parametrize("size", [4, 5])
def test_a_position_is_worth_as_much_as_its_best_move(size: int) -> None:
    """Finished games are judged by the rules.

    If this held of every position, every score would be proven.
    """
    for digits, lines, cells, turn in some(size, 40, 0, size):
        position = position_of(size, digits, lines, cells, turn)
        worths = []
        for _, after in moves(position):
            outcome = GAME.outcome(after)
            if outcome is None:
                worths.append(score_before_move(score(after)))
            else:
                worths.append(DRAW if outcome.winner is None else 254 if outcome.winner == turn else 1)
        assert score(position) == max(worths)


@pytest.mark.parametrize("size", [3, 4, 5])
def test_changing_places_changes_no_score(size: int) -> None:
    chance = random.Random(size)
    for digits, lines, cells, turn in some(size, 30, 0, 7):
        order, across = chance.sample(range(size), size), chance.sample(range(size), size)
        changed = tuple(cells[row * size + column] for row in order for column in across)
        flipped = tuple(changed[row * size + column] for column in range(size) for row in range(size))
        worth = score(position_of(size, digits, lines, cells, turn))
        assert score(position_of(size, digits, lines, changed, turn)) == worth
        assert score(position_of(size, digits, lines, flipped, turn)) == worth
        if size % 2:
            others = tuple(cell if cell == EMPTY else 1 - cell for cell in cells)
            assert score(position_of(size, digits, lines, others, 1 - turn)) == worth


@pytest.mark.parametrize(("digits", "lines"), OPTIONS)
def test_the_empty_boards_are_worth_what_is_known(digits: str, lines: str) -> None:
    for size, winner in zip((3, 4, 5), KNOWN[digits, lines], strict=True):
        worth = score(position_of(size, digits, lines, (EMPTY,) * size**2, 0))
        assert (DRAW if worth == DRAW else int(worth < DRAW)) == winner


def test_what_is_shipped_is_small_and_nothing_else() -> None:
    shipped = {Path(str(file)).name: len(file.read_bytes()) for file in FOLDER.iterdir()}
    assert sum(shipped.values()) < SIZE
    assert set(shipped) == {CHECKSUM_FILE, *map(table_file_name, SOLVED_KINDS)}


def test_a_damaged_table_is_not_played_by(monkeypatch: pytest.MonkeyPatch) -> None:
    table_of.cache_clear()
    monkeypatch.setattr(score_table, "checksum", lambda held: checksum(held[:-1] + b"\x00"))
    with pytest.raises(DamagedTable, match=r"3-own-double\.gz"):
        table_of(SOLVED_KINDS[0])
    monkeypatch.undo()
    table_of(SOLVED_KINDS[0])
