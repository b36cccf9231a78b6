"""What axe-core finds in a page."""

from collections.abc import Sequence
from typing import Final

from axe_playwright_python.base import AXE_SCRIPT
from playwright.async_api import Frame, Page

COLOURS: Final = ("color-contrast", "link-in-text-block")
"""The rules that a colour can break."""


async def broken_rules(page: Page | Frame, *, of: Sequence[str] = ()) -> list[str]:
    """What axe-core finds in a page or a frame, of all its rules or some."""
    if not await page.evaluate("'axe' in window"):
        await page.evaluate(AXE_SCRIPT)
    found = await page.evaluate(
        "rules => axe.run(rules.length ? { runOnly: { type: 'rule', values: rules } } : {})", [*of]
    )
    return [f"{rule['id']}: {node['html'][:200]}" for rule in found["violations"] for node in rule["nodes"]]
