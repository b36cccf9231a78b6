"""Work that draws, on the event loop: what would hold up everybody else is drawn on another thread, or before."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from rendering.haste import Cold, at_leisure, hurried
from rendering.picture import draw
from rules.catalogue import GAMES
from rules.match import Match

Made = TypeVar("Made")

PICTURES: Final = 4
"""How often work is begun again: it has no more pictures than that."""


async def drawing(work: Callable[[], Awaitable[None]]) -> None:
    """Do work; where a picture has too many new parts, have it drawn on another thread and begin the work again.

    Work that has shown or changed what must not come twice calls `at_leisure`: from then on it is not begun again.
    """
    for _ in range(PICTURES):
        try:
            with hurried():
                await work()
            return
        except Cold as cold:
            await asyncio.to_thread(_draw, cold)
    at_leisure()
    await work()


async def drawn_elsewhere(make: Callable[[], Made]) -> Made:
    """Return what is made with pictures, for work that has stored something: it is not begun again for them."""
    made = []

    async def work() -> None:
        made.append(make())

    await drawing(work)
    return made[0]


def draw_once(over: threading.Event) -> None:
    """Draw the first board of every game: what pictures are put together from is made then, off the event loop.

    Nothing is drawn any more once the bot is `over`.
    """
    for game in GAMES.values():
        if not over.is_set():
            draw(Match(game, {}, b"").view(None))


def _draw(cold: Cold) -> None:
    at_leisure()  # whoever began this task may have been in haste
    cold.draw()
