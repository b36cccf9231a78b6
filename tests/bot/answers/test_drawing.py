"""Pictures of many new parts hold up nobody: they are drawn on another thread, and only then put into a card."""

import asyncio
import threading
from typing import Any

import pytest

from bot.answers.drawing import PICTURES, drawing
from bot.cards.kit import drawn
from rendering.board import painter, squares
from rendering.haste import AT_ONCE, Cold, at_leisure, hurried
from rules.catalogue import GAMES
from rules.match import Match
from words import speaker

LOOP = threading.main_thread()


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[threading.Thread]:
    """Nothing is kept, and by which threads parts are made."""
    squares.sprite.cache_clear()
    painter._bands.clear()
    threads: list[threading.Thread] = []
    layers = squares._layers

    def noted(*given: Any) -> Any:
        threads.append(threading.current_thread())
        return layers(*given)

    monkeypatch.setattr(squares, "_layers", noted)
    return threads


async def test_a_card_of_a_board_never_drawn_is_drawn_on_another_thread(made: list[threading.Thread]) -> None:
    view = Match(GAMES["international"], {}, bytes(32)).view(None)
    cards: list[list[Any]] = []

    async def work() -> None:
        cards.append(drawn(view, speaker("en"))[1])

    await drawing(work)
    assert len(cards) == 1 and cards[0]
    assert made.count(LOOP) <= AT_ONCE < len(made) - made.count(LOOP)


async def test_what_has_been_shown_is_not_shown_again_for_a_picture(made: list[threading.Thread]) -> None:
    view, shown = Match(GAMES["international"], {}, bytes(32)).view(None), 0

    async def work() -> None:
        nonlocal shown
        shown += 1
        at_leisure()
        drawn(view, speaker("en"))

    await drawing(work)
    assert shown == 1
    assert set(made) == {LOOP}


async def test_a_task_that_was_begun_in_haste_has_its_pictures_drawn_too(
    made: list[threading.Thread],
) -> None:
    view = Match(GAMES["international"], {}, bytes(32)).view(None)

    async def work() -> None:
        drawn(view, speaker("en"))

    with hurried():
        await asyncio.create_task(drawing(work))
    assert made.count(LOOP) <= AT_ONCE < len(made)


async def test_work_comes_to_its_end_even_if_nothing_drawn_is_kept() -> None:
    begun = 0

    async def work() -> None:
        nonlocal begun
        begun += 1
        if begun <= PICTURES:
            raise Cold

    await drawing(work)
    assert begun == PICTURES + 1
