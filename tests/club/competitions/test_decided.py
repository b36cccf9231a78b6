"""What a week's digest tells of competitions: winners, and the match shown."""

import pytest

from bot.cards.competitions.every_kind import cards_for_kind
from club.competitions.decided import DecidedSection
from club.members.people import Person
from data.competitions.competitions import StageStatus
from tests.club.ladders import Climb
from tests.club.leagues import MO, start_season
from tests.club.people import CHANNEL, GUILD, act
from tests.club.room import Room
from tests.club.tournaments import PEOPLE, Evening
from words import ENGLISH, localizer_for

WEEK = 7 * 24 * 3600.0


async def decided(room: Room, *, visible: bool = True, since: float = 0.0) -> list[DecidedSection]:
    """What was decided until now."""
    until = room.time[0] + 1.0
    return await room.club.competitions.all.list_decided(GUILD, since, until, lambda place: visible)


def line(each: DecidedSection) -> str:
    return cards_for_kind(each.sheet.competition.kind).decided_line(each, localizer_for(ENGLISH))


async def play_simul(room: Room) -> None:
    """Mo plays two members: one resigns, to the other Mo does."""
    evening = await Evening.start(room, PEOPLE[:2], "simul", exhibitor=MO)
    first, second = await evening.pairings()
    people = await evening.entrants()
    giver = next(each.id for each in people.values() if each.user_id == MO.id)
    for pairing, loses in ((first, False), (second, True)):
        other = next(each for each in (pairing.first_id, pairing.second_id) if each != giver)
        await evening.lose(pairing, giver if loses else other)


@pytest.mark.both_databases
async def test_a_cup_has_one_winner_and_shows_their_last_win(room: Room) -> None:
    evening = await Evening.start(room, PEOPLE[:3], "knockout", clock="1d")
    assert await decided(room) == []
    while (await evening.stage()).status is not StageStatus.OVER:
        await evening.play()
    [cup] = await decided(room)
    [final] = [each for each in cup.sheet.pairings if each.round == 1]
    assert [each.user_id for each in cup.winners] == [PEOPLE[0].id]
    assert cup.match_id == final.match_id
    assert line(cup).startswith(
        f"**Member 0** has won [Friday](https://discord.com/channels/{GUILD}/{CHANNEL}"
    )
    assert await decided(room, visible=False) == [], "its channel is not everybody's"
    assert await decided(room, since=room.time[0] + 0.5) == [], "it was over before"


async def test_first_place_is_shared_in_a_line_of_its_own(room: Room) -> None:
    evening = await Evening.start(room, PEOPLE[:3], "robin", clock="1d")
    ids = sorted(await evening.entrants())
    loses = {frozenset(ids[:2]): ids[1], frozenset(ids[1:]): ids[2], frozenset((ids[0], ids[2])): ids[0]}
    for _ in range(3):
        for pairing in (await evening.sheet()).pairings:
            if pairing.match_id and pairing.effective_result is None:
                await evening.lose(pairing, loses[frozenset((pairing.first_id, pairing.second_id))])
    [shared] = await decided(room)
    assert len(shared.winners) == 3
    assert "**Member 0, Member 1, Member 2** share first place in [Friday]" in line(shared)


async def test_the_exhibitor_s_score_is_told_whatever_it_is(room: Room) -> None:
    await play_simul(room)
    [simul] = await decided(room)
    assert line(simul).startswith("**Mo 1 – 1** · [Friday](")
    await room.club.members.preferences.change(MO.id, profile_shown=False)
    [hidden] = await decided(room)
    assert line(hidden).endswith("is over") and hidden.match_id is None


async def test_a_ladder_is_told_of_in_weeks_in_which_it_was_played(room: Room) -> None:
    climb = await Climb.start(room, PEOPLE[:3])
    assert await decided(room) == []
    pairing = await climb.challenge(PEOPLE[1], PEOPLE[0])
    row = await room.row(pairing.match_id or 0)
    await room.club.play.matches.resign(row.id, act(PEOPLE[0]))
    [played] = await decided(room)
    assert line(played).startswith("**Member 1** stands at the top of [Club](")
    assert played.match_id == row.id
    room.time[0] += WEEK
    assert await decided(room, since=room.time[0] - 1.0) == []


async def test_a_season_of_a_league_names_the_first_of_its_section(room: Room) -> None:
    stage = await start_season(room.club)
    for _ in range(9):
        sheet = await room.club.competitions.all.load_crosstable(1)
        for each in sheet.pairings:
            if each.effective_result is None and each.match_id:
                loser = sheet.entrant(max(each.first_id, each.second_id))
                await room.club.play.matches.resign(each.match_id, act(Person(loser.user_id, "")))
        await room.club.competitions.scheduler.take_due_steps()
    room.time[0] = max(room.time[0], stage.closes_at + 60.0)
    await room.club.competitions.scheduler.take_due_steps()
    found = [each for each in await decided(room) if each.winners]
    assert [line(each).partition("](")[0] for each in found] == ["**Ann** has won [Autumn league"]
