"""Posts that no match waits for: turns, low clocks, the bot's introduction.

None of them is sent twice.
"""

import json
from dataclasses import replace

import discord

from bot.cards.home import greeting_card
from bot.cards.kit.kit import Card
from bot.cards.play.turn_notices import reminder_card, reminder_marker_id, time_up_card, turn_card
from bot.codes import NoAnswer
from bot.delivery.decisions import Fate, decide
from bot.delivery.direct_messages import DirectPosts
from club.clocks.rest import Rest
from club.play.match.matches import Table
from club.play.match.waiting import waiting_options
from data.competitions import teams
from data.competitions.teams import TeamRow
from data.members import preferences
from data.members.preferences import Preference
from data.outbox.outbox import OutboxRow
from rules.game import Seat
from words import ENGLISH, Localizer, localizer_for


class NoticePosts(DirectPosts):
    """Sends notices, each at most once.

    Each method settles its outbox row, and raises Discord's refusals.
    """

    async def send_turn_notice(self, row: OutboxRow) -> None:
        """Tell a player by direct message that it is their turn, if it still is.

        A player who waits is told that the other's time is up.
        """
        table, seat = await self.load_table(row), row.seat
        assert seat is not None  # a turn is some seat's
        moved_on = await self.club.play.matches.has_moved_since(table, row.version)
        looks = table.player(seat).user_id in await self.club.pages.live.list_onlookers(table.row.id)

        def card(known: Preference, say: Localizer) -> Card | None:
            now, rest, waits = self.claims.now(), Rest.parse(known.rest), table.turn != seat
            may_claim = waits and rest.reminders and waiting_options(table.row).may_claim(now)
            if moved_on or looks or not (may_claim if waits else known.dm_turn):
                return None
            card = time_up_card(table, seat, say) if waits else turn_card(table, seat, say)
            return replace(card, silent=rest.is_quiet(now))

        await self.dms.send_card(row, table.player(seat).user_id, card)

    async def send_reminder(self, row: OutboxRow) -> None:
        """Warn a player that their time is running low, if it still is.

        It goes by direct message, or else to the match's thread or channel; for a guest, who does not see
        that, to the channel of their team.
        """
        table = await self.load_table(row)
        assert row.seat is not None  # a clock goes for some seat
        user_id = table.player(row.seat).user_id
        known = await self.claims.store.read(lambda tx: preferences.get(tx, user_id))
        if await self.club.play.matches.has_moved_since(table, row.version):
            await self.claims.settle(row)
            return
        team = await self._find_guest_team(table, row.seat)
        if await self._has_reminded(row, table, known, team):
            await self.claims.settle(row)
            return
        if self.dms.is_closed_to(known) or not await self._remind_directly(row, table, known):
            if table.player(row.seat).guest:
                await self._remind_guest(row, table, team)
            else:
                card = reminder_card(table, row.seat, row.version, self.speaker_for(table), in_public=True)
                await self.sender.post_in_channel(row, table.row.place_id, card)
            await self.claims.settle(row)

    async def _find_guest_team(self, table: Table, seat: Seat) -> TeamRow | None:
        """Return the team of a player from another server, if that has cards there."""
        if not table.player(seat).guest:
            return None
        team = await self.claims.store.read(lambda tx: teams.find_guest_team(tx, table.row.id, seat))
        return team if team and team.is_away else None

    async def _remind_guest(self, row: OutboxRow, table: Table, team: TeamRow | None) -> None:
        """Remind a guest in the channel of their team, if there is one."""
        assert row.seat is not None  # a clock goes for some seat
        if team is None:
            return
        guild_id, channel_id = team.place
        say = self.wire.public_speaker(guild_id)
        card = reminder_card(table, row.seat, row.version, say, in_public=True)
        await self.sender.post_in_channel(row, channel_id, card)

    async def _remind_directly(self, row: OutboxRow, table: Table, known: Preference) -> bool:
        """Send a reminder by direct message, or give the row back to wait.

        Return false if this player accepts no direct messages.
        """
        assert row.seat is not None  # a clock goes for some seat
        try:
            channel_id = await self.dms.open_channel(row, known.user_id, known)
            if channel_id is None:
                return True
            card = reminder_card(
                table, row.seat, row.version, localizer_for(known.spoken_language or ENGLISH)
            )
            async with self.dms.watch_channel(row, known.user_id):
                await self.sender.post_in_channel(row, channel_id, card)
        except (discord.HTTPException, discord.RateLimited, NoAnswer) as fault:
            if decide(row.kind, fault) is Fate.DROP:
                return False
            raise
        await self.claims.settle(row)
        return True

    async def _has_reminded(
        self, row: OutboxRow, table: Table, known: Preference, team: TeamRow | None
    ) -> bool:
        """Whether Discord accepted this reminder at an earlier try."""
        mark = reminder_marker_id(table, row.version)
        for place in (known.dm_channel_id, team.channel_id if team else table.row.place_id):
            if place is not None and await self.find_card(
                row, place, lambda seen: mark in seen, table.row.turn_at
            ):
                return True
        return False

    async def post_greeting(self, row: OutboxRow) -> None:
        """Say in a channel of a server what the bot is, and how to start."""
        where = json.loads(row.payload)
        card = greeting_card(self.wire.public_speaker(where["guild"]))
        await self.post_at_most_once(row, where["channel"], card)
