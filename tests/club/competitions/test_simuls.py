"""A simul: one member plays everybody who joins, and has the time for it."""

from typing import Any

import pytest

from club.clocks.clock import Clock
from club.competitions import tournaments
from club.competitions.lookup import Official
from club.members.people import Person
from club.refusals import Refusal
from tests.club.people import ANN, BEN, act
from tests.club.refusing import refused_code
from tests.club.room import Room
from tests.club.tournaments import PEOPLE, SOON, Evening, tournament


async def make(room: Room, who: Person = ANN, **given: Any) -> int:
    """Make a simul that a member gives; return its stage."""
    meant: dict[str, Any] = {"clock": "1d", "sides": "first", "exhibitor": who, "organiser": act(who)}
    made = await tournament(room.club, "simul", **meant | given)
    return made.id


async def start(room: Room, count: int, **given: Any) -> Evening:
    """Start a simul of Ann's that so many have joined."""
    stage = await make(room, **given)
    for person in PEOPLE[:count]:
        await room.club.competitions.all.join(stage, person)
    await pass_time(room, SOON)
    return Evening(room, PEOPLE[:count])


async def pass_time(room: Room, seconds: float) -> None:
    """Let time pass, and take the steps that are due then."""
    room.time[0] += seconds
    await room.club.competitions.scheduler.take_due_steps()


async def sides_of(room: Room, match_id: int) -> tuple[int, float, float]:
    """Ann's seat in a match, her time, and that of the other one."""
    row = await room.row(match_id)
    assert row.clock is not None
    sides, giver = Clock.parse(row.clock.state).sides, row.user_ids.index(ANN.id)
    return giver, round(sides[giver].left), round(sides[1 - giver].left)


async def test_with_a_clock_to_sit_down_to_the_giver_has_the_time_of_all_boards_on_each(room: Room) -> None:
    await start(room, 3, clock="10+5", sides="turns")
    lefts = [await sides_of(room, number) for number in (1, 2, 3)]
    assert lefts == [(0, 1800, 600), (1, 1800, 600), (0, 1800, 600)]


async def test_over_days_everybody_has_the_same_time(room: Room) -> None:
    await start(room, 2, sides="second")
    for number in (1, 2):
        giver, own, other = await sides_of(room, number)
        assert giver == 1 and own == other


async def test_twenty_are_the_most_and_all_their_boards_begin_at_once(room: Room) -> None:
    stage = await make(room)
    for person in PEOPLE:
        await room.club.competitions.all.join(stage, person)
    assert await refused_code(room.club.competitions.all.join(stage, BEN)) == "league.full"
    await pass_time(room, SOON)
    assert len(await room.club.play.lists.list_running(ANN.id)) == 20


async def test_without_anybody_to_play_against_there_is_none(room: Room) -> None:
    await make(room)
    assert (
        await refused_code(room.club.competitions.tournaments.start(1, official=Official(ANN.id)))
        == "simul.few"
    )
    await pass_time(room, SOON)
    assert await room.club.play.lists.list_running(ANN.id) == []
    assert await make(room) == 2


async def test_one_gives_one_at_a_time_until_the_last_board_is_over(room: Room) -> None:
    await start(room, 2)
    await room.club.competitions.all.stop(1, official=Official(ANN.id))
    for number in (1, 2):
        assert await refused_code(make(room)) == "simul.own"
        await room.club.play.matches.resign(number, act(PEOPLE[number - 1]))
    await pass_time(room, 1.0)
    assert await make(room) == 2


async def test_a_server_has_so_many(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournaments, "PER_SERVER", 1)
    await make(room)
    with pytest.raises(Refusal, match="simuls already"):
        await make(room, BEN)


async def test_a_giver_who_was_forgotten_before_the_start_gives_none(room: Room) -> None:
    stage = await make(room)
    await room.club.competitions.all.join(stage, BEN)
    await room.club.privacy.deletion.begin_deletion(ANN.id)
    await room.club.privacy.deletion.work()
    await pass_time(room, SOON)
    assert await room.club.play.lists.list_running(BEN.id) == []
