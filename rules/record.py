"""The contents of a record: a match, and the names of its players."""

from dataclasses import dataclass
from typing import Final

from rules.match import Match

NAME_LIMIT: Final = 80
"""Maximum length of a player's name in a record, in characters.

A card shows two of them among much else.
"""


@dataclass(frozen=True, slots=True)
class Record:
    """A match that was read.

    `names` are those of its players by seat, if the record has both. `goes_on` says that the text
    has more games after this one, which is the first.
    """

    match: Match
    names: tuple[str, str] | None = None
    goes_on: bool = False


def clip_name(text: str) -> str:
    """Return a player's name from a record, truncated if very long."""
    return text if len(text) <= NAME_LIMIT else text[: NAME_LIMIT - 1] + "…"
