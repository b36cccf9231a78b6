from collections.abc import Iterator

import pytest

from tests.examples.every_game import key
from tests.rules.pipe import Pipe, open_pipe

__all__ = ["key"]


@pytest.fixture(scope="module")
def running() -> Iterator[Pipe]:
    with open_pipe() as pipe:
        yield pipe


@pytest.fixture
def pipe(running: Pipe) -> Pipe:
    """The process with a fresh match of 3×3 Binar."""
    running.ask("new", game="binar", options={"size": 3}, seed="x")
    return running
