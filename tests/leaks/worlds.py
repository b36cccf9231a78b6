"""Pairs of worlds that viewers may not be able to tell apart.

They are equal in all that the viewers may know, and differ in what is hidden from them. The
rulebook's own list of what lies open is the judge of that here, not the views under test.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from rules.game import Seat
from rules.one_zero_one import turn
from rules.one_zero_one.decks import SIZE, Deal, deal
from rules.one_zero_one.game import OneZeroOne
from rules.one_zero_one.turn import Move, Position
from rules.shuffle import Shuffle

GAME = OneZeroOne()
TYPED_AT_MOST = 100
"""Characters of a move that a slash command or a form takes."""

HURRY = 0.4
"""How often a move goes to the last line that is open."""

Eye = Seat | None
"""Whose knowledge: a seat's, or the public's."""


@dataclass(frozen=True)
class History:
    """A game as everyone can follow it.

    It has the deck that both players have, the deal of one world, and the moves.
    """

    deck: str
    deal: Deal
    moves: tuple[Move, ...]

    def positions(self, dealt: Deal | None = None) -> list[Position] | None:
        """Return the positions from the opening to the end, on another deal if given.

        Return `None` if some move needs a card that is not held.
        """
        position = turn.opening_position(dealt or self.deal, open_source=False)
        found = [position]
        for move in self.moves:
            try:
                position = GAME.play(position, move)
            except ValueError:
                return None
            found.append(position)
        return found

    def until(self, plies: int) -> "History":
        """Its first moves."""
        return History(self.deck, self.deal, self.moves[:plies])


def history(deck: str, seed: int) -> History:
    """Play a whole game that leaves much hidden.

    Both players keep two cards of the first hand back, as far as they can, and hurry to RUN. In a
    random game most cards are open, because decks show their tops.
    """
    dealt = deal(GAME.read_options({"deck": deck}), Shuffle(seed.to_bytes(32, "big")))
    chance = random.Random(seed)
    position = turn.opening_position(dealt, open_source=False)
    kept = [set(hand[:2]) for hand in position.hands]
    moves: list[Move] = []
    while position.turn is not None:
        legal = [move for move in GAME.moves(position) if len(GAME.write(position, move)) <= TYPED_AT_MOST]
        held_back = kept[position.turn]
        free = [move for move in legal if not held_back & {play.card for play in move.plays}] or legal
        last_line = [move for move in free if move.line == max(each.line for each in free)]
        moves.append(chance.choice(last_line if chance.random() < HURRY else free))
        position = GAME.play(position, moves[-1])
    return History(deck, dealt, tuple(moves))


def twin(told: History, eyes: Sequence[Eye], *, ends: bool) -> Deal:
    """Return another deal for the same game that `eyes` cannot tell from the first.

    Hidden cards change places wherever that stays unseen and makes the worlds differ more. `ends`: the
    last move ends the game, after which hands are open to all, so the last position may differ.
    """
    chance = random.Random(len(told.moves))
    first = _existing(told.positions())
    compared = len(first) - ends
    seen = [_visible_state(position, eyes) for position in first[:compared]]
    best, most = told.deal, 0
    swaps = [(seat, i, j) for seat in (0, 1) for i, j in combinations(range(SIZE), 2)]
    chance.shuffle(swaps)
    for swap in swaps * 2:
        candidate = _swap_cards(best, *swap)
        other = told.positions(candidate)
        if other is None or [_visible_state(position, eyes) for position in other[:compared]] != seen:
            continue
        score = sum(map(_apart, first[:compared], other[:compared]))
        if score > most:
            best, most = candidate, score
    return best


def hands_that_differ(told: History, dealt: Deal, seat: Seat) -> int:
    """After how many moves that seat holds other cards in the two worlds."""
    pairs = zip(_existing(told.positions()), _existing(told.positions(dealt)), strict=True)
    return sum(a.hands[seat] != b.hands[seat] for a, b in pairs)


def decks_that_differ(told: History, dealt: Deal, seat: Seat) -> int:
    """After how many moves that seat's deck holds other cards beneath its top."""
    pairs = zip(_existing(told.positions()), _existing(told.positions(dealt)), strict=True)
    return sum(a.decks[seat] != b.decks[seat] for a, b in pairs)


def _visible_state(position: Position, eyes: Sequence[Eye]) -> list[Any]:
    """The open state of the table and the hands of the seats that look on."""
    tops = [(deck[:1], len(deck)) for deck in position.decks]
    sizes = [len(hand) for hand in position.hands]
    table = [position.digits, position.lines, position.cut, position.turn, position.ended, tops, sizes]
    return [*table, *(position.hands[eye] for eye in eyes if eye is not None)]


def _apart(one: Position, other: Position) -> int:
    """In how many places of hands and decks two positions hold different cards."""
    places = zip((*one.hands, *one.decks), (*other.hands, *other.decks), strict=True)
    return sum(a != b for here, there in places for a, b in zip(here, there, strict=True))


def _swap_cards(dealt: Deal, seat: Seat, i: int, j: int) -> Deal:
    """Return the deal with two cards of a seat's deck swapped."""
    decks = [list(deck) for deck in dealt.decks]
    decks[seat][i], decks[seat][j] = decks[seat][j], decks[seat][i]
    first, second = (tuple(deck) for deck in decks)
    return Deal(dealt.digits, (first, second))


def _existing(positions: list[Position] | None) -> list[Position]:
    assert positions is not None, "this deal is of the history itself, or of its twin"
    return positions
