from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.databases import DATABASES
from tests.examples.every_game import key
from tests.web.site import Site, site

__all__ = ["key"]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run what stores on both databases."""
    if "database" in metafunc.fixturenames:
        both = metafunc.definition.get_closest_marker("both_databases") is not None
        metafunc.parametrize("database", DATABASES if both else DATABASES[:1], scope="function")


@pytest.fixture
async def met(database: str, tmp_path: Path) -> AsyncIterator[Site]:
    """The pages of a club whose server has allowed them."""
    async with site(database, tmp_path) as made:
        await made.allow()
        yield made
