"""What is stored and posted when an opponent does not move."""

import pytest

from club.play.course.offers import OfferKind
from club.play.match.waiting import CLAIM_AFTER, GRACE, NUDGE_AFTER
from data.members import blocks
from data.outbox.post_kinds import PostKind
from data.play import silence
from tests.club.people import ANN, BEN, act
from tests.club.room import Room


@pytest.mark.parametrize("kept_away", [False, True])
async def test_a_nudge_pings_unless_the_nudged_has_blocked_who_waits(room: Room, kept_away: bool) -> None:
    await room.begin(clock="")
    if kept_away:
        await room.club.store.write(lambda tx: blocks.put(tx, ANN.id, [BEN.id], at=room.time[0]))
    room.time[0] += NUDGE_AFTER
    await room.quiet()
    await room.club.play.silences.nudge(1, act(BEN))
    [board] = await room.rows(PostKind.BOARD)
    assert ('"pings": false' in board.payload) is kept_away


async def test_without_a_clock_a_claimed_match_is_forfeited(room: Room) -> None:
    await room.begin(clock="")
    room.time[0] += NUDGE_AFTER
    await room.club.play.silences.nudge(1, act(BEN))
    room.time[0] += CLAIM_AFTER
    claimed = await room.claim(BEN)
    assert (str(claimed.row.reason), claimed.row.winner) == ("forfeit", 1)


async def test_who_has_left_is_noted_once_and_the_board_follows_quietly(room: Room) -> None:
    table = await room.club.play.matches.load((await room.begin(clock="")).id)
    await room.quiet()
    set_absent = room.club.play.silences.set_absent
    assert await set_absent(table, absent=False) is table
    assert await room.rows(PostKind.BOARD) == []
    gone = await set_absent(table, absent=True)
    assert gone.row.absent_at == room.time[0]
    [board] = await room.rows(PostKind.BOARD)
    assert board.payload == '{"since": 0, "quiet": true}'
    await room.quiet()
    assert await set_absent(gone, absent=True) is gone
    assert await room.rows(PostKind.BOARD) == []
    assert (await set_absent(gone, absent=False)).row.absent_at is None
    await room.club.play.matches.resign(1, act(ANN))
    over = await room.club.play.matches.load(1)
    assert await set_absent(over, absent=True) is over


async def test_an_offer_does_not_put_off_the_board_that_shows_the_claim(room: Room) -> None:
    await room.begin(clock="")
    room.time[0] += NUDGE_AFTER
    await room.club.play.silences.nudge(1, act(BEN))
    claim_from = room.time[0] + CLAIM_AFTER
    room.time[0] += 3600.0
    await room.club.play.offers.offer(1, act(BEN), OfferKind.DRAW)
    assert await room.club.play.silences.redraw_due_boards() == claim_from


async def test_nor_does_a_nudge_of_somebody_who_has_left(room: Room) -> None:
    await room.begin(clock="")
    room.time[0] += NUDGE_AFTER
    await room.club.play.silences.set_absent(await room.club.play.matches.load(1), absent=True)
    await room.club.play.silences.nudge(1, act(BEN))
    assert await room.club.play.silences.redraw_due_boards() == room.time[0] + GRACE


async def test_a_board_is_drawn_anew_once_a_nudge_is_possible(room: Room) -> None:
    await room.begin(clock="")
    await room.quiet()
    due = await room.club.play.silences.redraw_due_boards()
    assert due == room.time[0] + NUDGE_AFTER
    assert await room.rows(PostKind.BOARD) == []
    await room.club.store.write(lambda tx: silence.set_due(tx, 1, room.time[0]))
    assert await room.club.play.silences.redraw_due_boards() == due
    assert await room.rows(PostKind.BOARD) == [], "it is too early for one"
    room.time[0] = due
    assert await room.club.play.silences.redraw_due_boards() is None, "nothing changes until the nudge"
    assert len(await room.rows(PostKind.BOARD)) == 1
