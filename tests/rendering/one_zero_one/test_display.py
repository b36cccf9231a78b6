"""The program display and hands: what is open, offered, taken and whose."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PIL import ImageChops

from rendering.describe import text_board
from rendering.picture import Picture, draw, draw_hand
from rules.catalogue import GAMES
from rules.game import View
from rules.one_zero_one.playing_cards import KINDS, Cell, ordered
from rules.one_zero_one.turn import Position
from rules.one_zero_one.view import DeckView, Placement, ProgramView
from tests.rendering.pixels import opened, rgb
from tests.rendering.samples import (
    EARLY,
    MIDDLE,
    WIDE,
    display,
)
from tests.rules.playouts import random_match


def test_the_display_grows_from_7_to_9_columns_and_never_further() -> None:
    one = display("0", "1", "", "", "")
    assert (draw(one).width, draw(one).height) == (898, 706)
    for count, width in ((6, 898), (7, 992), (8, 1086), (9, 1086), (17, 1086), (30, 1086)):
        line = " ".join("01"[i % 2] for i in range(count))
        assert draw(display(line, "1", "", "", "")).width == width


def worlds() -> Iterator[tuple[Position, Position, int]]:
    """Pairs of positions that differ in one seat's hand and in its deck below the top card, and that seat."""
    for seed in range(5):
        position = random_match(GAMES["one-zero-one"], {}, seed=seed, limit=5).position
        for seat in (0, 1):
            (top, *below), hand = position.decks[seat], position.hands[seat]
            hands, decks = list(position.hands), list(position.decks)
            hands[seat] = ordered(below[: len(hand)])
            decks[seat] = (top, *below[len(hand) :], *hand)
            yield position, replace(position, hands=tuple(hands), decks=tuple(decks)), seat


def test_nothing_hidden_reaches_the_public_or_the_opponent() -> None:
    game = GAMES["one-zero-one"]
    for one, other, seat in worlds():
        assert one.hands != other.hands
        for viewer in (None, 1 - seat):
            views = game.seen_by(one, viewer), game.seen_by(other, viewer)
            assert draw(views[0]) == draw(views[1])
            assert text_board(views[0]) == text_board(views[1])
        assert draw_own(game.seen_by(one, 1 - seat)) == draw_own(game.seen_by(other, 1 - seat))
        assert draw_own(game.seen_by(one, seat)) != draw_own(game.seen_by(other, seat))


def draw_own(view: View) -> Picture:
    assert isinstance(view, ProgramView)
    return draw_hand(view)


def test_the_palette_is_the_themes_and_not_the_cards() -> None:
    def plte(picture: Picture) -> list[int] | None:
        return opened(picture).getpalette()

    one = replace(EARLY, hands=((KINDS[0],), None))
    other = replace(EARLY, hands=(KINDS[5:8], None))
    assert plte(draw_hand(one)) == plte(draw_hand(other)) == plte(draw(MIDDLE)) == plte(draw(WIDE))


def test_a_hand_is_the_viewers_own() -> None:
    assert draw_hand(EARLY).alt == "Your hand: PRINT-h (left or right), DELETE-v (up or down), PLAIN."
    with pytest.raises(ValueError, match="own view"):
        draw_hand(replace(EARLY, viewer=None))
    with pytest.raises(ValueError, match="own view"):
        draw_hand(replace(EARLY, viewer=1))
    assert draw_hand(replace(EARLY, hands=((), None))).alt == "Your hand: no cards."


def test_every_kind_of_card_looks_its_own_in_the_hand() -> None:
    pictures = [draw_hand(replace(EARLY, hands=((kind,), None))).png for kind in KINDS]
    assert len(set(pictures)) == len(KINDS)


def test_a_line_dims_while_it_is_closed() -> None:
    closed = replace(EARLY, placements=())
    opened_up = replace(closed, open_lines=(True,) * 5)
    change = ImageChops.difference(rgb(draw(closed)), rgb(draw(opened_up))).getbbox()
    assert change and change[0] > 130 and change[2] < 230, "only the line cards change"


def test_letters_mark_the_cells_on_offer_and_a_taken_one_is_filled() -> None:
    without = draw(replace(EARLY, placements=()))
    offered, taken = draw(EARLY), draw(EARLY, chosen=["A"])
    assert len({without.png, offered.png, taken.png, draw(EARLY, choices=["A"]).png}) == 4
    moved = replace(EARLY, placements=(Placement("A", Cell(10, 4)),))
    assert draw(moved).png != offered.png


def test_an_empty_deck_has_no_card_on_top() -> None:
    gone = replace(MIDDLE, decks=(DeckView(None, 0), MIDDLE.decks[1]))
    assert draw(gone).png != draw(MIDDLE).png
    assert "0's deck: no cards." in draw(gone).alt


def test_a_preview_says_so() -> None:
    assert MIDDLE.last
    done = replace(MIDDLE, turn=0, placements=(), viewer=1)
    assert draw(replace(done, preview=True)).png != draw(done).png
