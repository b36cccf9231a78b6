"""Faults of the store itself, as codes of the catalogue, for the host."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from words import TwotoneError

DAMAGE: Final = ("store.corrupt", "store.no_database", "match.unreadable")
"""What the store says of damage, which no later try finds mended."""
MISCONFIGURED: Final = ("store.address", "store.driver")
"""Codes for a setting that the host must change before the store can be opened."""


class StoreError(TwotoneError):
    """Raised when the store cannot do something.

    Its sentence says what happened and what to do about it.
    """

    @property
    def damage(self) -> bool:
        """Return whether what is stored is damaged, so that trying again is of no use."""
        return self.code in DAMAGE


def is_unknown(error: BaseException) -> bool:
    """Whether it is impossible to tell if the data was stored."""
    return isinstance(error, StoreError) and error.code == "store.unknown"


class Unreadable(StoreError):  # noqa: N818 - what the match is
    """Raised for a match whose rows damage has changed into something invalid.

    `match_id` is that match.
    """

    def __init__(self, match_id: int | None = None) -> None:
        super().__init__("match.unreadable")
        self.match_id = match_id


class Violation(Exception):  # noqa: N818 - what the row is
    """Raised for a row that does not fit the schema.

    Examples are a second row where only one may be, and a number out of range.
    """


@contextmanager
def sound_rows(match_id: int) -> Iterator[None]:
    """Raise `Unreadable` if rows of a match are not sound.

    Examples are an unknown kind and a number below 0.
    """
    try:
        yield
    except UnicodeEncodeError:
        raise  # what is written is at fault, not what was read
    except (ValueError, Violation) as error:
        raise Unreadable(match_id) from error


def one_line(error: object) -> str:
    """Return an error's text as one printable line.

    A damaged file may have filled the text with anything.
    """
    line = "".join(sign if sign.isprintable() else " " for sign in str(error))
    return " ".join(line.split())[:200]
