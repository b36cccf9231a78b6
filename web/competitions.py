"""The page of a league or a tournament.

It has the table of each section, the pairings, and the matches that have pages.
"""

import asyncio
import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from aiohttp import web

from club.competitions.crosstable import Crosstable, possible_ranks_text
from club.competitions.kinds.all_kinds import kind_of
from club.pages.hooks import News
from club.pages.pages import CompetitionPage
from club.play.after import phrases
from data.competitions.entrants import EntrantRow
from data.competitions.pairings import PairingResult, PairingRow
from rendering.caption import picture_name
from rules.catalogue import GAMES, title_of
from web.guard import Refused, running_club
from web.html_pages import picture_response, reader_localizer, render_page, server_link
from web.page_host import PageHost
from web.pictures import PictureCache
from web.preview import Preview
from words import ENGLISH, Localizer, Phrase, Words, join_with_commas, localizer_for

ADDRESS: Final = r"/c/{address:[A-Za-z0-9_-]{22}}"
OUTCOMES: Final = {
    PairingResult.FIRST: "won",
    PairingResult.SECOND: "lost",
    PairingResult.DRAW: "drawn",
    PairingResult.FIRST_AHEAD: "ahead",
    PairingResult.SECOND_AHEAD: "behind",
    PairingResult.NONE: "none",
}
"""What became of a pairing, as its words are called."""
PAIRS: Final = 400
"""Pairings of a section that are listed: those of a Swiss of forty."""


class CompetitionPages:
    """Handlers of requests for the pages of competitions."""

    def __init__(self, host: PageHost, pictures: PictureCache) -> None:
        self._host = host
        self._pictures = pictures

    def routes(self) -> Iterator[web.RouteDef]:
        """Yield the routes with their handlers."""
        yield web.get(ADDRESS, self._page, name="competition")
        yield web.get(ADDRESS + r"/{section:\d{1,2}}.png", self._picture, name="picture.competition")

    async def find_page(self, request: web.Request) -> tuple[CompetitionPage, Localizer]:
        """Return the requested competition, and a localizer for the reader's language.

        Raise `Refused` if there is no such page.
        """
        club = running_club(self._host)
        found = await club.pages.single.load_competition_page(
            request.match_info["address"], self._host.is_open
        )
        if found is None:
            raise Refused(404, Phrase("web.no_page"))
        return found, reader_localizer(request, club.members.servers.language_of(found.competition.guild_id))

    async def find_page_at(self, news: News) -> tuple[CompetitionPage, Localizer] | None:
        """Return the competition stage of an event, and a localizer for its server.

        Return `None` if no page shows it.
        """
        club = self._host.club()
        if club is None:
            return None
        found = await club.pages.single.load_competition_page(news.address, self._host.is_open, news.stage_id)
        if found is None or not found.sheets:
            return None
        return found, localizer_for(club.members.servers.language_of(found.competition.guild_id) or ENGLISH)

    async def _page(self, request: web.Request) -> web.Response:
        found, say = await self.find_page(request)
        return await asyncio.to_thread(self._render_page, found, say)

    def _render_page(self, found: CompetitionPage, say: Localizer) -> web.Response:
        """Render the page of a competition; this takes time."""
        row, here = found.competition, f"/c/{found.address}"
        title = self.title(found)
        game = say.text(title_of(row.game))
        state = say(f"web.stage.{found.stage.status}") if found.stage else ""
        options = (
            phrases.agreed_options(GAMES[row.game], json.loads(row.options)) if row.game in GAMES else []
        )
        text = f"### {say.text(self._host.escape_name(row.name))}\n{game} · {state}"
        picture = f"{self._host.base}{here}/0.png" if found.sheets else None
        return render_page(
            "competition.html",
            say,
            self._host,
            indexed=found.listed,
            title=title,
            game=game,
            state=state,
            options=join_with_commas([say.text(each) for each in options], say.language) if options else "",
            sections=[self._section(found, sheet, say) for sheet in found.sheets],
            here=here,
            back=server_link(self._host, row.guild_id, found.server, say),
            preview=Preview(
                text, picture, say("web.table.alt"), [(say("web.preview.table"), self._host.base + here)]
            ).render(),
        )

    def _section(self, found: CompetitionPage, sheet: Crosstable, say: Localizer) -> dict[str, Any]:
        """Return the values of a section for its template."""
        letter = chr(ord("A") + sheet.section.number)
        names = {line.entrant.id: self.entrant_name(found, line.entrant, say) for line in sheet.lines}
        return {
            "number": sheet.section.number,
            "title": say("web.section", section=letter) if sheet.section_count > 1 else say("web.table"),
            "lines": [
                (
                    line.row.rank,
                    names[line.entrant.id],
                    sheet.scoring.points_text(line.row.points),
                    line.row.played,
                    possible_ranks_text(sheet, line),
                )
                for line in sheet.lines
            ],
            "ranked": any(possible_ranks_text(sheet, line) for line in sheet.lines),
            "pairs": [self._pair(found, names, pairing, say) for pairing in sheet.pairings[-PAIRS:]],
        }

    def _pair(
        self, found: CompetitionPage, names: Mapping[int, str], pairing: PairingRow, say: Localizer
    ) -> tuple[str, str | None]:
        """Return the result of a pairing, and the page of its match, if there is one."""
        first, second = names[pairing.first_id], names[pairing.second_id]
        counts = pairing.effective_result
        code = OUTCOMES[counts] if counts else "running" if pairing.match_id else "waiting"
        said = say(f"web.pair.{code}", name=first, opponent=second)
        url = found.links.get(pairing.match_id or 0)
        return said, None if url is None else f"/m/{url}"

    def title(self, competition_page: CompetitionPage) -> str:
        """Return the title of a competition's page."""
        return str(self._host.clean_name(competition_page.competition.name))

    def entrant_name(self, competition_page: CompetitionPage, entrant: EntrantRow, say: Localizer) -> str:
        """Return the name of an entrant on a page.

        A player who hides their profile is not named.
        """
        name: Words = (
            entrant.name
            if competition_page.is_named[entrant.id]
            else Phrase("web.player", number=(entrant.seed or 0) + 1)
        )
        return say.text(self._host.clean_name(name))

    async def _picture(self, request: web.Request) -> web.Response:
        found, say = await self.find_page(request)
        number = int(request.match_info["section"])
        sheet = next((each for each in found.sheets if each.section.number == number), None)
        if sheet is None:
            raise Refused(404, Phrase("web.no_page"))
        names = {
            line.entrant.id: picture_name(
                self.entrant_name(found, line.entrant, say),
                line.entrant.handle if found.is_named[line.entrant.id] else None,
            )
            for line in sheet.lines
        }
        letter = chr(ord("A") + number)
        part = Phrase("picture.league", section=letter) if sheet.section_count > 1 else Phrase("web.table")
        sheet = replace(sheet, competition=replace(found.competition, name=self.title(found)))
        recipe = kind_of(found.competition).standings_drawing(sheet, names, part, language=say.language)
        key = ("table", found.address, number, say.language, repr(recipe.args))
        return picture_response(await self._pictures.get(key, lambda: recipe().png), "image/png")
