"""The weekly digest at Discord: one post a week, whatever fails on the way.

A week without anything gets no post.
"""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.codes import Code, NoAnswer
from club.members.people import Person
from club.play.match.matches import Table
from club.standing.digest import DAY, LATE, WEEK
from data.outbox.post_kinds import PostKind
from data.puzzles.mining import NAMED
from data.standing import rated_rows, ratings
from data.standing.ratings import RatingRow
from tests.bot.memory_wire import Post, posting
from tests.club.people import ANN, BEN, GUILD, act, make_challenge, start_match
from tests.club.tournaments import PEOPLE, SOON, tournament
from tests.fake_wire import refusal

CHANNEL = 77
DM = 100_000 + ANN.id
HOUR = 3600.0


@pytest.fixture
async def post(tmp_path: Path) -> AsyncIterator[Post]:
    """A server that has just chosen a channel for its digest."""
    async with posting(tmp_path / "twotone.db") as opened:
        await opened.club.standing.digests.change_settings(GUILD, moderator_id=ANN.id, digest_channel=CHANNEL)
        yield opened


async def play_and_resign(post: Post, *, moves: int = 2) -> Table:
    """Play a match of Ann and Ben that Ann resigns after some moves."""
    table = await post.match("russian")
    for _ in range(moves):
        table = await post.move(table.row.id)
    return await post.club.play.matches.resign(table.row.id, act(ANN))


async def comes(post: Post) -> float:
    """When the next digest comes."""
    _, at = await post.club.standing.digests.load_plan(GUILD)
    assert at is not None
    return at


async def week_over(post: Post, *, after: float = 0.0) -> None:
    """The digest is due, and the bot looks for it so many seconds later."""
    await post.run(await comes(post) - post.time + after)
    await post.club.standing.digests.queue_due_digests()
    await post.run(HOUR)


def there(post: Post) -> int:
    """How many messages are in the channel."""
    return sum(sent.channel_id == CHANNEL for sent in post.wire.messages.values())


async def test_a_week_is_told_once(post: Post) -> None:
    await play_and_resign(post)
    await week_over(post)
    assert there(post) == 1
    said = post.wire.words[CHANNEL]
    assert "The week on this server" in said
    assert "**Ben** won against Ann · [Russian checkers](https://discord.com/channels/10/" in said
    for _ in range(3):
        await post.club.standing.digests.queue_due_digests()
        await post.run(DAY)
    assert there(post) == 1
    assert DAY < await comes(post) - post.time <= WEEK


async def test_a_week_without_anything_has_none_though_seats_are_open(post: Post) -> None:
    await make_challenge(post.club, people=(ANN, None))
    await week_over(post)
    assert (there(post), await post.waiting_of(PostKind.DIGEST)) == (0, 0)
    await play_and_resign(post)
    await make_challenge(post.club, people=(BEN, None))
    await week_over(post)
    assert there(post) == 1
    assert "Open seats" in post.wire.words[CHANNEL]


async def test_of_two_processes_that_look_at_once_one_makes_it(post: Post) -> None:
    await play_and_resign(post)
    await post.run(await comes(post) - post.time)
    await asyncio.gather(*(post.club.standing.digests.queue_due_digests() for _ in range(3)))
    assert await post.waiting_of(PostKind.DIGEST) == 1


@pytest.mark.ci
async def test_what_would_come_days_late_is_left_out(post: Post) -> None:
    await play_and_resign(post)
    at = await comes(post)
    await week_over(post, after=LATE)
    assert there(post) == 0
    assert await comes(post) == at + WEEK
    await play_and_resign(post)
    post.wire.fault = lambda request, place: NoAnswer("reset") if place == CHANNEL else None
    await week_over(post)
    post.time += LATE  # without the tries meanwhile, which would take as long
    post.wire.fault = lambda request, _: None
    await post.run(HOUR)
    assert (there(post), await post.waiting_of(PostKind.DIGEST)) == (0, 0)


async def test_who_chose_a_channel_that_takes_none_hears_of_it_once(post: Post) -> None:
    await play_and_resign(post)
    post.wire.fault = lambda _, place: refusal(404, Code.UNKNOWN_CHANNEL) if place == CHANNEL else None
    await week_over(post)
    assert "weekly digest is not posted in <#77> any more" in post.wire.words[DM]
    server, at = await post.club.standing.digests.load_plan(GUILD)
    assert (server.digest_channel, server.digest_by, at) == (None, None, None)


async def test_a_process_that_does_not_hear_of_the_server_leaves_it_to_others(post: Post) -> None:
    await play_and_resign(post)
    known, shows = False, post.wire.place_filter
    post.wire.place_filter = lambda *where: shows(*where) if known else None  # pyrefly: ignore[bad-assignment, method-assign]
    await post.run(await comes(post) - post.time)
    await post.club.standing.digests.queue_due_digests()
    await post.run(5)
    assert there(post) == 0
    await post.run(4 * HOUR)
    assert await post.waiting_of(PostKind.DIGEST) == 1, "it is given up no sooner than it is late"
    known = True
    await post.run(HOUR)
    assert there(post) == 1


@pytest.mark.ci
async def test_the_closest_match_is_shown_with_its_replay_where_both_let_it(post: Post) -> None:
    for person in (ANN, BEN):
        await post.club.members.preferences.change(person.id, mined=NAMED)
    await play_and_resign(post, moves=8)
    await week_over(post)
    assert "Match of the week" in post.wire.words[CHANNEL]
    assert "GIF89a" in post.wire.words[CHANNEL]
    await post.club.members.preferences.change(BEN.id, mined=None)
    await play_and_resign(post, moves=8)
    await week_over(post)
    assert there(post) == 2
    assert "Match of the week" not in post.wire.words[CHANNEL]
    assert "PNG" in post.wire.words[CHANNEL], "else the newest board is shown"
    assert "**Results**" in post.wire.words[CHANNEL]


async def test_digests_of_several_servers_are_made_one_by_one(post: Post) -> None:
    elsewhere, other = GUILD + 50, CHANNEL + 1
    await post.club.standing.digests.change_settings(elsewhere, moderator_id=ANN.id, digest_channel=other)
    await play_and_resign(post)
    row = await start_match(post.club, "russian", guild_id=elsewhere)
    await post.club.play.matches.resign(row.row.id, act(ANN))
    await post.run(await comes(post) - post.time)
    await post.club.standing.digests.queue_due_digests()
    released = post.wire.hold("post")
    await post.run(5)
    assert [place for kind, place in post.wire.asked if kind == "post" and place in (CHANNEL, other)] == [
        CHANNEL
    ]
    released.set()
    await post.run(HOUR)
    assert there(post) == 1
    assert sum(sent.channel_id == other for sent in post.wire.messages.values()) == 1


async def test_it_shows_a_board_who_waits_and_who_leads(post: Post) -> None:
    await play_and_resign(post)
    running = await post.match("russian")
    await post.move(running.row.id)
    await post.club.store.write(lambda tx: rated_rows.claim_number(tx, GUILD, post.now()))
    best = RatingRow(GUILD, "russian", 500, "Emi", 1700.0, 60.0, post.now(), 20, 9)
    await post.club.store.write(lambda tx: ratings.put(tx, best))
    await week_over(post)
    said = post.wire.words[CHANNEL]
    assert "PNG" in said
    assert "**Whose turn it is**\n**" in said
    assert "**The best in Russian checkers**\n1. **Emi** 1700" in said


async def play_cup(post: Post, kind: str = "knockout") -> None:
    """Play a tournament of four to its end; the later entrant resigns each match."""
    await tournament(post.club, kind, clock="1d")
    for person in PEOPLE[:4]:
        await post.club.competitions.all.join(1, person)
    await post.run(SOON)
    while True:
        await post.club.competitions.scheduler.take_due_steps()
        await post.run(60.0)
        sheet = await post.club.competitions.all.load_crosstable(1)
        running = [each for each in sheet.pairings if each.effective_result is None and each.match_id]
        if not running:
            break
        for each in running:
            await post.move(each.match_id or 0)
            loser = sheet.entrant(max(each.first_id, each.second_id))
            await post.club.play.matches.resign(each.match_id or 0, act(Person(loser.user_id, "")))


async def test_the_winner_of_a_cup_is_named_over_the_end_of_the_final(post: Post) -> None:
    await play_cup(post)
    await week_over(post)
    said = post.wire.words[CHANNEL]
    assert "**Who won**\n**Member 0** has won [Friday](https://discord.com/channels/10/11/" in said
    assert "PNG" in said and "**Results**" in said
    await play_and_resign(post)
    await week_over(post)
    assert there(post) == 2
    assert "Who won" not in post.wire.words[CHANNEL].split("The week on this server")[-1], "it is told once"


async def test_who_hides_their_profile_is_no_named_winner(post: Post) -> None:
    await play_cup(post)
    await post.club.members.preferences.change(PEOPLE[0].id, profile_shown=False)
    await week_over(post)
    said = post.wire.words[CHANNEL]
    assert "**Who won**\n[Friday](https://discord.com/channels/10/11/" in said
    assert ") is over" in said and "Member 0** has won" not in said
