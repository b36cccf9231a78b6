"""Games read from a text, for tests."""

from rules.record import ReadGame
from rules.record_files import read_text


def read(text: str) -> ReadGame:
    """Return the only game of a text."""
    (game,) = read_text(text).games
    return game


def moves(game: ReadGame, key: str | None = None) -> list[str]:
    """Return the moves of a game under a kind, by default the likeliest."""
    kind = next((kind for kind in game.kinds if kind.game == key), None)
    return [ply.text for ply in game.open(kind).plies]


def keys(game: ReadGame) -> list[str]:
    """Return the kinds that a game can be."""
    return [kind.game for kind in game.kinds]
