"""Pictures in SVG, for every game.

They are complete and well-formed, with every piece and everything that can be tapped.
"""

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from rendering.svg.grid import GridCell, draw_grid
from rendering.svg.markup import element
from rendering.svg.picture import draw
from rendering.svg.program import ASIDE
from rules.board import BoardView
from rules.catalogue import GAMES
from rules.choosing import reach_choice
from rules.match import Match
from rules.one_zero_one.view import DeckView, ProgramView
from words import localizer_for

NAME = "{http://www.w3.org/2000/svg}"


def play_through(key: str) -> Iterator[Match]:
    """Yield a match of the game at every fifth position, and at its end."""
    match, chance = Match(GAMES[key], {}, bytes(32)), random.Random(key)
    for number in range(300):
        if match.turn is None:
            break
        if number % 5 == 0:
            yield match
        match.play(chance.choice(match.moves()))
    yield match


def draw_for_mover(match: Match) -> tuple[ElementTree.Element, list[str]]:
    """Return the picture of a match for its mover, and the squares on offer in it."""
    node = reach_choice(match.game, match.position, ()) if match.turn is not None else None
    squares = [step.square for step in node.choices if step.square] if node else []
    return ElementTree.fromstring(draw(match.view(match.turn), choices=squares)), squares


@pytest.mark.ci
def test_every_piece_and_every_choice_is_in_the_picture(key: str) -> None:
    for match in play_through(key):
        picture, squares = draw_for_mover(match)
        view = match.view(match.turn)
        cells = [each for each in picture.iter() if each.get("role") == "gridcell"]
        taps = [each.get("data-square") for each in cells if each.get("class") == "tap"]
        assert all(
            "can be chosen" in (each.get("aria-label") or "") for each in cells if each.get("class") == "tap"
        )
        assert sorted(filter(None, taps)) == sorted(squares)
        if isinstance(view, BoardView):
            assert [each.get("data-square") for each in cells] == [
                name for row in view.reading for name in row
            ]
            held = {each.get("data-square"): each.get("aria-label") or "" for each in cells}
            assert all(("empty" in said) == (name not in view.cells) for name, said in held.items())
            assert {each.get("data-at") for each in picture.iter()} - {None} == set(view.cells)
            ghosts = len([each for each in picture.iter() if each.get("class") == "ghost"])
            kind = "rect" if view.pieces == "digits" else "circle"
            tones = [
                each for each in picture.iter(f"{NAME}{kind}") if each.get("class") in ("white", "black")
            ]
            sums = [each for each in tones if each.get("width") == "46"]
            assert len(tones) - len(sums) == len(view.cells) + ghosts
            crowns = [
                each for each in picture.iter(f"{NAME}polygon") if "_crown" in (each.get("class") or "")
            ]
            kings = sum(symbol.isupper() for symbol in view.cells.values())
            lost = [
                symbol
                for name, symbol in (view.trace.removed if view.trace else ())
                if name not in view.cells
            ]
            assert len(crowns) == kings + sum(symbol.isupper() for symbol in lost)
        else:
            assert isinstance(view, ProgramView)
            letters = {each.get("data-square") for each in cells} - {None}
            assert letters == {place.letter for place in view.placements}


@pytest.mark.ci
def test_nothing_is_drawn_outside_the_picture(key: str) -> None:
    for match in play_through(key):
        picture, _ = draw_for_mover(match)
        wide, high = map(float, (picture.get("viewBox") or "").split()[2:])
        for each in picture.iter(f"{NAME}rect"):
            left, top, across, down = (float(each.get(name) or 0) for name in ("x", "y", "width", "height"))
            assert 0 <= left <= left + across <= wide, each.attrib
            assert 0 <= top <= top + down <= high, each.attrib


def test_a_deck_has_its_size_beside_its_digit_and_nothing_upon_it() -> None:
    view = Match(GAMES["one-zero-one"], {}, bytes(32)).view(None)
    assert isinstance(view, ProgramView)
    used_up = replace(view, decks=(DeckView(None, 0), DeckView(None, 0)))
    for picture, size in (draw(view), "×13"), (draw(used_up), "×0"):
        shown = re.findall(
            rf' x="([0-9.]+)" y="[0-9.]+" font-size="62">[01]</text>'
            rf'<text[^>]* x="([0-9.]+)" y="[0-9.]+" font-size="30">{size}<',
            picture,
        )
        assert [float(right) - float(left) for left, right in shown] == [2 * ASIDE, 2 * ASIDE]


def test_a_chosen_square_is_marked_and_the_last_move_steps_back() -> None:
    match = Match(GAMES["russian"], {}, bytes(32))
    for move in ("c3-d4", "b6-a5"):
        match.play(move)
    last = draw(match.view(0))
    assert last.count('class="dark_last"') == 2 and '<polygon class="accent"' in last
    chosen = draw(match.view(0), chosen=["d4"], choices=["c5", "e5"])
    assert "_last" not in chosen and "polygon" not in chosen
    assert chosen.count('aria-selected="true"') == 1
    assert re.findall('class="tap"[^>]* data-square="(..)"', chosen) == ["c5", "e5"]


def test_a_seat_at_the_top_sees_the_board_turned() -> None:
    match = Match(GAMES["russian"], {}, bytes(32))

    def at(seat: int) -> tuple[str, str]:
        found = re.search(
            'data-square="a3" data-piece="" x="([0-9.]+)" y="([0-9.]+)"',
            draw(match.view(seat), choices=["a3"]),
        )
        assert found
        return found[1], found[2]

    assert float(at(0)[0]) < float(at(1)[0])
    assert float(at(0)[1]) > float(at(1)[1])


def test_a_screen_reader_is_told_what_each_square_holds_and_may_do() -> None:
    match = Match(GAMES["russian"], {}, bytes(32))
    picture = draw(match.view(0), chosen=["c3"], choices=["b4", "d4"])
    assert 'aria-label="White to move."' in picture
    for said in ("a1: white man", "c3: white man, chosen", "d4: empty, can be chosen", "h8: black man"):
        assert f'aria-label="{said}"' in picture


def test_what_is_said_is_escaped() -> None:
    assert (
        draw_grid([[GridCell("a1", 'a "<b>" & c', (0, 0, 1, 1))]], "<", localizer_for("en")).count("<") == 5
    )
    assert element("text", "<b>") == "<text>&lt;b&gt;</text>"
    with pytest.raises(TypeError, match="no drawing"):
        draw(object())  # pyrefly: ignore[bad-argument-type]  # no view
