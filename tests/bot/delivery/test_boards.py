"""The board of a match: edited while it is current, posted anew when it is not."""

from bot.delivery.posts import EDITABLE_FOR
from club.play.match.posts import Post as MatchPost
from club.play.match.posts import put_post
from data.outbox.post_kinds import PostKind
from tests.bot.memory_wire import Post


async def queue(post: Post, **payload: object) -> list[tuple[str, int]]:
    """Queue the board of the first match; return the requests that follow."""
    row = (await post.club.play.matches.load(1)).row
    asked = len(post.wire.asked)
    made = MatchPost(PostKind.BOARD, payload={"since": 0, **payload})
    await post.store.write(lambda tx: put_post(tx, 1, row.version, made, post.now()))
    await post.run()
    assert await post.waiting(1) == []
    return post.wire.asked[asked:]


async def test_a_board_that_is_shown_already_is_left_alone(post: Post) -> None:
    await post.match()
    assert await queue(post) == []


async def test_new_words_are_edited_into_the_board_that_is_there(post: Post) -> None:
    row = (await post.match()).row
    assert await queue(post, quiet=True) == [("edit", row.thread_id)]
    after = (await post.club.play.matches.load(1)).row
    assert after.board_message_id == row.board_message_id
    assert after.board_attachment_id != row.board_attachment_id


async def test_new_words_of_a_board_that_was_deleted_are_not_said(post: Post) -> None:
    row = (await post.match()).row
    del post.wire.server.messages[row.board_message_id or 0]
    assert await queue(post, quiet=True) == [("edit", row.thread_id)]
    assert (await post.club.play.matches.load(1)).row.board_message_id == row.board_message_id


async def test_a_new_position_is_posted_and_the_old_board_loses_its_buttons(post: Post) -> None:
    row = (await post.match()).row
    thread = row.thread_id or 0
    await post.move(1)
    await post.run(60.0)
    [shown] = post.wire.live(thread)
    assert shown.message_id != row.board_message_id
    assert ("edit", thread) in post.wire.asked


async def test_a_board_too_old_to_edit_keeps_its_buttons(post: Post) -> None:
    row = (await post.match()).row
    thread = row.thread_id or 0
    post.time += EDITABLE_FOR
    asked = len(post.wire.asked)
    await post.move(1)
    await post.run(60.0)
    assert ("edit", thread) not in post.wire.asked[asked:]
    assert len(post.wire.live(thread)) == 2
