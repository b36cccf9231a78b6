"""What members do before a team match: invite, join, line up, and the rematch."""

from typing import Any

import pytest

from club.clocks.time_control import parse_control
from club.competitions.lookup import Official
from club.competitions.team_boards import TEAM
from club.competitions.teams import LEAST_WAIT, LineUp, TeamDraft
from club.members.people import Person
from data.competitions import competitions, entrants, teams
from data.competitions.competitions import CompetitionRow, StageStatus
from data.competitions.teams import TeamRow
from data.members import preferences
from data.members.preferences import Preference
from data.outbox.post_kinds import PostKind
from data.play import matches
from data.play.matches import MatchStatus
from rules.catalogue import GAMES
from tests.club.competitions.team_matches import BLUE, RED, create_team_match
from tests.club.leagues import MO
from tests.club.people import ANN, BEN, CHANNEL, CLEO, GUILD, act
from tests.club.refusing import refused_code
from tests.club.room import Room

AWAY = GUILD + 50
CODE = "ABCDEFGHJKMN"
"""What the room's secret, 0 to 31, makes of a code."""


async def join(room: Room, side: int, *people: Person, guild_id: int | None = GUILD) -> None:
    for person in people:
        await room.club.competitions.teams.join(1, side, person, guild_id=guild_id, roles=())


async def sides(room: Room, competition_id: int = 1) -> list[TeamRow]:
    return await room.club.store.read(lambda tx: teams.list_for_competition(tx, competition_id))


async def accept(room: Room, code: str = CODE, guild_id: int = AWAY) -> CompetitionRow:
    return await room.club.competitions.teams.accept_invitation(
        code, BEN, name="Away", place=(guild_id, CHANNEL + 1)
    )


async def set_stage(room: Room, **given: Any) -> None:
    for name, value in given.items():
        sql = f"UPDATE stage SET {name} = ?"
        await room.club.store.write(lambda tx, sql=sql, value=value: tx.run(sql, value))


def ids(line_up: LineUp) -> list[int | None]:
    return [each.user_id for each in line_up.people]


async def test_a_match_of_two_teams_has_both_their_names_and_captains(room: Room) -> None:
    row = await create_team_match(room)
    assert (row.name, row.boards) == ("Red – Blue", 3)
    red, blue = await sides(room)
    assert (red.side, red.name, red.captain_id, red.guest, red.code, red.code_until) == (
        (0, "Red", MO.id, False, None, None)
    )
    assert (blue.side, blue.name, blue.captain_id, blue.guest) == (1, "Blue", MO.id, False)
    assert await room.club.competitions.teams.load_stage_id(row.id) == 1


async def test_an_invited_side_has_a_code_and_no_name_until_the_match_starts(room: Room) -> None:
    row = await create_team_match(room, other=False)
    assert row.name == "Red"
    red, guest = await sides(room)
    assert (red.guest, red.code) == (False, None)
    assert (guest.name, guest.captain_id, guest.guest, guest.guild_id) == ("", None, True, None)
    assert (guest.code, guest.code_until) == (CODE, room.time[0] + 600)


async def test_another_server_is_not_invited_to_a_live_match(room: Room) -> None:
    live = parse_control("5+3")
    assert live is not None
    creating = room.club.competitions.teams.create(
        drafts=(TeamDraft("Red", MO.id), None),
        boards=3,
        game=GAMES["binar"],
        options={},
        control=live,
        starts_in=600.0,
        organiser=act(MO),
        place=(GUILD, CHANNEL),
    )
    assert await refused_code(creating) == "team.clock"


async def test_the_code_is_for_organisers_and_only_until_it_is_taken(room: Room) -> None:
    await create_team_match(room, other=False)
    load = room.club.competitions.teams.load_invitation
    assert (await load(1, official=Official(MO.id))).code == CODE
    assert (await load(1, official=Official(ANN.id, managed_guild_id=GUILD))).side == 1
    assert await refused_code(load(1, official=Official(ANN.id, managed_guild_id=AWAY))) == "league.organiser"
    await accept(room)
    assert await refused_code(load(1, official=Official(MO.id))) == "team.invited"
    await set_stage(room, status=StageStatus.RUNNING)
    assert await refused_code(load(1, official=Official(MO.id))) == "team.started"
    assert await refused_code(load(2, official=Official(MO.id))) == "league.gone"


async def test_a_code_is_read_as_it_is_typed_and_names_the_match(room: Room) -> None:
    await create_team_match(room, other=False)
    row = await accept(room, " abcd-efgh-jkmn ")
    assert row.id == 1
    [_, guest] = await sides(room)
    assert (guest.name, guest.captain_id, guest.guild_id, guest.channel_id) == (
        ("Away", BEN.id, AWAY, CHANNEL + 1)
    )
    assert (guest.code, guest.is_pending) == (None, False)
    assert (await room.club.store.read(lambda tx: competitions.get(tx, 1))).name == "Red – Away"
    assert f'{{"stage": 1, "team": {guest.id}}}' in [post.payload for post in await room.rows("season")]


async def test_a_code_is_good_until_its_last_moment_and_in_another_server(room: Room) -> None:
    await create_team_match(room, other=False)
    assert await refused_code(accept(room, "")) == "team.code"
    assert await refused_code(accept(room, guild_id=GUILD)) == "team.here"
    room.time[0] += 600
    assert await refused_code(accept(room)) == "team.code"
    room.time[0] -= 1
    await accept(room)


async def test_a_code_of_a_match_that_has_begun_is_no_good(room: Room) -> None:
    await create_team_match(room, other=False)
    await set_stage(room, status=StageStatus.OVER)
    assert await refused_code(accept(room)) == "team.code"


async def test_members_join_one_side_and_leave_the_other(room: Room) -> None:
    await create_team_match(room)
    join_side = room.club.competitions.teams.join
    await room.quiet()
    assert (await join_side(1, 0, ANN, guild_id=GUILD, roles=())).name == "Red"
    assert len(await room.rows("season")) == 1
    await room.quiet()
    await join_side(1, 0, ANN, guild_id=GUILD, roles=())
    assert await room.rows("season") == []  # nothing has changed
    assert (await join_side(1, 1, ANN, guild_id=GUILD, roles=())).name == "Blue"
    [entrant] = await room.club.store.read(lambda tx: entrants.list_for_stage(tx, 1))
    assert entrant.side == 1
    for side in (-1, 2):
        assert await refused_code(join_side(1, side, ANN, guild_id=GUILD, roles=())) == "league.gone"
    for guild_id in (AWAY, None):
        assert await refused_code(join_side(1, 0, ANN, guild_id=guild_id, roles=())) == "team.other"
    await set_stage(room, status=StageStatus.RUNNING)
    assert await refused_code(join_side(1, 0, ANN, guild_id=GUILD, roles=())) == "team.started"


async def test_a_team_with_a_role_is_joined_by_its_members_alone(room: Room) -> None:
    await create_team_match(room)
    await room.club.store.write(lambda tx: tx.run("UPDATE team SET role_id = 77 WHERE side = 0"))
    join_side = room.club.competitions.teams.join
    assert await refused_code(join_side(1, 0, ANN, guild_id=GUILD, roles={76})) == "team.role"
    assert (await join_side(1, 0, ANN, guild_id=GUILD, roles={76, 77})).role_id == 77


async def test_guests_join_from_their_own_server(room: Room) -> None:
    await create_team_match(room, other=False)
    join_side = room.club.competitions.teams.join
    assert await refused_code(join_side(1, 1, ANN, guild_id=None, roles=())) == "team.other", "of nobody yet"
    await accept(room)
    assert await refused_code(join_side(1, 1, ANN, guild_id=GUILD, roles=())) == "team.other"
    assert (await join_side(1, 1, ANN, guild_id=AWAY, roles=())).name == "Away"


async def test_a_team_is_full_with_so_many_members(room: Room) -> None:
    await create_team_match(room)
    await join(room, 0, *(Person(500 + number, "x") for number in range(TEAM)))
    assert await refused_code(join(room, 0, ANN)) == "league.full"
    await join(room, 1, ANN)
    assert await refused_code(join(room, 0, ANN)) == "league.full"


async def test_who_leads_a_team_sees_its_line_up(room: Room) -> None:
    await create_team_match(room, other=False)
    await accept(room)
    await join(room, 0, *RED)
    await join(room, 1, *BLUE, guild_id=AWAY)
    load = room.club.competitions.teams.load_line_up
    home, away = [each.id for each in RED], [each.id for each in BLUE]
    for official in (Official(MO.id), Official(ANN.id, managed_guild_id=GUILD)):
        line_up = await load(1, 0, official=official)
        assert (ids(line_up), line_up.boards, line_up.team.name) == (home, 3, "Red")
        assert await refused_code(load(1, 1, official=official)) == "team.captain"
    for official in (Official(BEN.id), Official(ANN.id, managed_guild_id=AWAY)):
        assert ids(await load(1, 1, official=official)) == away
        assert await refused_code(load(1, 0, official=official)) == "team.captain"
    for side in (0, 1):
        assert await refused_code(load(1, side, official=Official(ANN.id))) == "team.captain"
    assert await refused_code(load(1, 2, official=Official(MO.id))) == "league.gone"


@pytest.mark.parametrize(
    ("at", "steps", "after"),
    [
        (0, 1, [1, 0, 2]),
        (0, 2, [1, 2, 0]),
        (0, 9, [1, 2, 0]),
        (2, -1, [0, 2, 1]),
        (2, -9, [2, 0, 1]),
        (1, -1, [1, 0, 2]),
        (1, 0, [0, 1, 2]),
        (1, None, [0, 2]),
    ],
)
async def test_a_member_is_moved_by_boards_or_out(
    room: Room, at: int, steps: int | None, after: list[int]
) -> None:
    await create_team_match(room)
    await join(room, 0, *RED)
    await room.quiet()
    mo = Official(MO.id)
    before = await room.club.competitions.teams.load_line_up(1, 0, official=mo)
    moved = await room.club.competitions.teams.move_member(1, 0, before.people[at].id, steps, official=mo)
    assert ids(moved) == [RED[place].id for place in after]
    assert len(await room.rows("season")) == 1
    assert ids(await room.club.competitions.teams.load_line_up(1, 0, official=mo)) == ids(moved)
    if steps is None:
        again = room.club.competitions.teams.move_member(1, 0, before.people[at].id, 1, official=mo)
        assert await refused_code(again) == "league.gone"


async def test_only_who_leads_a_team_moves_its_members(room: Room) -> None:
    await create_team_match(room)
    await join(room, 0, *RED)
    moving = room.club.competitions.teams.move_member(1, 0, 1, 1, official=Official(ANN.id))
    assert await refused_code(moving) == "team.captain"


async def over(room: Room, **given: Any) -> None:
    """A match whose section is there and over, after a week of sign-up."""
    row = await create_team_match(room, **given)
    await room.club.store.write(lambda tx: competitions.add_section(tx, row.id, 0))
    await set_stage(room, status=StageStatus.OVER)


async def test_a_rematch_has_the_sides_swapped_and_the_same_terms(room: Room) -> None:
    await over(room)
    await room.club.store.write(lambda tx: tx.run("UPDATE team SET role_id = 77 WHERE side = 1"))
    room.time[0] += 5000
    await room.quiet()
    pressed = act(MO)
    made = await room.club.competitions.teams.make_rematch(1, pressed)
    assert (made.id, made.name, made.rematch_of, made.boards, made.organiser_id) == (
        (2, "Blue – Red", 1, 3, MO.id)
    )
    first, second = await sides(room, made.id)
    assert (first.name, first.role_id, first.side) == ("Blue", 77, 0)
    assert (second.name, second.role_id, second.side) == ("Red", None, 1)
    [stage] = await room.club.store.read(lambda tx: competitions.list_latest_stages(tx, made.id))
    assert stage.starts_at == stage.closes_at == room.time[0] + 600
    assert [post.payload for post in await room.rows("season")] == [f'{{"stage": {stage.id}}}']
    assert (await room.club.competitions.teams.make_rematch(1, pressed)).id == made.id
    assert len(await sides(room, made.id)) == 2
    assert await refused_code(room.club.competitions.teams.make_rematch(1, act(MO))) == "team.rematch"


async def test_a_rematch_leaves_time_to_join(room: Room) -> None:
    await over(room)
    await set_stage(room, starts_at=room.time[0] + 10)
    made = await room.club.competitions.teams.make_rematch(1, act(MO))
    [stage] = await room.club.store.read(lambda tx: competitions.list_latest_stages(tx, made.id))
    assert stage.starts_at == room.time[0] + LEAST_WAIT


async def test_a_rematch_is_refused_before_the_end_to_others_and_without_the_guests(room: Room) -> None:
    await over(room, other=False)
    await set_stage(room, status=StageStatus.OPEN)
    await accept(room)
    rematch = room.club.competitions.teams.make_rematch
    assert await refused_code(rematch(1, act(CLEO))) == "team.captain"
    assert await refused_code(rematch(1, act(CLEO), managed_guild_id=1)) == "team.captain"
    for status in (StageStatus.OPEN, StageStatus.RUNNING):
        await set_stage(room, status=status)
        assert await refused_code(rematch(1, act(BEN))) == "rematch.running"
    await set_stage(room, status=StageStatus.OVER)
    await room.club.store.write(lambda tx: tx.run("UPDATE team SET gone = 1 WHERE side = 1"))
    assert await refused_code(rematch(1, act(MO))) == "team.left"
    await room.club.store.write(lambda tx: tx.run("UPDATE team SET gone = 0"))
    made = await rematch(1, act(CLEO), managed_guild_id=AWAY)
    [away, home] = await sides(room, made.id)
    assert (away.name, away.guest, away.guild_id, away.channel_id) == ("Away", True, AWAY, CHANNEL + 1)
    assert (home.name, home.guest, home.guild_id) == ("Red", False, None)
    assert await refused_code(rematch(99, act(MO))) == "league.gone"


async def test_a_guest_has_their_board_sent_again(room: Room) -> None:
    match = await room.begin()
    resend = room.club.competitions.teams.resend_board
    assert await refused_code(resend(match.id, ANN.id)) == "team.board.none"  # is no guest
    assert await refused_code(resend(99, ANN.id)) == "team.board.none"
    await room.club.store.write(lambda tx: tx.run("UPDATE seat SET guest = 1 WHERE seat = 1"))
    assert await refused_code(resend(match.id, ANN.id)) == "team.board.none"
    shut = Preference(BEN.id, dm_closed_at=5.0)
    await room.club.store.write(lambda tx: preferences.put(tx, shut))
    await room.quiet()
    await resend(match.id, BEN.id)
    [post] = await room.rows(PostKind.HAND)
    assert (post.match_id, post.seat) == (match.id, 1)
    assert (await room.club.store.read(lambda tx: preferences.get(tx, BEN.id))).dm_closed_at is None
    await room.club.play.matches.resign(match.id, act(ANN))
    row = await room.club.store.read(lambda tx: matches.get(tx, match.id))
    assert row is not None and row.status is MatchStatus.OVER
    assert await refused_code(resend(match.id, BEN.id)) == "team.board.none"
