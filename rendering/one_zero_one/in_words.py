"""One Zero One in words: the display, the score, a hand."""

from collections.abc import Iterable, Sequence

from rules.game import Seat
from rules.one_zero_one.cards import LINES, Card, Cell, TableCard
from rules.one_zero_one.view import ProgramView

WAYS = {"<": "left", ">": "right", "^": "up", "v": "down"}


def described(view: ProgramView) -> Iterable[str]:
    """The display in full words, then the same ever shorter for a place that they do not fit."""
    said = (
        [f"Last move: {view.last.text} ({view.last.words}).", f"Last move: {view.last.text}."]
        if view.last
        else []
    )
    for brief in (False, True):
        for last in (*said, ""):
            yield " ".join([*_sentences(view, brief=brief), last]).rstrip()
    yield " ".join(_sentences(view, brief=True))[:1000] + " …"


def score(view: ProgramView) -> str:
    """`0: 60 points · 1: 50 points`."""
    return " · ".join(f"{digit}: {view.score[view.digits.index(digit)]} points" for digit in (0, 1))


def display(view: ProgramView) -> str:
    """The display as monospaced text, a line each; the legend says what the marks mean."""
    cells = [
        [_code(view, Cell(line, i), laid) for i, laid in enumerate(cards, 1)] for line, cards in _lines(view)
    ]
    for place in view.placements:
        row = cells[place.cell.line // 10 - 1]
        if place.cell.column <= len(row):
            row[place.cell.column - 1] = f"[{place.letter}]"
        else:
            row.append(f"[{place.letter}]")
    rows = []
    for i, line in enumerate(LINES):
        held = view.control[i]
        who = "-" if held.digit is None else str(held.digit)
        shut = "" if view.open_lines[i] else " shut"
        rows.append(f"{line} {who} {held.zeros}:{held.ones} | {' '.join(cells[i])}{shut}".rstrip())
    decks = "  ".join(f"deck {digit}: {_deck(view, digit)}" for digit in (0, 1))
    rest = [_turn(view), score(view), decks]
    if view.cut:
        rest.append(f"cut pile: {names(view.cut)}")
    if view.last:
        rest.append(f"last move: {view.last.text}")
    if any("*" in code or "?" in code or "~" in code for row in cells for code in row):
        rest.append("* saved  ? save waiting  ~ not counted (REM)")
    return "\n".join([*rows, "", *rest])


def hand(view: ProgramView) -> str:
    """The viewer's cards, each with the ways it may point."""
    held = None if view.viewer is None else view.hands[view.viewer]
    if held is None:
        raise ValueError("only a player's own view has a hand")
    return ", ".join(map(_in_hand, held)) or "no cards"


def names(cards: Sequence[Card]) -> str:
    """Cards as moves write them, equal ones counted."""
    return ", ".join(
        card.name + (f" ×{cards.count(card)}" if cards.count(card) > 1 else "")
        for card in dict.fromkeys(cards)
    )


def _in_hand(card: Card) -> str:
    ways = [WAYS[point] for point in card.points if point]
    return f"{card.name} ({' or '.join(ways)})" if ways else card.name


def _lines(view: ProgramView) -> Iterable[tuple[int, tuple[TableCard | None, ...]]]:
    return zip(LINES, view.lines, strict=True)


def _sentences(view: ProgramView, *, brief: bool) -> Iterable[str]:
    yield _turn(view) + ". " + score(view) + "."
    for i, (line, cards) in enumerate(_lines(view)):
        held = view.control[i]
        who = "open" if view.open_lines[i] else "closed"
        if held.digit is not None:
            who = f"{held.digit} controls"
        listed = " ".join if brief else ", ".join
        said = listed(
            (_code if brief else _in_words)(view, Cell(line, column), laid)
            for column, laid in enumerate(cards, 1)
        )
        yield f"Line {line} ({who}, {held.zeros}:{held.ones}): {said or 'empty'}."
    for digit in (0, 1):
        yield f"{digit}'s deck: {_deck(view, digit)}."
    for digit in (0, 1):
        yield f"{digit}'s hand: {_hand(view, view.digits.index(digit))}."
    if view.cut:
        yield f"Cut pile: {names(view.cut)}."


def _turn(view: ProgramView) -> str:
    if view.over or view.turn is None:
        return "The game is over"
    return f"{view.digits[view.turn]} to play"


def _deck(view: ProgramView, digit: int) -> str:
    deck = view.decks[view.digits.index(digit)]
    return f"{deck.count} cards, top {deck.top.name}" if deck.top else "no cards"


def _hand(view: ProgramView, seat: Seat) -> str:
    """The cards where both hands lie open, else how many."""
    held = view.hands[seat]
    if held is None or None in view.hands:
        count = view.hand_sizes[seat]
        return f"{count} card" + "s" * (count != 1)
    return names(held) or "no cards"


def _in_words(view: ProgramView, cell: Cell, laid: TableCard | None) -> str:
    if not laid:
        return "gap"
    words = [str(laid.digit)]
    if laid.command != "PLAIN":
        words.append(laid.command)
    if laid.points:
        words.append(WAYS[laid.points])
    words += ["saved"] * laid.saved + ["waiting"] * laid.pending + ["not counted"] * (cell in view.discounted)
    return " ".join(words)


def _code(view: ProgramView, cell: Cell, laid: TableCard | None) -> str:
    """`1`, `0DELETEv`, `1SAVE>*`; a gap is `_`."""
    if not laid:
        return "_"
    command = "" if laid.command == "PLAIN" else laid.command
    marks = "*" * laid.saved + "?" * laid.pending + "~" * (cell in view.discounted)
    return f"{laid.digit}{command}{laid.points or ''}{marks}"
