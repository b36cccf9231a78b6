"""Follow-up work of one step of a competition, and judging of matches out of time."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

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
    """Hears, within the transaction of a step, of events of a stage.

    `number` is the round or section there.
    """

    async def put_stage(
        self, tx: Transaction, row: CompetitionRow, stage: StageRow, what: NewsKind, number: int = 0
    ) -> None:
        """Have it told where it may be."""
        ...

    def ring(self) -> None:
        """Look whether there is something to tell: steps are stored."""
        ...


@dataclass(slots=True)
class CompetitionStep:
    """One step: what its kind needs for it, and the work that follows it.

    `start_matches` begins the matches that are to begin. What follows is matches to end, by pairing, and
    stages that have begun, which others follow.
    """

    competition_id: int
    place: Place
    now: Callable[[], float]
    follower: StageFollower
    start_matches: Callable[[Transaction, CompetitionRow, "CompetitionStep"], Awaitable[None]]
    judge: Sequence[Meeting] = ()
    free: Sequence[Meeting] = ()
    unanswered: Sequence[tuple[Meeting, Seat]] = ()
    """Ladder challenges whose challenged member, in this seat, has not moved in time."""
    void: Sequence[int] = ()
    """Matches of a round that was taken back."""
    settled: Sequence[tuple[int, PairingResult]] = ()
    """Matches that run, though it is settled what becomes of them, and that."""
    adrift: Sequence[tuple[int, int]] = ()
    """Matches that have lost their place, each after its pairing.

    They go on where the competition is.
    """
    late: bool = False
    again: bool = False
    """Whether there is more to do at once."""
    begun: list[ChangedMatch] = field(default_factory=list)

    @property
    def ends(self) -> bool:
        """Return whether there are matches to end, or to bring to another place."""
        return bool(self.judge or self.free or self.unanswered or self.void or self.settled or self.adrift)


async def left_behind(tx: Transaction, stage: StageRow) -> list[Meeting]:
    """Return the matches still played by an entrant who was replaced; they begin anew."""
    left = set(await pairings.left_behind(tx, stage.id))
    return [each for each in await pairings.open_in(tx, stage.id) if each.match_id in left]


async def judge_left(tx: Transaction, stage: StageRow, step: CompetitionStep, now: float) -> bool:
    """Have what is unfinished at the close of a stage or round judged.

    Return whether there is any.
    """
    await pairings.end_unplayed(tx, stage.id)
    left = await pairings.open_in(tx, stage.id)
    step.late = now >= stage.closes_at + JUDGED_WITHIN
    step.judge = left[:JUDGED_AT_ONCE]
    return bool(left)
