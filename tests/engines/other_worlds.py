"""Worlds that differ in hidden cards alone."""

from typing import Any

from rules.catalogue import GAMES
from rules.match import Match

DECK = GAMES["one-zero-one"]


def other_world(match: Match) -> Match:
    """Return a match that looks the same to the player to move.

    The opponent's hand is different, and so are the cards below the tops of the decks.
    """
    seat = match.turn
    assert seat is not None
    data = DECK.dump(match.position)
    hand, deck = data["hands"][1 - seat], data["decks"][1 - seat]["deck"]
    swapped = next(i for i in range(1, len(deck)) if deck[i] not in hand)
    hand[0], deck[swapped] = deck[swapped], hand[0]
    own = data["decks"][seat]["deck"]
    own[1:] = reversed(own[1:])
    return set_to(match, data)


def set_to(match: Match, data: dict[str, Any]) -> Match:
    copy = Match(DECK, match.options, match.secret)
    copy.set_position(data, match.turn)
    return copy
