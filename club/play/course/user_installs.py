"""Matches in places where the bot is not a member of the server.

There the bot can only answer button presses and commands, each with a token that may expire or get lost.
So the board shown there may be out of date and an offer may have no message; the next press makes up for
both.
"""

from typing import Final

from club.play.course.offers import KINDS, find_open_offer
from club.play.match.matches import Matches
from club.play.match.posts import Post, put_post
from data.database.transaction import Transaction
from data.outbox.post_kinds import PostKind
from data.play import match_events, matches
from data.play.matches import EventKind, EventRow, MatchRow, MatchStatus
from rules.game import Seat

ON_NEW_BOARDS: Final = (EventKind.MOVE, EventKind.TAKEBACK, EventKind.NUDGE)
"""Events for which a new board is posted.

All others only change the words of the present board.
"""


class UserInstallUpdater:
    """Shows what a place of play without the bot as a member has missed."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self._store = matches.store

    async def catch_up(self, match_id: int, *, interaction_id: int, channel_id: int | None) -> None:
        """Queue the posts that a match's place has missed, to be sent by this press.

        This happens only if the press was made in the match's own place. Posts about the effect of the
        press itself are queued already, and are not queued twice.
        """

        async def find_unshown(tx: Transaction) -> tuple[int, list[Post]]:
            """Return the match's version and the posts that have not been shown."""
            row = await matches.get(tx, match_id)
            if row is None or not row.is_user_install or row.set_aside or row.place_id != channel_id:
                return 0, []
            return row.version, unshown_posts(row, await match_events.list_for_match(tx, match_id))

        if not (await self._store.read(find_unshown))[1]:
            return
        lent = self._matches.find_token(interaction_id)
        if lent is None:
            return

        async def job(tx: Transaction) -> None:
            version, posts = await find_unshown(tx)
            for post in posts:
                await put_post(tx, match_id, version, post, self._matches.now(), lent)

        await self._store.write(job)
        self._matches.wake()


def unshown_posts(row: MatchRow, events: list[EventRow]) -> list[Post]:
    """Return the posts that would show a match's current state in its place.

    The list is empty if the place shows it already.
    """
    posts = []
    shown = row.board_version
    over = row.status is MatchStatus.OVER and shown is not None and shown < row.version
    if shown is None or over or any(event.kind in ON_NEW_BOARDS for event in events if event.version > shown):
        posts.append(Post(PostKind.BOARD))
    offer = find_open_offer(events)
    if offer and events[-1].kind in KINDS and row.offer_message_id is None:
        other: Seat = 1 - offer.seat
        posts.append(Post(PostKind.OFFER, other))
    return posts
