from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot.answers import reply
from bot.host.process_time import seconds_since_boot
from club.play.course.computer import ComputerTurnFollower
from tests.bot.computer_matches import PAUSE, practised_here
from tests.bot.memory_wire import Post, posting
from tests.bot.server import Server, serve
from tests.examples.every_game import key
from tests.simulation.drawing import undrawn

__all__ = ["key"]


@pytest.fixture(autouse=True)
def words_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep messages that go away by themselves for ten minutes.

    So tests can read them however slow a machine is.
    """
    monkeypatch.setattr(reply, "FADES_AFTER", 600.0)


@pytest.fixture
def clock_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the age of noted events unchanged until the end of a test.

    So the age does not depend on how slow a machine is.
    """
    now = seconds_since_boot()
    standing = SimpleNamespace(monotonic=lambda: now, clock_gettime=lambda _: now)
    monkeypatch.setattr("bot.host.process_time.time", standing)


@pytest.fixture
def pictures_undrawn() -> Iterator[None]:
    """Draw nothing in a test that looks at no picture and plays or presses much."""
    with undrawn():
        yield


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Server]:
    """Ann, Ben and Cleo on a server with the bot."""
    async with serve(tmp_path / "twotone.db") as met:
        yield met


@pytest.fixture
async def post(tmp_path: Path) -> AsyncIterator[Post]:
    """A post office of memory on a fresh database."""
    async with posting(tmp_path / "twotone.db") as opened:
        yield opened


@pytest.fixture
def computer_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is time to do something before the computer answers."""
    monkeypatch.setattr(ComputerTurnFollower, "pause", PAUSE)


@pytest.fixture
def looks_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Matches are looked through in this process: those of Binar take no time."""
    monkeypatch.setattr(
        "bot.host.workers.Workers.practise", lambda workers, practice: practised_here(practice)
    )
