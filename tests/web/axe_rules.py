"""What axe-core finds in a page."""

from typing import Final

from axe_playwright_python.base import AXE_SCRIPT
from playwright.async_api import Frame, Page

RUN: Final = "async () => (await axe.run({ resultTypes: ['violations'] })).violations"
"""All rules are tried; to tell what passes, too, would take ten times as long."""


async def broken_rules(page: Page | Frame) -> list[str]:
    """What axe-core finds in a page or a frame, of all its rules."""
    if not await page.evaluate("'axe' in window"):
        await page.evaluate(AXE_SCRIPT)
    found = await page.evaluate(RUN)
    return [f"{rule['id']}: {node['html'][:200]}" for rule in found for node in rule["nodes"]]
