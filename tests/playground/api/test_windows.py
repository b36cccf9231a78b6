"""A window's code says once, and to the application alone, whose it is."""

import aiohttp
import pytest

from bot.host.activity import identify_user
from playground.world.state import ADA_ID, BOT_ID
from tests.playground.conftest import Server

SECRET = "a-secret-of-the-playground"


@pytest.fixture(autouse=True)
def secret(server: Server) -> None:
    server.world.client_secret = SECRET


async def ask_for_code(server: Server, member: str = ADA_ID) -> str:
    """The code that a member's window gets."""
    async with (
        aiohttp.ClientSession() as session,
        session.post(f"{server.address}/activity-code?member={member}") as answer,
    ):
        code: str = (await answer.json())["code"]
        return code


async def test_discord_says_whose_window_has_got_a_code_once(server: Server) -> None:
    code = await ask_for_code(server)
    assert await identify_user(int(BOT_ID), SECRET, code) == int(ADA_ID)
    assert await identify_user(int(BOT_ID), SECRET, code) is None


async def test_another_application_or_secret_learns_nothing(server: Server) -> None:
    for application, secret in ((int(BOT_ID) + 1, SECRET), (int(BOT_ID), SECRET + "x")):
        assert await identify_user(application, secret, await ask_for_code(server)) is None


@pytest.mark.parametrize("code", ["", "unknown", "x" * 201])
async def test_a_code_of_nobody_is_none(server: Server, code: str) -> None:
    assert await identify_user(int(BOT_ID), SECRET, code) is None


async def test_a_discord_that_cannot_be_reached_names_nobody(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = await ask_for_code(server)
    monkeypatch.setattr("discord.http.Route.BASE", "http://127.0.0.1:9")
    assert await identify_user(int(BOT_ID), SECRET, code) is None
