"""The weekly digest of a server, posted once."""

import json
import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

from bot.cards.standing.club_card import club_marker_id
from bot.cards.standing.digest import digest_card
from bot.delivery.claims import log_facts
from bot.delivery.posts import ELSEWHERE, ELSEWHERE_TRIES, Posts
from club.competitions.decided import DecidedSection
from club.play.after.animations import select_excerpt
from club.play.match.matches import Table
from club.refusals import Refusal
from club.standing.club_card import PlaceFilter
from club.standing.digest import WEEK
from data.database.errors import Unreadable
from data.database.persons import NOBODY
from data.outbox.outbox import OutboxRow
from rendering.replay import Replay
from rendering.themes import DEFAULT_THEME

log = logging.getLogger(__name__)


ONE_BY_ONE: Final = 10.0
"""Seconds until a digest is looked at again while another one is made."""
ELSEWHERE_LONG: Final = 600.0
"""Seconds until the next claim of a row whose server has long been unknown.

No process knows the server.
"""


class DigestPosts(Posts):
    """Posts weekly digests.

    Each method settles its outbox row, and raises Discord's refusals. A process makes one digest at a time,
    because analyses and replays take long, and other posts and people wait for them too.
    """

    _busy = False

    async def post_digest(self, row: OutboxRow) -> None:
        """Post a server's digest.

        Skip it if Discord has it already, if the week had no news, or if it is too late.
        """
        due = json.loads(row.payload)
        guild_id, at = due["guild"], due["at"]
        server, _ = await self.club.standing.digests.load_plan(guild_id)
        channel_id = server.digest_channel
        if channel_id is None or self.club.standing.digests.is_late(at):
            await self.claims.settle(row)
            return
        shows = self.wire.place_filter(guild_id, channel_id)
        if shows is None:
            delay = ELSEWHERE if row.attempts < ELSEWHERE_TRIES else ELSEWHERE_LONG
            await self.claims.give_back(row, "", delay=delay, unclear=False)
        elif self._busy:
            await self.claims.give_back(row, "", delay=ONE_BY_ONE, unclear=False)
        else:
            self._busy = True
            try:
                await self._post(row, channel_id, at, shows)
            finally:
                self._busy = False

    async def _post(self, row: OutboxRow, channel_id: int, at: float, shows: PlaceFilter) -> None:
        guild_id, mark = json.loads(row.payload)["guild"], club_marker_id(row.id)
        if await self.find_card(row, channel_id, lambda seen: mark in seen, at) is None:
            decided = await self.club.competitions.all.list_decided(guild_id, at - WEEK, at, shows)
            digest = await self.club.standing.digests.load_digest(
                guild_id, at, shows, has_winners=bool(decided)
            )
            if digest is not None:
                say = self.wire.public_speaker(guild_id)
                made = (
                    None
                    if digest.closest_match is None
                    else await self._replay(digest.closest_match, say.language)
                )
                card = digest_card(digest, made, row.id, say, decided, await self._load_final(decided))
                await self.sender.post_in_channel(row, channel_id, card)
        await self.claims.settle(row)

    async def _load_final(self, decided: Sequence[DecidedSection]) -> Table | None:
        """Return the newest last match of a winner.

        One that cannot be read, or without a move to show, is passed over.
        """
        for each in decided:
            with suppress(Refusal, Unreadable):
                if each.match_id is not None:
                    table = await self.club.play.matches.load(each.match_id)
                    if table.match.plies:
                        return table
        return None

    async def _replay(self, table: Table, language: str) -> Replay:
        """Return an animated replay of a whole match, as everyone may see it."""
        shown = replace(select_excerpt(table, NOBODY, first=1), seat=None)
        return await self.club.play.animations.animate(shown, theme=DEFAULT_THEME, language=language)

    async def stop(self, row: OutboxRow, error: str) -> None:
        """Stop posting digests in a channel that is gone or refuses them."""
        log.warning("digest stopped", extra=log_facts(row) | {"code": error})
        guild_id = json.loads(row.payload)["guild"]
        await self.claims.settle(
            row, lambda tx: self.club.standing.digests.stop_posting(tx, guild_id, row.id)
        )
        self.club.delivery.ring()
