"""Drawing in haste: what is kept is put together at once, and whatever has many new parts is for another thread."""

import pytest

from rendering import haste
from rendering.board import painter, pieces, squares
from rendering.board.trail import _drawn
from rendering.haste import AT_ONCE, Cold, at_leisure, hurried
from rendering.one_zero_one import keys, lines, stacks
from rendering.picture import Picture, draw, draw_hand
from rules.catalogue import GAMES
from rules.game import View
from rules.match import Match
from rules.one_zero_one.playing_cards import Card
from rules.one_zero_one.view import ProgramView
from tests.rendering.samples import CHECKERS


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    squares.sprite.cache_clear()
    keys.card.cache_clear()
    lines.tile.cache_clear()
    painter._bands.clear()


def program() -> ProgramView:
    view = Match(GAMES["one-zero-one"], {}, bytes(32)).view(0)
    assert isinstance(view, ProgramView)
    return view


@pytest.mark.parametrize("view", [CHECKERS, program()], ids=["board", "program"])
def test_a_picture_of_many_new_parts_is_not_drawn_in_haste_but_elsewhere(view: View) -> None:
    with hurried(), pytest.raises(Cold) as cold:
        draw(view, theme="night", choices=["c3"])
    elsewhere = cold.value.draw()
    with hurried():
        assert draw(view, theme="night", choices=["c3"]) == elsewhere


def test_a_hand_of_many_new_cards_is_drawn_elsewhere_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(haste, "AT_ONCE", 2)
    with hurried(), pytest.raises(Cold) as cold:
        draw_hand(program(), raised=[])
    elsewhere = cold.value.draw()
    assert isinstance(elsewhere, Picture)
    with hurried():
        assert draw_hand(program(), raised=[]) == elsewhere


def test_a_few_new_parts_are_made_in_haste() -> None:
    draw(CHECKERS)
    painter._bands.clear()
    with hurried():
        for size in range(60, 60 + AT_ONCE):
            squares.sprite("wood", size, squares.Cell(dark=True))
        with pytest.raises(Cold):
            squares.sprite("wood", 90, squares.Cell(dark=True))


def test_what_takes_longer_counts_for_more() -> None:
    for kept in (keys.card, keys._blank, keys._word, keys._digit, keys._pointers, pieces.piece):
        kept.cache_clear()
    pointing = keys.Face(1, "DELETE", "<")
    with hurried():
        pieces.piece("wood", 80, "W", "ranked")
        with pytest.raises(Cold):
            pieces.piece("wood", 80, "B", "ranked")
    with hurried(), pytest.raises(Cold):
        keys.card("wood", pointing)
    alike = keys.card("wood", pointing._replace(pointers=">", live=True)).size
    keys.card("wood", pointing)
    keys.card.cache_clear()
    with hurried():  # of what is kept a card is put together in no time
        assert keys.card("wood", pointing).size == alike
    with hurried(), pytest.raises(Cold):
        stacks.deck("wood", 1, Card("PLAIN", None), 17, keys.USUAL)
    with hurried(), pytest.raises(Cold):
        _drawn("wood", 80, squares.Way(((0, 0), (8, 8), (0, 8), (8, 0))))
        squares.sprite("wood", 80, squares.Cell(dark=True, last="from"))


def test_at_leisure_and_out_of_haste_everything_is_drawn() -> None:
    with hurried():
        at_leisure()
        at_once = draw(CHECKERS)
    squares.sprite.cache_clear()
    painter._bands.clear()
    assert draw(CHECKERS) == at_once
