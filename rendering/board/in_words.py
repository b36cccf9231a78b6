"""A square board in words: its alt text, what it counts, and the board as text."""

from collections.abc import Iterable

from rendering.board.strips import line_sums
from rules.board import FILES, BoardView, names, numbers


def sentences(view: BoardView) -> Iterable[str]:
    """Yield the sentences of the alt text: whose turn, what stands where, counts, the last move."""
    yield "The game is over." if view.turn is None else f"{view.sides[view.turn]} to move."
    yield from _digits(view) if view.pieces == "digits" else _pieces(view)
    if score(view):
        yield score(view) + "."
    for seat in (0, 1):
        sizes = [str(group.size) for group in view.groups if group.seat == seat]
        if sizes:
            yield f"{view.sides[seat]}'s {view.groups_are}: {', '.join(sizes)}."
    if view.numbers:
        yield "Distances: " + " ".join(f"{name}:{number}" for name, number in view.numbers.items()) + "."
    if view.last_move:
        yield f"Last move: {view.last_move}."
    if view.note:
        yield view.note


def score(view: BoardView) -> str:
    """Return hands and points in a line, or nothing where a game counts nothing."""
    lines = []
    if view.hands is not None and view.turn is not None:
        lines.append("Hands: " + _both(view, view.hands))
    if view.score is not None:
        title = "Largest groups" if view.score_is == "largest group" else "Points"
        lines.append(f"{title}: " + _both(view, view.score))
    return " — ".join(lines)


def grid(view: BoardView) -> str:
    """Return the board as monospaced text, turned as the viewer sees it, with the turn and the last move."""
    turned = view.top is not None and view.viewer == view.top
    ranks = range(view.size) if turned else range(view.size - 1, -1, -1)
    files = range(view.size - 1, -1, -1) if turned else range(view.size)
    known = names(view.size)
    width = max(map(len, view.labels.values()), default=1) + 1
    lines = []
    for rank in ranks:
        squares = (_square(view, known[rank * view.size + file]) for file in files)
        edge = "" if view.labels else f"{rank + 1:>2}"
        lines.append(edge + "".join(f"{square:>{width}}" for square in squares))
    if not view.labels:
        lines.append("  " + "".join(f"{FILES[file]:>{width}}" for file in files))
    turn = "The game is over" if view.turn is None else f"{view.sides[view.turn]} to move"
    rest = [turn, score(view), f"Last move: {view.last_move}" if view.last_move else ""]
    return "\n".join([*lines, "", *filter(None, rest)])


def _square(view: BoardView, name: str) -> str:
    """Return a piece's symbol; for an empty square its number, or a dot, or nothing where nobody plays."""
    if name in view.cells:
        return view.cells[name]
    if view.labels:
        return view.labels.get(name, "")
    return "."


def _digits(view: BoardView) -> Iterable[str]:
    for digit in "01":
        yield f"{digit}: {_listed(view, digit)}."
    rows, columns = line_sums(view)
    full = [f"row {rank + 1} = {total}" for rank, total in rows.items()]
    full += [f"column {FILES[file]} = {total}" for file, total in columns.items()]
    if full:
        yield f"Full: {', '.join(full)}."


def _pieces(view: BoardView) -> Iterable[str]:
    ranked = view.pieces == "ranked"
    for side in ("White", "Black"):
        symbol = side[0].lower()
        parts = [f"{'men ' * ranked}{_listed(view, symbol)}"] if symbol in view.cells.values() else []
        if symbol.upper() in view.cells.values():
            parts.append(f"kings {_listed(view, symbol.upper())}")
        yield f"{side}: {', '.join(parts) or 'none'}."


def _listed(view: BoardView, symbol: str) -> str:
    """Return the squares of a symbol: their numbers where the game has them, else their names rank by rank."""
    order = numbers(view.size)
    places = sorted((name for name, piece in view.cells.items() if piece == symbol), key=order.__getitem__)
    if view.labels:
        places = sorted((view.labels[name] for name in places), key=int)
    return " ".join(places) or "none"


def _both(view: BoardView, counts: tuple[int, int]) -> str:
    return " · ".join(f"{view.sides[seat]} {counts[seat]}" for seat in (0, 1))
