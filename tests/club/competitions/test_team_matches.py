"""Two teams on boards.

They cover the line-up, what withdrawals and rulings give, and how many matches a server plays.
"""

import json

import pytest

from club.clocks.time_control import read_control
from club.competitions.absences import LOOK_AGAIN
from club.competitions.lookup import Official
from club.competitions.seasons import ABSENT
from club.competitions.table_files import as_json, trf
from club.competitions.team_boards import in_order, lined_up, score
from club.competitions.teams import TeamDraft
from club.competitions.tournaments import PER_SERVER
from club.members.people import Person
from club.refusals import Refusal
from data.competitions import teams
from data.competitions.competitions import CompetitionRow, StageStatus
from data.competitions.entrants import EntrantRow
from data.competitions.pairings import PairingResult
from data.standing import ratings
from data.standing.ratings import RatingRow
from rules.catalogue import GAMES
from tests.club.leagues import MO
from tests.club.people import CHANNEL, CLEO, GUILD, act
from tests.club.room import Room

pytestmark = pytest.mark.both_databases
AWAY = GUILD + 50
RED, BLUE = ([Person(start + each, f"P{start + each}") for each in range(3)] for start in (100, 200))

RESERVES = Person(108, "P108"), Person(208, "P208")


def entrant(number: int, side: int, place: int | None = None) -> EntrantRow:
    return EntrantRow(number, 1, None, None, number, "", 0.0, False, None, side=side, place=place)


def test_by_hand_comes_before_by_rating_and_boards_end_with_the_smaller_team() -> None:
    people = [entrant(1, 0), entrant(2, 0), entrant(3, 0, 0), entrant(4, 1), entrant(5, 1)]
    points = {1: 1400.0, 2: 1600.0, 3: 1000.0, 4: 1500.0, 5: 1500.0}
    assert [each.id for each in in_order(people[:3], points)] == [3, 2, 1]
    assert [each.id for each in lined_up(people, points, 8)] == [3, 4, 2, 5]
    assert [each.id for each in lined_up(people, points, 1)] == [3, 4]


async def create_team_match(room: Room, *, other: bool = True, interaction: Person = MO) -> CompetitionRow:
    """Create a team match of Red and Blue on three boards."""
    control = read_control("3d+1d")
    assert control is not None
    return await room.club.teams.create(
        named=(TeamDraft("Red", MO.id), TeamDraft("Blue", MO.id) if other else None),
        boards=3,
        game=GAMES["binar"],
        options={"size": 3},
        control=control,
        starts_in=600.0,
        organiser=act(interaction),
        place=(GUILD, CHANNEL),
    )


async def start_team_match(room: Room) -> None:
    """Create a team match, let both teams join, and start it."""
    await create_team_match(room)
    for side, people in enumerate((RED, BLUE)):
        for person in people:
            await room.club.teams.join(1, side, person, guild_id=GUILD, roles=())
    room.time[0] += 600.0
    await room.club.scheduler.due()


async def test_the_line_up_is_by_the_ratings_of_the_server(room: Room) -> None:
    for place, person in enumerate(RED):
        row = RatingRow(
            GUILD, "binar", person.id, "", 1500.0 + place, 100.0, room.time[0], matches=9, opponents=9
        )
        await room.club.store.write(lambda tx, row=row: ratings.put(tx, row))  # type: ignore[misc]  # bound at once
    await start_team_match(room)
    boards = (await room.club.competitions.crosstable(1)).boards
    assert [board.players[0].user_id for board in boards] == [person.id for person in reversed(RED)]
    assert [board.players[1].user_id for board in boards] == [person.id for person in BLUE]


async def test_who_withdraws_forfeits_what_has_not_begun_and_plays_what_has(room: Room) -> None:
    await start_team_match(room)
    await room.club.store.write(lambda tx: tx.run("UPDATE pairing SET match_id = NULL WHERE id = 1"))
    for person in (RED[0], BLUE[1]):
        await room.club.competitions.withdraw(1, person.id)
    sheet = await room.club.competitions.crosstable(1)
    assert [board.points for board in sheet.boards] == [(0, 2), None, None]
    assert score(sheet.boards) == (0, 2)


async def test_a_seat_is_free_after_the_wait_and_taken_once(room: Room) -> None:
    await create_team_match(room)
    for side, people in enumerate((RED, BLUE)):
        for person in (*people, RESERVES[side]):
            await room.club.teams.join(1, side, person, guild_id=GUILD, roles=())
    room.time[0] += 600.0
    await room.club.scheduler.due()
    [idle] = [each for each in (await room.club.competitions.crosstable(1)).boards if each.number == 1]
    due = await room.club.scheduler.due()
    assert due is not None and due <= room.time[0] + ABSENT
    with pytest.raises(Refusal, match="not free"):
        await room.club.competitions.take_place(1, idle.players[0].id, RESERVES[0], guild_id=GUILD)
    room.time[0] += ABSENT
    await room.club.scheduler.due()
    assert (await room.club.competitions.crosstable(1)).absent[0].id == idle.players[0].id
    with pytest.raises(Refusal, match="another server"):
        await room.club.competitions.take_place(1, idle.players[0].id, RESERVES[0], guild_id=AWAY)
    sheet = await room.club.competitions.take_place(1, idle.players[0].id, RESERVES[0], guild_id=GUILD)
    assert [each.user_id for each in sheet.reserves] == [RESERVES[1].id]
    with pytest.raises(Refusal, match="not free"):
        await room.club.competitions.take_place(1, idle.players[0].id, RESERVES[1], guild_id=GUILD)
    await room.club.scheduler.due()
    after = (await room.club.competitions.crosstable(1)).boards[0]
    assert after.players[0].user_id == RESERVES[0].id and after.pairing.match_id not in (1, 2, 3, None)
    assert {each.side for each in (await room.club.competitions.crosstable(1)).absent} == {0, 1}
    await room.move(2)  # at last
    room.time[0] += LOOK_AGAIN
    await room.club.scheduler.due()
    assert (await room.club.competitions.crosstable(1)).absent == [
        board.players[0] for board in (await room.club.competitions.crosstable(1)).boards if board.number == 3
    ]


async def test_a_ruling_counts_for_the_teams_and_what_counts_nothing_gives_nobody_anything(
    room: Room,
) -> None:
    await start_team_match(room)
    await room.club.matches.resign(2, act(BLUE[1]))
    assert score((await room.club.competitions.crosstable(1)).boards) == (2, 0)
    judge = Official(CLEO.id, manages=GUILD)  # of no team, for to those of one it is their own matter
    for ruling, points in ((PairingResult.DRAW, (1, 1)), (PairingResult.NONE, (0, 0)), (None, (2, 0))):
        assert score((await room.club.competitions.rule(2, ruling, by=judge)).boards) == points


async def test_a_server_is_a_guest_in_so_many_matches_at_a_time_and_its_going_frees_them(room: Room) -> None:
    for number in range(PER_SERVER):
        row = await create_team_match(room, other=False)
        [_, guest] = await room.club.store.read(lambda tx, row=row: teams.of_competition(tx, row.id))  # type: ignore[misc]  # bound at once
        code = f"CODE{number}"
        await room.club.store.write(
            lambda tx, guest=guest, code=code: tx.run("UPDATE team SET code = ? WHERE id = ?", code, guest.id)  # type: ignore[misc]  # bound at once
        )
        await room.club.teams.accept(code, BLUE[0], name="Away", place=(AWAY, CHANNEL + 1))
    await room.club.store.write(
        lambda tx: tx.run("UPDATE competition SET stopped = 1, guild_id = ?", GUILD + 9)
    )
    await create_team_match(room, other=False)
    again = (await room.club.store.read(lambda tx: teams.of_competition(tx, PER_SERVER + 1)))[1].code
    with pytest.raises(Refusal, match=str(PER_SERVER)):
        await room.club.teams.accept(again or "", BLUE[0], name="Away", place=(AWAY, CHANNEL + 1))
    await room.club.places.server_gone(AWAY)
    stages = [(await room.club.competitions.stage_view(number)).stage for number in range(1, PER_SERVER + 1)]
    assert {stage.status for stage in stages} == {StageStatus.OVER}


async def test_one_press_makes_one_match(room: Room) -> None:
    pressed = act(MO)
    control = read_control("1d")
    assert control is not None
    for _ in range(2):
        await room.club.teams.create(
            named=(TeamDraft("Red", MO.id), TeamDraft("Blue", MO.id)),
            boards=3,
            game=GAMES["binar"],
            options={},
            control=control,
            starts_in=600.0,
            organiser=pressed,
            place=(GUILD, CHANNEL),
        )
    assert len(await room.club.store.read(lambda tx: teams.of_competition(tx, 1))) == 2


async def test_the_files_of_a_team_match_have_one_round_and_both_teams_with_their_members(room: Room) -> None:
    await start_team_match(room)
    await room.club.matches.resign(1, act(BLUE[0]))
    sheet = await room.club.competitions.crosstable(1)
    lines = trf(sheet).splitlines()
    assert "092 Team: Boards" in lines
    assert [line[89:] for line in lines if line.startswith("001")] == [
        "  " + cell for cell in ("   2 w 1", "   1 b 0", "   4 b  ", "   3 w  ", "   6 w  ", "   5 b  ")
    ]
    assert lines[-2:] == [f"013 {'Red':32}    1    3    5", f"013 {'Blue':32}    2    4    6"]
    told = json.loads(as_json(sheet))
    assert told["teams"] == [
        {"name": "Red", "points": 2, "members": ["P100", "P101", "P102"]},
        {"name": "Blue", "points": 0, "members": ["P200", "P201", "P202"]},
    ]
