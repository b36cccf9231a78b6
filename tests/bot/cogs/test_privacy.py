"""/privacy: what is kept about somebody, and that nothing of it is left when they are forgotten."""

from pathlib import Path
from typing import Any

import pytest

from tests.bot.marker import marked
from tests.bot.server import Server


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "twotone.db"


async def forget(room: Server, who: Any) -> Any:
    asked = await who.slash(room.channel, "privacy delete")
    told = await who.click(asked.response, label="Forget me")
    await room.env.settle()
    return told


async def test_of_somebody_who_was_forgotten_nothing_is_left_anywhere(room: Server, path: Path) -> None:
    who, marks = await marked(room)
    await forget(room, who)
    assert marks.cells(path) == set()
    assert marks.in_files(path) == []
    assert marks.in_backup(path) == []
