"""Matches that cannot be played on: they end, or run again.

Their place is gone, or their record cannot be read.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial

from club.members.people import Act
from club.play.match import clock_journal as journal
from club.play.match.matches import MatchChange, Matches
from club.play.match.posts import Post, hands, put_posts
from club.play.match.replay_cache import Unplayable, replay_row
from club.refusals import Stale
from data.competitions import competitions, pairings
from data.database.errors import Unreadable
from data.database.transaction import Transaction
from data.outbox.post_kinds import PostKind
from data.play import match_events, matches, quarantine
from data.play.match_events import MatchState
from data.play.matches import EventKind, MatchRow, MatchStatus
from rules.match import Match


async def end_unplayed(
    played: Matches,
    row: MatchRow,
    *,
    act: Act | None,
    reason: str,
    also: Callable[[Transaction], Awaitable[None]] | None = None,
) -> None:
    """End a match without a result, leaving its record as it is.

    There is nothing to draw and nowhere to post. `reason` is a code of the catalogue; `also` stores
    what else follows. Raise `Stale` if another act came first.
    """

    end = MatchChange(EventKind.END, None, act, ())
    state = MatchState(status=MatchStatus.OVER, turn=None, record=row.record, reason=reason)

    async def job(tx: Transaction) -> None:
        await match_events.append(tx, end.event(row, played.now()), state)
        if also is not None:
            await also(tx)

    try:
        await played.store.write(job)
    except match_events.RepeatedEvent:
        return
    except match_events.VersionConflict:
        raise Stale from None


async def try_again(played: Matches) -> None:
    """Resume the matches in quarantine that this version of Twotone can read."""
    for match_id in await played.store.read(quarantine.match_ids):
        with suppress(Unplayable, Unreadable):
            row = await played.store.read(partial(_load_whole, match_id=match_id))
            match = await asyncio.to_thread(replay_row, row)
            await played.store.write(partial(_resume, row=row, match=match, at=played.now()))


async def _load_whole(tx: Transaction, match_id: int) -> MatchRow:
    """Return a match that is in quarantine, after reading its events too.

    Raise `Unreadable` also if the events cannot be read.
    """
    row = await matches.get(tx, match_id)
    assert row is not None  # it has just been found
    await match_events.of_match(tx, match_id)
    return row


async def _resume(tx: Transaction, row: MatchRow, match: Match, at: float) -> None:
    if row.id not in await quarantine.match_ids(tx):
        return  # another process was faster
    await matches.set_status(tx, row.id, MatchStatus.RUNNING, at=at)
    await journal.halt(tx, row.id, at, going=True)
    # A ruling may have been made on it meanwhile.
    if (pairing := await pairings.of_match(tx, row.id)) is not None:
        await competitions.hurry(tx, await pairings.competition_of(tx, pairing.section_id), at)
    await put_posts(tx, row, [Post(PostKind.BOARD), *hands(match)], at)
