"""How the workers of `make test` share the tests, and the work of collecting them."""

from pathlib import Path

import pytest
from xdist.scheduler import LoadScopeScheduling

LONGEST = (
    "tests/wire/test_several",
    "tests/wire/test_storm",
    "tests/wire/test_probe",
    "tests/wire/",
    "tests/playground/page/",
    "tests/leaks/",
    "tests/playground/",
    "tests/web/",
    "tests/words/test_po",
    "tests/simulation/",
    "tests/bot/test_whole_games",
    "tests/bot/delivery/test_decisions",
    "tests/bot/cogs/play/test_try_it",
    "tests/bot/test_main",
    "tests/bot/host/test_running",
    "tests/data/",
    "tests/bot/",
)
"""Where the slowest files are; these go first.

If one of them began last, everything would wait for it.
"""
ALONE = (
    "tests/leaks/",
    "tests/wire/test_several",
    "tests/wire/test_storm",
    "tests/wire/test_stop",
    "tests/simulation/",
    "tests/bot/test_whole_games",
    "tests/bot/delivery/test_decisions",
    "tests/bot/cogs/play/test_try_it",
    "tests/data/sqlite/test_damage",
    "tests/data/sqlite/test_power",
    "tests/data/sqlite/test_restore",
)
"""Files whose tests share nothing.

Each of their tests goes to any worker that is free, not all to one.
"""


def place(item: pytest.Item) -> tuple[int, Path]:
    """Return a test's sort key.

    Files come in the order of `LONGEST`, then by name; within a file tests keep their order.
    """
    nodeid = item.nodeid
    rank = next((i for i, start in enumerate(LONGEST) if nodeid.startswith(start)), len(LONGEST))
    return rank, item.path


def begin_apart(config: pytest.Config) -> None:
    """Let each worker start collecting at another file.

    What one has compiled, the others only load. Assertions take five times as long to compile as to
    run, and all workers collect all files at the same time.
    """
    worker = getattr(config, "workerinput", None)
    if worker is None or config.args != config.getini("testpaths"):
        return
    tests = config.rootpath / "tests"

    def is_left_out(path: Path) -> bool:
        """Whether the file or a folder that contains it is to be ignored.

        pytest asks that no more once the file is named.
        """
        way = [each for each in (path, *path.parents) if each.is_relative_to(tests)]
        return any(config.hook.pytest_ignore_collect(collection_path=each, config=config) for each in way)

    files = [str(path) for path in sorted(tests.rglob("test_*.py")) if not is_left_out(path)]
    begin = len(files) * int(worker["workerid"].removeprefix("gw")) // worker["workercount"]
    config.args[:] = [*files[begin:], *files[:begin]] or config.args


class Shared(LoadScopeScheduling):
    """A scheduler that keeps the tests of a file on one worker.

    They may share a server or a browser. The files of `ALONE` are exempt.
    """

    def _split_scope(self, nodeid: str) -> str:
        return nodeid if nodeid.startswith(ALONE) else nodeid.partition("::")[0]
