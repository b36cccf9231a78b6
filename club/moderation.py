"""What moderators do with other people's matches."""

from club.matches import Change, Matches
from club.posts import ended
from club.refusals import Refusal, Stale
from data import matches
from data.matches import EventKind, MatchRow, MatchStatus


class Moderation:
    """Ends matches, also those that cannot be played on, and moves them."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self._store = matches.store
        self._now = matches.now

    async def end(self, match_id: int, *, user_id: int, interaction_id: int) -> None:
        """End a match without a result, as a moderator may; one that is set aside ends without a last board."""
        try:
            table, answered = await self._matches.asked(match_id, interaction_id)
        except Refusal:
            row, event = await self._matches.looked_up(match_id, interaction_id)
            if event is None:
                if row is None or row.set_aside is None:
                    raise
                await self._stop_unplayed(row, user_id, interaction_id)
            return
        if answered:
            return
        if table.over:
            raise Refusal("match.over.already")
        match = table.match.copy()
        await self._matches.append(
            table,
            match,
            Change(
                kind=EventKind.END,
                seat=None,
                user_id=user_id,
                interaction_id=interaction_id,
                posts=ended(match),
                reason="ended.moderator",
            ),
        )

    async def _stop_unplayed(self, row: MatchRow, user_id: int, interaction_id: int) -> None:
        """End a match whose record cannot be read: it stays as it is, and there is nothing to draw."""
        try:
            await self._store.write(
                lambda tx: matches.append(
                    tx,
                    row.id,
                    expected_version=row.version,
                    kind=EventKind.END,
                    seat=None,
                    user_id=user_id,
                    text="",
                    interaction_id=interaction_id,
                    at=self._now(),
                    status=MatchStatus.OVER,
                    turn=None,
                    record=row.record,
                    winner=None,
                    reason="ended.moderator",
                )
            )
        except matches.Repeated:
            return
        except matches.Moved:
            raise Stale from None
