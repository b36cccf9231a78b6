"""Posts, kind by kind: what goes to a match's place and its channel."""

import json
import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import Enum, auto
from functools import partial
from typing import Any, Final

import discord

from bot.answers.tokens import Tokens
from bot.cards.board import board_card, former_card
from bot.cards.hand import dms_closed_card
from bot.cards.kit import Card
from bot.cards.lines import place_link
from bot.cards.moving import moved_card
from bot.cards.names import thread_name
from bot.cards.offer import accepting, lapsed_card, offer_card
from bot.cards.result import result_card, set_aside_card
from bot.codes import NoAnswer, code_of
from bot.delivery.claims import Claims, about
from bot.delivery.decisions import Do, decide
from bot.delivery.own_cards import (
    ON_BOARDS,
    ON_RESULTS,
    is_notice,
    newest,
    places_left,
    time_of,
    version_of,
)
from bot.delivery.sender import Sender, Unsaid
from bot.delivery.wire import Sent, Wire
from club.club import Club
from club.play.history import plies_shown, story_of
from club.play.matches import Table
from club.play.offers import offer_at
from club.play.posted import to_post
from club.play.posts import Post, hands, put_card, put_lapse, put_post, put_strip
from data import challenges, matches, messages, quarantine
from data.matches import EventRow
from data.outbox import OutboxRow, PostKind
from data.persons import COMPUTER
from data.store import Transaction
from words import Speaker, speaker

log = logging.getLogger(__name__)

EDITABLE_FOR: Final = 50 * 60
"""Seconds: Discord limits edits of messages older than an hour, so an older card is posted anew."""


class There(Enum):
    """What the known board of a match is to a row that is to show how the match stands."""

    CURRENT = auto()
    """It shows all that has happened."""
    FORMER = auto()
    """It shows the position, and an edit brings its words and buttons up to date."""
    NOTHING = auto()
    """There is none, it is elsewhere, it shows an older position, or it is too old for edits: a new one is posted."""


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
        if table.suspended:
            await self.claims.settle(row)  # whoever lets it go on has all of it posted again
            return
        if row.unclear and await self._taken_before(row, table, events):
            return
        away = await self.club.clocks.given_back(table.row, events)
        story, say = story_of(table, events, self.claims.now(), given_back=away), self._say(table)
        card = board_card(table, say, story)
        match self._there(row, table):
            case There.CURRENT:
                if json.loads(row.payload).get(
                    "quiet"
                ):  # only words and buttons are new; if it is gone, so be it
                    await self._edited(row, table, card)
                await self.claims.settle(row)
                return
            case There.FORMER if edited := await self._edited(row, table, card):
                at = table.row.board_posted_at or 0
                await self._shown(row, table, events, edited, table.row.version, posted_at=at)
                return
        now = self.claims.now()
        sent = await self.sender.post(row, table, replace(card, silent=posted.quiet(now)))
        # A nonce that Discord knows brings the message of an earlier try, which may be of an older position.
        marked = version_of(sent.marks, table.row.id, ON_BOARDS)
        version = table.row.version if marked is None else marked
        await self._shown(row, table, events, sent, version, posted_at=now)

    async def _taken_before(self, row: OutboxRow, table: Table, events: Sequence[EventRow]) -> bool:
        """Look for the board of an earlier try; return whether that is all: it was there, or a newer row says it."""
        if table.row.user_install:
            raise Unsaid  # nothing can be looked for there
        await self._strip_left_behind(row, table, events)
        if found := await self._unrecorded(table, events):
            sent, version = found
            at = min(self.claims.now(), sent.posted_at)
            await self._shown(row, table, events, sent, version, posted_at=at)
            return True
        if row.version < table.row.version and await self.claims.followed(row):
            await self.claims.settle(row)
            return True
        return False

    def _there(self, row: OutboxRow, table: Table) -> There:
        """Return what the board that is known of a match is to a row that shows how the match stands."""
        known = table.row
        if known.board_version is None or known.board_channel_id != known.place_id:
            return There.NOTHING
        if known.board_version >= known.version:
            return There.CURRENT
        moved_on = json.loads(row.payload)["since"] > known.board_version
        aged = self.claims.now() - (known.board_posted_at or 0) >= EDITABLE_FOR
        return There.NOTHING if moved_on or aged else There.FORMER

    async def _edited(self, row: OutboxRow, table: Table, card: Card) -> Sent | None:
        """Put a card into the board that is known of a match; return `None` where it has to be posted anew."""
        known = table.row
        return await self.sender.edit_or_none(
            row, known.board_channel_id, known.board_message_id, card, user_install=known.user_install
        )

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
                old = _where(sent.channel_id, sent.message_id, sent.attachment_id, sent.posted_at, version)
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
            old = _where(
                former.board_channel_id, former.board_message_id, former.board_attachment_id,
                former.board_posted_at, former.board_version or 0,
            )  # fmt: skip
            if not newer:
                old = _where(sent.channel_id, sent.message_id, sent.attachment_id, posted_at, version)
            holder = self.claims.owner if self.tokens.on(old["message"]) else None
            if holder is None and former.user_install:
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
                former_card(table, plies, self._say(table), pictured=kept is not None),
                attachment_id=kept,
                user_install=table.row.user_install,
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
        if table.row.user_install and row.unclear:
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
                row, table, replace(offer_card(table, made, self._say(table)), silent=quiet)
            )
        channel_id, message_id = sent.channel_id, sent.message_id

        async def job(tx: Transaction) -> None:
            await messages.set_offer_message(
                tx, table.row.id, channel_id=channel_id, message_id=message_id, version=row.version
            )
            current = await matches.get(tx, table.row.id)
            if current and current.version != row.version:  # answered, or moved on, while it was posted
                await put_lapse(tx, current, self.claims.now())

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
        """Tell in a match's place that it is in quarantine, and why; there is nothing to draw."""
        match_id = row.match_id
        assert match_id is not None  # it is a match that cannot be played
        match = await self.claims.store.read(lambda tx: quarantine.get(tx, match_id))
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
        if table.row.user_install:
            return speaker(table.row.abroad)
        return self.wire.public(table.row.guild_id)

    async def table(self, row: OutboxRow) -> Table:
        """Return the match that a row is about."""
        assert row.match_id is not None  # all kinds but those of challenges are about a match
        return await self.club.matches.get(row.match_id)


def _where(
    channel: int | None, message: int | None, attachment: int | None, posted: float | None, version: int
) -> dict[str, Any]:
    """Return where a board is that is to lose its buttons, as its row has it."""
    return {
        "channel": channel, "message": message, "attachment": attachment, "posted": posted, "version": version,
    }  # fmt: skip
