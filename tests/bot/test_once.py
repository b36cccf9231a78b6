"""An act is done once and holds up no one, even with none of its pictures cached."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from time import thread_time
from typing import Any, Final, NoReturn

import pytest

from bot.cards.kit import pictures
from club.members.quotas import PressLimiter
from rendering.sprite_cache import UncachedPart
from tests.bot.acts import ACTS
from tests.bot.reads import READS
from tests.bot.server import Server, button
from tests.pace import slowness
from tests.rendering.cold import forget_parts
from tests.sets import leave_to_ci
from tests.uncollected import no_garbage_collection

LONGEST: Final = 0.05
"""Seconds of CPU that nothing takes on the event loop at once."""
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
"""The commands that only show something, and one move.

Another press may already have made that move.
"""
DRAWING: Final = {
    "view",
    "play",
    "page",
    "howto",
    "try",
    "try-on",
    "games",
    "today",
    "board",
    "rules",
    "help",
}
"""The presses and commands that show a picture in any game."""


class Noted:
    """Counts of presses, and of cards with pictures that were not cached."""

    def __init__(self) -> None:
        self.presses = self.cold = 0


@pytest.fixture
def noted(monkeypatch: pytest.MonkeyPatch) -> Noted:
    """Check that no picture is put together on the event loop."""
    noted = Noted()
    take = PressLimiter.try_take

    def take_and_count(self: PressLimiter, user_id: int, presses: float = 1) -> bool:
        noted.presses += presses == 1  # what else is counted is what it asks Discord for
        return take(self, user_id, presses)

    def cold() -> NoReturn:
        noted.cold += 1
        raise UncachedPart

    monkeypatch.setattr(PressLimiter, "try_take", take_and_count)
    monkeypatch.setattr(pictures, "only_cached_parts", cold)
    return noted


async def check(room: Server, noted: Noted, act: Callable[[], Awaitable[Any]]) -> bool:
    """Do an act that nothing may do twice.

    Return whether it showed a picture that was not cached.
    """
    noted.presses = noted.cold = 0
    asked = len(room.env.http_requests)
    result = await act()
    await room.env.settle()
    assert result.acknowledged
    assert noted.presses == 1
    changes = Counter(
        (each.method, each.path, str(each.json))
        for each in room.env.http_requests[asked:]
        if each.method != "GET"
    )
    assert [change for change, times in changes.items() if times > 1] == []
    return noted.cold > 0


def some_acts() -> Iterator[Any]:
    """Yield all acts, of which CI does every second.

    Of the others it loses the answers (`test_lost_answers.py`); the deep run does all.
    """
    for number, name in enumerate(ACTS):
        everybodys, cis = number % 8 == 0, number % 2 == 0
        yield pytest.param(
            name, marks=() if everybodys else pytest.mark.ci if cis else pytest.mark.deep, id=name
        )


@pytest.mark.parametrize("name", list(some_acts()))
async def test_what_is_stored_is_stored_once(room: Server, noted: Noted, name: str) -> None:
    act = await ACTS[name].prepare(room)
    await check(room, noted, act)


@pytest.mark.ci
@pytest.mark.parametrize("game", ["binar", "one-zero-one"])
async def test_what_is_shown_is_shown_once(room: Server, noted: Noted, game: str) -> None:
    place = await room.begin(game)
    drawn = set()
    for name, custom_id in {**READS, "howto": f"v1:0:howto:0:{game}"}.items():
        pressed = room.plant(place, [button(custom_id)])
        if await check(room, noted, partial(room.ann.click, pressed, label="forged")):
            drawn.add(name)
    for name, options in COMMANDS.items():
        if await check(room, noted, partial(room.ann.slash, place, name, **options)):
            drawn.add(name)
    assert drawn >= DRAWING


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[float]]:
    """CPU seconds of each step on the event loop.

    Garbage collections are left out.
    """
    taken: list[float] = []
    run = asyncio.Handle._run

    def run_timed(self: asyncio.Handle) -> None:
        began = thread_time()
        run(self)
        taken.append(thread_time() - began)

    monkeypatch.setattr(asyncio.Handle, "_run", run_timed)
    with no_garbage_collection():
        yield taken


@pytest.mark.ci
@pytest.mark.parametrize("game", leave_to_ci(["international", "one-zero-one"], after=1))
async def test_the_first_pictures_of_a_process_hold_up_nobody(
    room: Server, taken: list[float], game: str
) -> None:
    place = await room.begin(game)

    async def longest(command: str, **options: str) -> float:
        forget_parts()
        del taken[:]
        await room.ann.slash(place, command, **options)
        await room.env.settle()
        return max(taken)

    # Whatever else the machine does makes a step longer, never shorter.
    assert min([await longest("board") for _ in range(3)]) < LONGEST * slowness()
    assert min([await longest("rules", game=game) for _ in range(3)]) < LONGEST * slowness()
