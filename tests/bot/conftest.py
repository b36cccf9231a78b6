from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.club import Club, club


@pytest.fixture(autouse=True)
def same_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards are dealt, and lots drawn, alike whenever a test is run."""
    monkeypatch.setattr("secrets.token_bytes", bytes)


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Club]:
    """Ann, Ben and Cleo on a server with the bot."""
    async with club(tmp_path / "twotone.db") as met:
        yield met
