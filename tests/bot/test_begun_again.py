"""Work that is begun again, because a picture was drawn elsewhere, has done nothing before that would come twice."""

from collections import Counter
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

import pytest

from bot.answers.drawing import drawing
from bot.cards import challenge
from club.members.limits import Presses
from club.members.preferences import Preferences
from data.store import Store
from rendering import haste, picture
from rendering.board import painter
from rendering.haste import Cold
from rendering.one_zero_one import display
from tests.bot.acts import ACTS, READS
from tests.bot.server import Server, button

COMMANDS: Final[dict[str, dict[str, Any]]] = {
    "move": {"move": "c3"},
    "board": {},
    "hand": {},
    "games": {},
    "claim": {},
    "resign": {},
    "verify": {},
    "help": {},
    "rules": {"game": "binar"},
    "settings me": {},
}
"""The commands that only show something, and one whose move another press may have made."""
DRAWING: Final = {"view", "play", "page", "howto", "try", "try-on", "board", "rules"}
"""The presses and commands that show a picture in any game."""


@dataclass
class Begun:
    """One piece of work: the pictures that are kept for it, and what it has stored since it was begun last."""

    kept: set[str] = field(default_factory=set)
    times: int = 0
    stored: int = 0
    stored_before: list[int] = field(default_factory=list)
    """For each time that it was begun again what it had stored until then."""


current: ContextVar[Begun | None] = ContextVar("current", default=None)


class Cellar:
    """Where no picture is kept from one piece of work to the next, so that each is begun again for each picture."""

    def __init__(self) -> None:
        self.works: list[Begun] = []
        self.presses = 0

    async def drawing(self, work: Callable[[], Awaitable[None]]) -> None:
        begun = Begun()
        self.works.append(begun)

        async def once_more() -> None:
            if begun.times:
                begun.stored_before.append(begun.stored)
            begun.times, begun.stored = begun.times + 1, 0
            await work()

        token = current.set(begun)
        try:
            await drawing(once_more)
        finally:
            current.reset(token)

    @staticmethod
    def chilled(paint: Callable[..., Any]) -> Callable[..., Any]:
        def painted(*given: Any) -> Any:
            begun, name = current.get(), repr(given)
            if begun is not None and name not in begun.kept:
                if haste._left.get() is not None:
                    raise Cold
                begun.kept.add(name)
            return paint(*given)

        return painted


@pytest.fixture
def cellar(monkeypatch: pytest.MonkeyPatch) -> Cellar:
    cellar = Cellar()
    challenge._opening.cache_clear()
    count, write, saw = Presses.count, Store.write, Preferences.saw

    def counted(self: Presses, user_id: int) -> None:
        cellar.presses += 1
        count(self, user_id)

    async def noted(self: Store, job: Any) -> Any:
        if (begun := current.get()) is not None:
            begun.stored += 1
        return await write(self, job)

    async def seen(self: Preferences, user_id: int, language: str) -> str:
        token = current.set(None)  # a language that is stored twice is the same language
        try:
            return await saw(self, user_id, language)
        finally:
            current.reset(token)

    monkeypatch.setattr(Presses, "count", counted)
    monkeypatch.setattr(Store, "write", noted)
    monkeypatch.setattr(Preferences, "saw", seen)
    for room in ("bot.answers.reply", "bot.delivery.drain"):
        monkeypatch.setattr(f"{room}.drawing", cellar.drawing)
    for place, name in ((painter, "draw_png"), (display, "paint"), (picture, "paint_hand")):
        monkeypatch.setattr(place, name, cellar.chilled(getattr(place, name)))
    return cellar


async def check(room: Server, cellar: Cellar, act: Callable[[], Awaitable[Any]]) -> bool:
    """Do one thing, which nothing may do twice; return whether any of its work was begun again."""
    cellar.works.clear()
    cellar.presses = 0
    asked = len(room.env.http_requests)
    result = await act()
    await room.env.settle()
    assert result.acknowledged
    assert cellar.presses == 1
    assert [begun for begun in cellar.works if any(begun.stored_before)] == []
    changes = Counter(
        (each.method, each.path, str(each.json))
        for each in room.env.http_requests[asked:]
        if each.method != "GET"
    )
    assert [change for change, times in changes.items() if times > 1] == []
    return any(begun.times > 1 for begun in cellar.works)


@pytest.mark.parametrize("name", ACTS)
async def test_what_is_stored_is_stored_once(room: Server, cellar: Cellar, name: str) -> None:
    act = await ACTS[name].prepare(room)
    await check(room, cellar, act)


@pytest.mark.parametrize("game", ["binar", "one-zero-one"])
async def test_what_is_shown_is_shown_once(room: Server, cellar: Cellar, game: str) -> None:
    place = await room.begin(game)
    again = set()
    for name, custom_id in {**READS, "howto": f"v1:0:howto:0:{game}"}.items():
        pressed = room.planted(place, [button(custom_id)])
        if await check(room, cellar, partial(room.ann.click, pressed, label="forged")):
            again.add(name)
    for name, options in COMMANDS.items():
        if await check(room, cellar, partial(room.ann.slash, place, name, **options)):
            again.add(name)
    assert again >= DRAWING
