import pytest

from rendering.board import painter
from rendering.one_zero_one import display


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures have their alt texts, and nothing in them."""
    monkeypatch.setattr(painter, "draw_board_png", lambda *given: (b"", 780))
    monkeypatch.setattr(display, "draw_display_png", lambda *given, **more: (b"", (1, 1)))
