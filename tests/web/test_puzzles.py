"""The page of a puzzle: the position for everyone, the solution behind a fold.

The present day's solution is not there before the day is over.
"""

import re

import pytest

from club.clocks.zones import day_number
from club.puzzles.daily import puzzle_number
from club.puzzles.solving import shipped_puzzles
from engines.puzzles.puzzle import load_shipped_puzzles
from tests.web.api_answers import API, parse_valid
from tests.web.match_previews import LARGEST, parts, preview_of
from tests.web.site import BASE, Site
from words import PSEUDO


@pytest.mark.ci
async def test_every_games_puzzle_shows_its_position_and_folds_its_solution(met: Site, key: str) -> None:
    for puzzle in load_shipped_puzzles(key)[:1]:
        page = await met.get(f"/p/{puzzle.key}")
        assert page.status == 200 and len(page.body) <= LARGEST
        assert str(puzzle.rules.title) in page.text and "to move. Only one move" in page.text
        before, folded = page.text.split("<summary>Solution</summary>")
        solved = puzzle.match_after(len(puzzle.line))
        said = [str(ply.said) for ply in solved.plies if ply.seat == puzzle.solver]
        assert all(re.sub("<.*?>", "", move) in folded for move in said)
        assert "end.png" not in before and "end.png" in folded and "<script>" not in page.text
        assert [part["type"] for part in parts(preview_of(page.text))] == [17, 10, 12, 1, 2]
        for at in ("begin", "end"):
            assert (await met.get(f"/p/{puzzle.key}/{at}.png")).body.startswith(b"\x89PNG")
        program = parse_valid((await met.get(f"{API}/puzzles/{puzzle.key}")).text, "Puzzle")
        assert program["solution"] == list(puzzle.line) and program["page"] == f"{BASE}/p/{puzzle.key}"


@pytest.mark.ci
@pytest.mark.parametrize(
    ("hours", "told"), [(-15, True), (-13, False), (0, False), (23, False), (35, False), (37, True)]
)
async def test_the_solution_of_a_day_is_told_once_it_is_over_everywhere(
    met: Site, hours: float, told: bool
) -> None:
    day = day_number(met.time[0], None) + 3
    puzzle = met.club.puzzles.solving.puzzle_of_day(day)
    met.time[0] = day * 86400 + hours * 3600
    page = await met.get(f"/p/{puzzle.key}")
    assert page.status == 200
    program = parse_valid((await met.get(f"{API}/puzzles/{puzzle.key}")).text, "Puzzle")
    picture = await met.get(f"/p/{puzzle.key}/end.png")
    if told:
        assert "Solution" in page.text and picture.status == 200 and program["solution"] == list(puzzle.line)
        assert "X-Robots-Tag" not in page.headers
        return
    assert f"no. {puzzle_number(day)}" in page.text and "once that day is over everywhere" in page.text
    assert picture.status == 404 and program["solution"] is None
    assert page.headers["X-Robots-Tag"] == "noindex"
    for said in (str(ply.said) for ply in puzzle.match_after(len(puzzle.line)).plies):
        assert not re.search(
            rf"(?<![\w-]){re.escape(said)}(?![\w-])", re.sub("<pre.*</pre>", "", page.text, flags=re.S)
        )


async def test_its_preview_keeps_discords_rules_in_the_longest_language(
    met: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.html_pages.languages", lambda: ("en", PSEUDO))
    for key in list(shipped_puzzles())[::40]:
        page = await met.get(f"/p/{key}", headers={"Accept-Language": PSEUDO})
        assert page.status == 200 and len(page.body) <= LARGEST
        preview_of(page.text)


@pytest.mark.parametrize("path", ["/p/0000000000", "/p/0000000000/end.png", "/p/x", "/p/ABCDEF0123"])
async def test_there_is_no_page_of_another(met: Site, path: str) -> None:
    assert (await met.get(path)).status == 404


async def test_the_bot_knows_its_address_only_where_there_are_pages(met: Site) -> None:
    puzzle = next(iter(shipped_puzzles().values()))
    assert met.club.pages.single.puzzle_url(puzzle) == f"{BASE}/p/{puzzle.key}"
    met.club.pages.single.base = None
    assert met.club.pages.single.puzzle_url(puzzle) is None
