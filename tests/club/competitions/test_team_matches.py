"""Two teams on boards.

They cover the line-up, what withdrawals and rulings give, and how many matches a server plays.
"""

import json

import pytest

from club.clocks.time_control import parse_control
from club.competitions.absences import LOOK_AGAIN
from club.competitions.lookup import Official
from club.competitions.seasons import ABSENT
from club.competitions.table_files import to_json, to_trf
from club.competitions.team_boards import board_players, leading_side, order_line_up, team_score
from club.competitions.teams import TeamDraft
from club.competitions.tournaments import PER_SERVER
from club.refusals import Refusal
from data.competitions import teams
from data.competitions.competitions import StageStatus
from data.competitions.entrants import EntrantRow
from data.competitions.pairings import PairingResult
from data.standing import ratings
from data.standing.ratings import RatingRow
from rules.catalogue import GAMES
from tests.club.competitions.team_matches import BLUE, RED, RESERVES, create_team_match, start_with_reserves
from tests.club.leagues import MO
from tests.club.people import CHANNEL, CLEO, GUILD, act
from tests.club.room import Room

pytestmark = pytest.mark.both_databases
AWAY = GUILD + 50


def entrant(number: int, side: int, place: int | None = None) -> EntrantRow:
    return EntrantRow(number, 1, None, None, number, "", 0.0, False, None, side=side, place=place)


def test_by_hand_comes_before_by_rating_and_boards_end_with_the_smaller_team() -> None:
    people = [entrant(1, 0), entrant(2, 0), entrant(3, 0, 0), entrant(4, 1), entrant(5, 1)]
    points = {1: 1400.0, 2: 1600.0, 3: 1000.0, 4: 1500.0, 5: 1500.0}
    assert [each.id for each in order_line_up(people[:3], points)] == [3, 2, 1]
    assert [each.id for each in board_players(people, points, 8)] == [3, 4, 2, 5]
    assert [each.id for each in board_players(people, points, 1)] == [3, 4]


async def start_team_match(room: Room, **given: str) -> None:
    """Create a team match, let both teams join, and start it."""
    await create_team_match(room, **given)  # pyrefly: ignore[bad-argument-type]  # of texts alone
    for side, people in enumerate((RED, BLUE)):
        for person in people:
            await room.club.competitions.teams.join(1, side, person, guild_id=GUILD, roles=())
    room.time[0] += 600.0
    await room.club.competitions.scheduler.take_due_steps()


async def test_the_line_up_is_by_the_ratings_of_the_server(room: Room) -> None:
    for place, person in enumerate(RED):
        row = RatingRow(
            GUILD, "binar", person.id, "", 1500.0 + place, 100.0, room.time[0], matches=9, opponents=9
        )
        await room.club.store.write(lambda tx, row=row: ratings.put(tx, row))
    await start_team_match(room)
    boards = (await room.club.competitions.all.load_crosstable(1)).team_boards
    assert [board.players[0].user_id for board in boards] == [person.id for person in reversed(RED)]
    assert [board.players[1].user_id for board in boards] == [person.id for person in BLUE]


async def test_who_withdraws_forfeits_what_has_not_begun_and_plays_what_has(room: Room) -> None:
    await start_team_match(room)
    await room.club.store.write(lambda tx: tx.run("UPDATE pairing SET match_id = NULL WHERE id = 1"))
    for person in (RED[0], BLUE[1]):
        await room.club.competitions.all.withdraw(1, person.id)
    sheet = await room.club.competitions.all.load_crosstable(1)
    assert [board.points for board in sheet.team_boards] == [(0, 2), None, None]
    assert team_score(sheet.team_boards) == (0, 2)


async def test_a_seat_is_free_after_the_wait_and_taken_once(room: Room) -> None:
    await start_with_reserves(room)
    [idle] = [
        each for each in (await room.club.competitions.all.load_crosstable(1)).team_boards if each.number == 1
    ]
    due = await room.club.competitions.scheduler.take_due_steps()
    assert due is not None and due <= room.time[0] + ABSENT
    with pytest.raises(Refusal, match="not free"):
        await room.club.competitions.all.take_over_place(1, idle.players[0].id, RESERVES[0], guild_id=GUILD)
    room.time[0] += ABSENT
    await room.club.competitions.scheduler.take_due_steps()
    assert (await room.club.competitions.all.load_crosstable(1)).absent_entrants[0].id == idle.players[0].id
    with pytest.raises(Refusal, match="another server"):
        await room.club.competitions.all.take_over_place(1, idle.players[0].id, RESERVES[0], guild_id=AWAY)
    sheet = await room.club.competitions.all.take_over_place(
        1, idle.players[0].id, RESERVES[0], guild_id=GUILD
    )
    assert [each.user_id for each in sheet.reserves] == [RESERVES[1].id]
    with pytest.raises(Refusal, match="not free"):
        await room.club.competitions.all.take_over_place(1, idle.players[0].id, RESERVES[1], guild_id=GUILD)
    await room.club.competitions.scheduler.take_due_steps()
    after = (await room.club.competitions.all.load_crosstable(1)).team_boards[0]
    assert after.players[0].user_id == RESERVES[0].id and after.pairing.match_id not in (1, 2, 3, None)
    assert {each.side for each in (await room.club.competitions.all.load_crosstable(1)).absent_entrants} == {
        0,
        1,
    }
    await room.move(2)  # at last
    room.time[0] += LOOK_AGAIN
    await room.club.competitions.scheduler.take_due_steps()
    assert (await room.club.competitions.all.load_crosstable(1)).absent_entrants == [
        board.players[0]
        for board in (await room.club.competitions.all.load_crosstable(1)).team_boards
        if board.number == 3
    ]


async def test_who_has_withdrawn_plays_the_board_that_they_had_begun_with_a_reserve(room: Room) -> None:
    await start_with_reserves(room)
    await room.club.competitions.all.withdraw(1, BLUE[0].id)
    room.time[0] += ABSENT
    await room.club.competitions.scheduler.take_due_steps()
    idle = (await room.club.competitions.all.load_crosstable(1)).team_boards[0].players[0]
    await room.club.competitions.all.take_over_place(1, idle.id, RESERVES[0], guild_id=GUILD)
    await room.club.competitions.scheduler.take_due_steps()
    board = (await room.club.competitions.all.load_crosstable(1)).team_boards[0]
    assert (await room.row(1)).reason == "ended.replaced"
    assert board.pairing.match_id not in (1, 2, 3, None) and board.points is None


async def test_a_ruling_counts_for_the_teams_and_what_counts_nothing_gives_nobody_anything(
    room: Room,
) -> None:
    await start_team_match(room)
    await room.club.play.matches.resign(2, act(BLUE[1]))
    assert team_score((await room.club.competitions.all.load_crosstable(1)).team_boards) == (2, 0)
    judge = Official(
        CLEO.id, managed_guild_id=GUILD
    )  # of no team, for to those of one it is their own matter
    for ruling, points in ((PairingResult.DRAW, (1, 1)), (PairingResult.NONE, (0, 0)), (None, (2, 0))):
        assert (
            team_score(
                (await room.club.competitions.all.rule_on(2, ruling, official=judge, why="fair")).team_boards
            )
            == points
        )


@pytest.mark.parametrize(
    ("scoring", "points", "side"), [("delft", (2, 6), 1), ("plus", (2, 2), 1), ("halves", (2, 2), None)]
)
async def test_a_match_counts_as_its_organiser_has_chosen_and_so_does_the_next(
    room: Room, scoring: str, points: tuple[int, int], side: int | None
) -> None:
    """Blue ends two draws three men ahead; the third board counts nothing."""
    await start_team_match(room, game="russian", scoring=scoring)
    judge = Official(CLEO.id, managed_guild_id=GUILD)
    for number, people in enumerate((RED, BLUE, RED)):
        # Blue's player moves second on boards 1 and 3.
        ahead = PairingResult.FIRST_AHEAD if number == 1 else PairingResult.SECOND_AHEAD
        await room.club.play.matches.resign(number + 1, act(people[number]))
        ruling = PairingResult.NONE if number == 2 else ahead if scoring != "halves" else PairingResult.DRAW
        await room.club.competitions.all.rule_on(number + 1, ruling, official=judge, why="fair")
    await room.club.competitions.scheduler.take_due_steps()
    sheet = await room.club.competitions.all.load_crosstable(1)
    assert team_score(sheet.team_boards) == points
    assert leading_side(sheet.team_boards, sheet.scoring) == side
    assert sheet.stage.status is StageStatus.OVER
    again = await room.club.competitions.teams.make_rematch(1, act(MO))
    opened = await room.club.competitions.all.load_stage_view(again.id)
    assert opened.stage.scoring == scoring
    assert opened.stage.starts_at == room.time[0] + 600.0, "as long after it was made as the first"


async def test_what_a_game_cannot_be_scored_by_is_refused(room: Room) -> None:
    with pytest.raises(Refusal, match="Plus draws are told by the men"):
        await create_team_match(room, scoring="plus")


async def test_a_server_is_a_guest_in_so_many_matches_at_a_time_and_its_going_frees_them(room: Room) -> None:
    for number in range(PER_SERVER):
        row = await create_team_match(room, other=False)
        [_, guest] = await room.club.store.read(lambda tx, row=row: teams.list_for_competition(tx, row.id))
        code = f"CODE{number}"
        await room.club.store.write(
            lambda tx, guest=guest, code=code: tx.run("UPDATE team SET code = ? WHERE id = ?", code, guest.id)
        )
        await room.club.competitions.teams.accept_invitation(
            code, BLUE[0], name="Away", place=(AWAY, CHANNEL + 1)
        )
    await room.club.store.write(
        lambda tx: tx.run("UPDATE competition SET stopped = 1, guild_id = ?", GUILD + 9)
    )
    await create_team_match(room, other=False)
    again = (await room.club.store.read(lambda tx: teams.list_for_competition(tx, PER_SERVER + 1)))[1].code
    with pytest.raises(Refusal, match=str(PER_SERVER)):
        await room.club.competitions.teams.accept_invitation(
            again or "", BLUE[0], name="Away", place=(AWAY, CHANNEL + 1)
        )
    await room.club.play.places.suspend_server(AWAY)
    stages = [
        (await room.club.competitions.all.load_stage_view(number)).stage
        for number in range(1, PER_SERVER + 1)
    ]
    assert {stage.status for stage in stages} == {StageStatus.OVER}


async def test_one_press_makes_one_match(room: Room) -> None:
    pressed = act(MO)
    control = parse_control("1d")
    assert control is not None
    for _ in range(2):
        await room.club.competitions.teams.create(
            drafts=(TeamDraft("Red", MO.id), TeamDraft("Blue", MO.id)),
            boards=3,
            game=GAMES["binar"],
            options={},
            control=control,
            starts_in=600.0,
            organiser=pressed,
            place=(GUILD, CHANNEL),
        )
    assert len(await room.club.store.read(lambda tx: teams.list_for_competition(tx, 1))) == 2


async def test_the_files_of_a_team_match_have_one_round_and_both_teams_with_their_members(room: Room) -> None:
    await start_team_match(room)
    await room.club.play.matches.resign(1, act(BLUE[0]))
    sheet = await room.club.competitions.all.load_crosstable(1)
    lines = to_trf(sheet).splitlines()
    assert "092 Team: Boards" in lines
    assert [line[89:] for line in lines if line.startswith("001")] == [
        "  " + cell for cell in ("   2 w 1", "   1 b 0", "   4 b  ", "   3 w  ", "   6 w  ", "   5 b  ")
    ]
    assert lines[-2:] == [f"013 {'Red':32}    1    3    5", f"013 {'Blue':32}    2    4    6"]
    told = json.loads(to_json(sheet))
    assert told["teams"] == [
        {"name": "Red", "points": 2, "members": ["P100", "P101", "P102"]},
        {"name": "Blue", "points": 0, "members": ["P200", "P201", "P202"]},
    ]


async def test_cards_are_drawn_without_a_captain_who_is_forgotten(room: Room) -> None:
    row = await create_team_match(room, other=False)
    _, guest = await room.club.store.read(lambda tx: teams.list_for_competition(tx, row.id))
    place = (AWAY, CHANNEL + 1)
    await room.club.competitions.teams.accept_invitation(guest.code or "", BLUE[0], name="Away", place=place)
    await room.club.store.write(lambda tx: tx.run("DELETE FROM outbox"))
    await room.club.privacy.deletion.begin_deletion(MO.id)
    await room.club.privacy.deletion.work()
    posts = await room.club.store.read(lambda tx: tx.all("SELECT dedup, payload FROM outbox"))
    late = {"season1late": {"stage": 1}, f"season1t{guest.id}late": {"stage": 1, "team": guest.id}}
    assert {post["dedup"]: json.loads(post["payload"]) for post in posts} == late
