"""Every element of the pictures in every theme, on one page to be looked at.

The elements are those that `docs/style-sheet.md` describes. `python -m tests.rendering.elements`
writes the page anew, and the README's picture of an end; tests compare both with the present
drawing.
"""

from collections.abc import Callable, Collection
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw

from rendering.board.layout import PICTURE_HEIGHT, PICTURE_WIDTH, STRIP, lay_out
from rendering.board.painter import paint_square
from rendering.board.regions import Region
from rendering.board.squares import SquareCell, SquareTrail
from rendering.board.stands import LineSum, LineSums, SeatStanding
from rendering.board.strips import draw_strip, draw_sums, seat_icon
from rendering.fonts import SANS
from rendering.one_zero_one.cell_faces import CardFace, EmptySlot
from rendering.one_zero_one.cells import draw_empty_slot
from rendering.one_zero_one.keys import USUAL, draw_card, draw_key_icon
from rendering.one_zero_one.line_tiles import draw_line_tile
from rendering.one_zero_one.stacks import draw_cut_pile, draw_deck, draw_run_key
from rendering.sprites import CAPITAL_HEIGHT, load_font
from rendering.themes import DEFAULT_THEME, THEMES, Palette
from rules.one_zero_one.playing_cards import DELETE
from rules.one_zero_one.view import LineControl
from tests.rendering.contact_sheets import pictures
from tests.rendering.samples import BINAR_END, CHECKERS

PAGE: Final = Path("docs/pictures/elements.webp")
ENDED: Final = Path("docs/pictures/end.png")
SQUARE: Final = 80
CAPTION: Final = 330
COLUMN: Final = 272
GAP: Final = 10
GROUND: Final = (49, 51, 56)
INK: Final = (226, 228, 233)

CELLS: Final[dict[str, tuple[SquareCell, SquareCell]]] = {
    "square": (SquareCell(True), SquareCell(False, grain=1)),
    "square's number": (SquareCell(True, label="17"), SquareCell(False, label="17")),
    "man": (SquareCell(True, figure="w", kind="ranked"), SquareCell(True, figure="b", kind="ranked")),
    "king": (SquareCell(True, figure="W", kind="ranked"), SquareCell(True, figure="B", kind="ranked")),
    "man with number": (
        SquareCell(True, "17", figure="w", kind="ranked"),
        SquareCell(True, "17", figure="b", kind="ranked"),
    ),
    "king with number": (
        SquareCell(True, "17", figure="W", kind="ranked"),
        SquareCell(True, "17", figure="B", kind="ranked"),
    ),
    "stone": (SquareCell(True, figure="w"), SquareCell(False, figure="b")),
    "stone with distance": (
        SquareCell(True, figure="w", number="2"),
        SquareCell(False, figure="b", number="2"),
    ),
    "digit": (SquareCell(True, figure="0", kind="digits"), SquareCell(False, figure="1", kind="digits")),
    "last move, start": (SquareCell(True, last="from"), SquareCell(True, "17", last="from")),
    "last move, end": (
        SquareCell(True, figure="w", kind="ranked", last="to"),
        SquareCell(False, figure="1", kind="digits", last="to"),
    ),
    "last move, pushed": (
        SquareCell(True, figure="w", last="moved", trail=SquareTrail(((0, 0), (0, 1)), has_arrows=True)),
        SquareCell(False, figure="b", last="to", trail=SquareTrail(((0, 0), (0, -1)), has_arrows=True)),
    ),
    "captured": (
        SquareCell(True, ghost="b", kind="ranked"),
        SquareCell(True, "17", ghost="W", kind="ranked"),
    ),
    "can be chosen, piece": (
        SquareCell(True, figure="w", kind="ranked", choice="ring"),
        SquareCell(False, figure="b", choice="ring"),
    ),
    "can be chosen, empty": (SquareCell(True, choice="dot"), SquareCell(False, "17", choice="dot")),
    "can be chosen by a king": (SquareCell(True, choice="circle"), SquareCell(False, "17", choice="circle")),
    "chosen": (
        SquareCell(True, figure="w", kind="ranked", choice="chosen"),
        SquareCell(False, choice="chosen"),
    ),
    "dimmed": (SquareCell(True, figure="w", dim=True), SquareCell(False, figure="b", dim=True)),
    "dimmed digit": (
        SquareCell(True, figure="0", kind="digits", dim=True),
        SquareCell(False, figure="1", kind="digits", dim=True),
    ),
    "group": (
        SquareCell(True, figure="w", region=Region("white", "links", 0)),
        SquareCell(True, figure="b", region=Region("black", "links", 0, is_lit=False)),
    ),
    "group goes on": (
        SquareCell(True, figure="w", region=Region("white", "links", 0b10)),
        SquareCell(False, figure="w", region=Region("white", "links", 0b1000), region_size="12"),
    ),
    "territory": (
        SquareCell(True, figure="w", region=Region("white", "field", 0b10)),
        SquareCell(False, figure="b", region=Region("black", "field", 0b1000, is_lit=False)),
    ),
    "size of a territory": (
        SquareCell(True, region=Region("white", "field", 0), region_size="5"),
        SquareCell(False, region=Region("black", "field", 0, is_lit=False), region_size="12×2"),
    ),
    "deciding line": (
        SquareCell(True, figure="0", kind="digits", region=Region("accent", "field", 0b10)),
        SquareCell(False, figure="1", kind="digits", region=Region("accent", "field", 0b1000), last="to"),
    ),
    "frame of a part": (SquareCell(True, border=0b1001), SquareCell(False, border=0b0011)),
}
FACES: Final[dict[str, tuple[CardFace, CardFace]]] = {
    "key without a word": (CardFace(0, "PLAIN"), CardFace(1, "PLAIN")),
    "key, spent": (CardFace(0, "DELETE", "<"), CardFace(1, "ENTER", "v")),
    "key, acts": (CardFace(0, "DELETE", ">", live=True), CardFace(1, "SAVE", "^", live=True)),
    "key, saved": (CardFace(0, "IF", "<", saved=True), CardFace(1, "PLAIN", saved=True)),
    "key, turned over": (CardFace(0, "PLAIN", flipped=True), CardFace(1, "SYNTAX", "^", flipped=True)),
    "key, not counted": (
        CardFace(0, "PRINT", ">", is_discounted=True),
        CardFace(1, "PLAIN", is_discounted=True),
    ),
    "key, just played": (CardFace(0, "PLAIN", rim="last"), CardFace(1, "GOTO10", "^", live=True, rim="last")),
    "key, moved": (CardFace(0, "ENTER", "v", rim="moved"), CardFace(1, "PLAIN", rim="moved")),
    "key, all ways": (CardFace(0, "ELSE", "<>^v"), CardFace(1, "ELSE", "<>^v", live=True)),
}
SLOTS: Final[dict[str, tuple[EmptySlot, EmptySlot]]] = {
    "empty place": (EmptySlot(), EmptySlot(awaits_save=True)),
    "place to play to": (EmptySlot("A"), EmptySlot("A", chosen=True)),
    "card that left": (EmptySlot(ghost="deleted", digit=0), EmptySlot(ghost="moved", direction="v", digit=1)),
    "place with more": (EmptySlot("C", ghost="cut", digit=1), EmptySlot("B", awaits_save=True)),
}


def _strip(theme: str) -> Image.Image:
    picture = THEMES[theme].board.blank((PICTURE_WIDTH, PICTURE_HEIGHT), "panel")
    stands = SeatStanding(True, 12, "To move", "pieces"), SeatStanding(False, 8, "Black", "pieces")
    draw_strip(picture, theme, CHECKERS, stands, PICTURE_HEIGHT)
    left = picture.crop((0, PICTURE_HEIGHT - STRIP, 262, PICTURE_HEIGHT)).convert("RGB")
    right = picture.crop(
        (PICTURE_WIDTH // 2 - 100, PICTURE_HEIGHT - STRIP, PICTURE_WIDTH // 2 + 162, PICTURE_HEIGHT)
    ).convert("RGB")
    both = Image.new("RGB", (262, 2 * STRIP))
    both.paste(left, (0, 0))
    both.paste(right, (0, STRIP))
    return both


def _sums(theme: str) -> Image.Image:
    layout = lay_out(BINAR_END)
    picture = THEMES[theme].board.blank((PICTURE_WIDTH, PICTURE_HEIGHT), "frame")
    sums = LineSums(
        (
            LineSum(3, is_full=True),
            LineSum(4, is_full=True),
            LineSum(3, is_full=True, is_lit=True),
            LineSum(2, is_full=False),
            LineSum(None, is_full=False),
        )
    )
    draw_sums(picture, theme, layout, sums)
    row = Image.new("RGB", (5 * 52, 52))
    for i in range(5):
        y = layout.centre(i * layout.files)[1]
        row.paste(
            picture.crop((layout.right + 4, y - 26, layout.right + 56, y + 26)).convert("RGB"), (i * 52, 0)
        )
    return row


def _icons(theme: str) -> Image.Image:
    parts = [seat_icon(theme, "plate", CHECKERS, seat, 46) for seat in (0, 1)]
    parts += [draw_key_icon(theme, digit, 46, "bar") for digit in (0, 1)]
    return _side_by_side(parts)


def _tiles(theme: str) -> Image.Image:
    return _side_by_side(
        [
            draw_line_tile(theme, 10, LineControl(0, 3, 2), True, 126),
            draw_line_tile(theme, 50, LineControl(None, 0, 0), False, 126),
        ]
    )


def _decks(theme: str) -> Image.Image:
    return _side_by_side([draw_deck(theme, 0, DELETE[0], 7, USUAL), draw_deck(theme, 1, None, 0, USUAL)])


def _piles(theme: str) -> Image.Image:
    return _side_by_side([draw_run_key(theme, USUAL), draw_cut_pile(theme, 4, "cut", USUAL)])


WHOLE: Final[dict[str, Callable[[str], Image.Image]]] = {
    "plates of both sides": _strip,
    "sums of lines": _sums,
    "sides": _icons,
    "tile of a line": _tiles,
    "decks": _decks,
    "RUN, cut pile": _piles,
}
NAMES: Final = (*CELLS, *FACES, *SLOTS, *WHOLE)
"""What every element is called, on the page and in the style sheet."""


def draw_element(name: str, theme: str) -> Image.Image:
    """Return an element, in both of its forms if it has two."""
    if name in CELLS:
        return _side_by_side([paint_square(theme, SQUARE, cell) for cell in CELLS[name]])
    if name in FACES:
        return _side_by_side([draw_card(theme, face) for face in FACES[name]])
    if name in SLOTS:
        return _side_by_side([draw_empty_slot(theme, empty) for empty in SLOTS[name]])
    return WHOLE[name](theme).convert("RGB")


def colours(palette: Palette) -> Image.Image:
    """Return all colours of a palette as little squares, those with names first."""
    edge, across = 16, 16
    rows = -(-len(palette.colours) // across)
    picture = Image.new("RGB", (across * edge, rows * edge), GROUND)
    for i, colour in enumerate(palette.colours):
        down, right = divmod(i, across)
        picture.paste(colour, (right * edge, down * edge, (right + 1) * edge - 1, (down + 1) * edge - 1))
    return picture


def column(theme: str) -> tuple[int, int]:
    """Return where a theme's column begins on the page and where it ends."""
    left = CAPTION + [*THEMES].index(theme) * COLUMN
    return left, left + COLUMN


def page(themes: Collection[str] = tuple(THEMES)) -> Image.Image:
    """Return the page: a row for each element, a column for each theme.

    The columns of themes that are not asked for have their colours alone.
    """
    rows = [(name, {theme: draw_element(name, theme) for theme in themes}) for name in NAMES]
    rows.append(("colours of boards", {name: colours(theme.board) for name, theme in THEMES.items()}))
    rows.append(("colours of the display", {name: colours(theme.program) for name, theme in THEMES.items()}))
    heights = [max(part.height for part in parts.values()) + GAP for _, parts in rows]
    picture = Image.new("RGB", (CAPTION + COLUMN * len(THEMES), 60 + sum(heights)), GROUND)
    draw = ImageDraw.Draw(picture)
    for theme in themes:
        _write(draw, (column(theme)[0], 30), theme)
    top = 60
    for (name, parts), height in zip(rows, heights, strict=True):
        _write(draw, (16, top + (height - GAP) // 2), name)
        for theme, part in parts.items():
            picture.paste(part, (column(theme)[0], top))
        top += height
    return picture


def end() -> bytes:
    """Return the end of the match of Russian checkers that the contact sheets show."""
    return pictures("russian", DEFAULT_THEME)[-1].png


def _side_by_side(parts: list[Image.Image]) -> Image.Image:
    row = Image.new("RGB", (sum(part.width for part in parts), max(part.height for part in parts)))
    left = 0
    for part in parts:
        row.paste(part.convert("RGB"), (left, 0))
        left += part.width
    return row


def _write(draw: ImageDraw.ImageDraw, at: tuple[int, int], text: str) -> None:
    size = 26
    draw.text(
        (at[0], at[1] + size * CAPITAL_HEIGHT / 2), text, fill=INK, font=load_font(size, SANS), anchor="ls"
    )


if __name__ == "__main__":
    page().save(PAGE, lossless=True, quality=100, method=6)
    ENDED.write_bytes(end())
