"""The live board's page in Chromium, and the fingers on it."""

import os
from pathlib import Path
from typing import Any, Final, Literal

from playwright.async_api import Browser, Frame, Page, expect

from tests.pace import PATIENCE
from tests.playground.browser import PHONE
from tests.web.axe_rules import broken_rules

CHECKS = (Path(__file__).parent / "accessible.js").read_text(encoding="utf-8")
PATIENCE_MS = PATIENCE * 1000
KEPT = os.environ.get("TWOTONE_SCREENSHOTS")
SIZES: Final = ((390, 844), (844, 390))
SCHEMES: Final[tuple[Literal["dark", "light"], ...]] = ("dark", "light")


class Board:
    """A page with the board open, and what went wrong on it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.troubles: list[str] = []
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on(
            "console",
            lambda said: None if "502" in said.text else self.troubles.append(said.text),
        )

    @classmethod
    async def open(cls, browser: Browser, address: str, key: str = "0", **settings: Any) -> "Board":
        """Open a link in a browser of its own, on a phone that shows no motion."""
        wanted: dict[str, Any] = {**PHONE, "reduced_motion": "reduce", **settings}
        context = await browser.new_context(**wanted)
        board = cls(await context.new_page())
        await board.page.goto(f"{address}#{key}")
        await board.ready()
        return board

    async def ready(self) -> None:
        """Wait for the board."""
        await self.page.locator("html[data-ready]").wait_for()

    async def tap(self, square: str) -> None:
        """Tap a square on offer."""
        await self.page.locator(f'#board .tap[data-square="{square}"]').tap()

    async def press(self, label: str) -> None:
        """Tap a button by its label."""
        await self.page.get_by_role("button", name=label, exact=True).tap()

    async def wait_for_moves(self, moves: int) -> None:
        """Wait for exactly so many moves."""
        await expect(self.page.locator("#moves li")).to_have_count(moves, timeout=PATIENCE_MS)

    async def middle(self, square: str) -> tuple[float, float]:
        """Return the middle of a square on the page."""
        box = await self.page.locator(f'#board [data-square="{square}"]').bounding_box()
        assert box
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    async def drag(self, start: str, end: str) -> None:
        """Drag a finger from a square to another."""
        (x, y), (x2, y2) = await self.middle(start), await self.middle(end)
        touch = await self.page.context.new_cdp_session(self.page)
        for kind, points in (
            ("touchStart", [{"x": x, "y": y}]),
            *(
                ("touchMove", [{"x": x + (x2 - x) * part / 4, "y": y + (y2 - y) * part / 4}])
                for part in range(1, 5)
            ),
            ("touchEnd", []),
        ):
            await touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    async def check(self, name: str) -> None:
        """Nothing is cut off or without a name, and axe-core finds nothing."""
        await check(self.page, name)
        assert self.troubles == []

    async def check_everywhere(self, name: str) -> None:
        """Check the page upright by night and sideways by day."""
        await check_everywhere(self.page, self.page, name)
        assert self.troubles == []

    async def keep(self, name: str) -> None:
        """Keep a picture of the page, if pictures are wanted."""
        await keep(self.page, name)


async def check(shown: Page | Frame, name: str) -> None:
    """Nothing is cut off or without a name, and axe-core finds nothing."""
    assert await shown.evaluate(CHECKS) == [], name
    assert await broken_rules(shown) == [], name


async def check_everywhere(page: Page, shown: Page | Frame, name: str) -> None:
    """Check a page, or a frame on it, upright by night and sideways by day."""
    for (width, height), scheme in zip(SIZES, SCHEMES, strict=True):
        await page.set_viewport_size({"width": width, "height": height})
        await page.emulate_media(color_scheme=scheme)
        await check(shown, f"{name}, {width} by {height}, {scheme}")
        await keep(page, f"{name}-{width}-{scheme}")
    await page.set_viewport_size({"width": SIZES[0][0], "height": SIZES[0][1]})


async def keep(page: Page, name: str) -> None:
    """Keep a picture of a page, if pictures are wanted."""
    if KEPT:
        await page.screenshot(path=Path(KEPT) / f"live-{name.replace(' ', '-')}.png", full_page=True)
