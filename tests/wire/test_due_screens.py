"""A learner's due exercises, walked through as in `test_screens`.

They show at home and by direct message, and there is the switch for that.
"""

from pathlib import Path

from playwright.async_api import Browser, expect

from playground.checks.openapi import OpenAPI
from playground.world.state import ADA_ID, GAMES_ID
from tests.wire.evening import Evening
from tests.wire.screens import MARKS, daily_message, give_command, press, walk

pytestmark = MARKS


async def test_what_is_due(
    weeks: Path, tmp_path: Path, openapi: OpenAPI, browser: Browser, theme: str
) -> None:
    async with walk(weeks, tmp_path, openapi, browser, "due", theme) as now:
        phone, scene = now.phone, now.scene
        home = await give_command(now, "games")
        await phone.keep(home, "home")
        card = await phone.tap(home, "Your mistakes: 2 due")
        await phone.keep(card, "from-home")
        await press(card, "Solution")
        await phone.keep(card, "solution")
        await daily_message(now, card)
        await now.later("UPDATE learner SET hour = 0, due_at = 1")
        await phone.go(await scene.until(lambda: direct(now)))
        word = await phone.see("You wanted to hear of that once a day")
        await phone.keep(word, "word")
        await phone.keep(await phone.tap(word, "Solve them"), "from-word")
        await phone.go(GAMES_ID)
        settings = await give_command(now, "settings me")
        await phone.keep(settings, "switch-on")
        await press(settings, "My mistakes come back: yes")
        await phone.keep(settings, "switch-off")
        await expect(await give_command(now, "games")).not_to_contain_text("Your mistakes")


def direct(now: Evening) -> str | None:
    """Where Ada has got a direct message, once she has."""
    return next((dm["id"] for dm in now.scene.world.member_view(ADA_ID)["dms"] if dm["messages"]), None)
