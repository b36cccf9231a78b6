"""Discord's rate limits: their headers and effects, and discord.py's compliance."""

from __future__ import annotations

import asyncio
import itertools
from typing import Any

import aiohttp
import discord
import pytest

from playground.api import limits
from playground.api.limits import MOST_BUCKETS, RateLimits, rate_limit_error, route_class
from playground.api.routes import ROUTES
from playground.world.errors import DiscordError
from playground.world.state import ADA_ID, BEN_ID, BOT_ID, CLEO_ID, GAMES_ID, LOUNGE_ID
from playground.world.traffic import EXEMPT, RouteClass
from tests.playground.conftest import Server
from tests.playground.plain_api import Api
from tests.playground.sample_bot import SampleBot

MESSAGES = f"/channels/{GAMES_ID}/messages"
SAY = {"type": 4, "data": {"content": "hello"}}
TEXT = {"content": "x"}


@pytest.mark.parametrize(
    ("request_line", "kind"),
    [
        ("POST /interactions/{interaction_id}/{token}/callback", RouteClass.CALLBACK),
        ("POST /webhooks/{application_id}/{token}", RouteClass.FOLLOW_UP),
        ("GET /webhooks/{application_id}/{token}/messages/{message_id}", RouteClass.BY_TOKEN),
        ("PATCH /webhooks/{application_id}/{token}/messages/{message_id}", RouteClass.BY_TOKEN),
        ("POST /channels/{channel_id}/messages", RouteClass.POST),
        ("GET /channels/{channel_id}/messages", RouteClass.LOOK),
        ("PATCH /channels/{channel_id}/messages/{message_id}", RouteClass.EDIT),
        ("GET /channels/{channel_id}/messages/{message_id}", RouteClass.LOOK),
        ("DELETE /channels/{channel_id}/messages/{message_id}", RouteClass.LOOK),
        ("POST /channels/{channel_id}/messages/{message_id}/threads", RouteClass.THREAD),
        ("POST /channels/{channel_id}/threads", RouteClass.THREAD),
        ("PUT /channels/{channel_id}/thread-members/{user_id}", RouteClass.THREAD),
        ("PATCH /channels/{channel_id}", RouteClass.THREAD),
        ("GET /channels/{channel_id}", RouteClass.OTHER),
        ("POST /channels/{channel_id}/typing", RouteClass.OTHER),
        ("POST /users/@me/channels", RouteClass.DM),
        ("GET /guilds/{guild_id}/members/{user_id}", RouteClass.GUILD),
        ("GET /gateway/bot", RouteClass.OTHER),
    ],
)
def test_each_route_is_of_one_class(request_line: str, kind: RouteClass) -> None:
    method, template = request_line.split()
    assert (method, template) in {(m, t) for m, t, _ in ROUTES}
    assert route_class(method, template) is kind


def test_only_what_answers_interactions_is_exempt() -> None:
    exempt = {template for method, template, _ in ROUTES if route_class(method, template) in EXEMPT}
    assert exempt == {t for _, t, _ in ROUTES if t.startswith(("/interactions/", "/webhooks/"))}


async def test_requests_are_counted_by_class_whatever_they_are_answered(server: Server, api: Api) -> None:
    await api.sync()
    server.world.traffic.by_class.clear()
    message = await api.post(GAMES_ID, TEXT)
    await api("PATCH", f"{MESSAGES}/{message['id']}", TEXT)
    await api("PATCH", f"{MESSAGES}/12", TEXT)
    await api("POST", "/users/@me/channels", {"recipient_id": ADA_ID})
    await api("GET", "/nowhere")
    async with api.act(server.world.slash(ADA_ID, GAMES_ID, "play", {})) as (callback, webhook):
        await api("POST", callback, SAY)
        await api("POST", webhook, TEXT)
        await api("PATCH", f"{webhook}/messages/@original", TEXT)
    seen = server.world.traffic.by_class
    assert seen == {
        RouteClass.POST: 1,
        RouteClass.EDIT: 2,
        RouteClass.DM: 1,
        RouteClass.OTHER: 1,
        RouteClass.CALLBACK: 1,
        RouteClass.FOLLOW_UP: 1,
        RouteClass.BY_TOKEN: 1,
    }
    assert server.world.traffic.limited_count == 5
    assert [(each.request.split()[0], each.status) for each in server.rest.answered][-7:] == [
        ("POST", 200),
        ("PATCH", 200),
        ("PATCH", 404),
        ("POST", 200),
        ("POST", 204),
        ("POST", 204),
        ("PATCH", 200),
    ]


async def test_a_channel_takes_five_posts_in_five_seconds_and_edits_apart(server: Server, api: Api) -> None:
    server.now.stop()
    server.world.faults.limit_rates()
    message = await api.post(GAMES_ID, TEXT)
    assert api.headers["X-RateLimit-Remaining"] == "4"
    for _ in range(4):
        await api.post(GAMES_ID, TEXT)
    assert api.headers["X-RateLimit-Remaining"] == "0"
    server.now.ahead = 1.5
    status, body = await api("POST", MESSAGES, TEXT)
    assert (status, body["global"]) == (429, False)
    assert body["retry_after"] == pytest.approx(3.5, abs=0.001)
    headers = api.headers
    assert headers["Retry-After"] == "4"
    assert headers["X-RateLimit-Scope"] == "user"
    assert (headers["X-RateLimit-Limit"], headers["X-RateLimit-Remaining"]) == ("5", "0")
    assert float(headers["X-RateLimit-Reset-After"]) == pytest.approx(body["retry_after"], abs=0.001)
    assert float(headers["X-RateLimit-Reset"]) == pytest.approx(server.now() + body["retry_after"], abs=0.002)
    assert "X-RateLimit-Global" not in headers
    posts = headers["X-RateLimit-Bucket"]
    assert (await api("PATCH", f"{MESSAGES}/{message['id']}", TEXT))[0] == 200
    assert api.headers["X-RateLimit-Bucket"] != posts
    assert "X-RateLimit-Scope" not in api.headers
    assert (await api("POST", f"/channels/{LOUNGE_ID}/messages", TEXT))[0] == 200
    assert api.headers["X-RateLimit-Bucket"] == posts
    server.now.ahead += 3.4
    assert (await api("POST", MESSAGES, TEXT))[0] == 429
    server.now.ahead += 0.2
    assert (await api("POST", MESSAGES, TEXT))[0] == 200


async def test_a_token_takes_five_follow_ups_in_two_seconds(server: Server, api: Api) -> None:
    await api.sync()
    server.now.stop()
    server.world.faults.limit_rates()
    async with api.act(server.world.slash(ADA_ID, GAMES_ID, "play", {})) as (callback, webhook):
        await api("POST", callback, SAY)
        assert "X-RateLimit-Limit" not in api.headers
        statuses = [(await api("POST", webhook, TEXT))[0] for _ in range(6)]
        assert statuses == [204] * 5 + [429]
        assert (await api("PATCH", f"{webhook}/messages/@original", TEXT))[0] == 200
        async with api.act(server.world.slash(BEN_ID, GAMES_ID, "play", {})) as (other, others):
            await api("POST", other, SAY)
            assert (await api("POST", others, TEXT))[0] == 204
        server.now.ahead = 2.1
        assert (await api("POST", webhook, TEXT))[0] == 204


async def test_the_bot_as_a_whole_takes_fifty_a_second_and_tokens_do_not_count(
    server: Server, api: Api
) -> None:
    await api.sync()
    server.now.stop()
    server.world.faults.limit_rates()
    server.now.ahead = 10
    async with api.act(server.world.slash(ADA_ID, GAMES_ID, "play", {})) as (callback, webhook):
        for i in range(50):
            assert (await api("GET", f"/users/{(ADA_ID, BEN_ID, CLEO_ID)[i % 3]}"))[0] == 200
        server.now.ahead += 0.2
        status, body = await api("POST", MESSAGES, TEXT)
        assert (status, body["global"]) == (429, True)
        assert body["retry_after"] == pytest.approx(0.8, abs=0.001)
        assert api.headers["X-RateLimit-Global"] == "true"
        assert api.headers["X-RateLimit-Scope"] == "global"
        assert api.headers["Retry-After"] == "1"
        assert "X-RateLimit-Bucket" not in api.headers
        assert (await api("POST", callback, SAY))[0] == 204
        assert (await api("POST", webhook, TEXT))[0] == 204
        server.now.ahead += 1
        assert (await api("POST", MESSAGES, TEXT))[0] == 200


def test_what_was_refused_does_not_put_off_what_comes_after() -> None:
    time = 100.0
    kept = RateLimits(lambda: time)

    def is_accepted() -> bool:
        try:
            kept.take("GET", "/gateway/bot", "/gateway/bot", enforced=True)
        except DiscordError:
            return False
        return True

    assert [is_accepted() for _ in range(60)] == [True] * 50 + [False] * 10
    time += 0.99
    assert not is_accepted()
    time += 0.02
    assert is_accepted()


def test_ended_windows_are_forgotten() -> None:
    time = 100.0
    kept = RateLimits(lambda: time)
    for number in range(3 * MOST_BUCKETS):
        time += 0.1
        kept.take("POST", "/webhooks/{application_id}/{token}", f"/webhooks/1/{number}", enforced=True)
    assert len(kept.buckets) <= MOST_BUCKETS


async def test_discord_py_keeps_to_a_channels_limit_by_its_headers(
    server: Server, bot: SampleBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "OF_MESSAGES", (5, 0.3))
    server.world.faults.limit_rates()
    channel = bot.get_partial_messageable(int(GAMES_ID))
    await asyncio.gather(*(channel.send(str(number)) for number in range(12)))
    answered = [each for each in server.rest.answered if each.kind is RouteClass.POST]
    assert [each.status for each in answered] == [200] * 12
    assert answered[-1].at - answered[0].at >= 0.55


async def test_discord_py_waits_out_the_limit_of_the_whole_bot(
    server: Server, bot: SampleBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*given: Any, **more: Any) -> DiscordError:
        server.now.go_on()  # by then a busy machine may have taken longer than the window
        return rate_limit_error(*given, **more)

    monkeypatch.setattr(limits, "GLOBAL_WINDOW", 0.5)
    monkeypatch.setattr(limits, "rate_limit_error", refuse)
    server.now.stop()
    server.world.faults.limit_rates()
    people = itertools.cycle(int(member) for member in server.world.state.members)
    before = len(server.rest.answered)
    fetched = await asyncio.gather(*(bot.fetch_user(next(people)) for _ in range(70)))
    assert all(isinstance(user, discord.User) for user in fetched)
    answered = list(server.rest.answered)[before:]
    taken = [each.at for each in answered if each.status == 200]
    assert len(taken) == 70
    assert any(each.status == 429 for each in answered)
    assert all(later - earlier >= 0.49 for earlier, later in zip(taken, taken[50:], strict=False))


async def test_a_first_answer_needs_no_headers_of_limits(server: Server, api: Api) -> None:
    async with aiohttp.ClientSession() as session:
        url = f"{server.address}/api/v10/interactions/1/{BOT_ID}/callback"
        async with session.post(url, json=SAY) as answer:
            assert answer.status == 404
            assert not [name for name in answer.headers if name.startswith("X-RateLimit")]
