"""A league's seasons: their length, section sizes, and who plays in which section."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Final

from club.clocks.zones import at_hour, zone_of
from club.competitions.reckoning.results import Player
from data.competitions.competitions import StageRow

LEAST: Final = 4
"""Entrants of a season: with fewer its start is put off."""
MOST: Final = 84
"""Entrants of a season: fourteen sections."""
USUAL, LARGEST = 6, 7
"""Entrants of a section: as near to so many as can be, and at most so many."""
AT_ONCE: Final = 6
"""Competition matches a member plays at a time; the others begin as these end."""
CONTROL: Final = "3d+1d"
"""Default clock of a league: a bank of 72 hours, and 24 hours more with each move."""
NOTICE: Final = 7
"""Days from a league's creation to its first start.

A start is put off by as many.
"""
LENGTH: Final = 21
"""Days of a season."""
HALF: Final = LENGTH // 2
"""Days after which people sign up for the next one."""
BREAK: Final = 1
"""Days between two seasons: time to judge what is unfinished."""
REMINDED: Final = 12 * 3600.0
"""Seconds before a start at which the card is posted once more.

That is its last morning or evening.
"""
WARNED: Final = 48 * 3600.0
"""Seconds before the close at which the tables are posted once more.

Matches that are not finished by the close will be judged.
"""
ABSENT: Final = 48 * 3600.0
"""Seconds an entrant who has never moved may keep others waiting.

Then their place is free.
"""


@dataclass(frozen=True, slots=True)
class Calendar:
    """The hour at which a league's seasons start and close, in a zone (`None` is UTC)."""

    hour: int
    zone: str | None

    def after(self, at: float, days: int) -> float:
        """Return the moment of that hour so many days after the day of a moment."""
        return at_hour(self.day_of(at) + timedelta(days=days), self.hour, self.zone)

    def day_of(self, at: float) -> date:
        """Return the date of a moment."""
        return datetime.fromtimestamp(at, zone_of(self.zone)).date()

    def postpone(self, stage: StageRow, days: int, *, since: float) -> StageRow:
        """Return a season with those of its moments `days` later that lie after `since`."""
        starts_at, closes_at = (
            self.after(at, days) if at > since else at for at in (stage.starts_at, stage.closes_at)
        )
        return replace(stage, starts_at=starts_at, closes_at=closes_at)


def games_of(stage: StageRow) -> int:
    """Return in how many games two of a section meet: in two they swap sides."""
    return stage.rounds or 1


def sizes(entrants: int) -> list[int]:
    """Return the sizes of the sections, the highest first, as equal as possible.

    From ten entrants on a section has five to seven.

    >>> sizes(4), sizes(7), sizes(8), sizes(9), sizes(15), sizes(22)
    ([4], [7], [4, 4], [4, 5], [5, 5, 5], [5, 5, 6, 6])
    """
    nearest = (entrants + 2) // USUAL  # halves fall
    count = max(nearest, -(-entrants // LARGEST))
    least, more = divmod(entrants, count)
    return [least + (number >= count - more) for number in range(count)]


def movers(entrants: int) -> int:
    """Return how many of a section go up, and as many down: a quarter, rounded up."""
    return -(-entrants // 4)


def assign_sections(
    entrants: Sequence[Player], former: Sequence[Sequence[Player]], points: Mapping[Player, float]
) -> list[list[Player]]:
    """Return the entrants of a season by section, the highest first.

    Each section is in its order. `former` are the tables of the season before, the highest first, each
    in its order. In a section those come first who come down to it, then those who stay, then those who
    come up; people who were not in any come last, by their rating. If others have left, some go up who
    would have stayed, but no one by more than one section, as long as anyone else is left to.

    >>> assign_sections("hgfedcba", ["abcd", "efgh"], {}) == [list("abce"), list("dfgh")]
    True
    """
    levels, places = {}, {}
    for level, table in enumerate(former):
        moving = movers(len(table))
        for place, player in enumerate(table):
            up = level > 0 and place < moving
            down = level < len(former) - 1 and place >= len(table) - moving
            levels[player], places[player] = level, (level - up + down, up - down, place)
    known = sorted((player for player in entrants if player in places), key=lambda player: places[player])
    fresh = [player for player in entrants if player not in places]
    left = known + sorted(fresh, key=lambda player: -points[player])
    found = []
    for number, size in enumerate(sizes(len(left))):
        # Stable: who would come up by more than one section waits for the next one.
        left.sort(key=lambda player: levels.get(player, 0) - 1 > number)
        found.append(left[:size])
        left = sorted(left[size:], key=lambda player: (player not in places, places.get(player, ())))
    return found
