"""The content of pages as JSON for other programs, read-only.

`templates/openapi.json` describes every answer.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from aiohttp import web

from club.competitions.crosstable import Crosstable
from club.pages.hooks import News
from club.pages.pages import CompetitionPage
from data.competitions.pairings import PairingResult
from data.pages.hooks import NewsKind
from web.competitions import CompetitionPages
from web.html_pages import KEPT, TEMPLATES
from web.lists import ListItem, ListPages
from web.matches import MatchPages, MatchSnapshot
from web.puzzles import PuzzlePages
from words import Localizer

DESCRIPTION: Final = json.loads((TEMPLATES / "openapi.json").read_text(encoding="utf-8"))
BEGINS: Final = "/api/v1"
ADDRESS: Final = "{address:[A-Za-z0-9_-]{22}}"
WINNERS: Final = {
    PairingResult.FIRST: "first",
    PairingResult.SECOND: "second",
    PairingResult.DRAW: "draw",
    PairingResult.FIRST_AHEAD: "draw",
    PairingResult.SECOND_AHEAD: "draw",
    PairingResult.NONE: "none",
}


class Api:
    """Handlers of requests by other programs for the content of the public pages."""

    def __init__(
        self,
        base: str,
        matches: MatchPages,
        competitions: CompetitionPages,
        puzzles: PuzzlePages,
        lists: ListPages,
    ) -> None:
        self._base = base
        self._matches = matches
        self._competitions = competitions
        self._puzzles = puzzles
        self._lists = lists

    def routes(self) -> Iterator[web.RouteDef]:
        """Yield the routes with their handlers."""
        yield web.get(f"{BEGINS}/openapi.json", self._description, name="api.openapi")
        yield web.get(f"{BEGINS}/matches/{ADDRESS}", self._match, name="api.match")
        yield web.get(f"{BEGINS}/competitions/{ADDRESS}", self._competition, name="api.competition")
        yield web.get(f"{BEGINS}/puzzles/{{key:[0-9a-f]{{10}}}}", self._puzzle, name="api.puzzle")
        yield web.get(f"{BEGINS}/servers/{ADDRESS}", self._server, name="api.server")
        yield web.get(f"{BEGINS}/profiles/{ADDRESS}", self._profile, name="api.profile")

    async def _description(self, _: web.Request) -> web.Response:
        """Return the OpenAPI description of this API."""
        return json_response(DESCRIPTION | {"servers": [{"url": self._base}]})

    async def _match(self, request: web.Request) -> web.Response:
        return json_response(self._match_json(await self._matches.find_page(request)))

    async def webhook_body(self, news: News) -> dict[str, Any] | None:
        """Return the body of a webhook call about an event.

        Return `None` if no page here shows the event now.
        """
        begins = {"event": str(news.kind), "id": news.id}
        if news.stage_id is None:
            shown = await self._matches.find_page_at(news.address)
            return None if shown is None else begins | {"match": self._match_json(shown)}
        known = await self._competitions.find_page_at(news)
        if known is None:
            return None
        found, say = known
        if found.stage is None:
            return None
        of_section = news.kind in (NewsKind.SECTION_STARTED, NewsKind.SECTION_OVER)
        of_round = news.kind in (NewsKind.ROUND_STARTED, NewsKind.ROUND_OVER)
        sheets = [each for each in found.sheets if not of_section or each.section.number == news.number]
        return begins | {
            "season": found.stage.number + 1,
            "round": news.number + 1 if of_round else None,
            "competition": self._competition_json(replace(found, sheets=sheets), say),
        }

    def _match_json(self, shown: MatchSnapshot) -> dict[str, Any]:
        """Return a match as JSON for programs."""
        table, say = shown.match_page.table, shown.say
        return {
            "page": shown.url,
            "game": table.game.key,
            "title": say.text(table.game.title),
            "options": dict(table.match.settled_options),
            "players": [
                {"name": say.text(name), "side": say.text(side)}
                for name, side in zip(shown.names, shown.side_names, strict=True)
            ],
            "winner": table.row.winner,
            "result": shown.result,
            "moves": [ply.text for ply in table.match.plies],
            "picture": f"{shown.url}/end.png",
            "replay": f"{shown.url}/replay.gif" if shown.ply_count else None,
            "record": f"{shown.url}/record.json",
        }

    async def _competition(self, request: web.Request) -> web.Response:
        return json_response(self._competition_json(*await self._competitions.find_page(request)))

    def _competition_json(self, found: CompetitionPage, say: Localizer) -> dict[str, Any]:
        """Return a competition as JSON for programs."""
        return {
            "page": f"{self._base}/c/{found.address}",
            "name": self._competitions.title(found),
            "kind": found.competition.kind,
            "game": found.competition.game,
            "state": None if found.stage is None else str(found.stage.status),
            "sections": [self._section(found, sheet, say) for sheet in found.sheets],
        }

    async def _puzzle(self, request: web.Request) -> web.Response:
        shown = self._puzzles.find_page(request)
        puzzle = shown.puzzle_page.puzzle
        return json_response(
            {
                "page": shown.url,
                "game": puzzle.game,
                "title": shown.title,
                "options": dict(puzzle.options),
                "position": puzzle.at,
                "task": shown.task,
                "stars": puzzle.stars,
                "solution": list(puzzle.line) if shown.puzzle_page.may_show_solution else None,
                "picture": f"{shown.url}/begin.png",
            }
        )

    async def _server(self, request: web.Request) -> web.Response:
        found, items, _ = await self._lists.find_server(request)
        url = f"{self._base}/s/{found.address}"
        return json_response(
            {"page": url, "feed": f"{url}/feed.atom", "items": [_item(each) for each in items]}
        )

    async def _profile(self, request: web.Request) -> web.Response:
        found, items, say = await self._lists.find_profile(request)
        lines = found.profile.lines if found.profile else ()
        provisional = found.profile.provisional_games if found.profile else frozenset[str]()
        return json_response(
            {
                "page": f"{self._base}/u/{found.address}",
                "name": self._lists.profile_name(found, say),
                "ratings": [
                    {
                        "game": line.game,
                        "points": round(line.rating.points),
                        "deviation": round(line.rating.deviation),
                        "matches": line.matches,
                        "provisional": line.game in provisional,
                    }
                    for line in lines
                ],
                "items": [_item(each) for each in items],
            }
        )

    def _section(self, found: CompetitionPage, sheet: Crosstable, say: Localizer) -> dict[str, Any]:
        """Return a section: its table and its pairings."""
        names = {
            line.entrant.id: self._competitions.entrant_name(found, line.entrant, say) for line in sheet.lines
        }
        return {
            "number": sheet.section.number + 1,
            "rows": [
                {
                    "name": names[line.entrant.id],
                    "rank": line.row.rank,
                    "points": line.row.points,
                    "played": line.row.played,
                    "wins": line.row.wins,
                    "draws": line.row.draws,
                    "losses": line.row.losses,
                }
                for line in sheet.lines
            ],
            "pairings": [
                {
                    "first": names[each.first_id],
                    "second": names[each.second_id],
                    "result": WINNERS[each.effective_result] if each.effective_result else None,
                    "match": self._page_of(found.links.get(each.match_id or 0)),
                }
                for each in sheet.pairings
            ],
        }

    def _page_of(self, address: str | None) -> str | None:
        return None if address is None else f"{self._base}/m/{address}"


def _item(item: ListItem) -> dict[str, str]:
    """Return a list item as JSON."""
    return {"page": item.url, "title": item.title, "text": item.summary, "made_at": item.moment}


def wants_json(request: web.Request) -> bool:
    """Whether a request is to the API, where errors are in JSON too."""
    return request.path.startswith("/api/")


def json_response(value: object, status: int = 200) -> web.Response:
    """Return a value as a JSON response that pages of other sites may read."""
    headers = {"Cache-Control": KEPT, "Vary": "Accept-Language", "Access-Control-Allow-Origin": "*"}
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return web.Response(status=status, text=text, content_type="application/json", headers=headers)
