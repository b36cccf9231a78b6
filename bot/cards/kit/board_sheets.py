"""Pictures of several games side by side, each in a sample position."""

from collections.abc import Sequence
from functools import lru_cache, partial
from random import Random
from typing import Final

from bot.cards.kit.pictures import Drawing, chart_picture
from rendering.board_sheet import LabelledBoard, draw_board_sheet
from rendering.picture import Picture
from rendering.sprite_cache import check_drawing_allowed
from rules.board import BoardView
from rules.catalogue import GAMES, families
from rules.game import AnyGame, View
from rules.match import Match
from words import Localizer

SAMPLE: Final = 12
"""Moves after which a game is shown: its board is neither empty nor full."""
KEPT: Final = 32
"""Sheets that are kept, about 100 KB each: most people have the usual theme."""
SHEET_FILE: Final = "games.png"


def board_sheet_picture(games: Sequence[AnyGame], say: Localizer, theme: str) -> Drawing:
    """Draw sample boards of some games with their names.

    Nothing is shown if that fails, because the buttons name the games too.
    """
    keys = tuple(game.key for game in games)
    return chart_picture(partial(_draw_games, keys, theme, say.language), SHEET_FILE)


def families_picture(say: Localizer, theme: str) -> Drawing:
    """Draw a sample of the games that can be played: one of each family."""
    return board_sheet_picture([games[-1] for games in families().values()], say, theme)


@lru_cache(maxsize=KEPT)
def _draw_games(keys: tuple[str, ...], theme: str, language: str) -> Picture:
    """Draw sample boards of the games with these keys; cached."""
    check_drawing_allowed()
    views = [sample_view(GAMES[key]) for key in keys]
    # Games of one family look alike but for their sizes.
    is_family = len({GAMES[key].family for key in keys}) == 1
    sizes = [f"{view.files} × {view.ranks}" if isinstance(view, BoardView) else "" for view in views]
    details = sizes if is_family and len(set(sizes)) > 1 else [""] * len(keys)
    shown = [
        LabelledBoard(view, GAMES[key].title, detail)
        for key, view, detail in zip(keys, views, details, strict=True)
    ]
    return draw_board_sheet(shown, theme=theme, language=language)


def sample_view(game: AnyGame) -> View:
    """Return a view of a game in progress, always after the same moves.

    The moves are drawn at random with the game's key as the seed.
    """
    match, chance = Match(game, {}, bytes(32)), Random(game.key)
    for plies in range(SAMPLE):
        match.play(chance.choice(match.moves()))
        if match.turn is None:
            return match.copy_at(plies).view(None)
    return match.view(None)
