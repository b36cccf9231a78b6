from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.club import Club, club


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Club]:
    """Ann, Ben and Cleo on a server with the bot."""
    async with club(tmp_path / "twotone.db") as met:
        yield met
