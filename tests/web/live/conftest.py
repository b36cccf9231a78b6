from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.web.site import Site, site


@pytest.fixture
async def met(database: str, tmp_path: Path) -> AsyncIterator[Site]:
    """The pages of a club whose host wants live boards."""
    async with site(database, tmp_path, live=True) as made:
        yield made
