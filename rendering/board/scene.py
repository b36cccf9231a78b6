"""A board's picture: layout, squares unlike an empty board's, and parts beside it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from rendering.board.layout import Layout, lay_out
from rendering.board.marks import AROUND
from rendering.board.regions import Region, Shape
from rendering.board.squares import GRAINS, SquareCell
from rendering.board.stands import SeatStanding, Sums, stands_of, sums_of
from rendering.board.trail import has_arrows, way_of, ways
from rendering.themes import THEMES
from rules.board import BoardView
from rules.squares import is_dark, square_names, square_numbers
from words import speaker


@dataclass(frozen=True, eq=False, slots=True)
class EmptyBoard:
    """Everything that the picture of an empty board depends on.

    `_board` has one for each, so none is compared.
    """

    theme: str
    layout: Layout
    a1_dark: bool
    labels: tuple[str, ...]
    grains: int
    """Of how many pieces of wood its squares of one tone are."""
    standing: dict[tuple[int, str, str], SquareCell]
    """Squares with a piece and without any mark, by square, symbol and kind.

    Nearly all squares with a piece are such.
    """


@lru_cache(maxsize=128)
def _board(theme: str, layout: Layout, a1_dark: bool, labels: tuple[str, ...], grains: int) -> EmptyBoard:
    return EmptyBoard(theme, layout, a1_dark, labels, grains, {})


class Scene(NamedTuple):
    """The contents of a picture: a view on its empty board.

    `cells` are the squares that differ, `way` is that of the trail.
    """

    view: BoardView
    board: EmptyBoard
    cells: Mapping[int, SquareCell]
    way: Sequence[int]
    sums: Sums
    stands: tuple[SeatStanding, SeatStanding]


def scene_of(
    view: BoardView,
    theme: str,
    language: str,
    chosen: Sequence[str],
    choices: Sequence[str],
    kings: Sequence[str] = (),
    *,
    is_film: bool = False,
) -> Scene:
    """Return the scene of a view.

    `chosen` are squares already chosen, `choices` those on offer, `kings` those on offer to kings. In a
    film all squares of a tone have the same wood grain, so that the same move elsewhere is the same
    change.
    """
    labels = tuple(view.labels.get(name, "") for name in square_names(view.size)) if view.labels else ()
    grains = GRAINS if THEMES[theme].grain and not is_film else 1
    board = _board(theme, lay_out(view), view.a1_dark, labels, grains)
    sums = sums_of(view)
    cells, way = _cells(view, board, chosen, choices, kings, sums)
    return Scene(view, board, cells, way, sums, stands_of(view, speaker(language)))


@lru_cache(maxsize=32)
def plain(board: EmptyBoard) -> tuple[SquareCell, ...]:
    """Return the squares of a board with nothing on them."""
    files, ranks = board.layout.files, board.layout.ranks
    return tuple(
        SquareCell(
            is_dark((files, ranks), square) == board.a1_dark,
            board.labels[square] if board.labels else "",
            # Squares that touch, side by side or at a corner, are of different pieces of wood.
            grain=(square // files + square % files // 4) % board.grains,
        )
        for square in range(files * ranks)
    )


def _cells(
    view: BoardView,
    board: EmptyBoard,
    chosen: Sequence[str],
    choices: Sequence[str],
    kings: Sequence[str],
    sums: Sums,
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
    way = () if chosen or has_regions else way_of(view)
    if any(marks.get(square_names(view.size)[square], {}).get("dim") for square in way):
        way = ()
    for square, part in ways(board.layout, way, bool(view.labels), has_arrows(view, way)).items():
        mark(square_names(view.size)[square], way=part)
    empty = plain(board)
    found: dict[int, SquareCell] = {}
    for name, symbol in view.cells.items():
        if name not in marks:
            look = square, _, _ = known[name], symbol, view.pieces
            if look not in board.standing:
                board.standing[look] = empty[square]._replace(figure=symbol, kind=view.pieces)
            found[square] = board.standing[look]
    for name, fields in marks.items():
        if name in view.cells:
            fields.update(figure=view.cells[name], kind=view.pieces)
        found[known[name]] = empty[known[name]]._replace(**fields)
    return found, way


def _mark_decided(view: BoardView, sums: Sums, mark: Any) -> bool:
    """Light what decided the end and dim the rest; return whether there are regions.

    Regions, full lines, and pieces that scored or are all home can decide it.
    """
    known, at = square_names(view.size), square_numbers(view.size)
    lit: set[str] = set()
    winner = view.outcome.winner if view.outcome else None
    for group in view.groups:
        members = {at[name] for name in group.squares}
        shape: Shape = "links" if view.groups_are == "groups" else "field"
        for name in group.squares:
            joined = _joined_neighbours(view, members, at[name])
            region = Region(view.tones[group.seat], shape, joined, winner in (group.seat, None))
            mark(name, region=region, last="")
        mark(_middle(view, group.squares), counts=group.count_text)
        lit.update(group.squares)
    members = {rank * view.files + file for rank in sums.lit_ranks for file in range(view.files)}
    members |= {rank * view.files + file for file in sums.lit_files for rank in range(view.ranks)}
    for square in members:
        mark(known[square], region=Region("accent", "field", _joined_neighbours(view, members, square)))
        lit.add(known[square])
    if view.outcome and view.scores_on:
        lit.update(*(view.scoring_squares(seat) for seat in (0, 1) if winner in (seat, None)))
    if view.outcome and view.outcome.winner is not None and view.score and view.score_is == "home":
        man = view.tones[view.outcome.winner][0]
        own = [name for name, symbol in view.cells.items() if symbol == man]
        if len(own) == view.score[view.outcome.winner]:
            lit.update(own)
    dimmed = [name for name in view.cells if name not in lit] if lit else []
    for name in dimmed:
        mark(name, dim=True, last="")
    return bool(view.groups or members)


def _joined_neighbours(view: BoardView, members: set[int], square: int) -> int:
    """Return a square's neighbours that belong to the same region, as bits."""
    files, ranks = view.files, view.ranks
    turn = -1 if view.is_turned else 1
    rank, file = divmod(square, files)
    found = 0
    for bit, (right, down) in enumerate(AROUND):
        other_rank, other_file = rank - down * turn, file + right * turn
        on_board = 0 <= other_rank < ranks and 0 <= other_file < files
        if on_board and other_rank * files + other_file in members:
            found |= 1 << bit
    return found


def _middle(view: BoardView, squares: Sequence[str]) -> str:
    """Return the square on which a group's size is written.

    This is the empty one nearest to the group's middle, else a piece's.
    """
    places = {name: divmod(square_numbers(view.size)[name], view.files) for name in squares}
    rank = sum(place[0] for place in places.values()) / len(places)
    file = sum(place[1] for place in places.values()) / len(places)
    return min(
        squares,
        key=lambda name: (
            name in view.cells,
            (places[name][0] - rank) ** 2 + (places[name][1] - file) ** 2,
        ),
    )
