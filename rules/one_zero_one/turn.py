"""A position, and a turn on it: INPUT, EXECUTE, LOAD.

Also the list of all legal turns.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from rules.game import Seat
from rules.one_zero_one.commands import CHAINS, run
from rules.one_zero_one.decks import HAND, Deal, Deck
from rules.one_zero_one.playing_cards import (
    LINES,
    Cell,
    Digit,
    LaidCard,
    PlayingCard,
    PointerSign,
    pointed_cell,
    sort_cards,
)
from rules.one_zero_one.program import LAST_LINE, RUNS, Display, DisplayLines
from rules.one_zero_one.view import CommandEffect, PlacedCard

End = Literal["run", "load"]
"""Line 50 got its third card; a player could not draw back to three."""


class CardPlay(NamedTuple):
    """A laid card and the direction it was turned to."""

    card: PlayingCard
    point: PointerSign | None


class Move(NamedTuple):
    """A turn of one or more cards.

    The first card goes to the leftmost empty cell of `line`, each further one to the cell that the
    last one points at.
    """

    line: int
    plays: tuple[CardPlay, ...]


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """The move that led to a position, and its effects."""

    seat: Seat
    move: Move
    placed: tuple[PlacedCard, ...]
    effects: tuple[CommandEffect, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """The whole state of a game; hidden parts are left out of its `repr`.

    `hands` and `cut` are in the listing order, `decks` top card first. `turn` is `None` once `ended`
    has the way in which the game ended. Equal positions have the same continuations: hands and decks
    are compared, the last move is not.
    """

    digits: tuple[Digit, Digit]
    lines: DisplayLines
    hands: tuple[Deck, Deck] = field(repr=False)
    decks: tuple[Deck, Deck] = field(repr=False)
    cut: Deck = ()
    turn: Seat | None = 0
    open_source: bool = False
    ended: End | None = None
    last: PlayedTurn | None = field(default=None, compare=False)


def opening_position(dealt: Deal, open_source: bool) -> Position:
    """Return the display with both starting cards, and three cards in each hand."""
    starting = tuple((LaidCard("PLAIN", None, digit),) for digit in dealt.digits)
    first, second = dealt.decks
    return Position(
        digits=dealt.digits,
        lines=(*starting, (), (), ()),
        hands=(sort_cards(first[:HAND]), sort_cards(second[:HAND])),
        decks=(first[HAND:], second[HAND:]),
        open_source=open_source,
    )


def legal_turns(position: Position) -> Sequence[Move]:
    """Return every legal move once; two equal cards give only one move."""
    seat = position.turn
    if seat is None:
        return ()
    display = Display(position.lines)
    taken = frozenset(display.cells)
    return [
        Move(line, plays)
        for line in LINES
        if display.closing_line(line) is None
        for plays in _chains(taken, display.entry_cell(line), position.hands[seat], position.cut, "PRINT")
    ]


def _chains(
    taken: frozenset[Cell], cell: Cell, hand: Deck, pile: Deck, brought_by: str
) -> Iterator[tuple[CardPlay, ...]]:
    """Yield every way to fill `cell` from the hand, with all that must follow.

    After PASTE it is filled from the pile. Only PRINT and PASTE continue a chain, and up to there
    nothing but arrivals has happened, so the `taken` cells are all that matters.
    """
    filled = taken | {cell}
    runs = cell.line == LAST_LINE and sum(each.line == LAST_LINE for each in filled) == RUNS
    for card in dict.fromkeys(pile if brought_by == "PASTE" else hand):
        if card.command not in CHAINS or runs:
            for point in card.directions:
                yield (CardPlay(card, point),)
            continue
        left = (hand, remove_card(pile, card)) if brought_by == "PASTE" else (remove_card(hand, card), pile)
        for point in card.directions:
            play = CardPlay(card, point)
            target = pointed_cell(cell, point) if point else None
            if target is None or target in filled or not left[card.command == "PASTE"]:
                yield (play,)
                continue
            for further in _chains(filled, target, *left, card.command):
                yield (play, *further)


class LaidTurn(NamedTuple):
    """The display after a turn has laid some cards, and the rest of the hand.

    Each command has been carried out. `arrived` are the effects of the last card's arrival: SAVEs
    that waited for it. `effects` are those of its command. `further` is the cell that the player
    must fill next, `None` if the turn ends.
    """

    display: Display
    hand: Deck
    placed: tuple[PlacedCard, ...]
    arrived: tuple[CommandEffect, ...]
    effects: tuple[CommandEffect, ...]
    further: Cell | None


def lay_cards(position: Position, move: Move) -> LaidTurn:
    """Carry out the cards of a turn, which may be only the first ones of a chain."""
    seat = position.turn
    assert seat is not None, "a legal move is made in a game that goes on"
    display = Display(position.lines, position.cut)
    hand = list(position.hands[seat])
    source, further = hand, None
    cell = display.entry_cell(move.line)
    placed = []
    before = arrived = 0
    for card, point in move.plays:
        source.remove(card)
        laid = LaidCard(card.command, card.axis, position.digits[seat], point)
        placed.append(PlacedCard(cell, laid))
        before = len(display.effects)
        display.place_card(cell, laid)
        arrived = len(display.effects)
        if display.is_running:
            display.suppress_command(cell)
            further = None
            break
        further = run(display, cell)
        if further is None:
            break
        source, cell = (display.cut if card.command == "PASTE" else hand), further
    saved, effects = tuple(display.effects[before:arrived]), tuple(display.effects[arrived:])
    return LaidTurn(display, tuple(hand), tuple(placed), saved, effects, further if source else None)


def execute(position: Position, move: Move) -> Position:
    """Return the position after INPUT and EXECUTE.

    No card is drawn yet, and it is still the mover's turn.
    """
    seat = position.turn
    assert seat is not None, "a legal move is made in a game that goes on"
    display, hand, placed, *_ = lay_cards(position, move)
    ended: End | None = "run" if display.is_running else None
    return replace(
        position,
        lines=display.lines(),
        hands=_put(position.hands, seat, hand),
        cut=sort_cards(display.cut),
        turn=None if ended else seat,
        ended=ended,
        last=PlayedTurn(seat, move, placed, tuple(display.effects)),
    )


def load(position: Position, seat: Seat) -> Position:
    """Return the position after LOAD, with a hand of three again.

    If fewer cards are left, the hand has all of them, and the game ends.
    """
    hand, deck = position.hands[seat], position.decks[seat]
    short = HAND - len(hand)
    full = sort_cards((*hand, *deck[:short]))
    ended = len(full) < HAND
    return replace(
        position,
        hands=_put(position.hands, seat, full),
        decks=_put(position.decks, seat, deck[short:]),
        turn=None if ended else 1 - seat,
        ended="load" if ended else None,
    )


def remove_card(cards: Deck, card: PlayingCard) -> Deck:
    """Return the cards with one of that kind removed."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def exhausted_seat(position: Position) -> Seat | None:
    """Return the seat that cannot fill its hand to three, `None` if both can."""
    return next((s for s in (0, 1) if len(position.hands[s]) + len(position.decks[s]) < HAND), None)


def _put(pair: tuple[Deck, Deck], seat: Seat, cards: Deck) -> tuple[Deck, Deck]:
    return (cards, pair[1]) if seat == 0 else (pair[0], cards)
