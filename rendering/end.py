"""The picture of a match's end: the last position, and below it who won, why, the score and the curve of the lead.

What the panel below the position shows is in units of a 720th of the picture's width, so that its words are as large
on a phone under a display of One Zero One as under a board.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from rendering.board.layout import EDGE
from rendering.board.strips import icon, number_of
from rendering.one_zero_one.keys import key_icon
from rendering.sprites import MONO, SANS, font, lay, lettering, plate
from rendering.themes import THEMES, TONES, Palette
from rules.board import BoardView
from rules.course import Course
from rules.game import Seat, View
from rules.one_zero_one.view import ProgramView
from words import Speaker, Words

MARGIN: Final = 24
VERDICT: Final = 46
"""Size of the words that say who won."""
TYPE: Final = 27
SMALL: Final = 25
"""The smallest type: 7 pixels high where the picture is 290 wide."""
FIGURES: Final = 40
TOP: Final = 66
"""Height of the verdict; below it are the lines of the reason."""
LINE: Final = 35
REASON_LINES: Final = 2
"""Lines that a reason has at most: a longer one is written smaller."""
LOW: Final = 140
"""Height of the plates and the curve."""
FOOT: Final = 18
PLATES: Final = 236
"""Width of the plates of both sides."""
GAP: Final = 12
CAPTION: Final = 32
"""Height of the line above the curve."""
ICON: Final = 46
LEAST: Final = 3
"""A lead that is smaller than this never reaches the edge of the curve."""


class Look(NamedTuple):
    """The names of the colours of a panel: its ground, plates, inks, and of each seat what stands out."""

    plate: str
    ink: str
    quiet: str
    verdict: str
    areas: tuple[str, str]
    ground: str = "panel"


class Panel:
    """What is below the last position; `unit` is a 720th of its width."""

    def __init__(
        self, view: View, course: Course, theme: str, say: Speaker, why: Words | None, width: int
    ) -> None:
        self.view = view
        self.course = course
        self.theme = theme
        self.say = say
        self.width = width
        self.unit = width / EDGE
        self.palette = _palette(view, theme)
        self.look = _look(view)
        self.winner = view.outcome.winner if view.outcome else None
        reason = say.told(view.outcome.said if view.outcome else why or "")
        self.type, self.reason = self._wrapped(reason[:1].upper() + reason[1:])

    @property
    def height(self) -> int:
        """Return its height in pixels."""
        return self.px(TOP + LINE * len(self.reason) + GAP + LOW + FOOT)

    def px(self, units: float) -> int:
        """Return units in pixels."""
        return round(units * self.unit)

    def drawn(self) -> Image.Image:
        """Return the panel in the numbers of the palette."""
        picture = self.palette.blank((self.width, self.height), self.look.ground)
        self._draw_verdict(picture)
        top = TOP
        for line in self.reason:
            self._write(picture, (MARGIN, top + LINE / 2), line, self.type, self.look.ink)
            top += LINE
        left = MARGIN
        if isinstance(self.view, BoardView):
            for seat in (0, 1):
                self._draw_plate(picture, seat, top + GAP + seat * (LOW + GAP) / 2)
            left += PLATES + GAP
        box = (left, top + GAP, EDGE - MARGIN, top + GAP + LOW)
        if self.course.leads:
            self._draw_curve(picture, box)
        else:
            self._draw_moves(picture, box)
        return picture

    def _draw_verdict(self, picture: Image.Image) -> None:
        left, middle = MARGIN, TOP / 2 + 2
        if self.winner is None:
            words = self.say("picture.end.draw" if self.view.outcome else "picture.end.none")
        else:
            words = self.say("picture.wins", side=self.view.sides[self.winner])
            art = self._icon(self.winner, self.px(ICON + 8), self.look.ground)
            lay(picture, art, (self.px(left), self.px(middle) - art.height // 2))
            left += ICON + 8 + GAP
        ink = self.look.ink if self.winner is None else self.look.verdict
        counted = self.say("picture.end.moves", count=self.course.number)
        right = EDGE - MARGIN
        wide = self._write(picture, (right, middle + 6), counted, SMALL, self.look.quiet, side="r")
        self._write(picture, (left, middle), words, VERDICT, ink, room=right - wide - GAP - left)

    def _draw_plate(self, picture: Image.Image, seat: Seat, top: float) -> None:
        """Draw a side with its piece and its number; the winner's is in the accent."""
        assert isinstance(self.view, BoardView)
        ground, ink = ("accent", "accent_ink") if seat == self.winner else (self.look.plate, self.look.ink)
        height = (LOW - GAP) / 2
        size = self.px(PLATES), self.px(height)
        lay(
            picture,
            plate(self.palette, size, self.px(10), ground, self.look.ground),
            (self.px(MARGIN), self.px(top)),
        )
        middle, room = top + height / 2, PLATES - ICON - 36.0
        art = self._icon(seat, self.px(ICON), ground)
        lay(picture, art, (self.px(MARGIN + 10), self.px(middle) - art.height // 2))
        number = number_of(self.view, seat)
        if number is not None:
            end = MARGIN + PLATES - 14
            room -= (
                self._write(picture, (end, middle), str(number), FIGURES, ink, ground, side="r", face=MONO)
                + 10
            )
        said = self.say.told(self.view.sides[seat])
        self._write(picture, (MARGIN + ICON + 20, middle), said, TYPE, ink, ground, room=room)

    def _draw_curve(self, picture: Image.Image, box: tuple[float, float, float, float]) -> None:
        """Draw who was ahead after each move, seat 0 up and seat 1 down, and where the winner went ahead for good."""
        left, top, right, _ = box
        self._draw_box(picture, box, f"picture.lead.{self.course.tallied}")
        ground = self.look.plate
        middle, half = top + (CAPTION + LOW) / 2, (LOW - CAPTION) / 2 - 8
        for seat in (0, 1):
            badge = self._icon(seat, self.px(36), ground)
            y = self.px(middle + (-1, 1)[seat] * half / 2)
            lay(picture, badge, (self.px(left + 8), y - badge.height // 2))
        start, end = self.px(left + 54), self.px(right - 12)
        leads, draw = self.course.leads, ImageDraw.Draw(picture)
        scale = self.px(half) / max(LEAST, *map(abs, leads))
        steps = max(1, len(leads) - 1)

        def at(ply: float) -> int:
            return start + round((end - start) * ply / steps)

        zero = self.px(middle)
        for ply, lead in enumerate(leads[1:], 1):
            area = self.palette.index(
                self.look.areas[lead < 0] if self._stands_out(lead) else self.look.quiet
            )
            high = zero - round(lead * scale)
            if lead:
                x = at(ply - 1)
                draw.rectangle((x, min(high, zero), max(x, at(ply) - 1), max(high, zero)), area)
        thick = max(1, self.px(1))
        draw.rectangle((start, zero - thick, end, zero + thick - 1), self.palette.index(self.look.quiet))
        ahead = None if self.winner is None else self.course.ahead_from(self.winner)
        if ahead:
            self._mark(picture, at(ahead - 1), (start, end), (zero, half), ahead)

    def _stands_out(self, lead: int) -> bool:
        """Return whether a lead is drawn in a bright colour: the winner's, and both where each side has its own."""
        return not isinstance(self.view, BoardView) or self.winner == (lead < 0)

    def _mark(
        self, picture: Image.Image, x: int, ends: tuple[int, int], height: tuple[int, float], ahead: int
    ) -> None:
        """Draw a line where the winner went ahead for good, and beside it the move, where nothing else is."""
        zero, half = height
        reach, ink = self.px(half + 3), self.look.ink
        ImageDraw.Draw(picture).rectangle(
            (x - self.px(1.5), zero - reach, x + self.px(1), zero + reach), self.palette.index(ink)
        )
        down = 1 if self.winner == 0 else -1
        text = self.course.moves[ahead - 1]
        art = lettering(self.palette, text, self.px(SMALL), ink, self.look.plate, digits=True)
        y = zero + down * self.px(half / 2 + 3) - art.height // 2
        if x + self.px(9) + art.width <= ends[1]:
            lay(picture, art, (x + self.px(9), y))
            return
        before = x - self.px(9) - art.width
        steps = len(self.course.leads) - 1
        first = int((before - ends[0]) * steps / (ends[1] - ends[0]))
        if first >= 0 and all(lead * down >= 0 for lead in self.course.leads[first : ahead + 1]):
            lay(picture, art, (before, y))

    def _draw_moves(self, picture: Image.Image, box: tuple[float, float, float, float]) -> None:
        """Write the last moves, as many as have room: what there is to tell where a game counts nothing."""
        left, top, right, low = box
        self._draw_box(picture, box, "picture.end.last_moves")
        rows = _rows(self.course.moves, int((right - left - 28) / (0.6 * SMALL)), 3)
        for i, row in enumerate(rows):
            y = top + CAPTION + 6 + (low - top - CAPTION - 12) * (i + 0.5) / 3
            self._write(picture, (left + 14, y), row, SMALL, self.look.ink, self.look.plate, face=MONO)

    def _draw_box(self, picture: Image.Image, box: tuple[float, float, float, float], caption: str) -> None:
        """Draw the plate of a curve or a list, and over it what it shows."""
        left, top, right, low = box
        middle, quiet = top + CAPTION / 2 - 3, self.look.quiet
        self._write(picture, (left, middle), self.say(caption), SMALL, quiet, room=right - left)
        size = self.px(right - left), self.px(low - top - CAPTION)
        art = plate(self.palette, size, self.px(10), self.look.plate, self.look.ground)
        lay(picture, art, (self.px(left), self.px(top + CAPTION)))

    def _write(
        self,
        picture: Image.Image,
        at: tuple[float, float],
        text: str,
        size: int,
        ink: str,
        ground: str = "panel",
        *,
        room: float = EDGE,
        side: str = "l",
        face: str = SANS,
    ) -> float:
        """Write a line with its left or its right end at a point, no wider than `room`; return its width."""
        wide = self.px(room) if face == SANS else None
        art = lettering(self.palette, text, self.px(size), ink, ground, room=wide, digits=face == MONO)
        x, y = self.px(at[0]), self.px(at[1])
        lay(picture, art, (x if side == "l" else x - art.width, y - art.height // 2))
        return art.width / self.unit

    def _icon(self, seat: Seat, size: int, ground: str) -> Image.Image:
        if isinstance(self.view, BoardView):
            return icon(self.theme, ground, self.view, seat, size)
        assert isinstance(self.view, ProgramView)
        return key_icon(self.theme, self.view.digits[seat], size, ground)

    def _wrapped(self, text: str) -> tuple[int, list[str]]:
        """Return the type size of a reason and its lines; it is written smaller where it would have too many."""
        room, size = self.px(EDGE - 2 * MARGIN), TYPE
        while len(lines := _wrap(text, self.px(size), room)) > REASON_LINES:
            size -= 1
        return size, lines


def panel(view: View, course: Course, theme: str, say: Speaker, why: Words | None, width: int) -> Image.Image:
    """Return what stands below the last position of a match, as wide as its picture.

    `why` is the reason of a match that ended without an outcome.
    """
    return Panel(view, course, theme, say, why, width).drawn()


def _palette(view: View, theme: str) -> Palette:
    return THEMES[theme].board if isinstance(view, BoardView) else THEMES[theme].program


def _look(view: View) -> Look:
    if isinstance(view, BoardView):
        return Look("plate", "panel_ink", "panel_quiet", "accent", ("accent", "accent"))
    assert isinstance(view, ProgramView)
    first, second = (f"{TONES[digit]}_rim" for digit in view.digits)
    winner = view.outcome.winner if view.outcome else None
    return Look("bar", "line_ink", "quiet", second if winner else first, (first, second))


@lru_cache(maxsize=256)
def _wrap(text: str, size: int, room: int) -> list[str]:
    """Return a text in lines no wider than `room` pixels, parted at its blanks, two about as long as each other.

    No text has no lines.
    """
    face, words, lines = font(size, SANS), text.split(), [""]
    for word in words:
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and face.getlength(longer) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    if len(lines) == 2:
        halves = [[" ".join(words[:i]), " ".join(words[i:])] for i in range(1, len(words))]
        return min(halves, key=lambda half: max(map(face.getlength, half)))
    return [line for line in lines if line]


def _rows(moves: Sequence[str], columns: int, count: int) -> list[str]:
    """Return the last moves in at most so many rows of so many characters; dots stand for those left out."""
    for first in range(len(moves)):
        rows = [""]
        for move in ["…", *moves[first:]] if first else moves:
            longer = f"{rows[-1]}  {move}".strip()
            if rows[-1] and len(longer) > columns:
                rows.append(move)
            else:
                rows[-1] = longer
        if len(rows) <= count:
            return rows
    return []
