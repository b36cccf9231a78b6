"""The page of a finished match.

It has the board after every move, the replay, the record, and the analysis if there is one.
"""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import groupby
from operator import itemgetter
from typing import Final

from aiohttp import web

from club.pages.pages import MatchPage
from club.play.after import phrases
from club.play.after.analysis import match_course
from club.play.after.animations import Excerpt, earlier_view
from club.play.after.records import export_files
from club.refusals import Refusal
from engines.analysis import AnalysisReport
from engines.choose import level_count
from rendering.caption import Caption, picture_name
from rendering.describe import describe, describe_end, text_board
from rendering.people.analysis import draw_analysis, to_percent
from rendering.picture import draw, draw_end, draw_wide_end
from rendering.replay import ReplayLength, render_replay
from rendering.wide_end import wide_end_size
from rules.checkers.game import Checkers
from rules.course import course_of
from rules.game import View
from rules.match import move_numbers
from web.guard import Refused, running_club
from web.html_pages import KEPT, picture_response, reader_localizer, reader_theme, render_page, server_link
from web.page_host import PageHost
from web.pictures import PictureCache
from web.preview import Preview
from words import ENGLISH, Localizer, Phrase, Words, join_phrases, join_with_commas, localizer_for

AROUND: Final = 30
"""Numbered moves before the one that is shown, and after it, that are listed."""
SHORT: Final = 6
"""Characters of a move of which two stand beside two others."""
MOVES: Final = r"{moves:\d{1,4}}"
ADDRESS: Final = r"/m/{address:[A-Za-z0-9_-]{22}}"
RECORDS: Final = {"json": "application/json", "pdn": "application/x-chess-pdn"}
"""Media types of the record files; none is registered for PDN."""


@dataclass(frozen=True)
class MatchSnapshot:
    """The position of a match after `plies` plies, in the language of a reader.

    `plies` is `None` for the end of the match.
    """

    match_page: MatchPage
    plies: int | None
    say: Localizer
    host: PageHost

    @property
    def url(self) -> str:
        """The address of the page of the whole match."""
        return f"{self.host.base}/m/{self.match_page.address}"

    @cached_property
    def names(self) -> phrases.Names:
        """The names of both players on the page.

        A player without a name is called by their side.
        """
        first, second = (self._name(seat, name) for seat, name in enumerate(self.match_page.names))
        return first, second

    def _name(self, seat: int, name: Words | None) -> Words:
        table = self.match_page.table
        player = table.row.seats[seat]
        if player.level is not None:
            return Phrase(
                "computer.at", strength=phrases.strength_phrase(player.level, level_count(table.game))
            )
        return self.side_names[seat] if name is None else self.host.clean_name(name)

    @property
    def side_names(self) -> phrases.Names:
        """What the game itself calls the players of the two sides."""
        return self.match_page.table.view(None).players

    @property
    def title(self) -> str:
        """The game and its players."""
        first, second = self.names
        return self.say(
            "web.match.title", title=self.match_page.table.game.title, name=first, opponent=second
        )

    @property
    def result(self) -> str:
        """Result of the match in words."""
        return self.say.text(phrases.result_phrase(self.match_page.table, self.names))

    @property
    def ply_count(self) -> int:
        """The number of plies of the whole match."""
        return len(self.match_page.table.match.plies)

    @property
    def view(self) -> View:
        """The public view of the position."""
        return earlier_view(self.match_page.table, None, self.ply_count if self.plies is None else self.plies)

    @property
    def alt(self) -> str:
        """Alt text of the picture."""
        table, language = self.match_page.table, self.say.language
        if self.plies is None:
            return describe_end(self.view, course_of(table.match), table.reason, language)
        return describe(self.view, language)

    def draw(self, theme: str) -> bytes:
        """Return the picture of the position, which takes time to draw."""
        table, language = self.match_page.table, self.say.language
        if self.plies is None:
            course = course_of(table.match)
            reason = table.reason
            return draw_end(
                self.view, course, self.caption, end_reason=reason, theme=theme, language=language
            ).png
        return draw(self.view, theme=theme, language=language).png

    @property
    def caption(self) -> Caption:
        """The game and the players, except those who want no name in pictures."""
        table = self.match_page.table
        first, second = (self._pictured_name(seat) for seat in (0, 1))
        return Caption(table.game.title, (first, second))

    def _pictured_name(self, seat: int) -> str | None:
        """Return a player's name for pictures, or their handle if it cannot be drawn.

        The handle of a player whom the page does not name is not shown either.
        """
        player = self.match_page.table.row.seats[seat]
        if not player.pictured:
            return None
        is_person = self.match_page.names[seat] is not None and player.level is None and not player.team
        return picture_name(self.say.text(self.names[seat]), player.handle if is_person else None)

    @property
    def preview_size(self) -> tuple[int, int] | None:
        """Width and height of the preview of the match's end, if it is in landscape."""
        return wide_end_size(self.view) if self.plies is None else None

    def draw_preview(self) -> bytes:
        """Return the picture of the match's end for those who see its address."""
        table, language = self.match_page.table, self.say.language
        course = course_of(table.match)
        return draw_wide_end(self.view, course, self.caption, end_reason=table.reason, language=language).png

    @property
    def last_event(self) -> str:
        """Words for the last move before this position, or for the end of the match."""
        if self.plies is None:
            return self.result
        if self.plies == 0:
            return self.say("web.match.begins")
        did = phrases.last_move_phrases(self.match_page.table, self.view, self.names)
        return self.say.text(join_phrases("series.sentences", did)) if did else ""


class MatchPages:
    """Handlers of requests for matches."""

    def __init__(self, host: PageHost, pictures: PictureCache) -> None:
        self._host = host
        self._pictures = pictures

    def routes(self) -> Iterator[web.RouteDef]:
        """Yield the routes with their handlers."""
        yield web.get(ADDRESS, self._page, name="match")
        yield web.get(f"{ADDRESS}/{MOVES}", self._page, name="move")
        yield web.get(f"{ADDRESS}/end.png", self._picture, name="picture")
        yield web.get(f"{ADDRESS}/preview.png", self._preview_picture, name="picture.preview")
        yield web.get(f"{ADDRESS}/{MOVES}.png", self._picture, name="picture.move")
        yield web.get(f"{ADDRESS}/replay.gif", self._replay, name="replay")
        yield web.get(f"{ADDRESS}/analysis.png", self._analysis, name="analysis")
        yield web.get(f"{ADDRESS}/record.{{form:json|pdn}}", self._record, name="record")

    async def find_page(self, request: web.Request) -> MatchSnapshot:
        """Return the requested match as it stood after the requested ply.

        Raise `Refused` if there is no such page.
        """
        club = running_club(self._host)
        found = await club.pages.single.load_match_page(request.match_info["address"], self._host.is_open)
        if found is None:
            raise Refused(404, Phrase("web.no_page"))
        given = request.match_info.get("moves")
        plies = None if given is None else int(given)
        if plies is not None and plies > len(found.table.match.plies):
            raise Refused(404, Phrase("web.no_move"))
        default = club.members.servers.language_of(found.table.row.guild_id)
        return MatchSnapshot(found, plies, reader_localizer(request, default), self._host)

    async def find_page_at(self, address: str) -> MatchSnapshot | None:
        """Return the end of the match at an address, as its server reads it.

        Return `None` if no page shows it.
        """
        club = self._host.club()
        if club is None:
            return None
        found = await club.pages.single.load_match_page(address, self._host.is_open)
        if found is None:
            return None
        say = localizer_for(club.members.servers.language_of(found.table.row.guild_id) or ENGLISH)
        return MatchSnapshot(found, None, say, self._host)

    def _report(self, shown: MatchSnapshot) -> AnalysisReport | None:
        """Return the analysis of a match, if one was made and kept."""
        club = self._host.club()
        try:
            return club.play.analyses.get_cached_report(shown.match_page.table) if club else None
        except Refusal:  # too short a match for one, or too long
            return None

    async def _page(self, request: web.Request) -> web.Response:
        shown = await self.find_page(request)
        return await asyncio.to_thread(self._render_page, shown, self._report(shown))

    def _render_page(self, shown: MatchSnapshot, report: AnalysisReport | None) -> web.Response:
        """Render the page of a match; this takes time."""
        say, table = shown.say, shown.match_page.table
        first, second = shown.names
        return render_page(
            "match.html",
            say,
            self._host,
            indexed=shown.match_page.listed and shown.plies is None,
            shown=shown,
            title=shown.title,
            game=say.text(table.game.title),
            players=[
                (say.text(shown.side_names[0]), say.text(first)),
                (say.text(shown.side_names[1]), say.text(second)),
            ],
            options=join_with_commas(
                [say.text(each) for each in phrases.agreed_options(table.game, table.match.settled_options)],
                say.language,
            ),
            board=text_board(shown.view, say.language),
            step=PositionLinks(shown),
            forms=_forms(shown),
            report=None if report is None else _points(shown, report),
            accuracy=None if report is None else _accuracy(shown, report),
            preview=_preview(shown).render() if shown.plies is None else None,
            here=f"/m/{shown.match_page.address}",
            back=self._ways_back(shown),
        )

    def _ways_back(self, shown: MatchSnapshot) -> list[tuple[str, str]]:
        """Return the labels and paths of the pages that a match belongs to."""
        found, say, guild_id = shown.match_page, shown.say, shown.match_page.table.row.home_server_id
        ways = []
        if found.competition is not None:
            address, name = found.competition
            ways.append((say.text(self._host.clean_name(name)), f"/c/{address}"))
        return [*ways, *server_link(self._host, guild_id or 0, found.server, say)]

    async def _picture(self, request: web.Request) -> web.Response:
        shown = await self.find_page(request)
        theme, names = reader_theme(request), shown.caption.names
        key = ("board", shown.match_page.address, shown.plies, shown.say.language, theme, names)
        return picture_response(await self._pictures.get(key, partial(shown.draw, theme)), "image/png")

    async def _preview_picture(self, request: web.Request) -> web.Response:
        shown = await self.find_page(request)
        key = ("preview", shown.match_page.address, shown.say.language, shown.caption.names)
        return picture_response(await self._pictures.get(key, shown.draw_preview), "image/png")

    async def _replay(self, request: web.Request) -> web.Response:
        shown = await self.find_page(request)
        if not shown.ply_count:
            raise Refused(404, Phrase("web.no_move"))
        key = ("replay", shown.match_page.address, shown.say.language, shown.caption.names)
        return picture_response(await self._pictures.get(key, partial(_replay_gif, shown)), "image/gif")

    async def _analysis(self, request: web.Request) -> web.Response:
        shown = await self.find_page(request)
        report = self._report(shown)
        if report is None:
            raise Refused(404, Phrase("web.no_analysis"))
        theme = reader_theme(request)
        key = ("analysis", shown.match_page.address, shown.say.language, theme, shown.caption.names)
        made = await self._pictures.get(key, partial(_curve, shown, report, theme))
        return picture_response(made, "image/png")

    async def _record(self, request: web.Request) -> web.Response:
        shown = await self.find_page(request)
        form = request.match_info["form"]
        if form not in _forms(shown):
            raise Refused(404, Phrase("web.no_page"))
        key = ("record", shown.match_page.address, form, shown.names)
        made = await self._pictures.get(key, partial(_record_bytes, shown, form))
        name = f"{shown.match_page.table.game.key}.{form}"
        headers = {
            "Content-Disposition": f'attachment; filename="{name}"',
            "Cache-Control": KEPT,
            "ETag": f'"{made.etag}"',
        }
        return web.Response(body=made.data, content_type=RECORDS[form], charset="utf-8", headers=headers)


class PositionLinks:
    """The links from one position of a match to the others, for its page."""

    def __init__(self, snapshot: MatchSnapshot) -> None:
        self._shown = snapshot
        self.count = snapshot.ply_count
        self.at = snapshot.ply_count if snapshot.plies is None else snapshot.plies
        self.ended = snapshot.plies is None

    @property
    def label(self) -> str:
        """The number of the last move before this position, and of all moves.

        Moves are numbered as players count them.
        """
        numbers = move_numbers(self._shown.match_page.table.match.plies)
        return self._shown.say("web.match.step", number=numbers[self.at - 1], count=numbers[-1])

    @property
    def has_short_moves(self) -> bool:
        """Whether moves are so short that two lists of them fit side by side on a phone."""
        return all(len(said) <= SHORT for _, made in self.nearby_moves for _, said in made)

    @property
    def previous_ply(self) -> int | None:
        """The ply before this one, `None` at the beginning."""
        return self.at - 1 if self.at else None

    @property
    def next_path(self) -> str | None:
        """The path of the next position: its ply, or "" for the end of the match.

        It is `None` at the end.
        """
        if self.ended:
            return None
        return "" if self.at >= self.count - 1 else f"/{self.at + 1}"

    @property
    def nearby_moves(self) -> Iterator[tuple[int, list[tuple[int, str]]]]:
        """The moves near this position, grouped by move number.

        Each has the number of plies played after it, and its text.
        """
        plies, say = self._shown.match_page.table.match.plies, self._shown.say
        numbers = move_numbers(plies)
        here = numbers[max(0, self.at - 1)] if numbers else 0
        made = zip(numbers, range(1, self.count + 1), plies, strict=True)
        near = (each for each in made if abs(each[0] - here) <= AROUND)
        for number, group in groupby(near, key=itemgetter(0)):
            yield number, [(at, say.text(ply.said)) for _, at, ply in group]

    @property
    def has_more_moves(self) -> tuple[bool, bool]:
        """Whether there are more moves before the listed ones, and after them."""
        numbers = move_numbers(self._shown.match_page.table.match.plies)
        here = numbers[max(0, self.at - 1)] if numbers else 0
        return here - AROUND > 1, bool(numbers) and here + AROUND < numbers[-1]


def _forms(shown: MatchSnapshot) -> list[str]:
    """Return the available file formats of the record."""
    return ["pdn", "json"] if isinstance(shown.match_page.table.game, Checkers) else ["json"]


def _preview(shown: MatchSnapshot) -> Preview:
    """Return Discord's preview of a match."""
    say, table = shown.say, shown.match_page.table
    first, second = (shown.host.escape_name(name) for name in shown.names)
    heading = say("web.match.title", title=table.game.title, name=first, opponent=second)
    ended = say.text(phrases.result_phrase(table, (first, second)))
    ways = [(say("web.preview.open"), shown.url)]
    if shown.ply_count:
        ways.append((say("web.replay"), f"{shown.url}/replay.gif"))
    return Preview(f"### {heading}\n{ended}", f"{shown.url}/preview.png", shown.alt, ways)


def _record_bytes(shown: MatchSnapshot, form: str) -> bytes:
    """Return the record of a match in a format; this takes time."""
    first, second = (localizer_for(ENGLISH).text(name) for name in shown.names)
    found = export_files(shown.match_page.table, None, (first, second))
    return next(each.text.encode() for each in found if each.format == form)


def _replay_gif(shown: MatchSnapshot) -> bytes:
    """Return the replay of a match as a GIF; this takes time."""
    numbers = move_numbers(shown.match_page.table.match.plies)
    moments = Excerpt(shown.match_page.table, None, 1, numbers[-1], numbers).build_moments()
    whole = ReplayLength(len(numbers), numbers[-1])
    return render_replay(moments, whole, language=shown.say.language, caption=shown.caption).gif


def _curve(shown: MatchSnapshot, report: AnalysisReport, theme: str) -> bytes:
    """Return the picture of an analysis, which takes time to draw."""
    match = shown.match_page.table.match
    went = match_course(match, report)
    return draw_analysis(
        match.view(None), went, theme=theme, language=shown.say.language, caption=shown.caption
    ).png


def _points(shown: MatchSnapshot, report: AnalysisReport) -> list[tuple[int, str]]:
    """Return the turning points of a match: the ply, and the event in words."""
    return [
        (
            point.ply,
            shown.say(
                "web.turned",
                name=shown.names[point.seat],
                move=point.played_line.moves[0],
                item=point.better_line.moves[0],
                more=to_percent(point.chance_before),
                less=to_percent(point.chance_after),
            ),
        )
        for point in report.turning_points
    ]


def _accuracy(shown: MatchSnapshot, report: AnalysisReport) -> str | None:
    first, second = report.accuracy
    if first is None or second is None:
        return None
    one, other = shown.names
    return shown.say("web.accuracy", name=one, count=first, opponent=other, other_count=second)
