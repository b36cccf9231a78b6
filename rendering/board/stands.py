"""How a match on a board stands: what each seat has, and sums of lines.

Both the pictures and their descriptions use it.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rendering.board.layout import GUTTER, LINE, SUM, Layout
from rendering.standing import is_highlighted
from rules.board import BoardView, Tone
from rules.game import Seat
from rules.squares import square_names, square_numbers
from words import Localizer

PARITY_TONES: tuple[Tone, Tone] = ("white", "black")
"""The tones of even and of odd sums: those of the keys of 0 and of 1."""


class SeatStanding(NamedTuple):
    """What the strip shows of a seat: a highlight, a number, a label and its unit."""

    is_lit: bool
    number: int | None
    label: str
    unit: str = ""


def seat_standings(view: BoardView, say: Localizer) -> tuple[SeatStanding, SeatStanding]:
    """Return the standing of both seats."""
    unit = strip_unit(view, say)
    first, second = (
        SeatStanding(is_highlighted(view, seat), strip_number(view, seat), _seat_label(view, seat, say), unit)
        for seat in (0, 1)
    )
    return first, second


def strip_number(view: BoardView, seat: Seat) -> int | None:
    """Return a seat's number on the strip: its points, or its pieces on the board.

    Return `None` on a board of digits without a score.
    """
    if view.score is not None:
        return view.score[seat]
    if view.pieces == "digits":
        return None
    symbols, man = list(view.cells.values()), view.tones[seat][0]
    return symbols.count(man) + symbols.count(man.upper())


def strip_unit(view: BoardView, say: Localizer) -> str:
    """Return the unit of the strip's numbers, "" if the strip shows none."""
    if strip_number(view, 0) is None:
        return ""
    return say(f"picture.unit.{_unit_key(view)}")


def plate_unit(view: BoardView, seat: Seat, say: Localizer) -> str:
    """Return the unit below the number of a seat alone: one piece, two pieces."""
    counted = _unit_key(view)
    if counted not in ("pieces", "points"):
        return strip_unit(view, say)
    return say(f"picture.counted.{counted}", count=strip_number(view, seat))


def _unit_key(view: BoardView) -> str:
    return "pieces" if view.score is None else view.score_is


def _seat_label(view: BoardView, seat: Seat, say: Localizer) -> str:
    """Return the strip's label of a seat.

    The label says who it is and whether it moves, has won, or has pieces in hand.
    """
    side = view.sides[seat]
    if view.outcome:
        if view.outcome.winner is None:
            return say("picture.draw", side=side)
        return say("picture.wins", side=side) if view.outcome.winner == seat else say.text(side)
    hand = view.hands[seat] if view.hands else None
    if hand is not None:
        # The piece before these words says which side it is.
        code = "picture.to_move.in_hand" if view.turn == seat else "picture.in_hand"
        return say(code, side=side, count=hand)
    return say("picture.to_move", side=side) if view.turn == seat else say.text(side)


class LineSum(NamedTuple):
    """The sum of a line of digits so far, `None` before its first digit.

    It is `lit` if it decided the end.
    """

    total: int | None
    is_full: bool
    is_lit: bool = False


class LineSums(NamedTuple):
    """The sums of all lines of a board of digits, ranks and files from 0; else empty."""

    ranks: Sequence[LineSum] = ()
    files: Sequence[LineSum] = ()


def shown_sums(view: BoardView) -> LineSums:
    """Return the sums to show beside the lines of a board, empty if it shows none.

    If a sum decided the end, the full lines through the last digit whose sums have the winner's parity are
    marked. After a resignation, on time, or in a draw, no line is.
    """
    if not view.sums:
        return LineSums()
    files, known = view.files, square_names(view.size)
    ranks = [_sum(view, known[first : first + files]) for first in range(0, len(known), files)]
    columns = [_sum(view, known[file::files]) for file in range(files)]
    outcome = view.outcome
    if outcome and outcome.winner is not None and outcome.is_by_rules and view.trace:
        rank, file = divmod(square_numbers(view.size)[view.trace.placed[0]], files)
        for lines, place in ((ranks, rank), (columns, file)):
            line = lines[place]
            is_lit = line.is_full and line.total is not None and line.total % 2 == outcome.winner
            lines[place] = line._replace(is_lit=is_lit)
    return LineSums(tuple(ranks), tuple(columns))


def _sum(view: BoardView, line: Sequence[str]) -> LineSum:
    digits = [int(view.cells[name]) for name in line if name in view.cells]
    return LineSum(sum(digits) if digits else None, len(digits) == len(line))


def sum_places(layout: Layout, sums: LineSums) -> Iterator[tuple[tuple[int, int], LineSum]]:
    """Yield the upper left pixel of each line's sum, and the sum."""
    half = SUM // 2
    for rank, line in enumerate(sums.ranks):
        yield (layout.right + LINE + 2, layout.centre(rank * layout.files)[1] - half), line
    for file, line in enumerate(sums.files):
        yield (layout.centre(file)[0] - half, layout.bottom + GUTTER), line


def lit_lines(view: BoardView, sums: LineSums) -> Iterator[int]:
    """Yield the squares of the lines whose sums decided the end, from 0."""
    for square in range(view.files * view.ranks if sums.ranks else 0):
        rank, file = divmod(square, view.files)
        if sums.ranks[rank].is_lit or sums.files[file].is_lit:
            yield square


def deciding_squares(view: BoardView, sums: LineSums) -> set[str]:
    """Return the squares of all that decided the end, none if the position did not.

    Groups, full lines, pieces on squares that score, and pieces that are all home can decide it.
    """
    outcome = view.outcome
    known = square_names(view.size)
    deciding = {name for group in view.groups for name in group.squares}
    deciding.update(known[square] for square in lit_lines(view, sums))
    if not outcome or not outcome.is_by_rules:
        return deciding
    winner = outcome.winner
    if view.scores_on:
        deciding.update(*(view.scoring_squares(seat) for seat in (0, 1) if winner in (seat, None)))
    if winner is not None and view.score and view.score_is == "home":
        man = view.tones[winner][0]
        own = [name for name, symbol in view.cells.items() if symbol == man]
        if len(own) == view.score[winner]:
            deciding.update(own)
    return deciding


def group_middle(view: BoardView, squares: Sequence[str]) -> str:
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
