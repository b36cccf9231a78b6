"""Find changes of the code that no test notices.

Run it as `python -m tests.mutants bot club data --count 150 --seed 1`. It picks places in these
rooms at random and changes one of each at a time: a comparison, an `and`, a `not`, a number, a
default, an `if` that is always or never so, a call whose result is unused. For each it runs the
tests that run the changed line until one fails: `FIRST` that are likely to, the quick ones first,
then all others. Which tests run which line is measured once, by a run of all tests that is traced
line by line in these rooms (`--anew` for another one, when the tests have changed); they are those
of `make test`, with `--all` CI's too. It prints a line for each mutant, and at the end how many
were noticed. A mutant that no person can notice is an equal: say so where it is reported, do not
write a test for it.

The tree is changed while it runs, and restored even when it is interrupted: use a worktree of its
own.
"""

from __future__ import annotations

import argparse
import ast
import copy
import json
import os
import random
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Final

import pytest
from coverage import Coverage, CoverageData

from tests.sets import ALL, EVERYBODYS

ROOT: Final = Path(__file__).parents[1]
MEASURED: Final = ROOT / "var" / "mutants"
"""Folder of the measurements of a set of tests.

It says which tests run which `lines`, and how many seconds each takes (`seconds.json`).
"""
SETS: Final = {EVERYBODYS: "quick", ALL: "all"}
FIRST: Final = 120
"""Tests that are run for a mutant before all the others."""
WITHIN: Final = 1800
"""Seconds that the first tests of a mutant may take, and the others.

What hangs is noticed.
"""
HANGS: Final = 60
"""Seconds after which one test counts as hanging.

None takes as long on a busy machine.
"""
OPPOSITE: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}


def mutations(node: ast.AST) -> Iterator[ast.AST]:
    """What may stand in the place of a part of the code."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in OPPOSITE:
        yield ast.Compare(node.left, [OPPOSITE[type(node.ops[0])](), *node.ops[1:]], node.comparators)
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        yield node.values[0]
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
        yield ast.BinOp(node.left, ast.Sub() if isinstance(node.op, ast.Add) else ast.Add(), node.right)
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        yield ast.Constant(node.value + 1)
    elif isinstance(node, ast.If | ast.IfExp):
        for always in (True, False):
            changed = copy.copy(node)
            changed.test = ast.Constant(always)
            yield changed
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call | ast.Await):
        yield ast.Pass()


def seams(tree: ast.Module) -> Iterator[tuple[ast.AST, Callable[[ast.AST], None]]]:
    """Yield the parts of functions that may be changed.

    Each comes with a function that puts something into its place.
    """
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    for parent in (inner for function in functions for part in function.body for inner in ast.walk(part)):
        for field, value in ast.iter_fields(parent):
            if isinstance(value, list):
                for at, each in enumerate(value):
                    if isinstance(each, ast.AST):
                        yield each, lambda new, value=value, at=at: value.__setitem__(at, new)
            elif isinstance(value, ast.AST):
                yield value, lambda new, parent=parent, field=field: setattr(parent, field, new)


def mutant(text: str, chance: random.Random) -> tuple[str, range, str] | None:
    """Make one change in a file's text.

    Return the new text, the changed lines and a description, or `None` if there is nothing to change.
    """
    tree = ast.parse(text)
    found = [(node, put) for node, put in seams(tree) if next(mutations(node), None)]
    if not found:
        return None
    node, put = chance.choice(found)
    new = chance.choice(list(mutations(node)))
    was = ast.unparse(node).partition("\n")[0]
    put(ast.copy_location(new, node))
    lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)  # pyrefly: ignore[missing-attribute]  # what can be changed has both
    said = f"{lines.start}: {was}  ->  {ast.unparse(new).partition(chr(10))[0]}"
    return ast.unparse(ast.fix_missing_locations(tree)), lines, said


# Which tests run which line, and for how long; and in which turn they are asked: this file is pytest's plugin for both

taken: defaultdict[str, float] = defaultdict(float)
"""Seconds, by the tests' ids."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Have tests that are named run as they are named, not the longest first."""
    turn = {name: at for at, name in enumerate(config.args)}
    items.sort(key=lambda item: turn.get(item.nodeid, 0))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Count the time of a test, its fixtures' included."""
    taken[report.nodeid] += report.duration


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Keep the times that `measure` has asked for."""
    settings = os.environ.get("COVERAGE_PROCESS_START")
    if settings is not None and not hasattr(session.config, "workerinput"):
        Path(settings).with_name("seconds.json").write_text(json.dumps(taken), encoding="utf-8")


def pytest_runtest_protocol(item: pytest.Item) -> None:
    """Attribute all lines that run from here on to this test.

    That is done only if `measure` runs the tests.
    """
    if measured := Coverage.current():
        measured.switch_context(item.nodeid)


def measure(rooms: Sequence[str], which: str) -> None:
    """Run a set's tests and note which of them run which line of some rooms.

    That includes the processes that they start.
    """
    folder = MEASURED / SETS[which]
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    settings = folder / "settings"
    settings.write_text(
        f"[run]\nsource = {','.join(rooms)}\ndata_file = {folder / 'lines'}\nparallel = true\nsigterm = true\n"
        "context = ${PYTEST_CURRENT_TEST}\n"
    )
    environment = {**os.environ, "COVERAGE_PROCESS_START": str(settings)}
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-m",
        which,
        "-n",
        "2",
        "-p",
        "tests.mutants",
    ]
    subprocess.run(command, cwd=ROOT, env=environment, check=False)
    combining = [sys.executable, "-m", "coverage", "combine", "-q", f"--rcfile={settings}"]
    subprocess.run(combining, cwd=ROOT, check=True)


class Lines:
    """Knows which tests run a line."""

    def __init__(self, which: str) -> None:
        folder = MEASURED / SETS[which]
        self._data = CoverageData(str(folder / "lines"))
        self._data.read()
        self._seconds: dict[str, float] = json.loads((folder / "seconds.json").read_text(encoding="utf-8"))

    def tests(self, path: Path, lines: range) -> list[str]:
        """Return the tests that run one of these lines, in the order to run them.

        Among the first are those of files named like the path, and some of each other file. Files named
        like it come first, then the others by the time that their tests take.
        """
        known = self._data.contexts_by_lineno(str(path))
        found = {context.partition(" (")[0] for line in lines for context in known.get(line, [])}
        by_file: dict[str, list[str]] = {}
        for test in sorted(found - {""}):
            by_file.setdefault(test.partition("::")[0], []).append(test)
        mirrors = [name for name in by_file if path.stem.strip("_") in Path(name).stem]
        own = [test for name in mirrors for test in by_file.pop(name)]
        turns = zip_longest(*by_file.values())
        chosen = [*own, *(test for turn in turns for test in turn if test)]
        first, others = chosen[:FIRST], chosen[FIRST:]
        takes, whole = self._seconds, defaultdict[str, float](float)
        for test in first:
            whole[test.partition("::")[0]] += takes.get(test, 1.0)

        def order(test: str) -> tuple[bool, float, str, float]:
            file = test.partition("::")[0]
            return file not in mirrors, whole[file], file, takes.get(test, 1.0)

        return [*sorted(first, key=order), *sorted(others)]


def any_fails(tests: Sequence[str]) -> bool:
    """Whether one of these tests fails."""
    return any(part and fails(part) for part in (tests[:FIRST], tests[FIRST:]))


def fails(tests: Sequence[str]) -> bool:
    """Whether one of these tests fails that are run together."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-x",
        f"--timeout={HANGS}",
        "-p",
        "tests.mutants",
        *tests,
    ]
    # What is compiled once serves all mutants.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    try:
        done = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, timeout=WITHIN, check=False
        )
    except subprocess.TimeoutExpired:
        return True
    return done.returncode != 0


def main(arguments: Sequence[str] | None = None) -> None:
    """Make mutants and print what became of each."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("rooms", nargs="+", help="rooms, wings or files")
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--anew", action="store_true", help="find out anew which tests run which line")
    parser.add_argument("--all", action="store_true", help="CI's tests too")
    given = parser.parse_args(arguments)
    which = ALL if given.all else EVERYBODYS
    if given.anew or not (MEASURED / SETS[which] / "seconds.json").exists():
        measure(sorted({name.split("/")[0] for name in given.rooms}), which)
    lines = Lines(which)
    chance = random.Random(given.seed)
    named = [ROOT / name for name in given.rooms]
    files = sorted(path for name in named for path in ([name] if name.is_file() else name.rglob("*.py")))
    weights = [path.stat().st_size for path in files]
    killed = 0
    for number in range(1, given.count + 1):
        while (
            made := mutant(text := (path := chance.choices(files, weights)[0]).read_text("utf-8"), chance)
        ) is None:
            pass
        changed, where, said = made
        tests = lines.tests(path, where)
        try:
            path.write_text(changed, encoding="utf-8")
            found = any_fails(tests)
        finally:
            path.write_text(text, encoding="utf-8")
        killed += found
        name = path.relative_to(ROOT)
        print(f"{number:4} {'killed  ' if found else 'SURVIVED'} {len(tests):4} {name}:{said}", flush=True)
    print(f"{killed} of {given.count} killed.")


if __name__ == "__main__":
    main()
