from collections.abc import Iterator
from typing import Any

import pytest

from rendering import sprites
from tests.examples.every_game import key

__all__ = ["key"]


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[str, int]]]:
    """Every text painted in a test, with its size in pixels."""
    found: list[tuple[str, int]] = []
    paint_letters = sprites.draw_text

    def letter(draw: Any, at: Any, text: str, size: int, *rest: Any) -> None:
        found.append((text, size))
        paint_letters(draw, at, text, size, *rest)

    monkeypatch.setattr(sprites, "draw_text", letter)
    sprites.render_text.cache_clear()
    yield found
    sprites.render_text.cache_clear()
