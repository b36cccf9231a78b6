"""The part of a profile's picture with a match that the member shows.

It shows the match's last position, small, and how it ended.
"""

from dataclasses import dataclass
from typing import Final

from PIL import Image

from rendering.board_sheet import draw_small_board
from rendering.caption import Caption, name_or_side
from rendering.text_lines import SMALL, TITLE, LineWriter
from rules.game import Seat, View

PAD: Final = 10
"""Around the position."""
LINES: Final = 5


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

    def _draw_shown(
        self, picture: Image.Image, shown: ProfileMatch, box: tuple[float, float, float, float]
    ) -> None:
        """Draw the plate of a match: position at the left, description at the right.

        The description says what the match was and how it ended.
        """
        left, top, right, low = box
        look, ground = self.look, self.look.plate
        self._plate(picture, box, ground)
        edge = low - top - 2 * PAD
        small = draw_small_board(shown.view, self.theme, self.say.language, self.to_pixels(edge))
        art = self.palette.quantise(small)
        self._paste(picture, art, left + PAD + (edge - art.width / self.unit) / 2, (top + low) / 2)
        left += PAD + edge + PAD
        room = right - PAD - left
        size, ended = SMALL, self.say("picture.end.draw")
        if shown.winner is not None:
            name = self._player_name(shown, shown.winner)
            size, ended = self._fit_name(lambda name: self.say("picture.wins", side=name), name, TITLE, room)
        first, second = (self._player_name(shown, seat) for seat in (0, 1))
        against = self.say("picture.profile.against", name=first, opponent=second)
        names_size, names = self._fit_name(str, against, SMALL, room)
        for number, (words, type_size, ink) in enumerate(
            [
                (self.say.text(shown.caption.title), SMALL, look.ink),
                (ended, size, look.verdict),
                (names, names_size, look.ink),
                (self.say("picture.end.moves", count=shown.move_count), SMALL, look.quiet),
                (shown.day, SMALL, look.quiet),
            ]
        ):
            middle = top + PAD + edge * (number + 0.5) / LINES
            self._write(picture, (left, middle), words, type_size, ink, ground, room=room)

    def _player_name(self, shown: ProfileMatch, seat: Seat) -> str:
        """Return a player's name, or the name of their side."""
        return name_or_side(shown.caption, seat, shown.view.players[seat], self.say)
