"""The house is no maze: files that import one another in a circle are at most two."""

from collections.abc import Mapping

import pytest

from workshop.tools.floor_plan import PRODUCT, ROOT, imports, modules

MOST = 2
"""Files of one circle: two may know each other, three are a maze."""


def circles(arrows: Mapping[str, set[str]]) -> list[set[str]]:
    """Return the sets of files that reach one another.

    They are Tarjan's strongly connected components.
    """
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    path: list[str] = []
    found: list[set[str]] = []

    def visit(name: str) -> None:
        index[name] = low[name] = len(index)
        path.append(name)
        for other in arrows[name]:
            if other not in index:
                visit(other)
                low[name] = min(low[name], low[other])
            elif other in path:
                low[name] = min(low[name], index[other])
        if low[name] == index[name]:
            at = path.index(name)
            found.append(set(path[at:]))
            del path[at:]

    for name in arrows:
        if name not in index:
            visit(name)
    return found


@pytest.mark.ci
def test_no_circle_of_imports_holds_more_than_two_files() -> None:
    assert [
        sorted(circle)
        for circle in circles(imports(modules(ROOT, (*PRODUCT, "workshop"))))
        if len(circle) > MOST
    ] == []


def test_a_circle_is_seen() -> None:
    assert sorted(map(len, circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}))) == [1, 3]
