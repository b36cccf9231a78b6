"""Live clocks as players use them: chosen as `5+5`.

They are fair however slow the bot is.
"""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from bot.answers.reply import Reply
from club.clocks.clock import Clock, is_clock_consistent
from data.sqlite.check import check
from tests.bot.server import Server, buttons, reply_text, texts

BANK = 5 * 60


async def begin_live(room: Server) -> Any:
    """Begin a match by `5+5` in which Ann is to move."""
    return await room.begin("binar", side="Even", clock="5+5")


async def seconds_left(room: Server) -> list[float]:
    """Return the seconds both players have left now."""
    row = (await room.bot.club.play.matches.load(1)).row.clock
    assert row is not None
    clock = Clock.parse(row.state)
    now = room.env.now().timestamp()
    return [round(clock.seconds_left(0, now)), round(clock.seconds_left(1, now))]


@contextmanager
def slow_answers(room: Server, seconds: float) -> Iterator[None]:
    """The bot sees to every press only so many seconds after Discord has made it."""
    answer = Reply._work

    async def answering(reply: Reply, work: Callable[[Reply], Awaitable[None]]) -> None:
        await reply._defer()
        room.env.backend.advance_clock(seconds)
        await answer(reply, work)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Reply, "_work", answering)
        yield


async def test_a_press_on_the_last_second_counts_though_the_bot_sees_it_after_the_flag(room: Server) -> None:
    place = await begin_live(room)
    await room.env.advance_time(BANK - 2)
    with slow_answers(room, 60):
        await room.ann.slash(place, "move", move="c3")
    assert await seconds_left(room) == [2 + 5, BANK]
    assert "Ben has 5 minutes" in texts(room.board(place))


async def test_the_flag_is_on_the_board_at_once_and_the_opponent_claims(room: Server) -> None:
    place = await begin_live(room)
    shown = room.board(place)
    await room.env.advance_time(BANK - 1)
    assert "still has time" in reply_text(await room.ben.slash(place, "claim"))
    await room.env.advance_time(1.2)
    board = room.board(place)
    assert board.id == shown.id
    assert "**Ann's time was up <t:" in texts(board)
    assert {"Claim or adjourn", "Give more time"} <= buttons(board).keys()
    asked = await room.ben.click(board, label="Claim or adjourn")
    soon = await room.ben.click(asked.response, label="Claim the win")
    assert "may still be on its way" in reply_text(soon)
    await room.env.advance_time(3)
    asked = await room.ben.click(board, label="Claim or adjourn")
    await room.ben.click(asked.response, label="Claim the win")
    assert await room.reason() == "Ann ran out of time"
    check(room.bot.config.database, as_replayed=is_clock_consistent)
