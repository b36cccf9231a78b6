"""Replayed matches that are kept in memory, as many as their moves allow; any other is replayed from its record."""

from collections import OrderedDict
from typing import Final

from data.matches import MatchRow
from rules.catalogue import GAMES
from rules.match import Match, read_record

RULES_VERSION: Final = 1
"""The version of the rules that new matches are played by.

It grows when a record of before would be replayed to something else; then the older version is replayed by the code
that is kept for it. A match of a newer version was made by a newer Twotone, and waits for it.
"""
KEPT_PLIES: Final = 5000
"""Moves of all matches kept in memory together; a position of one takes up to 3 KiB. The start counts as one."""


class Unplayable(Exception):  # noqa: N818 - an answer, not a mistake in the code
    """A match that cannot be replayed; `code` is the sentence for its players."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Replays:
    """The matches last asked for."""

    def __init__(self) -> None:
        self._kept: OrderedDict[int, tuple[int, Match]] = OrderedDict()
        self.plies = 0
        """Moves kept in memory, with one for the start of each match."""

    def match(self, row: MatchRow) -> Match:
        """Return a row's match, replayed from its record if it is not at hand; raise `Unplayable`.

        A record of an older `rules_version` is replayed like one of today's.
        """
        kept = self._kept.get(row.id)
        if kept and kept[0] == row.version:
            self._kept.move_to_end(row.id)
            return kept[1]
        if row.rules_version > RULES_VERSION:
            raise Unplayable("match.newer")
        try:
            match = read_record(row.record, GAMES)
        except MemoryError:
            raise
        except Exception as error:  # changed bytes may break any assumption about a record
            raise Unplayable("match.unreadable") from error
        self.keep(row, match)
        return match

    def keep(self, row: MatchRow, match: Match) -> None:
        """Keep a match as it is in this row; forget those not asked for longest, but never this one."""
        former = self._kept.pop(row.id, None)
        if former:
            self.plies -= _cost(former[1])
        self._kept[row.id] = (row.version, match)
        self.plies += _cost(match)
        while self.plies > KEPT_PLIES and len(self._kept) > 1:
            _, (_, oldest) = self._kept.popitem(last=False)
            self.plies -= _cost(oldest)


def _cost(match: Match) -> int:
    return len(match.plies) + 1
