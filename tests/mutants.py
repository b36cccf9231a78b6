"""Which changes of the code no test notices: `python -m tests.mutants bot club data --count 150 --seed 1`.

Draws places in these rooms by lot and changes one of each at a time: a comparison, an `and`, a `not`, a number, a
default, an `if` that is always or never so, a call whose result nobody uses. For each it runs the tests that concern
the file: those of its own name, those of the same folder in `tests/`, and those of `tests/bot` that name its words.
Prints a line for each, and at the end how many were noticed. A mutant that no person can notice is an equal: say so
where it is reported, do not write a test for it.

The tree is changed while it runs, and put back as it was even when it is interrupted: use a worktree of its own.
"""

from __future__ import annotations

import argparse
import ast
import copy
import random
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from tests.rooms import MADE

ROOT: Final = Path(__file__).parents[1]
WITHIN: Final = 600
"""Seconds that the tests of one mutant may take; what hangs is noticed."""
OPPOSITE: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip


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
    """The parts of functions that may be changed, each with a way to put something into its place."""
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    for parent in (inner for function in functions for part in function.body for inner in ast.walk(part)):
        for field, value in ast.iter_fields(parent):
            if isinstance(value, list):
                for at, each in enumerate(value):
                    if isinstance(each, ast.AST):
                        yield each, lambda new, value=value, at=at: value.__setitem__(at, new)  # type: ignore[misc]
            elif isinstance(value, ast.AST):
                yield value, lambda new, parent=parent, field=field: setattr(parent, field, new)  # type: ignore[misc]


def mutant(text: str, chance: random.Random) -> tuple[str, str] | None:
    """A file with one change and what it is; none where there is nothing to change."""
    tree = ast.parse(text)
    found = [(node, put) for node, put in seams(tree) if next(mutations(node), None)]
    if not found:
        return None
    node, put = chance.choice(found)
    new = chance.choice(list(mutations(node)))
    was = ast.unparse(node).partition("\n")[0]
    put(ast.copy_location(new, node))
    line = getattr(node, "lineno", 0)
    return ast.unparse(
        ast.fix_missing_locations(tree)
    ), f"{line}: {was}  ->  {ast.unparse(new).partition(chr(10))[0]}"


def concerning(path: Path) -> list[str]:
    """The tests that are asked about a file: its mirror, else its folder's; a command's by SimCord besides."""
    room, *inner = path.with_suffix("").parts
    for depth in range(len(inner), -1, -1):
        folder = ROOT / "tests" / room / Path(*inner[:depth])
        mirror = folder.parent / f"test_{folder.name.strip('_')}.py"
        if depth and mirror.is_file():
            return [
                str(mirror),
                *sorted(map(str, (ROOT / "tests" / "bot").glob(f"**/test_*{folder.name}*.py"))),
            ]
        if depth and folder.is_dir():
            return [str(folder)]
    return [str(ROOT / "tests" / room)]


def noticed(tests: Sequence[str]) -> bool:
    """Whether a test fails."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-m", "not deep", *dict.fromkeys(tests)]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=WITHIN, check=False)
    except subprocess.TimeoutExpired:
        return True
    return done.returncode != 0


def main(arguments: Sequence[str] | None = None) -> None:
    """Make mutants and print what became of each."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("rooms", nargs="+", help="rooms, wings or files")
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    chance = random.Random(given.seed)
    named = [ROOT / name for name in given.rooms]
    files = sorted(path for name in named for path in ([name] if name.is_file() else name.rglob("*.py")))
    files = [path for path in files if not MADE.search(path.relative_to(ROOT).as_posix())]
    weights = [path.stat().st_size for path in files]
    killed = 0
    for number in range(1, given.count + 1):
        while (
            made := mutant(text := (path := chance.choices(files, weights)[0]).read_text("utf-8"), chance)
        ) is None:
            pass
        changed, said = made
        try:
            path.write_text(changed, encoding="utf-8")
            found = noticed(concerning(path.relative_to(ROOT)))
        finally:
            path.write_text(text, encoding="utf-8")
        killed += found
        print(f"{number:4} {'killed  ' if found else 'SURVIVED'} {path.relative_to(ROOT)}:{said}", flush=True)
    print(f"{killed} of {given.count} killed.")


if __name__ == "__main__":
    main()
