"""Tables drawn as text: a table, a move, the table after it.

They let a test show a rule. A line is its number and its cards. `0` and `1` are plain cards;
`1DELETE^` is a DELETE that shows 1 and points up; `.` is a gap. After a card `!` means saved, `?` a
waiting SAVE, `~` a REM that never ran.
"""

import re
from typing import get_args

from rules.catalogue import GAMES
from rules.one_zero_one.playing_cards import (
    LINES,
    PLAIN,
    LaidCard,
    PlayingCard,
    PointerSign,
    card_of,
    sort_cards,
)
from rules.one_zero_one.program import DisplayLines
from rules.one_zero_one.turn import Position

GAME = GAMES["one-zero-one"]
DECK = (PLAIN,) * 6


def lines(drawing: str) -> DisplayLines:
    """The table that a drawing shows; lines left out are empty."""
    rows = {int(row.split()[0]): row.split()[1:] for row in drawing.strip().splitlines() if row.strip()}
    return tuple(tuple(None if c == "." else table_card(c) for c in rows.get(line, ())) for line in LINES)


def draw(table: DisplayLines) -> list[str]:
    """A table as drawn, a line an entry, its marks in the order above."""
    return [" ".join([str(line), *map(token, row)]) for line, row in zip(LINES, table, strict=True) if row]


def table_card(text: str) -> LaidCard:
    form = re.fullmatch(r"([01])([A-Z]*(?:10)?)([<>^v]?)([!?~]*)", text)
    assert form, text
    point: PointerSign | None = next((p for p in get_args(PointerSign) if p == form[3]), None)
    axis = None if point is None else "h" if point in "<>" else "v"
    card = card_of(form[2] or "PLAIN", axis)
    assert card, text
    flags = form[4]
    return LaidCard(*card, int(form[1]), point, "!" in flags, "?" in flags, "~" in flags)


def token(card: LaidCard | None) -> str:
    if card is None:
        return "."
    command = "" if card.command == "PLAIN" else card.command
    marks = "!" * card.saved + "?" * card.pending + "~" * card.inert
    return f"{card.digit}{command}{card.points or ''}{marks}"


def cards(text: str) -> tuple[PlayingCard, ...]:
    """Cards by name: `PRINT-h PLAIN`."""
    found = [card_of(*(name.split("-") if "-" in name else (name, None))) for name in text.split()]
    assert all(found), text
    return sort_cards(card for card in found if card)


def position(drawing: str, hand: str = "PLAIN PLAIN PLAIN", *, cut: str = "", digit: int = 0) -> Position:
    """Return a position with seat 0 to move and that hand.

    Both players have six plain cards to draw; the opponent holds three.
    """
    return Position(
        digits=(digit, 1 - digit),
        lines=lines(drawing),
        hands=(cards(hand), DECK[:3]),
        decks=(DECK, DECK),
        cut=cards(cut),
    )


def play_drawing(
    drawing: str, move: str, hand: str | None = None, *, cut: str = "", digit: int = 0
) -> tuple[list[str], Position]:
    """Return the table after a move by seat 0, drawn, and the position.

    By default the hand is the moved card and two plain ones.
    """
    first = re.match(r"\w+(-[hv])?", move)
    assert first, move
    held = hand if hand is not None else f"{first[0]} PLAIN PLAIN"
    before = position(drawing, held, cut=cut, digit=digit)
    after: Position = GAME.play(before, GAME.read(before, move))
    return draw(after.lines), after


def table(drawing: str) -> list[str]:
    """An expected table, in the form of `draw`."""
    return draw(lines(drawing))


def table_after(
    drawing: str, move: str, hand: str | None = None, *, cut: str = "", digit: int = 0
) -> list[str]:
    """Return only the table after a move."""
    return play_drawing(drawing, move, hand, cut=cut, digit=digit)[0]


def texts(before: Position) -> set[str]:
    """Every legal move as written."""
    return {GAME.write(before, move) for move in GAME.moves(before)}
