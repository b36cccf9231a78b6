from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from tests.databases import pytest_generate_tests
from tests.examples.every_game import key
from tests.playground.browser import chromium
from tests.web.site import Site, site

__all__ = ["key", "pytest_generate_tests"]


@pytest.fixture
async def met(database: str, tmp_path: Path) -> AsyncIterator[Site]:
    """The pages of a club whose server has allowed them."""
    async with site(database, tmp_path) as made:
        await made.allow()
        yield made


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def launched() -> AsyncIterator[Browser]:
    async with chromium() as launched:
        yield launched


@pytest_asyncio.fixture(loop_scope="module")
async def browser(launched: Browser) -> AsyncIterator[Browser]:
    """One browser for a file's tests, because to start it takes long.

    The pages of each test are closed after it.
    """
    yield launched
    for context in launched.contexts:
        await context.close()
