"""The column of puzzles: solving them, daily ones, runs, and mining."""

from collections.abc import Mapping

from club.members.column import MembersColumn
from club.members.quotas import Limits
from club.play.column import PlayColumn
from club.puzzles.consent import MiningConsent
from club.puzzles.daily import DailyPuzzles
from club.puzzles.mining import MiningFollower, PuzzleMiner, PuzzleSearch
from club.puzzles.runs import PuzzleRuns
from club.puzzles.solving import Puzzles
from club.running.alarm import Alarm
from club.running.column import ClubContext, Column, DueWork


class PuzzleFollowers:
    """The followers of this column, made before the matches and settings they follow.

    `finds` is the alarm to ring whenever a match waits to be searched for puzzles.
    """

    def __init__(self, context: ClubContext, limits: Limits) -> None:
        self.finds = Alarm("mining", context.now)
        self.mining = MiningFollower(self.finds, now=context.now, limits=limits)
        self.consent = MiningConsent(context.now)


class PuzzlesColumn(Column):
    """Puzzles: those of the house, and those found in matches by `seek`."""

    def __init__(
        self,
        context: ClubContext,
        members: MembersColumn,
        play: PlayColumn,
        own: PuzzleFollowers,
        seek: PuzzleSearch,
    ) -> None:
        store, now = context.store, context.now
        self.consent = own.consent
        self.solving = Puzzles(store, now, context.chance)
        self.daily = DailyPuzzles(
            store,
            members.servers,
            self.solving,
            now=now,
            wake=context.delivery.ring,
            expect=context.schedule_check,
        )
        self.runs = PuzzleRuns(store, self.solving, self.daily, now=now, chance=context.chance)
        self.miner = PuzzleMiner(
            play.matches, self.consent, seek, own.finds, owner=context.owner, limits=members.limits
        )
        self.workers = (self.miner.jobs,)

    @property
    def due(self) -> Mapping[str, DueWork]:
        """The daily puzzles that are due."""
        return {"daily": self.daily.queue_due_puzzles}
