"""Replayed matches that are kept in memory, as many as their moves allow; any other is replayed from its record."""

from collections import OrderedDict
from typing import Final

from club.clocks.clock import Clock
from club.clocks.control import read_control
from club.refusals import Refusal
from data.clocks import ClockRow
from data.matches import MatchRow, MatchStatus
from rules.editions import RULES_VERSION, replay
from rules.match import Match

KEPT_PLIES: Final = 3000
"""Moves of all matches kept in memory together; a position takes about 1.5 KiB. The start counts as one."""


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

    def at_hand(self, row: MatchRow) -> Match | None:
        """Return a row's match if it is kept."""
        version, match = self._kept.get(row.id, (None, None))
        if version != row.version:
            return None
        self._kept.move_to_end(row.id)
        return match

    def keep(self, row: MatchRow, match: Match) -> None:
        """Keep a match as it is in this row, unless it is newer by now; forget those not asked for longest."""
        former = self._kept.get(row.id)
        if former:
            if former[0] > row.version:
                return
            self.plies -= _cost(former[1])
            del self._kept[row.id]
        self._kept[row.id] = (row.version, match)
        self.plies += _cost(match)
        while self.plies > KEPT_PLIES and len(self._kept) > 1:
            _, (_, oldest) = self._kept.popitem(last=False)
            self.plies -= _cost(oldest)


def replayed(row: MatchRow) -> Match:
    """Return a row's match, replayed from its record; raise `Unplayable`. Call it off the event loop.

    A match of a newer `rules_version` was made by a newer Twotone, and waits for it.
    """
    if row.rules_version > RULES_VERSION:
        raise Unplayable("match.newer")
    try:
        return replay(row.record, version=row.rules_version, over=row.status is MatchStatus.OVER)
    except MemoryError:
        raise
    except Exception as error:  # changed bytes may break any assumption about a record
        raise Unplayable("match.unreadable") from error


def must_be_sound(row: ClockRow) -> None:
    """Raise `Unplayable` if clocks cannot be read."""
    try:
        Clock.read(row.state)
        read_control(row.control)
    except (ValueError, Refusal) as error:
        raise Unplayable("match.unreadable") from error


def _cost(match: Match) -> int:
    return len(match.plies) + 1
