"""The cards of One Zero One, in hand and on the table, and the display's cells."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple

Axis = Literal["h", "v"]
PointerSign = Literal["<", ">", "^", "v"]
Digit = int
"""0 or 1."""

LINES = (10, 20, 30, 40, 50)
"""The program lines, top first; the number is the line's worth in points."""

POINTS: dict[Axis, tuple[PointerSign, PointerSign]] = {"h": ("<", ">"), "v": ("^", "v")}
"""The two directions that a card may be turned to, by its axis."""

STEPS: dict[PointerSign, tuple[int, int]] = {"<": (0, -1), ">": (0, 1), "^": (-10, 0), "v": (10, 0)}
"""How far the cell pointed at lies, in line and column."""


class PlayingCard(NamedTuple):
    """A card in a hand, a deck or the cut pile.

    PLAIN and ELSE have no axis.
    """

    command: str
    axis: Axis | None

    @property
    def name(self) -> str:
        """The card's name in moves and decks: `PRINT-h`, `PLAIN`."""
        return f"{self.command}-{self.axis}" if self.axis else self.command

    @property
    def directions(self) -> tuple[PointerSign | None, ...]:
        """The directions that its player may choose from.

        `(None,)` if there is no choice.
        """
        return POINTS[self.axis] if self.axis else (None,)


def _pair(command: str) -> tuple[PlayingCard, PlayingCard]:
    return PlayingCard(command, "h"), PlayingCard(command, "v")


PLAIN = PlayingCard("PLAIN", None)
SYNTAX = PlayingCard("SYNTAX", "v")
REM = PlayingCard("REM", "h")
ELSE = PlayingCard("ELSE", None)
DELETE, ENTER, IF, PRINT, SAVE, GOTO10, CUT, PASTE = map(
    _pair, ("DELETE", "ENTER", "IF", "PRINT", "SAVE", "GOTO10", "CUT", "PASTE")
)

KINDS = (PLAIN, *DELETE, *ENTER, *IF, *PRINT, *SAVE, SYNTAX, REM, *GOTO10, ELSE, *CUT, *PASTE)
"""Every kind of card, in the order in which hands and decks are listed."""

COMMANDS = tuple(dict.fromkeys(card.command for card in KINDS))

_RANK = {card: rank for rank, card in enumerate(KINDS)}


class Cell(NamedTuple):
    """A place on the display.

    `line` as printed on its line card (10 … 50), `column` from 1.
    """

    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.line}/{self.column}"


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card on the display.

    `digit` is the one it shows, and `points` the direction in which it points, for its command.
    `saved`: protected for the rest of the game. `pending`: a SAVE that waits for a card on the cell
    it points at. `inert`: a REM whose command never ran, because its card ended the game.
    """

    command: str
    axis: Axis | None
    digit: Digit
    points: PointerSign | None = None
    saved: bool = False
    pending: bool = False
    inert: bool = False

    @property
    def card(self) -> PlayingCard:
        """The card itself, as it would go to the cut pile."""
        return PlayingCard(self.command, self.axis)


def sort_cards(cards: Iterable[PlayingCard]) -> tuple[PlayingCard, ...]:
    """Return the cards in the listing order.

    Their order then reveals nothing of how they came together.
    """
    return tuple(sorted(cards, key=_RANK.__getitem__))


def card_of(command: object, axis: object) -> PlayingCard | None:
    """Return the card of a command and axis, `None` if there is no such card."""
    return next((card for card in KINDS if card == (command, axis)), None)


@cache
def pointed_cell(cell: Cell, point: PointerSign) -> Cell | None:
    """Return the cell that a card on `cell` points at, `None` off the display.

    Line 50 ends at RUN.
    """
    lines, columns = STEPS[point]
    target = Cell(cell.line + lines, cell.column + columns)
    on_display = target.line in LINES and target.column >= 1 and (target.line != 50 or target.column <= 3)
    return target if on_display else None
