"""Posts, kind by kind: what goes to a match's place and its channel."""

import json
import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import discord

from bot.answers.tokens import Tokens
from bot.cards.board import board_card, former_card
from bot.cards.hand import dms_closed_card
from bot.cards.lines import place_link
from bot.cards.moving import moved_card
from bot.cards.names import thread_name
from bot.cards.offer import accepting, lapsed_card, offer_card
from bot.cards.result import result_card, set_aside_card
from bot.codes import NoAnswer, code_of
from bot.delivery.claims import Claims
from bot.delivery.decisions import Do, decide
from bot.delivery.own_cards import ON_BOARDS, ON_RESULTS, is_notice, newest, version_of
from bot.delivery.sender import Sender, Unsaid
from bot.delivery.wire import Sent, Wire
from club.club import Club
from club.play.history import plies_shown, story_of
from club.play.matches import Table
from club.play.offers import offer_at
from club.play.posted import to_post
from club.play.posts import Post, hands, put_card, put_lapse, put_post, put_strip
from data import challenges, matches, messages
from data import quarantine as aside
from data.matches import EventKind, EventRow
from data.outbox import OutboxRow, PostKind
from data.persons import COMPUTER
from data.store import Transaction
from words import Speaker, speaker

log = logging.getLogger(__name__)

EDITABLE_FOR: Final = 50 * 60
"""Seconds: Discord limits edits of messages older than an hour, so an older card is posted anew."""


class PlacePosts:
    """Sends what belongs to a match's place, and settles the row; raises what Discord refuses."""

    def __init__(self, wire: Wire, claims: Claims, club: Club, tokens: Tokens) -> None:
        self.wire = wire
        self.claims = claims
        self.club = club
        self.tokens = tokens
        self.sender = Sender(wire, claims, tokens)

    async def place(self, row: OutboxRow) -> None:
        """Make the thread of a new match, under its challenge card; without threads the channel serves."""
        table = await self.table(row)
        challenge_id = json.loads(row.payload)["challenge"]
        challenge = await self.claims.store.read(lambda tx: challenges.get(tx, challenge_id))
        assert challenge is not None  # matches are only made from challenges
        thread_id = None
        threads = (await self.club.servers.get(table.row.guild_id)).threads
        if challenge.message_id is not None and threads:
            first, second = table.row.seats
            say = self.wire.public(table.row.guild_id)
            name = thread_name(first.name, second.name, table.game.title, say)
            thread_id = await self._thread(row, table.row.channel_id, challenge.message_id, name)
        people = [seat for seat in table.row.seats if seat.user_id != COMPUTER]
        for seat in people if thread_id is not None else ():
            try:
                await self.wire.add_member(thread_id or 0, seat.user_id)
            except (discord.HTTPException, discord.RateLimited, NoAnswer) as fault:
                log.info("player not added to thread", extra={"place": thread_id, "code": code_of(fault)})

        async def job(tx: Transaction) -> None:
            now = self.claims.now()
            await messages.set_thread(tx, table.row.id, thread_id)
            # Hands come only now, for they link to the place.
            for post in (Post(PostKind.BOARD, payload={"since": 0}), *hands(table.match)):
                # A match that goes on after its server was gone may have them, from before.
                await put_post(tx, table.row.id, table.row.version, post, now, unclear=row.unclear)
            await put_card(tx, challenge_id, now)

        await self.claims.settle(row, job)

    async def _thread(self, row: OutboxRow, channel_id: int, message_id: int, name: str) -> int | None:
        try:
            return await self.wire.make_thread(channel_id, message_id, name)
        except (discord.HTTPException, discord.RateLimited, NoAnswer) as fault:
            match decide(row.kind, fault):
                case Do.THERE:  # made before a crash: a thread has its message's id
                    return message_id
                case Do.IN_CHANNEL:
                    log.info("no thread made", extra=about(row) | {"code": code_of(fault)})
                    return None
            raise

    async def board(self, row: OutboxRow) -> None:
        """Show how the match stands: a new card after a move, else an edit of the one there is."""
        assert row.match_id is not None  # a board is some match's
        posted = await to_post(self.club.matches, row.match_id)
        table, events, _ = posted
        shown, now = table.row, self.claims.now()
        abroad = shown.abroad is not None
        if abroad and row.unclear:
            raise Unsaid  # nothing can be looked for there
        if table.suspended:
            await self.claims.settle(row)  # whoever lets it go on has all of it posted again
            return
        if row.unclear:
            await self._strip_left_behind(row, table, events)
        if row.unclear and (found := await self._unrecorded(table, events)):
            sent, version = found
            posted_at = min(now, sent.posted_at)
            await self._shown(row, table, events, sent, version, posted_at=posted_at)
            return
        here = shown.board_channel_id == shown.place_id
        if row.unclear and row.version < shown.version and await self.claims.followed(row):
            # It never came, and the newer one that waits behind it says it all.
            await self.claims.settle(row)
            return
        away = await self.club.clocks.given_back(shown, events)
        story, say = story_of(table, events, now, given_back=away), self._say(table)
        if here and shown.board_version is not None and shown.board_version >= shown.version:
            if json.loads(row.payload).get(
                "quiet"
            ):  # nothing new but words and buttons; if it is gone, so be it
                await self.sender.edit_or_none(
                    row,
                    shown.board_channel_id,
                    shown.board_message_id,
                    lambda: board_card(table, say, story),
                    abroad=abroad,
                )
            await self.claims.settle(row)
            return
        posted_at = shown.board_posted_at or 0
        followed = (
            json.loads(row.payload)["since"] > (shown.board_version or 0) or shown.board_version is None
        )
        if here and not followed and now - posted_at < EDITABLE_FOR:
            edited = await self.sender.edit_or_none(
                row,
                shown.board_channel_id,
                shown.board_message_id,
                lambda: board_card(table, say, story),
                abroad=abroad,
            )
            if edited:
                await self._shown(row, table, events, edited, shown.version, posted_at=posted_at)
                return
        sent = await self.sender.post(
            row, table, lambda: replace(board_card(table, say, story), silent=posted.quiet(now))
        )
        # A nonce that Discord knows brings the message of an earlier try, which may be of an older position.
        marked = version_of(sent.marks, shown.id, ON_BOARDS)
        version = shown.version if marked is None else marked
        await self._shown(row, table, events, sent, version, posted_at=now)

    async def _unrecorded(self, table: Table, events: Sequence[EventRow]) -> tuple[Sent, int] | None:
        """Return the newest board of a match that is newer than the one known, with its version, if there is one."""
        shown = table.row
        known = shown.board_version if shown.board_channel_id == shown.place_id else None
        since = time_of(table, events, (shown.board_version or 0) + 1)
        seen = await self.wire.own_messages(shown.place_id, since)
        return newest(seen, shown.id, ON_BOARDS, newer_than=known)

    async def _strip_left_behind(self, row: OutboxRow, table: Table, events: Sequence[EventRow]) -> None:
        """Have a board lose its buttons that came, unknown to anybody, where the match was before it went elsewhere."""
        for place in places_left(row, table, events):
            seen = await self._left_in(place, time_of(table, events, row.version))
            found = newest(seen, table.row.id, ON_BOARDS, newer_than=None)
            if found and found[0].message_id != table.row.board_message_id:
                sent, version = found
                old = {
                    "channel": sent.channel_id, "message": sent.message_id, "attachment": sent.attachment_id,
                    "posted": sent.posted_at, "version": version,
                }  # fmt: skip
                version, now = table.row.version, self.claims.now()
                await self.claims.store.write(
                    partial(put_strip, match_id=table.row.id, version=version, where=old, now=now)
                )

    async def _left_in(self, place: int, since: float) -> list[Sent]:
        """Return the messages of a place that a match has left, none where the bot is shut out."""
        try:
            return await self.wire.own_messages(place, since)
        except discord.HTTPException as fault:
            if fault.status not in (403, 404):
                raise
            return []  # nobody sees them, or nothing can be done about them

    async def _shown(
        self,
        row: OutboxRow,
        table: Table,
        events: Sequence[EventRow],
        sent: Sent,
        version: int,
        *,
        posted_at: float,
    ) -> None:
        """Remember the new board; whichever is the older of it and the former one is to lose its buttons."""
        former = table.row

        async def job(tx: Transaction) -> None:
            newer = await messages.set_board_message(
                tx, former.id, channel_id=sent.channel_id, message_id=sent.message_id,
                attachment_id=sent.attachment_id, posted_at=posted_at, version=version,
            )  # fmt: skip
            if former.board_message_id in (None, sent.message_id):
                return
            old = {
                "channel": former.board_channel_id,
                "message": former.board_message_id,
                "attachment": former.board_attachment_id,
                "posted": former.board_posted_at,
                "version": former.board_version or 0,
            }
            stripped = former.board_message_id
            if not newer:
                old = {
                    "channel": sent.channel_id,
                    "message": sent.message_id,
                    "attachment": sent.attachment_id,
                    "posted": posted_at,
                    "version": version,
                }
                stripped = sent.message_id
            holder = self.claims.owner if self.tokens.on(stripped) else None
            if holder is None and former.abroad is not None:
                return  # its buttons answer with how the match stands
            await put_strip(tx, former.id, former.version, old, self.claims.now(), reserved_for=holder)

        async def late(tx: Transaction) -> None:
            if await matches.get(tx, former.id) is not None:  # the row may be gone with its match
                await job(tx)

        await self.claims.settle(row, job, late=late)

    async def strip(self, row: OutboxRow) -> None:
        """Take the buttons off a board that has been succeeded; its picture stays the attachment it is."""
        assert row.match_id is not None  # a board is some match's
        where = json.loads(row.payload)
        table, events = await self.club.matches.with_events(row.match_id)
        if self.claims.now() - where["posted"] < EDITABLE_FOR:
            kept = where.get("attachment")
            plies = plies_shown(events, where["version"])
            await self.sender.edit(
                row,
                where["channel"],
                where["message"],
                lambda: former_card(table, plies, self._say(table), pictured=kept is not None),
                attachment_id=kept,
                abroad=table.row.abroad is not None,
            )
            self.tokens.lift(where["message"])
        await self.claims.settle(row)

    async def offer(self, row: OutboxRow) -> None:
        """Ask the opponent; the card is remembered, so that it can lose its buttons."""
        assert row.match_id is not None  # an offer is some match's
        table, events = await self.club.matches.with_events(row.match_id)
        offer = offer_at(events, row.version)
        assert offer is not None  # the event that made it put this row into the outbox
        asked = str(accepting(table, offer, row.version))
        if table.row.abroad is not None and row.unclear:
            raise Unsaid
        since = time_of(table, events, row.version)
        sent = await self._found(row, table.row.place_id, lambda seen: asked in seen, since)
        if sent is None and row.unclear:
            left = [
                each
                for place in places_left(row, table, events)
                for each in await self._left_in(place, since)
            ]
            sent = next((each for each in left if asked in each.marks), None)
        if sent is None and not (table.running and table.row.version == row.version):
            await self.claims.settle(row)
            return
        if sent is None:
            made, asked_id = offer, table.player(1 - offer.by).user_id
            quiet = await self.club.preferences.quiet(asked_id, self.claims.now())
            sent = await self.sender.post(
                row, table, lambda: replace(offer_card(table, made, self._say(table)), silent=quiet)
            )
        channel_id, message_id = sent.channel_id, sent.message_id

        async def job(tx: Transaction) -> None:
            await messages.set_offer_message(
                tx, table.row.id, channel_id=channel_id, message_id=message_id, version=row.version
            )
            stands = await matches.get(tx, table.row.id)
            if stands and stands.version != row.version:  # answered, or moved on, while it was posted
                await put_lapse(tx, stands, self.claims.now())

        await self.claims.settle(row, job)

    async def lapse(self, row: OutboxRow) -> None:
        """Show on the card of an offer what became of it, without buttons."""
        assert row.match_id is not None  # an offer is some match's
        where = json.loads(row.payload)
        table, events = await self.club.matches.with_events(row.match_id)
        answer = next((event.kind for event in events if event.version > where["version"]), None)
        await self.wire.edit(where["channel"], where["message"], lapsed_card(answer, self._say(table)))
        await self.claims.settle(row)

    async def notice(self, row: OutboxRow) -> None:
        """Tell a player once, in the match's place, that no direct message reaches them."""
        table = await self.table(row)
        assert row.seat is not None  # it is one player's DMs that are closed
        known = await self._found(
            row,
            table.row.place_id,
            lambda seen: is_notice(seen, table.row.id, row.seat),
            table.row.created_at,
        )
        if known is None:
            card = dms_closed_card(table, row.seat, self._say(table))
            user_id, now = table.player(row.seat).user_id, self.claims.now()
            quiet = await self.club.preferences.quiet(user_id, now)
            await self.wire.post(table.row.place_id, replace(card, silent=quiet), self.claims.nonce(row))
        await self.claims.settle(row)

    async def result(self, row: OutboxRow) -> None:
        """Show one card with the final picture in the channel that the match's thread belongs to."""
        assert row.match_id is not None  # a result is some match's
        table, events = await self.club.matches.with_events(row.match_id)
        if table.row.thread_id is not None:
            known = await self._found(
                row,
                table.row.channel_id,
                lambda seen: (
                    version_of(seen, table.row.id, ON_RESULTS) is not None
                    and version_of(seen, table.row.id, ON_BOARDS) is None
                ),
                time_of(table, events, row.version),
            )
            if known is None:
                await self.wire.post(
                    table.row.channel_id, result_card(table, self._say(table)), self.claims.nonce(row)
                )
        await self.claims.settle(row)

    async def moved(self, row: OutboxRow) -> None:
        """Say in the place that a match has left where a moderator has moved it; at most once, for it is a courtesy."""
        where = json.loads(row.payload)
        if not row.unclear:
            card = moved_card(where["by"], where["to"], self._say(await self.table(row)))
            await self.wire.post(where["channel"], card, self.claims.nonce(row))
        await self.claims.settle(row)

    async def archive(self, row: OutboxRow) -> None:
        """Archive the thread of a finished match."""
        table = await self.table(row)
        if table.over and table.row.thread_id is not None:
            await self.wire.archive(table.row.thread_id, True)
        await self.claims.settle(row)

    async def unplayable(self, row: OutboxRow) -> None:
        """Tell in a match's place that it is set aside, and why; there is nothing to draw."""
        match_id = row.match_id
        assert match_id is not None  # it is a match that cannot be played
        match = await self.claims.store.read(lambda tx: aside.get(tx, match_id))
        if match and match.set_aside:
            place = place_link(match)
            if await self._found(row, match.place_id, lambda seen: place in seen, match.created_at) is None:
                card = set_aside_card(match, self.wire.public(match.guild_id))
                await self.wire.post(match.place_id, card, self.claims.nonce(row))
        await self.claims.settle(row)

    async def _found(
        self,
        row: OutboxRow,
        channel_id: int,
        known: Callable[[frozenset[str]], bool],
        since: float,
    ) -> Sent | None:
        """Return the card of an earlier try that Discord may have taken, by its marks; `None` if there is none."""
        if not row.unclear:
            return None
        return await self.wire.found(channel_id, since, known)

    def _say(self, table: Table) -> Speaker:
        """Return who speaks the language of a match's server, or abroad the match's own."""
        if table.row.abroad is not None:
            return speaker(table.row.abroad)
        return self.wire.public(table.row.guild_id)

    async def table(self, row: OutboxRow) -> Table:
        """Return the match that a row is about."""
        assert row.match_id is not None  # all kinds but those of challenges are about a match
        return await self.club.matches.get(row.match_id)


def places_left(row: OutboxRow, table: Table, events: Sequence[EventRow]) -> set[int]:
    """Return where a match was at some time since a row was made, and is no more."""
    moves = [event for event in events if event.kind is EventKind.PLACE and event.version > row.version]
    return {int(event.text.partition("/")[2]) for event in moves} - {table.row.place_id}


def time_of(table: Table, events: Sequence[EventRow], version: int) -> float:
    """Return when a version of a match came to be, or the first one after it; else when the match did."""
    return next((event.at for event in events if event.version >= version), table.row.created_at)


def about(row: OutboxRow) -> dict[str, object]:
    """Return what the log says of a post: which it is, never what is in it."""
    return {"kind": row.kind, "match": row.match_id, "challenge": row.challenge_id, "attempts": row.attempts}
