from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.databases import pytest_generate_tests
from tests.examples.every_game import key
from tests.web.site import Site, site

__all__ = ["key", "pytest_generate_tests"]


@pytest.fixture
async def met(database: str, tmp_path: Path) -> AsyncIterator[Site]:
    """The pages of a club whose server has allowed them."""
    async with site(database, tmp_path) as made:
        await made.allow()
        yield made
