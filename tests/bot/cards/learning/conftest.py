import pytest
from PIL import Image

from rendering.board import painter
from rendering.one_zero_one import display


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures have their alt texts, and nothing in them."""
    monkeypatch.setattr(painter, "draw_board_png", lambda *given: (b"", 780))
    monkeypatch.setattr(display, "paint_display", lambda *given, **more: Image.new("P", (1, 1)))
