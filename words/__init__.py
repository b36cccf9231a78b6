"""The catalogue of messages by code.

English is its source, gettext serves other languages. `tell(code, facts, language)` gives the
words. `Phrase(code, **facts)` is the same as a value, to be told later in any language. Rows are in
`english/`, one file for each subject; the meaning of each fact is in `facts`; translations are in
`languages/`; exceptions for people to read are in `errors`. `python -m words` checks them all.
"""

from words.errors import TwotoneError
from words.moments import ago, when
from words.pseudo import PSEUDO
from words.telling import (
    ENGLISH,
    Phrase,
    SeatedPlayer,
    Speaker,
    Words,
    by_name,
    catalogues_hash,
    chain,
    choose,
    clip,
    commas,
    decimal,
    forget_catalogues,
    languages,
    series,
    speaker,
    tell,
)

__all__ = [
    "ENGLISH",
    "PSEUDO",
    "Phrase",
    "SeatedPlayer",
    "Speaker",
    "TwotoneError",
    "Words",
    "ago",
    "by_name",
    "catalogues_hash",
    "chain",
    "choose",
    "clip",
    "commas",
    "decimal",
    "forget_catalogues",
    "languages",
    "series",
    "speaker",
    "tell",
    "when",
]
