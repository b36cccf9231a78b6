"""Posts stored meanwhile appear soon after their place or the disk is back.

The place takes posts again, or the disk has room again.
"""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.cards.play.offer import ACCEPT
from bot.codes import Code
from bot.delivery.drain import HELD_TRIES, LEFT_WITHIN
from club.play.course.offers import OfferKind
from data.outbox import refused_posts
from data.outbox.post_kinds import PostKind
from data.play.matches import MatchStatus
from tests.bot.memory_wire import Post
from tests.bot.server import Server, serve, texts
from tests.club.people import ANN, BEN, CHANNEL, GUILD, act
from tests.fake_wire import refusal

HOUR = 3600.0
PARKED_BY = 1200.0
"""Seconds of refusals after which a post is tried once an hour."""


def shut(post: Post, code: Code = Code.MISSING_PERMISSION) -> None:
    """From now on neither the thread nor the channel takes posts."""
    post.wire.fault = lambda request, _: refusal(403, code) if request in ("post", "look") else None


def open_place(post: Post) -> None:
    """Let Discord take every request again."""
    post.wire.fault = lambda request, _: None


async def refused_for(post: Post, seconds: float) -> None:
    """A move is made, and its board is refused for some time."""
    await post.match()
    shut(post)
    await post.move(1)
    await post.run(seconds)
    assert any(row.refused for row in await post.waiting(1))
    open_place(post)


async def shown_version(post: Post) -> int | None:
    """Return the version of the first match that its newest board shows."""
    row = (await post.club.play.matches.load(1)).row
    return row.board_version if row.board_channel_id == row.place_id else None


@pytest.mark.ci
@pytest.mark.parametrize("seconds", [45.0, pytest.param(180.0, marks=pytest.mark.deep), 600.0])
async def test_a_move_made_where_posts_were_refused_is_seen_at_once(post: Post, seconds: float) -> None:
    await refused_for(post, seconds)
    row = (await post.club.play.matches.load(1)).row
    await post.move(1, at=row.place_id)
    await post.run(5.0)
    assert await shown_version(post) == 2


@pytest.mark.ci
@pytest.mark.parametrize("where", ["channel", "server"])
async def test_a_board_that_was_refused_comes_as_soon_as_the_bot_may_post_again(
    post: Post, where: str
) -> None:
    await refused_for(post, PARKED_BY)
    places = post.club.play.places
    changed = places.retry_channel_posts(CHANNEL) if where == "channel" else places.retry_server_posts(GUILD)
    assert await changed == 1
    await post.run(5.0)
    assert await shown_version(post) == 1
    assert await post.club.play.places.retry_channel_posts(CHANNEL) == 0


@pytest.mark.parametrize("code", [0, 20028])
async def test_a_limit_that_discord_names_is_kept_whoever_moves(post: Post, code: int) -> None:
    await post.match()
    post.wire.fault = lambda request, _: refusal(429, code) if request == "post" else None
    await post.move(1)
    await post.run(1.0)
    asked = len(post.wire.asked)
    await post.move(1)
    await post.run(5.0)
    assert len(post.wire.asked) == asked


@pytest.mark.ci
async def test_moves_made_meanwhile_cost_no_match_its_thread_nor_its_place(post: Post) -> None:
    table = await post.match()
    began = post.time
    shut(post, Code.MISSING_ACCESS)
    for _ in range(6):
        await post.move(1)
        await post.run(5.0)
    assert post.time - began < LEFT_WITHIN
    assert (await post.club.play.matches.load(1)).row.thread_id == table.row.thread_id
    for _ in range(HELD_TRIES + 5):
        await post.run(30.0)
        await post.store.write(lambda tx: refused_posts.make_match_due(tx, 1, post.time))
    assert (await post.club.play.matches.load(1)).row.status is MatchStatus.RUNNING


def guild_of(room: Server) -> discord.Guild:
    guild = room.bot.get_guild(room.guild.id)
    assert guild is not None
    return guild


async def told_of_the_channel(room: Server) -> None:
    channel = guild_of(room).get_channel(room.channel.id)
    assert channel is not None
    await room.bot.on_guild_channel_update(channel, channel)


async def told_of_a_role(room: Server) -> None:
    role = guild_of(room).default_role
    await room.bot.on_guild_role_update(role, role)


async def told_of_a_role_that_is_gone(room: Server) -> None:
    await room.bot.on_guild_role_delete(guild_of(room).default_role)


async def told_of_the_bot_itself(room: Server) -> None:
    member = guild_of(room).me
    await room.bot.on_member_update(member, member)


async def connected_anew(room: Server) -> None:
    await room.bot.on_shard_ready(0)


@pytest.mark.ci
@pytest.mark.parametrize(
    "tell",
    [
        told_of_the_channel,
        told_of_a_role,
        told_of_a_role_that_is_gone,
        told_of_the_bot_itself,
        connected_anew,
    ],
)
async def test_the_bot_tries_again_as_soon_as_discord_tells_that_something_has_changed(
    tmp_path: Path, tell: Callable[[Server], Awaitable[None]]
) -> None:
    async with serve(tmp_path / "twotone.db", follow_ups=False) as room:
        place = await room.begin("binar", side="Even")
        through = room.bot.http.request
        refuses = True

        async def request(route: Any, **given: Any) -> Any:
            if refuses and route.method == "POST" and route.url.endswith("/messages"):
                raise refusal(403, Code.MISSING_PERMISSION)
            return await through(route, **given)

        room.bot.http.request = request  # pyrefly: ignore[method-assign]  # Discord's answer is bent here
        await room.ann.slash(place, "move", move="c3")
        await room.env.advance_time(PARKED_BY)
        refuses = False
        await room.env.advance_time(60)
        words = "Ann placed 0 on c3."
        assert not any(words in texts(message) for message in (*place.history(), *room.channel.history()))
        await room.run(tell(room))
        assert words in texts(room.board(room.channel))


async def test_an_offer_that_is_answered_before_its_place_takes_it_gets_no_card(post: Post) -> None:
    table = await post.match()
    post.wire.fault = lambda request, channel: refusal(503) if request == "post" else None
    await post.club.play.offers.offer(1, act(ANN), OfferKind.DRAW)
    await post.run(3)
    await post.club.play.offers.decline(1, act(BEN), OfferKind.DRAW)
    post.wire.fault = lambda request, channel: None
    await post.run(60)
    assert post.wire.live(table.row.place_id, ACCEPT[OfferKind.DRAW]) == []
    assert await post.waiting_of(PostKind.OFFER) == 0


@pytest.mark.ci
async def test_many_that_are_refused_are_tried_no_oftener_in_a_minute_than_discord_bears(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.delivery.drain.AT_MOST_A_MINUTE", 4)
    for stranger in range(0, 24, 2):
        await post.match(strangers=stranger + 1000)
    shut(post)
    for match_id in range(1, 13):
        await post.move(match_id)
    await post.run(300.0)
    asked = len(post.wire.asked)
    await post.run(300.0)
    assert len(post.wire.asked) - asked <= 2 * 5 * 4 + 12


async def test_what_is_refused_for_long_is_tried_rarely(post: Post) -> None:
    await refused_for(post, PARKED_BY)
    shut(post)
    asked = len(post.wire.asked)
    await post.run(HOUR / 2)
    assert len(post.wire.asked) == asked
