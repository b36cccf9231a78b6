"""Posts in a match's place: its thread, offers, notices and result.

Boards have a module of their own.
"""

import json
import logging
from collections.abc import Iterable
from dataclasses import replace
from functools import partial

import discord

from bot.cards.competitions.rulings import ruling_card, ruling_marker
from bot.cards.kit.card_lines import place_link
from bot.cards.kit.names import thread_name
from bot.cards.play.guest import guest_dms_closed_card, guest_marker_id
from bot.cards.play.hand import hand_dms_closed_card
from bot.cards.play.offer import accept_offer_id, closed_offer_card, offer_card
from bot.cards.play.relocation import moved_card
from bot.cards.play.result import reopened_card, result_card, unreadable_match_card, void_card
from bot.codes import Code, NoAnswer, error_code
from bot.delivery.boards import messages_in_former_place
from bot.delivery.claims import log_facts
from bot.delivery.decisions import Fate, decide
from bot.delivery.own_cards import (
    ON_NO_RESULTS,
    ON_RESULTS,
    card_version,
    former_places,
    is_dms_closed_notice,
    version_time,
)
from bot.delivery.posts import Posts
from bot.delivery.sender import NoUsableToken
from bot.delivery.wire import NAME_LIMIT
from club.competitions.redraws import redraw_section
from club.play.course.offers import find_offer, find_open_offer
from club.play.match.matches import Table
from club.play.match.open_offers import find_answer, find_open_offer_event, renew_offer_post
from club.play.match.posts import (
    Post,
    guest_posts,
    hand_posts,
    put_card_update,
    put_offer_lapse,
    put_post,
)
from data.competitions import pairings, teams
from data.database.persons import COMPUTER
from data.database.transaction import Transaction
from data.outbox.outbox import OutboxRow
from data.outbox.post_kinds import PostKind
from data.play import challenges, listing, matches, messages, quarantine
from data.play.matches import EventKind
from data.play.silence import AWAKE_FOR
from rules.game import Seat

log = logging.getLogger(__name__)


class PlacePosts(Posts):
    """Posts everything in a match's thread or channel except its boards.

    Each method deletes its outbox row once it is done, and lets an error of Discord's through.
    """

    async def open_place(self, row: OutboxRow) -> None:
        """Create a match's thread, under its challenge card if it has one.

        Without threads, the match uses the channel. Then queue the match's first posts.
        """
        table = await self.load_table(row)
        made_from = json.loads(row.payload)
        challenge_id = made_from.get("challenge")
        thread_id, channel_id = None, table.row.channel_id
        if (await self.club.members.servers.get(table.row.guild_id)).threads:
            first, second = table.row.seats
            name = thread_name(first.name, second.name, table.game.title, self.speaker_for(table))
            above = None if challenge_id is None else await self._challenge_message(challenge_id)
            if challenge_id is None:
                thread_id = await self._find_thread(row, table, name)
            if thread_id is None and (challenge_id is None or above is not None):
                thread_id = await self._make_thread(row, channel_id, above, name)
        people = [seat for seat in table.row.seats if seat.user_id != COMPUTER and not seat.guest]
        for seat in people if thread_id is not None else ():
            try:
                await self.wire.add_thread_member(thread_id or 0, seat.user_id)
            except (discord.HTTPException, discord.RateLimited, NoAnswer) as fault:
                log.info("player not added to thread", extra={"place": thread_id, "code": error_code(fault)})

        async def job(tx: Transaction) -> None:
            now = self.claims.now()
            look_at = None if thread_id is None else now + AWAKE_FOR
            await messages.set_thread(tx, table.row.id, thread_id, look_at=look_at)
            # Hands come only now, for they link to the place.
            since = made_from.get("since", 0)  # one that was brought here has been shown before
            first = [Post(PostKind.BOARD, payload={"since": since}), *hand_posts(table.match)]
            for post in (*first, *guest_posts(table.row, first)):
                # A match that goes on after its server was gone may have them, from before.
                await put_post(tx, table.row.id, table.row.version, post, now, may_be_posted=row.unclear)
            if challenge_id is not None:
                await put_card_update(tx, challenge_id, now)
            elif (
                pairing := await pairings.find_by_match(tx, table.row.id)
            ) is not None:  # its card leads there
                await redraw_section(tx, pairing.section_id, now, wait=PostKind.SECTION.rule.wait)

        await self.claims.settle(row, job)
        if thread_id is not None:
            self.club.play.matches.expect(self.claims.now() + AWAKE_FOR)
            if challenge_id is None:
                await self._delete_notice(channel_id, thread_id)

    async def _challenge_message(self, challenge_id: int) -> int | None:
        """Return the message of the challenge that a match was made from.

        Return `None` if the challenge has no message.
        """
        challenge = await self.claims.store.read(lambda tx: challenges.get(tx, challenge_id))
        assert challenge is not None  # its match was made from it
        return challenge.message_id

    async def _find_thread(self, row: OutboxRow, table: Table, name: str) -> int | None:
        """Return the thread of an earlier try, found by Discord's notice, or `None`.

        A thread without a message above it could be made twice. Other matches of the same two people have
        threads of the same name.
        """
        if not row.unclear:
            return None
        for sent in await self.wire.fetch_own_messages(table.row.channel_id, table.row.created_at):
            thread_id = sent.thread_id
            if thread_id is None or name[:NAME_LIMIT] not in sent.marks:
                continue
            if not await self.claims.store.read(partial(listing.list_running_ids, thread_id=thread_id)):
                return thread_id
        return None

    async def _delete_notice(self, channel_id: int, thread_id: int) -> None:
        """Delete Discord's notice of a new thread, to which the competition's card links."""
        try:
            for sent in await self.wire.fetch_own_messages(channel_id, self.claims.now()):
                if sent.thread_id == thread_id:
                    await self.wire.delete(channel_id, sent.message_id)
        except (discord.HTTPException, discord.RateLimited, NoAnswer) as fault:
            log.info("notice not deleted", extra={"place": thread_id, "code": error_code(fault)})

    async def _make_thread(
        self, row: OutboxRow, channel_id: int, message_id: int | None, name: str
    ) -> int | None:
        try:
            return await self.wire.create_thread(channel_id, message_id, name)
        except (discord.HTTPException, discord.RateLimited, NoAnswer) as fault:
            match decide(row.kind, fault):
                case Fate.THERE:  # made before a crash: a thread has its message's id
                    return message_id
                case Fate.IN_CHANNEL:
                    log.info("no thread made", extra=log_facts(row) | {"code": error_code(fault)})
                    return None
                case _:
                    raise

    async def post_offer(self, row: OutboxRow) -> None:
        """Post an offer, such as a draw, and store its message.

        The stored message is needed to remove the buttons later.
        """
        table, events = await self.load_with_events(row)
        made = find_offer(events, row.version)
        offer = made or find_open_offer([each for each in events if each.version <= row.version])
        assert offer is not None  # the event that made it, or left it open, put this row into the outbox
        asked = str(accept_offer_id(table, offer, row.version))
        if row.unclear and not table.row.has_route:
            raise NoUsableToken
        since = version_time(table, events, row.version)
        sent = await self.find_card(row, table.row.place_id, lambda seen: asked in seen, since)
        if sent is None and row.unclear:
            left = [
                each
                for place in former_places(row, table, events)
                for each in await messages_in_former_place(self.wire, place, since)
            ]
            sent = next((each for each in left if asked in each.marks), None)
        if sent is None and not (table.is_running and table.row.version == row.version):

            async def renew(tx: Transaction) -> None:
                if current := await matches.get(tx, table.row.id):
                    await renew_offer_post(tx, current, self.claims.now())

            await self.claims.settle(row, renew)
            return
        if sent is None:
            asked_id = table.player(1 - offer.seat).user_id
            quiet = await self.club.members.preferences.is_quiet(asked_id, self.claims.now())
            onlookers = await self.club.pages.live.list_onlookers(table.row.id)
            card = offer_card(table, offer, self.speaker_for(table)).without_pings_for(onlookers)
            if made is None:  # a former card has asked already
                card, quiet = replace(card, pings=()), True
            sent = await self.sender.post(row, table, replace(card, silent=quiet))
        channel_id, message_id = sent.channel_id, sent.message_id

        async def job(tx: Transaction) -> None:
            await messages.set_offer_message(
                tx, table.row.id, channel_id=channel_id, message_id=message_id, version=row.version
            )
            current = await matches.get(tx, table.row.id)
            if current and current.version != row.version:  # answered, or moved on, while it was posted
                await renew_offer_post(tx, current, self.claims.now())
                await put_offer_lapse(tx, current, self.claims.now())

        await self.claims.settle(row, job)

    async def close_offer(self, row: OutboxRow) -> None:
        """Show on the card of an offer how it was answered, and remove its buttons."""
        where = json.loads(row.payload)
        table, events = await self.load_with_events(row)
        made = find_open_offer_event([each for each in events if each.version <= where["version"]])
        answer = find_answer(events, made) if made else None
        card = closed_offer_card(
            answer.kind if answer else None,
            self.speaker_for(table),
            is_open=made is not None and answer is None and table.is_running,
        )
        await self.wire.edit(where["channel"], where["message"], card)
        await self.claims.settle(row)

    async def post_notice(self, row: OutboxRow) -> None:
        """Tell a player that no direct message reaches them, or both of a ruling.

        It is posted in the match's thread.
        """
        table = await self.load_table(row)
        if row.seat is None and "pairing" in (ruled := json.loads(row.payload)):
            await self._post_ruling(row, table, ruled["pairing"])
            return
        if row.seat is None and "reopened" in ruled:
            await self._delete_result(row)
            card = reopened_card(table, self.speaker_for(table), why=ruled["reopened"])
            await self.post_at_most_once(row, table.row.place_id, card)
            return
        if row.seat is None:  # a moderator has voided the match, or taken that back
            card = void_card(table, self.speaker_for(table), **ruled)
            await self.post_at_most_once(row, table.row.place_id, card)
            return
        if table.player(row.seat).guest:
            await self._tell_guest(row, table, row.seat)
            return
        quiet = await self.club.members.preferences.is_quiet(
            table.player(row.seat).user_id, self.claims.now()
        )
        await self.post_once(
            row,
            table.row.place_id,
            lambda seen: is_dms_closed_notice(seen, table.row.id, row.seat),
            table.row.created_at,
            replace(hand_dms_closed_card(table, row.seat, self.speaker_for(table)), silent=quiet),
        )

    async def _delete_result(self, row: OutboxRow) -> None:
        """Delete the card of a result from the channel of a thread whose match goes on."""
        table, events = await self.load_with_events(row)
        match, ends = table.row, [each.version for each in events if each.kind is EventKind.END]
        if match.thread_id is None or not ends:
            return
        since = version_time(table, events, ends[-1])
        try:
            for sent in await self.wire.fetch_own_messages(match.channel_id, since):
                if _is_result(sent.marks, match.id):
                    await self.wire.delete(match.channel_id, sent.message_id)
        except (discord.HTTPException, discord.RateLimited, NoAnswer) as fault:
            log.info("result not deleted", extra={"match": match.id, "code": error_code(fault)})

    async def _post_ruling(self, row: OutboxRow, table: Table, pairing_id: int) -> None:
        """Tell both players of a ruling, or another manager that it is contested."""
        rulings = await self.club.competitions.all.load_rulings(pairing_id)
        if table.is_suspended or not rulings.changes:
            await self.claims.settle(row)
            return
        card = ruling_card(rulings, self.wire.owner_of(table.row.guild_id), self.speaker_for(table))
        mark, since = ruling_marker(rulings), rulings.changes[-1].at
        await self.post_once(row, table.row.place_id, lambda seen: mark in seen, since, card)

    async def _tell_guest(self, row: OutboxRow, table: Table, seat: Seat) -> None:
        """Tell a player from another server how the match reaches them.

        It is posted in their team's channel.
        """
        team = await self.claims.store.read(lambda tx: teams.find_guest_team(tx, table.row.id, seat))
        pairing = await self.claims.store.read(lambda tx: pairings.find_by_match(tx, table.row.id))
        if team is None or pairing is None or not team.is_away or not table.is_running:
            await self.claims.settle(row)
            return
        (guild_id, channel_id), mark = team.place, guest_marker_id(table, seat)
        if await self.find_card(row, channel_id, lambda seen: mark in seen, table.row.created_at) is None:
            say = self.wire.public_speaker(guild_id)
            card = guest_dms_closed_card(table, seat, pairing.section_id, say)
            try:
                await self.sender.post_in_channel(row, channel_id, card)
            except discord.HTTPException as fault:
                if fault.status not in (403, 404):
                    raise
                log.warning("guest not told", extra=log_facts(row) | {"code": error_code(fault)})
        await self.claims.settle(row)

    async def post_result(self, row: OutboxRow) -> None:
        """Post a card with the final picture in the channel of the match's thread.

        In a competition its card shows the result.
        """
        table, events = await self.load_with_events(row)
        find_pairing = partial(pairings.find_by_match, match_id=table.row.id)
        is_told_here = table.row.thread_id is None or not table.is_over  # a moderator has undone the end
        if is_told_here or await self.claims.store.read(find_pairing) is not None:
            await self.claims.settle(row)
            return
        series = await self.club.play.lists.load_series(table.row.id)
        changes = await self.club.standing.ratings.load_changes(table.row)
        await self.post_once(
            row,
            table.row.channel_id,
            lambda seen: _is_result(seen, table.row.id),
            version_time(table, events, row.version),
            result_card(table, self.speaker_for(table), changes, series, await self.make_addresses(table)),
        )

    async def post_moved_notice(self, row: OutboxRow) -> None:
        """Say in a match's former place where a moderator has moved it.

        The message is only a courtesy, so it is posted at most once.
        """
        where = json.loads(row.payload)
        card = moved_card(where["by"], where["to"], self.speaker_for(await self.load_table(row)))
        await self.post_at_most_once(row, where["channel"], card)

    async def archive_thread(self, row: OutboxRow) -> None:
        """Archive the thread of a finished match.

        If its name is out of date, rename it now, and archive it with the next row.
        """
        table = await self.load_table(row)
        if json.loads(row.payload).get("renamed"):
            if table.row.thread_id is not None:
                first, second = table.row.seats
                say = self.speaker_for(table)
                name = thread_name(first.name, second.name, table.game.title, say)
                if await self.wire.rename_thread(table.row.thread_id, name):
                    later = Post(PostKind.ARCHIVE)
                    archive = partial(put_post, match_id=table.row.id, version=table.row.version, post=later)
                    await self.claims.settle(row, partial(archive, now=self.claims.now()))
                    return
            await self.claims.settle(row)
            return
        if table.is_over and table.row.thread_id is not None:
            await self.wire.set_archived(table.row.thread_id, True)
        await self.claims.settle(row)

    async def check_place(self, row: OutboxRow) -> None:
        """Check whether a silent thread, or a place missing in a new session, exists.

        Update its matches accordingly: the thread of a running one is kept awake, and left for its channel
        if it is locked. If the bot may not see it, nothing is known and nothing changes.
        """
        where = json.loads(row.payload)
        place = where["place"]
        try:
            await self.wire.fetch_channel(place)
        except discord.NotFound as fault:
            if fault.code != Code.UNKNOWN_CHANNEL:
                raise
            log.warning("place gone", extra={"place": place})
            await self.club.play.places.leave_deleted_thread(place)
        except discord.Forbidden:
            log.info("place not to be seen", extra={"place": place})
        else:
            await self.club.play.places.resume_place(where["guild"], place)
            running = await self.claims.store.read(lambda tx: listing.list_running_ids(tx, thread_id=place))
            if running and not await self.wire.keep_awake(place):
                for match_id in running:
                    await self.club.play.places.leave_thread(match_id)
        await self.claims.settle(row)

    async def post_quarantine_notice(self, row: OutboxRow) -> None:
        """Say in a match's place that its stored data is unreadable.

        The match is suspended. This is the match's only post, because no board can be drawn.
        """
        match_id = row.match_id
        assert match_id is not None  # it is a match that cannot be played
        match = await self.claims.store.read(lambda tx: quarantine.get(tx, match_id))
        if not match or not match.set_aside:
            await self.claims.settle(row)
            return
        place, card = (
            place_link(match),
            unreadable_match_card(match, self.wire.public_speaker(match.guild_id)),
        )
        await self.post_once(row, match.place_id, lambda seen: place in seen, match.created_at, card)


def _is_result(marks: Iterable[str], match_id: int) -> bool:
    """Whether a message with these marks is the card of a match's result."""
    return (
        card_version(marks, match_id, ON_RESULTS) is not None
        and card_version(marks, match_id, ON_NO_RESULTS) is None
    )
