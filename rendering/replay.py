"""A replay of the moves of a match, as a GIF."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from PIL import Image

from rendering.board.layout import PICTURE_WIDTH, SIDE, lay_out
from rendering.board.playback import paint_views
from rendering.caption import Caption, name_or_side
from rendering.describe import ALT_LIMIT, describe
from rendering.gif import MAX_AREAS, OPENINGS, STEP, Box, Film, FrameArea, PatchCache
from rendering.one_zero_one import playback
from rendering.one_zero_one.header import MARGIN
from rendering.sprites import paste_art, render_text
from rendering.standing import reason_as_heading
from rendering.themes import DEFAULT_THEME, THEMES, Palette, valid_theme
from rendering.timing import report_time
from rules.board import BoardView
from rules.game import View
from rules.one_zero_one.view import ProgramView
from words import ENGLISH, Localizer, insert_player_names, localizer_for, render_message

PAUSE: Final = 80
"""Hundredths of a second that a move is shown."""
LAST: Final = 300
"""Hundredths of a second that the last move is shown."""
LONGEST: Final = 12_000
"""Hundredths of a second of all moves, if that leaves `SHORTEST` for each.

The moves of a longer match go by faster.
"""
SHORTEST: Final = 20
LIMIT: Final = 10 * 1024 * 1024
"""Bytes that a file may have (Discord)."""
SCALES: Final = (1, 2, 3, 4)
"""By what the edges of a picture are divided, until the file is small enough."""
BAR: Final = 48
"""Height in pixels of the bar below the picture.

The bar has the number of the move, and how far the match has come.
"""
LINE: Final = 44, 58
"""Height of the line between picture and bar, of boards and of displays.

It says who plays what, and how it ended.
"""
GAP: Final = 18
"""Pixels between the number and the track."""
TRACK: Final = 9
"""Pixels of the height of the track."""
BOARD_LOOK: Final = 25, ("panel", "panel_ink", "plate", "accent")
PROGRAM_LOOK: Final = 34, ("panel", "quiet", "line", "last")
"""Type size in pixels, and the names of four colours.

The type is 7 pixels high where the picture is 290 wide. The colours are the ground, the ink of the
number, the track and its filled part, as each palette names them.
"""

BESIDE: Final = 7
"""Most places besides a move's way.

Two sums, two plates, number, track and the line with the end.
"""


_changes, _openings = PatchCache(), PatchCache(OPENINGS)


class Moment(NamedTuple):
    """A position in a match: its view, number of plies so far, and move number.

    `move_number` is the number that players give the last move.
    """

    view: View
    plies: int
    move_number: int


@dataclass(frozen=True, slots=True)
class Replay:
    """A GIF file, and its description in words (at most 1,024 characters)."""

    gif: bytes
    alt: str


@dataclass(frozen=True, slots=True)
class ReplayLength:
    """The length of a match, finished or not, in plies and in moves.

    `move_count` is the number that players give the last move.
    """

    plies: int
    move_count: int


@report_time("replay")
def render_replay(
    moments: Sequence[Moment],
    length: ReplayLength,
    *,
    theme: str = DEFAULT_THEME,
    language: str = ENGLISH,
    limit: int = LIMIT,
    caption: Caption | None = None,
) -> Replay:
    """Return a replay of consecutive positions of one match.

    The first of `moments` is the position before the first move shown; `length` is that of the whole match.
    The file has at most `limit` bytes: if it would be larger, its pictures become smaller, and finally some
    moves are left out. A `caption` is written below the pictures, and on the last one how the match ended.
    The call blocks for one or a few milliseconds a move, so do not call it on an event
    loop.
    """
    theme = valid_theme(theme)
    alt = f"{_move_range(moments, length, language)} {describe(moments[-1].view, language)}"
    scales = iter(SCALES)
    scale = next(scales)
    while (gif := _encode_film(moments, length, theme, language, scale, limit, caption)) is None:
        smaller = next(scales, None)
        if smaller is None:
            # Every second one from the last on, for that is the one that must be seen.
            moments = moments[::-1][::2][::-1]
        scale = smaller or scale
    return Replay(gif, alt if len(alt) <= ALT_LIMIT else alt[: ALT_LIMIT - 1] + "…")


def _move_range(moments: Sequence[Moment], whole: ReplayLength, language: str) -> str:
    """Return the sentence of the alt text that says which moves are shown."""
    first, last = moments[min(1, len(moments) - 1)].move_number, moments[-1].move_number
    code = "alt.replay.one" if first == last else "alt.replay"
    return render_message(
        code, {"from_number": first, "to_number": last, "count": whole.move_count}, language
    )


def _encode_film(
    moments: Sequence[Moment],
    whole: ReplayLength,
    theme: str,
    language: str,
    scale: int,
    limit: int,
    caption: Caption | None,
) -> bytes | None:
    """Return the file, or `None` as soon as it exceeds its limit of bytes."""
    views = [moment.view for moment in moments]
    boards = [view for view in views if isinstance(view, BoardView)]
    palette = THEMES[theme].board if boards else THEMES[theme].program
    displays = [view for view in views if isinstance(view, ProgramView)]
    size = (PICTURE_WIDTH, lay_out(boards[0]).height) if boards else playback.canvas_size(displays)
    below = LINE[not boards] if caption else 0
    canvas = palette.blank((size[0], size[1] + below + BAR), "panel")
    edge, look = (SIDE, BOARD_LOOK) if boards else (MARGIN, PROGRAM_LOOK)
    bar = ProgressBar(canvas, palette, whole, edge, *look)
    line = caption and CaptionLine(
        canvas,
        palette,
        caption,
        localizer_for(language),
        (edge, size[1], size[0] - edge, size[1] + below),
        look,
    )
    # A replay from the middle begins with a board that hardly comes again.
    openings = _openings if not moments[0].plies else None
    film = Film((canvas.width // scale, canvas.height // scale), palette, _changes, openings)
    pause = max(SHORTEST, min(PAUSE, LONGEST // len(moments)))
    apart = _apart(pause)
    parts = (
        paint_views(canvas, boards, theme, language, apart)
        if boards
        else playback.paint_views(canvas, displays, theme, language, apart)
    )
    small: Image.Image | None = None
    for moment, places in zip(moments, parts, strict=True):
        places += bar.show_moment(moment)
        if line:
            places += line.show_moment(moment)
        if scale == 1:
            shown = canvas
        else:
            shown, places = _reduce_canvas(canvas, small, places, palette, scale)
            small = shown
        film.add_picture(shown, LAST if moment is moments[-1] else pause, places)
        if film.size > limit and (scale < SCALES[-1] or len(moments) > 1):
            return None
    return film.to_bytes()


def _apart(pause: int) -> int:
    """Return into how many areas the changes of a move may be split.

    Each is a frame of its own, and together they take half of the time of the move.
    """
    return max(1, min(MAX_AREAS, pause // STEP // 2 - BESIDE))


assert STEP * (_apart(SHORTEST) + BESIDE) < SHORTEST, "the frames of a move fit in the least of its time"


class CaptionLine:
    """The line below a replay: who played what, and at the end how it ended."""

    def __init__(
        self,
        canvas: Image.Image,
        palette: Palette,
        caption: Caption,
        say: Localizer,
        box: Box,
        look: tuple[int, tuple[str, str, str, str]],
    ) -> None:
        self._canvas, self._palette, self._caption, self._say, self._box = canvas, palette, caption, say, box
        self._type, (self._ground, self._ink, *_) = look
        self._shown: tuple[str, str] | None = None

    def show_moment(self, moment: Moment) -> list[FrameArea]:
        """Draw the line of a position, and return the areas that may have changed."""
        names = self._names(moment.view)
        outcome, title = moment.view.outcome, self._say.text(self._caption.title)
        left, right = self._say("picture.profile.against", name=names[0], opponent=names[1]), title
        if outcome:
            reason = self._say.text(insert_player_names(outcome.happened or outcome.phrase, names))
            ended = self._say("picture.end.draw")
            if outcome.winner is not None:
                ended = self._say("picture.wins", side=names[outcome.winner])
            left, right = f"{ended} · {reason_as_heading(reason)}", ""
        if (left, right) == self._shown:
            return []
        former, self._shown = self._shown, (left, right)
        self._canvas.paste(self._palette.index(self._ground), self._box)
        end = self._write(right, self._box[2], is_right=True) - 2 * GAP if right else self._box[2]
        self._write(left, end, is_right=False)
        return [FrameArea(self._box, (self._palette, self._box, former, self._shown))]

    def _names(self, view: View) -> tuple[str, str]:
        first, second = (name_or_side(self._caption, seat, view.players[seat], self._say) for seat in (0, 1))
        return first, second

    def _write(self, text: str, end: int, *, is_right: bool) -> int:
        """Write a text that ends before `end`, or there; return where it begins."""
        room = (end - self._box[0]) // (2 if is_right else 1)
        art = render_text(self._palette, text, self._type, self._ink, self._ground, max_width=room)
        left = end - art.width if is_right else self._box[0]
        paste_art(self._canvas, art, (left, (self._box[1] + self._box[3] - art.height) // 2))
        return left


class ProgressBar:
    """The bar below a replay: the number of the move, and a track that fills up."""

    def __init__(
        self,
        canvas: Image.Image,
        palette: Palette,
        length: ReplayLength,
        margin: int,
        type_size: int,
        colour_names: tuple[str, str, str, str],
    ) -> None:
        """Draw the parts that never change.

        `margin` is the number of pixels that stay free at both sides, `type_size` the size of the number.
        `colour_names` are those of the ground, the number, the track and its filled part.
        """
        self._canvas, self._palette, self._whole, self._type = canvas, palette, length, type_size
        self._ground, self._ink, self._track, self._filled = colour_names
        self._middle = canvas.height - BAR // 2 - 4
        widest = self._words(length.move_count)
        top = self._middle - widest.height // 2
        self._number: Box = (margin, top, margin + widest.width, top + widest.height)
        self._left, self._right = self._number[2] + GAP, canvas.width - margin
        self._end = self._left
        self._shown: int | None = None
        self._draw(self._left, self._right, self._track)

    def show_moment(self, moment: Moment) -> list[FrameArea]:
        """Draw the bar of a position, and return the areas that may have changed.

        Before the first move, the bar has no number.
        """
        places: list[FrameArea] = []
        if not moment.plies:
            places.append(FrameArea(self._number, (self._palette, self._number)))
        elif moment.move_number != self._shown:
            words = self._words(moment.move_number)
            paste_art(self._canvas, words, (self._number[2] - words.width, self._number[1]))
            name = self._palette, self._type, self._whole.move_count, self._shown, moment.move_number
            places.append(FrameArea(self._number, name))
            self._shown = moment.move_number
        end = self._left + (self._right - self._left) * moment.plies // max(1, self._whole.plies)
        if end > self._end:
            box = self._draw(self._end, end, self._filled)
            places.append(FrameArea(box, (self._palette, self._track, self._filled, end - self._end)))
            self._end = end
        return places

    def _words(self, number: int) -> Image.Image:
        said = f"{number}/{self._whole.move_count}"
        return render_text(self._palette, said, self._type, self._ink, self._ground, digits=True)

    def _draw(self, left: int, right: int, name: str) -> Box:
        box = (left, self._middle - TRACK // 2, right, self._middle + TRACK // 2 + 1)
        self._canvas.paste(self._palette.index(name), box)
        return box


def _reduce_canvas(
    canvas: Image.Image, small: Image.Image | None, places: Sequence[FrameArea], palette: Palette, scale: int
) -> tuple[Image.Image, list[FrameArea]]:
    """Return a canvas in a smaller size, and the places on it.

    `small` is that canvas before those places changed.
    """
    width, height = canvas.width // scale, canvas.height // scale
    if small is None:
        return _shrunk(canvas, (0, 0, width, height), palette, scale), []
    found = []
    for place in places:
        left, top, right, low = place.box
        box = (left // scale, top // scale, min(-(-right // scale), width), min(-(-low // scale), height))
        if box[0] < box[2] and box[1] < box[3]:
            small.paste(_shrunk(canvas, box, palette, scale), box)
            found.append(FrameArea(box))
    return small, found


def _shrunk(canvas: Image.Image, box: Box, palette: Palette, scale: int) -> Image.Image:
    """Return the part of a canvas that fills `box` once it is made smaller."""
    left, top, right, low = (edge * scale for edge in box)
    return palette.quantise(canvas.crop((left, top, right, low)).convert("RGB").reduce(scale))
