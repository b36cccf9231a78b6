"""Replayed matches kept in memory, as many as their number of moves allows.

Any other match is replayed from its record.
"""

from typing import Final

from club.clocks.clock import Clock
from club.clocks.time_control import read_control
from club.last_used import LastUsed
from club.refusals import Refusal
from data.play.clocks import ClockRow
from data.play.matches import MatchRow, MatchStatus
from rules.editions import RULES_VERSION, replay
from rules.match import Match

KEPT_PLIES: Final = 3000
"""Plies of all matches kept in memory together.

A position takes about 1.5 KiB. The start counts as one ply.
"""


class Unplayable(Exception):  # noqa: N818 - an answer, not a mistake in the code
    """A match that cannot be replayed; `code` is the sentence for its players."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Replays:
    """The matches last asked for, up to `most` of their moves."""

    def __init__(self, most: int | None = None) -> None:
        self.kept = LastUsed[int, tuple[int, Match]](KEPT_PLIES if most is None else most, cost=_cost)
        """By match: a version of it, and the match then."""

    def at_hand(self, row: MatchRow) -> Match | None:
        """Return a row's match if it is kept."""
        version, match = self.kept.get(row.id) or (None, None)
        return match if version == row.version else None

    def keep(self, row: MatchRow, match: Match) -> None:
        """Keep a match as it is in this row, unless it is newer by now."""
        known = self.kept.get(row.id)
        if known is None or known[0] <= row.version:
            self.kept.put(row.id, (row.version, match))


def replay_row(row: MatchRow) -> Match:
    """Return a row's match, replayed from its record.

    Raise `Unplayable` if it cannot be replayed. Call it off the event loop. A match of a newer
    `rules_version` was made by a newer Twotone, and waits for it.
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
        Clock.parse(row.state)
        read_control(row.control)
    except (ValueError, Refusal) as error:
        raise Unplayable("match.unreadable") from error


def _cost(kept: tuple[int, Match]) -> int:
    return len(kept[1].plies) + 1
