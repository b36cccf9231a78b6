"""Cards of leagues and tournaments: what people sign up for, and each table; edited, or posted anew."""

import json
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Final

from bot.cards import simul, teams
from bot.cards.kit import Card
from bot.cards.ladder import ladder_card
from bot.cards.league import numbered, season_card, season_mark, section_card, section_mark
from bot.cards.tournament import round_card, tournament_card
from bot.delivery.claims import about
from bot.delivery.posts import Posts
from bot.delivery.wire import Sent
from club.competitions.competitions import Season
from club.competitions.kinds import kind_of
from club.competitions.sheets import Sheet
from data.outbox import OutboxRow
from data.teams import TeamRow
from data.transaction import Transaction
from words import Speaker

log = logging.getLogger(__name__)

LOOKED_BACK: Final = 24 * 3600.0
"""Seconds in which an earlier try may have posted a card: for longer no post waits for Discord."""


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a card is, or is to be: `former_id` as with a section; nothing is shown where the server is `gone`."""

    guild_id: int
    channel_id: int
    message_id: int | None
    former_id: int | None = None
    gone: bool = False


def _home(of: Season | Sheet, message_id: int | None, former_id: int | None = None) -> _Place:
    """Return where a competition has its cards."""
    row = of.competition
    gone = row.paused_at is not None or any(team.gone and not team.guest for team in of.teams)
    return _Place(row.guild_id, row.channel_id, message_id, former_id, gone)


def _guest(team: TeamRow, *, table: bool) -> _Place:
    """Return where the guests of a team match have its cards."""
    place = team.guild_id or 0, team.channel_id or 0
    if table:
        return _Place(*place, team.section_message_id, team.former_id)
    return _Place(*place, team.stage_message_id)


def _away(of: Season | Sheet, told: Mapping[str, int]) -> TeamRow | None:
    """Return the side whose server a row is for, `None` for the home of the competition, and where it is gone."""
    return next((team for team in of.teams if team.away and team.id == told.get("team")), None)


class LeaguePosts(Posts):
    """Sends what is about a league, and settles the row; raises what Discord refuses."""

    async def season(self, row: OutboxRow) -> None:
        """Show a season as it is now, in the server of guests too; a ladder has none, and its only card shows all."""
        told = json.loads(row.payload)
        season = await self.club.competitions.season(told["stage"])
        if kind_of(season.competition).ladder:
            await self.claims.settle(row)
            return
        if (away := _away(season, told)) is None and "team" in told:
            await self.claims.settle(row)  # that server is gone
            return
        place = _home(season, season.stage.message_id) if away is None else _guest(away, table=False)
        say, anew = self.wire.public(place.guild_id), place.message_id is None
        kind = kind_of(season.competition)
        card = _stage_card(season, say, away, anew=anew)
        club = self.club.competitions
        await self._show(
            row,
            place,
            card,
            str(numbered("season-out", season.stage.id)) if kind.teams else season_mark(season.stage.id),
            lambda tx, shown: (
                club.season_shown(tx, season, shown)
                if away is None
                else club.shown_away(tx, season, away.id, shown)
            ),
        )

    async def section(self, row: OutboxRow) -> None:
        """Show a section as it is now, in the server of guests too."""
        told = json.loads(row.payload)
        sheet = await self.club.competitions.sheet(told["section"])
        if (away := _away(sheet, told)) is None and "team" in told:
            await self.claims.settle(row)  # that server is gone
            return
        former = sheet.section.former_id
        place = _home(sheet, sheet.section.message_id, former) if away is None else _guest(away, table=True)
        say, anew = self.wire.public(place.guild_id), place.message_id is None
        kind = kind_of(sheet.competition)
        page = None
        if kind.tabled:
            page = await self.club.pages.make_competition(sheet.competition, self.wire.is_open)
        card = _section_card(sheet, say, away, anew=anew, page=page)
        club = self.club.competitions
        await self._show(
            row,
            place,
            card,
            str(numbered("team-board", sheet.section.id)) if kind.teams else section_mark(sheet.section.id),
            lambda tx, shown: (
                club.sheet_shown(tx, sheet, shown)
                if away is None
                else club.shown_away(tx, sheet, away.id, shown)
            ),
        )

    async def _show(
        self,
        row: OutboxRow,
        place: _Place,
        card: Card,
        mark: str,
        shown: Callable[[Transaction, int], Awaitable[None]],
    ) -> None:
        """Edit a card, or post it where it has none or that is too old, and note the message that shows it."""
        if place.gone:
            await self.claims.settle(row)  # all of it is shown again once the server is back
            return
        channel_id, message_id, former_id = place.channel_id, place.message_id, place.former_id
        sent = await self.sender.edit_or_none(row, channel_id, message_id, card)
        known = {message_id, former_id}
        if sent is None and (found := await self._unrecorded(row, channel_id, mark, known)):
            sent = await self.sender.edit_or_none(row, channel_id, found.message_id, card)
        if sent is None:
            # All rows of a card have the same name: by its nonce Discord would give the card before this one.
            named = replace(row, dedup=f"{row.dedup}r{row.id}")
            sent = await self.sender.post_in(named, channel_id, card)
        new_id = sent.message_id
        await self.claims.settle(row, lambda tx: shown(tx, new_id))

    async def _unrecorded(
        self, row: OutboxRow, channel_id: int, mark: str, known: Collection[int | None]
    ) -> Sent | None:
        """Return the card of an earlier try that Discord has taken, but none that is known already."""
        since = self.claims.now() - LOOKED_BACK
        found = await self.found(row, channel_id, lambda seen: mark in seen, since)
        return None if found is None or found.message_id in known else found

    async def unposted(self, row: OutboxRow, error: str) -> None:
        """Leave a card unposted whose channel takes none: the next change tries it again."""
        log.warning("card of a league not posted", extra=about(row) | {"code": error})
        await self.claims.settle(row)


def _stage_card(season: Season, say: Speaker, away: TeamRow | None, *, anew: bool) -> Card:
    """Return the card by which people join, of each kind of competition; `away` is the team whose server it is in."""
    kind = kind_of(season.competition)
    if kind.seasons:
        return season_card(season, say, anew=anew)
    if kind.teams:
        return teams.match_card(season, say, away, anew=anew)
    return simul.simul_card(season, say) if kind.giver else tournament_card(season, say)


def _section_card(sheet: Sheet, say: Speaker, away: TeamRow | None, *, anew: bool, page: str | None) -> Card:
    """Return the card that shows how it stands, of each kind; `away` is the team whose server it is in."""
    kind = kind_of(sheet.competition)
    if kind.teams:
        return teams.score_card(sheet, say, away, anew=anew)
    if kind.ladder:
        return ladder_card(sheet, say)
    if kind.giver:
        return simul.score_card(sheet, say, anew=anew)
    return (section_card if kind.seasons else round_card)(sheet, say, anew=anew, page=page)
