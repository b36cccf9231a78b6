"""No player is stuck with an opponent who does not move.

First comes a nudge, then the win or a match without a result.
"""

import json
from typing import Any

import pytest

from club.members.people import Person
from club.play.match.waiting import CLAIM_AFTER, GRACE, NUDGE_AFTER
from club.refusals import Refusal
from data.outbox.post_kinds import PostKind
from tests.club.people import ANN, BEN, CLEO, act
from tests.club.refusing import refused_code
from tests.club.room import Room
from words import discord_timestamp


async def wait(room: Room, seconds: float) -> None:
    """Begin a match in which Ann moved and Ben has not for so long."""
    await room.begin("")
    await room.move()
    room.time[0] += seconds


async def nudge_and_wait(room: Room, seconds: float) -> None:
    """Ann has nudged Ben, and so much time has passed since."""
    await wait(room, NUDGE_AFTER)
    await room.club.play.silences.nudge(1, act(ANN))
    room.time[0] += seconds


async def refusal_of(room: Room, who: Person = ANN) -> str:
    """The code with which a claim is refused."""
    with pytest.raises(Refusal) as refused:
        await room.claim(who)
    return refused.value.code


async def test_a_nudge_comes_after_two_weeks_and_a_claim_a_week_after_it(room: Room) -> None:
    await wait(room, NUDGE_AFTER - 1)
    assert (
        await refused_code(room.club.play.silences.nudge(1, act(ANN)))
        == await refusal_of(room)
        == "silence.nudge_first"
    )
    room.time[0] += 1
    await room.club.play.silences.nudge(1, act(ANN))
    room.time[0] += CLAIM_AFTER - 1
    assert await refusal_of(room) == "silence.claim_later"
    room.time[0] += 1
    ended = await room.claim(ANN)
    assert ended.row.winner == 0


async def test_a_claim_may_end_the_match_without_a_result(room: Room) -> None:
    await nudge_and_wait(room, CLAIM_AFTER)
    ended = await room.claim(ANN, win=False)
    assert ended.is_over and ended.row.winner is None


async def test_only_who_waits_nudges_or_claims(room: Room) -> None:
    await nudge_and_wait(room, CLAIM_AFTER)
    assert await refusal_of(room, BEN) == "silence.your_turn"
    assert await refusal_of(room, CLEO) == "match.watching"


async def test_a_move_ends_all_of_it_and_the_wait_begins_anew(room: Room) -> None:
    await nudge_and_wait(room, CLAIM_AFTER)
    await room.move()
    assert await refusal_of(room) == "silence.your_turn"
    await room.move()
    assert await refusal_of(room) == "silence.nudge_first"


async def test_who_left_the_server_is_waited_for_no_longer_than_a_day(room: Room) -> None:
    await wait(room, GRACE)
    silences = room.club.play.silences
    await silences.set_absent(await room.club.play.matches.load(1), absent=True)
    assert await refusal_of(room) == "silence.claim_later"
    room.time[0] += GRACE
    table = await room.club.play.matches.load(1)
    silences.check_claim(table)
    await silences.set_absent(table, absent=False)
    assert await refusal_of(room) == "silence.nudge_first"


async def test_a_move_of_whoever_had_left_says_that_they_are_back(room: Room) -> None:
    await wait(room, GRACE)
    await room.club.play.silences.set_absent(await room.club.play.matches.load(1), absent=True)
    await room.move()
    assert (await room.row()).absent_at is None


async def test_the_board_says_when_one_may_nudge_and_when_one_may_claim(room: Room) -> None:
    await wait(room, 0)
    silences = room.club.play.silences
    await room.quiet()
    for seconds in (NUDGE_AFTER, CLAIM_AFTER):
        due = await silences.redraw_due_boards()
        assert due == pytest.approx(room.time[0] + seconds) and await room.rows(PostKind.BOARD) == []
        room.time[0] += seconds
        await silences.redraw_due_boards()
        assert len(await room.rows(PostKind.BOARD)) == 1
        if seconds == NUDGE_AFTER:
            await silences.nudge(1, act(ANN))
        await room.quiet()


async def test_who_is_too_early_is_told_whose_move_they_wait_for_and_until_when(room: Room) -> None:
    await wait(room, 0)
    await room.move()
    began = room.time[0]

    async def told(who: Person) -> tuple[str, dict[str, Any]]:
        with pytest.raises(Refusal) as refused:
            await room.club.play.silences.nudge(1, act(who))
        return refused.value.code, dict(refused.value.facts)

    first, after = (discord_timestamp(began), discord_timestamp(began + NUDGE_AFTER))
    assert await told(BEN) == ("silence.nudge_first", {"name": "Ann", "from_time": first, "time": after})
    assert await told(ANN) == ("silence.your_turn", {})
    room.time[0] += NUDGE_AFTER
    await room.club.play.silences.nudge(1, act(BEN))
    claim = discord_timestamp(room.time[0] + CLAIM_AFTER)
    assert await told(BEN) == ("silence.claim_later", {"name": "Ann", "time": claim})
    room.time[0] += CLAIM_AFTER
    assert await told(BEN) == ("silence.claim_now", {})


@pytest.mark.parametrize("blocked", [False, True])
async def test_a_nudge_pings_but_for_whoever_blocked_who_nudges(room: Room, blocked: bool) -> None:
    await wait(room, NUDGE_AFTER)
    if blocked:
        await room.club.members.blocks.block(BEN.id, ANN.id)
    await room.quiet()
    await room.club.play.silences.nudge(1, act(ANN))
    [board] = await room.rows(PostKind.BOARD)
    payload = json.loads(board.payload)
    assert (payload.get("pings"), payload["since"]) == ((False, 2) if blocked else (None, 2))


async def test_what_is_known_of_an_absence_is_stored_once(room: Room) -> None:
    await wait(room, GRACE)
    silences = room.club.play.silences
    table = await room.club.play.matches.load(1)
    await room.quiet()
    assert await silences.set_absent(table, absent=False) is table
    assert await room.rows(PostKind.BOARD) == []
    gone = await silences.set_absent(table, absent=True)
    assert gone.row.absent_at == room.time[0] and len(await room.rows(PostKind.BOARD)) == 1
    assert await silences.set_absent(gone, absent=True) is gone
