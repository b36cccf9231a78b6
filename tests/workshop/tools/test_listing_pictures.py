"""The app's listing: lengths of texts in every language, pictures, a clip."""

import re
from pathlib import Path

import pytest
from PIL import Image

from words import localizer_for
from words.telling import languages
from workshop.tools.listing_pictures import CLIP, LISTING, PICTURES, SIZE, read_texts, write_pictures

MOST = {"name": 32, "league": 32, "summary": 200, "description": 400, "long": 4000}
"""Characters that each text has at most, as the portal and names of leagues allow."""
OWN_GAMES = ("Binar", "Binary", "Zong-Heng", "Yin Yang", "Incorrect Checkers", "One Zero One")
KEPT = 1_500_000
"""Bytes of the pictures that are kept in the repository."""


def test_every_language_has_a_listing() -> None:
    assert {path.stem for path in LISTING.glob("*.toml")} == set(languages())


@pytest.mark.parametrize("language", languages())
def test_the_texts_fit_and_say_what_there_is(language: str) -> None:
    texts, say = read_texts(language), localizer_for(language)
    assert texts.keys() == MOST.keys()
    assert {name for name, most in MOST.items() if not 0 < len(texts[name]) <= most} == set()
    assert [name for name in ("summary", "description") if re.search(r"[*_`\n]", texts[name])] == []
    assert texts["description"].count("/play") == 1
    assert [name for name in OWN_GAMES if name not in texts["long"]] == []
    assert all(f"`/{name}`" in texts["long"] for name in ("play", "help", "privacy"))
    assert say("button.home.twotone") in texts["long"]
    assert texts["long"].count("\n\n") == read_texts("en")["long"].count("\n\n")


def shown_seconds(path: Path) -> float:
    """Return for how long all frames of an animation are shown."""
    with Image.open(path) as film:
        shown = 0
        for number in range(film.n_frames):  # pyrefly: ignore[missing-attribute]  # of animations alone
            film.seek(number)
            shown += film.info["duration"]
    return shown / 1000


def test_one_command_draws_five_pictures_and_a_clip_of_twenty_seconds(tmp_path: Path) -> None:
    write_pictures(tmp_path, "pl")
    names = {f"{name}.png" for name in PICTURES} | {"clip.gif"}
    assert len(PICTURES) == 5 and {path.name for path in tmp_path.iterdir()} == names
    for name in PICTURES:
        with Image.open(tmp_path / f"{name}.png") as picture:
            assert picture.size == SIZE
    assert abs(shown_seconds(tmp_path / "clip.gif") - 20) < 0.5, CLIP


def test_the_english_ones_are_kept_and_small() -> None:
    kept = list((LISTING / "pictures").iterdir())
    assert {path.name for path in kept} == {f"{name}.png" for name in PICTURES} | {"clip.gif"}
    assert sum(path.stat().st_size for path in kept) < KEPT
