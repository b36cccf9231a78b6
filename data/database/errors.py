"""Errors of the store itself, each with a code in the message catalogue.

They are meant for the host, the person who runs the bot.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from words import TwotoneError

DAMAGE: Final = ("store.corrupt", "store.no_database", "match.unreadable")
"""What the store says of damage, which no later try finds mended."""
MISCONFIGURED: Final = ("store.address", "store.driver")
"""Codes for a setting that the host must change before the store can be opened."""


class StoreError(TwotoneError):
    """Raised when the store cannot carry out an operation.

    Its message says what happened and what to do about it.
    """

    @property
    def is_damage(self) -> bool:
        """Whether stored data is damaged, so that a retry is useless."""
        return self.code in DAMAGE


def is_commit_unknown(error: BaseException) -> bool:
    """Whether an error leaves open if the data was stored."""
    return isinstance(error, StoreError) and error.code == "store.unknown"


class Unreadable(StoreError):  # noqa: N818 - what the match is
    """Raised for a match whose stored rows are damaged and no longer valid.

    `match_id` is the ID of that match, if known.
    """

    def __init__(self, match_id: int | None = None) -> None:
        super().__init__("match.unreadable")
        self.match_id = match_id


class Violation(Exception):  # noqa: N818 - what the row is
    """Raised for a row that violates a constraint of the schema.

    Examples are a duplicate of a row that must be unique, and a number out of range.
    """


@contextmanager
def translate_row_errors(match_id: int) -> Iterator[None]:
    """Raise `Unreadable` for invalid rows of a match within this context.

    Examples are an unknown kind of event and a negative number. An error in text that is being written
    is raised unchanged.
    """
    try:
        yield
    except UnicodeEncodeError:
        raise  # what is written is at fault, not what was read
    except (ValueError, Violation) as error:
        raise Unreadable(match_id) from error


def one_line(error: object) -> str:
    """Return an error's text as one printable line of at most 200 characters.

    The error of a damaged file may contain arbitrary characters.
    """
    line = "".join(sign if sign.isprintable() else " " for sign in str(error))
    return " ".join(line.split())[:200]
