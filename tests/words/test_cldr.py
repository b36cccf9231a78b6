"""The build writes what a language calls the time zones."""

from pathlib import Path

import pytest

from words.cldr import write_zone_names
from words.zone_names import load_zone_names


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("it", "Kiev=Europe/Kyiv"),
        ("de", "Deutschland=Europe/Berlin"),
        ("pt-BR", "Lisboa=Europe/Lisbon"),
        ("ru", "Москва=Europe/Moscow"),
    ],
)
def test_a_city_or_country_stands_with_its_zone_of_today(tmp_path: Path, language: str, line: str) -> None:
    path = write_zone_names(language, tmp_path)
    assert path == tmp_path / f"{language}.zones"
    assert line in path.read_text(encoding="utf-8").splitlines()


def test_a_country_of_many_zones_has_no_line(tmp_path: Path) -> None:
    told = write_zone_names("ru", tmp_path).read_text(encoding="utf-8")
    assert "Россия=" not in told and "Etc/" not in told


def test_a_language_that_is_not_built_names_no_zone() -> None:
    assert load_zone_names("no-such") == {}
    assert load_zone_names("pl")["Warszawa"] == "Europe/Warsaw"
