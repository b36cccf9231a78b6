from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.server import Server, served
from tests.examples.every import key

__all__ = ["key"]


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Server]:
    """Ann, Ben and Cleo on a server with the bot."""
    async with served(tmp_path / "twotone.db") as met:
        yield met
