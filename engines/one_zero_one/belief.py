"""The opponent's possible hands, inferred from what a seat has been shown.

Decks lie with their top card open, so a player who draws one card draws a known card. The first
hand is hidden, and so are the second and third card of each draw. The possible motives for the
opponent's moves are ignored.
"""

from collections import Counter
from itertools import combinations, pairwise
from math import comb

from rules.game import Options, Seat
from rules.one_zero_one.decks import HAND, SIZE, deck_of
from rules.one_zero_one.playing_cards import KINDS, PLAIN, PlayingCard, sort_cards
from rules.one_zero_one.view import ProgramView

Hand = tuple[PlayingCard, ...]
"""Cards in the listing order."""
HandWeights = dict[Hand, int]
"""The hands that are possible and how much each weighs against the others."""

_START = SIZE - HAND
"""Cards in each deck before the first move."""


def possible_hands(views: tuple[ProgramView, ...], seat: Seat, options: Options) -> HandWeights:
    """Return the opponent's possible hands with their weights.

    They are inferred from all views that the seat has been shown, in order.
    """
    other = 1 - seat
    shown = views[-1].hands[other]
    if shown is not None:
        return {shown: 1}
    # After a long match of odd cards nothing may be left of what was thought possible: then it begins from now.
    return _filter_hands(views, other, options) or _first(views[-1:], other, options)[0]


def _filter_hands(views: tuple[ProgramView, ...], other: Seat, options: Options) -> HandWeights:
    """Return the hands that the other may hold after all views."""
    hands, left = _first(views, other, options)
    for before, after in pairwise(views):
        if after.last is not None and after.last.seat == other:
            hands, left = _after_move(hands, left, before, after, other)
    return hands


def _first(
    views: tuple[ProgramView, ...], other: Seat, options: Options
) -> tuple[HandWeights, Counter[PlayingCard]]:
    """Return the possible hands at the first view, and all cards not yet seen.

    The hands consist of these cards too.
    """
    view = views[0]
    deck = deck_of(options)
    top = view.decks[other].top
    if view.last is None and all(pile.count == _START for pile in view.decks) and len(view.lines[0]) == 1:
        left = Counter(deck)
    else:
        left = Counter((*deck, PLAIN) * 2)
        left.subtract(card.card for line in view.lines for card in line if card)
        left.subtract(view.cut)
        left.subtract(view.hands[1 - other] or ())
        own = view.decks[1 - other].top
        left.subtract((own,) if own else ())
        left = Counter({card: count for card, count in left.items() if count > 0})
    size = view.hand_sizes[other]
    pool = left - Counter((top,) if top else ())
    if pool.total() < size:
        pool, left = pool + Counter(deck), left + Counter(deck)
    hands: HandWeights = {}
    cards = sort_cards(pool.elements())
    for hand in dict.fromkeys(combinations(cards, size)):
        weight = 1
        for card, count in Counter(hand).items():
            weight *= comb(pool[card], count)
        hands[hand] = weight
    return hands, left


def _after_move(
    hands: HandWeights, left: Counter[PlayingCard], before: ProgramView, after: ProgramView, other: Seat
) -> tuple[HandWeights, Counter[PlayingCard]]:
    """Return the possible hands and cards after a move of the other, who then drew."""
    assert after.last is not None
    spent: list[PlayingCard] = []
    from_hand = True
    for placed in after.last.placed:
        if from_hand:
            spent.append(placed.card.card)
        from_hand = placed.card.command != "PASTE"
    left = left - Counter(spent)
    found: HandWeights = {}
    for hand, weight in hands.items():
        kept = _without(hand, spent)
        if kept is not None:
            found[kept] = found.get(kept, 0) + weight
    pile, now = before.decks[other], after.decks[other]
    drawn = pile.count - now.count
    if drawn and pile.top is not None:
        found = {sort_cards((*hand, pile.top)): weight for hand, weight in found.items()}
    for _ in range(drawn - 1):
        found = _after_draw(found, left)
    if now.top is not None and drawn:
        found = {hand: weight * (left[now.top] - hand.count(now.top)) for hand, weight in found.items()}
    return {hand: weight for hand, weight in found.items() if weight > 0}, left


def _without(hand: Hand, spent: list[PlayingCard]) -> Hand | None:
    """Return a hand without the spent cards, or `None` if it lacked one of them."""
    kept = list(hand)
    for card in spent:
        if card not in kept:
            return None
        kept.remove(card)
    return tuple(kept)


def _after_draw(hands: HandWeights, left: Counter[PlayingCard]) -> HandWeights:
    """Return the possible hands after an unseen card was drawn."""
    found: HandWeights = {}
    for hand, weight in hands.items():
        for card in KINDS:
            count = left[card] - hand.count(card)
            if count > 0:
                more = sort_cards((*hand, card))
                found[more] = found.get(more, 0) + weight * count
    return found
