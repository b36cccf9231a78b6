"""Cards without pictures: the drawing only says who sees it.

Drawing takes long and decides nothing here.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final
from unittest.mock import patch

from rendering.picture import Picture
from rules.game import Seat, View
from rules.one_zero_one.view import ProgramView

ALL: Final = "seen by all"
SEEN: Final = "seen by seat "
"""How the mark of a drawing begins that not everybody may see; the seat follows."""


def _mark(view: View) -> str:
    if not isinstance(view, ProgramView) or view.over or not any(view.hands):
        return ALL
    return f"{SEEN}{view.viewer}"


def _draw(view: View, *_: Any, **__: Any) -> Picture:
    return Picture(_mark(view).encode(), _mark(view), 1, 1)


def _opening(*_: Any) -> Picture:
    return Picture(ALL.encode(), ALL, 1, 1)


def _words(view: View, *_: Any) -> str:
    return _mark(view)


@contextmanager
def undrawn() -> Iterator[None]:
    """Within it, nothing is drawn."""
    with (
        patch("bot.cards.kit.pictures.draw", _draw),
        patch("bot.cards.kit.pictures.draw_end", _draw),
        patch("bot.cards.kit.pictures.draw_hand", _draw),
        patch("bot.cards.play.challenge._opening", _opening),  # it keeps what it has drawn
        patch("bot.cards.kit.pictures.text_board", _words),
        patch("bot.cards.play.board.describe", _words),
        patch("bot.cards.play.board.text_board", _words),
        patch("bot.cards.play.hand.hand_in_words", _words),
    ):
        yield


def seats_shown(text: str) -> set[Seat | None]:
    """Return the seats whose view a text shows.

    `None` is a view of all hands, which no one may have.
    """
    parts = text.split(SEEN)[1:]
    return {int(part[0]) if part[:1].isdigit() else None for part in parts}
