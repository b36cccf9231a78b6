"""Positions in words: alt texts, text boards, the card's line."""

from collections.abc import Iterable

from rendering.boards import line_sums
from rules.board import FILES, BoardView, names
from rules.game import View

ALT_LIMIT = 1024
"""Discord's limit of a media item's description."""
PLAIN = frozenset({"binary", "zong-heng", "yin-yang", "incorrect-checkers"})
"""Games whose pieces are of one kind: no "men" before them."""


def describe(view: View) -> str:
    """The position in words, complete: whose turn, what stands where, counts, the last move."""
    if not isinstance(view, BoardView):
        raise TypeError(f"no words for {type(view).__name__}")
    return _clipped(" ".join(_board_sentences(view)))


def _clipped(text: str) -> str:
    return text if len(text) <= ALT_LIMIT else text[: ALT_LIMIT - 1] + "…"


def _board_sentences(view: BoardView) -> Iterable[str]:
    yield "The game is over." if view.turn is None else f"{view.sides[view.turn]} to move."
    yield from _digits(view) if view.game == "binar" else _pieces(view)
    if status(view):
        yield status(view) + "."
    for seat in (0, 1):
        sizes = [str(group.size) for group in view.groups if group.seat == seat]
        if sizes:
            yield f"{view.sides[seat]}'s groups: {', '.join(sizes)}."
    if view.numbers:
        yield "Distances: " + " ".join(f"{name}:{number}" for name, number in view.numbers.items()) + "."
    if view.last_move:
        yield f"Last move: {view.last_move}."
    if view.note:
        yield view.note


def _digits(view: BoardView) -> Iterable[str]:
    for digit in "01":
        yield f"{digit}: {_listed(view, digit)}."
    rows, columns = line_sums(view)
    full = [f"row {rank + 1} = {total}" for rank, total in rows.items()]
    full += [f"column {FILES[file]} = {total}" for file, total in columns.items()]
    if full:
        yield f"Full: {', '.join(full)}."


def _pieces(view: BoardView) -> Iterable[str]:
    ranked = view.game not in PLAIN
    for side in ("White", "Black"):
        symbol = side[0].lower()
        parts = [f"{'men ' * ranked}{_listed(view, symbol)}"] if symbol in view.cells.values() else []
        if symbol.upper() in view.cells.values():
            parts.append(f"kings {_listed(view, symbol.upper())}")
        yield f"{side}: {', '.join(parts) or 'none'}."


def _listed(view: BoardView, symbol: str) -> str:
    places = [view.labels.get(name, name) for name in names(view.size) if view.cells.get(name) == symbol]
    return " ".join(places) or "none"


def status(view: View) -> str:
    """One line for the card: hands, points, largest groups; empty where a game counts nothing."""
    if not isinstance(view, BoardView):
        raise TypeError(f"no words for {type(view).__name__}")
    lines = []
    if view.hands is not None and view.turn is not None:
        lines.append("Hands: " + _both(view, view.hands))
    if view.score is not None:
        title = "Largest groups" if view.game == "zong-heng" else "Points"
        lines.append(f"{title}: " + _both(view, view.score))
    return " — ".join(lines)


def _both(view: BoardView, counts: tuple[int, int]) -> str:
    return " · ".join(f"{view.sides[seat]} {counts[seat]}" for seat in (0, 1))
