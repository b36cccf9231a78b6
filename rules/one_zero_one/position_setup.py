"""Positions in the protocol's form, written and read.

Parts that a position leaves open get sensible values.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.game import BadPosition, Seat, read_turn
from rules.one_zero_one.decks import HAND, SIZE, Deck
from rules.one_zero_one.playing_cards import (
    KINDS,
    LINES,
    PLAIN,
    Cell,
    Digit,
    LaidCard,
    PlayingCard,
    card_of,
    sort_cards,
)
from rules.one_zero_one.program import LAST_LINE, RUNS, Display, DisplayLines
from rules.one_zero_one.turn import End, Position, exhausted_seat
from rules.one_zero_one.view import ProgramView
from rules.shuffle import Shuffle
from words import Phrase, Words, clip

COLUMNS = 40
"""The last column of lines 10 to 40 that a position may name.

Further than 34 cards and their pastes reach.
"""
BOXES = dict.fromkeys(KINDS, 2) | {PLAIN: 2 * (SIZE + 1)}
"""The maximum number of cards of each kind.

One for each player; plain cards may replace any others.
"""


def show(view: ProgramView) -> dict[str, Any]:
    """Return a view in the protocol's form."""
    return {
        "lines": {
            str(number): [_show_card(card) if card else None for card in line]
            for number, line in zip(LINES, view.lines, strict=True)
        },
        "cut": [card_form(card) for card in view.cut],
        "decks": [
            {"top": card_form(deck.top) if deck.top else None, "count": deck.count} for deck in view.decks
        ],
        "hands": [None if hand is None else [card_form(card) for card in hand] for hand in view.hands],
        "hand_sizes": list(view.hand_sizes),
        "digits": list(view.digits),
        "turn": view.turn,
    }


def card_form(card: PlayingCard) -> dict[str, Any]:
    """Return a card as a CARD of the protocol."""
    return {"command": card.command, "axis": card.axis}


def _show_card(card: LaidCard) -> dict[str, Any]:
    """Return a card on the display in the protocol's form."""
    form = {
        **card_form(card.card),
        "digit": card.digit,
        "points": card.points,
        "saved": card.saved,
        "pending": card.pending,
    }
    return {**form, "inert": True} if card.inert else form


def place(
    deck: Deck, open_source: bool, digits: tuple[Digit, Digit], data: object, turn: Seat | None
) -> Position:
    """Return a position from the protocol's form; raise `BadPosition`.

    `deck` is the deck of each player of the match. If left out, `digits` are those of the match,
    and a line and the cut pile are empty. Hands and decks that are `null` or left out (as in the
    view of a seat or the public) are dealt in a fixed order from the cards that the rest leaves of
    the two decks; `hand_sizes`, and a deck's `count` and `top`, are kept if given. Cards that the
    match's decks lack may lie anywhere, but no kind more often than two boxes hold it.

    A position whose line 50 is full is over. One whose own `turn` is null is over if one of the
    players can no longer have three cards. Otherwise, with no turn given, seat 0 moves.
    """
    if not isinstance(data, Mapping):
        raise BadPosition("one_zero_one.position.lines")
    lines = _lines(data.get("lines"))
    if "digits" in data:
        digits = _digits(data["digits"])
    turn = read_turn(data, turn)
    cut = _cards(Phrase("one_zero_one.where.cut"), data.get("cut") or [])
    laid = [card.card for line in lines for card in line if card]
    hands, decks = _hands_and_decks(deck, data, [*laid, *cut])
    position = Position(digits, lines, hands, decks, sort_cards(cut), None, open_source)
    ended: End | None = None
    if Display(lines).is_running:
        ended = "run"
    elif turn is None and "turn" in data and exhausted_seat(position) is not None:
        ended = "load"
    mover = None if ended else turn or 0
    if mover is not None and not hands[mover]:
        raise BadPosition("one_zero_one.position.no_card", seat=mover)
    return replace(position, turn=mover, ended=ended)


def _lines(data: object) -> DisplayLines:
    """Return the cards on the display.

    Each card is checked first, then the properties that depend on its neighbours.
    """
    if not isinstance(data, Mapping) or not {str(number) for number in LINES} >= set(data):
        raise BadPosition("one_zero_one.position.lines")
    lines = tuple(_line(number, data.get(str(number), [])) for number in LINES)
    display = Display(lines)
    for cell, card in display.cells.items():
        if card.pending:
            target = display.target(cell)
            if card.command != "SAVE" or target is None or target in display.cells:
                raise BadPosition("one_zero_one.position.pending", where=cell)
        if card.inert and not (card.command == "REM" and cell.line == LAST_LINE and display.is_running):
            raise BadPosition("one_zero_one.position.inert", where=cell)
    return lines


def _line(number: int, data: object) -> tuple[LaidCard | None, ...]:
    if not isinstance(data, list):
        raise BadPosition("one_zero_one.position.lines")
    limit = RUNS if number == LAST_LINE else COLUMNS
    if len(data) > limit:
        raise BadPosition("one_zero_one.position.long", line=number, count=len(data), limit=limit)
    cards = [
        None if card is None else _laid_card(Cell(number, column), card)
        for column, card in enumerate(data, 1)
    ]
    while cards and cards[-1] is None:
        cards.pop()
    return tuple(cards)


def _laid_card(cell: Cell, data: object) -> LaidCard:
    where = str(cell)
    card = _card(where, data)
    assert isinstance(data, Mapping), "a card was read from it"
    digit, points = data.get("digit"), data.get("points")
    if type(digit) is not int or digit not in (0, 1):
        raise BadPosition("one_zero_one.position.digit", where=where)
    if points not in card.directions:
        facts = {"where": where, "card": card.name, "points": clip(points)}
        if card.axis is None:
            raise BadPosition("one_zero_one.position.points_nowhere", **facts)
        way, other_way = card.directions
        raise BadPosition("one_zero_one.position.points", **facts, way=way, other_way=other_way)
    flags = {flag: data.get(flag, False) for flag in ("saved", "pending", "inert")}
    for flag, value in flags.items():
        if type(value) is not bool:
            raise BadPosition("one_zero_one.position.flag", where=where, flag=flag)
    return LaidCard(card.command, card.axis, digit, points, **flags)


def _card(where: Words, data: object) -> PlayingCard:
    card = None
    if isinstance(data, Mapping):
        card = card_of(data.get("command"), data.get("axis"))
    if card is None:
        raise BadPosition("one_zero_one.position.card", where=where, card=clip(data))
    return card


def _cards(where: Words, data: object) -> list[PlayingCard]:
    if not isinstance(data, list):
        raise BadPosition("position.field", field=where)
    return [_card(where, card) for card in data]


def _digits(data: object) -> tuple[Digit, Digit]:
    match data:
        case [int(first), int(second)] if {type(first), type(second)} == {int} and {first, second} == {0, 1}:
            return first, second
    raise BadPosition("one_zero_one.position.digits")


def _seat_entries(data: Mapping[str, Any], field: str) -> Sequence[Any]:
    """Return a field's entry for each seat, `None` if the position has none."""
    pair = data.get(field)
    if pair is None:
        return (None, None)
    if not isinstance(pair, list) or len(pair) != 2:
        raise BadPosition("one_zero_one.position.pair", field=field)
    return pair


@dataclass(slots=True)
class _Stack:
    """A hand or a deck under construction.

    Its known cards (a deck's from the top), and the number of cards it is to have.
    """

    seat: Seat
    cards: list[PlayingCard]
    size: int | None
    most: int

    def fill(self, rest: list[PlayingCard], share: int, spare: Deck) -> None:
        """Take the missing cards from `rest`, then from `spare`.

        If the size is unknown, take as many as the `share` allows.
        """
        size = min(self.most, len(self.cards) + share) if self.size is None else self.size
        lacks = size - len(self.cards)
        self.cards += [*rest, *spare][:lacks]
        del rest[:lacks]


def _hands_and_decks(
    deck: Deck, data: Mapping[str, Any], seen: list[PlayingCard]
) -> tuple[tuple[Deck, Deck], tuple[Deck, Deck]]:
    """Return the hands and the decks, with unknown cards filled in.

    They are filled from what `seen` and the given cards leave of the two decks. Given sizes are
    filled first, then hands, then decks, with an equal share for each seat. If a position has more
    unseen cards than are left, cards of the decks are used once more.
    """
    sizes = _seat_entries(data, "hand_sizes")
    hands = [_hand(seat, hand, sizes[seat]) for seat, hand in enumerate(_seat_entries(data, "hands"))]
    decks = [_deck(seat, entry) for seat, entry in enumerate(_seat_entries(data, "decks"))]
    rest = _rest(deck, [*seen, *(card for stack in (*hands, *decks) for card in stack.cards)])
    for hand, pile in zip(hands, decks, strict=True):
        held = (hand.size or 0) + (pile.size or 0)
        if held > SIZE:
            raise BadPosition("one_zero_one.position.held", seat=hand.seat, count=held, limit=SIZE)
    for stack in (*hands, *decks):
        if stack.size is not None:
            stack.fill(rest, 0, deck)
    for pair in (hands, decks):
        open_ended = [stack for stack in pair if stack.size is None]
        for done, stack in enumerate(open_ended):
            stack.fill(rest, len(rest) // (len(open_ended) - done), deck)
    first, second = (sort_cards(hand.cards) for hand in hands)
    return (first, second), (tuple(decks[0].cards), tuple(decks[1].cards))


def _hand(seat: Seat, hand: object, size: object) -> _Stack:
    if hand is not None:
        cards = _cards(Phrase("one_zero_one.where.hand", seat=seat), hand)
        size = len(cards)
    else:
        cards: list[PlayingCard] = []
    if size is not None and (type(size) is not int or not 0 <= size <= HAND):
        raise BadPosition("one_zero_one.position.hand", seat=seat, count=clip(size))
    return _Stack(seat, cards, size, HAND)


def _deck(seat: Seat, entry: object) -> _Stack:
    """Return a deck from the protocol's form.

    From all its cards (which give its top and count), from its top and count, or from nothing.
    """
    where = Phrase("one_zero_one.where.deck", seat=seat)
    if entry is None:
        return _Stack(seat, [], None, SIZE - HAND)
    if not isinstance(entry, Mapping):
        raise BadPosition("one_zero_one.position.deck", seat=seat)
    top = None if entry.get("top") is None else _card(where, entry["top"])
    whole = None if entry.get("deck") is None else _cards(where, entry["deck"])
    size = entry.get("count")
    if size is not None and (type(size) is not int or not 0 <= size <= SIZE):
        raise BadPosition("one_zero_one.position.deck", seat=seat)
    if whole is not None:
        if len(whole) > SIZE:
            raise BadPosition("one_zero_one.position.deck", seat=seat)
        return _Stack(seat, whole, len(whole), SIZE)
    if top and size == 0:
        raise BadPosition("one_zero_one.position.deck", seat=seat)
    return _Stack(seat, [top] if top else [], size, SIZE - HAND)


def _rest(deck: Deck, known: list[PlayingCard]) -> list[PlayingCard]:
    """Return what the known cards leave of both decks and both starting cards.

    They are in a fixed fair order.
    """
    for card, count in Counter(known).items():
        if count > BOXES[card]:
            raise BadPosition("one_zero_one.position.many", count=count, card=card.name, limit=BOXES[card])
    left = Counter((*deck, PLAIN) * 2) - Counter(known)
    return Shuffle(b"").permute(sort_cards(left.elements()))
