"""The page of elements and the style sheet cover exactly the present drawing.

They leave nothing out.
"""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from rendering.board.squares import SquareCell
from rendering.one_zero_one.cell_faces import CardFace, EmptySlot
from rendering.themes import THEMES
from tests.rendering import elements
from tests.rendering.goldens import difference

SHEET = Path("docs/style-sheet.md")


@pytest.fixture(autouse=True)
def at_the_top(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])


@pytest.mark.ci
@pytest.mark.parametrize(
    "themes", [("night", "contrast"), pytest.param(tuple(THEMES), marks=pytest.mark.deep)], ids=len
)
def test_the_page_of_elements_shows_what_is_drawn_now(themes: tuple[str, ...]) -> None:
    kept, now = Image.open(elements.PAGE).convert("RGB"), elements.page(themes)
    assert kept.size == now.size
    for left, right in ((0, elements.CAPTION), *map(elements.column, themes)):
        changed = difference(*(each.crop((left, 0, right, each.height)) for each in (kept, now)))
        assert not changed, f"{changed.said}; look at it: python -m tests.rendering.elements"


def test_the_readme_shows_an_end_as_it_is_drawn_now() -> None:
    kept, now = (Image.open(png).convert("RGB") for png in (elements.ENDED, BytesIO(elements.end())))
    assert not difference(kept, now), "look at it: python -m tests.rendering.elements"


def test_the_style_sheet_speaks_of_every_element() -> None:
    table = SHEET.read_text(encoding="utf-8").partition("## What is shown how")[2]
    first = " ".join(line.split("|")[1] for line in table.splitlines() if line.startswith("|"))
    assert [name for name in elements.NAMES if name not in first] == []


@pytest.mark.parametrize(
    ("kind", "shown"), [(SquareCell, elements.CELLS), (CardFace, elements.FACES), (EmptySlot, elements.SLOTS)]
)
def test_every_mark_that_a_picture_can_bear_is_on_the_page(kind: type, shown: dict[str, tuple]) -> None:  # pyrefly: ignore[implicit-any-type-argument]  # of any of the three
    forms = [form for pair in shown.values() for form in pair]
    # A trail lies on several squares: the boards among the goldens show it.
    fields = [name for name in kind._fields if name != "trail"]
    assert [name for name in fields if len({getattr(form, name) for form in forms}) < 2] == []
