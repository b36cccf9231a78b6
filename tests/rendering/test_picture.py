"""What holds of every picture: size, form, bytes, orientation, marks."""

import ast
import doctest
import random
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops

import rendering.picture
from rendering.board.layout import lay_out
from rendering.board.painter import paint
from rendering.board.strips import deciding
from rendering.describe import text_board
from rendering.picture import Picture, draw, draw_hand
from rendering.png import encode
from rendering.themes import SIZE, THEMES
from rules.board import BoardView, numbers
from rules.catalogue import GAMES
from rules.game import View
from rules.match import Match
from rules.one_zero_one.playing_cards import KINDS, Cell, ordered
from rules.one_zero_one.turn import Position
from rules.one_zero_one.view import DeckView, Placement, ProgramView
from tests.rendering.samples import (
    BINAR,
    BINAR_END,
    BOARDS,
    CANADIAN,
    CHECKERS,
    DISPLAYS,
    EARLY,
    MIDDLE,
    WIDE,
    display,
    seen,
)
from tests.rendering.strict_png import decode
from tests.rules.playouts import random_match

VIEWS = BOARDS | DISPLAYS


def opened(picture: Picture) -> Image.Image:
    return Image.open(BytesIO(picture.png))


def rgb(picture: Picture) -> Image.Image:
    return opened(picture).convert("RGB")


def part(picture: Picture, view: BoardView, square: str) -> Image.Image:
    """The pixels of one square."""
    layout = lay_out(view)
    x, y = layout.corner(numbers(view.size)[square])
    return rgb(picture).crop((x, y, x + layout.cell, y + layout.cell))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", VIEWS)
def test_a_picture_is_a_png_in_the_theme_s_palette_of_at_most_50_kb(name: str, theme: str) -> None:
    picture = draw(VIEWS[name], theme=theme)
    decoded = decode(picture.png)
    assert (decoded.width, decoded.height) == (picture.width, picture.height)
    palette = THEMES[theme].board if name in BOARDS else THEMES[theme].program
    assert decoded.palette == palette.colours and len(decoded.palette) <= SIZE
    assert len(picture.png) <= 50 * 1024


@pytest.mark.parametrize("size", range(3, 13))
def test_a_board_of_any_size_is_720_by_720(size: int) -> None:
    for game in ("binar", "binary", "russian"):
        view = seen(game, size=size, cells={}, hands=(1, 1), frame=(), labels={})
        assert (draw(view).width, draw(view).height) == (720, 720)
        layout = lay_out(view)
        assert layout.cell * size + layout.left <= 720 and layout.cell * size > 600


def test_the_display_grows_from_7_to_9_columns_and_never_further() -> None:
    one = display("0", "1", "", "", "")
    assert (draw(one).width, draw(one).height) == (898, 706)
    for count, width in ((6, 898), (7, 992), (8, 1086), (9, 1086), (17, 1086), (30, 1086)):
        line = " ".join("01"[i % 2] for i in range(count))
        assert draw(display(line, "1", "", "", "")).width == width


def test_the_same_view_gives_the_same_bytes_and_no_metadata() -> None:
    for view in VIEWS.values():
        again = replace(view)
        first = draw(view)
        assert first == draw(again)
        kinds = []
        at = 8
        while at < len(first.png):
            kinds.append(first.png[at + 4 : at + 8])
            at += 12 + int.from_bytes(first.png[at : at + 4])
        assert list(dict.fromkeys(kinds)) == [b"IHDR", b"PLTE", b"IDAT", b"IEND"]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_drawn_from_every_seat(game: str) -> None:
    match = random_match(GAMES[game], {}, seed=11, limit=40)
    for seat in (None, 0, 1):
        view = match.game.seen_by(match.position, seat)
        picture = draw(view)
        assert len(picture.png) <= 50 * 1024
        assert 0 < len(picture.alt) <= 1024


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


def test_an_unknown_theme_is_drawn_as_the_default() -> None:
    assert draw(CHECKERS, theme="gone") == draw(CHECKERS)
    assert draw_hand(EARLY, theme="gone") == draw_hand(EARLY)


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


def test_no_picture_and_no_word_asks_which_game_it_is() -> None:
    """What differs between games is a fact of the view, so a new board game needs no entry in `rendering`."""
    rooms = Path(__file__).parents[2] / "rendering"
    found = [
        f"{path.relative_to(rooms)}:{node.lineno}"
        for path in rooms.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if (isinstance(node, ast.Attribute) and node.attr == "game")
        or (isinstance(node, ast.Constant) and node.value in GAMES)
    ]
    assert found == []


@pytest.mark.parametrize("name", BOARDS)
def test_a_game_of_another_name_is_drawn_and_told_alike(name: str) -> None:
    view = BOARDS[name]
    assert draw(replace(view, game="three-in-a-row")) == draw(view)


def test_the_example_of_draw_is_true() -> None:
    assert doctest.testmod(rendering.picture).failed == 0
    assert doctest.testmod(rendering.picture).attempted > 0
