"""The lab as people meet it: in Chromium on a phone, by touch, offline.

Its rules are tested there too.
"""

import json
import os
import random
import subprocess
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, BrowserContext, Page

from engines.__main__ import EnginesPipe
from rules.catalogue import GAMES
from rules.links import write_start
from tests.playground.browser import PHONE, chromium
from tests.web.axe_rules import broken_rules
from tests.workshop.lab.site import NODE, build_site, serve_folder
from words import render_message

PATIENCE_MS = 60_000
KEPT = os.environ.get("TWOTONE_SCREENSHOTS")
CHECKS = (Path(__file__).parents[2] / "web" / "accessible.js").read_text(encoding="utf-8")

pytestmark = pytest.mark.deep
"""They fetch Pyodide and Node, and build the site anew."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serve_folder(build_site()) as at:
        yield at


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as started:
        yield started


class Phone:
    """A phone with the lab open, and all that went wrong on it."""

    def __init__(self, context: BrowserContext, page: Page) -> None:
        self.context = context
        self.page = page
        self.troubles: list[str] = []
        self.asked: list[str] = []
        page.set_default_timeout(PATIENCE_MS)
        context.on("request", lambda request: self.asked.append(request.url))
        page.on("console", lambda said: self.troubles.append(said.text))
        page.on("pageerror", lambda error: self.troubles.append(str(error)))

    @classmethod
    async def open(
        cls, browser: Browser, address: str, scheme: str = "dark", locale: str = "en-US"
    ) -> "Phone":
        """Open the lab for the first time."""
        settings: dict[str, Any] = {**PHONE, "color_scheme": scheme, "locale": locale}
        context = await browser.new_context(**settings)
        phone = cls(context, await context.new_page())
        await phone.page.goto(address)
        await phone.page.locator("html[data-ready]").wait_for()
        return phone

    async def begin(self, game: str, opponent: str) -> None:
        """Begin a match with the defaults."""
        await self.page.locator("#game").select_option(game)
        await self.page.locator("#opponent").select_option(opponent)
        await self.page.get_by_role("button", name="Begin").tap()
        await self.page.locator("#board svg").wait_for()

    async def tap(self, square: str) -> None:
        """Tap a square of the board."""
        await self.page.locator(f'#board .tap[data-square="{square}"]').tap()

    async def wait_for_moves(self, moves: int) -> None:
        """Wait until `moves` moves have been made."""
        await self.page.locator(f"#moves li:nth-child({moves})").wait_for(state="attached")

    async def check(self, name: str) -> None:
        """Nothing is cut off, nothing is without a name, and axe-core finds nothing."""
        assert await self.page.evaluate(CHECKS) == [], name
        assert await broken_rules(self.page) == [], name
        if KEPT:
            await self.page.screenshot(path=Path(KEPT) / f"lab-{name}.png", full_page=True)


@pytest.mark.parametrize("scheme", ["dark", "light"])
async def test_american_checkers_is_played_by_touch(address: str, browser: Browser, scheme: str) -> None:
    phone = await Phone.open(browser, address, scheme)
    await phone.check(f"setup-{scheme}")
    await phone.begin("american", "1")
    await phone.check(f"board-{scheme}")
    await phone.tap("h6")
    await phone.page.locator("#chosen:not([hidden])").wait_for()
    await phone.tap("g5")
    await phone.wait_for_moves(2)
    await phone.page.locator("#board .tap").first.wait_for()
    await phone.page.locator("#link").tap()
    await phone.check(f"link-{scheme}")
    await phone.page.locator("#under").tap()
    await phone.page.locator("#panel a").first.wait_for()
    await phone.check(f"under-{scheme}")
    await phone.page.get_by_role("button", name="Close").tap()
    await phone.page.get_by_role("button", name="Take back").tap()
    await phone.page.locator("#moves li").first.wait_for(state="detached")
    assert phone.troubles == []
    assert [url for url in phone.asked if not url.startswith(address)] == []


async def test_two_play_with_hidden_hands_a_puzzle_follows_and_a_link_is_opened_again(
    address: str, browser: Browser
) -> None:
    phone = await Phone.open(browser, address)
    page = phone.page
    await phone.begin("one-zero-one", "0")
    assert not await page.locator("#hand").is_visible()
    await page.get_by_role("button", name="Show my hand").tap()
    await page.locator("#hand:not([hidden])").wait_for()
    await phone.check("one-zero-one")
    standing, link = await page.locator("#standing").text_content(), page.url
    again = await phone.context.new_page()
    await again.goto(link)
    await again.locator("#board svg").wait_for(timeout=PATIENCE_MS)
    assert await again.locator("#standing").text_content() == standing
    await page.get_by_role("button", name="New game").tap()
    await page.locator("#game").select_option("yin-yang")
    await page.get_by_role("button", name="Puzzle").tap()
    await page.locator("#said").filter(has_text="One move wins").wait_for()
    await phone.check("puzzle")
    await page.evaluate("location.hash = '#1.nothing'")
    await page.locator("#message").filter(has_text="This link says no position.").wait_for()
    assert phone.troubles == []


async def test_a_link_of_the_rules_opens_the_game_with_its_options_in_the_readers_language(
    address: str, browser: Browser
) -> None:
    said = write_start(GAMES["one-zero-one"], {"deck": "everything"})
    phone = await Phone.open(browser, f"{address}#{said}", locale="de-DE")
    page = phone.page
    assert await page.locator("#begin").text_content() == render_message("lab.button.begin", {}, "de")
    assert await page.locator("#game").input_value() == "one-zero-one"
    deck = next(option for option in GAMES["one-zero-one"].options if option.name == "deck")
    assert await page.locator("#option-deck").input_value() == str(deck.choices.index("everything"))
    await page.locator("#begin").tap()
    await page.locator("#board svg").wait_for()
    await page.evaluate("location.hash = '#binar?size=3'")
    await page.locator("#setup:not([hidden])").wait_for()
    assert await page.locator("#game").input_value() == "binar"
    size = next(option for option in GAMES["binar"].options if option.name == "size")
    assert await page.locator("#option-size").input_value() == str(size.choices.index(3))
    await page.evaluate("location.hash = '#russian?opening=%22FMJD-64+13-XIII%22'")
    await page.locator("#option-opening option", has_text="FMJD-64 13-XIII").wait_for(state="attached")
    await page.locator("#begin").tap()
    await page.locator("#lines").filter(has_text="FMJD-64 13-XIII").wait_for()
    assert phone.troubles == []


@pytest.mark.parametrize("scheme", ["dark", "light"])
async def test_every_game_is_played_by_touch_on_a_phone(address: str, browser: Browser, scheme: str) -> None:
    phone = await Phone.open(browser, address, scheme)
    page = phone.page
    for key in GAMES:
        await phone.begin(key, "0")
        if await page.locator("#uncover").is_visible():
            await page.locator("#uncover").tap()
            await page.locator("#hand:not([hidden])").wait_for()
            await page.locator("#choices button").first.tap()
            await page.locator("#chosen:not([hidden])").wait_for()
        await page.locator("#board .tap").first.tap()
        await page.locator("#chosen:not([hidden]), #moves li").first.wait_for(state="attached")
        await phone.check(f"{key}-{scheme}")
        await page.get_by_role("button", name="New game").tap()
    assert phone.troubles == []


async def test_after_the_first_visit_it_works_without_the_internet(browser: Browser) -> None:
    with serve_folder(build_site()) as address:
        phone = await Phone.open(browser, address)
        await phone.page.locator("#offline:not([hidden])").wait_for()
    # The host is gone now, not only out of reach for the page.
    await phone.page.reload()
    await phone.page.locator("html[data-ready]").wait_for()
    await phone.begin("binar", "2")
    await phone.page.locator("#board .tap").first.tap()
    await phone.wait_for_moves(2)


def conversation() -> Iterator[dict[str, Any]]:
    """Requests about all games.

    Moves of three levels, views, refusals, records, and positions set again.
    """
    chance = random.Random(21)
    for key, game in GAMES.items():
        yield {"do": "new", "game": key, "seed": f"lab {key}"}
        yield {"do": "perft", "depth": 2}
        here = EnginesPipe()
        here.answer(json.dumps({"do": "new", "game": key, "seed": f"lab {key}"}).encode())
        for number in range(14):
            if here.match.turn is None:
                break
            yield {"do": "moves"}
            yield {"do": "think", "seat": here.match.turn, "level": 1 + number % 3, "seed": number}
            move = chance.choice(here.match.moves())
            here.match.play(move)
            yield {"do": "play", "move": move}
            yield {"do": "play", "move": "z9-z8"}
            for seat in (None, 0, 1):
                yield {"do": "position", "seat": seat}
            yield {"do": "outcome"}
        yield {"do": "record", "seat": 0}
        yield {"do": "undo"}
        yield {"do": "set", "position": game.dump(here.match.position)}
        yield {"do": "position"}
        yield {"do": "end", "how": "draw"}
        yield {"do": "outcome"}


def without_time(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer without how long it took."""
    return {name: value for name, value in answer.items() if name != "ms"}


def test_the_rules_and_players_answer_in_the_browsers_python_as_they_do_here(tmp_path: Path) -> None:
    asked = [json.dumps(request) for request in conversation()]
    lines, answers = tmp_path / "lines.jsonl", tmp_path / "answers.jsonl"
    lines.write_text("\n".join(asked))
    script = Path(__file__).parent / "converse.mjs"
    subprocess.run([NODE / "node", script, build_site(), lines, answers], check=True)
    here = EnginesPipe()
    expected = [without_time(here.answer(line.encode())) for line in asked]
    there = [without_time(json.loads(line)) for line in answers.read_text().splitlines()]
    assert len(there) == len(expected) > 21 * 20
    assert [
        (line, one, other) for line, one, other in zip(asked, expected, there, strict=True) if one != other
    ] == []
    assert sum(answer["ok"] for answer in expected) > len(expected) / 2
