"""The page of a puzzle: its position and its task.

The solution is there for any reader who opens it.
"""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from typing import Final

from aiohttp import web

from club.pages.puzzles import PuzzlePage, puzzle_at
from club.play.after import phrases
from club.puzzles.daily import date_of
from club.puzzles.solving import theme_named
from engines.puzzles.scales import SOLVERS
from rendering.describe import describe, open_hands, text_board
from rendering.picture import draw
from rules.board import BoardView
from rules.game import View
from rules.match import Match, move_numbers
from web.guard import Refused, running_club
from web.html_pages import page, picture_file, speaker_for
from web.page_host import PageHost
from web.pictures import Pictures
from web.preview import Preview
from words import Phrase, Speaker, commas

ADDRESS: Final = r"/p/{key:[0-9a-f]{10}}"


@dataclass(frozen=True)
class ShownPuzzle:
    """A puzzle as a reader sees it."""

    found: PuzzlePage
    say: Speaker
    base: str

    @property
    def url(self) -> str:
        """Address of the puzzle's page."""
        return f"{self.base}/p/{self.found.puzzle.key}"

    @cached_property
    def title(self) -> str:
        """The puzzle's game and difficulty.

        A daily puzzle also has its number and date.
        """
        puzzle, number = self.found.puzzle, self.found.number
        stars = "★" * puzzle.stars + "☆" * (3 - puzzle.stars)
        if number is None:
            return self.say("web.puzzle", title=puzzle.rules.title, stars=stars)
        return self.say(
            "web.puzzle.today", number=number, day=date_of(number), title=puzzle.rules.title, stars=stars
        )

    @property
    def task(self) -> str:
        """The task in words."""
        puzzle = self.found.puzzle
        code = "web.puzzle.task" if puzzle.game in SOLVERS else "web.puzzle.task.material"
        return self.say(code, side=self.begins.sides[puzzle.solver])

    @cached_property
    def begins(self) -> Match:
        """The position at the start."""
        return self.found.puzzle.after(0)

    @cached_property
    def ends(self) -> Match:
        """The position after the solution; raise `Refused` while that is secret."""
        self.must_tell()
        return self.found.puzzle.after(len(self.found.puzzle.line))

    def must_tell(self) -> None:
        """Raise `Refused` if the solution may not be shown yet."""
        if not self.found.may_show_solution:
            raise Refused(404, Phrase("web.puzzle.later"))

    def view(self, match: Match) -> View:
        """Return a position as the solver sees it."""
        solver = self.found.puzzle.solver
        view = match.view(solver)
        return replace(view, viewer=solver) if isinstance(view, BoardView) else view

    @property
    def options(self) -> str:
        """Options of the game that differ from the usual ones, in words."""
        puzzle = self.found.puzzle
        agreed = phrases.agreed_options(puzzle.rules, self.begins.options) if puzzle.options else []
        return commas([self.say.text(each) for each in agreed], self.say.language) if agreed else ""

    @property
    def line(self) -> list[tuple[int, str]]:
        """The moves of the solution by number; the solver's ply comes first in each."""
        solver = self.found.puzzle.solver
        plies = [replace(ply, seat=ply.seat ^ solver) for ply in self.ends.plies]
        numbered = groupby(zip(move_numbers(plies), plies, strict=True), key=itemgetter(0))
        return [
            (number, " · ".join(self.say.text(ply.said) for _, ply in group)) for number, group in numbered
        ]

    @property
    def themes(self) -> str:
        """Themes of the puzzle in words, "" if they are unknown."""
        named = [self.say.text(theme_named(each)) for each in self.found.puzzle.themes]
        return commas(named, self.say.language) if named else ""

    def alt(self, match: Match) -> str:
        """Return the alt text of a position."""
        return describe(self.view(match), self.say.language)

    @property
    def board(self) -> str:
        """The position as text, with the open hands."""
        view, language = self.view(self.begins), self.say.language
        return "\n".join(each for each in (text_board(view, language), open_hands(view, language)) if each)


class PuzzlePages:
    """Handlers of requests for puzzles."""

    def __init__(self, host: PageHost, pictures: Pictures) -> None:
        self._host = host
        self._pictures = pictures

    def routes(self) -> Iterator[web.RouteDef]:
        """Yield the routes with their handlers."""
        yield web.get(ADDRESS, self._page, name="puzzle")
        yield web.get(ADDRESS + "/{at:begin|end}.png", self._picture, name="picture.puzzle")

    def find_page(self, request: web.Request) -> ShownPuzzle:
        """Return the puzzle that a request is about.

        Raise `Refused` if there is no such puzzle.
        """
        club = running_club(self._host)
        found = puzzle_at(club.puzzles, request.match_info["key"], self._host.now())
        if found is None:
            raise Refused(404, Phrase("web.no_page"))
        return ShownPuzzle(found, speaker_for(request), self._host.base)

    async def _page(self, request: web.Request) -> web.Response:
        return await asyncio.to_thread(self._render_page, self.find_page(request))

    def _render_page(self, shown: ShownPuzzle) -> web.Response:
        """Render the page of a puzzle; this takes time."""
        say = shown.say
        text = f"### {shown.title}\n{shown.task}"
        ways = [(say("web.preview.puzzle"), shown.url)]
        preview = Preview(text, f"{shown.url}/begin.png", shown.alt(shown.begins), ways)
        return page(
            "puzzle.html",
            say,
            self._host.base,
            indexed=shown.found.may_show_solution,
            title=shown.title,
            shown=shown,
            preview=preview.render(),
            here=f"/p/{shown.found.puzzle.key}",
        )

    async def _picture(self, request: web.Request) -> web.Response:
        shown, at = self.find_page(request), request.match_info["at"]
        if at == "end":
            shown.must_tell()
        language = shown.say.language

        def draw_png() -> bytes:
            return draw(shown.view(shown.begins if at == "begin" else shown.ends), language=language).png

        key = ("puzzle", shown.found.puzzle.key, at, language)
        return picture_file(await self._pictures.get(key, draw_png), "image/png")
