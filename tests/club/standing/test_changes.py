"""Rating changes from a match, as its final card shows them to everyone."""

import pytest

from club.club import Club
from club.members.people import Act, Person
from club.standing.counted_matches import RatingUpdate, rating_changes
from club.standing.glicko import START
from club.standing.rating_arithmetic import DAY
from club.standing.ratings import NO_CHANGES, load_rated_rows
from data.database.transaction import Transaction
from data.members import servers
from data.privacy import forgetting
from tests.club.people import ANN, BEN, CLEO, GUILD, start_match
from tests.club.room import Room
from tests.club.standing.rated_circle import (
    CIRCLE,
    load_ratings,
    play_and_resign,
    play_circle,
    recounted_in_place,
)


async def changes(club: Club, match_id: int) -> tuple[RatingUpdate | None, RatingUpdate | None]:
    return (await club.standing.ratings.load_changes((await club.play.matches.load(match_id)).row)).seats


async def ends(room: Room, people: tuple[Person, Person], loser: Person) -> int:
    """A rated match that is given up; its id."""
    table = await play_and_resign(room.club, people, loser)
    room.time[0] += 30 * DAY
    return table.row.id


async def test_a_match_goes_from_the_rating_before_it_to_the_one_that_is_stored(room: Room) -> None:
    for pair in CIRCLE:
        await ends(room, pair, pair[1])
    await recounted_in_place(room.club)
    before = await load_ratings(room.club)
    last = await ends(room, (ANN, BEN), ANN)
    first, second = await changes(room.club, last)
    assert first is not None and second is not None
    for change, person in ((first, ANN), (second, BEN)):
        was, now = before[person.id, "binar"], (await load_ratings(room.club))[person.id, "binar"]
        assert change.before.points == was.points
        assert change.before.deviation > was.deviation, "a month has passed since"
        assert change.after == (now.points, now.deviation)
    assert first.after.points < first.before.points
    assert second.after.points > second.before.points


async def test_later_matches_change_nothing_of_what_an_earlier_one_did(room: Room) -> None:
    for pair in CIRCLE:
        await ends(room, pair, pair[1])
    match_id = await ends(room, (ANN, BEN), ANN)
    then = await changes(room.club, match_id)
    await ends(room, (CLEO, BEN), BEN)
    assert await changes(room.club, match_id) == then


async def test_who_is_new_comes_from_where_everybody_begins(room: Room) -> None:
    for pair in CIRCLE[:2]:
        await ends(room, pair, pair[1])
    last = await ends(room, CIRCLE[2], ANN)
    rows = await load_rated_rows(room.club.store, GUILD)
    found = rating_changes(rows, rows[0].match_id)
    assert found is not None
    assert [change.before for change in found] == [START, START]
    assert None not in await changes(room.club, last)


async def test_what_does_not_count_has_changed_nothing(room: Room) -> None:
    first, second = [await ends(room, pair, pair[1]) for pair in CIRCLE[:2]]
    assert await changes(room.club, first) == (None, None), "it waits: Ann has met nobody but Ben"
    await ends(room, CIRCLE[2], ANN)
    assert None not in await changes(room.club, first)
    await room.club.standing.ratings.void(second, Act(9, 900), reason="they agreed on it")
    assert await changes(room.club, second) == (None, None)
    short = await play_and_resign(room.club, (ANN, BEN), BEN, plies=5)
    assert await changes(room.club, short.row.id) == (None, None)
    running = await start_match(room.club)
    assert await room.club.standing.ratings.load_changes(running.row) == NO_CHANGES


async def test_a_server_without_ratings_shows_none(room: Room) -> None:
    for pair in CIRCLE:
        match_id = await ends(room, pair, pair[1])
    await room.club.members.servers.change(GUILD, moderator_id=9, ratings=servers.NO_RATINGS)
    assert await changes(room.club, match_id) == (None, None)


@pytest.mark.ci
@pytest.mark.parametrize("limit, seen", [(3, True), (2, False)])
async def test_where_a_server_has_too_many_matches_to_be_counted_at_once_nothing_is_said(
    room: Room, monkeypatch: pytest.MonkeyPatch, limit: int, seen: bool
) -> None:
    for pair in CIRCLE:
        match_id = await ends(room, pair, pair[1])
    monkeypatch.setattr("club.standing.ratings.REPLAYED", limit)
    assert (await changes(room.club, match_id) != (None, None)) is seen


@pytest.mark.ci
@pytest.mark.both_databases
async def test_who_hides_their_profile_or_is_forgotten_has_no_rating_on_a_card(room: Room) -> None:
    for pair in CIRCLE:
        match_id = await ends(room, pair, pair[1])
    await room.club.members.preferences.change(CLEO.id, profile_shown=False)
    first, second = await changes(room.club, match_id)
    assert first is None and second is not None, "Cleo moved first"
    await room.club.members.preferences.change(CLEO.id, profile_shown=True)
    await room.club.store.write(lambda tx: forgetting.request(tx, CLEO.id))
    await room.club.privacy.deletion.work()
    assert await changes(room.club, match_id) == (None, second)


@pytest.mark.both_databases
async def test_who_hides_their_profile_is_in_nobody_elses_table(room: Room) -> None:
    await play_circle(room.club)
    await recounted_in_place(room.club)

    async def job(tx: Transaction) -> None:
        for person, points in ((CLEO, 1700), (ANN, 1600), (BEN, 1500)):
            known = "UPDATE rating SET opponents = 4, deviation = 80, points = ? WHERE user_id = ?"
            await tx.run(known, points, person.id)

    await room.club.store.write(job)
    await room.club.members.preferences.change(CLEO.id, profile_shown=False)

    async def ranks(who: Person) -> list[tuple[int, int | None]]:
        found = await room.club.standing.ratings.load_standings(GUILD, "binar", viewer_id=who.id)
        assert found is not None
        return [(line.user_id, line.rank) for line in found.lines]

    for person in (ANN, BEN):
        assert await ranks(person) == [(ANN.id, 1), (BEN.id, 2)]
    assert await ranks(CLEO) == [(CLEO.id, 1), (ANN.id, 2), (BEN.id, 3)]
    await room.club.members.preferences.change(CLEO.id, profile_shown=True)
    assert await ranks(BEN) == await ranks(CLEO)
