"""What is beside the board: hands and points below it, the sums of full lines of digits."""

from functools import lru_cache

from PIL import Image, ImageDraw

from rendering.board.layout import EDGE, GUTTER, PLATE, STRIP, Layout
from rendering.sprites import Pen, fitting, lettering
from rendering.themes import THEMES
from rules.board import BoardView, Tone, names
from rules.game import Seat
from words import Speaker

PARITY_TONES = ("white", "black")
"""The tones of even and of odd sums: those of the tiles of 0 and of 1."""
SUMS_FIT = 32
"""How many characters a seat's half of the strip holds in the smallest type."""


def draw_strip(picture: Image.Image, theme: str, view: BoardView, say: Speaker) -> None:
    """Draw hands or points under the board, seat 0's at the left; the side to move is on a light plate."""
    palette = THEMES[theme].board
    draw = ImageDraw.Draw(picture)
    middle = EDGE - STRIP // 2
    texts = [strip_text(view, seat, say) for seat in (0, 1)]
    height = fitting(max(texts, key=len), 25, EDGE // 2 - 66)
    for seat, text in enumerate(texts):
        left, right = EDGE // 2 * seat + 4, EDGE // 2 * (seat + 1) - 5
        ground, ink = "panel", "panel_ink"
        if view.turn == seat:
            ground, ink = "panel_ink", "panel"
            draw.rounded_rectangle((left, middle - 21, right, middle + 20), 8, palette.index(ground))
        icon = _strip_icon(theme, ground, view.tones[seat], view.scores_on and view.scores_on[seat])
        picture.paste(icon, (left + 8, middle - 17))
        words = lettering(palette, text, height, ink, ground)
        picture.paste(words, (left + 50, middle - words.height // 2))


def strip_text(view: BoardView, seat: Seat, say: Speaker) -> str:
    """Return what the strip says of a seat: hand and points, the largest group, or the sum of its groups."""
    hand = view.hands[seat] if view.hands and view.turn is not None else None
    if not view.score:
        return "" if hand is None else say("picture.in_hand", count=hand)
    score = view.score[seat]
    if view.score_is == "largest_group":
        return say("picture.largest", points=score)
    sizes = [group.size for group in view.groups if group.seat == seat]
    if sizes:
        whole = "+".join([f"2×{sizes[0]}", *map(str, sizes[1:])]) + f"={score}"
        return whole if len(whole) <= SUMS_FIT else say("picture.points", points=score)
    if hand is not None:
        return say("picture.in_hand_and_points", count=hand, points=score)
    return say("picture.points", points=score)


@lru_cache(maxsize=32)
def _strip_icon(theme: str, ground: str, side: Tone, square: str | None) -> Image.Image:
    """Draw a seat's piece, or a stone on a `square` that counts for the seat, dark or light."""
    palette = THEMES[theme].board
    colours = palette.names
    picture = Image.new("RGBA", (34, 34), (*colours[ground], 255))
    pen = Pen(34)
    if square:
        pen.tile((0, 0, 34, 34), 5, colours[square], rim=colours["panel_quiet"], width=2)
        pen.disc((17, 17), 13, colours["black_rim"])
        pen.disc((17, 17), 11.5, colours["black"])
    else:
        pen.disc((17, 17), 16, colours["panel_quiet" if side == "black" else "white_rim"])
        pen.disc((17, 17), 14, colours[side])
    picture.alpha_composite(pen.done())
    return palette.fit(picture.convert("RGB"))


def line_sums(view: BoardView) -> tuple[dict[int, int], dict[int, int]]:
    """Return the sums of the full rows (by rank, from 0) and columns (by file, from 0) of a board of digits."""
    size, known = view.size, names(view.size)
    rows = [[view.cells.get(known[rank * size + file]) for file in range(size)] for rank in range(size)]
    columns = [list(column) for column in zip(*rows, strict=True)]
    full_rows = {i: sum(map(int, filter(None, line))) for i, line in enumerate(rows) if None not in line}
    full_columns = {
        i: sum(map(int, filter(None, line))) for i, line in enumerate(columns) if None not in line
    }
    return full_rows, full_columns


def deciding(view: BoardView) -> list[tuple[tuple[str, ...], str]]:
    """Return the full lines through the digit that ended the game, each with its tone; as one where both agree."""
    if not view.sums or view.turn is not None or not view.trace:
        return []
    known = names(view.size)
    rank, file = divmod(known.index(view.trace.placed[0]), view.size)
    rows, columns = line_sums(view)
    full = []
    if rank in rows:
        full.append((known[rank * view.size : (rank + 1) * view.size], PARITY_TONES[rows[rank] % 2]))
    if file in columns:
        full.append((known[file :: view.size], PARITY_TONES[columns[file] % 2]))
    if len(full) == 2 and full[0][1] == full[1][1]:
        return [(full[0][0] + full[1][0], full[0][1])]
    # On a full board without such a pair no line has decided.
    return full if len(view.cells) < view.size**2 else []


def draw_parities(picture: Image.Image, theme: str, layout: Layout, view: BoardView, say: Speaker) -> None:
    """Draw the sum of each full line beside it, on a plate in the tone of its parity."""
    rows, columns = line_sums(view)
    parities = say("picture.even"), say("picture.odd")
    board = layout.cell * layout.size
    half = PLATE // 2
    middle, below = EDGE - (EDGE - layout.left - board) // 2, layout.top + board + GUTTER + half
    for rank, total in rows.items():
        y = layout.centre(rank * layout.size)[1]
        picture.paste(_sum(theme, total, parities[total % 2]), (middle - half, y - half))
    for file, total in columns.items():
        x = layout.centre(file)[0]
        picture.paste(_sum(theme, total, parities[total % 2]), (x - half, below - half))


@lru_cache(maxsize=64)
def _sum(theme: str, total: int, parity: str) -> Image.Image:
    palette = THEMES[theme].board
    colours, side = palette.names, PARITY_TONES[total % 2]
    picture = Image.new("RGBA", (PLATE, PLATE), (*colours["panel"], 255))
    pen = Pen(PLATE)
    pen.tile((0, 0, PLATE, PLATE), 7, colours[side], rim=colours["panel_quiet"], width=2)
    pen.text((20, 14), str(total), 20, colours[side + "_ink"])
    pen.text((20, 31), parity, fitting(parity, 13, PLATE - 4), colours[side + "_ink"])
    picture.alpha_composite(pen.done())
    return palette.fit(picture.convert("RGB"))
