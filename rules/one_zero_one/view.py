"""What a viewer may know of a position of One Zero One.

Pictures and words receive nothing else.
"""

from dataclasses import dataclass, field, replace
from typing import Literal

from rules.game import Outcome, Seat
from rules.one_zero_one.playing_cards import LINES, Cell, Digit, LaidCard, PlayingCard
from words import Phrase, Words

__all__ = [
    "LINES",
    "Cell",
    "CommandEffect",
    "DeckView",
    "EffectKind",
    "LaidCard",
    "LastTurn",
    "LineControl",
    "PlacedCard",
    "Placement",
    "PlayingCard",
    "ProgramView",
]


EffectKind = Literal["deleted", "cut", "moved", "flipped", "saved", "waits"]


@dataclass(frozen=True, slots=True)
class LineControl:
    """The controlling digit of a line, and the zeros and ones that count in it.

    The digit is `None` if no player controls the line. Cards that a REM discounts are left out.
    """

    digit: Digit | None
    zeros: int
    ones: int


@dataclass(frozen=True, slots=True)
class DeckView:
    """The public view of a deck.

    Its top card (`None` when it is used up) and its number of cards.
    """

    top: PlayingCard | None
    count: int


@dataclass(frozen=True, slots=True)
class PlacedCard:
    """A card that the last move laid, in its state at that time.

    It may have been flipped or saved since.
    """

    cell: Cell
    card: LaidCard


@dataclass(frozen=True, slots=True)
class CommandEffect:
    """The effect of a command of the last move on one card.

    `before` is the card as it was, on `cell`. `to` is the cell it went to (ENTER, GOTO 10: "moved").
    "waits" is a SAVE that found its target empty; its `to` is the cell it waits for.
    """

    kind: EffectKind
    cell: Cell
    before: LaidCard
    to: Cell | None = None


@dataclass(frozen=True, slots=True)
class LastTurn:
    """The last move.

    The mover, its canonical text, the cards it laid in order, all its effects, and these in words.
    """

    seat: Seat
    text: str
    placed: tuple[PlacedCard, ...]
    effects: tuple[CommandEffect, ...]
    words: Words


@dataclass(frozen=True, slots=True)
class Placement:
    """A cell to which the viewer may play now.

    The letter depends on the line: A = 10 … E = 50.
    """

    letter: str
    cell: Cell


@dataclass(frozen=True, slots=True)
class ProgramView:
    """The program display as `viewer` sees it.

    Pairs (`digits`, `score`, `decks`, …) are by seat. `lines` has the cards of each line from
    column 1 on, `None` in gaps, nothing after the last card; `discounted` are the cells whose cards
    a REM excludes from control. `hands` are `None` if hidden. `cut` is the shared pile.
    `placements` are given only to the player to move. `preview` marks a view of a move not yet
    confirmed: nothing has been drawn after it. `lot` marks the start before the deal: the first
    player, and the tops of the decks, are still to be drawn.
    """

    game: str
    viewer: Seat | None
    turn: Seat | None
    sides: tuple[Words, Words]
    digits: tuple[Digit, Digit]
    lines: tuple[tuple[LaidCard | None, ...], ...]
    open_lines: tuple[bool, ...]
    control: tuple[LineControl, ...]
    discounted: frozenset[Cell]
    score: tuple[int, int]
    decks: tuple[DeckView, DeckView]
    hands: tuple[tuple[PlayingCard, ...] | None, tuple[PlayingCard, ...] | None] = field(repr=False)
    hand_sizes: tuple[int, int]
    cut: tuple[PlayingCard, ...]
    placements: tuple[Placement, ...]
    last: LastTurn | None
    over: bool
    preview: bool = False
    outcome: Outcome | None = None
    lot: bool = False

    def with_outcome(self, outcome: Outcome | None) -> "ProgramView":
        """Return the view as it is once the match is over."""
        return replace(self, turn=None, over=True, outcome=outcome)

    @property
    def players(self) -> tuple[Words, Words]:
        """“Player 0” and “Player 1”, because a digit alone would read as a number."""
        first, second = self.digits
        return Phrase("one_zero_one.player", digit=first), Phrase("one_zero_one.player", digit=second)

    @property
    def did(self) -> Words | None:
        """The effect of the last move, in sentences about its player."""
        return self.last.words if self.last else None

    @property
    def progress(self) -> Words | None:
        """The number of cards on line 50; the program runs at the third."""
        held = sum(card is not None for card in self.lines[-1])
        return None if self.over else Phrase("one_zero_one.progress", count=held)

    @property
    def note(self) -> None:
        """Always `None`, because the words about the last move already tell everything."""
        return None

    @property
    def reading(self) -> tuple[()]:
        """No squares: lines and cards are chosen in the order in which they are shown."""
        return ()

    def card_at(self, cell: Cell) -> LaidCard | None:
        """Return the card on a cell, `None` if the cell is empty."""
        line = self.lines[cell.line // 10 - 1]
        return line[cell.column - 1] if 0 < cell.column <= len(line) else None
