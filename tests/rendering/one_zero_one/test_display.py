"""The program display and hands: what is open, offered, taken and whose."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from PIL import Image, ImageChops

from rendering.caption import Caption
from rendering.describe import text_board
from rendering.one_zero_one.cell_faces import empty_slots
from rendering.one_zero_one.hand import FORM, LIFT, NAME
from rendering.one_zero_one.header import seat_label
from rendering.one_zero_one.line_tiles import TILE_WIDTH
from rendering.picture import Picture, draw, draw_hand
from rendering.themes import THEMES, TONES
from rules.catalogue import GAMES
from rules.game import Outcome, View
from rules.one_zero_one.playing_cards import DELETE, KINDS, SAVE, Cell, sort_cards
from rules.one_zero_one.turn import Position
from rules.one_zero_one.view import DeckView, LineControl, Placement, ProgramView
from tests.rendering.pixels import open_picture, rgb
from tests.rendering.samples import EARLY, END, MIDDLE
from tests.rendering.samples import WIDE as LONG
from tests.rules.playouts import random_match
from words import localizer_for


def worlds() -> Iterator[tuple[Position, Position, int]]:
    """Yield pairs of positions that differ in one seat's hidden cards, and that seat.

    These are its hand and its deck below the top card.
    """
    for seed in range(5):
        position = random_match(GAMES["one-zero-one"], {}, seed=seed, limit=5).position
        for seat in (0, 1):
            (top, *below), hand = position.decks[seat], position.hands[seat]
            hands, decks = list(position.hands), list(position.decks)
            hands[seat] = sort_cards(below[: len(hand)])
            decks[seat] = (top, *below[len(hand) :], *hand)
            yield position, replace(position, hands=tuple(hands), decks=tuple(decks)), seat


@pytest.mark.ci
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


def test_a_save_marks_the_place_that_it_waits_for_until_the_match_is_over() -> None:
    game, marked = GAMES["one-zero-one"], 0
    for seed in range(20):
        view = game.seen_by(random_match(game, {}, seed=seed, limit=8).position, None)
        assert isinstance(view, ProgramView)
        marked += any(empty.awaits_save for empty in empty_slots(view, (), ()).values())
        over = view.with_outcome(Outcome(0, "agreement"))
        assert not any(empty.awaits_save for empty in empty_slots(over, (), ()).values())
    assert marked


def draw_own(view: View) -> Picture:
    assert isinstance(view, ProgramView)
    return draw_hand(view)


@pytest.mark.ci
def test_the_palette_is_the_themes_and_not_the_cards() -> None:
    def plte(picture: Picture) -> list[int] | None:
        return open_picture(picture).getpalette()

    one = replace(EARLY, hands=((KINDS[0],), None))
    other = replace(EARLY, hands=(KINDS[5:8], None))
    assert plte(draw_hand(one)) == plte(draw_hand(other)) == plte(draw(MIDDLE)) == plte(draw(LONG))


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
    assert change and change[2] <= TILE_WIDTH, "only the tiles change"


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


def test_the_three_cells_of_line_50_are_seen_from_the_start() -> None:
    assert [cell.column for cell in empty_slots(EARLY, (), ()) if cell.line == 50] == [1, 2, 3]
    assert [cell.column for cell in empty_slots(END, (), ()) if cell.line == 50] == []


def test_the_header_says_whose_turn_it_is_and_who_won() -> None:
    say = localizer_for("en")
    assert [seat_label(EARLY, seat, say) for seat in (0, 1)] == ["your move", "waits"]
    assert [seat_label(replace(EARLY, viewer=1), seat, say) for seat in (0, 1)] == ["to play", "you wait"]
    assert [seat_label(END, seat, say) for seat in (0, 1)] == ["", ""]
    won, drawn = (
        replace(END, outcome=Outcome(1, "agreement")),
        replace(END, outcome=Outcome(None, "agreement")),
    )
    assert [seat_label(won, seat, say) for seat in (0, 1)] == ["", "wins"]
    assert [seat_label(replace(won, viewer=1), seat, say) for seat in (0, 1)] == ["", "you win"]
    assert [seat_label(drawn, seat, say) for seat in (0, 1)] == ["draw", "draw"]
    long = "Bartholomew of the Very Long Name"
    for name, called in (("Ben", "Ben wins"), (long, "Barthol… wins"), ("井上", "wins"), (None, "wins")):
        caption = Caption("One Zero One", ("Ada", name))
        assert [seat_label(won, seat, say, caption) for seat in (0, 1)] == ["", called]
        assert seat_label(replace(won, viewer=1), 1, say, caption) == "you win"
    assert lit(EARLY) == [0] and lit(replace(EARLY, turn=1)) == [1]
    assert lit(won) == [1] and lit(replace(won, digits=(1, 0))) == [0]
    assert lit(drawn) == lit(END) == []


def lit(view: ProgramView) -> list[int]:
    """The digits whose plates in the header are in their own colours."""
    names = THEMES["wood"].program_colours
    picture = rgb(draw(view, theme="wood"))
    return [d for d, x in ((0, 250), (1, 750)) if picture.getpixel((x, 12)) == names[TONES[d]]]


@pytest.mark.parametrize(
    "field",
    [
        {"score": (70, 30)},
        {"score": (60, 40)},
        {"hand_sizes": (2, 3)},
        {"hand_sizes": (3, 2)},
        {"cut": (DELETE[0], DELETE[1])},
        {"decks": (MIDDLE.decks[0], replace(MIDDLE.decks[1], count=5))},
        {"decks": (DeckView(SAVE[1], 7), MIDDLE.decks[1])},
        {"control": (LineControl(0, 5, 3), *MIDDLE.control[1:])},
        {"control": (LineControl(None, 5, 5), *MIDDLE.control[1:])},
    ],
)
def test_every_fact_of_the_view_is_seen(field: dict[str, Any]) -> None:
    assert draw(replace(MIDDLE, **field)).png != draw(MIDDLE).png


def test_a_hand_lifts_what_is_being_chosen_and_nothing_else() -> None:
    resting, plain = draw_hand(EARLY, raised_cards=()), draw_hand(EARLY)
    raised = draw_hand(EARLY, raised_cards=["DELETE-v"])
    assert resting.height == plain.height - NAME, "the buttons below have the names"
    assert (raised.width, raised.height) == (resting.width, resting.height + LIFT)
    lower = Image.new("RGB", (raised.width, raised.height))
    lower.paste(rgb(resting), (0, LIFT))
    change = ImageChops.difference(
        lower.crop((0, LIFT, *lower.size)), rgb(raised).crop((0, LIFT, *lower.size))
    )
    width, box = FORM.size_px[0], change.getbbox()
    assert box and 12 + width <= box[0] and box[2] <= 12 + 2 * width
    above = [rgb(raised).crop((12 + i * width, 0, 12 + (i + 1) * width, LIFT)).getcolors() for i in range(2)]
    assert above[0] != above[1], "it stands higher than the others"
    twice = replace(EARLY, hands=((DELETE[1], DELETE[1]), None))
    assert (
        draw_hand(twice, raised_cards=["DELETE-v"]).png != draw_hand(twice, raised_cards=["DELETE-v"] * 2).png
    )
