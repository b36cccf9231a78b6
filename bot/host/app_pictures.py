"""The application's icon and cover, drawn from made-up matches."""

import base64
import random
from typing import Final

from rendering.app_boards import draw_cover, draw_icon
from rules.board import BoardView
from rules.catalogue import GAMES
from rules.match import Match

ICON: Final = "binar", 9
"""The game on the icon, and its number of moves."""
COVER: Final = (("yin-yang", 14), ("russian", 24), ("binar", 7))
"""The games on the cover, from left to right."""
LIGHT, DARK = "wood", "night"
SEED: Final = 1
"""Draws the moves: the pictures are always the same."""


def icon_data(theme: str = LIGHT) -> str:
    """Return the icon as Discord takes it."""
    return _as_data(draw_icon(_view(*ICON), theme))


def cover_data(theme: str = DARK) -> str:
    """Return the cover as Discord takes it."""
    return _as_data(draw_cover([_view(*each) for each in COVER], theme))


def _view(key: str, plies: int) -> BoardView:
    """Return the board of a match after some moves that are drawn by lot."""
    match, lots = Match(GAMES[key], {}, bytes(32)), random.Random(SEED)
    for _ in range(plies):
        if match.turn is None:
            break
        match.play(lots.choice(match.moves()))
    view = match.view(None)
    assert isinstance(view, BoardView)  # as all of these games
    return view


def _as_data(png: bytes) -> str:
    return f"data:image/png;base64,{base64.b64encode(png).decode()}"
