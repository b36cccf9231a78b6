"""One step of a competition, and the follow-up work that it leaves."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from club.competitions.reckoning.fide import FidePairs, FideRound
from club.play.match.clock_journal import find_absence_at
from club.play.match.followers import ChangedMatch
from data.competitions import pairings
from data.competitions.competitions import CompetitionRow, StageRow
from data.competitions.pairings import Meeting, PairingResult
from data.database.transaction import Transaction
from data.pages.hooks import NewsKind
from data.play.places import Place
from rules.game import Seat

JUDGED_AT_ONCE: Final = 4
"""Matches that are judged between two steps."""
JUDGED_WITHIN: Final = 4 * 3600.0
"""Seconds after the close within which matches are judged.

Those for which that was too short count nothing.
"""


class StageFollower(Protocol):
    """Hears about events of a stage, within the transaction of a step."""

    async def queue_stage_event(
        self, tx: Transaction, row: CompetitionRow, stage: StageRow, kind: NewsKind, number: int = 0
    ) -> None:
        """Have it told where it may be."""
        ...

    def ring(self) -> None:
        """Check for news to deliver, now that the step has been stored."""
        ...


@dataclass(slots=True)
class CompetitionStep:
    """One step of a competition: its context, and the work that follows it.

    `start_matches` begins the matches that are ready to begin. The step collects matches to end or move
    (each with its pairing, where both are needed), and the matches that it has begun. If
    `judging_expired` is set, there is no time left to judge matches, and they count nothing.
    """

    competition_id: int
    place: Place
    now: Callable[[], float]
    follower: StageFollower
    start_matches: Callable[[Transaction, CompetitionRow, "CompetitionStep"], Awaitable[None]]
    meetings_to_judge: Sequence[Meeting] = ()
    meetings_to_restart: Sequence[Meeting] = ()
    unanswered_challenges: Sequence[tuple[Meeting, Seat]] = ()
    """Ladder challenges whose challenged member, in this seat, has not moved in time."""
    void_match_ids: Sequence[int] = ()
    """Matches of a round that was taken back."""
    settled_matches: Sequence[tuple[int, PairingResult]] = ()
    """Matches that run, though it is settled what becomes of them, and that."""
    stranded_matches: Sequence[tuple[int, int]] = ()
    """Matches that have lost their place, each after its pairing.

    They go on where the competition is.
    """
    round_to_pair: FideRound | None = None
    """A round of which the pairing takes long."""
    paired_rounds: Mapping[FideRound, FidePairs | None] = field(default_factory=dict)
    """Such rounds that were paired before this step, `None` if none was found."""
    judging_expired: bool = False
    has_more: bool = False
    """Whether there is more to do at once."""
    begun_matches: list[ChangedMatch] = field(default_factory=list)

    @property
    def has_slow_work(self) -> bool:
        """Whether there are matches to end or to move, or a round to pair."""
        return self.round_to_pair is not None or bool(
            self.meetings_to_judge
            or self.meetings_to_restart
            or self.unanswered_challenges
            or self.void_match_ids
            or self.settled_matches
            or self.stranded_matches
        )


async def load_meetings_to_restart(tx: Transaction, stage: StageRow) -> list[Meeting]:
    """Return the running matches of entrants who have been replaced.

    These matches are ended, and their pairings are played anew by the replacements.
    """
    left = set(await pairings.list_left_by_replaced(tx, stage.id))
    return [each for each in await pairings.list_open(tx, stage.id) if each.match_id in left]


async def plan_judging(tx: Transaction, stage: StageRow, step: CompetitionStep, now: float) -> bool:
    """Plan to judge matches unfinished when a stage or round closes.

    If the bot was away then, the time for that begins with its return; if it went away before that time
    was over, it is longer by as much. Return whether there are any.
    """
    await pairings.close_unplayed(tx, stage.id)
    left = await pairings.list_open(tx, stage.id)
    absence = await find_absence_at(tx, step.place.guild_id, stage.closes_at, now) if left else None
    expires_at = (stage.closes_at if absence is None else absence.until) + JUDGED_WITHIN
    if (
        left
        and expires_at <= now
        and (later := await find_absence_at(tx, step.place.guild_id, expires_at, now))
    ):
        expires_at += later.until - later.since
    step.judging_expired = now >= expires_at
    step.meetings_to_judge = left[:JUDGED_AT_ONCE]
    return bool(left)
