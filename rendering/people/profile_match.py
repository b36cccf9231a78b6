"""The part of a profile's picture with a match that the member shows.

It shows the match's last position, small, and how it ended.
"""

from dataclasses import dataclass
from typing import Final

from PIL import Image

from rendering.board.layout import PICTURE_WIDTH, SIDE
from rendering.board_sheet import draw_small_board
from rendering.caption import Caption, name_or_side
from rendering.sprites import paste_art
from rendering.text_lines import LEAST_VERDICT, MARGIN, SMALL, TITLE, TYPE, LineWriter
from rules.game import Seat, View

HIGH: Final = 236
"""Height of its plate."""
PAD: Final = 12
"""Around the position."""
BOARD: Final = HIGH - 2 * PAD
"""The longer edge of the position."""


@dataclass(frozen=True, slots=True)
class ProfileMatch:
    """A finished match that a member shows on their profile.

    The fields are its last position, its game and players, the winner (`None` for a draw), the number of
    its moves, and its day.
    """

    view: View
    caption: Caption
    winner: Seat | None
    move_count: int
    day: str


class ProfileMatchPlate(LineWriter):
    """A painter of the plate with the match that a profile shows."""

    theme: str

    def _draw_shown(self, picture: Image.Image, shown: ProfileMatch, top: int) -> None:
        """Draw the plate of a match: position at the left, description at the right.

        The description says what the match was and how it ended.
        """
        look = self.look
        ground = look.plate
        self._plate(picture, (SIDE, top, PICTURE_WIDTH - SIDE, top + HIGH), ground)
        art = self.palette.quantise(draw_small_board(shown.view, self.theme, self.say.language, BOARD))
        paste_art(
            picture, art, (SIDE + PAD + (BOARD - art.width) // 2, top + PAD + (BOARD - art.height) // 2)
        )
        left = SIDE + PAD + BOARD + MARGIN
        room = PICTURE_WIDTH - MARGIN - left
        title = self.say.text(shown.caption.title)
        self._write(picture, (left, top + 38), title, TITLE, look.ink, ground, room=room)
        if shown.winner is None:
            size, words = LEAST_VERDICT, self.say("picture.end.draw")
        else:
            size, words = self._fit_name(
                lambda name: self.say("picture.wins", side=name),
                self._player_name(shown, shown.winner),
                LEAST_VERDICT,
                room,
            )
        self._write(picture, (left, top + 92), words, size, look.verdict, ground, room=room)
        names = self.say(
            "picture.profile.against", name=self._player_name(shown, 0), opponent=self._player_name(shown, 1)
        )
        size, names = self._fit_name(str, names, TYPE, room)
        self._write(picture, (left, top + 145), names, size, look.ink, ground, room=room)
        moves = self.say("picture.end.moves", count=shown.move_count)
        wide = self._write(picture, (left, top + 194), moves, SMALL, look.quiet, ground, room=room)
        self._write(
            picture,
            (PICTURE_WIDTH - MARGIN, top + 194),
            shown.day,
            SMALL,
            look.quiet,
            ground,
            room=room - wide - 10,
            side="r",
        )

    def _player_name(self, shown: ProfileMatch, seat: Seat) -> str:
        """Return a player's name, or the name of their side."""
        return name_or_side(shown.caption, seat, shown.view.players[seat], self.say)
