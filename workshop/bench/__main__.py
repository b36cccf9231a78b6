"""Print the table of speeds and write it to `var/bench.json`.

It never fails because of a time.
"""

import json
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from workshop.bench.row import BenchFigure

PARTS = (
    "advance",
    "checkers",
    "club",
    "database",
    "engine",
    "learn",
    "live",
    "load",
    "outside",
    "picture",
    "processes",
    "replay",
    "rules",
    "start",
    "store",
    "store_postgres",
    "store_postgres_scale",
    "store_scale",
    "store_scale_lists",
    "thinking",
    "web",
    "web_junk",
)
"""The modules that have rows.

Each is named after the words that its rows' names begin with.
"""


def main(only: str = "") -> None:
    """Measure every part whose rows can begin with `only`.

    Print one line a row as they come.
    """
    rows: list[BenchFigure] = []
    print(f"{'name':34}{'value':>14} {'unit':10}{'baseline':>14}{'ratio':>10}")
    for row in _rows(only):
        rows.append(row)
        baseline = f"{row.baseline:14.3f}" if row.baseline is not None else " " * 14
        ratio = f"{row.ratio:10.3f}" if row.ratio is not None else ""
        print(f"{row.name:34}{row.value:14.3f} {row.unit:10}{baseline}{ratio}", flush=True)
    target = Path("var") / "bench.json"
    target.parent.mkdir(exist_ok=True)
    fields = [
        {"name": r.name, "value": r.value, "unit": r.unit, "baseline": r.baseline, "ratio": r.ratio}
        for r in rows
    ]
    target.write_text(json.dumps(fields, indent=1) + "\n")


def _rows(only: str) -> Iterator[BenchFigure]:
    """Yield the rows of every part whose rows can begin with `only`."""
    for part in PARTS:
        if not (only.startswith(part) or part.startswith(only.split(".")[0])):
            continue
        for row in import_module(f"workshop.bench.{part}").rows():
            if row.name.startswith(only):
                yield row


if __name__ == "__main__":
    main(*sys.argv[1:])
