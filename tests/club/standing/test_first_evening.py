"""A small club has a table from its first rated match on."""

from dataclasses import replace
from functools import partial
from itertools import combinations

import pytest

from club.members.people import Act
from club.standing.rankings import OPPONENTS, RankedPlayer
from club.standing.ratings import GameStandings
from data.standing import ratings
from tests.club.people import ANN, BEN, CLEO, GUILD
from tests.club.room import Room
from tests.club.standing.rated_circle import DAN, load_ratings, play_and_resign, recounted_in_place

FRIENDS = (ANN, BEN, CLEO, DAN)


async def table(room: Room, viewer_id: int = 9, game: str | None = None) -> GameStandings:
    await recounted_in_place(room.club)
    found = await room.club.standing.ratings.load_standings(GUILD, game, viewer_id=viewer_id)
    assert found is not None
    return found


def missing(lines: list[RankedPlayer]) -> dict[str, str]:
    return {line.name: str(line.missing) for line in lines}


async def test_four_friends_have_a_table_on_their_first_evening(room: Room) -> None:
    for first, second in combinations(FRIENDS, 2):
        await play_and_resign(room.club, (first, second), second)
    found = await table(room, ANN.id)
    assert [line.name for line in found.lines] == ["Ann", "Ben", "Cleo", "Dan"]
    assert missing([*found.lines]) == dict.fromkeys(("Ann", "Ben", "Cleo", "Dan"), "1 more opponent")
    assert [line.rank for line in found.lines] == [None] * 4
    assert found.own_line == found.lines[0]


async def test_the_first_rated_match_has_a_table_and_says_what_it_waits_for(room: Room) -> None:
    over = await play_and_resign(room.club, (ANN, BEN), BEN)
    assert (await room.club.standing.ratings.load_changes(over.row)).is_waiting
    found = await table(room)
    assert missing([*found.lines]) == dict.fromkeys(("Ann", "Ben"), "has to meet others")
    assert found.game == "binar" and [*found.games] == ["binar"]
    await play_and_resign(room.club, (BEN, CLEO), CLEO, game="russian")
    assert [*(await table(room)).games] == ["binar", "russian"]
    assert missing([*(await table(room, game="russian")).lines]) == dict.fromkeys(
        ("Ben", "Cleo"), "has to meet others"
    )


async def test_who_hides_their_profile_or_has_blocked_the_viewer_waits_out_of_sight(room: Room) -> None:
    await play_and_resign(room.club, (ANN, BEN), BEN)
    await room.club.members.preferences.change(ANN.id, profile_shown=False)
    assert [line.name for line in (await table(room)).lines] == ["Ben"]
    assert [line.name for line in (await table(room, ANN.id)).lines] == ["Ann", "Ben"]
    await room.club.members.blocks.block(BEN.id, 9)
    assert (await room.club.standing.ratings.load_standings(GUILD, None, viewer_id=9)) is None


async def test_a_voided_match_waits_for_nothing(room: Room) -> None:
    over = await play_and_resign(room.club, (ANN, BEN), BEN)
    await play_and_resign(room.club, (ANN, BEN), BEN, game="russian")
    await room.club.standing.ratings.void(over.row.id, Act(9, 7001), reason="they asked")
    assert [*(await table(room)).games] == ["russian"]
    russian = await room.club.play.matches.load(2)
    await room.club.standing.ratings.void(2, Act(9, 7002), reason="they asked")
    assert not (await room.club.standing.ratings.load_changes(russian.row)).is_waiting
    assert not (await room.club.standing.ratings.load_changes(over.row)).is_waiting
    await recounted_in_place(room.club)
    assert await room.club.standing.ratings.load_standings(GUILD, None, viewer_id=9) is None


async def test_what_is_too_much_to_count_is_not_said_to_wait(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    over = await play_and_resign(room.club, (ANN, BEN), BEN)
    monkeypatch.setattr("club.standing.ratings.REPLAYED", 0)
    assert not (await room.club.standing.ratings.load_changes(over.row)).is_waiting


async def test_a_forgotten_person_has_no_line(room: Room) -> None:
    for first, second in combinations(FRIENDS, 2):
        await play_and_resign(room.club, (first, second), second)
    await recounted_in_place(room.club)
    row = (await load_ratings(room.club))[ANN.id, "binar"]
    await room.club.store.write(partial(ratings.put, row=replace(row, user_id=-5, name="")))
    assert [line.user_id for line in (await table(room)).lines if line.user_id < 0] == []


async def test_ranks_come_first_and_the_rest_says_how_much_is_missing(room: Room) -> None:
    for first, second in combinations(FRIENDS, 2):
        await play_and_resign(room.club, (first, second), second)
    await recounted_in_place(room.club)
    rows = await load_ratings(room.club)
    for user_id, opponents, deviation in (
        (ANN.id, OPPONENTS, 60.0),
        (BEN.id, OPPONENTS, 150.0),
        (CLEO.id, 2, 60.0),
    ):
        row = rows[user_id, "binar"]
        known = replace(row, opponents=opponents, deviation=deviation, points=1400.0)
        await room.club.store.write(partial(ratings.put, row=known))
    found = await table(room)
    assert len(rows) == 4 and found.lines[0].name == "Ann" and found.lines[0].rank == 1
    told = missing([*found.lines[1:]])
    assert told == {"Dan": "1 more opponent", "Ben": "more matches", "Cleo": "2 more opponents"}
    assert found.lines[0].missing is None


async def test_the_server_card_names_the_best_from_the_first_counted_match_on(room: Room) -> None:
    for first, second in combinations(FRIENDS, 2):
        await play_and_resign(room.club, (first, second), second)
    await recounted_in_place(room.club)
    activity = await room.club.standing.cards.load_activity(GUILD, lambda place: True)
    assert missing([*activity.top_players]) == dict.fromkeys(("Ann", "Ben", "Cleo"), "1 more opponent")
