"""Calling off a match before its first move, and asking for a rematch."""

import json
from typing import Any

import pytest

from club.members.people import Person
from club.play.course.ballots import BallotTerms
from club.play.course.computer import TWOTONE
from club.play.match.access import SpectatorRefusal
from club.play.match.matches import Table
from club.play.match.sides import GIVES, RANDOM_SIDE, TAKES
from club.play.seek.challenges import LIFETIME, DuplicateChallenge
from data.database.persons import NOBODY
from data.play.challenges import ChallengeRow, ChallengeStatus
from data.play.matches import EventKind
from tests.club.leagues import start_season
from tests.club.people import ANN, BEN, CHANNEL, CLEO, GUILD, act, interactions, make_challenge, start_match
from tests.club.refusing import refused_code
from tests.club.room import Room


async def seek(room: Room, **given: Any) -> Table:
    """Begin a match from a challenge of Ann that anyone may take."""
    row = await make_challenge(room.club, people=(ANN, None), **given)
    return await room.club.play.challenges.accept(row.id, taker=BEN, interaction_id=next(interactions))


def cancel(room: Room, who: Person = ANN, *, channel_id: int | None = CHANNEL, match_id: int = 1) -> Any:
    return room.club.play.beginnings.cancel(match_id, act(who), channel_id=channel_id)


def rematch(room: Room, who: Person, match_id: int = 1, interaction_id: int = 0) -> Any:
    return room.club.play.beginnings.request_rematch(
        match_id, person=who, interaction_id=interaction_id or next(interactions)
    )


async def over(room: Room, **given: Any) -> Table:
    """A match that Ann has resigned after a move."""
    table = await start_match(room.club, **given)
    await room.move(table.row.id)
    return await room.club.play.matches.resign(table.row.id, act(ANN))


async def test_what_anyone_could_take_is_opened_again(room: Room) -> None:
    table = await seek(room)
    assert await room.club.play.beginnings.may_cancel(table)
    await room.quiet()
    after, opened = await cancel(room, BEN)
    assert (after.is_over, str(after.row.reason)) == (True, "ended.cancelled")
    assert opened is not None
    assert (opened.id, opened.opponent_id, opened.status) == (2, None, ChallengeStatus.OPEN)
    assert opened.expires_at == room.time[0] + LIFETIME
    [card] = await room.rows("card")
    assert card.not_before == room.time[0]
    _, events = await room.club.play.matches.load_with_events(1)
    assert [(each.kind, each.seat) for each in events] == [(EventKind.CANCEL, 1)]


async def test_what_is_opened_again_is_announced_again_but_not_to_who_had_the_seat(room: Room) -> None:
    for looking in (BEN, CLEO):
        await room.club.play.seek_alerts.change_settings(looking.id, GUILD, games=("binar",))
    await seek(room)
    await room.quiet()
    await cancel(room)
    assert [json.loads(row.payload)["to"] for row in await room.rows("seat")] == [CLEO.id]


async def test_a_press_that_comes_again_shows_the_same(room: Room) -> None:
    await seek(room)
    pressed = act(BEN)
    first = await room.club.play.beginnings.cancel(1, pressed, channel_id=CHANNEL)
    again = await room.club.play.beginnings.cancel(1, pressed, channel_id=CHANNEL)
    assert again[1] == first[1]
    assert again[0].is_over


async def test_what_was_made_to_one_person_is_not_opened_again(room: Room) -> None:
    await start_match(room.club)
    await room.quiet()
    after, opened = await cancel(room)
    assert (after.is_over, opened) == (True, None)
    assert await room.rows("card") == []


async def test_only_players_call_off_and_only_before_the_first_move(room: Room) -> None:
    table = await seek(room)
    with pytest.raises(SpectatorRefusal):
        await cancel(room, CLEO)
    await room.move()
    assert await refused_code(cancel(room)) == "cancel.late"
    table = await room.club.play.matches.load(1)
    assert not await room.club.play.beginnings.may_cancel(table)


async def test_a_match_of_a_league_is_not_called_off(room: Room) -> None:
    await start_season(room.club)
    table = await room.club.play.matches.load(1)
    assert not await room.club.play.beginnings.may_cancel(table)
    player = Person(table.row.seats[0].user_id, "x")
    assert await refused_code(cancel(room, player)) == "cancel.league"


async def test_calling_off_costs_as_much_as_asking(room: Room) -> None:
    await seek(room)
    pace = room.club.play.challenges.pace
    before = pace.spent_by(ANN.id), pace.spent_by(BEN.id)
    await cancel(room, BEN)
    assert (pace.spent_by(ANN.id), pace.spent_by(BEN.id)) == (before[0] + 1, before[1] + 1)


async def test_a_challenger_who_has_asked_too_often_has_nothing_opened_again(room: Room) -> None:
    await seek(room)
    for _ in range(9):
        room.club.play.challenges.count_request(ANN.id)
    after, opened = await cancel(room, BEN)
    assert (after.is_over, opened) == (True, None)
    assert room.club.play.challenges.pace.spent_by(ANN.id) == 10


async def test_in_a_user_install_it_is_opened_again_from_its_own_place_alone(room: Room) -> None:
    await seek(room, abroad="token")
    await seek(room, abroad="token")
    _, opened = await cancel(room, channel_id=CHANNEL + 1)
    assert opened is None
    await room.quiet()
    _, opened = await cancel(room, channel_id=CHANNEL, match_id=2)
    assert opened is not None
    assert await room.rows("card") == []  # the answer shows it


async def test_a_rematch_is_of_players_after_the_end(room: Room) -> None:
    await start_match(room.club)
    assert await refused_code(rematch(room, ANN)) == "rematch.running"
    with pytest.raises(SpectatorRefusal):
        await rematch(room, CLEO)
    await room.club.play.matches.resign(1, act(ANN))
    await room.club.store.write(lambda tx: tx.run("UPDATE seat SET guest = 1 WHERE seat = 1"))
    assert await refused_code(rematch(room, ANN)) == "rematch.guest"
    await room.club.store.write(
        lambda tx: tx.run("UPDATE seat SET guest = 0, user_id = ? WHERE seat = 1", NOBODY)
    )
    assert await refused_code(rematch(room, ANN)) == "rematch.former"


async def test_a_rematch_is_on_the_same_terms_from_the_other_side(room: Room) -> None:
    await over(room, game="russian", clock="1d", rated=True)
    await room.quiet()
    row, table = await rematch(room, BEN)
    assert table is None
    assert isinstance(row, ChallengeRow)
    assert (row.challenger_id, row.opponent_id, row.opponent_name) == (BEN.id, ANN.id, "Ann")
    assert (row.clock, row.rated, row.rematch_of, row.vote, row.start) == ("1d", True, 1, None, None)
    [card] = await room.rows("card")
    assert card.not_before == room.time[0]
    pressed = next(interactions)
    same, begun = await rematch(room, ANN, interaction_id=pressed)
    assert same.id == row.id
    assert begun is not None
    assert [seat.user_id for seat in begun.row.seats] == [BEN.id, ANN.id]
    _, repeated = await rematch(room, ANN, interaction_id=pressed)
    assert repeated is not None and repeated.row.id == begun.row.id
    with pytest.raises(DuplicateChallenge):
        await rematch(room, ANN)


async def test_who_has_asked_waits_for_the_other(room: Room) -> None:
    await over(room)
    await rematch(room, ANN)
    with pytest.raises(DuplicateChallenge) as same:
        await rematch(room, ANN)
    assert same.value.challenge.challenger_id == ANN.id


async def test_an_unrated_match_has_an_unrated_rematch(room: Room) -> None:
    await over(room, rated=False)
    row, _ = await rematch(room, BEN)
    assert not row.rated


@pytest.mark.parametrize(("who", "teams"), [(ANN, "own"), (BEN, "other")])
async def test_a_team_plays_the_rematch_too(room: Room, who: Person, teams: str) -> None:
    await start_match(room.club, vote=BallotTerms("own", 3600.0, 2))
    await room.club.play.matches.resign(1, act(ANN))
    row, _ = await rematch(room, who)
    assert row.vote == f"{teams},3600,2"


async def test_the_computer_is_asked_as_itself(room: Room) -> None:
    row = await make_challenge(room.club, "russian", people=(ANN, TWOTONE))
    table = await room.club.play.challenges.play_computer(row.id, act(ANN), level=1)
    await room.club.play.matches.resign(table.row.id, act(ANN))
    asked, begun = await rematch(room, ANN, table.row.id)
    assert (asked.opponent_id, begun) == (TWOTONE.id, None)


async def test_where_the_computer_is_switched_off_no_rematch_with_it_begins(room: Room) -> None:
    row = await make_challenge(room.club, "russian", people=(ANN, TWOTONE))
    table = await room.club.play.challenges.play_computer(row.id, act(ANN), level=1)
    await room.club.play.matches.resign(table.row.id, act(ANN))
    await rematch(room, ANN, table.row.id)
    await room.club.members.servers.change(GUILD, moderator_id=CLEO.id, computers=False)
    assert await refused_code(rematch(room, ANN, table.row.id)) == "computer.off"


async def test_between_people_a_rematch_needs_no_computer(room: Room) -> None:
    await over(room)
    await room.club.members.servers.change(GUILD, moderator_id=CLEO.id, computers=False)
    await rematch(room, BEN)
    assert (await rematch(room, ANN))[1] is not None


@pytest.mark.parametrize("odds", ["move", None])
async def test_who_gave_the_first_move_gives_it_again(room: Room, odds: str | None) -> None:
    side = RANDOM_SIDE if odds is None else f"giving the {odds}"
    await over(room, game="russian", side=side)
    seats = [seat.user_id for seat in (await room.row()).seats]
    row, _ = await rematch(room, BEN)
    assert (row.side == (TAKES, GIVES)[seats.index(BEN.id)] + "move") == (odds is not None)


async def test_a_match_whose_challenge_is_gone_has_a_rematch_from_the_other_side(room: Room) -> None:
    await over(room)
    await room.club.store.write(lambda tx: tx.run("DELETE FROM challenge"))
    row, _ = await rematch(room, BEN)
    assert (row.rematch_of, row.vote) == (1, None)
