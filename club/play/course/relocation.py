"""Moving a match to another channel.

A player takes it along because its own channel is gone, or a moderator wants it moved.
"""

from collections.abc import Awaitable, Callable
from functools import partial

from club.members.people import Act
from club.play.course.admin_log import AdminLog
from club.play.match.access import Watching
from club.play.match.match_acts import once
from club.play.match.matches import MatchChange, Matches, Table
from club.play.match.posts import Post, hands
from club.refusals import Refusal
from data.database.transaction import Transaction
from data.outbox.post_kinds import PostKind
from data.play.matches import EventKind
from data.play.places import Place
from rules.game import Seat


class MatchMover:
    """Takes matches to other places."""

    def __init__(self, matches: Matches, log: AdminLog) -> None:
        self.matches = matches
        self._log = log

    async def resumable(self, match_id: int, *, user_id: int) -> Table:
        """Return a match of this player that waits for a place.

        Raise `Refusal` if it does not wait for one, or is not theirs.
        """
        table = await self.matches.load(match_id)
        if table.seat_of(user_id) is None:
            raise Watching(table.row)
        if table.over:
            raise Refusal("match.over", reason=table.reason)
        if table.running:
            raise Refusal("resume.running")
        return table

    @once
    async def resume(self, table: Table, act: Act, *, guild_id: int, channel_id: int) -> Table:
        """Let a match whose place is gone go on in this channel; return it."""
        table = await self.resumable(table.row.id, user_id=act.user_id)
        seat = table.seat_of(act.user_id)
        return await self._move(table, act, seat, place=Place(guild_id, channel_id))

    @once
    async def open(self, table: Table, act: Act, *, place: Place) -> Table:
        """Make a private match public in this place, whether it is over or not."""
        seat = table.seat_of(act.user_id)
        if seat is None:
            raise Watching(table.row)
        if not table.row.private:
            raise Refusal("open.already")
        if table.over and table.match.outcome is None:
            raise Refusal("open.empty")
        return await self._move(table, act, seat, place=place)

    @once
    async def move(self, table: Table, act: Act, *, channel_id: int) -> Table:
        """Move an unfinished match to another channel of its server.

        This is for moderators. Return the match.
        """
        if table.over:
            raise Refusal("match.over.already")
        if table.running and table.row.place_id == channel_id:
            raise Refusal("move.there")
        place = Place(table.row.guild_id, channel_id)
        note = partial(self._log.note_place_change, act=act, match=table.row, channel_id=channel_id)
        return await self._move(table, act, None, place=place, also=note)

    async def _move(
        self,
        table: Table,
        act: Act,
        seat: Seat | None,
        *,
        place: Place,
        also: Callable[[Transaction], Awaitable[None]] | None = None,
    ) -> Table:
        left = []
        if table.running and not table.row.private:
            payload = {"channel": table.row.place_id, "to": place.channel_id, "by": act.user_id}
            left = [Post(PostKind.MOVED, payload=payload)]
        change = MatchChange(
            EventKind.PLACE,
            seat,
            act,
            [Post(PostKind.BOARD), *hands(table.match), *left],
            text=f"{table.row.guild_id}/{table.row.place_id}",
            place=place,
        )
        return await self.matches.append(table, table.match.copy(), change, also)
