"""The picture of a match's end.

It shows the game, the last position, who won and why, the score and the curve of the lead. The parts
above and below the position are measured in units of a 720th of the picture's width, so that their
words are equally large under every game's position.
"""

from collections.abc import Callable, Sequence
from typing import Final

from PIL import Image, ImageDraw

from rendering.board.layout import PICTURE_WIDTH, SIDE
from rendering.board.stands import plate_unit, strip_number
from rendering.board.strips import seat_icon
from rendering.caption import Caption, name_or_side
from rendering.fonts import MONO, SANS
from rendering.look import palette_of, panel_look
from rendering.one_zero_one.keys import draw_key_icon
from rendering.sprites import draw_plate, fit_size, load_font, paste_art, render_text
from rendering.standing import reason_as_heading
from rendering.text_lines import (
    FIGURES,
    GAP,
    HEAD,
    MARGIN,
    SMALL,
    TITLE,
    TYPE,
    VERDICT,
    LineWriter,
    wrap_text,
)
from rules.board import BoardView
from rules.course import Course
from rules.game import Seat, View
from rules.one_zero_one.view import ProgramView
from words import Localizer, Words, insert_player_names

TOP: Final = 68
"""Height of the verdict; below it are the lines of the reason."""
LINE: Final = 35
REASON_LINES: Final = 2
"""Lines that a reason has before it is written smaller."""
LOW: Final = 166
"""Height of the plates and the curve."""
FOOT: Final = SIDE
PLATES: Final = 268
"""Width of the plates of both sides."""
CAPTION: Final = 34
"""Height of the line above the curve."""
LABEL: Final = 36
"""Height above the curve for the move from which the winner was ahead."""
ICON: Final = 46
ABOVE: Final = 13
UNDER: Final = 21
"""Distances of name, number and unit from the middle of a side's plate."""
RATED: Final = 88
"""Height of the plates of ratings, where those are told."""
TURNED: Final = 44
"""Height of the line that names the move which turned the match."""
LEAST: Final = 3
"""A lead that is smaller than this never reaches the edge of the curve."""


class EndPanel(LineWriter):
    """The parts of a match's final picture above and below the last position."""

    def __init__(
        self,
        view: View,
        course: Course,
        theme: str,
        say: Localizer,
        end_reason: Words | None,
        width: int,
        caption: Caption | None = None,
        columns: int = PICTURE_WIDTH,
    ) -> None:
        super().__init__(palette_of(view, theme), panel_look(view), say, width, columns)
        self.view = view
        self.course = course
        self.theme = theme
        self.caption = caption
        self.winner = view.outcome.winner if view.outcome else None
        self.type, self.reason = self._wrap_reason(reason_as_heading(self._reason(end_reason)))

    @property
    def height(self) -> int:
        """Height in pixels of the part below the position."""
        more = (GAP + RATED if self._has_ratings else 0) + (TURNED if self._turning_point else 0)
        return self.to_pixels(TOP + LINE * len(self.reason) + GAP + LOW + more + FOOT)

    @property
    def _has_ratings(self) -> bool:
        """Whether there are ratings to show."""
        return self.caption is not None and any(self.caption.ratings)

    @property
    def _turning_point(self) -> Words | None:
        """The move that turned the match, if one is to be named."""
        return self.caption.turning_move if self.caption else None

    def player_name(self, seat: Seat) -> str:
        """Return a player's name, or the name of their side."""
        return name_or_side(self.caption, seat, self.view.players[seat], self.say)

    def draw_header(self) -> Image.Image | None:
        """Return the part above the position: the game, and the bot with its mark.

        Return `None` without a caption.
        """
        if not self.caption:
            return None
        picture = self.palette.blank((self.width, self.to_pixels(HEAD)), self.look.ground)
        self._draw_title(picture, self.say.text(self.caption.title), HEAD / 2 + 2)
        return picture

    def draw(self) -> Image.Image:
        """Return the part below the position in the numbers of the palette."""
        picture = self.palette.blank((self.width, self.height), self.look.ground)
        self._draw_verdict(picture)
        top = TOP
        for line in self.reason:
            self._write(picture, (MARGIN, top + LINE / 2), line, self.type, self.look.ink)
            top += LINE
        top += GAP
        for seat in (0, 1):
            self._draw_plate(picture, seat, top + seat * (LOW + GAP) / 2)
        box = (SIDE + PLATES + GAP, top, self.columns - SIDE, top + LOW)
        if self.course.leads:
            self._draw_curve(picture, box)
        else:
            self._draw_moves(picture, box)
        top += LOW
        if self._has_ratings:
            for seat in (0, 1):
                self._draw_rating(picture, seat, top + GAP)
            top += GAP + RATED
        if self._turning_point:
            words = self.say("picture.turned.by", move=self._turning_point)
            room = self.columns - 2 * MARGIN
            self._write(picture, (MARGIN, top + TURNED / 2 + 2), words, TYPE, self.look.ink, room=room)
        return picture

    def _reason(self, why: Words | None) -> str:
        """Return the reason for the end of the match.

        If a part of the score counts more than once, it says how the score was counted.
        """
        outcome = self.view.outcome
        if not outcome:
            return self.say.text(why or "")
        doubled = isinstance(self.view, BoardView) and any(group.times > 1 for group in self.view.groups)
        if doubled and (score := self._score()):
            return self.say("board.twice", points=score[0], other_points=score[1])
        return self.say.text(
            insert_player_names(
                outcome.happened or outcome.phrase, (self.player_name(0), self.player_name(1))
            )
        )

    def _score(self) -> tuple[int, int] | None:
        """Return the points of the winner and of the other, if points decided."""
        score = self.view.outcome.score if self.view.outcome else None
        if self.winner is None or not score or score[self.winner] <= score[1 - self.winner]:
            return None
        return score[self.winner], score[1 - self.winner]

    def _draw_verdict(self, picture: Image.Image) -> None:
        left, middle, room = MARGIN, TOP / 2 + 2, self.columns - 2 * MARGIN
        if self.winner is None:
            words = self.say("picture.end.draw" if self.view.outcome else "picture.end.none")
            self._write(picture, (left, middle), words, VERDICT, self.look.ink, room=room)
            return
        art = self._icon(self.winner, self.to_pixels(ICON + 8), self.look.ground)
        paste_art(picture, art, (self.to_pixels(left), self.to_pixels(middle) - art.height // 2))
        beside = ICON + 8 + GAP
        size, words = self._fit_name(self._verdict, self.player_name(self.winner), VERDICT, room - beside)
        self._write(picture, (left + beside, middle), words, size, self.look.verdict, room=room - beside)

    def _verdict(self, name: str) -> str:
        """Return the winner in words, with the points if they decided."""
        score = self._score()
        if not score:
            return self.say("picture.wins", side=name)
        return self.say("picture.wins.points", side=name, points=score[0], other_points=score[1])

    def _draw_plate(self, picture: Image.Image, seat: Seat, top: float) -> None:
        """Draw a side with its piece and its number; the winner's plate is in the accent."""
        ground, ink = self.look.winner_plate if seat == self.winner else (self.look.plate, self.look.ink)
        height = (LOW - GAP) / 2
        size = self.to_pixels(PLATES), self.to_pixels(height)
        paste_art(
            picture,
            draw_plate(self.palette, size, self.to_pixels(10), ground, self.look.ground),
            (self.to_pixels(SIDE), self.to_pixels(top)),
        )
        middle, left = top + height / 2, MARGIN + ICON + 10
        art = self._icon(seat, self.to_pixels(ICON), ground)
        paste_art(picture, art, (self.to_pixels(MARGIN - 4), self.to_pixels(middle) - art.height // 2))
        end = SIDE + PLATES - 14.0
        number = (
            strip_number(self.view, seat) if isinstance(self.view, BoardView) else _points(self.view, seat)
        )
        if number is not None:
            if isinstance(self.view, BoardView):
                unit = plate_unit(self.view, seat, self.say)
                quiet = ink if seat == self.winner else self.look.quiet
                at = (end, middle + UNDER)
                self._write(picture, at, unit, SMALL, quiet, ground, side="r", room=end - left)
                middle -= ABOVE
            at = (end, middle)
            end -= self._write(picture, at, str(number), FIGURES, ink, ground, side="r", face=MONO) + 10
        name, room = self.player_name(seat), end - left
        type_size, said = self._fit_name(str, name, TYPE, room)
        self._write(picture, (left, middle), said, type_size, ink, ground, room=room)

    def _draw_rating(self, picture: Image.Image, seat: Seat, top: float) -> None:
        """Draw a side's rating after the match, its change, and its former value."""
        change = self.caption.ratings[seat] if self.caption else None
        if change is None:
            return
        look, wide = self.look, (self.columns - 2 * SIDE - GAP) / 2
        left, ground = SIDE + seat * (wide + GAP), look.plate
        art = draw_plate(
            self.palette,
            (self.to_pixels(wide), self.to_pixels(RATED)),
            self.to_pixels(10),
            ground,
            look.ground,
        )
        paste_art(picture, art, (self.to_pixels(left), self.to_pixels(top)))
        badge = self._icon(seat, self.to_pixels(ICON), ground)
        paste_art(
            picture, badge, (self.to_pixels(left + 10), self.to_pixels(top + RATED / 2) - badge.height // 2)
        )
        x, right, high, low = left + ICON + 24, left + wide - 14, top + 30, top + 64
        gained = self._write(picture, (right, high), change.change, TYPE, look.ink, ground, side="r")
        now = self._write(picture, (x, high), str(change.new_points), TITLE, look.verdict, ground)
        room = right - gained - x - now - 2 * GAP
        self._write(
            picture,
            (x + now + 8, high + 2),
            f"± {change.new_deviation}",
            SMALL,
            look.quiet,
            ground,
            room=room,
        )
        was = self.say("picture.rating.was", points=change.old_points, deviation=change.old_deviation)
        self._write(picture, (x, low), was, SMALL, look.quiet, ground, room=right - x)

    def _draw_curve(self, picture: Image.Image, box: tuple[float, float, float, float]) -> None:
        """Draw the lead after each move, seat 0 up and seat 1 down.

        Also mark from where the winner was ahead for good.
        """
        left, top, right, low = box
        self._draw_box(picture, box, f"picture.lead.{self.course.tallied}")
        ahead = None if self.winner is None else self.course.lead_start(self.winner)
        above = top + CAPTION + (LABEL if ahead else 0)
        middle, half = (above + low) / 2, (low - above) / 2 - 8
        for seat in (0, 1):
            badge = self._icon(seat, self.to_pixels(34), self.look.plate)
            y = self.to_pixels(middle + (-1, 1)[seat] * (half / 2 + 2))
            paste_art(picture, badge, (self.to_pixels(left + 10), y - badge.height // 2))
        at = self._plot_leads(picture, (left + 54, right - 14), middle, half)
        if ahead:
            self._mark(picture, at(ahead - 1), (left + 12, right - 12), (top + CAPTION, low - 6), ahead)

    def _plot_leads(
        self, picture: Image.Image, ends: tuple[float, float], middle: float, half: float
    ) -> Callable[[float], int]:
        """Draw the leads around a middle line; return where a ply is, in pixels."""
        start, end = map(self.to_pixels, ends)
        leads, draw = self.course.leads, ImageDraw.Draw(picture)
        scale = self.to_pixels(half) / max(LEAST, *map(abs, leads))
        steps = max(1, len(leads) - 1)

        def at(ply: float) -> int:
            return start + round((end - start) * ply / steps)

        zero = self.to_pixels(middle)
        for ply, lead in enumerate(leads[1:], 1):
            area = self.palette.index(
                self.look.lead_colours[lead < 0] if self._stands_out(lead) else self.look.quiet
            )
            high = zero - round(lead * scale)
            if lead:
                x = at(ply - 1)
                draw.rectangle((x, min(high, zero), max(x, at(ply) - 1), max(high, zero)), area)
        thick = max(1, self.to_pixels(1))
        draw.rectangle((start, zero - thick, end, zero + thick - 1), self.palette.index(self.look.quiet))
        return at

    def _stands_out(self, lead: int) -> bool:
        """Whether a lead is drawn in a bright colour.

        The winner's lead is; both are if each side has its own colour.
        """
        return not isinstance(self.view, BoardView) or self.winner == (lead < 0)

    def _mark(
        self,
        picture: Image.Image,
        x: int,
        ends: tuple[float, float],
        height: tuple[float, float],
        ahead: int,
    ) -> None:
        """Draw a line where the winner took the lead for good, with the move above it."""
        top, low = height
        ink, ground = self.look.ink, self.look.plate
        self._draw_mark_line(picture, x, top + LABEL - 4, low)
        move = self.course.moves[ahead - 1]
        said = self.say("picture.ahead" if isinstance(move, str) else "picture.ahead.words", move=move)
        art = render_text(
            self.palette,
            said,
            self.to_pixels(SMALL),
            ink,
            ground,
            max_width=self.to_pixels(ends[1] - ends[0]),
        )
        left = min(max(x - art.width // 2, self.to_pixels(ends[0])), self.to_pixels(ends[1]) - art.width)
        paste_art(picture, art, (left, self.to_pixels(top + LABEL / 2) - art.height // 2))

    def _draw_mark_line(self, picture: Image.Image, x: int, top: float, low: float) -> None:
        """Draw a line across the curve at the pixel `x`."""
        draw = ImageDraw.Draw(picture)
        # The ground on both sides of the line parts it from an area that may be as light as it is.
        for half, name in ((self.to_pixels(4), self.look.plate), (self.to_pixels(1.5), self.look.ink)):
            draw.rectangle(
                (x - half, self.to_pixels(top), x + half, self.to_pixels(low)), self.palette.index(name)
            )

    def _draw_moves(self, picture: Image.Image, box: tuple[float, float, float, float]) -> None:
        """Write the last moves, as many as have room.

        A game that counts nothing has nothing else to tell.
        """
        left, top, right, low = box
        self._draw_box(picture, box, "picture.end.last_moves")
        rows = _rows(
            [self.say.text(move) for move in self.course.moves], int((right - left - 28) / (0.6 * SMALL)), 3
        )
        for i, row in enumerate(rows):
            y = top + CAPTION + 6 + (low - top - CAPTION - 12) * (i + 0.5) / 3
            self._write(picture, (left + 14, y), row, SMALL, self.look.ink, self.look.plate, face=MONO)

    def _draw_box(self, picture: Image.Image, box: tuple[float, float, float, float], caption: str) -> None:
        """Draw the plate of a curve or a list, its heading above, and the number of moves."""
        left, top, right, low = box
        middle, quiet = top + CAPTION / 2 - 4, self.look.quiet
        heading, size = self.say(caption), self.to_pixels(SMALL)
        counted = self.say("picture.end.moves", count=self.course.number)
        wide = load_font(size, SANS).getlength(counted) / self.unit + 20
        room = right - left - wide
        if fit_size(heading, size, self.to_pixels(room)) < size:
            # A long heading has the number's place too, because smaller it could not be read.
            room += wide - 8
        else:
            self._write(picture, (right - 8, middle), counted, SMALL, quiet, side="r")
        self._write(picture, (left + 4, middle), heading, SMALL, quiet, room=room)
        plate = self.to_pixels(right - left), self.to_pixels(low - top - CAPTION)
        art = draw_plate(self.palette, plate, self.to_pixels(10), self.look.plate, self.look.ground)
        paste_art(picture, art, (self.to_pixels(left), self.to_pixels(top + CAPTION)))

    def _icon(self, seat: Seat, size: int, ground: str) -> Image.Image:
        if isinstance(self.view, BoardView):
            return seat_icon(self.theme, ground, self.view, seat, size)
        assert isinstance(self.view, ProgramView)
        return draw_key_icon(self.theme, self.view.digits[seat], size, ground)

    def _wrap_reason(self, text: str) -> tuple[int, list[str]]:
        """Return the type size of a reason and its lines.

        A reason with too many lines is written smaller, but has another line before it cannot be read.
        """
        room, size = self.to_pixels(self.columns - 2 * MARGIN), TYPE
        while len(lines := wrap_text(text, self.to_pixels(size), room)) > REASON_LINES and size > SMALL:
            size -= 1
        return size, lines


def draw_panels(
    view: View,
    course: Course,
    theme: str,
    say: Localizer,
    end_reason: Words | None,
    width: int,
    caption: Caption | None = None,
) -> tuple[Image.Image | None, Image.Image]:
    """Return the parts above and below the last position of a match.

    Both are `width` pixels wide. `end_reason` is the reason of a match that ended without an outcome;
    without a `caption` there is no part above.
    """
    both = EndPanel(view, course, theme, say, end_reason, width, caption)
    return both.draw_header(), both.draw()


def _points(view: View, seat: Seat) -> int:
    assert isinstance(view, ProgramView)
    return view.score[seat]


def _rows(moves: Sequence[str], columns: int, count: int) -> list[str]:
    """Return the last moves in at most so many rows of so many characters.

    Dots stand for those left out.
    """
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
