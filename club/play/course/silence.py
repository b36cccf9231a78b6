"""What a player can do about a silent opponent: nudge, claim or adjourn.

No player is stuck with an absent opponent.
"""

from typing import Final

from club.members.people import Act
from club.play.match.clock_journal import TimeNotUp
from club.play.match.match_acts import once_per_act
from club.play.match.matches import MatchChange, Matches, Table
from club.play.match.posts import Post, end_posts, put_post
from club.play.match.waiting import waiting_options
from club.refusals import Refusal
from data.database.transaction import Transaction
from data.members import blocks
from data.outbox.post_kinds import PostKind
from data.play import silence
from data.play.matches import EventKind
from rules.game import Seat
from words import discord_timestamp

AT_ONCE: Final = 50
"""Matches whose boards are handled in one transaction.

The next ones follow at once.
"""


class SilenceKeeper:
    """Handles matches in which the player to move has been silent for long.

    It carries out nudges and claims, and updates the board when one becomes possible.
    """

    def __init__(self, matches: Matches) -> None:
        self.matches = matches
        self._store = matches.store
        self._now = matches.now

    def require_waiting_seat(self, table: Table, user_id: int) -> Seat:
        """Return the seat of the user who waits for the opponent's move.

        Raise `Refusal` for everyone else, and if the user waits for the computer.
        """
        seat = self.matches.require_seat(table, user_id)
        if table.turn == seat:
            raise Refusal("silence.your_turn")
        if table.row.computer is not None:
            raise Refusal("computer.thinks")
        return seat

    @once_per_act
    async def nudge(self, table: Table, act: Act) -> Table:
        """Ask the opponent to move, with one ping; return the match.

        An opponent who has blocked the player gets no ping, but the player can claim as after any nudge.
        Raise `Refusal` if it is too early.
        """
        seat = self.require_waiting_seat(table, act.user_id)
        self._check_nudge(table)
        other = table.player(1 - seat).user_id
        is_kept_away = await self._store.read(lambda tx: blocks.is_blocked(tx, act.user_id, by=other))
        posts = [Post(PostKind.BOARD, payload={"since": table.row.version + 1, "pings": False})]
        change = MatchChange(EventKind.NUDGE, seat, act, posts if is_kept_away else [Post(PostKind.BOARD)])
        return await self.matches.store_change(table, table.match.copy(), change)

    @once_per_act
    async def claim(self, table: Table, act: Act, *, win: bool) -> Table:
        """End a match because the opponent does not move, and return it.

        With `win` it ends as a win, otherwise without a result. Raise `Refusal` if it is too early.
        """
        seat = self.require_waiting_seat(table, act.user_id)
        self.check_claim(table)
        match = table.match.copy()
        if win:
            (match.forfeit if table.row.control is None else match.time_out)(1 - seat)
        change = MatchChange(
            EventKind.CLAIM if win else EventKind.ADJOURN,
            seat,
            act,
            end_posts(match),
            reason=None if win else "ended.adjourned",
        )
        try:
            return await self.matches.store_change(table, match, change)
        except TimeNotUp as still:  # the bot was away: that is given back first
            name = table.player(1 - seat).name
            raise Refusal("silence.claim_later", name=name, time=discord_timestamp(still.deadline)) from still

    def check_claim(self, table: Table) -> None:
        """Raise `Refusal` if the waiting player cannot claim yet.

        The refusal says when they can.
        """
        known = waiting_options(table.row)
        if not known.may_claim(self._now()):
            raise _too_early(table, known.nudge_from if known.claim_from is None else None, known.claim_from)

    async def set_absent(self, table: Table, *, absent: bool) -> Table:
        """Store whether the player to move has left the server.

        Return the match as it is now.

        Nothing is stored if that is known already.
        """
        if table.turn is None or absent == (table.row.absent_at is not None):
            return table
        now = self._now()

        async def job(tx: Transaction) -> None:
            await silence.set_absent(tx, table.row.id, at=now if absent else None, due_at=now)
            await self._redraw(tx, table.row.id, table.row.version)

        await self._store.write(job)
        self.matches.wake()
        self.matches.expect()
        return await self.matches.load(table.row.id)

    async def redraw_due_boards(self) -> float | None:
        """Update boards on which a nudge or a claim has become possible.

        Return when the next board changes, or `None` if none does.
        """

        async def job(tx: Transaction) -> float | None:
            now = self._now()
            for row in await silence.list_due(tx, now, AT_ONCE):
                known = waiting_options(row)
                if known.may_nudge(now) or known.may_claim(now):
                    await self._redraw(tx, row.id, row.version)
                await silence.set_due(tx, row.id, None if row.clock else known.next_change(now))
            return await silence.next_due_time(tx)

        due = await self.matches.quarantine.write(job)
        self.matches.wake()
        return due

    def _check_nudge(self, table: Table) -> None:
        now, known = self._now(), waiting_options(table.row)
        if known.may_nudge(now):
            return
        if known.may_claim(now):
            raise Refusal("silence.claim_now")
        raise _too_early(table, known.nudge_from, known.claim_from)

    async def _redraw(self, tx: Transaction, match_id: int, version: int) -> None:
        await put_post(
            tx, match_id, version, Post(PostKind.BOARD, payload={"since": 0, "quiet": True}), self._now()
        )


def _too_early(table: Table, nudge_from: float | None, claim_from: float | None) -> Refusal:
    """Return the refusal that says when the waiting player can nudge or claim.

    That time is not known while a live clock waits for its board to be shown.
    """
    name = table.player(table.turn or 0).name
    if nudge_from is not None:
        began = discord_timestamp(table.row.turn_at)
        return Refusal("silence.nudge_first", name=name, from_time=began, time=discord_timestamp(nudge_from))
    if claim_from is None:
        return Refusal("clock.waits")
    return Refusal("silence.claim_later", name=name, time=discord_timestamp(claim_from))
