from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager

import pytest
import pytest_asyncio

from playground.checks.document import document
from playground.checks.openapi import OpenAPI
from tests.examples.every import key
from tests.wire.scene import Scene, on_stage

__all__ = ["key"]


@pytest.fixture(scope="module", autouse=True)
def forked(mother: Callable[[], AbstractContextManager[None]]) -> Iterator[None]:
    """The bots of these tests are forks, but those of a file that says otherwise."""
    with mother():
        yield


@pytest.fixture(scope="session")
def openapi() -> OpenAPI:
    """Discord's document, which no request of the bot may break."""
    return OpenAPI(document())


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def scene(openapi: OpenAPI, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Scene]:
    async with on_stage(tmp_path_factory.mktemp("bot"), openapi) as scene:
        yield scene
