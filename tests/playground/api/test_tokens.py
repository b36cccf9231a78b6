"""Permissions of an interaction's token.

Also how a Discord that differs from the documentation answers instead.
"""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager

import pytest
from aiohttp import ClientSession

from playground.world.errors import JSON
from playground.world.faults import Deviation
from playground.world.state import ADA_ID, BEN_ID, GAMES_ID
from tests.playground.conftest import Server
from tests.playground.plain_api import Api
from tests.playground.scripted_bot import picture

ONLY_YOU, V2 = 1 << 6, 1 << 15
SAY = {"type": 4, "data": {"content": "hello"}}
WHISPER = {"type": 4, "data": {"content": "hush", "flags": ONLY_YOU}}
UPDATE = {"type": 6}
GO = {"type": 2, "style": 1, "label": "Go", "custom_id": "go"}
BUTTON = {"type": 1, "components": [GO]}
GALLERY = {"type": 12, "items": [{"media": {"url": "attachment://board.png"}}]}
BOARD = picture(8, 8)
MESSAGES = f"/channels/{GAMES_ID}/messages"


def board(text: str, *more: JSON) -> JSON:
    inside = [{"type": 10, "content": text}, GALLERY, *more]
    return {"flags": V2, "components": [{"type": 17, "components": inside}]}


async def post_board(api: Api) -> JSON:
    """Post a board with its picture and a button in the channel."""
    return await api.post(GAMES_ID, board("new", BUTTON), ("board.png", BOARD))


def press(server: Server, api: Api, message: JSON) -> AbstractAsyncContextManager[tuple[str, str]]:
    return api.act(server.world.click(ADA_ID, message["id"], "go"))


async def follow_up(api: Api, webhook: str, **more: object) -> JSON:
    status, message = await api("POST", f"{webhook}?wait=1", {"content": "more", **more})
    assert status == 200, message
    reply: JSON = message
    return reply


async def test_after_a_deferred_update_the_original_is_the_message_that_was_pressed(
    server: Server, api: Api
) -> None:
    message = await post_board(api)
    kept = message["attachments"][0]["id"]
    async with press(server, api, message) as (callback, webhook):
        _, reply = await api("POST", f"{callback}?with_response=1", UPDATE)
        assert reply["interaction"]["response_message_id"] == message["id"]
        original = f"{webhook}/messages/@original"
        assert (await api("GET", original))[1]["id"] == message["id"]
        listed = {**board("old"), "attachments": [{"id": kept, "filename": "board.png"}]}
        status, edited = await api("PATCH", original, listed)
    assert status == 200
    assert (edited["id"], [a["id"] for a in edited["attachments"]]) == (message["id"], [kept])
    shown = (await api("GET", f"{MESSAGES}/{message['id']}"))[1]
    assert shown["components"][0]["components"][1]["items"][0]["media"]["attachment_id"] == kept
    assert "Go" not in str(shown)
    assert server.world.state.files[kept].data == BOARD


async def test_an_edit_keeps_only_the_attachments_that_it_lists(server: Server, api: Api) -> None:
    message = await post_board(api)
    async with press(server, api, message) as (callback, webhook):
        await api("POST", callback, UPDATE)
        original = f"{webhook}/messages/@original"
        lost = {**board("old"), "attachments": []}
        assert (await api("PATCH", original, lost))[1]["code"] == 50035
        bare = {"components": [{"type": 10, "content": "no picture"}], "attachments": []}
        _, edited = await api("PATCH", original, bare)
    assert edited["attachments"] == []
    assert message["attachments"][0]["id"] not in server.world.state.files
    async with ClientSession() as session, session.get(message["attachments"][0]["url"]) as response:
        assert (response.status, await response.read()) == (200, BOARD)


@pytest.mark.parametrize("first", [WHISPER, UPDATE], ids=["an ephemeral answer", "a deferred update"])
async def test_each_follow_up_is_as_public_as_it_asks_to_be(server: Server, api: Api, first: JSON) -> None:
    message = await post_board(api)
    async with press(server, api, message) as (callback, webhook):
        await api("POST", callback, first)
        private = await follow_up(api, webhook, flags=ONLY_YOU)
        public = await follow_up(api, webhook)
    assert (private["flags"], public["flags"]) == (ONLY_YOU, 0)
    seen = [m["id"] for m in server.world.member_view(BEN_ID)["channels"][0]["messages"]]
    assert public["id"] in seen
    assert private["id"] not in seen


async def test_a_press_on_an_ephemeral_message_has_public_follow_ups_too(server: Server, api: Api) -> None:
    message = await post_board(api)
    async with press(server, api, message) as (callback, webhook):
        await api("POST", callback, UPDATE)
        picker = await follow_up(api, webhook, flags=ONLY_YOU, components=[BUTTON])
    async with press(server, api, picker) as (callback, webhook):
        assert (await api("POST", callback, {"type": 7, "data": {"content": "played", "components": []}}))[
            0
        ] == 204
        public = await follow_up(api, webhook)
    assert public["flags"] == 0
    assert public["id"] in [m["id"] for m in server.world.member_view(BEN_ID)["channels"][0]["messages"]]


@pytest.mark.parametrize(("promised", "asked"), [(ONLY_YOU, 0), (0, ONLY_YOU)])
async def test_the_first_follow_up_to_a_deferred_message_is_seen_as_the_deferral_said(
    server: Server, api: Api, promised: int, asked: int
) -> None:
    message = await post_board(api)
    async with press(server, api, message) as (callback, webhook):
        await api("POST", callback, {"type": 5, "data": {"flags": promised}})
        assert (await follow_up(api, webhook, flags=asked))["flags"] == promised
        assert (await follow_up(api, webhook, flags=asked))["flags"] == asked


async def test_a_nonce_means_nothing_to_a_token(server: Server, api: Api) -> None:
    message = await post_board(api)
    async with press(server, api, message) as (callback, webhook):
        await api("POST", callback, UPDATE)
        body = {"content": "twice", "nonce": "n1", "enforce_nonce": True}
        both = [(await api("POST", f"{webhook}?wait=1", body))[1] for _ in range(2)]
    assert both[0]["id"] != both[1]["id"]
    assert "nonce" not in both[0]


async def test_what_a_token_reaches_ends_with_it(server: Server, api: Api) -> None:
    message = await post_board(api)
    async with press(server, api, message) as (callback, webhook):
        await api("POST", callback, UPDATE)
        server.now.ahead = 15 * 60 + 1
        for method, path in (
            ("POST", webhook),
            ("GET", f"{webhook}/messages/@original"),
            ("PATCH", f"{webhook}/messages/@original"),
        ):
            status, body = await api(method, path, None if method == "GET" else {"content": "late"})
            assert (status, body["code"]) == (401, 50027)
    status, body = await api("POST", webhook[:-3] + "xyz", {"content": "whose"})
    assert (status, body["code"]) == (404, 10015)


async def test_a_token_does_not_edit_a_message_that_is_older_than_an_hour(server: Server, api: Api) -> None:
    message = await post_board(api)
    server.world.faults.age_message(message["id"])
    async with press(server, api, message) as (callback, webhook):
        await api("POST", callback, UPDATE)
        status, body = await api("PATCH", f"{webhook}/messages/@original", {"components": []})
    assert (status, body["code"]) == (429, 30046)


@pytest.mark.parametrize(
    ("unlike", "first", "flags"),
    [
        (Deviation.PRIVATE_AFTER_PRIVATE, WHISPER, ONLY_YOU),
        (Deviation.PRIVATE_AFTER_PRIVATE, SAY, 0),
        (Deviation.PRIVATE_AFTER_PRIVATE, UPDATE, 0),
        (Deviation.PRIVATE_AFTER_UPDATE, UPDATE, ONLY_YOU),
        (Deviation.PRIVATE_AFTER_UPDATE, WHISPER, 0),
        (Deviation.PRIVATE_ON_PRIVATE, WHISPER, 0),
    ],
)
async def test_where_discord_differs_a_follow_up_is_ephemeral(
    server: Server, api: Api, unlike: Deviation, first: JSON, flags: int
) -> None:
    server.world.faults.deviations.add(unlike)
    message = await post_board(api)
    async with press(server, api, message) as (callback, webhook):
        await api("POST", callback, first)
        assert (await follow_up(api, webhook))["flags"] == flags


@pytest.mark.parametrize(
    ("unlike", "flags"),
    [
        (Deviation.PRIVATE_ON_PRIVATE, ONLY_YOU),
        (Deviation.PRIVATE_AFTER_PRIVATE, 0),
        (Deviation.PRIVATE_AFTER_UPDATE, 0),
    ],
)
async def test_where_discord_differs_a_press_on_an_ephemeral_message_may_have_no_public_follow_ups(
    server: Server, api: Api, unlike: Deviation, flags: int
) -> None:
    server.world.faults.deviations.add(unlike)
    message = await post_board(api)
    async with press(server, api, message) as (callback, webhook):
        await api("POST", callback, UPDATE)
        picker = await follow_up(api, webhook, flags=ONLY_YOU, components=[BUTTON])
    async with press(server, api, picker) as (callback, webhook):
        await api("POST", callback, UPDATE)
        assert (await follow_up(api, webhook))["flags"] == flags


async def test_where_discord_differs_follow_ups_are_public_or_refused(server: Server, api: Api) -> None:
    message = await post_board(api)
    async with press(server, api, message) as (callback, webhook):
        await api("POST", callback, UPDATE)
        server.world.faults.deviations = {Deviation.PUBLIC_FOLLOW_UPS}
        assert (await follow_up(api, webhook, flags=ONLY_YOU))["flags"] == 0
        server.world.faults.deviations = {Deviation.NO_FOLLOW_UPS}
        assert (await api("POST", webhook, {"content": "more"}))[1]["code"] == 50013
        server.world.faults.deviations = {Deviation.NO_EDITS_BY_TOKEN}
        own = await follow_up(api, webhook)
        assert (await api("PATCH", f"{webhook}/messages/{own['id']}", {"content": "own"}))[0] == 200
        assert (await api("PATCH", f"{webhook}/messages/@original", {"components": []}))[1]["code"] == 10008


async def test_where_discord_differs_an_edit_loses_its_picture(server: Server, api: Api) -> None:
    message = await post_board(api)
    listed = {**board("old"), "attachments": [{"id": message["attachments"][0]["id"]}]}
    server.world.faults.deviations = {Deviation.DROPPED_BY_CHANNEL}
    async with press(server, api, message) as (callback, webhook):
        await api("POST", callback, UPDATE)
        assert len((await api("PATCH", f"{webhook}/messages/@original", listed))[1]["attachments"]) == 1
    status, edited = await api("PATCH", f"{MESSAGES}/{message['id']}", listed)
    assert (status, edited["attachments"]) == (200, [])
    another = await post_board(api)
    listed["attachments"] = [{"id": another["attachments"][0]["id"]}]
    server.world.faults.deviations = {Deviation.DROPPED_BY_TOKEN}
    assert len((await api("PATCH", f"{MESSAGES}/{another['id']}", listed))[1]["attachments"]) == 1
    async with api.act(server.world.click(ADA_ID, (await post_board(api))["id"], "go")) as (
        callback,
        webhook,
    ):
        await api("POST", callback, UPDATE)
        fresh = (await api("GET", f"{webhook}/messages/@original"))[1]["attachments"][0]["id"]
        listed["attachments"] = [{"id": fresh}]
        assert (await api("PATCH", f"{webhook}/messages/@original", listed))[1]["attachments"] == []


@pytest.mark.parametrize(
    ("unlike", "components"),
    [
        (Deviation.FEWER_COMPONENTS, [{"type": 10, "content": "x"}] * 36),
        (Deviation.LESS_TEXT, [{"type": 10, "content": "x" * 3001}]),
        (
            Deviation.FEWER_BUTTONS,
            [
                {"type": 1, "components": [{**GO, "custom_id": f"{row}.{i}"} for i in range(5)]}
                for row in range(5)
            ],
        ),
    ],
)
async def test_where_discord_differs_a_message_holds_less(
    server: Server, api: Api, unlike: Deviation, components: list[JSON]
) -> None:
    body = {"flags": V2, "components": components}
    await api.post(GAMES_ID, body)
    server.world.faults.deviations.add(unlike)
    status, reply = await api("POST", MESSAGES, body)
    assert (status, reply["code"]) == (400, 50035)
    await api.post(GAMES_ID, {"content": "small"})


async def test_where_discord_differs_an_enforced_nonce_posts_anew(server: Server, api: Api) -> None:
    server.world.faults.deviations.add(Deviation.NONCES_IGNORED)
    body = {"content": "twice", "nonce": "n1", "enforce_nonce": True}
    assert (await api.post(GAMES_ID, body))["id"] != (await api.post(GAMES_ID, body))["id"]
