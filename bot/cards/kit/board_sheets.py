"""Pictures of several games side by side, each some moves after its beginning."""

from collections.abc import Sequence
from functools import lru_cache, partial
from random import Random
from typing import Final

from bot.cards.kit.pictures import Drawing, chart_picture
from rendering.board_sheet import BoardPicture, draw_sheet
from rendering.picture import Picture
from rendering.sprite_cache import new_part
from rules.catalogue import GAMES
from rules.game import AnyGame, View
from rules.match import Match
from words import Speaker

SAMPLE: Final = 12
"""Moves after which a game is shown: its board is neither empty nor full."""
KEPT: Final = 32
"""Sheets that are kept, about 100 KB each: most people have the usual theme."""
SHEET_FILE: Final = "games.png"


def sheet_picture(games: Sequence[AnyGame], say: Speaker, theme: str) -> Drawing:
    """Return boards of these games with their names, or nothing if it cannot be drawn.

    The buttons name the games too.
    """
    keys = tuple(game.key for game in games)
    return chart_picture(partial(_draw_games, keys, theme, say.language), SHEET_FILE)


@lru_cache(maxsize=KEPT)
def _draw_games(keys: tuple[str, ...], theme: str, language: str) -> Picture:
    """Draw sample boards of the games with these keys; cached."""
    new_part()
    shown = [BoardPicture(sample(GAMES[key]), GAMES[key].title) for key in keys]
    return draw_sheet(shown, theme=theme, language=language)


def sample(game: AnyGame) -> View:
    """Return a view of a game in progress, always after the same few moves."""
    match, chance = Match(game, {}, bytes(32)), Random(game.key)
    for plies in range(SAMPLE):
        match.play(chance.choice(match.moves()))
        if match.turn is None:
            return match.copy_at(plies).view(None)
    return match.view(None)
