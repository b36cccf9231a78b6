"""A worker that dies takes one test with it, and no other one."""

from collections import OrderedDict
from typing import Any

from tests.sharing import Shared

DIES = "tests/rules/test_a.py::test_that_dies"
FILE = "tests/rules/test_a.py"


class Worker:
    """What the scheduler asks of a worker."""

    def __init__(self) -> None:
        self.given: list[int] = []
        self.shutting_down = False

    def send_runtest_some(self, indices: list[int]) -> None:
        self.given += indices

    def shutdown(self) -> None:
        self.shutting_down = True


def sharing(dead: Worker, other: Worker, work: dict[str, bool]) -> Any:
    """Tests that are under way: one worker has those of a file, the other has none."""
    shared = Shared.__new__(Shared)
    shared.log = lambda *told: None
    shared.workqueue = OrderedDict()
    shared.assigned_work = {dead: {FILE: work}, other: {}}
    shared.registered_collections = {dead: list(work), other: list(work)}
    return shared


def test_the_test_of_which_a_worker_died_is_begun_no_more_and_the_others_of_its_file_are() -> None:
    dead, other = Worker(), Worker()
    work = {f"{FILE}::test_before": True, DIES: False, f"{FILE}::test_after": False}
    assert sharing(dead, other, work).remove_node(dead) == DIES
    assert (other.given, other.shutting_down) == ([2], True)


def test_a_worker_that_died_of_its_last_test_leaves_nothing() -> None:
    dead, other = Worker(), Worker()
    assert sharing(dead, other, {DIES: False}).remove_node(dead) == DIES
    assert other.given == []


def test_a_worker_that_ends_with_its_work_died_of_nothing() -> None:
    dead, other = Worker(), Worker()
    assert sharing(dead, other, {DIES: True}).remove_node(dead) is None
