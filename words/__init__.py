"""What is said: one catalogue of messages by code, English as its source, gettext for other languages.

`tell(code, facts, language)` gives the words. `Said(code, **facts)` is the same as a value, to be told later in
whatever language is wanted. Rows stand in `english/`, a file a subject; the meaning of each fact in `facts`;
translations in `languages/`; what is raised for people to read in `errors`. `python -m words` checks them all.
"""

from words.errors import TwotoneError
from words.moments import ago, when
from words.pseudo import PSEUDO
from words.telling import (
    ENGLISH,
    Player,
    Said,
    Speaker,
    Words,
    by_name,
    chain,
    choose,
    clip,
    commas,
    decimal,
    languages,
    series,
    speaker,
    tell,
)

__all__ = [
    "ENGLISH",
    "PSEUDO",
    "Player",
    "Said",
    "Speaker",
    "TwotoneError",
    "Words",
    "ago",
    "by_name",
    "chain",
    "choose",
    "clip",
    "commas",
    "decimal",
    "languages",
    "series",
    "speaker",
    "tell",
    "when",
]
