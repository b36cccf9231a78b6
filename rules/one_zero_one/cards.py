"""The cards of One Zero One, in hand and on the table, and the cells they lie on."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

Axis = Literal["h", "v"]
Point = Literal["<", ">", "^", "v"]
Digit = int
"""0 or 1."""

COMMANDS = (
    "PLAIN",
    "DELETE",
    "ENTER",
    "IF",
    "PRINT",
    "SAVE",
    "SYNTAX",
    "REM",
    "GOTO10",
    "ELSE",
    "CUT",
    "PASTE",
)
"""Every command, base cards first; the order in which hands and decks are listed."""

POINTS: dict[Axis, tuple[Point, Point]] = {"h": ("<", ">"), "v": ("^", "v")}
"""The two directions that a card may be turned to, by its axis."""


class Card(NamedTuple):
    """A card as it lies in a hand, a deck or the cut pile; PLAIN and ELSE have no axis."""

    command: str
    axis: Axis | None

    @property
    def name(self) -> str:
        """As moves and decks write it: `PRINT-h`, `PLAIN`."""
        return f"{self.command}-{self.axis}" if self.axis else self.command

    @property
    def points(self) -> tuple[Point | None, ...]:
        """The directions that its player may choose from; `(None,)` where there is no choice."""
        return POINTS[self.axis] if self.axis else (None,)


PLAIN = Card("PLAIN", None)


class Cell(NamedTuple):
    """A place on the display: `line` as printed on its line card (10 … 50), `column` from 1."""

    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.line}/{self.column}"


@dataclass(frozen=True, slots=True)
class TableCard:
    """A card on the display: the `digit` it shows, the way its command points.

    `saved`: protected for the rest of the game. `pending`: a SAVE that waits for an arrival on the cell
    it points at. `inert`: a REM whose command never ran, because it was the card that ended the game.
    """

    command: str
    axis: Axis | None
    digit: Digit
    points: Point | None = None
    saved: bool = False
    pending: bool = False
    inert: bool = False

    @property
    def card(self) -> Card:
        """The card itself, as it would go to the cut pile."""
        return Card(self.command, self.axis)


def ordered(cards: list[Card]) -> tuple[Card, ...]:
    """The cards in the listing order, so that their order tells nothing of how they came together."""
    return tuple(sorted(cards, key=lambda card: (COMMANDS.index(card.command), card.axis or "")))
