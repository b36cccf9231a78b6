"""The choices that lead to a turn: which of them are cards of the hand."""

import random

from rules.catalogue import GAMES
from rules.match import Match

GAME = GAMES["one-zero-one"]
GAMES_AT_MOST = 60


def test_a_pasted_card_is_none_of_the_hand() -> None:
    pasted = 0
    for seed in range(GAMES_AT_MOST):
        chance = random.Random(seed)
        match = Match(GAME, {"deck": "clipboard"}, bytes([seed] * 32))
        while match.turn is not None and not pasted:
            for move in GAME.moves(match.position):
                cards = [step.card for step in GAME.steps(match.position, move) if step.value[:2].isupper()]
                assert len(cards) == len(move.plays)
                for before, play, card in zip((None, *move.plays), move.plays, cards, strict=False):
                    from_pile = before is not None and before.card.command == "PASTE"
                    assert card == (None if from_pile else play.card.name)
                    pasted += from_pile
            match.play(chance.choice(match.moves()))
        if pasted:
            break
    assert pasted
