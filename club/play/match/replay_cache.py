"""A cache of replayed matches, limited by their number of moves.

Matches that are not cached are replayed from their stored record.
"""

from typing import Final

from club.clocks.clock import Clock
from club.clocks.time_control import parse_control
from club.last_used import LruCache
from club.refusals import Refusal
from data.play.clocks import ClockRow
from data.play.matches import MatchRow, MatchStatus
from rules.editions import RULES_VERSION, replay
from rules.match import Match

KEPT_PLIES: Final = 3000
"""Plies of all matches kept in memory together.

A position takes about 1.5 KiB. The start counts as one ply.
"""


class UnplayableMatch(Exception):  # noqa: N818 - an answer, not a mistake in the code
    """A match cannot be replayed; `code` is the message code for its players."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class ReplayCache:
    """Caches the matches last used, up to `most` moves in total."""

    def __init__(self, most: int | None = None) -> None:
        self.kept = LruCache[int, tuple[int, Match]](KEPT_PLIES if most is None else most, cost=_cost)
        """By match: a version of it, and the match then."""

    def get(self, row: MatchRow) -> Match | None:
        """Return the match of a row if it is cached in this version."""
        version, match = self.kept.get(row.id) or (None, None)
        return match if version == row.version else None

    def put(self, row: MatchRow, match: Match) -> None:
        """Cache a match as it is in this row, unless a newer version is cached."""
        known = self.kept.get(row.id)
        if known is None or known[0] <= row.version:
            self.kept.put(row.id, (row.version, match))


def replay_row(row: MatchRow) -> Match:
    """Replay the match of a row from its record.

    Call it off the event loop. Raise `UnplayableMatch` if it cannot be replayed, also if a newer version
    of the bot made it (its `rules_version` is newer).
    """
    if row.rules_version > RULES_VERSION:
        raise UnplayableMatch("match.newer")
    try:
        return replay(row.record, version=row.rules_version, over=row.status is MatchStatus.OVER)
    except MemoryError:
        raise
    except Exception as error:  # changed bytes may break any assumption about a record
        raise UnplayableMatch("match.unreadable") from error


def check_clock_row(row: ClockRow) -> None:
    """Raise `UnplayableMatch` if a match's clocks cannot be read."""
    try:
        Clock.parse(row.state)
        parse_control(row.control)
    except (ValueError, Refusal) as error:
        raise UnplayableMatch("match.unreadable") from error


def _cost(kept: tuple[int, Match]) -> int:
    return len(kept[1].plies) + 1
