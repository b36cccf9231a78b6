"""The workers of `make test` collect the same tests in the same order.

Each begins with other files.
"""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.sharing import begin_apart, place

NAMES = ("bot/test_a.py", "club/test_b.py", "club/test_c.py", "words/test_d.py", "test_e.py")


def collection_order(
    root: Path, worker: int | None, *, asked: str = "tests", left_out: str = ""
) -> list[str]:
    """Return the files that a worker of three collects, in order.

    If `worker` is `None`, it is the first process itself.
    """

    def ignore_left_out(collection_path: Path, config: object) -> bool | None:
        return True if collection_path.name == left_out else None

    hook = SimpleNamespace(pytest_ignore_collect=ignore_left_out)
    config: Any = SimpleNamespace(rootpath=root, args=[asked], getini=lambda name: ["tests"], hook=hook)
    if worker is not None:
        config.workerinput = {"workerid": f"gw{worker}", "workercount": 3}
    begin_apart(config)
    return [name.removeprefix(f"{root}/tests/") for name in config.args]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name in NAMES:
        path = tmp_path / "tests" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    return tmp_path


def test_each_worker_begins_with_another_file_and_all_collect_all(tree: Path) -> None:
    by_worker = [collection_order(tree, worker) for worker in range(3)]
    assert [sorted(files) for files in by_worker] == [sorted(NAMES)] * 3
    assert len({files[0] for files in by_worker}) == 3


def test_what_is_left_out_is_not_named_for_what_is_named_is_run(tree: Path) -> None:
    assert set(collection_order(tree, 0, left_out="club")) == {
        "bot/test_a.py",
        "words/test_d.py",
        "test_e.py",
    }
    assert set(collection_order(tree, 0, left_out="test_e.py")) == set(NAMES[:-1])
    assert collection_order(tree, 0, left_out="tests") == ["tests"]


def test_a_part_of_the_tests_and_a_run_without_workers_are_collected_as_asked(tree: Path) -> None:
    assert collection_order(tree, 1, asked="tests/club") == ["tests/club"]
    assert collection_order(tree, None) == ["tests"]


def test_the_longest_come_first_and_files_in_one_order_whoever_collected_them() -> None:
    names = (
        "tests/words/test_d.py",
        "tests/rules/test_b.py",
        "tests/data/test_a.py",
        "tests/wire/test_storm.py",
    )
    items: list[Any] = [SimpleNamespace(nodeid=f"{name}::test", path=Path(name)) for name in names]
    assert [each.nodeid for each in sorted(items, key=place)] == [f"{name}::test" for name in reversed(names)]
