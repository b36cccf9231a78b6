"""What moderators can do to other people's matches."""

from contextlib import suppress
from functools import partial
from typing import Final

from club.members.people import Act
from club.play.course.admin_log import AdminLog
from club.play.course.unplayable_matches import end_unplayable_match
from club.play.match.match_lists import ListedMatch
from club.play.match.matches import MatchChange, Matches
from club.play.match.own_matter import check_uninvolved_in_match
from club.play.match.posts import Post, end_posts, hand_posts, put_post
from club.refusals import Refusal, StaleBoard
from data.database.errors import Unreadable
from data.database.persons import NOBODY
from data.database.transaction import Transaction
from data.members import admin_log, bars
from data.outbox.post_kinds import PostKind
from data.play import listing
from data.play.listing import ListedRow
from data.play.matches import EventKind

ENDED: Final = "ended.moderator"
"""The code with which a moderator ends a match."""
TRIES: Final = 5
"""How often a match is ended at most while its players go on moving."""


class Moderation:
    """Ends matches on behalf of moderators, or undoes that.

    Even matches that cannot be read are ended.
    """

    def __init__(self, matches: Matches, log: AdminLog) -> None:
        self._matches = matches
        self._log = log

    async def end_match(self, match_id: int, act: Act, *, why: str = "") -> None:
        """End a match without a result, on behalf of a moderator, who may say why.

        A match in quarantine, whose record cannot be read, ends without a last board message. Raise
        `Refusal` if the match is over or unknown, or if the moderator has a part in it.
        """
        try:
            table, answered = await self._matches.load_for_act(match_id, act)
        except Refusal:
            row, event = await self._matches.load_row_and_event(match_id, act)
            if event is None:
                if row is None or row.set_aside is None:
                    raise
                await self._check(match_id, act)
                await end_unplayable_match(
                    self._matches,
                    row,
                    act=act,
                    reason=ENDED,
                    extra_job=partial(self._log.log_end, act=act, match=row, why=why),
                )
            return
        if answered:
            return
        if table.is_over:
            raise Refusal("match.over.already")
        await self._check(match_id, act)
        match = table.match.copy()
        change = MatchChange(EventKind.END, None, act, end_posts(match), reason=ENDED, text=why)
        await self._matches.store_change(
            table, match, change, extra_job=partial(self._log.log_end, act=act, match=table.row, why=why)
        )

    async def reopen_match(self, match_id: int, act: Act, *, why: str) -> None:
        """Undo a moderator's end: the match goes on as it stood, and its clocks with it.

        Both players are told why. Raise `Refusal` if no moderator has ended it, if the moderator has a
        part in it, if a player is gone or barred, or if its competition has gone on.
        """
        table, answered = await self._matches.load_for_act(match_id, act)
        if answered:
            return
        row = table.row
        if not table.is_over or row.reason != ENDED:
            raise Refusal("end.undo.not")
        await self._check(match_id, act)
        match = table.match.copy()
        told = Post(PostKind.NOTICE, payload={"reopened": why})
        posts = [Post(PostKind.BOARD), *hand_posts(match)]
        change = MatchChange(EventKind.REOPEN, None, act, posts, text=why)

        async def also(tx: Transaction) -> None:
            for seat in row.seats:
                if seat.user_id == NOBODY or await bars.get(tx, row.guild_id, seat.user_id) is not None:
                    raise Refusal("end.undo.late")
            named, now = f"n{row.id}r{act.interaction_id}", self._matches.now()
            await put_post(tx, row.id, row.version + 1, told, now, dedup=named)
            await self._log.log_reopening(tx, act=act, match=row, why=why)

        await self._matches.store_change(table, match, change, also)

    async def list_ended(self, guild_id: int) -> list[ListedMatch]:
        """Return a server's matches that moderators have ended, the newest match first."""

        async def job(tx: Transaction) -> list[ListedRow]:
            return await listing.list_by_ids(tx, await admin_log.list_ended_ids(tx, guild_id, ENDED))

        found = {row.id: ListedMatch(row) for row in await self._matches.store.read(job)}
        return [found[match_id] for match_id in sorted(found, reverse=True)]

    async def end_barred_match(self, match_id: int) -> None:
        """End a match without a result because one of its players was barred.

        One that has ended meanwhile stays as it is.
        """
        for _ in range(TRIES):
            try:
                table = await self._matches.load(match_id)
            except (Refusal, Unreadable):
                row, _ = await self._matches.load_row_and_event(match_id, None)
                if row is not None and row.set_aside is not None:
                    with suppress(StaleBoard):
                        await end_unplayable_match(self._matches, row, act=None, reason=ENDED)
                return
            if table.is_over:
                return
            match = table.match.copy()
            change = MatchChange(EventKind.END, None, None, end_posts(match), reason=ENDED)
            with suppress(StaleBoard):  # a move comes at the same moment
                await self._matches.store_change(table, match, change)
                return

    async def _check(self, match_id: int, act: Act) -> None:
        await self._matches.store.read(lambda tx: check_uninvolved_in_match(tx, match_id, act.user_id))
