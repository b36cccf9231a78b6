"""A league's seasons: their length, section sizes, and section assignments."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Final

from club.clocks.time_control import DAY
from club.clocks.zones import hour_start, load_zone
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
EVENING_CONTROL: Final = "10+5"
"""Default clock of a league of evenings."""
NOTICE: Final = 7
"""Days from a league's creation to its start, and between two evenings.

A season that sleeps starts as many days after it wakes.
"""
LENGTHS: Final = {"weeks": 21, "week": 7, "evening": 1}
"""Days of a season, by what an organiser chooses; the first is the default."""
LENGTH: Final = LENGTHS["weeks"]
EVENING: Final = 4 * 3600.0
"""Seconds of a season of one evening."""
BREAK: Final = 1
"""Days between two seasons: time to judge what is unfinished."""
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
    """The hour at which a league's seasons start, in a time zone, and their days.

    Longer ones than an evening close at that hour, too. `zone` is `None` for UTC. Moments are in seconds
    since the epoch.
    """

    hour: int
    zone: str | None
    days: int = LENGTH

    @property
    def is_evening(self) -> bool:
        """Whether a season is played in one sitting."""
        return self.days == LENGTHS["evening"]

    def close_after(self, start: float) -> float:
        """Return when a season that starts at a moment closes."""
        return start + EVENING if self.is_evening else self.moment_after(start, self.days)

    def latest_close(self, stage: StageRow, now: float) -> float:
        """Return when a season closes that starts now, perhaps late."""
        return max(stage.closes_at, now + EVENING if self.is_evening else self.moment_after(now, 1))

    def sign_up_from(self, stage: StageRow) -> float:
        """Return when members sign up for the season after this one: half-way through."""
        return stage.closes_at if self.is_evening else self.moment_after(stage.starts_at, self.days // 2)

    def start_after(self, stage: StageRow, now: float) -> float:
        """Return when the season after this one starts; evenings are a week apart."""
        if self.is_evening:
            return self.moment_after(max(stage.starts_at, now - DAY), NOTICE)
        return self.moment_after(max(stage.closes_at, now), BREAK)

    def warned_from(self, stage: StageRow) -> float:
        """Return from when a card says that a season will close."""
        return stage.closes_at if self.is_evening else stage.closes_at - WARNED

    def moment_after(self, at: float, days: int) -> float:
        """Return the moment, at the league's hour, some days after another moment."""
        return hour_start(self.date_of(at) + timedelta(days=days), self.hour, self.zone)

    def date_of(self, at: float) -> date:
        """Return the local date at a time in seconds since the epoch."""
        return datetime.fromtimestamp(at, load_zone(self.zone)).date()

    def postpone(self, stage: StageRow, days: int, *, since: float) -> StageRow:
        """Return a season with its start and close `days` later.

        A moment that was already past at `since` is not changed.
        """
        starts_at, closes_at = (
            self.moment_after(at, days) if at > since else at for at in (stage.starts_at, stage.closes_at)
        )
        return replace(stage, starts_at=starts_at, closes_at=closes_at)


def games_per_pairing(stage: StageRow) -> int:
    """Return how many games two entrants of a section play.

    In two games, each of them moves first once.
    """
    return stage.rounds or 1


def section_sizes(entrants: int) -> list[int]:
    """Return the sizes of a season's sections, the highest section first.

    They are as equal as possible. From ten entrants on, a section has five to seven.

    >>> [section_sizes(entrants) for entrants in (4, 7, 8, 9, 15, 22)]
    [[4], [7], [4, 4], [4, 5], [5, 5, 5], [5, 5, 6, 6]]
    """
    nearest = (entrants + 2) // USUAL  # halves fall
    count = max(nearest, -(-entrants // LARGEST))
    least, more = divmod(entrants, count)
    return [least + (number >= count - more) for number in range(count)]


def promotion_count(entrants: int) -> int:
    """Return how many entrants a section promotes, and how many it relegates.

    `entrants` is the size of the season's smallest section: as many must come up as go down. It is a
    quarter of it, rounded up.
    """
    return -(-entrants // 4)


def assign_sections(
    entrants: Sequence[Player], former_tables: Sequence[Sequence[Player]], points: Mapping[Player, float]
) -> list[list[Player]]:
    """Return the entrants of a new season by section, the highest first.

    Each section is in order. `former_tables` are the final tables of the season before, the highest
    section first. A section begins with the players relegated to it, followed by those who stay, then
    those promoted to it; newcomers come last, ordered by rating (`points`). If players have left, more
    are promoted to fill their places, but no one by more than one section, as long as anyone else is
    available.

    >>> assign_sections("hgfedcba", ["abcd", "efgh"], {}) == [list("abce"), list("dfgh")]
    True
    """
    levels: dict[Player, int] = {}
    places: dict[Player, tuple[int, int, int]] = {}
    moving = promotion_count(min(map(len, former_tables), default=0))
    for level, table in enumerate(former_tables):
        for place, player in enumerate(table):
            up = level > 0 and place < moving
            down = level < len(former_tables) - 1 and place >= len(table) - moving
            levels[player], places[player] = level, (level - up + down, up - down, place)
    known = sorted((player for player in entrants if player in places), key=lambda player: places[player])
    fresh = [player for player in entrants if player not in places]
    left = known + sorted(fresh, key=lambda player: -points[player])
    found = []
    for number, size in enumerate(section_sizes(len(left))):
        # Stable: who would come up by more than one section waits for the next one.
        left.sort(key=lambda player: levels.get(player, 0) - 1 > number)
        found.append(left[:size])
        left = sorted(left[size:], key=lambda player: (player not in places, places.get(player, ())))
    return found
