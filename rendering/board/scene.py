"""The contents of a board's picture: layout, marked squares, parts beside it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from rendering.board.layout import Layout, lay_out
from rendering.board.measures import NEIGHBOURS, has_arrows, last_move_path
from rendering.board.regions import Region, Shape
from rendering.board.squares import GRAINS, SquareCell
from rendering.board.stands import (
    LineSums,
    SeatStanding,
    deciding_squares,
    group_middle,
    lit_lines,
    seat_standings,
    shown_sums,
)
from rendering.board.trail import square_trails
from rendering.themes import THEMES
from rules.board import BoardView
from rules.squares import is_dark, square_names, square_numbers
from words import localizer_for


@dataclass(frozen=True, eq=False, slots=True)
class EmptyBoard:
    """Everything that the picture of an empty board depends on.

    Equal boards are one object, because `_board` caches them, so they are compared by identity.
    """

    theme: str
    layout: Layout
    a1_dark: bool
    labels: tuple[str, ...]
    grain_count: int
    """Of how many pieces of wood its squares of one tone are."""
    unmarked_pieces: dict[tuple[int, str, str], SquareCell]
    """Squares with a piece and without any mark, by square, symbol and kind.

    Nearly all squares with a piece are such.
    """


@lru_cache(maxsize=128)
def _board(theme: str, layout: Layout, a1_dark: bool, labels: tuple[str, ...], grains: int) -> EmptyBoard:
    return EmptyBoard(theme, layout, a1_dark, labels, grains, {})


class Scene(NamedTuple):
    """The contents of a picture: a view on its empty board.

    `cells` are the squares that differ from the empty board, and `path` the squares of the last move's
    trail.
    """

    view: BoardView
    board: EmptyBoard
    cells: Mapping[int, SquareCell]
    path: Sequence[int]
    sums: LineSums
    standings: tuple[SeatStanding, SeatStanding]


def make_scene(
    view: BoardView,
    theme: str,
    language: str,
    chosen: Sequence[str],
    choices: Sequence[str],
    king_choices: Sequence[str] = (),
    *,
    is_film: bool = False,
) -> Scene:
    """Return the contents of a view's picture.

    `chosen` are squares already chosen, `choices` those on offer, and `king_choices` those among them that
    only kings can move to. With `is_film`, all squares of a tone have the same wood grain, so that equal
    moves on different squares change the same pixels.
    """
    labels = tuple(view.labels.get(name, "") for name in square_names(view.size)) if view.labels else ()
    grains = GRAINS if THEMES[theme].grain and not is_film else 1
    board = _board(theme, lay_out(view), view.a1_dark, labels, grains)
    sums = shown_sums(view)
    cells, way = _cells(view, board, chosen, choices, king_choices, sums)
    return Scene(view, board, cells, way, sums, seat_standings(view, localizer_for(language)))


@lru_cache(maxsize=32)
def empty_cells(board: EmptyBoard) -> tuple[SquareCell, ...]:
    """Return the squares of a board with nothing on them."""
    files, ranks = board.layout.files, board.layout.ranks
    return tuple(
        SquareCell(
            is_dark((files, ranks), square) == board.a1_dark,
            board.labels[square] if board.labels else "",
            # Squares that touch, side by side or at a corner, are of different pieces of wood.
            grain=square // files % board.grain_count,
        )
        for square in range(files * ranks)
    )


def _cells(
    view: BoardView,
    board: EmptyBoard,
    chosen: Sequence[str],
    choices: Sequence[str],
    kings: Sequence[str],
    sums: LineSums,
) -> tuple[dict[int, SquareCell], Sequence[int]]:
    """Return the squares that differ from the empty board, and the way of their trail."""
    known, trace = square_numbers(view.size), view.trace
    marks: dict[str, dict[str, Any]] = {}

    def mark(square: str, **fields: object) -> None:
        marks.setdefault(square, {}).update(fields)

    if trace and not chosen:
        for name in trace.path[:1]:
            mark(name, last="from")
        for name in (*trace.path[-1:], *trace.placed):
            mark(name, last="to")
        for name in trace.shifted:
            mark(name, last="moved")
        for name, symbol in trace.removed:
            if name not in view.cells:
                mark(name, ghost=symbol, kind=view.pieces)
    for name, number in view.numbers.items():
        mark(name, number=str(number))
    has_regions = _mark_decided(view, sums, mark)
    framed = {known[name] for name in view.frame}
    for name in view.frame if not view.groups else ():
        mark(name, border=~_joined_neighbours(view, framed, known[name]) & 0b1111)
    for name in choices:
        mark(name, choice="ring" if name in view.cells else "circle" if name in kings else "dot")
    for name in chosen:
        mark(name, choice="chosen")
    # Once a piece is chosen, where it may go leads, and at the end what decided it: no trail lies over that.
    way = () if chosen or has_regions else last_move_path(view)
    if any(marks.get(square_names(view.size)[square], {}).get("dim") for square in way):
        way = ()
    for square, part in square_trails(board.layout, way, bool(view.labels), has_arrows(view, way)).items():
        mark(square_names(view.size)[square], trail=part)
    empty = empty_cells(board)
    found: dict[int, SquareCell] = {}
    for name, symbol in view.cells.items():
        if name not in marks:
            look = square, _, _ = known[name], symbol, view.pieces
            if look not in board.unmarked_pieces:
                board.unmarked_pieces[look] = empty[square]._replace(figure=symbol, kind=view.pieces)
            found[square] = board.unmarked_pieces[look]
    for name, fields in marks.items():
        if name in view.cells:
            fields.update(figure=view.cells[name], kind=view.pieces)
        found[known[name]] = empty[known[name]]._replace(**fields)
    return found, way


def _mark_decided(view: BoardView, sums: LineSums, mark: Any) -> bool:
    """Light what decided the end and dim the rest; return whether there are regions."""
    known, at = square_names(view.size), square_numbers(view.size)
    winner = view.outcome.winner if view.outcome else None
    for group in view.groups:
        members = {at[name] for name in group.squares}
        shape: Shape = "links" if view.groups_are == "groups" else "field"
        for name in group.squares:
            joined = _joined_neighbours(view, members, at[name])
            region = Region(view.tones[group.seat], shape, joined, winner in (group.seat, None))
            mark(name, region=region, last="")
        mark(group_middle(view, group.squares), region_size=group.count_text)
    members = set(lit_lines(view, sums))
    for square in members:
        mark(known[square], region=Region("accent", "field", _joined_neighbours(view, members, square)))
    if lit := deciding_squares(view, sums):
        for name in view.cells:
            if name not in lit:
                mark(name, dim=True, last="")
    return bool(view.groups or members)


def _joined_neighbours(view: BoardView, members: set[int], square: int) -> int:
    """Return a square's neighbours that belong to the same region, as bits."""
    files, ranks = view.files, view.ranks
    turn = -1 if view.is_turned else 1
    rank, file = divmod(square, files)
    found = 0
    for bit, (right, down) in enumerate(NEIGHBOURS):
        other_rank, other_file = rank - down * turn, file + right * turn
        on_board = 0 <= other_rank < ranks and 0 <= other_file < files
        if on_board and other_rank * files + other_file in members:
            found |= 1 << bit
    return found
