"""Decks: the named ones, free ones as text and as data, and the deal.

The deal follows from a secret.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.game import BadOption, Options
from rules.one_zero_one.playing_cards import (
    CUT,
    DELETE,
    ELSE,
    ENTER,
    GOTO10,
    IF,
    KINDS,
    PASTE,
    PLAIN,
    PRINT,
    REM,
    SAVE,
    SYNTAX,
    Digit,
    PlayingCard,
    card_of,
    sort_cards,
)
from rules.shuffle import Shuffle
from words import clip

SIZE = 16
HAND = 3
FEWEST_PLAIN, MOST_PLAIN = 4, 8
"""Bounds for the number of plain cards in a deck.

Ruling: the book asks for six plain cards "or as close to that number as possible".
"""
LONGEST_TEXT = 1000
"""Characters of a deck's text: sixteen cards, a line each, need about 200."""

Deck = tuple[PlayingCard, ...]

_PLAIN = (PLAIN,) * 6

DECKS: dict[str, Deck] = {
    name: sort_cards((*_PLAIN, *commands))
    for name, commands in {
        "base": (*DELETE, *ENTER, *IF, *PRINT, *SAVE),
        "errors": (*DELETE, *IF, *PRINT, *SAVE, SYNTAX, ELSE),
        "remarks": (*DELETE, *ENTER, *PRINT, *SAVE, SYNTAX, REM),
        "jumps": (*DELETE, *IF, *PRINT, *SAVE, *GOTO10),
        "clipboard": (*ENTER, *IF, *SAVE, *CUT, *PASTE),
        "everything": (SYNTAX, REM, ELSE, *GOTO10, *CUT, *PASTE, SAVE[0]),
    }.items()
}
"""The named decks: sixteen cards each, the starting card apart."""

SPELLINGS = {
    "IFTHEN": "IF",
    "SYNTAXERROR": "SYNTAX",
    "GOTO": "GOTO10",
    "IFTHENELSE": "ELSE",
}
"""Other ways to write a command, letters and digits only."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The decisions of a secret.

    Each seat's digit, and each seat's deck before the first hand, top card first.
    """

    digits: tuple[Digit, Digit]
    decks: tuple[Deck, Deck] = field(repr=False)


def deal(options: Options, shuffle: Shuffle) -> Deal:
    """Draw the digit of seat 0, then shuffle seat 0's deck, then seat 1's.

    The digit is `below(2)`. Each deck is shuffled from the listing order (`playing_cards.sort_cards`); its
    first card is its top card. The starting cards are not part of it. The first three cards of each
    deck are that seat's first hand.
    """
    deck = deck_of(options)
    starter = shuffle.below(2)
    first, second = tuple(shuffle.permute(deck)), tuple(shuffle.permute(deck))
    return Deal((starter, 1 - starter), (first, second))


def recompute_deal(secret: bytes, options: Options) -> Deal:
    """Recompute the deal of a match from its secret."""
    return deal(options, Shuffle(secret))


def deck_of(options: Options) -> Deck:
    """Return the sixteen cards that each player has, in the listing order."""
    chosen = options["deck"]
    if isinstance(chosen, str):
        return DECKS[chosen]
    return tuple(PlayingCard(entry["command"], entry["axis"]) for entry in chosen)


def format_deck(deck: Iterable[PlayingCard]) -> str:
    """Return a deck as text for `parse_deck`: `6 PLAIN, DELETE-h, DELETE-v, …`."""
    counted = Counter(sort_cards(deck))
    return ", ".join(f"{count} {card.name}" if count > 1 else card.name for card, count in counted.items())


def parse_deck(text: str) -> Deck:
    """Return the deck listed in a person's text; raise `BadOption` with the fault.

    Entries are separated by commas, semicolons or new lines. Accepts `6 PLAIN`, `PLAIN x6`,
    `save-h`, and `2 SAVE` for one of each axis.
    """
    if len(text) > LONGEST_TEXT:
        raise BadOption("one_zero_one.deck.long", limit=LONGEST_TEXT)
    cards: list[PlayingCard] = []
    for entry in filter(None, (part.strip() for part in re.split(r"[,;\n]+", text))):
        cards += _read_entry(entry)
    return check_deck(cards)


def read_deck(value: object) -> str | list[dict[str, Any]]:
    """Return the value of the option `deck`; raise `BadOption`.

    It is a deck's name, or the deck's sixteen CARDs in the listing order. Takes a name, a list of
    CARDs, or text as `parse_deck` reads it; a list that equals a named deck becomes its name.
    """
    if isinstance(value, str):
        name = value.strip().lower()
        if name in DECKS:
            return name
        if not re.search(r"[,;\n]", value):
            raise BadOption("one_zero_one.deck.unknown", name=clip(value), known=", ".join(DECKS))
        deck = parse_deck(value)
    elif isinstance(value, Sequence):
        deck = check_deck([_read_card(entry) for entry in value])
    else:
        raise BadOption("one_zero_one.deck.unknown", name=clip(value), known=", ".join(DECKS))
    named = (name for name, cards in DECKS.items() if cards == deck)
    return next(named, None) or [{"command": card.command, "axis": card.axis} for card in deck]


def check_deck(cards: Sequence[PlayingCard]) -> Deck:
    """Return the cards as a deck, in the listing order.

    Raise `BadOption` with the rule that they break.
    """
    if len(cards) != SIZE:
        raise BadOption("one_zero_one.deck.size", count=len(cards))
    counts = Counter(cards)
    if not FEWEST_PLAIN <= counts[PLAIN] <= MOST_PLAIN:
        raise BadOption("one_zero_one.deck.plain", count=counts[PLAIN])
    for card, count in counts.items():
        if count > 1 and card != PLAIN:
            raise BadOption("one_zero_one.deck.many", card=card.name, count=count)
    commands = {card.command for card in cards}
    for present, missing in (("CUT", "PASTE"), ("PASTE", "CUT")):
        if present in commands and missing not in commands:
            raise BadOption("one_zero_one.deck.clipboard", present=present, missing=missing)
    return sort_cards(cards)


def read_command(text: str) -> str:
    """Return a command's name, regardless of its spelling.

    An unknown text is returned in capitals.
    """
    letters = re.sub(r"[^A-Z0-9]", "", text.upper())
    return SPELLINGS.get(letters, letters)


def _read_entry(entry: str) -> list[PlayingCard]:
    """Return the cards of one entry of a deck's text."""
    form = re.fullmatch(
        r"(?:(\d{1,2})\s*[x×*]?\s+)?([A-Za-z][A-Za-z.… ]*(?:10)?)\s*(?:-\s*([hv]))?(?:\s+[x×*]\s*(\d{1,2}))?",
        re.sub(r"\s+", " ", entry),
        re.IGNORECASE,
    )
    if form is None:
        raise BadOption("one_zero_one.deck.entry", entry=clip(entry))
    command, axis = read_command(form[2]), form[3] and form[3].lower()
    count = int(form[1] or form[4] or 1)
    kinds = [card for card in KINDS if card.command == command]
    if not kinds:
        raise BadOption("one_zero_one.deck.entry", entry=clip(entry))
    if axis is None:
        if len(kinds) == 1:
            return kinds * count
        if count == 2:
            return kinds
        raise BadOption("one_zero_one.deck.axis", command=command)
    card = card_of(command, axis)
    if card is None:
        raise BadOption("one_zero_one.deck.no_such_card", card=f"{command}-{axis}", real=kinds[0].name)
    return [card] * count


def _read_card(entry: object) -> PlayingCard:
    """Return the card of one of the protocol's CARDs; raise `BadOption`."""
    if not isinstance(entry, dict):
        raise BadOption("one_zero_one.deck.form", entry=clip(entry))
    card = card_of(entry.get("command"), entry.get("axis"))
    if card is None:
        raise BadOption("one_zero_one.deck.entry", entry=clip(entry))
    return card
