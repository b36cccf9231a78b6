from collections.abc import Iterator

import pytest

from tests.rules.pipe import Pipe


@pytest.fixture(scope="module")
def running() -> Iterator[Pipe]:
    pipe = Pipe()
    yield pipe
    assert pipe.process.stdin
    assert pipe.process.stdout
    pipe.process.stdin.close()
    assert pipe.process.wait(timeout=20) == 0
    pipe.process.stdout.close()


@pytest.fixture
def pipe(running: Pipe) -> Pipe:
    """The process with a fresh match of 3×3 Binar."""
    running.ask("new", game="binar", options={"size": 3}, seed="x")
    return running
