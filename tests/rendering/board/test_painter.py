"""Boards: orientation, marks, numbers, sums; and that kept parts of files show what is there now."""

import random
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from rendering.board.layout import lay_out
from rendering.board.painter import paint
from rendering.board.strips import deciding
from rendering.picture import draw
from rendering.png import encode
from rendering.themes import THEMES
from rules.board import BoardView, numbers
from rules.catalogue import GAMES
from rules.match import Match
from tests.rendering.pixels import opened, part, rgb
from tests.rendering.samples import (
    BINAR,
    BINAR_END,
    BINARY,
    BINARY_END,
    CANADIAN,
    CHECKERS,
    YIN_YANG,
    ZONG_HENG,
    seen,
)


@pytest.mark.parametrize("size", range(3, 13))
def test_a_board_of_any_size_is_720_by_720(size: int) -> None:
    for game in ("binar", "binary", "russian"):
        view = seen(game, size=size, cells={}, hands=(1, 1), frame=(), labels={})
        assert (draw(view).width, draw(view).height) == (720, 720)
        layout = lay_out(view)
        assert layout.cell * size + layout.left <= 720 and layout.cell * size > 600


@pytest.mark.parametrize("game", ["binar", "binary", "zong-heng", "yin-yang", "russian", "frisian"])
def test_ranks_kept_from_former_pictures_show_what_is_there_now(game: str) -> None:
    match = Match(GAMES[game], {}, bytes(32))
    chance = random.Random(7)
    for _ in range(50):
        moves = match.game.moves(match.position)
        view = match.game.seen_by(match.position, len(match.plies) % 2)
        assert isinstance(view, BoardView)
        chosen = chance.sample(sorted(view.cells), min(1, len(view.cells)))
        for marks in ((), chosen):
            png = draw(view, chosen=marks, choices=chosen[:0]).png
            whole = encode(paint(view, "brown", chosen=marks), THEMES["brown"].board)
            pixels = Image.open(BytesIO(png)).tobytes()
            assert pixels == Image.open(BytesIO(whole)).tobytes(), view.last_move
        if not moves:
            break
        match.make(chance.choice(moves))


def test_the_upper_side_sees_the_board_turned() -> None:
    plain = replace(CHECKERS, trace=None, cells={"b2": "w", "g7": "B"})
    turned = replace(plain, viewer=1)
    assert part(draw(plain), plain, "b2") == part(draw(turned), turned, "b2")
    upright, upside = lay_out(plain), lay_out(turned)
    for square in range(64):
        assert upright.corner(square) == upside.corner(63 - square)
    assert lay_out(replace(plain, viewer=0)) == upright
    assert lay_out(replace(plain, viewer=1, top=None)) == upright


def test_a1_is_dark_or_light_as_the_view_says() -> None:
    board = THEMES["brown"].board_colours
    for dark, name in ((True, "dark"), (False, "light")):
        view = seen("russian", cells={}, a1_dark=dark)
        x, y = lay_out(view).centre(0)
        assert rgb(draw(view)).getpixel((x, y)) == board[name]


def test_the_last_move_is_marked_by_shape_and_not_by_tint_alone() -> None:
    still = replace(CHECKERS, trace=None)
    marked, plain = draw(CHECKERS), draw(still)
    mark = THEMES["brown"].board_colours["mark"]
    for square in ("b4", "f8"):
        colours = [colour for _, colour in part(marked, CHECKERS, square).getcolors(8100) or ()]
        assert mark in colours
        assert mark not in [colour for _, colour in part(plain, still, square).getcolors(8100) or ()]
    for captured in ("c5", "e7"):
        assert part(marked, CHECKERS, captured) != part(plain, still, captured)
    # The path runs through the square between the two captures.
    assert part(marked, CHECKERS, "d6") != part(plain, still, "d6")
    assert part(marked, CHECKERS, "h2") == part(plain, still, "h2")


def test_chosen_squares_pieces_and_targets_on_offer_have_marks_of_their_own() -> None:
    still = replace(CHECKERS, trace=None)
    plain = draw(still)
    marked = draw(still, chosen=["d2"], choices=["e3", "c7"])
    boxes = {square: part(marked, still, square) for square in ("d2", "e3", "c7")}
    for square, box in boxes.items():
        assert box != part(plain, still, square)
    corners = {square: box.getpixel((2, 2)) for square, box in boxes.items()}
    centres = {square: box.getpixel((45, 45)) for square, box in boxes.items()}
    choice = THEMES["brown"].board_colours["choice"]
    assert [square for square, colour in corners.items() if colour == choice] == ["d2"]
    assert [square for square, colour in centres.items() if colour == choice] == ["e3"]


def test_a_king_differs_from_a_man_by_crown_and_ring() -> None:
    man, king = (replace(CHECKERS, trace=None, cells={"d4": symbol}) for symbol in "wW")
    change = ImageChops.difference(part(draw(man), man, "d4"), part(draw(king), king, "d4"))
    box = change.getbbox()
    assert box and box[2] - box[0] > 45, "the second ring is wider than the crown alone"
    assert THEMES["brown"].board_colours["white_crown"] in [
        colour for _, colour in part(draw(king), king, "d4").getcolors(8100) or ()
    ]


def test_numbers_name_occupied_and_empty_squares() -> None:
    with_numbers, without = draw(CANADIAN), rgb(draw(replace(CANADIAN, labels={})))
    for square in CANADIAN.labels:
        layout = lay_out(CANADIAN)
        x, y = layout.corner(numbers(12)[square])
        there = without.crop((x, y, x + layout.cell, y + layout.cell))
        assert part(with_numbers, CANADIAN, square) != there, square


def test_full_lines_of_digits_show_their_sums_beside_the_board() -> None:
    row = {f"{file}2": "1" for file in "abcde"}
    almost = replace(BINAR, cells={**row, "a2": "0"})
    full = replace(BINAR, cells=row)
    beside = (700, 0, 720, 720)
    assert rgb(draw(full)).crop(beside) != rgb(draw(almost)).crop(beside), "the sum differs"
    empty = replace(BINAR, cells={})
    short = replace(BINAR, cells={name: digit for name, digit in row.items() if name != "c2"})
    assert rgb(draw(short)).crop(beside) == rgb(draw(empty)).crop(beside), "no sum before it is full"


def test_the_lines_that_decided_are_outlined_in_the_tone_of_their_parity() -> None:
    cross = {f"{file}3" for file in "abcde"} | {f"c{rank}" for rank in range(1, 6)}
    [(squares, side)] = deciding(BINAR_END)
    assert (set(squares), side) == (cross, "black")
    assert deciding(replace(BINAR_END, turn=0)) == []
    draw_on_a_full_board = dict.fromkeys(numbers(5), "0") | {"a3": "1"}
    assert deciding(replace(BINAR_END, cells=draw_on_a_full_board)) == []
    one_line = {name: digit for name, digit in BINAR_END.cells.items() if name[0] != "c"} | {"c3": "0"}
    [(squares, side)] = deciding(replace(BINAR_END, cells=one_line))
    assert (set(squares), side) == ({f"{file}3" for file in "abcde"}, "white")


CHANGES: dict[str, tuple[BoardView, dict[str, object]]] = {
    "turn": (BINARY, {"turn": 0}),
    "hands": (BINARY, {"hands": (4, 6)}),
    "score": (BINARY, {"score": (9, 5)}),
    "frame": (BINARY, {"frame": ("b2", "c2")}),
    "trace": (BINARY, {"trace": None}),
    "groups": (BINARY_END, {"groups": BINARY_END.groups[1:]}),
    "tones of groups": (BINARY_END, {"tones": ("white", "black")}),
    "tones of icons": (ZONG_HENG, {"tones": ("white", "black")}),
    "what the score is": (ZONG_HENG, {"score_is": "points"}),
    "squares that count": (YIN_YANG, {"scores_on": ("light", "dark")}),
    "numbers": (YIN_YANG, {"numbers": {"c4": 3}}),
    "a1": (YIN_YANG, {"a1_dark": True}),
    "sums": (BINAR_END, {"sums": False}),
    "coordinates": (CHECKERS, {"outside": True}),
    "labels": (CANADIAN, {"labels": {}}),
    "viewer": (CHECKERS, {"viewer": 1}),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_fact_that_changes_the_picture_changes_what_is_kept_of_it(name: str) -> None:
    view, facts = CHANGES[name]
    changed = replace(view, **facts)  # type: ignore[arg-type]  # fields of BoardView
    before, after = draw(view), draw(changed)
    assert before.png != after.png
    assert opened(after).tobytes() == paint(changed, "brown").tobytes()
