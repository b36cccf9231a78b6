"""Scheduled events at the playground, as Discord's documentation describes them.

They are created, listed, moved and deleted; there can be a hundred at most.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from playground.api.scheduled_events import MOST
from playground.checks.openapi import OpenAPI
from playground.world.directory import PERMISSIONS
from playground.world.errors import JSON
from playground.world.state import BOT_ID, GUILD_ID
from tests.playground.conftest import Server
from tests.playground.plain_api import Api

PATH = f"/guilds/{GUILD_ID}/scheduled-events"
HOUR = 3600.0


def at(server: Server, seconds: float) -> str:
    return datetime.fromtimestamp(server.world.state.now() + seconds, UTC).isoformat()


def event(server: Server, **changed: Any) -> JSON:
    """What a bot asks for, an hour from now."""
    return {
        "name": "Autumn league: season 1 starts",
        "description": "Binar",
        "privacy_level": 2,
        "entity_type": 3,
        "entity_metadata": {"location": "here"},
        "scheduled_start_time": at(server, HOUR),
        "scheduled_end_time": at(server, 2 * HOUR),
        **changed,
    }


async def test_an_event_is_made_listed_moved_and_deleted(server: Server, api: Api, openapi: OpenAPI) -> None:
    checked = openapi.checked
    status, made = await api("POST", PATH, event(server))
    assert (status, made["creator_id"], made["status"]) == (200, BOT_ID, 1)
    assert await api("GET", PATH) == (200, [made])
    later = {"scheduled_start_time": at(server, 3 * HOUR), "scheduled_end_time": at(server, 4 * HOUR)}
    status, moved = await api("PATCH", f"{PATH}/{made['id']}", later)
    assert status == 200 and moved["name"] == made["name"]
    assert datetime.fromisoformat(moved["scheduled_start_time"]) == datetime.fromisoformat(
        later["scheduled_start_time"]
    )
    assert (await api("DELETE", f"{PATH}/{made['id']}"))[0] == 204
    assert await api("GET", PATH) == (200, [])
    # All of it was held against Discord's document.
    assert openapi.violations == [] and openapi.checked >= checked + 6
    for method in ("PATCH", "DELETE"):
        status, refused = await api(method, f"{PATH}/{made['id']}", later)
        assert (status, refused["code"]) == (404, 10070)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("name", "x" * 101),
        ("description", "x" * 1001),
        ("entity_type", 2),
        ("privacy_level", 1),
        ("entity_metadata", {}),
        ("entity_metadata", {"location": "x" * 101}),
        ("scheduled_start_time", "soon"),
        ("scheduled_end_time", None),
    ],
)
async def test_what_discord_does_not_take_is_refused(
    server: Server, api: Api, field: str, value: object
) -> None:
    status, refused = await api("POST", PATH, event(server, **{field: value}))
    assert (status, refused["code"]) == (400, 50035) and field in refused["errors"]


async def test_an_event_begins_in_the_future_and_ends_after_that(server: Server, api: Api) -> None:
    past = event(server, scheduled_start_time=at(server, -1.0))
    assert "scheduled_start_time" in (await api("POST", PATH, past))[1]["errors"]
    turned = event(server, scheduled_end_time=at(server, HOUR / 2))
    assert "scheduled_end_time" in (await api("POST", PATH, turned))[1]["errors"]


async def test_a_server_has_a_hundred_that_are_not_over(server: Server, api: Api) -> None:
    for _ in range(MOST):
        assert (await api("POST", PATH, event(server)))[0] == 200
    status, refused = await api("POST", PATH, event(server))
    assert (status, refused["code"]) == (400, 30038)
    for each in server.world.state.events.values():
        each["scheduled_start_time"] = each["scheduled_end_time"] = at(server, -1.0)
    assert (await api("POST", PATH, event(server)))[0] == 200
    status, refused = await api("PATCH", f"{PATH}/{min(server.world.state.events)}", {"name": "Late"})
    assert (status, refused["code"]) == (400, 180000)


async def test_without_the_permission_or_on_another_server_nothing_is_made(server: Server, api: Api) -> None:
    elsewhere = await api("GET", "/guilds/1/scheduled-events")
    assert (elsewhere[0], elsewhere[1]["code"]) == (404, 10004)
    _, made = await api("POST", PATH, event(server))
    server.world.state.bot_permissions &= ~PERMISSIONS["CREATE_EVENTS"]
    for method, path in (("POST", PATH), ("DELETE", f"{PATH}/{made['id']}")):
        status, refused = await api(method, path, event(server))
        assert (status, refused["code"]) == (403, 50013)
