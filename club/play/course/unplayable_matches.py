"""Matches that cannot be played on: they are ended, or resumed later.

Their place is gone, or their record cannot be read.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial

from club.members.people import Act
from club.play.match import clock_journal as journal
from club.play.match.matches import MatchChange, Matches
from club.play.match.posts import Post, hand_posts, put_posts
from club.play.match.replay_cache import UnplayableMatch, replay_row
from club.refusals import StaleBoard
from data.competitions import competitions, pairings
from data.database.errors import Unreadable
from data.database.transaction import Transaction
from data.outbox.post_kinds import PostKind
from data.play import match_events, matches, quarantine
from data.play.match_events import MatchState
from data.play.matches import EventKind, MatchRow, MatchStatus
from rules.match import Match


async def end_unplayable_match(
    club_matches: Matches,
    row: MatchRow,
    *,
    act: Act | None,
    reason: str,
    extra_job: Callable[[Transaction], Awaitable[None]] | None = None,
) -> None:
    """End a match without a result, without reading or changing its record.

    Nothing is drawn or posted; its competition, if it has one, goes on without it. `reason` is a message
    code. `extra_job` stores other consequences in the same transaction. Raise `Stale` if another act has
    changed the match first.
    """

    end = MatchChange(EventKind.END, None, act, ())
    state = MatchState(status=MatchStatus.OVER, turn=None, record=row.record, reason=reason)

    async def job(tx: Transaction) -> None:
        await match_events.append(tx, end.to_event(row, club_matches.now()), state)
        await _bring_competition_forward(tx, row.id, club_matches.now())
        if extra_job is not None:
            await extra_job(tx)

    try:
        await club_matches.store.write(job)
    except match_events.RepeatedEvent:
        return
    except match_events.VersionConflict:
        raise StaleBoard from None
    club_matches.expect()


async def resume_readable_matches(club_matches: Matches) -> None:
    """Resume the matches in quarantine that this version of the bot can read."""
    for match_id in await club_matches.store.read(quarantine.list_match_ids):
        with suppress(UnplayableMatch, Unreadable):
            row = await club_matches.store.read(partial(_load_whole, match_id=match_id))
            match = await asyncio.to_thread(replay_row, row)
            await club_matches.store.write(partial(_resume, row=row, match=match, at=club_matches.now()))


async def _load_whole(tx: Transaction, match_id: int) -> MatchRow:
    """Return a match that is in quarantine, after reading its events too.

    Raise `Unreadable` if the row or the events cannot be read.
    """
    row = await matches.get(tx, match_id)
    assert row is not None  # it has just been found
    await match_events.list_for_match(tx, match_id)
    return row


async def _resume(tx: Transaction, row: MatchRow, match: Match, at: float) -> None:
    if row.id not in await quarantine.list_match_ids(tx):
        return  # another process was faster
    await matches.set_status(tx, row.id, MatchStatus.RUNNING, at=at)
    await journal.set_clocks_running(tx, row.id, at, running=True)
    await _bring_competition_forward(tx, row.id, at)  # a ruling may have been made on it meanwhile
    await put_posts(tx, row, [Post(PostKind.BOARD), *hand_posts(match)], at)


async def _bring_competition_forward(tx: Transaction, match_id: int, at: float) -> None:
    """Have the competition of a match, if it belongs to one, take its next step."""
    if (pairing := await pairings.find_by_match(tx, match_id)) is not None:
        await competitions.bring_forward(tx, await pairings.get_competition_id(tx, pairing.section_id), at)
