"""What moderators do with other people's matches."""

from functools import partial

from club.members.people import Act
from club.play.course.admin_log import AdminLog
from club.play.course.unplayable_matches import end_unplayed
from club.play.match.matches import MatchChange, Matches
from club.play.match.own_matter import check_match
from club.play.match.posts import end_posts
from club.refusals import Refusal
from data.play.matches import EventKind


class Moderation:
    """Ends matches, also those that cannot be played on, and moves them."""

    def __init__(self, matches: Matches, log: AdminLog) -> None:
        self._matches = matches
        self._log = log

    async def end(self, match_id: int, act: Act) -> None:
        """End a match of others without a result, as a moderator may.

        One that is in quarantine ends without a last board.
        """
        try:
            table, answered = await self._matches.load_for_act(match_id, act)
        except Refusal:
            row, event = await self._matches.load_row_and_event(match_id, act)
            if event is None:
                if row is None or row.set_aside is None:
                    raise
                await self._check(match_id, act)
                await end_unplayed(
                    self._matches,
                    row,
                    act=act,
                    reason="ended.moderator",
                    also=partial(self._log.note_end, act=act, match=row),
                )
            return
        if answered:
            return
        if table.over:
            raise Refusal("match.over.already")
        await self._check(match_id, act)
        match = table.match.copy()
        change = MatchChange(EventKind.END, None, act, end_posts(match), reason="ended.moderator")
        await self._matches.append(
            table, match, change, also=partial(self._log.note_end, act=act, match=table.row)
        )

    async def _check(self, match_id: int, act: Act) -> None:
        await self._matches.store.read(lambda tx: check_match(tx, match_id, act.user_id))
