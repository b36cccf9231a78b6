"""Entrants who keep others waiting and have never moved."""

from dataclasses import replace
from typing import Any

import pytest

from club.clocks.rest import Rest
from club.clocks.time_control import DAY, parse_control
from club.competitions.absences import (
    LOOK_AGAIN,
    absence_limit,
    check_may_join_team,
    load_absence_deadlines,
    mark_absent_entrants,
)
from club.competitions.seasons import ABSENT
from club.refusals import Refusal
from data.competitions import entrants, pairings
from data.competitions.entrants import EntrantRow
from data.competitions.pairings import PairingResult
from data.competitions.teams import TeamRow
from tests.club.leagues import EMI, create_league, start_season
from tests.club.people import GUILD
from tests.club.room import Room


@pytest.mark.parametrize(
    ("clock", "limit"), [("3d+1d", ABSENT), ("1d", ABSENT), ("60+5", 900.0), ("5+3", 75.0)]
)
async def test_how_long_others_are_kept_waiting_is_by_the_clock(room: Room, clock: str, limit: float) -> None:
    row = await create_league(room.club)
    control = parse_control(clock)
    assert control is not None
    assert absence_limit(replace(row, control=control.text)) == limit


def team(*, guest: bool = False, guild_id: int | None = None, role_id: int | None = None) -> TeamRow:
    return TeamRow(
        id=1,
        competition_id=1,
        side=0,
        name="Red",
        captain_id=1,
        guest=guest,
        guild_id=guild_id,
        role_id=role_id,
    )


@pytest.mark.parametrize(
    ("joined", "guild_id", "roles", "code"),
    [
        (team(), GUILD, (), None),
        (team(), GUILD + 1, (), "team.other"),
        (team(), None, (), "team.other"),
        (team(guest=True, guild_id=GUILD + 1), GUILD + 1, (), None),
        (team(guest=True, guild_id=GUILD + 1), GUILD, (), "team.other"),
        (team(role_id=7), GUILD, {7}, None),
        (team(role_id=7), GUILD, {8}, "team.role"),
        (team(role_id=7), GUILD + 1, {7}, "team.other"),
    ],
)
async def test_who_may_join_a_team(
    room: Room, joined: TeamRow, guild_id: int | None, roles: Any, code: str | None
) -> None:
    row = await create_league(room.club)
    try:
        check_may_join_team(row, joined, guild_id, roles)
    except Refusal as refused:
        assert refused.code == code
    else:
        assert code is None


async def absent(room: Room) -> list[EntrantRow]:
    return await room.club.store.read(lambda tx: entrants.list_absent(tx, 1))


async def mark(room: Room, *, calls: bool = False) -> None:
    view = await room.club.competitions.all.load_stage_view(1)
    await room.club.store.write(
        lambda tx: mark_absent_entrants(tx, view.competition, view.stage, room.time[0], calls=calls)
    )


async def deadlines(room: Room) -> list[float]:
    view = await room.club.competitions.all.load_stage_view(1)
    return await room.club.store.read(
        lambda tx: load_absence_deadlines(tx, view.competition, view.stage, room.time[0])
    )


async def test_an_entrant_is_absent_from_the_limit_on_until_they_move(room: Room) -> None:
    await start_season(room.club)
    begun = room.time[0]
    due = await deadlines(room)
    assert due and set(due) == {begun + ABSENT}
    room.time[0] = begun + ABSENT - 1
    await mark(room)
    assert await absent(room) == []
    room.time[0] += 1
    await room.quiet()
    await mark(room)
    gone = await absent(room)
    assert len(gone) == len(due)
    assert {each.absent_at for each in gone} == {room.time[0]}
    assert len(await room.rows("section")) == 1
    assert set(await deadlines(room)) == {room.time[0] + LOOK_AGAIN}
    await room.quiet()
    await mark(room)
    assert await room.rows("section") == [], "nothing has changed"
    row = await room.row(1)
    await room.move(1)
    await mark(room)
    assert len(await absent(room)) == len(gone) - 1
    assert row.user_ids[0] not in {each.user_id for each in await absent(room)}
    assert len(await room.rows("section")) == 1


async def test_nobody_is_absent_because_the_bot_was_away(room: Room) -> None:
    await start_season(room.club)
    begun = room.time[0]
    room.time[0] += ABSENT - 3600.0
    await room.club.play.clocks.store_heartbeats({0: room.time[0]}, 1)
    room.time[0] += 2 * 3600.0
    await mark(room)
    assert await absent(room) == []
    assert set(await deadlines(room)) == {begun + ABSENT + 2 * 3600.0}
    room.time[0] += 3600.0
    await room.club.play.clocks.store_heartbeats({0: room.time[0]}, 1)
    await mark(room)
    assert await absent(room) != []


async def test_nobody_is_absent_while_their_clock_stands(room: Room) -> None:
    await start_season(room.club)
    begun, user_id = room.time[0], (await room.row(1)).user_ids[0]
    away = Rest(vacations=((begun, begun + 3 * DAY),))
    await room.club.play.clocks.set_rest(user_id, lambda _: away)
    room.time[0] += ABSENT
    await mark(room)
    assert user_id not in {each.user_id for each in await absent(room)} != set()
    assert begun + 2 * ABSENT in await deadlines(room), "the vacation may be ended before"
    room.time[0] += 3 * DAY
    await mark(room)
    assert user_id in {each.user_id for each in await absent(room)}


@pytest.mark.parametrize("calls", [False, True])
async def test_a_card_that_calls_for_reserves_is_posted_anew(room: Room, calls: bool) -> None:
    await start_season(room.club)
    await room.club.store.write(lambda tx: tx.run("UPDATE section SET message_id = 70"))
    room.time[0] += ABSENT
    await mark(room, calls=calls)
    rows = await room.club.store.read(lambda tx: tx.all("SELECT message_id FROM section"))
    assert rows == [{"message_id": None if calls else 70}]


async def test_whoever_has_withdrawn_begins_no_match_with_a_reserve(room: Room) -> None:
    await start_season(room.club)
    absent_id, left_id = (await room.row(1)).user_ids
    await room.club.competitions.all.withdraw(1, left_id)
    room.time[0] += ABSENT
    await room.club.competitions.scheduler.take_due_steps()
    free = next(each for each in await absent(room) if each.user_id == absent_id)
    await room.club.competitions.all.take_over_place(1, free.id, EMI)
    await room.club.competitions.scheduler.take_due_steps()
    pairing = await room.club.store.read(lambda tx: pairings.get(tx, 1))
    assert pairing is not None
    assert (pairing.match_id, pairing.result) == (None, PairingResult.NONE)
    assert (await room.row(1)).reason == "ended.replaced"
