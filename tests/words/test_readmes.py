"""The READMEs in other languages name buttons as the catalogue does."""

import re
from pathlib import Path

import pytest

from words import po
from words.faults import ENGLISH_QUOTES, QUOTES
from words.telling import FOLDER

README = Path(__file__).parents[2] / "docs" / "readme"
HOME = ("button.home.twotone", "button.home.anyone", "button.home.puzzle", "button.home.learn")
LANGUAGES = sorted(path.stem for path in FOLDER.glob("*.po"))


def test_every_language_has_one() -> None:
    assert sorted(path.stem for path in README.glob("*.md")) == LANGUAGES


@pytest.mark.ci
@pytest.mark.parametrize("language", LANGUAGES)
def test_buttons_are_named_as_in_the_catalogue(language: str) -> None:
    said = {entry.context: entry.string for entry in po.read_catalog(FOLDER / f"{language}.po") if entry.id}
    text = (README / f"{language}.md").read_text(encoding="utf-8")
    opening, closing = tuple(QUOTES.get(language, ENGLISH_QUOTES))
    quoted = re.findall(f"{opening}\\s?([^{closing}]*?)\\s?{closing}", text)
    assert quoted == [said[code] for code in HOME]


@pytest.mark.parametrize("language", LANGUAGES)
def test_links_into_the_english_one_lead_somewhere(language: str) -> None:
    english = (README.parents[1] / "README.md").read_text(encoding="utf-8")
    headings = {
        line[3:].casefold().replace(" ", "-") for line in english.splitlines() if line.startswith("## ")
    }
    text = (README / f"{language}.md").read_text(encoding="utf-8")
    assert set(re.findall(r"README\.md#([\w-]+)", text)) <= headings
    assert "<this repository>" not in text
