"""The computer's turn is a job in the store.

No process that dies takes a move along, and none is made twice.
"""

import pytest

from club.play.after.phrases import strength_phrase
from data.outbox import leases
from tests.bot.computer_matches import PAUSE, answer, begin_computer, jobs, restarted_while_it_thinks
from tests.bot.server import Server

pytestmark = pytest.mark.usefixtures("computer_waits")


@pytest.mark.ci
async def test_a_restart_while_it_thinks_loses_no_move_and_makes_none_twice(room: Server) -> None:
    await restarted_while_it_thinks(room)


@pytest.mark.ci
async def test_a_job_that_a_dead_process_had_in_hand_is_done_after_the_start(room: Server) -> None:
    place = await begin_computer(room)
    await room.ann.slash(place, "move", move="b2")
    store, now = room.bot.club.store, room.env.now().timestamp()
    taken = await store.write(
        lambda tx: leases.claim(tx, "thinking", now + PAUSE, 1, owner="dead", lease=1e6)
    )
    assert [row.attempts for row in taken] == [1]
    await answer(room)
    assert len((await room.match()).plies) == 1, "it is in hand"
    await room.restart()
    await answer(room)
    assert len((await room.match()).plies) == 2


async def test_it_moves_as_soon_as_the_bot_is_back_on_a_server_that_it_had_left(room: Server) -> None:
    place = await begin_computer(room)
    await room.ann.slash(place, "move", move="b2")
    guild = room.bot.get_guild(room.guild.id)
    assert guild is not None
    await room.run(room.bot.on_guild_remove(guild))
    await answer(room)
    assert (len((await room.match()).plies), len(await jobs(room))) == (1, 1)
    await room.run(room.bot.on_guild_join(guild))
    assert len((await room.match()).plies) == 2


def test_every_level_of_every_game_has_words_and_stars() -> None:
    for most in range(1, 7):
        told = [str(strength_phrase(level, most)) for level in range(1, most + 1)]
        assert len({each.partition(" ")[2] for each in told}) == most
        assert told[-1] == "★" * most + " at its best"
    assert str(strength_phrase(3, 6)) == "★★★☆☆☆ fair"
    assert str(strength_phrase(3, 6, short=True)) == "3★ fair", "where the levels are side by side"
