"""Live clocks on live boards run while the player has the board, and no longer."""

import asyncio

from club.clocks.clock import Clock
from club.play.match.matches import Table
from tests.club.people import start_match
from tests.pace import PATIENCE
from tests.web.live.live_page import open_board
from tests.web.site import ANN, BEN, Site


async def clock_of(met: Site, table: Table) -> Clock:
    row = (await met.club.play.matches.load_row(table.row.id)).clock
    assert row is not None
    return Clock.parse(row.state)


async def test_a_clock_runs_from_when_the_page_has_the_board_until_the_move_has_come(met: Site) -> None:
    table = await start_match(met.club, "binary", clock="5+5")
    ann, ben = await open_board(met, table, ANN.id), await open_board(met, table, BEN.id)
    assert (await clock_of(met, table)).waits
    await ben.ask("seen", version=ann.state["version"])
    assert (await clock_of(met, table)).waits, "it is not Ben's turn"
    async with ann.events() as stream:
        state = await stream.next()
        met.time[0] += 0.2
        await ann.ask("seen", version=state["version"])
        began = await clock_of(met, table)
        assert not began.waits and began.at == met.time[0]
        assert (await stream.next())["clocks"][0]["running"]
    met.time[0] += 10.0
    await ann.choose(*ann.state["choices"][0]["path"])
    left = (await clock_of(met, table)).sides[0].left
    assert left == 300 - 10 + 5


async def test_it_runs_half_a_second_after_the_board_was_sent_at_the_latest(met: Site) -> None:
    table = await start_match(met.club, "binary", clock="5+5")
    ann = await open_board(met, table, ANN.id)
    async with ann.events() as stream:
        await stream.next()
        sent = met.time[0]
        met.time[0] += 30.0
        assert (await asyncio.wait_for(stream.next(), PATIENCE))["clocks"][0]["running"]
    assert (await clock_of(met, table)).at == sent + 0.5


async def test_a_page_never_starts_a_clock_twice(met: Site) -> None:
    table = await start_match(met.club, "binary", clock="5+5")
    ann = await open_board(met, table, ANN.id)
    async with ann.events() as stream:
        state = await stream.next()
        await ann.ask("seen", version=state["version"])
        began = (await clock_of(met, table)).at
        met.time[0] += 3.0
        await ann.ask("seen", version=state["version"])
        await ann.ask("seen", version=state["version"] + 1)
        assert (await clock_of(met, table)).at == began


async def test_it_runs_from_when_a_link_is_opened_too(met: Site) -> None:
    table = await start_match(met.club, "binary", clock="5+5")
    ann = await open_board(met, table, ANN.id)
    met.time[0] += 0.2
    await ann.ask("seen", version=ann.state["version"])
    began = await clock_of(met, table)
    assert not began.waits and began.at == met.time[0]
    other = await start_match(met.club, "binary", clock="5+5")
    page, opened = await open_board(met, other, ANN.id), met.time[0]
    async with page.events(last=page.state["version"]) as stream:
        met.time[0] += 30.0
        assert (await stream.next())["clocks"][0]["running"]
    assert (await clock_of(met, other)).at == opened + 0.5
