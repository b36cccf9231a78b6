"""What a take-back may cross.

It never crosses a card that a player has seen since, whatever the numbers of cards say.
"""

from collections.abc import Iterator

import pytest

from club.play.course.offers import plies_to_take_back
from club.refusals import Refusal
from rules.catalogue import GAMES
from rules.match import Match
from tests.rules.playouts import random_match

GAME = GAMES["one-zero-one"]


def moments(options: dict[str, object], matches: int) -> Iterator[tuple[Match, int, bool]]:
    """Yield random matches after each move.

    Each comes with a seat that has moved and whether its last move can be taken back.
    """
    for seed in range(matches):
        whole = random_match(GAME, options, seed)
        for plies in range(1, len(whole.plies)):
            match = whole.copy_at(plies)
            for seat in {ply.seat for ply in match.plies}:
                try:
                    plies_to_take_back(match, seat)
                except Refusal as refusal:
                    assert refusal.code == "takeback.seen"
                    yield match, seat, False
                else:
                    yield match, seat, True


@pytest.mark.ci
@pytest.mark.parametrize("deck", ["base", "clipboard", "everything"])
def test_a_card_laid_from_a_hidden_hand_is_never_taken_back(deck: str) -> None:
    """A card laid from a hidden hand is never taken back.

    This also holds if decks are down to their last card, which everyone has seen: drawing it hides
    nothing again.
    """
    assert not any(possible for _, _, possible in moments({"deck": deck}, matches=25))


@pytest.mark.ci
def test_with_open_hands_a_move_is_taken_back_as_long_as_no_deck_has_shown_a_card() -> None:
    crossed = set()
    for match, seat, possible in moments({"hands": "open"}, matches=25):
        last = max(number for number, ply in enumerate(match.plies) if ply.seat == seat)
        before, now = (m.show_view(None)["decks"] for m in (match.copy_at(last), match))
        shown = any(then["count"] > 1 and then != deck for then, deck in zip(before, now, strict=True))
        assert possible is not shown
        crossed.add(possible)
    assert crossed == {True, False}


def test_a_game_that_hides_nothing_takes_every_move_back() -> None:
    match = random_match(GAMES["russian"], {}, seed=3, limit=9)
    assert len(plies_to_take_back(match, match.plies[-1].seat)) == 1
