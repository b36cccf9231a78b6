"""A square board in words: its alt text, what it counts, and the board as text."""

from collections.abc import Iterator, Mapping

from rendering.board.strips import line_sums
from rules.board import FILES, BoardView, numbers
from rules.game import Seat
from words import Speaker, Words, commas


def sentences(view: BoardView, say: Speaker) -> Iterator[str]:
    """Yield the sentences of the alt text: whose turn, what stands where, counts, the last move."""
    yield say("alt.over") if view.turn is None else say("alt.to_move", side=view.sides[view.turn])
    yield from _digits(view, say) if view.pieces == "digits" else _pieces(view, say)
    counts = _counted(view, "alt", say, view.sides)
    if counts:
        yield counts
    for seat in (0, 1):
        sizes = ", ".join(str(group.size) for group in view.groups if group.seat == seat)
        if sizes:
            yield say(f"alt.{view.groups_are}", side=view.sides[seat], sizes=sizes)
    if view.numbers:
        yield say(
            "alt.distances", distances=" ".join(f"{name}:{number}" for name, number in view.numbers.items())
        )
    if view.last_move:
        yield say("alt.last_move", move=view.last_move)
    if view.note:
        yield say.told(view.note)


def counts(view: BoardView, say: Speaker, names: tuple[Words, Words]) -> str:
    """Return pieces, hands and points in a line, or nothing where a game counts nothing; `names` are by seat."""
    if view.pieces == "ranked":
        return say(
            "board.pieces",
            side=names[0],
            count=_pieces_of(view, 0),
            other=names[1],
            other_count=_pieces_of(view, 1),
        )
    return _counted(view, "board", say, names)


def _pieces_of(view: BoardView, seat: Seat) -> int:
    """Return how many pieces a seat has, men and kings."""
    return sum(symbol.lower() == view.tones[seat][0] for symbol in view.cells.values())


def grid(view: BoardView, say: Speaker) -> str:
    """Return the board as monospaced text, turned as the viewer sees it, with the turn and the last move."""
    width = max(map(len, view.labels.values()), default=1) + 1
    lines = []
    for row in view.reading:
        edge = "" if view.labels else f"{row[0][1:]:>2}"
        lines.append(edge + "".join(f"{_square(view, name):>{width}}" for name in row))
    if not view.labels:
        lines.append("  " + "".join(f"{name[0]:>{width}}" for name in view.reading[0]))
    turn = say("board.over") if view.turn is None else say("board.to_move", side=view.sides[view.turn])
    last = say("board.last_move", move=view.last_move) if view.last_move else ""
    return "\n".join([*lines, "", *filter(None, (turn, counts(view, say, view.sides), last))])


COUNTS: Mapping[tuple[bool, str], str] = {
    (True, ""): "hands",
    (False, "points"): "points",
    (False, "largest_group"): "largest",
    (True, "points"): "hands_and_points",
    (True, "largest_group"): "hands_and_largest",
}
"""By what a view counts (hands; what its score is), the last part of the code of the sentence."""


def _counted(view: BoardView, room: str, say: Speaker, names: tuple[Words, Words]) -> str:
    """Return what both sides have, from the messages of `alt` or `board`; hands only while the game lasts."""
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


def _square(view: BoardView, name: str) -> str:
    """Return a piece's symbol; for an empty square its number, or a dot, or nothing where nobody plays."""
    if name in view.cells:
        return view.cells[name]
    if view.labels:
        return view.labels.get(name, "")
    return "."


def _digits(view: BoardView, say: Speaker) -> Iterator[str]:
    for digit in "01":
        squares = _listed(view, digit)
        yield (
            say("alt.digit", digit=digit, squares=squares) if squares else say("alt.digit.none", digit=digit)
        )
    rows, columns = line_sums(view)
    full = [say("alt.full.row", row=rank + 1, total=total) for rank, total in rows.items()]
    full += [say("alt.full.column", column=FILES[file], total=total) for file, total in columns.items()]
    if full:
        yield say("alt.full", lines=commas(full, say.language))


def _pieces(view: BoardView, say: Speaker) -> Iterator[str]:
    for colour in ("white", "black"):
        symbol = colour[0]
        men, kings = _listed(view, symbol), _listed(view, symbol.upper())
        if men and kings:
            yield say(f"alt.{colour}.men_and_kings", squares=men, crowned=kings)
        elif kings:
            yield say(f"alt.{colour}.kings", crowned=kings)
        elif men:
            yield say(f"alt.{colour}.men" if view.pieces == "ranked" else f"alt.{colour}", squares=men)
        else:
            yield say(f"alt.{colour}.none")


def _listed(view: BoardView, symbol: str) -> str:
    """Return the squares of a symbol: their numbers where the game has them, else their names rank by rank."""
    order = numbers(view.size)
    places = sorted((name for name, piece in view.cells.items() if piece == symbol), key=order.__getitem__)
    if view.labels:
        places = sorted((view.labels[name] for name in places), key=int)
    return " ".join(places)
