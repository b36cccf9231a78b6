"""The score of a series of rematches, on both databases.

It counts the wins and draws in the series.
"""

from dataclasses import replace

import pytest

from data.database.store import Store
from data.database.transaction import Transaction
from data.play import challenges, match_events, rematches
from data.play.challenges import ChallengeStatus
from data.play.match_events import MatchState
from data.play.matches import EventKind, MatchStatus
from data.play.rematches import SeriesScore
from tests.data.samples import ADA, BOB, NEW_CHALLENGE, START, event, new_match

pytestmark = pytest.mark.asyncio


async def add_rematch(tx: Transaction, before: int | None, winner: int | None, reason: str) -> int:
    """Store a finished rematch of another match and return its number."""
    made = await new_match(tx)
    state = MatchState(status=MatchStatus.OVER, turn=None, record="", winner=winner, reason=reason)
    await match_events.append(tx, event(made.id, 1, EventKind.RESIGN), state)
    asked = replace(NEW_CHALLENGE, rematch_of=before)
    challenge = await challenges.create(tx, asked, at=START, expires_at=START + 1, interaction_id=None)
    await challenges.close(tx, challenge.id, ChallengeStatus.ACCEPTED, interaction_id=None, match_id=made.id)
    return made.id


async def test_a_series_counts_what_was_won_and_drawn(store: Store) -> None:
    async def job(tx: Transaction) -> list[SeriesScore]:
        found, last = [], None
        for winner, reason in (
            (0, "resignation"),
            (1, "resignation"),
            (None, "agreement"),
            (None, "ended.cancelled"),
        ):
            last = await add_rematch(tx, last, winner, reason)
            found.append(await rematches.get_score(tx, last))
        await add_rematch(tx, None, 0, "resignation")  # of others
        running = await new_match(tx)
        return [*found, await rematches.get_score(tx, running.id), await rematches.get_score(tx, 999)]

    assert await store.write(job) == [
        SeriesScore({ADA: 1}, 0, is_first_match=True),
        SeriesScore({ADA: 1, BOB: 1}, 0, is_first_match=False),
        SeriesScore({ADA: 1, BOB: 1}, 1, is_first_match=False),
        SeriesScore({ADA: 1, BOB: 1}, 1, is_first_match=False),
        SeriesScore({}, 0, is_first_match=True),
        SeriesScore({}, 0, is_first_match=True),
    ]
