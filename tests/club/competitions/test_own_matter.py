"""No one decides in their own matter, whatever it is and however they ask.

Another member with the right can.
"""

from collections.abc import Awaitable, Callable
from functools import partial

import pytest

from club.competitions.lookup import Official
from club.members.people import Person
from club.play.course.ballots import BallotTerms, Voter
from data.competitions.pairings import PairingResult
from data.play.matches import MatchStatus
from tests.club.competitions.team_matches import BLUE, RED, RESERVES, start_with_reserves
from tests.club.ladders import ladder
from tests.club.leagues import DAN, FOUR, MO, start_season
from tests.club.people import ANN, BEN, CLEO, GUILD, act
from tests.club.people import start_match as match_of
from tests.club.refusing import refused_code
from tests.club.room import Room
from tests.club.standing.rated_circle import CIRCLE, play_circle, recounted_in_place
from tests.club.tournaments import PEOPLE, Evening
from words import TwotoneError

pytestmark = pytest.mark.both_databases

EVERY = (PairingResult.FIRST, PairingResult.DRAW, None)
OTHER = Official(98, GUILD)
"""Another official who may manage the server."""
Ask = Callable[[], Awaitable[object]]


async def refuses(*asks: Ask) -> None:
    for ask in asks:
        assert await refused_code(ask()) == "matter.own"


async def rules_for_others_alone(room: Room, pairing_id: int, *own: Person) -> None:
    """Assert that no member of a pairing can rule on it or take a ruling back.

    Another official can.
    """
    rules = room.club.competitions.all
    for person in own:
        by = Official(person.id, GUILD)
        await refuses(lambda by=by: rules.check_ruling(pairing_id, official=by))
        for result in EVERY:
            await refuses(partial(rules.rule_on, pairing_id, result, official=by, why="fair"))
    for result in EVERY:
        await rules.rule_on(pairing_id, result, official=OTHER, why="fair")
    await rules.check_ruling(pairing_id, official=OTHER)


@pytest.mark.ci
async def test_in_a_league_the_two_who_meet_rule_on_nothing_of_theirs(room: Room) -> None:
    await start_season(room.club)
    row = await room.row(1)
    players = [each for each in FOUR if each.id in row.user_ids]
    others = [each for each in FOUR if each not in players]
    await room.club.play.matches.resign(1, act(players[0]))
    await room.club.competitions.scheduler.take_due_steps()
    [pairing] = [
        each for each in (await room.club.competitions.all.load_crosstable(1)).pairings if each.match_id == 1
    ]
    await rules_for_others_alone(room, pairing.id, *players)
    for person in others:
        await room.club.competitions.all.rule_on(
            pairing.id, PairingResult.DRAW, official=Official(person.id, GUILD), why="fair"
        )


@pytest.mark.ci
@pytest.mark.parametrize("kind", ["swiss", "knockout"])
async def test_in_a_tournament_nobody_rules_on_their_match_or_takes_their_round_back(
    room: Room, kind: str
) -> None:
    evening = await Evening.start(room, PEOPLE[:5], kind)
    await evening.here()
    first, *_ = await evening.pairings()
    sheet = await evening.sheet()
    players = [Person(each.user_id, "") for each in sheet.entrants_of(first)]
    assert first.match_id is not None
    await room.club.play.matches.resign(first.match_id, act(players[0]))
    await rules_for_others_alone(room, first.id, *players)
    met = {each.user_id for pairing in await evening.pairings() for each in sheet.entrants_of(pairing)}
    free = next(each for each in PEOPLE[:5] if each.id not in met)
    own = Official(players[0].id, GUILD)
    await refuses(
        lambda: room.club.competitions.tournaments.check_may_take_back(1, official=own),
        lambda: room.club.competitions.tournaments.take_back_round(1, official=own),
    )
    await room.club.competitions.tournaments.check_may_take_back(1, official=Official(free.id, GUILD))
    await room.club.competitions.tournaments.take_back_round(1, official=Official(free.id, GUILD))


@pytest.mark.ci
async def test_on_a_ladder_the_two_of_a_challenge_rule_on_nothing_of_theirs(room: Room) -> None:
    await ladder(room.club)
    for person in (ANN, BEN, CLEO):
        await room.club.competitions.all.join(1, person)
    above = await room.club.competitions.ladders.list_targets(1, CLEO.id)
    reached = await room.club.competitions.ladders.challenge(1, above[-1].entrant.id, CLEO.id)
    await room.club.competitions.scheduler.take_due_steps()
    [pairing] = (await room.club.competitions.all.load_crosstable(1)).pairings
    assert pairing.match_id is not None
    await room.club.play.matches.resign(pairing.match_id, act(CLEO))
    await rules_for_others_alone(room, pairing.id, CLEO, Person(reached.entrant.user_id, ""))


@pytest.mark.ci
async def test_in_a_team_match_nobody_of_a_team_rules_on_any_board(room: Room) -> None:
    await start_with_reserves(room)
    await room.club.play.matches.resign(2, act(BLUE[1]))
    # Mo has made it, and is the captain of both.
    await rules_for_others_alone(room, 2, RED[0], RED[1], BLUE[2], *RESERVES, MO)
    for person in (RED[0], MO, RESERVES[1]):
        await refuses(lambda person=person: room.club.play.moderation.end_match(1, act(person)))
    await room.club.play.moderation.end_match(1, act(CLEO))
    assert (await room.row(1)).status is MatchStatus.OVER


async def test_the_exhibitor_of_a_simul_plays_every_board_and_a_manager_rules(room: Room) -> None:
    evening = await Evening.start(room, PEOPLE[:3], "simul", exhibitor=MO)
    assert (await evening.sheet()).competition.organiser_id == MO.id
    pairings = (await evening.sheet()).pairings
    assert len(pairings) == 3
    await room.club.play.matches.resign(1, act(MO))
    for pairing in pairings:
        await refuses(partial(room.club.competitions.all.check_ruling, pairing.id, official=Official(MO.id)))
    [ended] = [each for each in pairings if each.match_id == 1]
    await rules_for_others_alone(room, ended.id, MO)


async def test_a_moderator_ends_no_match_of_their_own_not_even_one_that_nobody_can_read(room: Room) -> None:
    await room.begin()
    for person in (ANN, BEN):
        await refuses(lambda person=person: room.club.play.moderation.end_match(1, act(person)))
    await room.club.store.write(lambda tx: tx.run("UPDATE clock SET state = substr(state, 2)"))
    with pytest.raises(TwotoneError, match="set aside"):
        await room.club.play.matches.load(1)
    await refuses(lambda: room.club.play.moderation.end_match(1, act(ANN)))
    await room.club.play.moderation.end_match(1, act(CLEO))
    assert (await room.club.store.read(lambda tx: tx.all("SELECT status FROM match"))) == [{"status": "over"}]


async def test_who_votes_in_a_match_does_not_end_it(room: Room) -> None:
    table = await match_of(room.club, vote=BallotTerms("own", 12 * 3600.0, 3))
    ballot = await room.club.play.votes.load_ballot(table.row.id, Voter(CLEO.id, may_write=True))
    await room.club.play.votes.cast(ballot, act(CLEO), "c3")
    for person in (ANN, BEN, CLEO):
        await refuses(lambda person=person: room.club.play.moderation.end_match(1, act(person)))
    await room.club.play.moderation.end_match(1, act(DAN))


@pytest.mark.ci
async def test_a_moderator_voids_no_rated_match_of_their_own_nor_lets_it_count_again(room: Room) -> None:
    await play_circle(room.club)
    ratings = room.club.standing.ratings
    for person in CIRCLE[0]:
        await refuses(partial(ratings.void, 1, act(person), reason="I was distracted"))
    await ratings.void(1, act(CLEO), reason="they agreed on it")
    for person in CIRCLE[0]:
        await refuses(lambda person=person: ratings.count_again(1, act(person), reason="no"))
    await ratings.count_again(1, act(CLEO), reason="a mistake")
    await recounted_in_place(room.club)
