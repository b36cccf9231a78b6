"""Moderators keep a member from playing on their server, for a time or for good."""

import json

from club.competitions.lookup import Official
from club.members.people import Person
from data.competitions import entrants
from data.database.transaction import Transaction
from data.members import admin_log
from data.play.matches import MatchStatus
from tests.club.competitions.team_matches import create_team_match
from tests.club.leagues import FOUR, create_league, newest, start_season
from tests.club.leagues import MO as ORGANISER
from tests.club.people import ANN, BEN, CLEO, GUILD, act, interactions, make_challenge, start_match
from tests.club.refusing import refused_code
from tests.club.room import Room

DAY = 24 * 3600.0
MO = Person(90, "Mo")


async def bar(room: Room, whom: Person = BEN, by: Person = MO, until: float | None = None) -> None:
    await room.club.competitions.barring.bar(GUILD, whom, act(by), why="loud", until=until)


async def log_of(room: Room) -> list[tuple[str, int | None, int | None, object]]:
    """What the server's log says, newest first."""

    async def job(tx: Transaction) -> list[tuple[str, int | None, int | None, object]]:
        rows = await admin_log.list_newest(tx, GUILD, skip=0, limit=9)
        return [(row.what, row.user_id, row.whom_id, json.loads(row.became or "null")) for row in rows]

    return await room.club.store.read(job)


async def test_a_barred_member_begins_nothing_there_and_others_nothing_with_them(room: Room) -> None:
    theirs, own = await make_challenge(room.club, people=(BEN, None)), await make_challenge(room.club)
    await bar(room)
    assert await refused_code(make_challenge(room.club, "russian", people=(BEN, None))) == "bar.you"
    assert await refused_code(make_challenge(room.club, "russian", people=(ANN, BEN))) == "bar.other"

    async def take(challenge_id: int, who: Person) -> object:
        return await room.club.play.challenges.accept(
            challenge_id, taker=who, interaction_id=next(interactions)
        )

    assert await refused_code(take(own.id, BEN)) == "bar.you"
    assert await refused_code(take(theirs.id, CLEO)) == "bar.challenger"
    assert await refused_code(room.club.members.bars.check(GUILD, BEN.id)) == "bar.you"
    await room.club.members.bars.check(None, BEN.id)
    await start_match(room.club, people=(BEN, ANN), guild_id=GUILD + 1)
    await start_match(room.club, people=(ANN, CLEO))


async def test_running_and_suspended_matches_there_end_without_a_result(room: Room) -> None:
    here, lost = await start_match(room.club), await start_match(room.club, people=(BEN, CLEO))
    elsewhere = await start_match(room.club, guild_id=GUILD + 1)
    others = await start_match(room.club, people=(ANN, CLEO))
    await room.club.store.write(
        lambda tx: tx.run("UPDATE match SET status = 'suspended' WHERE id = ?", lost.row.id)
    )
    await room.club.store.write(
        lambda tx: tx.run("UPDATE seat SET running = 0, suspended = 1 WHERE match_id = ?", lost.row.id)
    )
    await bar(room)
    for table in (here, lost):
        row = await room.row(table.row.id)
        assert (row.status, row.winner, row.reason) == (MatchStatus.OVER, None, "ended.moderator")
    for table in (elsewhere, others):
        assert (await room.row(table.row.id)).status is MatchStatus.RUNNING


async def test_competitions_of_the_server_are_left_and_cannot_be_joined(room: Room) -> None:
    await start_season(room.club, *FOUR)
    again = await create_league(room.club)
    stage = await newest(room.club, again)
    for who in (BEN, CLEO):
        await room.club.competitions.all.join(stage.id, who)
    await bar(room)
    people = await room.club.store.read(lambda tx: entrants.list_for_section(tx, 1))
    assert [each.name for each in people if each.withdrawn] == ["Ben"]
    waiting = await room.club.store.read(lambda tx: entrants.list_for_stage(tx, stage.id))
    assert [each.name for each in waiting] == ["Cleo"]
    assert await refused_code(room.club.competitions.all.join(stage.id, BEN)) == "bar.you"
    assert await refused_code(room.club.competitions.all.take_over_place(1, 1, BEN)) == "bar.you"
    await room.club.competitions.barring.let_back(GUILD, BEN, act(MO), why="sorry")
    await room.club.competitions.all.join(stage.id, BEN)


async def test_nobody_bars_themselves_a_bot_or_who_they_play(room: Room) -> None:
    await start_match(room.club, people=(BEN, MO))
    assert await refused_code(bar(room)) == "matter.own"
    assert await refused_code(bar(room, MO)) == "bar.self"
    assert await refused_code(bar(room, Person(7, "Bot", is_bot=True))) == "bar.bot"
    assert await log_of(room) == []
    assert (await room.row()).status is MatchStatus.RUNNING
    await make_challenge(room.club, people=(BEN, None))


async def test_a_bar_ends_by_itself_and_then_leaves_the_store(room: Room) -> None:
    await bar(room, until=room.time[0] + DAY)
    room.time[0] += DAY - 1
    assert await refused_code(make_challenge(room.club, people=(BEN, None))) == "bar.you"
    room.time[0] += 1
    await make_challenge(room.club, people=(BEN, None))
    await room.club.privacy.retention.work()
    assert await room.club.store.read(lambda tx: tx.all("SELECT * FROM bar")) == []


async def test_it_is_undone_the_same_way_and_the_log_has_both(room: Room) -> None:
    barring = room.club.competitions.barring
    assert await refused_code(barring.let_back(GUILD, BEN, act(MO), why="sorry")) == "bar.not"
    await bar(room)
    assert await refused_code(barring.let_back(GUILD, BEN, act(BEN), why="please")) == "bar.self"
    await barring.let_back(GUILD, BEN, act(MO), why="sorry")
    await make_challenge(room.club, people=(BEN, None))
    assert await log_of(room) == [
        ("unbar", MO.id, BEN.id, {"why": "sorry"}),
        ("bar", MO.id, BEN.id, {"until": None, "why": "loud"}),
    ]


async def test_who_is_forgotten_is_no_more_in_bar_or_log(room: Room) -> None:
    await bar(room)
    [data] = await room.club.privacy.export.export_files(BEN.id)
    assert json.loads(data)["tables"]["bar"][0]["why"] == "loud"
    assert str(MO.id) not in json.dumps(json.loads(data)["tables"]["admin_log"])
    await room.club.privacy.deletion.begin_deletion(BEN.id)
    await room.club.privacy.deletion.work()
    assert await log_of(room) == [("bar", MO.id, 0, None)]
    assert await room.club.store.read(lambda tx: tx.all("SELECT * FROM bar")) == []


async def test_a_barred_member_leaves_the_team_that_plays_for_the_server_elsewhere(room: Room) -> None:
    await create_team_match(room, other=False)
    team_matches = room.club.competitions.teams
    invited = await team_matches.load_invitation(1, official=Official(ORGANISER.id))
    await team_matches.accept_invitation(invited.code or "", CLEO, name="Blue", place=(GUILD + 1, 60))
    for person in (ANN, BEN):
        await team_matches.join(1, 1, person, guild_id=GUILD + 1, roles=())
    await room.club.competitions.barring.bar(GUILD + 1, BEN, act(MO), why="loud", until=None)
    joined = (await room.club.competitions.all.load_stage_view(1)).entrants
    assert [each.user_id for each in joined] == [ANN.id]
