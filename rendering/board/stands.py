"""How a match on a board stands: what each seat has, and the sums of full lines.

Pictures and words take it from here.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rendering.standing import leads
from rules.board import BoardView
from rules.game import Seat
from rules.squares import square_names
from words import Speaker


class SeatStanding(NamedTuple):
    """One seat's standing: to move or winner, points or pieces, label, and unit."""

    is_lit: bool
    number: int | None
    said: str
    unit: str = ""


def stands_of(view: BoardView, say: Speaker) -> tuple[SeatStanding, SeatStanding]:
    """Return the standing of both seats."""
    unit = unit_of(view, say)
    first, second = (
        SeatStanding(leads(view, seat), number_of(view, seat), _seat_label(view, seat, say), unit)
        for seat in (0, 1)
    )
    return first, second


def number_of(view: BoardView, seat: Seat) -> int | None:
    """Return a seat's number on the strip: its points, or its pieces on the board."""
    if view.score is not None:
        return view.score[seat]
    if view.pieces == "digits":
        return None
    symbols, man = list(view.cells.values()), view.tones[seat][0]
    return symbols.count(man) + symbols.count(man.upper())


def unit_of(view: BoardView, say: Speaker) -> str:
    """Return the unit of the strip's numbers, "" if the strip shows none."""
    if number_of(view, 0) is None:
        return ""
    return say(f"picture.unit.{'pieces' if view.score is None else view.score_is}")


def _seat_label(view: BoardView, seat: Seat, say: Speaker) -> str:
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


def line_sums(view: BoardView) -> tuple[dict[int, int], dict[int, int]]:
    """Return the sums of the full rows and columns of a board of digits.

    Rows are by rank, columns by file, both from 0.
    """
    files, known = view.files, square_names(view.size)
    rows = [known[first : first + files] for first in range(0, len(known), files)]
    return _full(view, rows), _full(view, [known[file::files] for file in range(files)])


def _full(view: BoardView, lines: Sequence[Sequence[str]]) -> dict[int, int]:
    """Return the sums of the lines whose squares are all full, by line number."""
    cells = view.cells
    return {
        i: sum(int(cells[name]) for name in line)
        for i, line in enumerate(lines)
        if all(map(cells.__contains__, line))
    }


class Sums(NamedTuple):
    """The sums of full lines if they are shown, and which lines decided the end.

    All lines count from 0.
    """

    ranks: Mapping[int, int] = {}
    files: Mapping[int, int] = {}
    lit_ranks: Sequence[int] = ()
    lit_files: Sequence[int] = ()


def sums_of(view: BoardView) -> Sums:
    """Return the sums beside the lines of a board.

    The lines through the digit that ended the game decided it.
    """
    if not view.sums:
        return Sums()
    ranks, files = line_sums(view)
    if view.turn is not None or not view.trace:
        return Sums(ranks, files)
    rank, file = divmod(square_names(view.size).index(view.trace.placed[0]), view.files)
    # On a full board without such a pair no line has decided.
    if len(view.cells) == view.files * view.ranks and not (
        rank in ranks and file in files and ranks[rank] % 2 == files[file] % 2
    ):
        return Sums(ranks, files)
    return Sums(ranks, files, [rank] * (rank in ranks), [file] * (file in files))
