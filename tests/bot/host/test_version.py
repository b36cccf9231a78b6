"""Each release has its number and its notes."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[3]


def test_the_newest_notes_are_those_of_the_version_that_is_built() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    releases = re.findall(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert re.fullmatch(rf"{re.escape(project['version'])} — \d{{4}}-\d\d-\d\d", releases[0])


def test_the_notes_of_a_release_can_be_read_in_one_go() -> None:
    notes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").split("\n## ")[1:]
    assert max(len(release.splitlines()) for release in notes) <= 80
