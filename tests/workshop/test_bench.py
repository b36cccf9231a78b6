"""The table of speeds has every part of the bench."""

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
