import asyncio
import re
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from playground.checks.document import load_openapi_document
from playground.checks.openapi import OpenAPI
from tests.examples.every_game import key
from tests.playground.browser import Views, chromium
from tests.wire.live_bot import Scene, on_stage

__all__ = ["key"]

STARTED_WITHIN = 60.0


@pytest.fixture(scope="module", autouse=True)
def forked(mother: Callable[[], AbstractContextManager[None]]) -> Iterator[None]:
    """Run the bots of these tests as forks, except in files that override this."""
    with mother():
        yield


@pytest.fixture(scope="session")
def openapi() -> OpenAPI:
    """Discord's document, which no request of the bot may break."""
    return OpenAPI(load_openapi_document())


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def scene(openapi: OpenAPI, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Scene]:
    async with on_stage(tmp_path_factory.mktemp("bot"), openapi) as scene:
        yield scene


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as launched:
        yield launched


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def address() -> AsyncIterator[str]:
    """The playground, started as `make run` starts it."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "playground"), stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    try:
        line = (await asyncio.wait_for(process.stdout.readline(), STARTED_WITHIN)).decode()
        (found,) = re.findall(r"http://[^/ ]+", line)
        yield found
        process.terminate()
        assert await process.wait() == 0
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


@pytest_asyncio.fixture(loop_scope="module")
async def views(browser: Browser, address: str) -> AsyncIterator[Views]:
    views = Views(browser, address)
    yield views
    await views.close()
