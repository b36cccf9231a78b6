"""Entries that put the example into the catalogues of games and of words.

Each one is a catalogue, the key in it, and the value.
"""

from typing import Any, Final

from rules.catalogue import GAMES
from tests.examples.three_in_a_row import english
from tests.examples.three_in_a_row.game import ThreeInARow
from words.english import MESSAGES

EXAMPLE: Final = ThreeInARow()
ENTRIES: Final[tuple[tuple[dict[str, Any], str, Any], ...]] = (
    (GAMES, EXAMPLE.key, EXAMPLE),
    *((MESSAGES, message.code, message) for message in english.MESSAGES),
)
