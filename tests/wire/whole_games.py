"""Games played to their end over the wire."""

from tests.wire.live_bot import Scene
from tests.wire.visible_message import buttons, words

SEVERAL_CAPTURED = 54
"""Seed of a short random game of Russian checkers with multi-piece captures."""

HANDS_SOON_EMPTY = 4
"""The seed of a short random game of One Zero One, whatever is dealt."""


def result_words(scene: Scene, place: str) -> str:
    """Return the last board's words about the end.

    Its buttons must be those of every place.
    """
    board = scene.board(place)
    assert list(buttons(board)) == ["Rematch", "Replay", "Analyse", "Share", "More"]
    return words(board)
