"""Requests about the bot's commands, among which Discord may have one of its own."""

from typing import Any

import pytest

from playground.world.state import ADA_ID, BOT_ID, GUILD_ID
from tests.playground.plain_api import COMMANDS, Api

ALL = f"/applications/{BOT_ID}/commands"
OF_GUILD = f"/applications/{BOT_ID}/guilds/{GUILD_ID}/commands"


@pytest.fixture
async def launch(api: Api) -> dict[str, Any]:
    """The command that opens an Activity, as Discord lists it, beside two others."""
    await api.sync()
    api.world.faults.switch_on_activities()
    _, listed = await api("GET", f"{ALL}?with_localizations=1")
    [found] = [each for each in listed if each["type"] == 4]
    assert isinstance(found, dict)
    return found


async def test_an_overwrite_without_the_entry_point_is_refused_and_changes_nothing(
    api: Api, launch: dict[str, Any]
) -> None:
    status, error = await api("PUT", ALL, COMMANDS[:1])
    assert (status, error["code"]) == (400, 50240)
    assert len((await api("GET", ALL))[1]) == len(COMMANDS) + 1
    kept = {name: launch[name] for name in ("id", "type", "name", "name_localizations", "handler")}
    status, listed = await api("PUT", ALL, [*COMMANDS[:1], kept])
    assert (status, [each["name"] for each in listed]) == (200, ["play", "launch"])
    assert listed[1]["id"] == launch["id"]


async def test_a_servers_own_commands_have_no_entry_point(api: Api, launch: dict[str, Any]) -> None:
    assert (await api("PUT", OF_GUILD, COMMANDS))[0] == 200
    for path, there in ((OF_GUILD, False), (ALL, True)):
        listed = (await api("GET", path))[1]
        assert (4 in {each["type"] for each in listed}) is there


async def test_translations_are_listed_only_if_they_are_asked_for(api: Api, launch: dict[str, Any]) -> None:
    assert launch["name_localizations"]
    assert all("name_localizations" not in each for each in (await api("GET", ALL))[1])


async def test_nobody_is_offered_the_entry_point_as_a_command_of_the_bots(
    api: Api, launch: dict[str, Any]
) -> None:
    assert {each["name"] for each in api.world.offered_commands(ADA_ID)} == {"play", "move"}
