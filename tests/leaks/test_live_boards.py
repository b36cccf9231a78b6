"""Live boards say what a user may see: two worlds say the same."""

import asyncio
import logging
from pathlib import Path

import pytest

from rules.one_zero_one import decks
from rules.one_zero_one.decks import Deal
from tests.club.people import ANN, BEN, CLEO, start_match
from tests.leaks.worlds import GAME, Eye, History, hands_that_differ, history, twin
from tests.pace import PATIENCE
from tests.web.live.live_page import LivePage, act_number, open_board
from tests.web.site import site

pytestmark = pytest.mark.ci

PLIES, DEEP_PLIES = 6, 14
LIBRARIES = ("aiosqlite", "asyncio")
"""Loggers whose lines name places in memory.

The bot keeps them out of its log (`bot/host/logs.py`).
"""
EYES: dict[str, Eye] = {"Ann": 0, "Ben": 1, "Cleo": None}


async def play(
    told: History, dealt: Deal, folder: Path, log: pytest.LogCaptureFixture
) -> dict[str, list[bytes]]:
    """Play a world on live boards; return all that pages, log and metrics got.

    Tokens are left out of the pages' part, and no token comes into the log or to the metrics.
    """
    folder.mkdir()
    log.clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(decks, "deal", lambda options, shuffle: dealt)
        async with site("sqlite", folder, live=True) as met:
            table = await start_match(met.club, "one-zero-one", options={"deck": told.deck})
            pages = {who.name: await open_board(met, table, who.id) for who in (ANN, BEN, CLEO)}
            for move in told.moves:
                seat = (await met.club.play.matches.load(table.row.id)).turn
                mover = pages["Ann" if seat == 0 else "Ben"]
                await mover.ask("show")
                await look_around(pages)
                written = GAME.write(None, move)  # pyrefly: ignore[bad-argument-type]  # it needs none
                made = await mover.ask("play", move=written, version=mover.state["version"], act=act_number())
                assert made["ok"], made
            await look_around(pages)
            noted = log.text + repr(met.counted)
            assert not any(page.token in noted for page in pages.values())
            heard = {name: [without(page, each) for each in page.heard] for name, page in pages.items()}
            lines = [
                repr((each.name, each.levelname, each.getMessage()))
                for each in log.records
                if each.name not in LIBRARIES
            ]
            asked = sorted(each for each in met.counted if each[0] != "live_events")  # these end at any time
            return heard | {"log": [line.encode() for line in lines], "metrics": [repr(asked).encode()]}


async def look_around(pages: dict[str, LivePage]) -> None:
    """Everybody looks, looks back, reads a stream and tries what they may not."""
    for page in pages.values():
        state = await page.ask("show")
        await page.ask("look", number=max(0, len(state["moves"]) - 2))
        async with page.events() as stream:
            page.heard.append(repr(await asyncio.wait_for(stream.next(), PATIENCE)).encode())
        if not state["asks"]:
            await page.ask("play", move="1", version=state["version"], act=act_number())
            await page.choose("1")


def without(page: LivePage, heard: bytes) -> bytes:
    return heard.replace(page.token.encode(), b"TOKEN")


@pytest.mark.parametrize("eyes", [(0, None), (1, None)])
@pytest.mark.parametrize("plies", [PLIES, pytest.param(DEEP_PLIES, marks=pytest.mark.deep)])
async def test_a_page_shows_nothing_that_its_holder_may_not_see(
    eyes: tuple[Eye, ...], plies: int, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    told = history("base", 10).until(plies)
    dealt = twin(told, eyes, ends=False)
    (hidden,) = {0, 1} - {*eyes}
    assert hands_that_differ(told, dealt, hidden) > 0
    one = await play(told, told.deal, tmp_path / "one", caplog)
    other = await play(told, dealt, tmp_path / "other", caplog)
    for name in ("log", "metrics"):
        assert one[name] == other[name]
    for name, eye in EYES.items():
        if eye in eyes:
            assert one[name] == other[name]
        else:
            assert one[name] != other[name]
