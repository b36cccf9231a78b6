"""The catalogue of messages by code.

English is its source; gettext serves other languages. `render_message(code, facts, language)`
returns a message as text, with its placeholders filled from `facts`. `Phrase(code, **facts)` is the
same as a value that can be rendered later in any language. Messages are in `english/`, one file for
each subject; the meaning of each fact is in `facts`; translations are in `languages/`; exceptions
for people to read are in `errors`. `python -m words` checks them all.
"""

from words.errors import TwotoneError
from words.moments import date_phrase, discord_timestamp, relative_timestamp
from words.pseudo import PSEUDO
from words.telling import (
    ENGLISH,
    Localizer,
    Phrase,
    SeatedPlayer,
    Words,
    catalogues_hash,
    clip,
    decimal,
    forget_catalogues,
    insert_player_names,
    join_as_list,
    join_phrases,
    join_with_commas,
    language_for_locale,
    language_name,
    languages,
    localizer_for,
    render_message,
)

__all__ = [
    "ENGLISH",
    "PSEUDO",
    "Localizer",
    "Phrase",
    "SeatedPlayer",
    "TwotoneError",
    "Words",
    "catalogues_hash",
    "clip",
    "date_phrase",
    "decimal",
    "discord_timestamp",
    "forget_catalogues",
    "insert_player_names",
    "join_as_list",
    "join_phrases",
    "join_with_commas",
    "language_for_locale",
    "language_name",
    "languages",
    "localizer_for",
    "relative_timestamp",
    "render_message",
]
