"""The list of every database column that holds personal data.

`/privacy` exports and deletes a person's data according to this list; the tables are defined in
`schema.sql`. A column that is not listed here must say in its migration whom it is about: `--
nobody`, or `-- theirs` if its row is deleted together with a person
(`tests/data/database/test_persons.py`).
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
RowChange = Mapping[str, object] | None
"""What becomes of a row when a person in it is forgotten.

Either its columns that change, with their new values, or `None` if the row is deleted.
"""
DELETED_WITH_PERSON: Final[Mapping[str, RowChange]] = {"user_id": None}
"""The row is one person's, as a whole, and goes with them."""

PEOPLE: Final[Mapping[str, Mapping[str, RowChange]]] = {
    "server": {
        "puzzle_by": {"puzzle_by": None},
        "card_by": {"card_by": None},
        "digest_by": {"digest_by": None},
    },
    "admin_log": {
        "user_id": {"user_id": NOBODY},
        "whom_id": {"whom_id": NOBODY, "became": None},
    },
    "block": {"user_id": None, "blocked_id": None},
    "bar": DELETED_WITH_PERSON,
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
    "advance": DELETED_WITH_PERSON,
    "vote": DELETED_WITH_PERSON,
    "guess": DELETED_WITH_PERSON,
    "guess_month": DELETED_WITH_PERSON,
    "note": DELETED_WITH_PERSON,
    "note_consent": DELETED_WITH_PERSON,
    "challenge": {
        "challenger_id": {
            "challenger_id": NOBODY,
            "challenger_name": NO_NAME,
            "interaction_id": None,
            "closed_by_interaction": None,
        },
        "opponent_id": {"opponent_id": NOBODY, "opponent_name": NO_NAME, "closed_by_interaction": None},
    },
    "exercise": DELETED_WITH_PERSON,
    "appraisal": DELETED_WITH_PERSON,
    "fastest": DELETED_WITH_PERSON,
    "first_step": DELETED_WITH_PERSON,
    "learner": DELETED_WITH_PERSON,
    "tree_count": DELETED_WITH_PERSON,
    "preference": DELETED_WITH_PERSON,
    "puzzle": DELETED_WITH_PERSON,
    "puzzle_try": DELETED_WITH_PERSON,
    "puzzle_rating": DELETED_WITH_PERSON,
    "puzzle_run": DELETED_WITH_PERSON,
    "puzzle_best": DELETED_WITH_PERSON,
    "puzzle_solver": DELETED_WITH_PERSON,
    "rated": {
        "first_id": {"first_id": OPAQUE, "first_name": NO_NAME, "void_why": None},
        "second_id": {"second_id": OPAQUE, "second_name": NO_NAME, "void_why": None},
        "void_by": {"void_by": None, "void_why": None},
    },
    "rating": {"user_id": {"user_id": OPAQUE, "name": NO_NAME}},
    "rating_wait": {"low_id": None, "high_id": None},
    "shown": DELETED_WITH_PERSON,
    "competition": {"organiser_id": {"organiser_id": NOBODY, "interaction_id": None}},
    "team": {"captain_id": {"captain_id": None}},
    "entrant": {"user_id": {"user_id": NOBODY, "name": NO_NAME, "absent_at": None, "rating": None}},
    "section_log": {"user_id": {"user_id": NOBODY, "why": None}},
    "profile_page": DELETED_WITH_PERSON,
    "live_board": DELETED_WITH_PERSON,
    "looking": DELETED_WITH_PERSON,
    "deletion": DELETED_WITH_PERSON,
}
"""The columns that hold a person's ID, by table, and what becomes of the row.

Seals cover none of them, so that they still hold when the person is gone.
"""

UNTOLD: Final = frozenset({("block", "blocked_id")})
"""Columns of people who are not to learn of the row.

Only its maker's export has it.
"""


def display_name(name: str) -> Words:
    """Return a stored name for display, or a substitute for a deleted person."""
    return FORMER if name == NO_NAME else name
