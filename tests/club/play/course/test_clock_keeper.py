"""Automatic acts of clocks: remind, notice that time is up, and adjourn.

They also cover what the opponent can do then.
"""

import json

import pytest

from club.clocks.clock import UNCLAIMED
from club.clocks.rest import Rest
from club.clocks.time_control import DAY, HOUR
from club.members.people import Act
from club.play.match.clock_journal import AWAY_AFTER, start_live_clock
from club.refusals import Refusal, StaleBoard
from data.database import presence
from data.database.presence import Beat
from data.play.matches import MatchStatus
from tests.club.people import ANN, BEN, CLEO, act, interactions
from tests.club.refusing import refused_code
from tests.club.room import START, Room

NIGHT = (22 * 60, 8 * 60)
"""Quiet hours; `START` is 22:13 on a Tuesday in UTC."""
MORNING = START + 9 * HOUR + 46 * 60 + 40
"""8:00 on Wednesday."""


async def test_a_reminder_comes_once_when_a_quarter_is_left(room: Room) -> None:
    await room.begin()
    assert await room.due() == START + 18 * HOUR
    room.time[0] = START + 18 * HOUR - 1
    assert await room.due() == START + 18 * HOUR
    assert await room.recipients("reminder") == []
    for later in (18 * HOUR, 19 * HOUR, 23 * HOUR):
        room.time[0] = START + later
        assert await room.due() == START + DAY
        assert await room.recipients("reminder") == [0]
    assert await room.ticks() == ["start", "remind"]
    await room.clock()


async def test_who_has_moved_is_not_reminded(room: Room) -> None:
    await room.begin()
    room.time[0] = START + 17 * HOUR
    await room.move()
    room.time[0] = START + 18 * HOUR
    assert await room.due() == START + 35 * HOUR
    assert await room.recipients("reminder") == []


async def test_in_quiet_hours_a_reminder_waits_for_the_morning(room: Room) -> None:
    await room.club.play.clocks.set_rest(ANN.id, lambda _: Rest(hours=NIGHT))
    await room.begin("12h")
    room.time[0] = START + 9 * HOUR  # 7:13
    assert await room.due() == MORNING
    assert await room.recipients("reminder") == []
    room.time[0] = MORNING
    assert await room.due() == START + 12 * HOUR
    assert await room.recipients("reminder") == [0]
    await room.clock()


async def test_a_reminder_that_would_come_after_the_end_never_comes(room: Room) -> None:
    await room.club.play.clocks.set_rest(ANN.id, lambda _: Rest(hours=NIGHT))
    await room.begin("8h")
    room.time[0] = START + 6 * HOUR  # 4:13
    assert await room.due() == START + 8 * HOUR  # 6:13
    room.time[0] = START + 8 * HOUR
    await room.due()
    assert await room.recipients("reminder") == []
    assert await room.ticks() == ["start", "zero"]


async def test_who_wants_no_reminders_gets_none(room: Room) -> None:
    await room.club.play.clocks.set_rest(ANN.id, lambda _: Rest(reminders=False))
    await room.begin()
    room.time[0] = START + 18 * HOUR
    assert await room.due() == START + DAY
    assert await room.recipients("reminder") == []


async def test_at_zero_the_board_says_so_and_the_opponent_may_claim(room: Room) -> None:
    await room.begin()
    room.time[0] = START + DAY - 1
    assert await refused_code(room.claim(BEN)) == "silence.claim_later"
    await room.quiet()
    room.time[0] = START + DAY
    assert await room.due() == START + DAY + UNCLAIMED
    assert [json.loads(row.payload)["quiet"] for row in await room.rows("board")] == [True]
    assert await room.recipients("turn") == [1]  # Ben, who waits
    with pytest.raises(Refusal):
        await room.claim(ANN)
    with pytest.raises(Refusal):
        await room.claim(CLEO)
    table = await room.claim(BEN)
    assert (table.row.status, table.row.winner) == (MatchStatus.OVER, 1)
    assert (await room.clock()).turn is None
    assert await room.due() is None


async def test_at_the_zero_of_a_live_clock_nobody_is_told_but_by_the_board(room: Room) -> None:
    row = await room.begin("5+5")
    await room.club.store.write(lambda tx: start_live_clock(tx, row, 0, at=START))
    await room.quiet()
    room.time[0] = START + HOUR
    await room.due()
    assert len(await room.rows("board")) == 1 and await room.recipients("turn") == []


async def test_a_claim_counts_though_nobody_has_noticed_zero_yet(room: Room) -> None:
    await room.begin()
    room.time[0] = START + DAY
    assert (await room.claim(BEN, win=False)).row.winner is None
    assert await room.ticks() == ["start", "end"]


async def test_a_move_after_zero_counts_as_long_as_nobody_has_claimed(room: Room) -> None:
    await room.begin()
    table = await room.club.play.matches.load(1)
    room.time[0] = START + 2 * DAY
    await room.due()
    await room.move()
    assert (await room.clock()).deadline == START + 3 * DAY
    with pytest.raises(Refusal):
        await room.claim(BEN)
    assert table.turn == 0


async def test_of_a_claim_and_a_move_at_the_same_time_one_wins(room: Room) -> None:
    for _ in range(2):
        await room.begin()
    room.time[0] = START + DAY
    moves, claims = (await room.club.play.matches.load(1)), (await room.club.play.matches.load(2))
    await room.claim(BEN, 1)
    with pytest.raises(StaleBoard):
        await room.club.play.matches.make_move(moves, act(ANN), moves.match.moves()[0])
    await room.move(2)
    with pytest.raises(Refusal):
        await room.claim(BEN, 2)
    assert claims.row.version == 0


async def test_a_week_after_zero_a_match_is_adjourned_without_a_result(room: Room) -> None:
    await room.begin()
    room.time[0] = START + DAY
    await room.due()
    room.time[0] += UNCLAIMED - 1
    await room.due()
    assert (await room.row()).status is MatchStatus.RUNNING
    room.time[0] += 1
    assert await room.due() is None
    row = await room.row()
    assert (row.status, row.winner, row.reason) == (MatchStatus.OVER, None, "ended.unclaimed")
    assert await room.ticks() == ["start", "zero", "end"]


async def test_the_opponent_may_give_more_time_when_it_is_up_and_not_before(room: Room) -> None:
    await room.begin("7d+1h")
    room.time[0] = START + 7 * DAY - 1
    assert await refused_code(room.give(BEN)) == "clock.give.later"
    room.time[0] = START + 8 * DAY
    await room.due()
    assert await refused_code(room.give(ANN)) == "silence.your_turn"
    press = next(interactions)
    for _ in range(2):  # an interaction counts once
        table = await room.club.play.clocks.give_time(1, Act(BEN.id, press))
    assert table.row.deadline_at == START + 9 * DAY
    assert (await room.clock()).remind_at == START + 8 * DAY + 18 * HOUR
    assert await room.ticks() == ["start", "zero", "give"]
    await room.begin("")
    assert await refused_code(room.give(BEN, 2)) == "clock.give.none"


async def test_what_a_member_sets_reaches_their_running_clocks_and_no_others(room: Room) -> None:
    for _ in range(2):
        await room.begin()
    await room.move(2)
    await room.quiet()
    vacation = Rest(vacations=((START + HOUR, START + 5 * DAY),))
    await room.club.play.clocks.set_rest(ANN.id, lambda _: vacation)
    assert (await room.clock(1)).deadline == START + 5 * DAY + 23 * HOUR
    assert (await room.clock(2)).deadline == START + DAY
    assert len(await room.rows("board")) == 1  # where the deadline has changed
    await room.club.play.clocks.set_rest(ANN.id, lambda _: Rest(hours=NIGHT, vacations=vacation.vacations))
    assert await room.ticks() == ["start", "rest"]
    assert Rest.parse((await room.club.members.preferences.get(ANN.id)).rest).hours == NIGHT
    with pytest.raises(Refusal, match="At most 3"):
        await room.club.play.clocks.set_rest(ANN.id, lambda _: Rest(days=(0, 1, 2, 3)))


async def test_a_vacation_does_not_put_off_the_quiet_days_chosen_before(room: Room) -> None:
    await room.begin("14d")
    await room.club.play.clocks.set_rest(ANN.id, lambda _: Rest(days=(0, 1, 2)))
    chosen = (await room.clock()).deadline
    room.time[0] = START + 6 * DAY
    vacation = START + 60 * DAY, START + 62 * DAY
    await room.club.play.clocks.set_rest(ANN.id, lambda _: Rest(days=(0, 1, 2), vacations=(vacation,)))
    assert (await room.clock()).deadline == chosen


async def test_a_match_that_cannot_be_adjourned_now_is_looked_at_again_in_a_minute(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def stale(*_: object) -> None:
        raise StaleBoard

    await room.begin()
    room.time[0] = START + DAY
    await room.due()
    room.time[0] += 7 * DAY
    with monkeypatch.context() as patch:
        patch.setattr(room.club.play.matches, "store_change", stale)
        assert await room.due() == room.time[0] + 60
    assert (await room.row()).status is MatchStatus.RUNNING
    room.time[0] += 60
    await room.due()
    assert (await room.row()).reason == "ended.unclaimed"


async def test_where_the_bot_is_no_member_it_reminds_nobody_and_ends_nothing(room: Room) -> None:
    await room.begin(abroad="en")
    await room.quiet()
    assert await room.due() == START + DAY
    vacation = Rest(vacations=((START + HOUR, START + DAY + HOUR),))
    await room.club.play.clocks.set_rest(ANN.id, lambda _: vacation)
    assert await room.due() == START + 2 * DAY
    room.time[0] = START + 2 * DAY
    assert await room.due() is None
    assert await room.rows("board") == []  # nothing reaches it but presses
    room.time[0] = START + 30 * DAY
    await room.due()
    assert await room.rows("reminder") == []
    assert (await room.row()).status is MatchStatus.RUNNING
    assert (await room.claim(BEN)).row.winner == 1


async def test_what_somebody_else_has_in_hand_is_left_to_them_for_a_minute(room: Room) -> None:
    await room.begin()
    room.time[0] = START + 18 * HOUR

    await room.club.store.write(
        lambda tx: tx.run("UPDATE clock SET owner = 'other', leased_until = ?", room.time[0] + 60)
    )
    assert await room.due() == room.time[0] + 60
    assert await room.recipients("reminder") == []
    room.time[0] += 60
    await room.due()
    assert await room.recipients("reminder") == [0]


@pytest.mark.parametrize(
    ("ahead", "told"), [(AWAY_AFTER + 1, [START - 2 * AWAY_AFTER]), (AWAY_AFTER, []), (-DAY, [])]
)
async def test_a_heartbeat_of_a_time_to_come_is_an_absence_from_there_to_now(
    room: Room, ahead: float, told: list[float]
) -> None:
    beat = Beat(0, 1, START + ahead)
    await room.club.store.write(lambda tx: presence.set_beat(tx, beat))
    await room.club.play.clocks.open()
    found = await room.club.store.read(lambda tx: presence.list_absences(tx, 0))
    assert [each.until for each in found] == told
    [kept] = await room.club.store.read(presence.list_beats)
    assert kept.at == (told[0] if told else beat.at)
