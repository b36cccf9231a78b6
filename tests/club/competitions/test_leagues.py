"""A league's life in the club: it starts, judges, waits and survives departures."""

from typing import Any

import pytest

from club.clocks.rest import SEASON_DAYS, Rest
from club.clocks.time_control import TimeControl
from club.competitions.competition_step import JUDGED_WITHIN
from club.competitions.competitions import Competitions
from club.competitions.lookup import Official
from club.competitions.seasons import ABSENT, AT_ONCE, LENGTH, NOTICE, WARNED
from club.competitions.tournaments import PER_SERVER
from club.members.people import Act, Person
from club.refusals import Refusal
from data.competitions import competitions, entrants, pairings
from data.competitions.competitions import StageRow, StageStatus
from data.competitions.pairings import PairingResult, PairingRow
from data.play.matches import MatchStatus
from rules.catalogue import GAMES
from tests.club.competitions.league_ends import counts, stop_clocks, to_close
from tests.club.leagues import EMI, FOUR, MO, create_league, newest, start_season
from tests.club.people import ANN, BEN, CHANNEL, CLEO, GUILD, act, interactions
from tests.club.room import Room

DAY = 24 * 3600.0
HALF = LENGTH // 2
"""Days of a season after which people sign up for the next one."""


async def load_pairings(room: Room, section_id: int = 1) -> list[PairingRow]:
    """Load the pairings of a section."""
    return await room.club.store.read(lambda tx: pairings.list_for_section(tx, section_id))


async def start_season_and_match(room: Room) -> None:
    """Start a season in whose first match both have moved."""
    await start_season(room.club)
    await room.move(1)
    await room.move(1)


async def test_a_season_opens_starts_closes_and_the_next_one_opens_half_way(room: Room) -> None:
    league = await create_league(room.club, hour=9)
    stage = await newest(room.club, league)
    assert NOTICE - 1 < (stage.starts_at - room.time[0]) / DAY < NOTICE + 1
    assert stage.closes_at == stage.starts_at + LENGTH * DAY
    for person in FOUR:
        await room.club.competitions.all.join(stage.id, person)
    room.time[0] = stage.starts_at - 1
    await room.club.competitions.scheduler.take_due_steps()
    assert (await newest(room.club, league)).status is StageStatus.OPEN
    room.time[0] = stage.starts_at
    due = await room.club.competitions.scheduler.take_due_steps()
    assert (await newest(room.club, league)).status is StageStatus.RUNNING
    assert due is not None and due <= stage.starts_at + ABSENT
    room.time[0] = stage.starts_at + HALF * DAY - 1
    await room.club.competitions.scheduler.take_due_steps()
    assert (await newest(room.club, league)).id == stage.id
    room.time[0] += 1
    await room.club.competitions.scheduler.take_due_steps()
    following = await newest(room.club, league)
    assert (following.number, following.status) == (1, StageStatus.OPEN)
    assert following.starts_at == stage.closes_at + DAY


async def test_the_same_command_makes_one_league_and_a_server_has_so_many(room: Room) -> None:
    league = await create_league(room.club)
    interaction_id = next(interactions) - 1
    again = room.club.competitions.all.create(
        name="Twice",
        game=GAMES["binar"],
        options={},
        control=TimeControl(24 * 3600),
        hour=9,
        organiser=Act(MO.id, interaction_id),
        place=(GUILD, CHANNEL),
    )
    assert (await again).id == league.id
    for _ in range(PER_SERVER - 1):
        await create_league(room.club)
    with pytest.raises(Refusal, match="leagues and tournaments already"):
        await create_league(room.club)
    await room.club.competitions.all.stop(1, official=Official(MO.id))
    assert (await create_league(room.club)).id > league.id


async def test_matches_have_the_league_s_clock_and_two_who_met_change_sides_the_next_time(room: Room) -> None:
    stage = await start_season(room.club)
    first = {frozenset((p.first_id, p.second_id)): p.first_id for p in await load_pairings(room)}
    assert (await room.row(1)).control == "3d+1d"
    assert not any(pairing.turned for pairing in await load_pairings(room))
    users = {
        each.id: each.user_id
        for each in await room.club.store.read(lambda tx: entrants.list_for_stage(tx, stage.id))
    }
    room.time[0] = stage.starts_at + HALF * DAY + 1
    await room.club.competitions.scheduler.take_due_steps()
    for person in FOUR:
        await room.club.competitions.all.join(2, person)
    await to_close(room)
    room.time[0] = (await room.club.competitions.all.load_stage_view(2)).stage.starts_at
    await room.club.competitions.scheduler.take_due_steps()
    again = {
        each.id: each.user_id
        for each in await room.club.store.read(lambda tx: entrants.list_for_stage(tx, 2))
    }
    then = {frozenset(map(users.__getitem__, pair)): users[who] for pair, who in first.items()}
    now = await load_pairings(room, 2)
    assert len(now) == 6 and all(pairing.turned for pairing in now)
    for pairing in now:
        pair = frozenset((again[pairing.first_id], again[pairing.second_id]))
        assert then[pair] == again[pairing.second_id]


async def test_nobody_has_more_than_six_at_once_and_the_rest_begins_as_others_end(room: Room) -> None:
    people = (*FOUR, EMI, Person(6, "Fay"), Person(7, "Gus"))
    await start_season(room.club, *people)
    await start_season(room.club, *people[:4])
    assert [pairing.match_id for pairing in await load_pairings(room, 2)] == [None] * 6
    for pairing in await load_pairings(room):
        if set((await room.row(pairing.match_id or 0)).user_ids) == {ANN.id, BEN.id}:
            await room.club.play.matches.resign(pairing.match_id or 0, act(ANN))
    await room.club.competitions.scheduler.take_due_steps()
    begun = [pairing for pairing in await load_pairings(room, 2) if pairing.match_id is not None]
    assert [set((await room.row(each.match_id or 0)).user_ids) for each in begun] == [{ANN.id, BEN.id}]
    seats = await room.club.store.read(lambda tx: tx.all("SELECT user_id FROM seat WHERE running = 1"))
    assert max([row["user_id"] for row in seats].count(person.id) for person in people) == AT_ONCE


@pytest.mark.parametrize(
    ("chance", "result"),
    [
        (900, PairingResult.FIRST),
        (899, PairingResult.DRAW),
        (101, PairingResult.DRAW),
        (100, PairingResult.SECOND),
    ],
)
async def test_at_the_close_the_analysis_judges_what_both_have_begun(
    room: Room, monkeypatch: pytest.MonkeyPatch, chance: int, result: PairingResult
) -> None:
    async def fixed_chance(_: Any) -> int:
        """Return the given chance for any position."""
        return chance

    monkeypatch.setattr(room.club.play.analyses, "estimate_chance", fixed_chance)
    await start_season_and_match(room)
    await stop_clocks(room)
    await to_close(room)
    assert await counts(room, 1) == (result, True)
    row = await room.row(1)
    assert (row.reason, row.winner) == ("ended.judged", None)
    assert (await room.club.competitions.all.load_stage_view(1)).stage.status is StageStatus.OVER


async def test_the_analysis_is_asked_for_real(room: Room) -> None:
    await start_season(room.club)
    for _ in range(8):
        await room.move(1)
    match = (await room.club.play.matches.load(1)).match
    if match.outcome is None:
        assert 0 <= await room.club.play.analyses.estimate_chance(match) <= 1000


async def test_who_has_never_moved_loses_and_where_neither_has_nothing_counts(room: Room) -> None:
    await start_season(room.club)
    await room.move(1)
    await stop_clocks(room)
    await to_close(room)
    assert await counts(room, 1) == (PairingResult.FIRST, True)
    assert await counts(room, 2) == (PairingResult.NONE, True)
    assert [(await room.row(match_id)).reason for match_id in (1, 2)] == [
        "ended.season.unmoved",
        "ended.season",
    ]


async def test_who_has_no_time_left_loses_whatever_the_analysis_says(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def sure(_: Any) -> int:
        return 1000

    monkeypatch.setattr(room.club.play.analyses, "estimate_chance", sure)
    await start_season_and_match(room)
    await to_close(room)  # no one has checked the clocks meanwhile: its first player's has run out
    assert await counts(room, 1) == (PairingResult.SECOND, True)
    assert (await room.row(1)).reason == "ended.season.time"


async def test_whose_time_is_up_at_the_close_loses_though_neither_has_moved(room: Room) -> None:
    await start_season(room.club)
    await to_close(room)
    for match_id in range(1, 7):
        assert await counts(room, match_id) == (PairingResult.SECOND, True)
        assert (await room.row(match_id)).reason == "ended.season.time"


async def test_what_there_was_no_time_to_judge_counts_nothing(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(_: Any) -> int:
        raise AssertionError

    monkeypatch.setattr(room.club.play.analyses, "estimate_chance", never)
    await start_season_and_match(room)
    await stop_clocks(room)
    await to_close(room, after=JUDGED_WITHIN)
    assert await counts(room, 1) == (PairingResult.NONE, True)


async def test_whoever_lets_their_time_run_out_has_lost_though_nobody_claims(room: Room) -> None:
    await start_season(room.club)
    assert (await room.row(1)).turn == 0
    while (row := await room.row(1)).status == "running":
        room.time[0] += DAY
        await room.club.play.clocks.handle_due_clocks()
    assert row.reason == "ended.unclaimed"
    assert await counts(room, 1) == (PairingResult.SECOND, False)


async def test_a_draw_and_a_win_are_what_they_are_and_a_moderator_s_end_counts_nothing(room: Room) -> None:
    await start_season(room.club)
    first, second = (await room.row(1)).user_ids
    await room.club.play.matches.resign(1, act(Person(first, "")))
    assert await counts(room, 1) == (PairingResult.SECOND, False)
    await room.club.store.write(lambda tx: tx.run("UPDATE match SET status = 'over' WHERE id = 2"))
    await room.club.store.write(lambda tx: competitions.bring_forward(tx, 1, room.time[0]))
    await room.club.competitions.scheduler.take_due_steps()
    assert await counts(room, 2) == (PairingResult.NONE, False)
    assert second != first


async def test_of_a_vacation_a_week_counts_in_a_season_s_matches_and_all_of_it_in_others(room: Room) -> None:
    await room.begin("3d+1d")
    away = Rest(vacations=((room.time[0], room.time[0] + 14 * DAY),))
    await room.club.members.preferences.change(ANN.id, rest=away.text)
    stage = await start_season(room.club)

    async def deadline(match_id: int) -> float | None:
        return (await room.clock(match_id)).deadline

    waits = [
        each
        for each in await load_pairings(room)
        if (await room.row(each.match_id or 0)).user_ids[0] == ANN.id
    ]
    mine = waits[0].match_id or 0
    assert await deadline(mine) == stage.starts_at + (SEASON_DAYS + 3) * DAY
    longer = Rest(vacations=((stage.starts_at + DAY, stage.starts_at + 14 * DAY),))
    await room.club.play.clocks.set_rest(ANN.id, lambda _: longer)
    assert await deadline(mine) == stage.starts_at + (SEASON_DAYS + 3) * DAY
    assert await deadline(1) == stage.starts_at + (13 + 3) * DAY


async def test_who_withdraws_early_counts_nothing_for_anybody_and_is_last(room: Room) -> None:
    await start_season(room.club)
    sheet = await room.club.competitions.all.load_crosstable(1)
    first, _ = (await room.row(1)).user_ids
    await room.club.play.matches.resign(1, act(Person(first, "")))
    sheet = await room.club.competitions.all.withdraw(1, first)
    assert [line.row.points for line in sheet.lines] == [0, 0, 0, 0]
    assert sheet.lines[-1].entrant.user_id == first
    assert sheet.lines[-1].best is None
    with pytest.raises(Refusal, match="already"):
        await room.club.competitions.all.withdraw(1, first)


async def test_who_is_forgotten_leaves_what_is_open_and_withdraws_from_what_runs(room: Room) -> None:
    stage = await start_season(room.club)
    room.time[0] = stage.starts_at + HALF * DAY + 1
    await room.club.competitions.scheduler.take_due_steps()
    await room.club.competitions.all.join(2, ANN)
    await room.club.privacy.deletion.begin_deletion(ANN.id)
    assert await room.club.privacy.deletion.work() is None
    assert (await room.club.competitions.all.load_stage_view(2)).entrants == []
    sheet = await room.club.competitions.all.load_crosstable(1)
    [former] = [line.entrant for line in sheet.lines if line.entrant.user_id == 0]
    assert former.withdrawn and str(former.name) == "Former player"
    assert all(
        pairing.effective_result is not None
        for pairing in sheet.pairings
        if former.id in (pairing.first_id, pairing.second_id)
    )


@pytest.mark.ci
@pytest.mark.parametrize("who", ["organiser", "player"])
async def test_the_reason_of_a_ruling_is_forgotten_with_the_organiser_and_with_either_player(
    room: Room, who: str
) -> None:
    await start_season(room.club)
    first, second = (await room.row(1)).user_ids
    await room.club.play.matches.resign(1, act(Person(first, "")))
    rules = room.club.competitions.all
    pairing_id = (await load_pairings(room))[0].id
    await rules.rule_on(pairing_id, PairingResult.DRAW, official=Official(MO.id), why="They said so")
    assert [each.why for each in (await rules.load_rulings(pairing_id)).changes] == ["They said so"]
    await room.club.privacy.deletion.begin_deletion(MO.id if who == "organiser" else second)
    assert await room.club.privacy.deletion.work() is None
    [ruled] = (await rules.load_rulings(pairing_id)).changes
    assert (ruled.why, ruled.result) == (None, PairingResult.DRAW)


async def test_who_is_forgotten_after_the_close_leaves_its_table_as_it_was(room: Room) -> None:
    await start_season(room.club)
    first = (await room.row(1)).user_ids[0]
    await room.club.play.matches.resign(1, act(Person(first, "")))
    await stop_clocks(room)
    await to_close(room)
    before = (await room.club.competitions.all.load_crosstable(1)).lines
    await room.club.privacy.deletion.begin_deletion(first)
    assert await room.club.privacy.deletion.work() is None
    after = (await room.club.competitions.all.load_crosstable(1)).lines
    assert [(line.row, line.form) for line in after] == [(line.row, line.form) for line in before]


async def test_a_server_that_goes_pauses_its_leagues_and_they_go_on_later_by_as_many_days(room: Room) -> None:
    stage = await start_season(room.club)
    await room.club.play.places.suspend_server(GUILD)
    room.time[0] = stage.closes_at + 5 * DAY
    assert await room.club.competitions.scheduler.take_due_steps() is None
    assert (await room.club.competitions.all.load_stage_view(1)).stage.status is StageStatus.RUNNING
    gone = stage.closes_at + 5 * DAY - stage.starts_at
    await room.club.play.places.resume_server(GUILD)
    back: StageRow = (await room.club.competitions.all.load_stage_view(1)).stage
    assert back.closes_at > room.time[0]
    assert gone <= back.closes_at - stage.closes_at < gone + 2 * DAY
    await room.club.competitions.scheduler.take_due_steps()
    assert (await room.club.competitions.all.load_stage_view(1)).stage.status is StageStatus.RUNNING


async def test_a_place_is_free_only_while_its_owner_has_not_moved(room: Room) -> None:
    stage = await start_season(room.club)
    idle = (await room.row(1)).user_ids[0]
    [entrant] = [
        line.entrant
        for line in (await room.club.competitions.all.load_crosstable(1)).lines
        if line.entrant.user_id == idle
    ]
    with pytest.raises(Refusal, match="not free"):
        await room.club.competitions.all.take_over_place(1, entrant.id, EMI)
    room.time[0] = stage.starts_at + ABSENT
    await room.club.competitions.scheduler.take_due_steps()
    with pytest.raises(Refusal, match="already"):
        await room.club.competitions.all.take_over_place(1, entrant.id, CLEO)
    await room.move(1)  # at last
    with pytest.raises(Refusal, match="not free"):
        await room.club.competitions.all.take_over_place(1, entrant.id, EMI)


async def test_no_place_is_taken_once_its_season_is_over(room: Room) -> None:
    stage = await start_season(room.club)
    room.time[0] = stage.starts_at + ABSENT
    await room.club.competitions.scheduler.take_due_steps()
    free = next(
        line.entrant
        for line in (await room.club.competitions.all.load_crosstable(1)).lines
        if line.entrant.absent_at
    )
    room.time[0] = stage.closes_at
    with pytest.raises(Refusal, match="not free"):
        await room.club.competitions.all.take_over_place(1, free.id, EMI)


async def test_a_server_that_comes_again_without_having_gone_changes_no_date(room: Room) -> None:
    stage = await start_season(room.club)
    await room.club.play.places.resume_server(GUILD)
    assert (await room.club.competitions.all.load_stage_view(1)).stage.closes_at == stage.closes_at


async def test_only_the_organiser_rules_and_a_ruling_is_taken_back_the_same_way(room: Room) -> None:
    await start_season(room.club)
    rules: Competitions = room.club.competitions.all
    with pytest.raises(Refusal, match="Only whoever"):
        await rules.rule_on(1, PairingResult.DRAW, official=Official(ANN.id), why="fair")
    with pytest.raises(Refusal, match="not ended"):
        await rules.rule_on(1, PairingResult.DRAW, official=Official(MO.id), why="fair")
    await room.club.play.matches.resign(1, act(Person((await room.row(1)).user_ids[0], "")))
    sheet = await rules.rule_on(1, PairingResult.DRAW, official=Official(MO.id), why="fair")
    assert sorted(line.row.points for line in sheet.lines) == [0, 0, 1, 1]
    sheet = await rules.rule_on(1, None, official=Official(MO.id), why="fair")
    assert sorted(line.row.points for line in sheet.lines) == [0, 0, 0, 2]
    assert [(jump.user_id, jump.result) for jump in sheet.latest_changes] == [
        (MO.id, PairingResult.DRAW),
        (MO.id, None),
    ]


async def test_two_days_before_the_close_every_table_is_posted_anew_once(room: Room) -> None:
    stage = await start_season(room.club)
    await room.club.store.write(lambda tx: competitions.set_section_message(tx, 1, 77))
    room.time[0] = stage.closes_at - WARNED
    await room.club.competitions.scheduler.take_due_steps()
    sheet = await room.club.competitions.all.load_crosstable(1)
    assert sheet.stage.warned and sheet.section.message_id is None
    await room.club.store.write(lambda tx: competitions.set_section_message(tx, 1, 78))
    room.time[0] += 3600
    await room.club.competitions.scheduler.take_due_steps()
    assert (await room.club.competitions.all.load_crosstable(1)).section.message_id == 78


@pytest.mark.ci
@pytest.mark.both_databases
@pytest.mark.parametrize("ruling", [False, True])
async def test_what_stood_still_at_the_close_goes_on_unless_somebody_has_ruled_on_it(
    room: Room, ruling: bool
) -> None:
    await start_season(room.club)
    await room.move(1)
    await room.club.play.places.suspend_match(1)
    await to_close(room)
    assert await counts(room, 1) == (PairingResult.NONE, False)
    if ruling:
        pairing = next(each for each in await load_pairings(room) if each.match_id == 1)
        for result in (PairingResult.DRAW, None):
            await room.club.competitions.all.rule_on(pairing.id, result, official=Official(MO.id), why="fair")
    await room.club.play.places.resume_server(GUILD)
    await room.club.competitions.scheduler.take_due_steps()
    row = await room.row(1)
    if ruling:
        assert (row.status, row.reason) == (MatchStatus.OVER, "ended.ruled")
    else:
        assert (row.status, row.reason) == (MatchStatus.RUNNING, None)
