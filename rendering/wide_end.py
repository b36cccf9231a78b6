"""The end of a match in landscape: the position, and how it ended beside it.

It is as wide to its height as the place that Discord has for a picture on a desktop, and its words can be
read where it is as wide as a phone.
"""

from typing import Final

from PIL import Image

from rendering.board.layout import PICTURE_WIDTH, SIDE, lay_out
from rendering.board.painter import paint_scene
from rendering.board.scene import make_scene
from rendering.board.stands import plate_unit, strip_number
from rendering.caption import Caption
from rendering.end import ABOVE, CAPTION, UNDER, EndPanel
from rendering.fonts import MONO
from rendering.sprites import paste_art
from rendering.text_lines import FIGURES, MARGIN, SMALL, TITLE, TYPE, VERDICT, wrap_text
from rendering.themes import THEMES
from rules.board import BoardView
from rules.course import Course
from rules.game import Seat, View
from words import Localizer, Words

WIDTH: Final = 1100
"""Pixels of the width."""
BESIDE: Final = WIDTH - PICTURE_WIDTH
"""Pixels of the width of the part beside the position."""
COLUMNS: Final = BESIDE * PICTURE_WIDTH // WIDTH
HEIGHT: Final = 700
"""Pixels of the least height."""
HEADING: Final = 40
LINE: Final = 33
VERDICT_LINE: Final = 54
PLATE: Final = 64
COUNTED: Final = 76
"""Height of a side's plate with a number and its unit."""
RATED: Final = 80
"""Height of a side's plate with a rating."""
GAP: Final = 7
CURVE: Final = CAPTION + 36
"""Least height of a curve with its heading: with less room, there is none."""
LIST: Final = CAPTION + 110
"""Least height of a list of moves with its heading."""
ICON: Final = 40


def wide_end_size(view: View) -> tuple[int, int] | None:
    """Return the size of the picture, or `None` for a view without a landscape."""
    return (WIDTH, max(HEIGHT, lay_out(view).strip_top)) if isinstance(view, BoardView) else None


def paint_wide_end(
    view: BoardView,
    course: Course,
    theme: str,
    say: Localizer,
    end_reason: Words | None,
    caption: Caption | None,
) -> Image.Image:
    """Return the last position with the panel beside it, as palette numbers."""
    scene = make_scene(view, theme, say.language, (), ())
    board = paint_scene(scene, 0, scene.board.layout.strip_top)
    picture = THEMES[theme].board.blank((WIDTH, max(HEIGHT, board.height)), "panel")
    paste_art(picture, board, (0, (picture.height - board.height) // 2))
    panel = WideEndPanel(view, course, theme, say, end_reason, BESIDE, caption, COLUMNS)
    paste_art(picture, panel.draw_beside(picture.height), (PICTURE_WIDTH, 0))
    return picture


class WideEndPanel(EndPanel):
    """The part beside the last position: who won and why, both sides, and the lead.

    The lead, the move that turned the match and the number of moves are left out if the reason needs their
    room.
    """

    def _wrap_reason(self, text: str) -> tuple[int, list[str]]:
        """Return the type size of a reason and its lines, as many as have room."""
        size, lines = super()._wrap_reason(text)
        while len(lines) * LINE > self._free:
            size -= 1
            lines = wrap_text(text, self.to_pixels(size), self.to_pixels(self.columns - 2 * MARGIN))
        return size, lines

    @property
    def _plate_height(self) -> int:
        is_counted = isinstance(self.view, BoardView) and strip_number(self.view, 0) is not None
        return RATED if self._has_ratings else COUNTED if is_counted else PLATE

    @property
    def _free(self) -> float:
        """Height left for words besides the heading, the verdict and the plates."""
        fixed = HEADING + VERDICT_LINE + 2 * (self._plate_height + GAP) + GAP + 2 * SIDE
        size = wide_end_size(self.view)
        return (size[1] if size else HEIGHT) / self.unit - fixed

    def draw_beside(self, height: int) -> Image.Image:
        """Return the part, so many pixels high."""
        picture, quiet = self.palette.blank((self.width, height), self.look.ground), self.look.quiet
        room = self.columns - 2 * MARGIN
        if self.caption:
            title = self.say.text(self.caption.title)
            self._write(picture, (MARGIN, SIDE + HEADING / 2), title, TITLE, self.look.ink, room=room)
        top = SIDE + HEADING
        if (len(self.reason) + 1) * LINE <= self._free:
            at = (self.columns - MARGIN, top + LINE / 2)
            left = at[0] - self._write(picture, at, self.say("picture.bot"), SMALL, quiet, side="r")
            counted = self.say("picture.end.moves", count=self.course.number)
            self._write(picture, (MARGIN, top + LINE / 2), counted, SMALL, quiet, room=left - MARGIN - GAP)
            top += LINE
        self._write_verdict(picture, top + VERDICT_LINE / 2, room)
        top += VERDICT_LINE
        for line in self.reason:
            self._write(picture, (MARGIN, top + LINE / 2), line, self.type, self.look.ink, room=room)
            top += LINE
        top += GAP
        for seat in (0, 1):
            self._draw_wide_plate(picture, seat, (top, top + self._plate_height))
            top += self._plate_height + GAP
        low = height / self.unit - SIDE
        if self._turning_point:
            words = self.say("picture.turned.by", move=self._turning_point)
            lines = wrap_text(words, self.to_pixels(TYPE), self.to_pixels(room))
            if low - top >= LINE * len(lines) - SIDE:
                low -= LINE * len(lines)
                for number, line in enumerate(lines):
                    at = (MARGIN, low + LINE * (number + 0.5))
                    self._write(picture, at, line, TYPE, self.look.ink, room=room)
        box = (SIDE, top, self.columns - SIDE, low)
        if self.course.leads and low - top >= CURVE:
            self._draw_leads(picture, box)
        elif not self.course.leads and low - top >= LIST:
            self._draw_moves(picture, box)
        return picture

    def _write_verdict(self, picture: Image.Image, middle: float, room: float) -> None:
        """Write who won; the points are on the plates."""
        ink, size = self.look.ink, VERDICT
        if self.winner is None:
            words = self.say("picture.end.draw" if self.view.outcome else "picture.end.none")
        else:
            ink = self.look.verdict
            size, words = self._fit_name(
                lambda name: self.say("picture.wins", side=name), self.player_name(self.winner), VERDICT, room
            )
        self._write(picture, (MARGIN, middle), words, size, ink, room=room)

    def _draw_wide_plate(self, picture: Image.Image, seat: Seat, ends: tuple[float, float]) -> None:
        """Draw a side with piece, number and rating, the winner's in the accent."""
        top, low = ends
        is_winner = seat == self.winner
        ground, ink = self.look.winner_plate if is_winner else (self.look.plate, self.look.ink)
        self._plate(
            picture,
            (SIDE, top, self.columns - SIDE, low),
            ground,
        )
        middle, left, end = (top + low) / 2, float(SIDE + 8), self.columns - SIDE - 12.0
        art = self._icon(seat, self.to_pixels(ICON), ground)
        self._paste(picture, art, left, middle)
        left += ICON + 8
        assert isinstance(self.view, BoardView)
        change = self.caption.ratings[seat] if self.caption else None
        if (number := strip_number(self.view, seat)) is not None:
            at, quiet = (end, middle + UNDER), ink if is_winner else self.look.quiet
            if not self._has_ratings:
                unit = plate_unit(self.view, seat, self.say)
                self._write(picture, at, unit, SMALL, quiet, ground, side="r", room=end - left)
                middle -= ABOVE
            at = (end, middle)
            end -= self._write(picture, at, str(number), FIGURES, ink, ground, side="r", face=MONO) + 8
        if change:
            said, quiet = f"{change.new_points}  {change.change}", ink if is_winner else self.look.quiet
            self._write(picture, (left, middle + 19), said, SMALL, quiet, ground, room=end - left)
            middle -= 18
        size, name = self._fit_name(str, self.player_name(seat), TYPE, end - left)
        self._write(picture, (left, middle), name, size, ink, ground, room=end - left)

    def _draw_leads(self, picture: Image.Image, box: tuple[float, float, float, float]) -> None:
        """Draw the lead after each move, and a line where the winner took it for good."""
        left, top, right, low = box
        heading = self.say(f"picture.lead.{self.course.tallied}")
        room = right - left - 8
        self._write(picture, (left + 4, top + CAPTION / 2 - 4), heading, SMALL, self.look.quiet, room=room)
        top += CAPTION
        self._plate(picture, (left, top, right, low), self.look.plate)
        half = (low - top) / 2 - 6
        at = self._plot_leads(picture, (left + 14, right - 14), (top + low) / 2, half)
        ahead = None if self.winner is None else self.course.lead_start(self.winner)
        if ahead:
            self._draw_mark_line(picture, at(ahead - 1), top + 5, low - 5)
