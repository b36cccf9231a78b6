"""Views in words: alt texts, boards as text, the card's line, hands. Boards here, One Zero One in `program_words`."""

from collections.abc import Iterable

from rendering import program_words
from rendering.strips import line_sums
from rules.board import FILES, BoardView, names, numbers
from rules.game import View
from rules.one_zero_one.view import ProgramView

ALT_LIMIT = 1024
"""Discord's limit of a media item's description."""
PLAIN = frozenset({"binary", "zong-heng", "yin-yang", "incorrect-checkers"})
"""Games whose pieces are of one kind: no "men" before them."""


def describe(view: View) -> str:
    """The position in words, at most 1,024 characters: whose turn, what stands where, counts, the last move.

    Of a hidden hand it says the size only; a hand that is the viewer's alone is left to `hand_in_words`.
    """
    if isinstance(view, ProgramView):
        return next(text for text in program_words.described(view) if len(text) <= ALT_LIMIT)
    text = " ".join(_sentences(_board(view)))
    return text if len(text) <= ALT_LIMIT else text[: ALT_LIMIT - 1] + "…"


def status(view: View) -> str:
    """One line for the card: hands, points, largest groups; empty where a game counts nothing."""
    if isinstance(view, ProgramView):
        return program_words.score(view)
    board, lines = _board(view), []
    if board.hands is not None and board.turn is not None:
        lines.append("Hands: " + _both(board, board.hands))
    if board.score is not None:
        title = "Largest groups" if board.game == "zong-heng" else "Points"
        lines.append(f"{title}: " + _both(board, board.score))
    return " — ".join(lines)


def text_board(view: View) -> str:
    """The position as monospaced text for a code block, turned as the viewer sees it."""
    if isinstance(view, ProgramView):
        return program_words.display(view)
    board = _board(view)
    turned = board.top is not None and board.viewer == board.top
    ranks = range(board.size) if turned else range(board.size - 1, -1, -1)
    files = range(board.size - 1, -1, -1) if turned else range(board.size)
    known = names(board.size)
    width = max(map(len, board.labels.values()), default=1) + 1
    lines = []
    for rank in ranks:
        squares = (_square(board, known[rank * board.size + file]) for file in files)
        edge = "" if board.labels else f"{rank + 1:>2}"
        lines.append(edge + "".join(f"{square:>{width}}" for square in squares))
    if not board.labels:
        lines.append("  " + "".join(f"{FILES[file]:>{width}}" for file in files))
    turn = "The game is over" if board.turn is None else f"{board.sides[board.turn]} to move"
    rest = [turn, status(board), f"Last move: {board.last_move}" if board.last_move else ""]
    return "\n".join([*lines, "", *filter(None, rest)])


def hand_in_words(view: View) -> str:
    """The viewer's cards as moves write them, and how they may point; raises `ValueError` without a viewer."""
    if not isinstance(view, ProgramView):
        raise TypeError(f"{type(view).__name__} has no hand")
    return program_words.hand(view)


def _board(view: View) -> BoardView:
    if not isinstance(view, BoardView):
        raise TypeError(f"no words for {type(view).__name__}")
    return view


def _square(view: BoardView, name: str) -> str:
    """A piece's symbol; of an empty square its number, or a dot, or nothing where nobody plays."""
    if name in view.cells:
        return view.cells[name]
    if view.labels:
        return view.labels.get(name, "")
    return "."


def _sentences(view: BoardView) -> Iterable[str]:
    yield "The game is over." if view.turn is None else f"{view.sides[view.turn]} to move."
    yield from _digits(view) if view.game == "binar" else _pieces(view)
    if status(view):
        yield status(view) + "."
    for seat in (0, 1):
        sizes = [str(group.size) for group in view.groups if group.seat == seat]
        if sizes:
            yield f"{view.sides[seat]}'s {GROUPS.get(view.game, 'groups')}: {', '.join(sizes)}."
    if view.numbers:
        yield "Distances: " + " ".join(f"{name}:{number}" for name, number in view.numbers.items()) + "."
    if view.last_move:
        yield f"Last move: {view.last_move}."
    if view.note:
        yield view.note


GROUPS = {"binary": "territories"}


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
    """The squares of a symbol, by their numbers where the game has them, else file by rank."""
    order = numbers(view.size)
    places = sorted((name for name, piece in view.cells.items() if piece == symbol), key=order.__getitem__)
    if view.labels:
        places = sorted((view.labels[name] for name in places), key=int)
    return " ".join(places) or "none"


def _both(view: BoardView, counts: tuple[int, int]) -> str:
    return " · ".join(f"{view.sides[seat]} {counts[seat]}" for seat in (0, 1))
