"""The boards of a match: a new message after a move, otherwise an edit.

Boards that have been superseded lose their buttons.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from enum import Enum, auto
from functools import partial
from typing import Any, Final

import discord

from bot.cards.kit.kit import Card
from bot.cards.play.board import board_card, former_board_card
from bot.delivery.claims import Claims
from bot.delivery.own_cards import ON_BOARDS, card_version, former_places, newest_card, version_time
from bot.delivery.posts import EDITABLE_FOR, Posts
from bot.delivery.sender import NoUsableToken, Sender
from bot.delivery.wire import SentMessage, Wire
from club.club import Club
from club.last_used import LruCache
from club.play.after.history import count_plies_shown, match_context
from club.play.match.board_context import load_postable_match
from club.play.match.clock_journal import start_live_clock
from club.play.match.matches import Table
from club.play.match.posts import put_board_strip
from data.database.transaction import Transaction
from data.members import preferences
from data.outbox.outbox import OutboxRow
from data.play import matches, messages
from data.play.matches import EventRow
from rules.game import Seat
from words import ENGLISH, localizer_for

QUIET_PACE: Final = 5.0
"""Seconds between two edits of a board whose player sees the match on a page."""
QUIET_MATCHES: Final = 1000
"""Matches whose last such edit is remembered."""


class KnownBoard(Enum):
    """How a match's last recorded board relates to the match's present state."""

    CURRENT = auto()
    """It shows all that has happened."""
    FORMER = auto()
    """An edit brings it up to date.

    Its position is the present one, or its player sits before it.
    """
    NOTHING = auto()
    """A new board is posted.

    There is none, it is elsewhere, it shows an older position, or it is too old for edits.
    """


class BoardPosts(Posts):
    """Posts the boards of matches, and removes the buttons of superseded ones."""

    def __init__(self, club: Club, claims: Claims, sender: Sender) -> None:
        super().__init__(club, claims, sender)
        self._quiet_edits = LruCache[int, float](QUIET_MATCHES)
        """When the boards of matches that are played on pages were last edited."""

    async def post_board(self, row: OutboxRow) -> None:
        """Post a match's board: a new message after a move, otherwise an edit."""
        assert row.match_id is not None  # a board is some match's
        posted = await load_postable_match(self.club.play.matches, row.match_id)
        table, events, _, reason = posted
        if table.is_suspended:
            await self.claims.settle(row)  # when it goes on, all of it is posted again
            return
        if row.unclear and await self._settle_earlier_try(row, table, events):
            return
        away = await self.club.play.clocks.load_seconds_given_back(table.row, events)
        now = self.claims.now()
        story, say = (
            match_context(
                table,
                events,
                now,
                seconds_given_back=away,
                reason=reason,
                vacation=posted.find_vacation(now),
            ),
            self.speaker_for(table),
        )
        story = replace(story, vote=await self.club.play.votes.load_for_board(table, events))
        if table.is_over or not table.match.plies:
            story = replace(story, series=await self.club.play.lists.load_series(table.row.id))
        changes, outside = (
            await self.club.standing.ratings.load_changes(table.row),
            await self.make_addresses(table),
        )
        card = board_card(table, say, story, changes, outside)
        if not json.loads(row.payload).get("pings", True):
            card = replace(card, pings=())
        onlookers = await self.club.pages.live.list_onlookers(table.row.id)
        # Who moves and sees the match on a page needs no new message.
        is_quiet = table.turn is not None and table.player(table.turn).user_id in onlookers
        match self._known_board(row, table, is_quiet=is_quiet):
            case KnownBoard.CURRENT:
                quiet = json.loads(row.payload).get("quiet")  # only words and buttons are new
                await self._settle_shown(
                    row, table, await self._edit_board(row, table, card) if quiet else None
                )
                return
            case KnownBoard.FORMER if is_quiet and (wait := self._wait_quietly(table, now)) > 0:
                await self.claims.give_back(row, "", delay=wait, unclear=False)
                return
            case KnownBoard.FORMER if edited := await self._edit_board(row, table, card):
                at = table.row.board_posted_at or 0
                await self._record_board(
                    row, table, events, edited, table.row.version, posted_at=at, clock_starts_at=now
                )
                return
            case _:
                pass  # it needs a new message
        card = card.without_pings_for(onlookers)
        sent = await self.sender.post(row, table, replace(card, silent=posted.is_quiet(now)))
        # A nonce that Discord knows brings the message of an earlier try, which may be of an older position.
        marked = card_version(sent.marks, table.row.id, ON_BOARDS)
        version = table.row.version if marked is None else marked
        await self._record_board(
            row, table, events, sent, version, posted_at=now, clock_starts_at=sent.posted_at
        )

    def _wait_quietly(self, table: Table, now: float) -> float:
        """Return after how many seconds a board may be edited that is seen elsewhere.

        If it may be now, count that as done.
        """
        before = self._quiet_edits.get(table.row.id)
        if before is not None and now < before + QUIET_PACE:
            return before + QUIET_PACE - now
        self._quiet_edits.put(table.row.id, now)
        return 0.0

    async def _settle_earlier_try(self, row: OutboxRow, table: Table, events: Sequence[EventRow]) -> bool:
        """Look for the board of an earlier try; return whether nothing is left to do.

        Nothing is left if the board was found, or if a newer outbox row shows the same match.
        """
        if not table.row.has_route:
            raise NoUsableToken  # nothing can be looked for there
        await self._strip_left_behind(row, table, events)
        if found := await self._find_unrecorded(table, events):
            sent, version = found
            now = self.claims.now()
            at = min(now, sent.posted_at)
            await self._record_board(row, table, events, sent, version, posted_at=at, clock_starts_at=now)
            return True
        if row.version < table.row.version and await self.claims.is_superseded(row):
            await self.claims.settle(row)
            return True
        return False

    def _known_board(self, row: OutboxRow, table: Table, *, is_quiet: bool) -> KnownBoard:
        """Return how a match's recorded board relates to the state that a row shows.

        If `is_quiet`, a new position needs no new message.
        """
        known = table.row
        if known.board_version is None or known.board_channel_id != known.place_id:
            return KnownBoard.NOTHING
        if known.board_version >= known.version:
            return KnownBoard.CURRENT
        # Who plays the computer alone has one card, which edits itself; else a new one says whose turn it is. In a user
        # install a press may have left no token that edits, but one that posts.
        alone = known.computer is not None and not any(seat.team for seat in known.seats)
        stays = is_quiet or (alone and known.has_route)
        moved_on = not stays and json.loads(row.payload)["since"] > known.board_version
        aged = self.claims.now() - (known.board_posted_at or 0) >= EDITABLE_FOR
        return KnownBoard.NOTHING if moved_on or aged else KnownBoard.FORMER

    async def _edit_board(self, row: OutboxRow, table: Table, card: Card) -> SentMessage | None:
        """Edit a match's recorded board; return `None` if it must be posted anew."""
        known = table.row
        return await self.sender.edit_or_none(
            row, known.board_channel_id, known.board_message_id, card, has_route=known.has_route
        )

    async def _find_unrecorded(
        self, table: Table, events: Sequence[EventRow]
    ) -> tuple[SentMessage, int] | None:
        """Find a match's newest board on Discord that is newer than the recorded one.

        Return the message and the match's version that it shows, or `None`.
        """
        shown = table.row
        known = shown.board_version if shown.board_channel_id == shown.place_id else None
        since = version_time(table, events, (shown.board_version or 0) + 1)
        seen = await self.wire.fetch_own_messages(shown.place_id, since)
        return newest_card(seen, shown.id, ON_BOARDS, newer_than=known)

    async def _strip_left_behind(self, row: OutboxRow, table: Table, events: Sequence[EventRow]) -> None:
        """Queue the removal of buttons from an unrecorded board in a former place.

        A former place is a thread or channel that the match has left.
        """
        for place in former_places(row, table, events):
            seen = await messages_in_former_place(self.wire, place, version_time(table, events, row.version))
            found = newest_card(seen, table.row.id, ON_BOARDS, newer_than=None)
            if found and found[0].message_id != table.row.board_message_id:
                sent, version = found
                old = _board_payload(
                    sent.channel_id, sent.message_id, sent.attachment_id, sent.posted_at, version
                )
                await self.claims.store.write(
                    partial(put_board_strip, row=table.row, where=old, now=self.claims.now())
                )

    async def _record_board(
        self,
        row: OutboxRow,
        table: Table,
        events: Sequence[EventRow],
        sent: SentMessage,
        version: int,
        *,
        posted_at: float,
        clock_starts_at: float,
    ) -> None:
        """Store the new board, and queue the removal of buttons from the older one.

        A live clock that waited for the board runs from `clock_starts_at` on.
        """
        former = table.row

        async def job(tx: Transaction) -> float | None:
            next_at = await start_live_clock(tx, former, version, at=clock_starts_at)
            newer = await messages.set_board_message(
                tx,
                former.id,
                channel_id=sent.channel_id,
                message_id=sent.message_id,
                attachment_id=sent.attachment_id,
                posted_at=posted_at,
                version=version,
            )
            if former.board_message_id in (None, sent.message_id):
                return next_at
            old = _board_payload(
                former.board_channel_id,
                former.board_message_id,
                former.board_attachment_id,
                former.board_posted_at,
                former.board_version or 0,
            )
            if not newer:
                old = _board_payload(sent.channel_id, sent.message_id, sent.attachment_id, posted_at, version)
            holder = self.claims.owner if self.tokens.edit_token(old["message"]) else None
            if holder is None and not former.has_route:
                return next_at  # its buttons answer with the match as it is
            await put_board_strip(tx, former, old, self.claims.now(), reserved_for=holder)
            return next_at

        async def late(tx: Transaction) -> float | None:
            there = await matches.get(tx, former.id)  # the row may be gone with its match
            return None if there is None else await job(tx)

        self._schedule_check(await self.claims.settle(row, job, late=late))

    async def _settle_shown(self, row: OutboxRow, table: Table, edited: SentMessage | None) -> None:
        """Settle a row whose board is posted already, perhaps with a new picture.

        A live clock that waited for the board runs from now on. If the board that was to be edited is gone,
        nothing more is done.
        """

        async def job(tx: Transaction) -> float | None:
            next_at = await start_live_clock(
                tx, table.row, table.row.board_version or 0, at=self.claims.now()
            )
            if edited is not None:
                message_id, picture = edited.message_id, edited.attachment_id
                await messages.set_board_picture(
                    tx, table.row.id, message_id=message_id, attachment_id=picture
                )
            return next_at

        self._schedule_check(await self.claims.settle(row, job))

    def _schedule_check(self, next_at: float | None) -> None:
        """Schedule the next check of a match's clock, if it runs from now on."""
        if next_at is not None:
            self.club.play.matches.expect(next_at)

    async def strip_buttons(self, row: OutboxRow) -> None:
        """Remove the buttons of a superseded board, and keep its picture."""
        where = json.loads(row.payload)
        table, later = await self.load_with_events(row, after=where["version"])
        if self.claims.now() - where["posted"] < EDITABLE_FOR:
            kept = where.get("attachment")
            plies, say = count_plies_shown(len(table.match.plies), later), self.speaker_for(table)
            seat: Seat | None = where.get("seat")
            if seat is not None:  # it is the direct message of a guest
                guest_id = table.player(seat).user_id
                known = await self.claims.store.read(lambda tx: preferences.get(tx, guest_id))
                say = localizer_for(known.spoken_language or ENGLISH)
            await self.sender.edit(
                row,
                where["channel"],
                where["message"],
                former_board_card(
                    table, plies, say, has_picture=kept is not None, for_guest=seat is not None
                ),
                attachment_id=kept,
                has_route=table.row.has_route,
            )
            self.tokens.drop_edit_token(where["message"])
        await self.claims.settle(row)


async def messages_in_former_place(wire: Wire, place: int, since: float) -> list[SentMessage]:
    """Return the bot's messages in a place that a match has left, newest first.

    Return an empty list if the bot has no access to the place.
    """
    try:
        return await wire.fetch_own_messages(place, since)
    except discord.HTTPException as fault:
        if fault.status not in (403, 404):
            raise
        return []  # no one sees them, or nothing can be done about them


def _board_payload(
    channel: int | None, message: int | None, attachment: int | None, posted: float | None, version: int
) -> dict[str, Any]:
    """Return the payload of a row that removes the buttons of a board."""
    return {
        "channel": channel,
        "message": message,
        "attachment": attachment,
        "posted": posted,
        "version": version,
    }
