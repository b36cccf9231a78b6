"""Clocks as they are stored.

Every change is an event, and a replay of the events gives the same clocks.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from club.clocks.clock import is_clock_consistent
from club.clocks.rest import Rest
from club.clocks.time_control import DAY, HOUR, parse_control
from club.members.people import Act
from club.play.course.offers import OfferKind
from club.play.match.clock_journal import TimeNotUp, update_clocks
from club.refusals import Refusal
from data.database.errors import StoreError
from data.play import listing
from data.play.matches import EventKind, EventRow
from data.sqlite.check import check
from tests.club.people import ANN, BEN, CHANNEL, GUILD, act, interactions
from tests.club.room import START, Room


async def test_a_match_has_the_clock_of_its_challenge(room: Room) -> None:
    row = await room.begin("3 days a move")
    assert (row.control, row.deadline_at) == ("3d", START + 3 * DAY)
    assert await room.ticks() == ["start"]
    assert (await room.begin("")).clock is None


async def test_a_move_hands_the_clock_over(room: Room) -> None:
    await room.begin("7d+1d")
    room.time[0] += 2 * DAY
    await room.move()
    clock = await room.clock()
    assert (clock.turn, clock.deadline, clock.seconds_left(0, room.time[0])) == (1, START + 9 * DAY, 6 * DAY)
    [listed] = await room.club.store.read(lambda tx: listing.list_for_user(tx, ANN.id, limit=9))
    assert (listed.control, listed.deadline_at) == ("7d+1d", START + 9 * DAY)


async def test_both_players_rests_are_kept_with_the_match(room: Room) -> None:
    await room.club.members.preferences.change(ANN.id, rest=Rest(vacations=((START, START + DAY),)).text)
    row = await room.begin("1d")
    assert row.deadline_at == START + 2 * DAY
    assert await room.ticks() == ["start", "rest"]
    await room.clock()


async def test_clocks_stand_while_a_match_has_no_place(room: Room) -> None:
    await room.begin()
    room.time[0] += HOUR
    await room.club.play.places.suspend_channel(CHANNEL)
    assert (await room.clock()).deadline is None
    room.time[0] += 30 * DAY
    await room.club.play.mover.resume(1, act(BEN), guild_id=GUILD, channel_id=CHANNEL + 1)
    assert (await room.clock()).deadline == room.time[0] + 23 * HOUR
    await room.club.play.places.suspend_server(GUILD)
    room.time[0] += DAY
    await room.club.play.places.resume_server(GUILD)
    assert (await room.clock()).deadline == room.time[0] + 23 * HOUR
    assert await room.ticks() == ["start", "stop", "go", "stop", "go"]


async def test_who_sleeps_until_something_is_due_is_woken_when_clocks_go_on(room: Room) -> None:
    await room.begin()
    await room.club.play.places.suspend_server(GUILD)
    rung: list[None] = []
    room.club.play.matches.expect = lambda by=None: rung.append(None)
    await room.club.play.places.resume_server(GUILD)
    assert rung == [None]


async def test_a_moderator_who_moves_a_match_touches_no_clock(room: Room) -> None:
    await room.begin()
    await room.club.play.mover.move(1, Act(9, next(interactions)), channel_id=CHANNEL + 1)
    assert await room.ticks() == ["start"]


async def test_a_take_back_hands_the_clock_back(room: Room) -> None:
    await room.begin()
    await room.move()
    for offer, user in ((room.club.play.offers.offer, ANN), (room.club.play.offers.accept, BEN)):
        room.time[0] += HOUR
        await offer(1, act(user), OfferKind.TAKEBACK)
    clock = await room.clock()
    assert (clock.turn, clock.deadline) == (0, START + 2 * HOUR + DAY)
    assert await room.ticks() == ["start", "move", "takeback"]


async def test_when_a_match_is_over_no_clock_goes(room: Room) -> None:
    await room.begin()
    await room.club.play.matches.resign(1, act(BEN))
    assert (await room.clock()).turn is None
    stored = await room.clock_row()
    assert stored.deadline_at is stored.next_at is None


async def test_with_a_clock_nobody_is_nudged(room: Room) -> None:
    await room.begin("60d+1d")
    room.time[0] += 30 * DAY
    with pytest.raises(Refusal) as refused:
        await room.club.play.silences.nudge(1, act(BEN))
    assert refused.value.sentence.code == "silence.claim_later"
    assert refused.value.sentence.facts["time"] == f"<t:{int(START + 60 * DAY)}:f>"
    assert (await room.row()).due_at is None


async def test_a_rematch_and_a_challenge_that_opens_again_keep_the_clock(room: Room) -> None:
    await room.begin("7d+1d")
    await room.club.play.matches.resign(1, act(BEN))
    asked, _ = await room.club.play.beginnings.request_rematch(
        1, person=ANN, interaction_id=next(interactions)
    )
    assert asked.clock == "7d+1d"
    table = await room.club.play.challenges.accept(asked.id, taker=BEN, interaction_id=next(interactions))
    assert table.row.control == "7d+1d"
    assert parse_control(asked.clock) == parse_control("7 days + 1 day")


@pytest.mark.ci
@pytest.mark.parametrize("room", ["sqlite"], indirect=True)  # it looks into a file
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE clock SET state = replace(state, '86400.0', '86401.0')",
        "UPDATE clock SET state = 'what'",
        "UPDATE clock SET deadline_at = deadline_at + 1",
        "UPDATE clock SET deadline_at = NULL",
        "UPDATE clock SET control = '2d'",
        "UPDATE clock SET number = number + 1",
        "DELETE FROM clock",
        "DELETE FROM clock_event",
        "DELETE FROM clock_event WHERE number = 2",
        "UPDATE clock_event SET at = at + 1 WHERE number = 2",
        "UPDATE clock_event SET kind = 'what' WHERE number = 2",
    ],
)
async def test_the_check_names_clocks_that_are_not_what_their_events_say(
    room: Room, tmp_path: Path, statement: str
) -> None:
    path = tmp_path / "club.db"
    await room.begin()
    await room.begin("")
    await room.begin("7d+1d")
    for match_id in (1, 3):
        room.time[0] += HOUR
        await room.move(match_id)
        await room.due()
    check(path, as_replayed=is_clock_consistent)
    await room.club.store.write(
        lambda tx: tx.run(f"{statement} {'AND' if 'WHERE' in statement else 'WHERE'} match_id = 1")
    )
    with pytest.raises(
        StoreError, match="the clocks of match 1 stand otherwise than their events say\\)"
    ) as told:
        check(path, as_replayed=is_clock_consistent)
    assert "match 3" not in str(told.value)


async def test_whoever_claims_before_zero_is_refused_where_it_is_stored_too(room: Room) -> None:
    rows = [replace(await room.begin("1d"), turn=None) for _ in range(3)]  # as the claim leaves them

    async def store_claim(by: int | None, at: float) -> None:
        """Store a claim as the store sees it."""
        row = rows.pop()
        event = EventRow(row.id, 1, 1, by, EventKind.CLAIM, "", None, at)
        await room.club.store.write(lambda tx: update_clocks(tx, row, event, None))

    with pytest.raises(TimeNotUp) as early:
        await store_claim(BEN.id, START + DAY - 1)
    assert early.value.deadline == START + DAY
    await store_claim(BEN.id, START + DAY)
    await store_claim(None, START + DAY - 1)  # what the bot does by itself has its own reasons
