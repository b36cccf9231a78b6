"""The page of a puzzle: its position and its task.

The solution is folded until the reader opens it.
"""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from typing import Final

from aiohttp import web

from club.pages.puzzles import PuzzlePage, find_puzzle_page
from club.play.after import phrases
from club.puzzles.daily import puzzle_date
from club.puzzles.solving import theme_name
from engines.puzzles.scales import SOLVERS
from rendering.describe import describe, open_hands_text, text_board
from rendering.picture import draw
from rules.board import BoardView
from rules.game import View
from rules.match import Match, move_numbers
from web.guard import Refused, running_club
from web.html_pages import picture_response, reader_localizer, reader_theme, render_page
from web.page_host import PageHost
from web.pictures import PictureCache
from web.preview import Preview
from words import Localizer, Phrase, join_with_commas

ADDRESS: Final = r"/p/{key:[0-9a-f]{10}}"


@dataclass(frozen=True)
class PuzzleSnapshot:
    """A puzzle in the language of a reader, with the values that its page shows."""

    puzzle_page: PuzzlePage
    say: Localizer
    base: str

    @property
    def url(self) -> str:
        """Address of the puzzle's page."""
        return f"{self.base}/p/{self.puzzle_page.puzzle.key}"

    @cached_property
    def title(self) -> str:
        """The puzzle's game and difficulty.

        A daily puzzle also has its number and date.
        """
        puzzle, number = self.puzzle_page.puzzle, self.puzzle_page.number
        stars = "★" * puzzle.stars + "☆" * (3 - puzzle.stars)
        if number is None:
            return self.say("web.puzzle", title=puzzle.rules.title, stars=stars)
        return self.say(
            "web.puzzle.today", number=number, day=puzzle_date(number), title=puzzle.rules.title, stars=stars
        )

    @property
    def task(self) -> str:
        """The task in words."""
        puzzle = self.puzzle_page.puzzle
        code = "web.puzzle.task" if puzzle.game in SOLVERS else "web.puzzle.task.material"
        return self.say(code, side=self.start.sides[puzzle.solver])

    @cached_property
    def start(self) -> Match:
        """The position at the start, as a match."""
        return self.puzzle_page.puzzle.match_after(0)

    @cached_property
    def end(self) -> Match:
        """The position after the solution, as a match.

        Raise `Refused` while the solution is secret.
        """
        self.require_public_solution()
        return self.puzzle_page.puzzle.match_after(len(self.puzzle_page.puzzle.line))

    def require_public_solution(self) -> None:
        """Raise `Refused` if the solution may not be shown yet."""
        if not self.puzzle_page.may_show_solution:
            raise Refused(404, Phrase("web.puzzle.later"))

    def view(self, match: Match) -> View:
        """Return a position as the solver sees it."""
        solver = self.puzzle_page.puzzle.solver
        view = match.view(solver)
        return replace(view, viewer=solver) if isinstance(view, BoardView) else view

    @property
    def options(self) -> str:
        """The options of the game that differ from the defaults, in words."""
        puzzle = self.puzzle_page.puzzle
        agreed = phrases.agreed_options(puzzle.rules, self.start.options) if puzzle.options else []
        return join_with_commas([self.say.text(each) for each in agreed], self.say.language) if agreed else ""

    @property
    def solution_moves(self) -> list[tuple[int, str]]:
        """The moves of the solution, each with its number, from the solver's ply on."""
        solver = self.puzzle_page.puzzle.solver
        plies = [replace(ply, seat=ply.seat ^ solver) for ply in self.end.plies]
        numbered = groupby(zip(move_numbers(plies), plies, strict=True), key=itemgetter(0))
        return [
            (number, " · ".join(self.say.text(ply.said) for _, ply in group)) for number, group in numbered
        ]

    @property
    def themes(self) -> str:
        """Themes of the puzzle in words, "" if they are unknown."""
        named = [self.say.text(theme_name(each)) for each in self.puzzle_page.puzzle.themes]
        return join_with_commas(named, self.say.language) if named else ""

    def alt(self, match: Match) -> str:
        """Return the alt text of a position."""
        return describe(self.view(match), self.say.language)

    @property
    def board_text(self) -> str:
        """The position as text, with both hands if they are open."""
        view, language = self.view(self.start), self.say.language
        return "\n".join(
            each for each in (text_board(view, language), open_hands_text(view, language)) if each
        )


class PuzzlePages:
    """Handlers of requests for puzzles."""

    def __init__(self, host: PageHost, pictures: PictureCache) -> None:
        self._host = host
        self._pictures = pictures

    def routes(self) -> Iterator[web.RouteDef]:
        """Yield the routes with their handlers."""
        yield web.get(ADDRESS, self._page, name="puzzle")
        yield web.get(ADDRESS + "/{at:begin|end}.png", self._picture, name="picture.puzzle")

    def find_page(self, request: web.Request) -> PuzzleSnapshot:
        """Return the puzzle that a request is about.

        Raise `Refused` if there is no such puzzle.
        """
        club = running_club(self._host)
        found = find_puzzle_page(club.puzzles.solving, request.match_info["key"], self._host.now())
        if found is None:
            raise Refused(404, Phrase("web.no_page"))
        return PuzzleSnapshot(found, reader_localizer(request), self._host.base)

    async def _page(self, request: web.Request) -> web.Response:
        return await asyncio.to_thread(self._render_page, self.find_page(request))

    def _render_page(self, shown: PuzzleSnapshot) -> web.Response:
        """Render the page of a puzzle; this takes time."""
        say = shown.say
        text = f"### {shown.title}\n{shown.task}"
        ways = [(say("web.preview.puzzle"), shown.url)]
        preview = Preview(text, f"{shown.url}/begin.png", shown.alt(shown.start), ways)
        return render_page(
            "puzzle.html",
            say,
            self._host,
            indexed=shown.puzzle_page.may_show_solution,
            title=shown.title,
            shown=shown,
            preview=preview.render(),
            here=f"/p/{shown.puzzle_page.puzzle.key}",
        )

    async def _picture(self, request: web.Request) -> web.Response:
        shown, at = self.find_page(request), request.match_info["at"]
        if at == "end":
            shown.require_public_solution()
        language, theme = shown.say.language, reader_theme(request)

        def draw_png() -> bytes:
            view = shown.view(shown.start if at == "begin" else shown.end)
            return draw(view, theme=theme, language=language).png

        key = ("puzzle", shown.puzzle_page.puzzle.key, at, language, theme)
        return picture_response(await self._pictures.get(key, draw_png), "image/png")
