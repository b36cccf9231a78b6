"""Posts in a match's place and channel: its thread, offers, notices, result.

Boards are elsewhere.
"""

import json
import logging
from dataclasses import replace

import discord

from bot.cards.competitions.meetings import begins_card, begins_mark
from bot.cards.kit.card_lines import place_link
from bot.cards.kit.names import thread_name
from bot.cards.play.guest import closed_card, guest_mark
from bot.cards.play.hand import dms_closed_card
from bot.cards.play.offer import accepting, lapsed_card, offer_card
from bot.cards.play.relocation import moved_card
from bot.cards.play.result import result_card, set_aside_card
from bot.codes import Code, NoAnswer, code_of
from bot.delivery.boards import messages_left_in
from bot.delivery.claims import about
from bot.delivery.decisions import Fate, decide
from bot.delivery.own_cards import ON_BOARDS, ON_RESULTS, is_notice, places_left, time_of, version_of
from bot.delivery.posts import Posts
from bot.delivery.sender import Unsaid
from club.competitions.redraws import redraw_section
from club.play.course.offers import offer_at
from club.play.match.matches import Table
from club.play.match.posts import (
    Post,
    for_guests,
    hands,
    put_card,
    put_lapse,
    put_post,
)
from data.competitions import pairings, teams
from data.database.persons import COMPUTER
from data.database.transaction import Transaction
from data.outbox.outbox import OutboxRow
from data.outbox.post_kinds import PostKind
from data.play import challenges, matches, messages, quarantine
from rules.game import Seat
from words import Speaker

log = logging.getLogger(__name__)


class PlacePosts(Posts):
    """Sends what belongs to a match's place but its boards."""

    async def place(self, row: OutboxRow) -> None:
        """Create a match's thread, under its challenge card or a competition's own line.

        Without threads, the match uses the channel.
        """
        table = await self.table(row)
        made_from = json.loads(row.payload)
        challenge_id = made_from.get("challenge")
        thread_id, say = None, self.say(table)
        if (await self.club.servers.get(table.row.guild_id)).threads:
            above = await (self._line(row, table, say) if challenge_id is None else self._card(challenge_id))
            if above is not None:
                first, second = table.row.seats
                name = thread_name(first.name, second.name, table.game.title, say)
                thread_id = await self._thread(row, table.row.channel_id, above, name)
        people = [seat for seat in table.row.seats if seat.user_id != COMPUTER and not seat.guest]
        for seat in people if thread_id is not None else ():
            try:
                await self.wire.add_member(thread_id or 0, seat.user_id)
            except (discord.HTTPException, discord.RateLimited, NoAnswer) as fault:
                log.info("player not added to thread", extra={"place": thread_id, "code": code_of(fault)})

        async def job(tx: Transaction) -> None:
            now = self.claims.now()
            await messages.set_thread(tx, table.row.id, thread_id)
            # Hands come only now, for they link to the place.
            since = made_from.get("since", 0)  # one that was brought here has been shown before
            first = [Post(PostKind.BOARD, payload={"since": since}), *hands(table.match)]
            for post in (*first, *for_guests(table.row, first)):
                # A match that goes on after its server was gone may have them, from before.
                await put_post(tx, table.row.id, table.row.version, post, now, unclear=row.unclear)
            if challenge_id is not None:
                await put_card(tx, challenge_id, now)
            elif (pairing := await pairings.of_match(tx, table.row.id)) is not None:  # its card leads there
                await redraw_section(tx, pairing.section_id, now, wait=PostKind.SECTION.rule.wait)

        await self.claims.settle(row, job)

    async def _card(self, challenge_id: int) -> int | None:
        """Return the message of the challenge that a match was made from, if there is one."""
        challenge = await self.claims.store.read(lambda tx: challenges.get(tx, challenge_id))
        assert challenge is not None  # its match was made from it
        return challenge.message_id

    async def _line(self, row: OutboxRow, table: Table, say: Speaker) -> int | None:
        """Post or find the line of a competition's match; return its message.

        A channel that refuses it gets no thread: the match's board finds out why.
        """
        match_id, channel_id = table.row.id, table.row.channel_id
        mark = begins_mark(match_id)
        sent = await self.find_card(row, channel_id, lambda seen: mark in seen, table.row.created_at)
        if sent is not None:
            return sent.message_id
        reason = await self.claims.store.read(lambda tx: pairings.reason_of(tx, match_id))
        try:
            sent = await self.sender.post_in(row, channel_id, begins_card(table, reason, say))
        except (discord.HTTPException, discord.RateLimited, NoAnswer) as fault:
            if decide(row.kind, fault) is not Fate.IN_CHANNEL:
                raise
            return None
        return sent.message_id

    async def _thread(self, row: OutboxRow, channel_id: int, message_id: int, name: str) -> int | None:
        try:
            return await self.wire.make_thread(channel_id, message_id, name)
        except (discord.HTTPException, discord.RateLimited, NoAnswer) as fault:
            match decide(row.kind, fault):
                case Fate.THERE:  # made before a crash: a thread has its message's id
                    return message_id
                case Fate.IN_CHANNEL:
                    log.info("no thread made", extra=about(row) | {"code": code_of(fault)})
                    return None
            raise

    async def offer(self, row: OutboxRow) -> None:
        """Ask the opponent; the card is remembered, so that it can lose its buttons."""
        table, events = await self.with_events(row)
        offer = offer_at(events, row.version)
        assert offer is not None  # the event that made it put this row into the outbox
        asked = str(accepting(table, offer, row.version))
        if row.unclear and not table.row.has_route:
            raise Unsaid
        since = time_of(table, events, row.version)
        sent = await self.find_card(row, table.row.place_id, lambda seen: asked in seen, since)
        if sent is None and row.unclear:
            left = [
                each
                for place in places_left(row, table, events)
                for each in await messages_left_in(self.wire, place, since)
            ]
            sent = next((each for each in left if asked in each.marks), None)
        if sent is None and not (table.running and table.row.version == row.version):
            await self.claims.settle(row)
            return
        if sent is None:
            made, asked_id = offer, table.player(1 - offer.by).user_id
            quiet = await self.club.preferences.quiet(asked_id, self.claims.now())
            sent = await self.sender.post(
                row, table, replace(offer_card(table, made, self.say(table)), silent=quiet)
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
        where = json.loads(row.payload)
        table, later = await self.with_events(row, after=where["version"])
        answer = later[0].kind if later else None
        await self.wire.edit(where["channel"], where["message"], lapsed_card(answer, self.say(table)))
        await self.claims.settle(row)

    async def notice(self, row: OutboxRow) -> None:
        """Tell a player once, in the match's place, that no direct message reaches them."""
        table = await self.table(row)
        assert row.seat is not None  # it is one player's DMs that are closed
        if table.player(row.seat).guest:
            await self._tell_guest(row, table, row.seat)
            return
        quiet = await self.club.preferences.quiet(table.player(row.seat).user_id, self.claims.now())
        await self.post_once(
            row,
            table.row.place_id,
            lambda seen: is_notice(seen, table.row.id, row.seat),
            table.row.created_at,
            replace(dms_closed_card(table, row.seat, self.say(table)), silent=quiet),
        )

    async def _tell_guest(self, row: OutboxRow, table: Table, seat: Seat) -> None:
        """Tell a player from another server how the match reaches them.

        It is posted in their team's channel.
        """
        team = await self.claims.store.read(lambda tx: teams.of_guest(tx, table.row.id, seat))
        pairing = await self.claims.store.read(lambda tx: pairings.of_match(tx, table.row.id))
        if team is None or pairing is None or not team.away or not table.running:
            await self.claims.settle(row)
            return
        channel_id, mark = team.channel_id or 0, guest_mark(table, seat)
        if await self.find_card(row, channel_id, lambda seen: mark in seen, table.row.created_at) is None:
            say = self.wire.public(team.guild_id or 0)
            card = closed_card(table, seat, pairing.section_id, say)
            try:
                await self.sender.post_in(row, channel_id, card)
            except discord.HTTPException as fault:
                if fault.status not in (403, 404):
                    raise
                log.warning("guest not told", extra=about(row) | {"code": code_of(fault)})
        await self.claims.settle(row)

    async def result(self, row: OutboxRow) -> None:
        """Show one card with the final picture in the channel of the match's thread."""
        table, events = await self.with_events(row)
        if table.row.thread_id is None:
            await self.claims.settle(row)
            return
        series = await self.club.lists.series(table.row.id)
        changes = await self.club.ratings.changes(table.row)
        await self.post_once(
            row,
            table.row.channel_id,
            lambda seen: (
                version_of(seen, table.row.id, ON_RESULTS) is not None
                and version_of(seen, table.row.id, ON_BOARDS) is None
            ),
            time_of(table, events, row.version),
            result_card(table, self.say(table), changes, series, await self.outside(table)),
        )

    async def tell_moved(self, row: OutboxRow) -> None:
        """Say in a match's former place where a moderator has moved it.

        It is posted at most once, because it is a courtesy.
        """
        where = json.loads(row.payload)
        card = moved_card(where["by"], where["to"], self.say(await self.table(row)))
        await self.post_at_most_once(row, where["channel"], card)

    async def archive(self, row: OutboxRow) -> None:
        """Archive the thread of a finished match."""
        table = await self.table(row)
        if table.over and table.row.thread_id is not None:
            await self.wire.archive(table.row.thread_id, True)
        await self.claims.settle(row)

    async def whereabouts(self, row: OutboxRow) -> None:
        """Check whether a place that a new session did not name still exists.

        Apply the outcome to its matches.

        If the bot may not look, nothing is known.
        """
        where = json.loads(row.payload)
        place = where["place"]
        try:
            await self.wire.look_up(place)
        except discord.NotFound as fault:
            if fault.code != Code.UNKNOWN_CHANNEL:
                raise
            log.warning("place gone", extra={"place": place})
            await self.club.places.thread_gone(place)
        except discord.Forbidden:
            log.info("place not to be seen", extra={"place": place})
        else:
            await self.club.places.place_there(where["guild"], place)
        await self.claims.settle(row)

    async def unplayable(self, row: OutboxRow) -> None:
        """Say in a match's place that it is in quarantine, and why; there is no board."""
        match_id = row.match_id
        assert match_id is not None  # it is a match that cannot be played
        match = await self.claims.store.read(lambda tx: quarantine.get(tx, match_id))
        if not match or not match.set_aside:
            await self.claims.settle(row)
            return
        place, card = place_link(match), set_aside_card(match, self.wire.public(match.guild_id))
        await self.post_once(row, match.place_id, lambda seen: place in seen, match.created_at, card)
