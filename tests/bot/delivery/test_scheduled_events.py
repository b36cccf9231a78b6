"""Discord events follow the competitions they announce, and each exists once."""

import logging
from dataclasses import replace

import pytest

from bot.codes import Code, NoAnswer
from club.competitions.lookup import Official
from data.competitions import competitions
from data.outbox.post_kinds import PostKind
from tests.bot.memory_wire import Post
from tests.club.ladders import ladder
from tests.club.leagues import FOUR, MO, create_league, newest
from tests.club.people import GUILD
from tests.club.tournaments import PEOPLE, SOON, tournament
from tests.fake_wire import refusal

MINUTE, DAY = 60.0, 24 * 3600.0


def there(post: Post) -> dict[str, float]:
    """The events by name, and when each begins; no name is there twice."""
    found = [(event.name, event.starts_at) for event in post.wire.server.events.values()]
    assert len({name for name, _ in found}) == len(found)
    return dict(found)


STARTS, CLOSES = "Autumn league: season 1 starts", "Autumn league: season 1 closes"


async def test_a_season_has_an_event_for_its_start_and_one_for_its_close_which_are_put_off_with_it(
    post: Post,
) -> None:
    league = await create_league(post.club)
    await post.run(MINUTE)
    stage = await newest(post.club, league)
    assert there(post) == {STARTS: stage.starts_at, CLOSES: stage.closes_at}
    await post.run(stage.starts_at - DAY / 2 - post.now())
    later = replace(
        await newest(post.club, league),
        starts_at=stage.starts_at + 7 * DAY,
        closes_at=stage.closes_at + 7 * DAY,
    )
    await post.club.store.write(lambda tx: competitions.update_stage(tx, later))
    await post.club.competitions.all.join(stage.id, FOUR[0])
    await post.run(MINUTE)
    assert there(post) == {STARTS: later.starts_at, CLOSES: later.closes_at}
    await post.club.competitions.all.stop(stage.id, official=Official(MO.id))
    await post.run(MINUTE)
    assert there(post) == {}


async def test_where_a_channel_was_shut_no_event_is_moved_or_made_but_those_there_are_taken_away(
    post: Post,
) -> None:
    league = await create_league(post.club)
    await post.run(MINUTE)
    stage = await newest(post.club, league)
    assert set(there(post)) == {STARTS, CLOSES}
    post.wire.opened = False
    later = replace(stage, starts_at=stage.starts_at + 7 * DAY, closes_at=stage.closes_at + 7 * DAY)
    await post.club.store.write(lambda tx: competitions.update_stage(tx, later))
    await post.club.competitions.all.join(stage.id, FOUR[0])
    await post.run(MINUTE)
    assert there(post) == {} and await post.waiting_of(PostKind.EVENT) == 0
    post.wire.opened = True
    await post.club.competitions.all.join(stage.id, FOUR[1])
    await post.run(MINUTE)
    assert there(post) == {STARTS: later.starts_at, CLOSES: later.closes_at}


async def test_a_tournament_that_starts_early_needs_no_event_any_more_nor_does_a_ladder(post: Post) -> None:
    await ladder(post.club)
    row = await tournament(post.club)
    await post.run(MINUTE)
    assert there(post) == {"Friday starts": float(int(post.now() - MINUTE + SOON))}
    stage = await newest(post.club, row)
    for person in PEOPLE[:4]:
        await post.club.competitions.all.join(stage.id, person)
    await post.club.competitions.tournaments.start(stage.id, official=Official(MO.id))
    await post.club.competitions.scheduler.take_due_steps()
    await post.run(MINUTE)
    assert there(post) == {}


@pytest.mark.ci
@pytest.mark.parametrize("taken", [True, False])
async def test_a_lost_answer_or_a_crash_makes_no_second_event(post: Post, taken: bool) -> None:
    post.wire.accepts = taken
    post.wire.fault = lambda request, _: NoAnswer("reset") if request == "event" else None
    await create_league(post.club)
    await post.run(MINUTE)
    await post.restart()
    await post.run(DAY / 12)
    assert set(there(post)) == {STARTS, CLOSES}
    assert "cancel event" not in {kind for kind, _ in post.wire.asked}  # it was looked for first


async def test_what_the_library_has_sent_twice_is_taken_away_but_not_another_league_s_of_the_same_name(
    post: Post,
) -> None:
    post.wire.twice = True
    await create_league(post.club)
    await post.run(MINUTE)
    assert set(there(post)) == {STARTS, CLOSES}
    post.wire.twice = False
    await create_league(post.club)
    await post.run(MINUTE)
    assert sorted(event.name for event in post.wire.server.events.values()) == [CLOSES] * 2 + [STARTS] * 2


async def test_an_event_that_somebody_has_deleted_is_not_made_again(post: Post) -> None:
    league = await create_league(post.club)
    await post.run(MINUTE)
    stage = await newest(post.club, league)
    post.wire.server.events.clear()
    for days in (7, 14):
        moved = replace(await newest(post.club, league), starts_at=stage.starts_at + days * DAY)
        await post.club.store.write(lambda tx, moved=moved: competitions.update_stage(tx, moved))
        await post.club.competitions.all.join(stage.id, FOUR[days // 7])
        await post.run(MINUTE)
        assert there(post) == {}
    assert [kind for kind, _ in post.wire.asked].count("move event") == 1


async def test_where_the_bot_may_make_none_nothing_is_asked(post: Post) -> None:
    post.wire.makes_events = False
    await create_league(post.club)
    await post.run(MINUTE)
    assert await post.waiting_of(PostKind.EVENT) == 0
    assert not [kind for kind, place in post.wire.asked if place == GUILD]


@pytest.mark.parametrize(
    "fault",
    [refusal(400, Code.EVENTS_FULL), refusal(403, Code.MISSING_PERMISSION), refusal(400, Code.EVENT_OVER)],
)
async def test_a_server_that_has_a_hundred_or_says_no_hears_no_complaint(
    post: Post, fault: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    post.wire.fault = lambda request, _: fault if request == "event" else None
    with caplog.at_level(logging.WARNING):
        await create_league(post.club)
        await post.run(MINUTE)
    assert await post.waiting_of(PostKind.EVENT) == 0 and there(post) == {}
    assert not [record for record in caplog.records if "event" in str(record.__dict__.get("kind"))]
