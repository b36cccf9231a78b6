"""The table of speeds has every part of the bench, and no unused parts are left."""

import re
from importlib import import_module
from pathlib import Path

from workshop import bench
from workshop.bench.__main__ import PARTS


def test_every_module_with_rows_is_a_part() -> None:
    folder = Path(bench.__file__).parent
    with_rows = [
        path.stem for path in sorted(folder.glob("*.py")) if "\ndef rows(" in path.read_text("utf-8")
    ]
    assert list(PARTS) == with_rows


def test_every_part_can_be_imported() -> None:
    for part in PARTS:
        assert callable(import_module(f"{bench.__name__}.{part}").rows)


def test_what_is_no_part_is_named_by_the_rest_or_by_a_document() -> None:
    """An experiment of which no document keeps a figure is in git's history, not here."""
    folder = Path(bench.__file__).parent
    root = folder.parents[1]
    texts = [*folder.glob("*.py"), *(root / "docs").rglob("*.md"), root / "Makefile"]
    named = {
        (path.stem, name)
        for path in texts
        for name in re.findall(r"workshop[./]bench(?:[./]| import )(\w+)", path.read_text("utf-8"))
    }
    wanted = {name for by, name in named if by != name}
    assert {path.stem for path in folder.glob("*.py")} - {"__init__", "__main__", *PARTS} - wanted == set()
