"""A live clock starts when Discord has its board.

The board may be late, lost or found again. No player is charged before that.
"""

from bot.codes import NoAnswer
from club.clocks.clock import Clock
from data.play.clocks import ClockRow
from tests.bot.memory_wire import NOW, Post
from tests.discord_in_memory import REMEMBERS

BANK = 300.0


async def load_clock(post: Post) -> ClockRow:
    """Load the clock of the first match."""
    row = (await post.club.play.matches.load(1)).row.clock
    assert row is not None
    return row


async def seconds_left(post: Post) -> list[float]:
    """Return the seconds both players have left now."""
    clock = Clock.parse((await load_clock(post)).state)
    return [clock.seconds_left(0, post.now()), clock.seconds_left(1, post.now())]


async def test_it_goes_when_the_board_has_been_taken_and_the_keeper_is_told(post: Post) -> None:
    told: list[float | None] = []
    post.club.play.matches.expect = lambda by=None: told.append(by)
    await post.match(clock="5+5")
    assert (await load_clock(post)).deadline_at == NOW + BANK
    assert NOW + BANK in told


async def test_while_a_board_is_held_up_no_time_goes(post: Post) -> None:
    await post.match(clock="5+5")
    answer = post.wire.hold("post")
    post.time += 10
    await post.move(1)
    await post.run(200)
    assert ((await load_clock(post)).deadline_at, await seconds_left(post)) == (None, [BANK - 10 + 5, BANK])
    answer.set()
    await post.run(30)
    assert await seconds_left(post) == [BANK - 5, BANK - 30]


async def test_a_board_whose_answer_was_lost_counts_from_when_it_is_found(post: Post) -> None:
    await post.match(clock="5+5")
    post.wire.fault = lambda request, _: NoAnswer("reset") if request in ("post", "look") else None
    post.wire.accepts = True
    await post.move(1)
    await post.run(2 * REMEMBERS)
    assert (await seconds_left(post))[1] == BANK
    post.wire.fault = lambda request, _: None
    await post.run(30)
    assert BANK - 30 <= (await seconds_left(post))[1] < BANK
    assert len([sent for sent in post.wire.messages.values() if "v1:1:play:1" in sent.marks]) == 1


async def test_killed_while_the_board_is_on_its_way_the_next_process_lets_it_go_from_when_it_is_found(
    post: Post,
) -> None:
    await post.match(clock="5+5")
    await post.club.play.clocks.store_heartbeats({0: post.now()}, 1)
    post.wire.fault = lambda request, _: NoAnswer("reset") if request in ("post", "look") else None
    post.wire.accepts = True
    await post.move(1)
    await post.run()
    await post.kill()
    post.time += 900
    post.wire.fault = lambda request, _: None
    await post.start()
    assert ((await load_clock(post)).deadline_at, (await seconds_left(post))[1]) == (None, BANK)
    await post.run(60)
    began = post.now() - 60
    assert began + BANK <= ((await load_clock(post)).deadline_at or 0.0) < began + 60 + BANK
    await post.club.play.clocks.store_heartbeats({0: post.now()}, 1)
    await post.club.play.clocks.handle_due_clocks()
    assert await seconds_left(post) == [BANK + 5, BANK], "it was away until its first heartbeat"
