"""Where the database keeps personal data: every column that holds a person.

`/privacy` exports and deletes according to this list; the tables are those of `schema.sql`. A new
column that is not named here says in its migration whom it is about: `-- nobody`, or `-- theirs`
if its row goes with a person (`tests/data/database/test_persons.py`).
"""

from collections.abc import Mapping
from typing import Final

from words import Phrase, Words

NOBODY: Final = 0
"""Stands in for the ID of a forgotten person where a table must hold one.

No Discord user has this ID.
"""
COMPUTER: Final = -1
"""Stands in for a person's ID where the computer sits; no Discord user has it."""
NO_NAME: Final = ""
"""In place of their name."""
OPAQUE: Final = object()
"""Marks an ID that is replaced by an opaque number.

The number is different on each server and linked to nothing, so that other players keep their
ratings.
"""
FORMER: Final = Phrase("person.former")
"""How people read it."""
Becomes = Mapping[str, object] | None
"""What becomes of a row when a person in it is forgotten.

Either its columns that change, with their new values, or `None` if the row is deleted.
"""
GOES: Final[Mapping[str, Becomes]] = {"user_id": None}
"""The row is one person's, as a whole, and goes with them."""

PEOPLE: Final[Mapping[str, Mapping[str, Becomes]]] = {
    "server": {
        "puzzle_by": {"puzzle_by": None},
        "card_by": {"card_by": None},
        "digest_by": {"digest_by": None},
    },
    "admin_log": {"user_id": {"user_id": NOBODY}},
    "seat": {
        "user_id": {
            "user_id": NOBODY,
            "name": NO_NAME,
            "dm_channel_id": None,
            "dm_message_id": None,
            "dm_posted_at": None,
            "dm_version": None,
        },
    },
    "event": {"user_id": {"user_id": None, "interaction_id": None}},
    "advance": GOES,
    "vote": GOES,
    "guess": GOES,
    "guess_month": GOES,
    "note": GOES,
    "note_consent": GOES,
    "challenge": {
        "challenger_id": {
            "challenger_id": NOBODY,
            "challenger_name": NO_NAME,
            "interaction_id": None,
            "closed_by_interaction": None,
        },
        "opponent_id": {"opponent_id": NOBODY, "opponent_name": NO_NAME, "closed_by_interaction": None},
    },
    "exercise": GOES,
    "appraisal": GOES,
    "fastest": GOES,
    "first_step": GOES,
    "learner": GOES,
    "tree_count": GOES,
    "preference": GOES,
    "puzzle": GOES,
    "puzzle_try": GOES,
    "puzzle_rating": GOES,
    "puzzle_run": GOES,
    "puzzle_best": GOES,
    "puzzle_solver": GOES,
    "rated": {
        "first_id": {"first_id": OPAQUE, "first_name": NO_NAME, "void_why": None},
        "second_id": {"second_id": OPAQUE, "second_name": NO_NAME, "void_why": None},
        "void_by": {"void_by": None, "void_why": None},
    },
    "rating": {"user_id": {"user_id": OPAQUE, "name": NO_NAME}},
    "rating_wait": {"low_id": None, "high_id": None},
    "shown": GOES,
    "competition": {"organiser_id": {"organiser_id": NOBODY, "interaction_id": None}},
    "team": {"captain_id": {"captain_id": None}},
    "entrant": {"user_id": {"user_id": NOBODY, "name": NO_NAME, "absent_at": None}},
    "section_log": {"user_id": {"user_id": NOBODY}},
    "profile_page": GOES,
    "looking": GOES,
    "deletion": GOES,
}
"""The columns that hold a person's ID, by table, and what becomes of the row.

Seals cover none of them, so that they still hold when the person is gone.
"""


def display_name(name: str) -> Words:
    """Return a name as read from a table, or a substitute for a forgotten person."""
    return FORMER if name == NO_NAME else name
