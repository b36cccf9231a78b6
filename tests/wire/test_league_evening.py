"""A league of eight from creation to end, by a clock that is turned forward."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from playground.checks.openapi import OpenAPI
from playground.world.directory import EPHEMERAL
from playground.world.errors import JSON
from playground.world.state import ADA_ID, BOT_ID, GAMES_ID, MEMBER_IDS, NAMES
from tests.wire.evening import Evening, evening
from tests.wire.visible_message import words

pytestmark = pytest.mark.ci

MATCHES = 12
"""Two sections of four, in each of which everybody meets everybody."""
PLAYED, RESIGNED = 2, 4
"""Matches that are played out, and that are resigned; the others stand still."""

POSTS = 2
"""Posts of the bot for each section in the channel, notices of threads included."""


@pytest.mark.asyncio(loop_scope="module")
async def test_a_league_of_eight_comes_to_its_end(browser: Browser, openapi: OpenAPI, tmp_path: Path) -> None:
    async with evening(tmp_path, openapi, browser, 0, "league") as now:
        phone = now.phone
        made = await now.command("league create", name="Autumn", game="binar", options="size=3")
        assert "The league is there" in made
        card = await phone.see("Autumn: season 1")
        await phone.keep(card, "open")
        await phone.keep(await phone.tap(card, "Join"), "in")
        await now.press(MEMBER_IDS[1:], "Autumn: season 1", "Join")
        await expect(card).to_contain_text(NAMES[-1])
        await turn(now, "1 week", "1 day")
        places = await now.wait_for_matches(MATCHES)
        tables = [phone.card(f"Autumn, season 1: section {letter}") for letter in "AB"]
        for number, table in enumerate(tables, 1):
            await expect(table).to_be_visible()
            await phone.keep(table, f"section-{number}")
        await asyncio.gather(*(now.play_out(place) for place in places[:PLAYED]))
        await asyncio.gather(*(now.resign(place) for place in places[PLAYED : PLAYED + RESIGNED]))
        await turn(now, "1 week", "1 week", "1 week", "1 day")
        await phone.see("This season is over.")
        await now.scene.until(lambda: not now.running())
        for number, table in enumerate(tables, 1):
            await expect(table).not_to_contain_text("can end")
            await phone.keep(table, f"end-{number}")
        ended = await tables[0].inner_text() + await tables[1].inner_text()
        assert [name for name in NAMES if f"@{name}" not in ended and name not in ended] == []
        posts = parent_posts(now)
        assert len(tables) <= len(posts) <= POSTS * len(tables), [words(post) for post in posts]
        # The clock may be turned while an event's start is on its way, which then lies in the past.
        for line in [*now.scene.rest.refused]:
            if "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST" in line:
                now.scene.rest.refused.remove(line)


async def turn(now: Evening, *steps: str) -> None:
    """Turn the clock forward beside the members, by touch, one step after another."""
    page = now.phone.page
    for step in steps:
        before = now.scene.world.state.ahead
        await page.get_by_role("button", name="Members, clock and faults").tap()
        clock = page.get_by_role("region", name="Clock")
        await now.phone.keep(clock, f"clock-{step}")
        await clock.get_by_role("button", name=step).tap()
        await now.scene.until(lambda: now.scene.world.state.ahead > before)  # noqa: B023  # at once
        await page.keyboard.press("Escape")
        await expect(clock).to_be_hidden()


def parent_posts(now: Evening) -> list[JSON]:
    """The bot's posts for everybody in the league's channel."""
    seen = now.scene.messages(ADA_ID, GAMES_ID)
    return [body for body in seen if body["author"]["id"] == BOT_ID and not body["flags"] & EPHEMERAL]
