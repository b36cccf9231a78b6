"""Moving a match to another channel.

A player moves a match whose channel is gone or makes a private match public; a moderator moves any match.
"""

from collections.abc import Awaitable, Callable
from functools import partial

from club.members.people import Act
from club.play.course.admin_log import AdminLog
from club.play.match.access import SpectatorRefusal
from club.play.match.match_acts import once_per_act
from club.play.match.matches import MatchChange, Matches, Table
from club.play.match.posts import Post, hand_posts
from club.refusals import Refusal
from data.database.transaction import Transaction
from data.outbox.post_kinds import PostKind
from data.play.matches import EventKind
from data.play.places import Place
from rules.game import Seat


class MatchMover:
    """Moves matches to other channels."""

    def __init__(self, matches: Matches, log: AdminLog) -> None:
        self.matches = matches
        self._log = log

    async def load_resumable(self, match_id: int, *, user_id: int) -> Table:
        """Return a suspended match of this player, which they can resume elsewhere.

        Raise `Refusal` if the match is not suspended, or if the user does not play in it.
        """
        table = await self.matches.load(match_id)
        if table.seat_of(user_id) is None:
            raise SpectatorRefusal(table.row)
        if table.is_over:
            raise Refusal("match.over", reason=table.reason)
        if table.is_running:
            raise Refusal("resume.running")
        return table

    @once_per_act
    async def resume(self, table: Table, act: Act, *, guild_id: int, channel_id: int) -> Table:
        """Continue a match whose place is gone in this channel, and return the match."""
        table = await self.load_resumable(table.row.id, user_id=act.user_id)
        seat = table.seat_of(act.user_id)
        return await self._move(table, act, seat, place=Place(guild_id, channel_id))

    @once_per_act
    async def publish(self, table: Table, act: Act, *, place: Place) -> Table:
        """Make a private match public in this place, and return the match.

        The match may be over. Raise `Refusal` if the user does not play in it, or if it is public
        already.
        """
        seat = table.seat_of(act.user_id)
        if seat is None:
            raise SpectatorRefusal(table.row)
        if not table.row.is_private:
            raise Refusal("open.already")
        if table.is_over and table.match.outcome is None:
            raise Refusal("open.empty")
        return await self._move(table, act, seat, place=place)

    @once_per_act
    async def move(self, table: Table, act: Act, *, channel_id: int) -> Table:
        """Move an unfinished match to another channel of its server.

        This is for moderators. Return the match. Raise `Refusal` if it is over or already in that
        channel.
        """
        if table.is_over:
            raise Refusal("match.over.already")
        if table.is_running and table.row.place_id == channel_id:
            raise Refusal("move.there")
        place = Place(table.row.guild_id, channel_id)
        note = partial(self._log.log_place_change, act=act, match=table.row, channel_id=channel_id)
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
        left: list[Post] = []
        if table.is_running and not table.row.is_private:
            payload = {"channel": table.row.place_id, "to": place.channel_id, "by": act.user_id}
            left = [Post(PostKind.MOVED, payload=payload)]
        change = MatchChange(
            EventKind.PLACE,
            seat,
            act,
            [Post(PostKind.BOARD), *hand_posts(table.match), *left],
            text=f"{table.row.guild_id}/{table.row.place_id}",
            place=place,
        )
        return await self.matches.store_change(table, table.match.copy(), change, also)
