"""Notices in a match's place: what they say and where they go."""

from typing import Any

from bot.codes import Code
from club.play.course.offers import OfferKind
from club.play.course.places import put_place_checks
from club.play.match.posts import Post as MatchPost
from club.play.match.posts import put_post
from data.outbox.post_kinds import PostKind
from tests.bot.memory_wire import Post
from tests.club.people import ANN, BEN, CHANNEL, CLEO, GUILD, act
from tests.fake_wire import refusal


async def put(post: Post, kind: PostKind, **payload: Any) -> list[tuple[str, int]]:
    """Deliver a post about the first match; return the requests that it takes."""
    seat = payload.pop("seat", None)
    row = (await post.club.play.matches.load(1)).row
    made = MatchPost(kind, seat, payload=payload)
    asked = len(post.wire.asked)
    await post.store.write(lambda tx: put_post(tx, row.id, row.version, made, post.now()))
    await post.run()
    assert await post.waiting(1) == []
    return post.wire.asked[asked:]


async def place(post: Post) -> int:
    return (await post.match()).row.thread_id or 0


async def test_a_moderator_s_void_is_said_in_the_match(post: Post) -> None:
    thread = await place(post)
    said = []
    for void in (True, False):
        assert await put(post, PostKind.NOTICE, void=void, why="cheating") == [("post", thread)]
        said.append(post.wire.words[thread])
    assert said == [
        "\n<@2>, <@1>: a moderator let this match count for nothing. Why: cheating",
        "\n<@2>, <@1>: a moderator let this match count again. Why: cheating",
    ]


async def end_and_reopen(post: Post) -> int:
    """A moderator ends a match; the last post about it is to say that it goes on."""
    thread = await place(post)
    await post.club.play.moderation.end_match(1, act(CLEO), why="Nobody is here.")
    await post.run()
    return thread


async def test_a_match_that_goes_on_loses_the_card_of_its_result(post: Post) -> None:
    thread = await end_and_reopen(post)
    asked = await put(post, PostKind.NOTICE, reopened="A mistake.")
    assert asked == [("look", CHANNEL), ("delete", CHANNEL), ("post", thread)]
    assert "A mistake." in post.wire.words[thread]


async def test_a_result_that_cannot_be_looked_for_stays(post: Post) -> None:
    thread = await end_and_reopen(post)
    post.wire.fault = lambda request, channel: refusal(403) if request == "look" else None
    assert await put(post, PostKind.NOTICE, reopened="") == [("look", CHANNEL), ("post", thread)]


async def test_a_match_that_no_moderator_ended_has_no_result_to_delete(post: Post) -> None:
    thread = await place(post)
    assert await put(post, PostKind.NOTICE, reopened="") == [("post", thread)]


async def test_a_result_is_told_only_of_a_match_that_is_over_in_a_thread(post: Post) -> None:
    await place(post)
    assert await put(post, PostKind.RESULT) == []
    await post.club.play.matches.resign(1, act(ANN))
    await post.run()
    assert ("post", CHANNEL) in await put(post, PostKind.RESULT)


async def test_who_moved_a_match_is_told_in_its_former_place(post: Post) -> None:
    await place(post)
    assert await put(post, PostKind.MOVED, channel=55, by=ANN.id, to=66) == [("post", 55)]
    assert str(ANN.id) in post.wire.words[55] and "66" in post.wire.words[55]


async def test_a_thread_is_archived_once_its_match_is_over(post: Post) -> None:
    thread = await place(post)
    await put(post, PostKind.ARCHIVE)
    await post.run(3600.0)
    assert not post.wire.server.channels[thread].archived
    await post.club.play.matches.resign(1, act(ANN))
    await put(post, PostKind.ARCHIVE)
    await post.run(3599.0)
    assert not post.wire.server.channels[thread].archived
    await post.run(1.0)
    assert post.wire.server.channels[thread].archived


async def test_a_match_that_is_read_again_has_no_notice_that_it_cannot_be(post: Post) -> None:
    await place(post)
    assert await put(post, PostKind.UNPLAYABLE) == []


async def test_a_thread_is_renamed_before_it_is_archived(post: Post) -> None:
    thread = await place(post)
    await post.club.play.matches.resign(1, act(ANN))
    await post.run(7200.0)
    post.wire.server.channels[thread].archived = False
    await put(post, PostKind.ARCHIVE, renamed=True)
    await post.run(3600.0)
    assert ("rename", thread) in post.wire.asked and not post.wire.server.channels[thread].archived
    await post.run(3600.0)
    assert post.wire.server.channels[thread].archived


async def ask_for_place(post: Post, answer: Exception | None) -> None:
    post.wire.fault = lambda request, channel: answer if request == "look up" else None
    row = (await post.club.play.matches.load(1)).row
    await post.store.write(lambda tx: put_place_checks(tx, GUILD, [row.place_id], post.now()))
    await post.run(1.0)


async def test_a_locked_thread_is_left_and_one_not_to_be_seen_is_kept(post: Post) -> None:
    thread = await place(post)
    await ask_for_place(post, refusal(403, Code.MISSING_ACCESS))
    await ask_for_place(post, None)
    assert (await post.club.play.matches.load(1)).row.thread_id == thread
    post.wire.server.channels[thread].locked = True
    await ask_for_place(post, None)
    assert (await post.club.play.matches.load(1)).row.thread_id is None


async def test_an_offer_that_nobody_can_answer_any_more_is_not_posted(post: Post) -> None:
    thread = await place(post)
    await post.club.play.offers.offer(1, act(ANN), OfferKind.DRAW)
    await post.move(1)
    await post.run()
    assert post.wire.live(thread, "draw") == []


async def test_an_offer_is_posted_and_closed_once_it_is_answered(post: Post) -> None:
    thread = await place(post)
    await post.club.play.offers.offer(1, act(ANN), OfferKind.DRAW)
    await post.run()
    assert len(post.wire.live(thread, "draw")) == 1
    await post.club.play.offers.decline(1, act(BEN), OfferKind.DRAW)
    await post.run(60.0)
    assert post.wire.live(thread, "draw") == []


async def test_where_no_thread_can_be_made_the_match_is_in_its_channel(post: Post) -> None:
    post.wire.fault = lambda request, channel: (
        refusal(403, Code.MISSING_PERMISSION) if request == "thread" else None
    )
    row = (await post.match()).row
    assert row.thread_id is None
    assert post.wire.live(CHANNEL, "play")


async def test_a_player_who_cannot_be_added_hinders_no_match(post: Post) -> None:
    post.wire.fault = lambda request, channel: refusal(403) if request == "member" else None
    row = (await post.match()).row
    assert post.wire.live(row.thread_id or 0, "play")
