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
from words import Speaker

DESCRIPTION: Final = json.loads((TEMPLATES / "openapi.json").read_text(encoding="utf-8"))
BEGINS: Final = "/api/v1"
ADDRESS: Final = "{address:[A-Za-z0-9_-]{22}}"
WINNERS: Final = {
    PairingResult.FIRST: "first",
    PairingResult.SECOND: "second",
    PairingResult.DRAW: "draw",
    PairingResult.NONE: "none",
}


class Api:
    """Serves programs with the content of the public pages, and nothing else.

    These are the pages of matches and competitions.
    """

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
        return answer(DESCRIPTION | {"servers": [{"url": self._base}]})

    async def _match(self, request: web.Request) -> web.Response:
        return answer(self._match_json(await self._matches.find_page(request)))

    async def webhook_body(self, news: News) -> dict[str, Any] | None:
        """Return the body of a webhook call about an event.

        Return `None` if no page here shows the event now.
        """
        begins = {"event": str(news.what), "id": news.id}
        if news.stage_id is None:
            shown = await self._matches.find_page_at(news.address)
            return None if shown is None else begins | {"match": self._match_json(shown)}
        known = await self._competitions.find_page_at(news)
        if known is None:
            return None
        found, say = known
        if found.stage is None:
            return None
        of_section = news.what in (NewsKind.SECTION_STARTED, NewsKind.SECTION_OVER)
        of_round = news.what in (NewsKind.ROUND_STARTED, NewsKind.ROUND_OVER)
        sheets = [each for each in found.sheets if not of_section or each.section.number == news.number]
        return begins | {
            "season": found.stage.number + 1,
            "round": news.number + 1 if of_round else None,
            "competition": self._competition_json(replace(found, sheets=sheets), say),
        }

    def _match_json(self, shown: MatchSnapshot) -> dict[str, Any]:
        """Return a match as JSON for programs."""
        table, say = shown.found.table, shown.say
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
            "replay": f"{shown.url}/replay.gif" if shown.count else None,
            "record": f"{shown.url}/record.json",
        }

    async def _competition(self, request: web.Request) -> web.Response:
        return answer(self._competition_json(*await self._competitions.find_page(request)))

    def _competition_json(self, found: CompetitionPage, say: Speaker) -> dict[str, Any]:
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
        puzzle = shown.found.puzzle
        return answer(
            {
                "page": shown.url,
                "game": puzzle.game,
                "title": shown.title,
                "options": dict(puzzle.options),
                "position": puzzle.at,
                "task": shown.task,
                "stars": puzzle.stars,
                "solution": list(puzzle.line) if shown.found.may_show_solution else None,
                "picture": f"{shown.url}/begin.png",
            }
        )

    async def _server(self, request: web.Request) -> web.Response:
        found, items, _ = await self._lists.find_server(request)
        url = f"{self._base}/s/{found.address}"
        return answer({"page": url, "feed": f"{url}/feed.atom", "items": [_item(each) for each in items]})

    async def _profile(self, request: web.Request) -> web.Response:
        found, items, say = await self._lists.find_profile(request)
        lines = found.profile.lines if found.profile else ()
        provisional = found.profile.provisional if found.profile else frozenset[str]()
        return answer(
            {
                "page": f"{self._base}/u/{found.address}",
                "name": self._lists.name(found, say),
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

    def _section(self, found: CompetitionPage, sheet: Crosstable, say: Speaker) -> dict[str, Any]:
        """Return a section: its table and its pairings."""
        names = {line.entrant.id: self._competitions.name(found, line.entrant, say) for line in sheet.lines}
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
                    "result": WINNERS[each.counts] if each.counts else None,
                    "match": self._page_of(found.links.get(each.match_id or 0)),
                }
                for each in sheet.pairings
            ],
        }

    def _page_of(self, address: str | None) -> str | None:
        return None if address is None else f"{self._base}/m/{address}"


def _item(item: ListItem) -> dict[str, str]:
    """Return a list item as JSON."""
    return {"page": item.url, "title": item.title, "text": item.said, "made_at": item.moment}


def is_for_programs(request: web.Request) -> bool:
    """Whether a request is from a program, for which errors are in JSON too."""
    return request.path.startswith("/api/")


def answer(value: object, status: int = 200) -> web.Response:
    """Return a value as a JSON response, which pages of other sites may read."""
    headers = {"Cache-Control": KEPT, "Vary": "Accept-Language", "Access-Control-Allow-Origin": "*"}
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return web.Response(status=status, text=text, content_type="application/json", headers=headers)
