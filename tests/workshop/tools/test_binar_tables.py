"""Binar's tables are made again by their script, byte for byte."""

from importlib.resources import files
from pathlib import Path

import pytest

from engines.binar.score_table import (
    CHECKSUM_FILE,
    SOLVED_KINDS,
    compress_table,
    table_content,
    table_file_name,
)
from workshop.tools.binar_tables import main, solve

FOLDER = files("engines.binar") / "tables"


@pytest.mark.parametrize("size", [3, 4, pytest.param(5, marks=pytest.mark.deep)])
def test_the_script_makes_what_is_shipped(size: int) -> None:
    for kind, scores in solve(size).items():
        assert compress_table(table_content(scores)) == (FOLDER / table_file_name(kind)).read_bytes()


def test_the_script_writes_every_table_of_its_sizes_with_its_checksum(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workshop.tools.binar_tables.SOLVED_SIZES", (3,))
    assert main([str(tmp_path / "made")]) == 0
    made = {path.name: path.read_bytes() for path in (tmp_path / "made").iterdir()}
    sums = made.pop(CHECKSUM_FILE).decode()
    assert (FOLDER / CHECKSUM_FILE).read_text().startswith(sums)
    assert made == {name: (FOLDER / name).read_bytes() for name in made}
    assert set(made) == {table_file_name(kind) for kind in SOLVED_KINDS if kind.size == 3}
