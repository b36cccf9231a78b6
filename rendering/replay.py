"""The moves of a match one after the other, as a GIF."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageDraw

from rendering.board.layout import EDGE
from rendering.board.painter import Part, paint_each
from rendering.describe import ALT_LIMIT, describe
from rendering.gif import Film
from rendering.one_zero_one import display
from rendering.sprites import lettering
from rendering.themes import DEFAULT, THEMES, Palette
from rules.board import BoardView
from rules.game import View
from rules.one_zero_one.view import ProgramView
from words import ENGLISH, tell

PAUSE: Final = 80
"""Hundredths of a second that a move is shown."""
LAST: Final = 300
"""The same of the last move."""
LONGEST: Final = 12_000
"""The same of all moves, where that leaves `SHORTEST` for each; a longer match goes by faster."""
SHORTEST: Final = 20
TURN: Final = 10
"""How much later than its move whoever moves next is shown: a browser takes less for no time at all."""
LIMIT: Final = 10 * 1024 * 1024
"""Bytes that a file may have (Discord)."""
SCALES: Final = (1, 2, 3, 4)
"""By what the edges of a picture are divided, until the file is small enough."""
BAR: Final = 44
"""Pixels of the height of what is below the picture: the number of the move, and how far the match has come."""
NUMBER: Final = 132
"""Pixels of the width of the number."""
TYPE: Final = 25
EDGES: Final = 40
BOARD_NAMES: Final = ("panel", "panel_ink", "plate", "accent")
PROGRAM_NAMES: Final = ("panel", "quiet", "line", "last")
"""The ground, the ink of the number, the track and what is filled of it, as each palette names them."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A GIF file, and what it shows in words (at most 1,024 characters)."""

    gif: bytes
    alt: str


@dataclass(frozen=True, slots=True)
class Span:
    """Which moves are shown, counted from 1, and of how many; `first` 0 begins before the first move."""

    first: int
    last: int
    total: int


def replay(
    views: Sequence[View],
    span: Span,
    *,
    theme: str = DEFAULT,
    language: str = ENGLISH,
    limit: int = LIMIT,
) -> Replay:
    """Return the replay of a match from its views, each after one move; the file has at most `limit` bytes.

    Where it would have more, it becomes smaller, and at last shows only some of the moves. The first view is that
    before the move `span.first`, the last that after the move `span.last`. It blocks for some milliseconds a move, so
    no event loop should wait for it.
    """
    theme = theme if theme in THEMES else DEFAULT
    alt = tell("alt.replay", {"first": max(1, span.first), "last": span.last, "count": span.total}, language)
    alt = f"{alt} {describe(views[-1], language)}"
    numbers = [span.last - len(views) + 1 + i for i in range(len(views))]
    scales = iter(SCALES)
    scale = next(scales)
    while (gif := _filmed(views, numbers, span.total, theme, language, scale, limit)) is None:
        smaller = next(scales, None)
        if smaller is None:
            # Every second one from the last on, for that is the one that must be seen.
            views, numbers = views[::-1][::2][::-1], numbers[::-1][::2][::-1]
        scale = smaller or scale
    return Replay(gif, alt if len(alt) <= ALT_LIMIT else alt[: ALT_LIMIT - 1] + "…")


def _filmed(
    views: Sequence[View],
    numbers: Sequence[int],
    total: int,
    theme: str,
    language: str,
    scale: int,
    limit: int,
) -> bytes | None:
    """Return the file, `None` as soon as it has more bytes than it may have."""
    boards = isinstance(views[0], BoardView)
    palette = THEMES[theme].board if boards else THEMES[theme].program
    names = BOARD_NAMES if boards else PROGRAM_NAMES
    width, height = (EDGE, EDGE) if boards else _largest(views, theme, language)
    canvas = palette.blank((width, height + BAR), names[0])
    film = Film((canvas.width // scale, canvas.height // scale), palette)
    pause = max(SHORTEST, min(PAUSE, LONGEST // len(views)))
    for i, (board, foot) in enumerate(_parts(views, theme, language, (width, height))):
        rest = LAST if i == len(views) - 1 else pause
        for box, part in board:
            canvas.paste(part, box)
        if i and foot:
            film.add(_reduced(canvas, palette, scale), TURN)
            rest -= TURN
        for box, part in foot:
            canvas.paste(part, box)
        _draw_bar(canvas, palette, names, numbers[i], total)
        film.add(_reduced(canvas, palette, scale), rest)
        if film.size > limit and (scale < SCALES[-1] or len(views) > 1):
            return None
    return film.done()


def _parts(
    views: Sequence[View], theme: str, language: str, size: tuple[int, int]
) -> Iterator[tuple[list[Part], list[Part]]]:
    """Yield what is new in each view's picture: on its board, and what follows after it."""
    boards = [view for view in views if isinstance(view, BoardView)]
    if boards:
        yield from paint_each(boards, theme, language)
    for art in _displays(views, theme, language):
        whole = THEMES[theme].program.blank(size, PROGRAM_NAMES[0])
        whole.paste(art, ((size[0] - art.width) // 2, (size[1] - art.height) // 2))
        yield [((0, 0, *size), whole)], []


def _displays(views: Sequence[View], theme: str, language: str) -> Iterator[Image.Image]:
    for view in views:
        if isinstance(view, ProgramView):
            yield display.paint(view, theme, language, (), ())


def _largest(views: Sequence[View], theme: str, language: str) -> tuple[int, int]:
    """Return the width and the height that hold every display."""
    sizes = [art.size for art in _displays(views, theme, language)]
    return max(width for width, _ in sizes), max(height for _, height in sizes)


def _draw_bar(
    canvas: Image.Image, palette: Palette, names: tuple[str, str, str, str], number: int, total: int
) -> None:
    """Draw the number of the move, and beside it a track that fills until the last move of the match."""
    ground, ink, track, filled = names
    draw = ImageDraw.Draw(canvas)
    top, middle = canvas.height - BAR, canvas.height - BAR // 2 - 4
    left, right = EDGES + NUMBER, canvas.width - EDGES - 1
    draw.rectangle((0, top, left - 1, canvas.height), palette.index(ground))
    words = lettering(palette, f"{number}/{total}", TYPE, ink, ground, digits=True)
    canvas.paste(words, (EDGES, middle - words.height // 2))
    end = left + (right - left) * number // max(1, total)
    draw.rectangle((left, middle - 4, right, middle + 4), palette.index(track))
    draw.rectangle((left, middle - 4, end, middle + 4), palette.index(filled))


def _reduced(canvas: Image.Image, palette: Palette, scale: int) -> Image.Image:
    if scale == 1:
        return canvas
    size = canvas.width // scale, canvas.height // scale
    return palette.fit(canvas.convert("RGB").resize(size, Image.Resampling.BOX))
