"""A square board in words: its alt text, its counts, and the board as text."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Final

from rendering.board.stands import shown_sums
from rendering.standing import describe_standing
from rules.board import BoardView
from rules.game import Seat
from rules.squares import FILES, square_numbers
from words import Localizer, Words, insert_player_names, join_with_commas

PHONE_WIDTH: Final = 32
"""Characters of monospaced text that a phone shows side by side, within a card."""


def describe_board(
    view: BoardView, say: Localizer, chosen: Sequence[str], choices: Sequence[str]
) -> Iterator[str]:
    """Yield the board in words, then a shorter version in case that is too long.

    The shorter version gives groups by size alone, and no sums of lines with gaps.
    """
    for brief in (False, True):
        yield " ".join(_sentences(view, say, chosen, choices, brief=brief))


def _sentences(
    view: BoardView, say: Localizer, chosen: Sequence[str], choices: Sequence[str], *, brief: bool
) -> Iterator[str]:
    """Yield the sentences that describe a board.

    In order: the last change, whose turn it is or who won and why, the choices, and all that is on the
    board.
    """
    yield from _last_move(view, say, brief=brief)
    yield describe_standing(view, say)
    yield from _marks(view, say, chosen, choices)
    yield from _listing(view, say)
    if counted := _count_sentence(view, "alt", say, view.sides):
        yield counted
    yield from _features(view, say, brief=brief)


def _features(view: BoardView, say: Localizer, *, brief: bool = False) -> Iterator[str]:
    """Yield the features of a board besides its pieces.

    These are sums of lines, groups, framed squares, scoring squares and distances.
    """
    if view.sums:
        yield from _sums(view, say, brief=brief)
    for seat in (0, 1):
        yield from _groups(view, say, seat, brief=brief)
    if view.frame and not view.groups:
        yield say("alt.frame", squares=_square_names(view, view.frame))
    for seat in (0, 1):
        if squares := view.scoring_squares(seat):
            yield say("alt.scoring", side=view.sides[seat], squares=" ".join(squares))
    if view.numbers:
        yield say(
            "alt.distances", distances=" ".join(f"{name}:{number}" for name, number in view.numbers.items())
        )


def _marks(view: BoardView, say: Localizer, chosen: Sequence[str], choices: Sequence[str]) -> Iterator[str]:
    """Yield the chosen squares and those on offer."""
    for code, squares in (("alt.chosen", chosen), ("alt.choices", choices)):
        if squares:
            yield say(code, squares=_square_names(view, squares))


def _last_move(view: BoardView, say: Localizer, *, brief: bool = False) -> Iterator[str]:
    """Yield the last move as written, who did what, and its effects on others.

    The squares it passed are included if neither of these tells them. In `brief`, leave out who did what.
    Before the first move, yield the opening in which the match begins.
    """
    if view.begun:
        yield say.text(view.begun)
    if view.last_move:
        yield say("alt.last_move", move=view.last_move)
    if view.did and not brief:
        yield say.text(insert_player_names(view.did, view.sides))
    trace = view.trace
    if trace and len(trace.path) > 2:
        yield say("alt.path", squares=_square_names(view, trace.path))
    if trace and trace.removed:
        yield say("alt.removed", squares=_square_names(view, [name for name, _ in trace.removed]))
    if trace and trace.shifted:
        yield say("alt.shifted", squares=_square_names(view, trace.shifted))
    if view.note:
        yield say.text(view.note)


def _groups(view: BoardView, say: Localizer, seat: Seat, *, brief: bool) -> Iterator[str]:
    """Yield a seat's groups by square, or with `brief` by size alone."""
    mine = [group for group in view.groups if group.seat == seat]
    if not mine:
        return
    side = view.sides[seat]
    if brief:
        yield say(f"alt.{view.groups_are}", side=side, sizes=", ".join(str(group.size) for group in mine))
        return
    groups = [
        say("alt.group", count=group.size, squares=_square_names(view, group.squares)) for group in mine
    ]
    yield say(f"alt.{view.groups_are}.squares", side=side, groups=join_with_commas(groups, say.language))


def _square_names(view: BoardView, squares: Iterable[str]) -> str:
    """Return squares as the players call them: by number if the game has numbers."""
    return " ".join(view.labels.get(name, name) for name in squares)


def describe_counts(view: BoardView, say: Localizer, names: tuple[Words, Words]) -> str:
    """Return pieces, hands and points in a line, or "" if the game counts nothing.

    `names` are by seat.
    """
    if view.pieces == "ranked":
        return say(
            "board.pieces",
            side=names[0],
            count=_pieces_of(view, 0),
            other=names[1],
            other_count=_pieces_of(view, 1),
        )
    return _count_sentence(view, "board", say, names)


def _pieces_of(view: BoardView, seat: Seat) -> int:
    """Return the number of a seat's pieces, men and kings together."""
    return sum(symbol.lower() == view.tones[seat][0] for symbol in view.cells.values())


def board_as_text(view: BoardView, say: Localizer, choices: Sequence[str] = ()) -> str:
    """Return the last change, the turn, all pieces, and the board as monospaced text.

    No line is longer than a phone's. The board is turned as the viewer sees it; `choices` are the
    squares on offer.
    """
    said = [*_last_move(view, say), describe_standing(view, say), *_marks(view, say, (), choices)]
    said += [describe_counts(view, say, view.sides), *_listing(view, say)]
    rows = _numbered_rows(view) if view.labels else _lettered_rows(view)
    if view.pieces == "ranked":
        rows.append(say("board.legend.kings" if _has_kings(view) else "board.legend.men"))
    return "\n\n".join(
        "\n".join(part) for part in (_wrap_lines(said), rows, _wrap_lines(_features(view, say))) if part
    )


def _wrap_lines(lines: Iterable[str]) -> list[str]:
    """Return the lines wrapped to the width of a phone."""
    return [part for line in lines for part in wrap(line, PHONE_WIDTH)]


def _lettered_rows(view: BoardView) -> list[str]:
    """Return the ranks with their numbers, and the files below them.

    An empty square is a dot.
    """
    rows = [
        f"{row[0][1:]:>2}" + "".join(f" {view.cells.get(name, '.')}" for name in row) for row in view.reading
    ]
    return [*rows, "  " + "".join(f" {name[0]}" for name in view.reading[0])]


def _numbered_rows(view: BoardView) -> list[str]:
    """Return the ranks with each playable square's number and its piece beside it.

    The other squares are two spaces, so that twelve files fit.
    """
    wide = max(map(len, view.labels.values()))
    return [
        "".join(
            f"{view.labels[name]:>{wide}}{view.cells.get(name, ' ')}" if name in view.labels else "  "
            for name in row
        ).rstrip()
        for row in view.reading
    ]


def _has_kings(view: BoardView) -> bool:
    return any(symbol.isupper() for symbol in view.cells.values())


COUNTS: Mapping[tuple[bool, str], str] = {
    (True, ""): "hands",
    (False, "points"): "points",
    (False, "largest_group"): "largest",
    (False, "home"): "home",
    (True, "points"): "hands_and_points",
    (True, "largest_group"): "hands_and_largest",
}
"""Last part of the code of the sentence with the counts.

The key is what the view counts: whether hands, and what its score is.
"""


def _count_sentence(view: BoardView, room: str, say: Localizer, names: tuple[Words, Words]) -> str:
    """Return what both sides have, from the messages of `alt` or `board`.

    Hands are included only while the game lasts.
    """
    hands = view.hands if view.turn is not None else None
    if hands is None and view.score is None:
        return ""
    facts: dict[str, object] = {"side": names[0], "other": names[1]}
    if hands is not None:
        facts |= {"hand": hands[0], "other_hand": hands[1]}
    if view.score is not None:
        facts |= {"points": view.score[0], "other_points": view.score[1]}
    return say(
        f"{room}.{COUNTS[hands is not None, view.score_is if view.score is not None else '']}", **facts
    )


def _listing(view: BoardView, say: Localizer) -> Iterator[str]:
    """Yield the squares of all pieces, in one sentence for each side."""
    yield from _digits(view, say) if view.pieces == "digits" else _pieces(view, say)


def _digits(view: BoardView, say: Localizer) -> Iterator[str]:
    listed = _squares_by_symbol(view)
    for digit in "01":
        squares = listed.get(digit)
        yield (
            say("alt.digit", digit=digit, squares=squares) if squares else say("alt.digit.none", digit=digit)
        )


def _sums(view: BoardView, say: Localizer, *, brief: bool) -> Iterator[str]:
    """Yield the sums of full lines, and without `brief` those of lines with gaps."""
    sums = shown_sums(view)
    for code, is_full in (("alt.full", True), ("alt.sums", False))[: 1 if brief else 2]:
        lines = [
            say("alt.full.row", row=rank + 1, total=line.total)
            for rank, line in enumerate(sums.ranks)
            if line.is_full == is_full and line.total is not None
        ]
        lines += [
            say("alt.full.column", column=FILES[file], total=line.total)
            for file, line in enumerate(sums.files)
            if line.is_full == is_full and line.total is not None
        ]
        if lines:
            yield say(code, lines=join_with_commas(lines, say.language))


def _pieces(view: BoardView, say: Localizer) -> Iterator[str]:
    listed = _squares_by_symbol(view)
    for colour in ("white", "black"):
        symbol = colour[0]
        men, kings = listed.get(symbol), listed.get(symbol.upper())
        if men and kings:
            yield say(f"alt.{colour}.men_and_kings", squares=men, crowned=kings)
        elif kings:
            yield say(f"alt.{colour}.kings", crowned=kings)
        elif men:
            yield say(f"alt.{colour}.men" if view.pieces == "ranked" else f"alt.{colour}", squares=men)
        else:
            yield say(f"alt.{colour}.none")


def _squares_by_symbol(view: BoardView) -> dict[str, str]:
    """Return the squares of each symbol.

    Squares are given by number if the game has numbers, else by name, rank by rank.
    """
    cells, labels = view.cells, view.labels
    found: dict[str, list[str]] = {}
    for name in sorted(cells, key=square_numbers(view.size).__getitem__):
        found.setdefault(cells[name], []).append(labels[name] if labels else name)
    return {
        symbol: " ".join(sorted(places, key=int) if labels else places) for symbol, places in found.items()
    }
