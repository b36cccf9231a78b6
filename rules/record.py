"""What a record tells: a match, and who played it."""

from dataclasses import dataclass

from rules.match import Match


@dataclass(frozen=True, slots=True)
class Record:
    """A match that was read; `names` are those of its players by seat, where the record has both.

    `goes_on` says that the text has more games after this one, which is the first.
    """

    match: Match
    names: tuple[str, str] | None = None
    goes_on: bool = False
