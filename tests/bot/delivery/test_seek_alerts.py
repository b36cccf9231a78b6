"""Messages to members with a seek: one each, whatever fails on the way.

No one gets more messages a day than they want.
"""

import pytest

from bot.codes import Code, NoAnswer
from bot.delivery.posts import ELSEWHERE_TRIES
from data.outbox.post_kinds import PostKind
from data.play.places import PlacedRow
from tests.bot.memory_wire import Post
from tests.club.people import ANN, BEN, CLEO, GUILD, make_challenge
from tests.fake_wire import refusal

MINUTE, HOUR = 60.0, 3600.0


async def looks(post: Post, *people: int, most: int = 3) -> None:
    """These people want to hear of challenges to Binar."""
    for user_id in people:
        await post.club.play.seek_alerts.change_settings(user_id, GUILD, games=("binar",), most=most)


def count_words(post: Post, user_id: int) -> int:
    """Return how many messages a member has got."""
    return sum(sent.channel_id == 100_000 + user_id for sent in post.wire.messages.values())


async def stated_count(post: Post, challenge_id: int = 1) -> int:
    """Return to how many people the card of a challenge says that it went."""
    return (await post.club.play.challenges.get(challenge_id)).told


@pytest.mark.ci
@pytest.mark.parametrize("taken", [True, False])
async def test_after_a_crash_on_the_way_each_has_one_word_and_is_counted_once(
    post: Post, taken: bool
) -> None:
    await looks(post, BEN.id, CLEO.id, most=1)
    post.wire.accepts = taken
    post.wire.fault = lambda request, place: NoAnswer("reset") if request == "post" and place > 1000 else None
    await make_challenge(post.club, people=(ANN, None))
    await post.run(PostKind.SEAT.rule.wait + 5)
    await post.restart()
    await post.run(2 * HOUR)
    assert [count_words(post, person.id) for person in (BEN, CLEO)] == [1, 1]
    assert await stated_count(post) == 2
    assert [(await post.club.play.seek_alerts.get(person.id, GUILD)).told for person in (BEN, CLEO)] == [1, 1]


async def test_of_several_challenges_at_once_nobody_hears_of_more_than_they_want(post: Post) -> None:
    await looks(post, CLEO.id, most=2)
    for clock in ("1d", "2d", "3d"):
        await make_challenge(post.club, people=(ANN, None), clock=clock)
    released = post.wire.hold("post")
    await post.run(PostKind.SEAT.rule.wait + 5)
    released.set()
    await post.run(HOUR)
    assert count_words(post, CLEO.id) == 2


async def test_who_takes_no_direct_messages_is_counted_for_nobody_and_holds_nobody_up(post: Post) -> None:
    await looks(post, BEN.id, CLEO.id)
    closed = 100_000 + BEN.id
    post.wire.fault = lambda _, place: refusal(403, Code.DM_REFUSED) if place == closed else None
    await make_challenge(post.club, people=(ANN, None))
    await post.run(HOUR)
    assert [count_words(post, person.id) for person in (BEN, CLEO)] == [0, 1]
    assert await stated_count(post) == 1


async def test_who_does_not_see_the_place_comes_last_the_next_time(post: Post) -> None:
    await looks(post, BEN.id, CLEO.id)

    async def sees(place: PlacedRow, user_id: int) -> bool | None:
        return user_id != BEN.id

    post.wire.can_see = sees  # pyrefly: ignore[method-assign]  # Ben has no access
    await make_challenge(post.club, people=(ANN, None))
    await post.run(HOUR)
    assert [count_words(post, person.id) for person in (BEN, CLEO)] == [0, 1]
    kept = await post.club.play.seek_alerts.get(BEN.id, GUILD)
    assert (kept.told, kept.told_at is not None) == (0, True)


async def test_a_process_that_does_not_hear_of_the_server_leaves_it_to_others(post: Post) -> None:
    await looks(post, BEN.id)
    known = False

    async def sees(place: PlacedRow, user_id: int) -> bool | None:
        return True if known else None

    post.wire.can_see = sees  # pyrefly: ignore[method-assign]  # the server is another process's
    await make_challenge(post.club, people=(ANN, None))
    await post.run(PostKind.SEAT.rule.wait + 10)
    assert await post.waiting_of(PostKind.SEAT) == 1
    known = True
    await post.run(MINUTE)
    assert count_words(post, BEN.id) == 1
    known = False
    await make_challenge(post.club, "russian", people=(ANN, None))
    await post.club.play.seek_alerts.change_settings(BEN.id, GUILD, games=("russian",))
    await post.run(PostKind.SEAT.rule.wait + 4 * ELSEWHERE_TRIES)
    assert await post.waiting_of(PostKind.SEAT) == 0
