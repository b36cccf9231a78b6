"""What follows from pairings: a simul's score, and who is asked about a ruling."""

from dataclasses import replace

import pytest

from club.competitions.rulings import PairingRulings, is_contestable
from club.competitions.simuls import SimulScore, exhibitor_of, exhibitor_points, simul_score
from data.competitions import competitions
from data.competitions.competitions import SectionRow
from data.competitions.pairings import PairingResult, PairingRow, TableChange, TableChangeRow
from data.database.persons import NOBODY
from tests.club.leagues import create_league
from tests.club.people import ANN, BEN, CLEO, act
from tests.club.refusing import refused_code
from tests.club.room import Room
from tests.club.tournaments import PEOPLE, SOON, tournament

GIVER, OTHER = 1, 2
MEETING = PairingRow(1, 1, 0, GIVER, OTHER, False, None, None, False, None)
FIRST, SECOND, DRAW, NONE = (
    PairingResult.FIRST,
    PairingResult.SECOND,
    PairingResult.DRAW,
    PairingResult.NONE,
)


@pytest.mark.parametrize(
    ("result", "first", "second"),
    [(None, None, None), (NONE, None, None), (DRAW, 1, 1), (FIRST, 2, 0), (SECOND, 0, 2)],
)
def test_a_board_gives_its_giver_points_from_either_side(
    result: PairingResult | None, first: int | None, second: int | None
) -> None:
    meeting = replace(MEETING, result=result)
    assert (exhibitor_points(meeting, GIVER), exhibitor_points(meeting, OTHER)) == (first, second)
    ruled = replace(MEETING, result=FIRST, ruling=result)
    assert exhibitor_points(ruled, GIVER) == (2 if result is None else first)


async def simul(room: Room, count: int) -> None:
    """Start a simul of Ann's, who moves first everywhere."""
    made = await tournament(room.club, "simul", clock="1d", sides="first", exhibitor=ANN, organiser=act(ANN))
    for person in PEOPLE[:count]:
        await room.club.competitions.all.join(made.id, person)
    room.time[0] += SOON
    await room.club.competitions.scheduler.take_due_steps()


async def test_the_queue_of_a_simul_has_the_boards_that_wait_for_its_giver(room: Room) -> None:
    await simul(room, 3)
    load = room.club.competitions.simuls.load_section_queue
    queue = await load(1, ANN.id)
    assert sorted(row.id for row in queue.waiting) == [1, 2, 3]
    assert [queue.board_number(row.id) for row in queue.waiting] == [
        1 + [each.match_id for each in queue.sheet.pairings].index(row.id) for row in queue.waiting
    ]
    assert {queue.board_number(row.id) for row in queue.waiting} == {1, 2, 3}
    room.time[0] += 10
    await room.move(1)
    assert sorted(row.id for row in (await load(1, ANN.id)).waiting) == [2, 3]
    room.time[0] += 10
    await room.move(1)
    assert [row.id for row in (await load(1, ANN.id)).waiting][-1] == 1, "who has waited longest is first"
    assert await refused_code(load(1, PEOPLE[0].id)) == "simul.other"
    assert await refused_code(load(9, ANN.id)) == "league.gone"


async def test_the_score_of_a_simul_is_that_of_its_boards(room: Room) -> None:
    await simul(room, 3)
    sheet = await room.club.competitions.all.load_crosstable(1)
    assert exhibitor_of(sheet).user_id == ANN.id
    assert simul_score(sheet) == SimulScore(0, 0, 3)
    for match_id, who in ((1, ANN.id), (2, None)):
        await room.move(match_id)
        row = await room.row(match_id)
        loser = who or next(seat.user_id for seat in row.seats if seat.user_id != ANN.id)
        person = next(each for each in (ANN, *PEOPLE) if each.id == loser)
        await room.club.play.matches.resign(match_id, act(person))
    assert simul_score(await room.club.competitions.all.load_crosstable(1)) == SimulScore(2, 2, 1)


async def test_only_the_giver_s_matches_of_a_simul_have_a_queue(room: Room) -> None:
    await simul(room, 2)
    plain = await room.begin(people=(CLEO, BEN))
    load = room.club.competitions.simuls.load_match_queue
    assert await load(plain.id, CLEO.id) is None
    assert await load(1, PEOPLE[0].id) is None
    queue = await load(1, ANN.id)
    assert queue is not None and len(queue.waiting) == 2


RULED = TableChangeRow(1, 0.0, CLEO.id, TableChange.RULED)
CONTESTED = TableChangeRow(1, 1.0, ANN.id, TableChange.CONTESTED)


@pytest.mark.parametrize(
    ("changes", "contestable"),
    [
        ((), False),
        ((RULED,), True),
        ((RULED, RULED), True),
        ((RULED, CONTESTED), False),
        ((RULED, CONTESTED, RULED), False),
    ],
)
def test_a_ruling_is_contested_once(changes: tuple[TableChangeRow, ...], contestable: bool) -> None:
    assert is_contestable(changes) is contestable


@pytest.mark.parametrize(
    ("organiser", "owner", "ruler", "asked"),
    [
        (50, 60, CLEO.id, [50, 60]),
        (50, 50, CLEO.id, [50]),
        (50, None, CLEO.id, [50]),
        (CLEO.id, 60, CLEO.id, [60]),
        (50, CLEO.id, CLEO.id, [50]),
        (ANN.id, BEN.id, CLEO.id, []),
        (NOBODY, 60, CLEO.id, [60]),
    ],
)
async def test_of_a_contested_ruling_others_are_asked_than_who_ruled_and_who_play(
    room: Room, organiser: int, owner: int | None, ruler: int, asked: list[int]
) -> None:
    league = replace(await create_league(room.club), organiser_id=organiser)
    changes = (replace(RULED, user_id=ruler), CONTESTED)
    players = ((ANN.id, "Ann"), (BEN.id, "Ben"))
    section = await _section(room)
    rulings = PairingRulings(league, section, MEETING, players, changes)
    assert rulings.list_asked(owner) == asked
    assert not rulings.is_contestable


async def _section(room: Room) -> SectionRow:
    return await room.club.store.write(lambda tx: competitions.add_section(tx, 1, 0))
