"""The end of a rated match changes both ratings in its own transaction.

A recount of all matches gives the same ratings.
"""

import asyncio
import random
from dataclasses import replace

import pytest

from club.members.people import Act, Person
from club.play.course.conditional_moves import play_line
from club.play.match.matches import Table
from club.refusals import Refusal
from club.standing.counted_matches import FAMILIES, count_ratings, counted_results
from club.standing.glicko import START
from club.standing.rating_arithmetic import DAY, KNOWN, RELATED, RatedGame, replay_games
from club.standing.ratings import load_rated_rows, recount_ratings
from club.standing.recount import recount_all
from data.members import servers
from data.members.servers import ServerRow
from data.privacy import forgetting
from data.standing import rated_rows, ratings
from rules.catalogue import title_of
from tests.club.people import (
    ANN,
    BEN,
    CLEO,
    GUILD,
    act,
    interactions,
    make_challenge,
    make_first_moves,
    start_match,
)
from tests.club.room import Room
from tests.club.standing.rated_circle import (
    CIRCLE,
    DAN,
    PEOPLE,
    counted_anew,
    load_ratings,
    play_and_resign,
    play_circle,
    recounted_in_place,
)


@pytest.mark.ci
@pytest.mark.both_databases
async def test_the_ratings_that_are_kept_are_those_of_a_recount_to_the_last_bit(room: Room) -> None:
    chance = random.Random(5)
    games = ("binar", "russian", "brazilian")
    for _ in range(15):
        first, second = chance.sample(PEOPLE, 2)
        await play_and_resign(
            room.club, (first, second), chance.choice((first, second)), game=chance.choice(games)
        )
        room.time[0] += chance.uniform(0.5, 3) * DAY
        await recounted_in_place(room.club)
        assert await load_ratings(room.club) == await counted_anew(room.club)
    assert len(await load_ratings(room.club)) > 10


async def test_a_match_counts_as_the_formula_says(room: Room) -> None:
    for pair in CIRCLE:
        await play_and_resign(room.club, pair, pair[1])
        room.time[0] += DAY
    await recounted_in_place(room.club)
    games = [
        RatedGame(row.at, row.first_id, row.second_id, row.first_id, "binar")
        for row in await load_rated_rows(room.club.store, GUILD)
    ]
    expected = replay_games(games)
    found = await load_ratings(room.club)
    assert {key: (row.points, row.deviation) for key, row in found.items()} == {
        key: standing.rating for key, standing in expected.items()
    }
    assert {row.opponents for row in found.values()} == {2}
    assert {row.name for row in found.values()} == {"Ann", "Ben", "Cleo"}
    await play_and_resign(room.club, CIRCLE[0], CIRCLE[0][1], game="russian")
    after = await load_ratings(room.club)
    assert [row.opponents for (_, game), row in after.items() if game == "russian"] == [1, 1]


@pytest.mark.ci
async def test_the_matches_of_somebody_that_count_lead_to_their_rating(room: Room) -> None:
    chance = random.Random(6)
    for _ in range(20):
        first, second = chance.sample(PEOPLE, 2)
        await play_and_resign(
            room.club,
            (first, second),
            chance.choice((first, second)),
            game=chance.choice(("binar", "russian")),
        )
        room.time[0] += DAY
    await recounted_in_place(room.club)
    rows = await load_rated_rows(room.club.store, GUILD)
    assert await room.club.standing.ratings.load_rows(GUILD) == rows
    found = await load_ratings(room.club)
    for person in PEOPLE:
        matches = counted_results(rows, person.id)
        for game in ("binar", "russian"):
            of_game = [match for match in matches if match.game == game]
            row = found.get((person.id, game))
            assert len(of_game) == (row.matches if row else 0)
            assert row is None or (of_game[-1].points, of_game[-1].at) == (row.points, row.at)
    last = rows[-1]
    loser = last.second_id if last.winner == 0 else last.first_id
    assert counted_results(rows, loser)[-1].score == 0
    assert counted_results(rows, last.first_id + last.second_id - loser)[-1].score == 1
    assert counted_results([replace(row, winner=None) for row in rows], loser)[-1].score == 0.5
    assert counted_results([replace(row, void=rated_rows.MODERATOR) for row in rows], loser) == []
    assert await room.club.standing.ratings.load_rows(GUILD + 1) == []


async def test_a_match_waits_while_one_of_its_players_has_met_nobody_else(room: Room) -> None:
    await play_and_resign(room.club, (ANN, BEN), BEN)
    assert await load_ratings(room.club) == {}
    await play_and_resign(room.club, (BEN, CLEO), CLEO)
    await recounted_in_place(room.club)
    assert await load_ratings(room.club) == {}, "Ann has met nobody but Ben, and Cleo has not either"
    await play_and_resign(room.club, (CLEO, ANN), ANN)
    await recounted_in_place(room.club)
    found = await load_ratings(room.club)
    assert {key: row.matches for key, row in found.items()} == {(n, "binar"): 2 for n in (1, 2, 3)}


@pytest.mark.ci
async def test_somebody_new_to_a_kind_of_checkers_begins_by_the_others(room: Room) -> None:
    for turn in range(12):
        for pair in CIRCLE:
            loser = pair[turn % 2] if turn % 3 else next(each for each in pair if each != ANN)
            await play_and_resign(room.club, pair, loser, game="russian")
            room.time[0] += 3 * DAY
    await recounted_in_place(room.club)
    known = (await load_ratings(room.club))[ANN.id, "russian"]
    assert known.points > START.points + 50
    assert known.deviation < KNOWN
    await play_and_resign(room.club, (ANN, BEN), ANN, game="turkish")
    fresh = (await load_ratings(room.club))[ANN.id, "turkish"]
    assert 1337.8 < fresh.points < known.points, "a newcomer of whom nothing is known would have 1337.79"
    assert fresh.deviation < RELATED
    assert await load_ratings(room.club) == await counted_anew(room.club)
    await play_and_resign(room.club, (ANN, BEN), BEN, game="yin-yang")
    assert (await load_ratings(room.club))[ANN.id, "yin-yang"].deviation > fresh.deviation


async def test_a_kind_with_another_aim_is_a_game_of_its_own(room: Room) -> None:
    for number, (aim, loser) in enumerate((("capture", ANN), ("lose", BEN), ("crown", BEN), ("lose", CLEO))):
        pair = CIRCLE[number % 3]
        await play_and_resign(
            room.club, pair, loser if loser in pair else pair[0], game="russian", options={"aim": aim}
        )
    await recounted_in_place(room.club)
    known = await load_ratings(room.club)
    assert {game for _, game in known} == {"russian", "russian:lose", "russian:crown"}
    assert known == await counted_anew(room.club)
    table = await room.club.standing.ratings.load_standings(GUILD, "russian:lose", viewer_id=ANN.id)
    assert table is not None
    assert sorted(table.games) == ["russian", "russian:crown", "russian:lose"]
    assert str(title_of(table.game)) == "Russian checkers, giveaway"
    report = await recount_all(room.club.store, refit=True, now=room.time[0])
    assert any("Russian checkers, giveaway" in str(line) for line in report)


def test_a_newcomer_to_giveaway_begins_by_their_other_giveaways_alone() -> None:
    assert "american:lose" in FAMILIES["russian:lose"]
    assert all(other.endswith(":lose") for other in FAMILIES["russian:lose"])
    assert not any(":" in other for other in FAMILIES["russian"])


@pytest.mark.parametrize("plies", [0, 5])
async def test_a_match_that_was_hardly_played_stores_nothing(room: Room, plies: int) -> None:
    await play_and_resign(room.club, (ANN, BEN), BEN, plies=plies)
    assert await load_rated_rows(room.club.store, GUILD) == []


async def test_a_pairs_fourth_match_within_a_week_is_not_rated(room: Room) -> None:
    for _ in range(3):
        await start_match(room.club)
    assert (await start_match(room.club)).row.rated == rated_rows.OFTEN
    assert (await start_match(room.club, people=(BEN, ANN))).row.rated == rated_rows.OFTEN
    assert (await start_match(room.club, people=(ANN, CLEO))).row.rated == rated_rows.RATED


async def test_after_a_week_a_pair_is_rated_again(room: Room) -> None:
    for _ in range(3):
        await play_and_resign(room.club, (ANN, BEN), BEN)
    assert (await start_match(room.club)).row.rated == rated_rows.OFTEN
    room.time[0] += 7 * DAY
    assert (await start_match(room.club)).row.rated == rated_rows.RATED


async def test_an_old_challenge_is_rated_as_its_card_says(room: Room) -> None:
    for _ in range(3):
        await play_and_resign(room.club, (ANN, BEN), BEN)
    room.time[0] += 5 * DAY
    asked = await make_challenge(room.club)
    anyone = await make_challenge(room.club, people=(ANN, None))
    statuses = [await room.club.play.challenges.load_rated_status(each) for each in (asked, anyone)]
    assert statuses == [rated_rows.OFTEN, rated_rows.RATED]
    room.time[0] += 5 * DAY
    table = await room.club.play.challenges.accept(asked.id, taker=BEN, interaction_id=next(interactions))
    assert table.row.rated == rated_rows.OFTEN


async def test_of_one_absence_only_the_first_loss_on_time_counts(room: Room) -> None:
    people = [(ANN, BEN), (ANN, CLEO), (ANN, DAN)]
    tables = [await start_match(room.club, people=pair, clock="1d") for pair in people]
    for number in range(6):
        for table in tables:
            await room.move(table.row.id)
        room.time[0] += 60 * number
    room.time[0] += 2 * DAY
    for table, (_, other) in zip(tables[:2], people[:2], strict=True):
        await room.claim(other, table.row.id)
    rows = await load_rated_rows(room.club.store, GUILD)
    assert [row.void for row in rows] == [None, rated_rows.ABSENCE]
    assert all(row.on_time and row.winner == 1 for row in rows)


@pytest.mark.parametrize(
    ("days", "voids"), [(100, [None, None]), (179, [None, None]), (181, [None, rated_rows.ABSENCE])]
)
async def test_one_absence_in_half_a_year_is_excused(room: Room, days: int, voids: list[str | None]) -> None:
    for absence in range(2):
        tables = [await start_match(room.club, people=(ANN, other), clock="1d") for other in (BEN, CLEO)]
        for _ in range(6):
            for table in tables:
                await room.move(table.row.id)
        room.time[0] += 2 * DAY
        for table, other in zip(tables, (BEN, CLEO), strict=True):
            await room.claim(other, table.row.id)
        if not absence:
            room.time[0] += (days - 2) * DAY
    rows = await load_rated_rows(room.club.store, GUILD)
    assert [row.void for row in rows] == [None, rated_rows.ABSENCE, *voids]


async def start_two_timed(room: Room) -> tuple[Table, Table]:
    """Start two matches of Ann's, the second with more time, six moves long."""
    first = await start_match(room.club, people=(ANN, BEN), clock="1d")
    second = await start_match(room.club, people=(ANN, CLEO), clock="3d")
    for table in (first, second):
        await make_first_moves(room.club, table, 6)
    return first, second


async def test_who_has_moved_since_loses_on_time_again(room: Room) -> None:
    first, second = await start_two_timed(room)
    room.time[0] += 1.5 * DAY
    await room.claim(BEN, first.row.id)
    room.time[0] += 60
    await room.move(second.row.id)
    await room.move(second.row.id)
    room.time[0] += 4 * DAY
    await room.claim(CLEO, second.row.id)
    assert [row.void for row in await load_rated_rows(room.club.store, GUILD)] == [None, None]


async def test_a_move_made_in_advance_is_no_sign_that_somebody_is_there(room: Room) -> None:
    first, second = await start_two_timed(room)
    await room.move(second.row.id)
    ahead = await room.club.play.conditional_moves.get(second.row.id, ANN.id)
    move = ahead.table.match.moves()[0]
    line = [move, play_line(ahead.table.match, [move]).moves()[0]]
    await room.club.play.conditional_moves.add_line(ahead, act(ANN), line)
    room.time[0] += 1.5 * DAY
    await room.claim(BEN, first.row.id)
    room.time[0] += 60
    after = await room.club.play.matches.play(second.row.id, act(CLEO), move)
    assert after.turn == 1
    await room.club.play.matches.play(second.row.id, act(CLEO), after.match.moves()[0])
    room.time[0] += 4 * DAY
    await room.claim(CLEO, second.row.id)
    assert [row.void for row in await load_rated_rows(room.club.store, GUILD)] == [None, rated_rows.ABSENCE]


async def test_a_server_that_wants_no_ratings_has_none(room: Room) -> None:
    running = await start_match(room.club)
    await room.club.members.servers.change(GUILD, moderator_id=9, ratings=servers.NO_RATINGS)
    assert running.row.rated == rated_rows.RATED
    assert (await start_match(room.club, people=(ANN, CLEO))).row.rated is None
    for _ in range(6):
        await room.move(running.row.id)
    await room.club.play.matches.resign(running.row.id, act(BEN))
    assert await load_rated_rows(room.club.store, GUILD) == []
    await room.club.store.write(lambda tx: servers.put(tx, ServerRow(GUILD, ratings="unrated")))
    assert (await start_match(room.club, people=(ANN, DAN))).row.rated is None


@pytest.mark.ci
@pytest.mark.both_databases
async def test_a_void_match_counts_no_more_until_it_does_again(room: Room) -> None:
    for pair in (*CIRCLE, (ANN, BEN)):
        last = await play_and_resign(room.club, pair, pair[1])
        room.time[0] += DAY
    await recounted_in_place(room.club)
    before = await load_ratings(room.club)
    row = await room.club.standing.ratings.void(last.row.id, Act(9, 900), reason="they agreed on it")
    assert (row.void, row.void_by, row.void_why) == (rated_rows.MODERATOR, 9, "they agreed on it")
    assert await load_ratings(room.club) == before, "what is shown changes when all is counted"
    await recounted_in_place(room.club)
    without = await load_ratings(room.club)
    assert without == await counted_anew(room.club) != before
    assert without[ANN.id, "binar"].matches == before[ANN.id, "binar"].matches - 1
    with pytest.raises(Refusal, match="counts for nothing"):
        await room.club.standing.ratings.void(last.row.id, Act(9, 900), reason="again")
    await room.club.standing.ratings.count_again(last.row.id, Act(9, 900), reason="a mistake")
    await recounted_in_place(room.club)
    assert await load_ratings(room.club) == before
    with pytest.raises(Refusal, match="counts already"):
        await room.club.standing.ratings.count_again(last.row.id, Act(9, 900), reason="again")
    with pytest.raises(Refusal, match="not ended as a rated"):
        await room.club.standing.ratings.void(999, Act(9, 900), reason="which?")


async def test_a_recount_that_a_match_has_overtaken_changes_nothing(room: Room) -> None:
    await play_circle(room.club)
    wanted = await room.club.store.read(ratings.find_pending_recount)
    assert wanted is not None
    before = await load_ratings(room.club)
    await play_and_resign(room.club, (ANN, BEN), ANN)
    assert not await recount_ratings(room.club.store, wanted)
    assert await load_ratings(room.club) == before
    await recounted_in_place(room.club)
    assert await load_ratings(room.club) == await counted_anew(room.club)
    assert await room.club.store.read(ratings.find_pending_recount) is None


@pytest.mark.ci
@pytest.mark.both_databases
async def test_twenty_matches_that_end_at_once_are_counted_in_an_order_that_a_recount_repeats(
    room: Room,
) -> None:
    await play_circle(room.club)
    await recounted_in_place(room.club)
    tables = []
    for number in range(20):
        pair = (Person(100 + number % 10, f"P{number % 10}"), Person(200 + number, f"Q{number}"))
        tables.append(await start_match(room.club, people=pair))
        for _ in range(6):
            await room.move(tables[-1].row.id)
    await asyncio.gather(
        *(
            room.club.play.matches.resign(table.row.id, Act(table.row.seats[1].user_id, next(interactions)))
            for table in tables
        )
    )
    rows = await load_rated_rows(room.club.store, GUILD)
    assert [row.number for row in rows] == list(range(1, 24))
    assert [row.at for row in rows] == sorted(row.at for row in rows)
    await recounted_in_place(room.club)
    assert await load_ratings(room.club) == await counted_anew(room.club)


@pytest.mark.ci
@pytest.mark.both_databases
async def test_who_is_forgotten_leaves_a_number_that_nothing_links_and_others_keep_their_ratings(
    room: Room,
) -> None:
    for pair in (*CIRCLE, (BEN, ANN)):
        await play_and_resign(room.club, pair, pair[0])
        await play_and_resign(room.club, pair, pair[1])
        room.time[0] += DAY
    await recounted_in_place(room.club)
    before = await load_ratings(room.club)
    await room.club.store.write(lambda tx: forgetting.request(tx, BEN.id))
    await room.club.privacy.deletion.work()
    after = await load_ratings(room.club)
    opaque = min(user_id for user_id, _ in after)
    assert opaque < -1
    assert {key: row for key, row in after.items() if key[0] > 0} == {
        key: row for key, row in before.items() if key[0] != BEN.id
    }
    assert (after[opaque, "binar"].points, after[opaque, "binar"].name) == (
        before[BEN.id, "binar"].points,
        "",
    )
    assert after == await counted_anew(room.club)
    rows = await load_rated_rows(room.club.store, GUILD)
    assert BEN.id not in {user for row in rows for user in row.user_ids}
    assert "Ben" not in {name for row in rows for name in (row.first_name, row.second_name)}
    await room.club.store.write(lambda tx: forgetting.request(tx, CLEO.id))
    await room.club.privacy.deletion.work()
    assert len({user_id for user_id, _ in await load_ratings(room.club)}) == 3, (
        "two who were forgotten stay two"
    )


async def test_who_is_forgotten_while_all_is_counted_does_not_come_back(room: Room) -> None:
    await play_circle(room.club)
    wanted = await room.club.store.read(ratings.find_pending_recount)
    assert wanted is not None
    rows = count_ratings(GUILD, await load_rated_rows(room.club.store, GUILD))
    await room.club.store.write(lambda tx: forgetting.request(tx, BEN.id))
    await room.club.privacy.deletion.work()
    assert not await room.club.store.write(lambda tx: ratings.replace_all(tx, wanted, rows))
    await recounted_in_place(room.club)
    assert BEN.id not in {user_id for user_id, _ in await load_ratings(room.club)}
