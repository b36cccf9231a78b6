"""Positions that differ in what one player may not see."""

from dataclasses import replace
from random import Random

from rules.one_zero_one.playing_cards import sort_cards
from rules.one_zero_one.turn import Position


def another_world(before: Position, viewer: int | None, chance: Random) -> Position:
    """The position with everything mixed anew that `viewer` cannot know."""
    hands, decks = list(before.hands), list(before.decks)
    for seat in (0, 1):
        top, below = decks[seat][:1], list(decks[seat][1:])
        if seat == viewer or before.open_source:
            chance.shuffle(below)
        else:
            unseen = [*hands[seat], *below]
            chance.shuffle(unseen)
            hands[seat] = sort_cards(unseen[: len(hands[seat])])
            below = unseen[len(hands[seat]) :]
        decks[seat] = (*top, *below)
    return replace(before, hands=(hands[0], hands[1]), decks=(decks[0], decks[1]))
