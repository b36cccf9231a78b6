"""Every kind of picture is, pixel by pixel, as it was when it was looked at."""

from pathlib import Path

import pytest
from PIL import Image

from rules.catalogue import GAMES
from tests.rendering import goldens
from tests.rendering.goldens import (
    DRAWN,
    FOLDER,
    WORDS,
    beside,
    current_picture,
    current_words,
    difference,
    kept_picture,
    kept_words,
)
from tests.rendering.samples import VIEWS
from tests.sets import leave_to_ci


@pytest.mark.parametrize("name", leave_to_ci(DRAWN, every=3))
def test_a_picture_is_as_it_was(name: str) -> None:
    then = kept_picture(name)
    assert then, "look at it, then keep it: python -m tests.rendering.goldens write"
    changed = difference(then, current_picture(name))
    assert not changed, f"{changed.said}; look: python -m tests.rendering.goldens diff"


def test_every_kind_of_game_has_a_sample() -> None:
    kinds = {type(GAMES[view.game]) for view in VIEWS.values()}
    assert {key for key, game in GAMES.items() if type(game) not in kinds} == set()


def test_every_golden_is_drawn() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {f"{name}.webp" for name in DRAWN} | {WORDS.name}


def test_the_words_about_every_sample_are_as_they_were() -> None:
    assert current_words() == kept_words()


def test_one_pixel_of_another_colour_is_a_difference() -> None:
    then = Image.new("RGB", (100, 60), (10, 20, 30))
    now = then.copy()
    assert difference(then, now) is None
    now.putpixel((50, 30), (10, 20, 31))
    found = difference(then, now)
    assert found and found.mask.getbbox() == (50, 30, 51, 31)
    assert found.said == "1 pixels differ, in 1 parts of 24×24 pixels, from (48, 24)"
    smaller = difference(then, Image.new("RGB", (100, 50)))
    assert smaller and smaller.said == "was 100×60 pixels, is 100×50"


def test_differences_are_written_side_by_side(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(goldens, "DRAWN", {name: DRAWN[name] for name in ("binar", "hand")})
    assert goldens.main(["diff", "--folder", str(tmp_path)]) == 0
    assert list(tmp_path.iterdir()) == []
    monkeypatch.setattr(goldens, "DRAWN", {"binar": DRAWN["binar-end"], "hand": DRAWN["hand"]})
    assert goldens.main(["diff", "--folder", str(tmp_path)]) == 1
    [written] = tmp_path.iterdir()
    with Image.open(written) as sheet:
        assert (written.name, sheet.size) == ("binar.png", (3 * 720 + 40, 780))
        then, now = kept_picture("binar"), current_picture("binar")
        assert then
        assert sheet.crop((0, 0, 720, 780)).tobytes() == then.tobytes()
        assert sheet.crop((740, 0, 1460, 780)).tobytes() == now.tobytes()
    assert "1 of 2 pictures differ" in capsys.readouterr().out


def test_what_has_changed_is_red_beside_the_two_pictures() -> None:
    then, now = Image.new("RGB", (30, 30), "black"), Image.new("RGB", (30, 30), "black")
    now.putpixel((4, 5), (255, 255, 255))
    found = difference(then, now)
    assert found
    sheet = beside(then, now, found.mask)
    red = [at for at in range(30 * 30) if sheet.getpixel((100 + at % 30, at // 30)) == (220, 0, 0)]
    assert red == [5 * 30 + 4]
