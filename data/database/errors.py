"""What can be wrong with the store itself, as codes of the catalogue, for the person who runs the bot."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from words import TwotoneError

DAMAGE: Final = ("store.corrupt", "store.no_database", "match.unreadable")
"""What the store says of damage, which no later try finds mended."""
MISCONFIGURED: Final = ("store.address", "store.driver")
"""What the store says of a setting that the host has to change before it can be opened."""


class StoreError(TwotoneError):
    """Raised when the store cannot do something; its sentence says what happened and what to do."""

    @property
    def damage(self) -> bool:
        """Return whether what is stored is damaged, so that trying again is of no use."""
        return self.code in DAMAGE


def is_unknown(error: BaseException) -> bool:
    """Return whether nobody can say if what was to be stored was."""
    return isinstance(error, StoreError) and error.code == "store.unknown"


class Unreadable(StoreError):  # noqa: N818 - what the match is
    """Raised for a match, that with `match_id`, whose rows damage has changed into something that no match is."""

    def __init__(self, match_id: int | None = None) -> None:
        super().__init__("match.unreadable")
        self.match_id = match_id


class Violation(Exception):  # noqa: N818 - what the row is
    """Raised for a row that does not fit the schema: a second one where one may be, a number out of range."""


@contextmanager
def sound_rows(match_id: int) -> Iterator[None]:
    """Raise `Unreadable` where rows of a match are not what all sound ones are: an unknown kind, a number below 0."""
    try:
        yield
    except UnicodeEncodeError:
        raise  # what is written is at fault, not what was read
    except (ValueError, Violation) as error:
        raise Unreadable(match_id) from error


def one_line(error: object) -> str:
    """Return an error's words, which a damaged file may have filled with anything, as one line that can be printed."""
    line = "".join(sign if sign.isprintable() else " " for sign in str(error))
    return " ".join(line.split())[:200]
