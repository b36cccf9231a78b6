"""What axe-core finds in a page."""

from axe_playwright_python.base import AXE_SCRIPT
from playwright.async_api import Frame, Page


async def broken_rules(page: Page | Frame) -> list[str]:
    """What axe-core finds in a page or a frame, of all its rules."""
    await page.evaluate(AXE_SCRIPT)
    found = await page.evaluate("axe.run()")
    return [f"{rule['id']}: {node['html'][:200]}" for rule in found["violations"] for node in rule["nodes"]]
