"""Keys and the places they lie on.

Nothing is sliced, clipped, covered or too small on a phone.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, pairwise, product

import pytest
from PIL import Image, ImageChops

from rendering import sprites
from rendering.one_zero_one.cell_faces import CardFace, card_faces, empty_slots
from rendering.one_zero_one.cells import draw_empty_slot
from rendering.one_zero_one.display import (
    COLUMNS,
    CUT_PILE,
    DECKS,
    DISPLAY_WIDTH,
    RUN,
    fold_lines,
    paint_display,
)
from rendering.one_zero_one.hand import paint_hand
from rendering.one_zero_one.header import HIGH as HEADER
from rendering.one_zero_one.keys import (
    KEY_HEIGHT,
    KEY_WIDTH,
    MIN_KEY_HEIGHT,
    PLATE,
    SIDE,
    USUAL,
    KeyFormat,
    draw_card,
)
from rendering.one_zero_one.line_tiles import TILE_WIDTH as TILE
from rendering.one_zero_one.line_tiles import draw_continuation_tile, draw_line_tile
from rendering.one_zero_one.stacks import draw_cut_pile, draw_deck, draw_run_key
from rendering.themes import DEFAULT_THEME, THEMES, TONES
from rules.one_zero_one.playing_cards import (
    COMMANDS,
    DELETE,
    ELSE,
    KINDS,
    LINES,
    PLAIN,
    Cell,
    PlayingCard,
    pointed_cell,
)
from rules.one_zero_one.view import DeckView, LineControl, ProgramView
from tests.rendering.every_theme import EVERY_THEME
from tests.rendering.fresh_pictures import forget_pictures
from tests.rendering.samples import DISPLAYS, display, in_themes
from tests.sets import leave_to_ci
from words import ENGLISH

PHONE = 290
"""Pixels that Discord gives a picture on a phone."""
LOW = range(MIN_KEY_HEIGHT, KEY_HEIGHT, 8)
"""Heights of places in pictures of very many rows."""
POINTED = ("", "<", ">", "^", "v", "<>^v")


def display_of(line: int, count: int, cut: tuple[PlayingCard, ...] = ()) -> ProgramView:
    """Return a display with `count` cards in one line.

    Commands of all kinds and directions are among them.
    """
    words = ["0", "1SAVE>*", "1DELETE^", "0ENTERv", "1IF<", "0", "1PRINT>", "1REM<", "0SAVEv?"]
    lines = ["0 1", "1", "", "", ""]
    lines[line // 10 - 1] = " ".join(words[i % len(words)] for i in range(count))
    return display(*lines, cut=cut)


def columns_of(view: ProgramView) -> list[int]:
    shown = {*card_faces(view), *empty_slots(view, (), ())}
    return [max([cell.column for cell in shown if cell.line == line], default=0) for line in LINES]


def boxes(view: ProgramView) -> dict[str, tuple[int, int, int, int]]:
    """Where everything lies on a display, by what it is."""
    folded = fold_lines(columns_of(view))
    width, high = folded.key_format.size_px
    named = {str(cell): cell for cell in (*card_faces(view), *empty_slots(view, (), ()))}
    named |= {"run": Cell(50, RUN), "cut": Cell(50, CUT_PILE)}
    named |= {f"deck {i}": Cell(50, column) for i, column in enumerate(DECKS)}
    found = {}
    for name, cell in named.items():
        x, y = folded.corner(cell)
        found[name] = (x, y, x + width, y + high)
    for at, row in enumerate(folded.rows):
        found[f"tile {row}"] = (0, folded.row_top(at), TILE, folded.row_top(at) + high)
    return found


@pytest.mark.parametrize("line", LINES[:4])
def test_1_to_20_cards_lie_in_the_picture_and_none_on_another(line: int) -> None:
    for count in range(1, 21):
        view = display_of(line, count)
        width, high = fold_lines(columns_of(view)).size
        assert width == DISPLAY_WIDTH == 1000 and 706 <= high <= 1400
        found = boxes(view)
        assert len(found) >= count + 8
        for left, top, right, low in found.values():
            assert 0 <= left < right <= width and HEADER <= top < low <= high
        for (one, a), (other, b) in combinations(found.items(), 2):
            apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
            assert apart, (one, other)


def test_every_line_of_20_cards_still_fits_and_its_words_keep_their_size() -> None:
    line = " ".join(["1DELETE^"] * 20)
    view = display(line, line, line, line, "0 1 1", cut=(DELETE[0],))
    folded = fold_lines(columns_of(view))
    assert [row.band for row in folded.rows] == [0] * 5 + [1] * 4 + [2] * 4 and folded.size[1] <= 1400
    assert paint_display(view, DEFAULT_THEME, ENGLISH, (), ()).size == folded.size
    assert word_rows(CardFace(1, "DELETE", "^"), folded.key_format) >= 6 * DISPLAY_WIDTH / PHONE


@pytest.mark.parametrize(
    ("count", "high"), [(1, 706), (6, 706), (7, 706), (8, 842), (14, 842), (15, 978), (20, 978)]
)
def test_a_line_goes_on_in_a_second_and_a_third_row(count: int, high: int) -> None:
    view = display(" ".join("01"[i % 2] for i in range(count)), "1", "", "", "")
    picture = paint_display(view, DEFAULT_THEME, ENGLISH, (), ())
    assert picture.size == (1000, high)


def test_above_and_below_a_place_are_those_that_a_card_there_points_at() -> None:
    """However long lines are, and where nothing lies between two of them too."""
    for long in product((3, 8, 15), repeat=4):
        folded = fold_lines([*long, 3])
        at = {
            (row, column): Cell(LINES[row.line], row.band * COLUMNS + column)
            for row in folded.rows
            for column in range(1, COLUMNS + 1)
        }
        for upper, lower in pairwise(folded.rows):
            apart = folded.row_top(folded.rows.index(lower)) - folded.row_top(folded.rows.index(upper))
            if apart > folded.key_format.height:  # a gap: they do not belong together
                continue
            for column in range(1, COLUMNS + 1):
                cell = at[upper, column]
                if cell.line < 40:  # beside line 50 lie the decks
                    assert pointed_cell(cell, "v") == at[lower, column]
        shown = {row.line: row.band for row in folded.rows}
        assert all(columns <= (shown[line] + 1) * COLUMNS for line, columns in enumerate(long))


@pytest.mark.ci
@pytest.mark.parametrize("count", [3, 7, 8, 12, 20])
@pytest.mark.parametrize("line", [10, 40])
def test_nothing_is_painted_over_anything(line: int, count: int) -> None:
    view = display_of(line, count, cut=(DELETE[0],) * 13)
    view = replace(view, decks=(DeckView(KINDS[5], 13), DeckView(None, 0)))
    picture, folded = paint_display(view, DEFAULT_THEME, ENGLISH, (), ()), fold_lines(columns_of(view))
    form = folded.key_format
    found = boxes(view)
    drawn = {str(cell): draw_card(DEFAULT_THEME, face, form) for cell, face in card_faces(view).items()}
    drawn |= {
        str(cell): draw_empty_slot(DEFAULT_THEME, empty, form)
        for cell, empty in empty_slots(view, (), ()).items()
    }
    drawn |= {
        f"deck {i}": draw_deck(DEFAULT_THEME, i, view.decks[i].top, view.decks[i].count, form) for i in (0, 1)
    }
    drawn |= {"run": draw_run_key(DEFAULT_THEME, form), "cut": draw_cut_pile(DEFAULT_THEME, 13, "cut", form)}
    for row in folded.rows:
        i, column = row.line, row.band * COLUMNS + 1
        drawn[f"tile {row}"] = (
            draw_continuation_tile(DEFAULT_THEME, LINES[i], column, form.height)
            if row.band
            else draw_line_tile(DEFAULT_THEME, LINES[i], view.control[i], view.open_lines[i], form.height)
        )
    assert drawn.keys() == found.keys()
    for name, art in drawn.items():
        assert picture.crop(found[name]).tobytes() == art.tobytes(), name


def edge(art: Image.Image) -> set[int]:
    """The colours on the outermost pixels of a picture."""
    width, high = art.size
    sides = ((0, 0, width, 1), (0, high - 1, width, high), (0, 0, 1, high), (width - 1, 0, width, high))
    return {number for box in sides for number in art.crop(box).tobytes()}


@pytest.mark.ci
@pytest.mark.parametrize(("command", "theme"), leave_to_ci(in_themes(COMMANDS, ("PLAIN",)), every=6))
def test_no_key_is_sliced_at_the_edge_of_its_place(command: str, theme: str) -> None:
    panel = THEMES[theme].program.index("panel")
    for digit, saved in product((0, 1), (False, True)):
        assert edge(draw_card(theme, CardFace(digit, command, live=saved, saved=saved, flipped=saved))) == {
            panel
        }
        stack = draw_deck(theme, digit, next(held for held in KINDS if held.command == command), 13, USUAL)
        assert stack.size == USUAL.size_px
    if command == "PLAIN":
        assert (
            edge(draw_deck(theme, 0, KINDS[0], 13, USUAL))
            == edge(draw_deck(theme, 1, None, 0, USUAL))
            == {panel}
        )
        assert edge(draw_run_key(theme, USUAL)) == edge(draw_cut_pile(theme, 26, "cut", USUAL)) == {panel}


@pytest.mark.ci
@pytest.mark.parametrize("theme", EVERY_THEME)
@pytest.mark.parametrize("way", POINTED[1:])
def test_a_pointer_lies_at_its_side_and_covers_neither_digit_nor_word(way: str, theme: str) -> None:
    for digit, command in product((0, 1), ("DELETE", "IF", "GOTO10")):
        bare, pointing = CardFace(digit, command), CardFace(digit, command, way)
        change = ImageChops.difference(
            *(draw_card(theme, face).convert("RGB") for face in (bare, pointing))
        ).getbbox()
        assert change
        ink = digit_mask(theme, bare, USUAL)
        if len(way) == 1:
            sides = {
                "<": (0, 0, 24, 126),
                ">": (98, 0, 122, 126),
                "^": (0, 0, 122, 22),
                "v": (0, 106, 122, 126),
            }
            left, top, right, low = sides[way]
            assert left <= change[0] and top <= change[1] and change[2] <= right and change[3] <= low
        assert covers(digit_mask(theme, pointing, USUAL), ink)


@pytest.mark.ci
@pytest.mark.parametrize(
    ("theme", "high"),
    leave_to_ci(
        [*((theme, KEY_HEIGHT) for theme in THEMES), *((DEFAULT_THEME, high) for high in LOW)], after=2
    ),
)
def test_badges_cover_no_digit_and_no_pointer(theme: str, high: int) -> None:
    form = KeyFormat(high)
    # What strikes a small digit through may end at a badge.
    struck = (False,) if form.is_compact else (False, True)
    for digit, command, way, off in product((0, 1), ("SAVE", "ELSE"), POINTED, struck):
        bare = CardFace(digit, command, way, is_discounted=off)
        badged = bare._replace(saved=True, flipped=True)
        assert covers(digit_mask(theme, badged, form), digit_mask(theme, bare, form))
        plain, one, other = (
            numbers(draw_card(theme, face, form)) for face in (bare._replace(pointers=""), bare, badged)
        )
        pointer = ImageChops.difference(plain, one).point(MARKED)
        assert not ImageChops.multiply(ImageChops.difference(one, other), pointer).getbbox()


@pytest.mark.ci
@pytest.mark.parametrize("high", leave_to_ci([*LOW, KEY_HEIGHT], after=2))
def test_beside_line_50_nothing_is_cut_off_in_rows_of_any_height(high: int) -> None:
    form, names = KeyFormat(high), THEMES[DEFAULT_THEME].program
    for digit, count, held in product((0, 1), (2, 13), (PLAIN, ELSE, *DELETE)):
        art = draw_deck(DEFAULT_THEME, digit, held, count, form)
        lines = bands(art, names.index(f"{TONES[digit]}_ink"))
        assert len(lines) == (1 if held.command == "PLAIN" else 2), (held, count)
        assert SIDE[1] + 3 <= lines[0][0] and lines[-1][1] < form.face_bottom
        assert lines[0][1] - lines[0][0] + 1 >= 7 * DISPLAY_WIDTH / PHONE - 1
    word, arrow = bands(draw_run_key(DEFAULT_THEME, form), names.index("run_ink"))
    assert SIDE[1] + 5 <= word[0] and arrow[1] < form.face_bottom - 5
    assert word[1] - word[0] + 1 >= 6 * DISPLAY_WIDTH / PHONE - 1


def bands(art: Image.Image, number: int) -> list[tuple[int, int]]:
    """Return the first and the last row of each part of a key that has a colour.

    The parts are listed from the top. The edges of the key are left out.
    """
    inner = art.crop((20, 0, art.width - 20, art.height))
    counts = [inner.crop((0, y, inner.width, y + 1)).tobytes().count(number) for y in range(inner.height)]
    rows = [y for y, count in enumerate(counts) if count > 2]
    starts = [y for y in rows if y - 1 not in rows]
    ends = [y for y in rows if y + 1 not in rows]
    return list(zip(starts, ends, strict=True))


MARKED = [0, *[255] * 255]
"""What makes each pixel white that is not black."""


def numbers(art: Image.Image) -> Image.Image:
    """A picture in whose place of each pixel is the number of its colour, as a grey."""
    return Image.frombytes("L", art.size, art.tobytes())


def digit_mask(theme: str, face: CardFace, form: KeyFormat) -> Image.Image:
    """Return the inside of a card's face, white in the exact colour of its digit."""
    ink = THEMES[theme].program.index("zero_ink" if face.digit == 0 else "one_ink")
    art = numbers(draw_card(theme, face, form))
    return art.crop((34, 10, art.width - 34, art.height - 18)).point([255 * (i == ink) for i in range(256)])


def covers(more: Image.Image, less: Image.Image) -> bool:
    """Whether all that is white in the second is white in the first, and something is."""
    return less.getbbox() is not None and ImageChops.subtract(less, more).getbbox() is None


def word_rows(face: CardFace, form: KeyFormat) -> int:
    """How many rows of pixels the word of a card is high."""
    palette = THEMES[DEFAULT_THEME].program
    tone = "zero" if face.digit == 0 else "one"
    plate = palette.index(f"{tone}_{'live' if face.live else 'plate'}")
    art = draw_card(DEFAULT_THEME, face, form)
    box = (16, round(form.word_top) + 1, KEY_WIDTH - 16, round(form.word_top) + PLATE - 1)
    part = art.crop(box)
    rows = [part.crop((0, y, part.width, y + 1)).tobytes() for y in range(part.height)]
    return sum(any(number != plate for number in row) for row in rows)


@pytest.mark.ci
@pytest.mark.parametrize("command", sorted({*COMMANDS} - {"PLAIN"}))
def test_the_words_of_commands_are_6_pixels_high_on_a_phone(command: str) -> None:
    for digit, live in product((0, 1), (False, True)):
        assert word_rows(CardFace(digit, command, live=live), USUAL) >= 6 * DISPLAY_WIDTH / PHONE


@pytest.fixture
def written() -> Iterator[list[tuple[str, float]]]:
    """Every text painted in a test, with its size in pixels of the picture."""
    found: list[tuple[str, float]] = []
    kept = {name: getattr(sprites.Pen, name) for name in ("text", "squeezed_text")}
    letter = sprites.draw_text

    def watch_method(name: str) -> object:
        """Return a `Pen` method of that name that also notes the texts and sizes."""

        def write(
            pen: sprites.Pen, at: sprites.Point, text: str, size: float, *rest: object, **named: object
        ) -> None:
            found.append((text, size * pen.scale / pen.reduction))
            before = len(found)
            kept[name](pen, at, text, size, *rest, **named)
            del found[before:]

        return write

    def plain(draw: object, at: object, text: str, size: int, *rest: object) -> None:
        found.append((text, size))
        letter(draw, at, text, size, *rest)  # pyrefly: ignore[bad-argument-type]  # handed on as they come

    forget_pictures()
    with pytest.MonkeyPatch.context() as patch:
        for name in kept:
            patch.setattr(sprites.Pen, name, watch_method(name))
        patch.setattr(sprites, "draw_text", plain)
        yield found
    forget_pictures()


@pytest.mark.ci
@pytest.mark.parametrize("name", leave_to_ci(DISPLAYS, after=1))
def test_everything_else_is_7_pixels_high_on_a_phone(name: str, written: list[tuple[str, float]]) -> None:
    view = replace(DISPLAYS[name], score=(150, 150), cut=KINDS * 2)
    width = paint_display(view, DEFAULT_THEME, ENGLISH, (), ()).width
    words = {*COMMANDS, "GOTO 10"}
    assert {text for text, _ in written} >= {"10", "RUN", "150 points", "cut"}
    for text, size in written:
        lowest = 6 if text in words else 7
        assert size * sprites.CAPITAL_HEIGHT >= lowest * width / PHONE, (text, size)


def test_the_names_in_a_hand_are_7_pixels_high_on_a_phone(written: list[tuple[str, float]]) -> None:
    for cards in zip(KINDS, KINDS[1:], KINDS[2:], strict=False):
        width = paint_hand(cards, 1, DEFAULT_THEME, ENGLISH, [cards[1].name]).width
        assert all(size * sprites.CAPITAL_HEIGHT >= 7 * width / PHONE for _, size in written), cards
        written.clear()


@pytest.mark.parametrize("high", [101, 108, 120, 144])
@pytest.mark.parametrize("held", [LineControl(None, 10, 10), LineControl(0, 11, 9), LineControl(1, 9, 11)])
def test_in_rows_of_any_height_key_count_and_segments_of_a_line_keep_clear(
    high: int, held: LineControl
) -> None:
    palette = THEMES[DEFAULT_THEME].program
    art, plain = draw_line_tile(DEFAULT_THEME, 10, held, True, high), palette.index("line")
    rows = art.crop((TILE - 58, 8, TILE - 16, high - 8))
    drawn = [
        any(pixel != plain for pixel in rows.crop((0, y, 42, y + 1)).tobytes()) for y in range(rows.height)
    ]
    assert sum(now and not before for before, now in pairwise([False, *drawn])) == 3
