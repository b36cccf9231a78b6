"""The picture of a position in a tree of openings.

The board is on top, and below it the replies played there and how the matches with them ended. Each
reply has a bar with a part for the wins of the first side, for draws, and for the wins of the second. A
reply that is known to win or to lose has the mark of that result.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image

from rendering.board import painter
from rendering.board.layout import PICTURE_WIDTH, SIDE
from rendering.board.strips import seat_icon
from rendering.describe import describe, fit_alt_text
from rendering.fonts import MONO
from rendering.look import palette_of, panel_look
from rendering.picture import Picture
from rendering.result_marks import ResultMark, draw_result_mark
from rendering.sprites import paste_art
from rendering.text_lines import BETWEEN, CAPTION, GAP, MARGIN, MARK, SMALL, TYPE, LineWriter, bar_widths
from rendering.themes import DEFAULT_THEME, valid_theme
from rendering.timing import report_time
from rules.board import BoardView
from words import ENGLISH, Localizer, Phrase, Words, join_phrases, localizer_for

ROW: Final = 48
"""Height of a reply."""
BAR: Final = 38
MOVE: Final = 178
"""Width of a move, before its bar."""
COUNT: Final = 84
"""Width of how often it was played, after its bar."""
ICON: Final = 26
RIM: Final = 2
SIDES: Final = ("first", "drawn", "second")
LEGEND: Final[Sequence[tuple[bool, ResultMark, str]]] = ((True, "won", "wins"), (False, "lost", "loses"))
"""Whether a reply is known to win, its mark, and the code of the mark's meaning."""


@dataclass(frozen=True, slots=True)
class ReplyBranch:
    """A reply: the move as people read it, and the results of its matches.

    The results are the numbers of wins of the `first` side, of draws, and of wins of the `second`.
    `is_winning` says whether the reply wins or loses with best play, `None` if that is not known.
    """

    move: Words
    first: int
    drawn: int
    second: int
    is_winning: bool | None = None

    @property
    def count(self) -> int:
        """Number of matches in which the reply was played."""
        return self.first + self.drawn + self.second


@report_time("tree")
def draw_opening_tree(
    view: BoardView, branches: Sequence[ReplyBranch], *, theme: str = DEFAULT_THEME, language: str = ENGLISH
) -> Picture:
    """Return a position with the replies played there, the most played first.

    Without any replies, return only the board.
    """
    theme = valid_theme(theme)
    say = localizer_for(language)
    if not branches:
        png, height = painter.draw_board_png(view, theme, language, (), ())
        return Picture(png, describe(view, language), PICTURE_WIDTH, height)
    below = _Sheet(view, theme, say).draw(branches)
    png, height = painter.draw_with_panels(view, theme, language, None, below)
    return Picture(png, _in_words(view, branches, say), PICTURE_WIDTH, height)


class _Sheet(LineWriter):
    """Painter of the part below the board, in the numbers of the palette."""

    def __init__(self, view: BoardView, theme: str, say: Localizer) -> None:
        super().__init__(palette_of(view, theme), panel_look(view), say, PICTURE_WIDTH)
        self.view = view
        self.theme = theme

    def draw(self, branches: Sequence[ReplyBranch]) -> Image.Image:
        """Draw the replies."""
        known = {branch.is_winning for branch in branches} - {None}
        low = CAPTION + ROW * len(branches)
        height = low + (CAPTION if known else 0) + SIDE
        picture = self.palette.blank((PICTURE_WIDTH, height), self.look.ground)
        self._draw_caption(picture)
        self._draw_mark_legend(picture, known, low + CAPTION / 2)
        for number, branch in enumerate(branches):
            self._draw_branch(picture, branch, CAPTION + ROW * number)
        return picture

    def _draw_caption(self, picture: Image.Image) -> None:
        """Write the caption: the rows, each result's colour, and the counts at the right."""
        middle, quiet = CAPTION / 2 - 2, self.look.quiet
        matches = self.say("picture.table.matches")
        end = (
            PICTURE_WIDTH
            - MARGIN
            - self._write(
                picture, (PICTURE_WIDTH - MARGIN, middle), matches, SMALL, quiet, side="r", room=140
            )
        )
        left = MARGIN + self._write(
            picture, (MARGIN, middle), self.say("picture.tree.move"), SMALL, quiet, room=MOVE - GAP
        )
        left = max(left + GAP, MARGIN + MOVE)
        said = {side: self.say.text(self.view.sides[side == "second"]) for side in SIDES}
        said["drawn"] = self.say("picture.profile.drawn")
        for number, (side, words) in enumerate(said.items()):
            room = (end - GAP - left) / (len(said) - number) - ICON - 8 - GAP
            self._draw_badge(picture, side, (round(left), round(middle)))
            left += self._write(picture, (left + ICON + 8, middle), words, SMALL, quiet, room=room)
            left += ICON + 8 + GAP

    def _draw_mark_legend(self, picture: Image.Image, known: Collection[bool | None], middle: float) -> None:
        """Write the meaning of the marks that replies have."""
        left, room = float(MARGIN), (PICTURE_WIDTH - 2 * MARGIN) / 2 - MARK - 3 * GAP
        for is_winning, result, code in LEGEND:
            if is_winning in known:
                art = draw_result_mark(self.palette, result, MARK, self.look.ground)
                paste_art(picture, art, (round(left), round(middle) - MARK // 2))
                left += MARK + 8
                words = self.say(f"picture.tree.{code}")
                left += (
                    self._write(picture, (left, middle), words, SMALL, self.look.quiet, room=room) + 2 * GAP
                )

    def _draw_badge(self, picture: Image.Image, side: str, at: tuple[int, int]) -> None:
        """Draw the badge of a part of the bars.

        A side's part has one of its pieces; draws have their colour.
        """
        left, middle = at
        if side == "drawn":
            half = ICON // 2 - 3
            self._plate(
                picture, (left + 3, middle - half, left + 3 + 2 * half, middle + half), self.look.quiet, 4
            )
            return
        art = seat_icon(self.theme, self.look.ground, self.view, side == "second", ICON)
        paste_art(picture, art, (left, middle - art.height // 2))

    def _draw_branch(self, picture: Image.Image, branch: ReplyBranch, top: int) -> None:
        """Draw a reply: the move, its results as a bar, and the number of matches."""
        look, middle = self.look, top + ROW / 2
        room = MOVE - GAP if branch.is_winning is None else MOVE - GAP - MARK - GAP
        size, move = self._fit_name(str, self.say.text(branch.move), TYPE, room)
        wide = self._write(picture, (MARGIN, middle), move, size, look.ink, room=room)
        if branch.is_winning is not None:
            art = draw_result_mark(self.palette, "won" if branch.is_winning else "lost", MARK, look.ground)
            paste_art(picture, art, (round(MARGIN + wide + GAP), round(middle) - MARK // 2))
        count = str(branch.count)
        self._write(picture, (PICTURE_WIDTH - MARGIN, middle), count, TYPE, look.ink, side="r", face=MONO)
        left, high = MARGIN + MOVE, top + (ROW - BAR) // 2
        counts = {side: getattr(branch, side) for side in SIDES}
        for side, wide in bar_widths(counts, PICTURE_WIDTH - MARGIN - COUNT - left):
            self._draw_part(picture, side, counts[side], (left, high, left + wide, high + BAR))
            left += wide + BETWEEN

    def _draw_part(self, picture: Image.Image, side: str, count: int, box: tuple[int, int, int, int]) -> None:
        """Draw a part of a bar in the colour of its side.

        The part has a rim if that colour is like the ground.
        """
        look, (left, high, right, low) = self.look, box
        ground, ink = look.quiet, look.ground
        if side != "drawn":
            ground, ink = look.field_tones[side == "second"], look.field_tones[side != "second"]
        self._plate(picture, box, look.quiet, 6, look.ground)
        self._plate(picture, (left + RIM, high + RIM, right - RIM, low - RIM), ground, 5, look.quiet)
        self._write(picture, (left + 12, (high + low) / 2), str(count), SMALL, ink, ground)


def _in_words(view: BoardView, branches: Sequence[ReplyBranch], say: Localizer) -> str:
    """Return the position in words, and the replies played there.

    The rarest replies are left out if there is no room.
    """
    first, second = view.sides
    told = [_reply_in_words(branch, first, second) for branch in branches]
    board = describe(view, say.language)
    return fit_alt_text(
        f"{board} {say.text(join_phrases('series.sentences', [Phrase('alt.tree'), *told[:count]]))}"
        for count in range(len(told), 0, -1)
    )


def _reply_in_words(branch: ReplyBranch, first: Words, second: Words) -> Words:
    """Return a reply with how its matches ended, and its outcome if that is known."""
    counted = Phrase(
        "alt.tree.reply",
        move=branch.move,
        count=branch.count,
        side=first,
        other=second,
        won=branch.first,
        drawn=branch.drawn,
        lost=branch.second,
    )
    if branch.is_winning is None:
        return counted
    known = Phrase("alt.tree.wins" if branch.is_winning else "alt.tree.loses")
    return join_phrases("series.sentences", [counted, known])
