"""How a match ends that nobody can play on: its place is gone, or its record cannot be read."""

from collections.abc import Awaitable, Callable

from club.matches import Matches
from club.refusals import Stale
from data import matches
from data.matches import EventKind, MatchRow, MatchStatus
from data.transaction import Transaction


async def end_unplayed(
    played: Matches,
    row: MatchRow,
    *,
    user_id: int | None,
    interaction_id: int | None,
    reason: str,
    also: Callable[[Transaction], Awaitable[None]] | None = None,
) -> None:
    """End it without a result: it stays as it is, and there is nothing to draw and nowhere to post.

    `reason` is a code of the catalogue; `also` stores what else comes of it. Raises `Stale` if somebody was faster.
    """

    async def job(tx: Transaction) -> None:
        await matches.append(
            tx,
            row.id,
            expected_version=row.version,
            kind=EventKind.END,
            seat=None,
            user_id=user_id,
            text="",
            interaction_id=interaction_id,
            at=played.now(),
            status=MatchStatus.OVER,
            turn=None,
            record=row.record,
            winner=None,
            reason=reason,
        )
        if also is not None:
            await also(tx)

    try:
        await played.store.write(job)
    except matches.Repeated:
        return
    except matches.Moved:
        raise Stale from None
