"""Posts that nobody misses: that it is somebody's turn, and what the bot is. None of them is sent twice."""

import json

from bot.cards.greeting import greeting_card
from bot.cards.turn import turn_card
from bot.desk import Desk
from bot.direct import Direct
from bot.wire import Wire
from club.club import Club
from data import preferences
from data.outbox import OutboxRow
from words import ENGLISH, speaker


class Courtesies:
    """Sends them and settles the row; raises what Discord refuses. What may have been sent is not sent again."""

    def __init__(self, wire: Wire, desk: Desk, club: Club, direct: Direct) -> None:
        self.wire = wire
        self.desk = desk
        self.club = club
        self.direct = direct

    async def turn(self, row: OutboxRow) -> None:
        """Tell a player by direct message that it is their turn, if it still is."""
        assert row.match_id is not None  # a turn is taken in some match,
        assert row.seat is not None  # and by some seat
        table = await self.club.matches.get(row.match_id)
        user_id = table.player(row.seat).user_id
        known = await self.desk.store.read(lambda tx: preferences.get(tx, user_id))
        moved_on = await self.club.matches.moved_since(table, row.version)
        wanted = known.dm_turn and not moved_on
        if wanted and not row.unclear and not self.direct.closed_to(known):
            channel_id = await self.direct.open(row, user_id, known)
            if channel_id is None:
                return
            card = turn_card(table, row.seat, speaker(known.spoken or ENGLISH))
            await self.wire.post(channel_id, card, self.desk.nonce(row))
        await self.desk.settle(row)

    async def greeting(self, row: OutboxRow) -> None:
        """Say in a channel of a server what the bot is, and how to start."""
        where = json.loads(row.payload)
        if not row.unclear:
            card = greeting_card(self.wire.public(where["guild"]))
            await self.wire.post(where["channel"], card, self.desk.nonce(row))
        await self.desk.settle(row)
