"""Whole random games with every deck.

Cards never get lost, saved ones never change, and the game always ends.
"""

from collections import Counter

import pytest

from rules.match import Match
from rules.one_zero_one.decks import DECKS, deck_of
from rules.one_zero_one.playing_cards import Cell, LaidCard, PlayingCard
from rules.one_zero_one.position_setup import COLUMNS
from rules.one_zero_one.program import Display
from rules.one_zero_one.turn import Position
from tests.rules.one_zero_one.diagram import GAME
from tests.rules.playouts import play_out
from tests.sets import leave_to_ci

FREE = "4 PLAIN, DELETE-v, ENTER-h, 2 PRINT, SYNTAX, ELSE, 2 CUT, 2 PASTE, SAVE-h, SAVE-v"
GAMES_EACH = 24


def all_cards(position: Position) -> Counter[PlayingCard]:
    """Every card that is still in the game."""
    table = [card.card for line in position.lines for card in line if card]
    return Counter([*table, *position.cut, *(c for pile in (*position.hands, *position.decks) for c in pile)])


@pytest.mark.ci
@pytest.mark.parametrize("deck", leave_to_ci([*DECKS, FREE], every=3))
@pytest.mark.parametrize("hands", ["hidden", "open"])
def test_random_games_keep_every_invariant(deck: str, hands: str) -> None:
    given = {"deck": deck, "hands": hands}
    options = GAME.read_options(given)
    cuts = 2 * sum(card.command == "CUT" for card in deck_of(options))
    endings = Counter[str]()
    for seed in range(GAMES_EACH):
        start = Match(GAME, given, seed.to_bytes(32, "big")).origin
        left = all_cards(start)
        assert left.total() == 34
        saved: dict[Cell, LaidCard] = {}
        plies = 0
        for position, move in play_out(GAME, given, seed):
            assert position.last is None or position.last.move
            deleted = Counter(
                effect.before.card
                for effect in (position.last.effects if position.last else ())
                if effect.kind == "deleted"
            )
            assert all_cards(position) == left - deleted, "what is gone was deleted"
            left = all_cards(position)
            cells = Display(position.lines).cells
            assert all(cells[cell] == card for cell, card in saved.items()), "saved cards never change"
            saved = {cell: card for cell, card in cells.items() if card.saved and not card.pending}
            assert len(position.lines[-1]) <= 3
            assert max(map(len, position.lines)) < COLUMNS
            assert all(not line or line[-1] for line in position.lines)
            assert len(position.cut) <= cuts
            for cell, card in cells.items():
                target = Display(position.lines).target(cell)
                assert not card.pending or (card.command == "SAVE" and target and target not in cells)
                assert not card.inert or position.ended == "run"
            assert move is not None or position.ended
            if move is not None:
                assert all(len(hand) == 3 for hand in position.hands)
                plies += 1
            else:
                endings[position.ended or ""] += 1
                assert all(len(hand) <= 3 for hand in position.hands)
        assert plies <= 28, "26 cards are drawn, at least one a turn, and two turns more"
    assert endings.total() == GAMES_EACH


def test_games_end_in_both_ways() -> None:
    ended = {
        position.ended for seed in range(60) for position, move in play_out(GAME, {}, seed) if move is None
    }
    assert ended == {"run", "load"}
