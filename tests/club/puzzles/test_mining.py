"""Puzzles from finished matches.

They are made only with everyone's consent, one a match, go with the match, and keep no one
waiting.
"""

import asyncio
from dataclasses import replace
from functools import partial

import pytest

from club.club import Club
from club.members.quotas import LIMITS
from club.puzzles.mining import AFTER, LEAST
from club.puzzles.solving import PuzzleView, stars_of_day
from club.refusals import Refusal
from club.running.effort import SearchFailure, SearchTimeout
from club.running.jobs import LEASE, MAX_ATTEMPTS, RETRY_AFTER
from data import processes
from data.database.persons import NOBODY
from data.database.transaction import Transaction
from data.puzzles import daily, mining, puzzle_rating
from data.puzzles.mining import NAMED, NAMELESS
from data.puzzles.puzzle_rating import StrengthRow
from engines.puzzles.puzzle import load_shipped_puzzles, parse_puzzle
from engines.worker_messages import PuzzleRequest, answer_puzzle_request
from rules.catalogue import GAMES
from tests.club.conftest import NOW
from tests.club.miner import (
    DAY,
    Hall,
    Miner,
    finish_match,
    give_consent,
    hall,
    mine_due,
    open_with_match,
    rows,
)
from tests.club.people import ANN, BEN, CHANNEL, CLEO, GUILD, act, start_match
from tests.club.play.course.computer_matches import a_moment, against_computer
from tests.pace import PATIENCE
from tests.sets import leave_to_ci

__all__ = ["hall"]


async def test_a_match_whose_players_and_server_agree_is_looked_through_once_and_its_puzzle_shown_there(
    hall: Hall,
) -> None:
    club = await hall.open()
    await give_consent(club)
    table = await finish_match(club)
    await mine_due(hall, after=AFTER - 1)
    assert hall.miner.hunts == [], "not in the very moment of its end"
    await mine_due(hall, after=2)
    await mine_due(hall, after=DAY)
    (hunt,) = hall.miner.hunts
    assert (hunt.game.key, hunt.match_number, len(hunt.positions)) == ("russian", table.row.id, LEAST + 1)
    assert await rows(club, "mining") == []
    (row,) = await rows(club, "mined")
    shown = await club.puzzles.solving.choose_next_puzzle(GAMES["russian"], user_id=CLEO.id, guild_id=GUILD)
    assert (shown.puzzle.key, shown.puzzle.match, shown.is_from_server, shown.player_names) == (
        row["key"],
        table.row.id,
        True,
        (),
    )
    assert await club.puzzles.solving.get(row["key"], GUILD) == shown


@pytest.mark.parametrize(
    ("server", "ann", "ben"),
    [(False, NAMED, NAMED), (True, None, NAMED), (True, NAMED, None), (True, None, None)],
)
async def test_without_the_consent_of_all_three_a_match_is_not_looked_through(
    hall: Hall, server: bool, ann: str | None, ben: str | None
) -> None:
    club = await hall.open()
    await club.members.servers.change(GUILD, moderator_id=ANN.id, mined=server)
    await club.members.preferences.change(ANN.id, mined=ann)
    await club.members.preferences.change(BEN.id, mined=ben)
    await finish_match(club)
    assert await rows(club, "mining") == []
    await give_consent(club)
    await mine_due(hall, after=DAY)
    assert hall.miner.hunts == [], "who agrees later agrees to what ends later"


async def test_what_nobody_may_or_need_look_at_is_left_out(hall: Hall) -> None:
    club = await hall.open()
    await give_consent(club, ANN, BEN, CLEO)
    running = await start_match(club, "russian")
    assert running.turn is not None
    await finish_match(club, plies=LEAST - 1)
    await finish_match(club, guild_id=GUILD + 1)
    await finish_match(club, abroad="en")
    ended = await start_match(club, "russian", people=(ANN, CLEO))
    await club.play.moderation.end_match(ended.row.id, act(BEN))
    assert await rows(club, "mining") == []


@pytest.mark.parametrize(("longest", "looked"), [(LEAST, 1), (LEAST - 1, 0)])
async def test_a_match_that_is_too_long_is_done_with_unseen(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, longest: int, looked: int
) -> None:
    monkeypatch.setattr("club.puzzles.mining.LONGEST", longest)
    club = await open_with_match(hall)
    await mine_due(hall)
    assert len(hall.miner.hunts) == looked
    assert await rows(club, "mining") == []


async def test_the_computer_has_nothing_against_it(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("club.puzzles.mining.LEAST", 0)
    club = await hall.open()
    await give_consent(club, ANN, mined=NAMED)
    table = await against_computer(club, "russian", side="White")
    await club.play.matches.resign(table.row.id, act(ANN))
    await mine_due(hall)
    shown = await club.puzzles.solving.choose_next_puzzle(GAMES["russian"], user_id=CLEO.id, guild_id=GUILD)
    assert sorted(shown.player_names) == ["Ann", "Twotone"]


async def test_names_are_shown_only_if_both_want_that(hall: Hall) -> None:
    club = await open_with_match(hall, mined=NAMED)
    await mine_due(hall)
    (row,) = await rows(club, "mined")
    assert sorted((await club.puzzles.solving.get(row["key"], GUILD)).player_names) == ["Ann", "Ben"]
    await club.members.preferences.change(BEN.id, mined=NAMELESS)
    assert (await club.puzzles.solving.get(row["key"], GUILD)).player_names == ()


@pytest.mark.parametrize("guild_id", [GUILD + 1, None])
async def test_a_puzzle_is_its_own_server_s_alone(hall: Hall, guild_id: int | None) -> None:
    club = await open_with_match(hall)
    await mine_due(hall)
    (row,) = await rows(club, "mined")
    with pytest.raises(Refusal, match="not there any more"):
        await club.puzzles.solving.get(row["key"], guild_id)
    assert not (
        await club.puzzles.solving.choose_next_puzzle(GAMES["russian"], user_id=CLEO.id, guild_id=guild_id)
    ).is_from_server


@pytest.mark.parametrize("who", ["server", "one of them", "forgotten"])
async def test_what_was_found_goes_with_the_consent_and_its_post_says_so(hall: Hall, who: str) -> None:
    club = await hall.open()
    await give_consent(club, ANN, BEN, CLEO)
    theirs = await finish_match(club)
    others = await finish_match(club, people=(BEN, CLEO))
    await mine_due(hall)
    await club.store.write(lambda tx: tx.run("UPDATE mined SET key = 'k' || match_id"))
    post_id = await post_daily(club, f"k{theirs.row.id}")
    await finish_match(club)
    assert len(await rows(club, "mining")) == 1
    if who == "server":
        await club.members.servers.change(GUILD, moderator_id=ANN.id, mined=False)
    elif who == "forgotten":
        await club.privacy.deletion.begin_deletion(ANN.id)
        await club.privacy.deletion.work()
    else:
        await club.members.preferences.change(ANN.id, mined=None)
    assert await rows(club, "mining") == []
    left = [] if who == "server" else [others.row.id]
    assert [row["match_id"] for row in await rows(club, "mined")] == left
    shown = await club.puzzles.daily.load_post(post_id)
    assert shown is not None and shown.view is None
    with pytest.raises(Refusal, match="not there any more"):
        await club.puzzles.daily.load_posted_puzzle(post_id)
    assert [row["kind"] for row in await rows(club, "outbox") if row["kind"] == "solvers"] == ["solvers"]
    await mine_due(hall, after=DAY)
    assert len(hall.miner.hunts) == 2


async def test_what_was_found_goes_with_a_match_that_is_removed_and_its_post_says_so(hall: Hall) -> None:
    club = await open_with_match(hall)
    await mine_due(hall)
    [row] = await rows(club, "mined")
    post_id = await post_daily(club, row["key"])
    strength = StrengthRow(row["key"], 1500.0, 350.0, 1, 1500.0, 350.0)
    await club.store.write(lambda tx: puzzle_rating.put_strength(tx, strength))
    hall.time += 31 * DAY
    club.privacy.retention.kept = 30 * DAY
    await club.privacy.retention.work()
    assert await rows(club, "match") == await rows(club, "mined") == await rows(club, "puzzle_strength") == []
    shown = await club.puzzles.daily.load_post(post_id)
    assert shown is not None and shown.view is None
    assert "solvers" in [row["kind"] for row in await rows(club, "outbox")]


async def post_daily(club: Club, key: str) -> int:
    """Post a puzzle as the server's puzzle of a day."""
    post_id = await club.store.write(
        lambda tx: daily.add(tx, guild_id=GUILD, channel_id=CHANNEL, day=1, key=key, made_at=NOW)
    )
    assert post_id is not None
    return post_id


@pytest.mark.parametrize("who", ["server", "player", "forgotten"])
async def test_nothing_is_stored_of_a_match_whose_consent_went_while_it_was_looked_through(
    hall: Hall, who: str
) -> None:
    club = await hall.open()
    await give_consent(club)
    table = await finish_match(club)

    async def withdraw_consent() -> None:
        """Withdraw the consent of the server or a player, or forget the players."""
        if who == "server":
            await club.store.write(lambda tx: tx.run("UPDATE server SET mined = 0"))
        elif who == "player":
            await club.members.preferences.change(BEN.id, mined=None)
        else:
            await club.store.write(lambda tx: tx.run("UPDATE seat SET user_id = ?", NOBODY))

    hall.miner.meanwhile = withdraw_consent
    await mine_due(hall)
    assert [hunt.match_number for hunt in hall.miner.hunts] == [table.row.id]
    assert await rows(club, "mined") == await rows(club, "mining") == []


async def test_what_another_process_has_taken_over_is_left_to_it(hall: Hall) -> None:
    club = await open_with_match(hall)

    async def taken_over() -> None:
        await club.store.write(lambda tx: tx.run("UPDATE mining SET owner = 'another'"))

    hall.miner.meanwhile = taken_over
    await mine_due(hall)
    assert [row["owner"] for row in await rows(club, "mining")] == ["another"]
    assert await rows(club, "mined") == []


async def test_a_match_in_which_nothing_is_found_is_not_looked_through_again(hall: Hall) -> None:
    hall.miner.finds = False
    club = await open_with_match(hall)
    await mine_due(hall)
    await mine_due(hall, after=DAY)
    assert len(hall.miner.hunts) == 1
    assert await rows(club, "mined") == await rows(club, "mining") == []


@pytest.mark.ci
@pytest.mark.parametrize(
    ("faults", "hunts", "found"),
    [
        ([SearchTimeout], 2, 1),
        ([SearchFailure], 2, 1),
        ([SearchTimeout, SearchFailure], 2, 0),
        ([ValueError], 2, 1),
    ],
)
async def test_what_fails_is_tried_once_more_later(
    hall: Hall, faults: list[type[Exception]], hunts: int, found: int
) -> None:
    hall.miner.faults = [*faults]
    club = await open_with_match(hall)
    await mine_due(hall)
    assert len(hall.miner.hunts) == 1
    for _ in range(3):
        await mine_due(hall, after=RETRY_AFTER)
    assert (len(hall.miner.hunts), len(await rows(club, "mined"))) == (hunts, found)
    assert await rows(club, "mining") == []


async def test_a_process_that_ends_in_order_gives_it_back_and_that_was_no_attempt(hall: Hall) -> None:
    hall.miner.waits = asyncio.Event()
    club = await open_with_match(hall)
    hall.time += AFTER
    club.puzzles.miner.jobs.ring()
    async with asyncio.timeout(PATIENCE):
        while not hall.miner.hunts:
            await a_moment()
    await club.puzzles.miner.jobs.stop()
    (job,) = await rows(club, "mining")
    assert (job["owner"], job["attempts"]) == (None, 0)
    await hall.close()
    hall.miner.waits = None
    club = await hall.open()
    await mine_due(hall)
    assert len(await rows(club, "mined")) == 1


async def test_what_a_process_was_at_that_was_killed_is_done_after_the_start_but_twice_at_most(
    hall: Hall,
) -> None:
    club = await hall.open()
    await give_consent(club)
    for died in range(MAX_ATTEMPTS + 1):
        await finish_match(club)
        hall.time += AFTER
        for _ in range(died):
            taken = await club.store.write(
                lambda tx: mining.claim(
                    tx, hall.time, mining.DailyQuota(1, 99, 99), owner="dead", lease=LEASE
                )
            )
            assert taken
            await club.store.write(lambda tx: processes.remove_gone(tx, hall.time))
        await mine_due(hall)
    assert len(hall.miner.hunts) == len(await rows(club, "mined")) == MAX_ATTEMPTS
    assert await rows(club, "mining") == []


@pytest.mark.ci
async def test_so_many_a_day_a_server_and_in_all_and_so_many_kept(hall: Hall) -> None:
    hall.limits = replace(
        LIMITS, mined_per_server=2, mined_in_total=3, mining_backlog=4, mined_kept=3, received_per_person=99
    )
    club = await hall.open()
    await give_consent(club)
    await club.members.servers.change(GUILD + 1, moderator_id=ANN.id, mined=True)
    for guild_id in (GUILD, GUILD + 1):
        for _ in range(5):
            hall.time += 1
            await finish_match(club, guild_id=guild_id)
    assert len(await rows(club, "mining")) == 8, "each server's fifth finds no room"
    hall.time = (hall.time // DAY + 1) * DAY  # a day begins
    seen = []
    for _ in range(4):
        await mine_due(hall, after=1)
        seen.append([sum(hunt.match_number <= 5 for hunt in hall.miner.hunts), len(hall.miner.hunts)])
        hall.time += DAY
    assert seen == [[2, 3], [4, 6], [4, 8], [4, 8]]
    assert await rows(club, "mining") == []
    kept = [row["match_id"] for row in await rows(club, "mined") if row["guild_id"] == GUILD]
    assert len(kept) == 3
    assert min(kept) > min(hunt.match_number for hunt in hall.miner.hunts)


async def test_by_itself_it_goes_on_the_next_day(hall: Hall) -> None:
    hall.limits = replace(LIMITS, mined_per_server=1)
    club = await open_with_match(hall)
    await finish_match(club)
    await mine_due(hall)
    assert len(hall.miner.hunts) == 1
    assert club.puzzles.miner.jobs.alarm.rings_at == (hall.time // DAY + 1) * DAY


async def test_the_day_s_puzzle_is_the_oldest_own_one_that_is_as_hard_as_the_day_wants(hall: Hall) -> None:
    club = await hall.open()
    await give_consent(club)
    await club.puzzles.daily.change_settings(GUILD, moderator_id=ANN.id, puzzle_channel=CHANNEL)
    stars = {(await finish_match(club)).row.id: stars for stars in (3, 2, 1, 1)}
    await mine_due(hall)
    for row in await rows(club, "mined"):
        told = replace(parse_puzzle(row["game"], row["told"]), stars=stars[row["match_id"]]).to_line()
        await club.store.write(partial(set_puzzle, match_id=row["match_id"], told=told))
    keys = []
    for _ in range(6):
        at = await club.puzzles.daily.queue_due_puzzles()
        assert at is not None
        hall.time = at
        await club.puzzles.daily.queue_due_puzzles()
        today = await club.puzzles.daily.load_today(GUILD)
        post = await club.store.read(lambda tx: daily.find_latest(tx, GUILD))
        assert post is not None
        keys.append(post.key if today.is_from_server else "shipped")
        assert today.puzzle.stars == stars_of_day(post.day)
    hard, middling, easy, easier = (f"k{match_id}" for match_id in stars)
    assert keys == [easy, middling, "shipped", "shipped", hard, easier], "from Wednesday to Monday"
    assert await club.puzzles.daily.load_today(GUILD + 1) == PuzzleView(club.puzzles.solving.todays_puzzle())


async def set_puzzle(tx: Transaction, match_id: int, told: str) -> None:
    """Set the puzzle of a match, and give it a key of the match's number."""
    await tx.run("UPDATE mined SET key = 'k' || match_id, told = ? WHERE match_id = ?", told, match_id)


async def test_own_data_has_the_puzzles_of_one_s_matches(hall: Hall) -> None:
    club = await open_with_match(hall)
    await mine_due(hall)
    (file,) = await club.privacy.export.export_files(ANN.id)
    (row,) = await rows(club, "mined")
    assert f'"key": "{row["key"]}"' in file.decode()
    assert '"mined": "nameless"' in file.decode()


@pytest.mark.ci
@pytest.mark.parametrize("game", leave_to_ci(["russian", "yin-yang", "one-zero-one"], after=1))
def test_what_an_engine_finds_is_a_puzzle_of_that_match(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engines.puzzles.finding.is_confirmed", lambda *_: True)  # the deeper look is slow
    puzzle = min(load_shipped_puzzles(game), key=lambda each: len(each.match_after(0).moves()))
    match = puzzle.match_after(len(puzzle.line))
    positions = (match.origin, *(ply.position for ply in match.plies))
    found = answer_puzzle_request(PuzzleRequest(match.game, match.options, positions, 77))
    assert found is not None
    assert (found.game, found.match, found.options) == (game, 77, puzzle.options)
    assert found.match_after(len(found.line)).plies[-1].seat == found.solver
    assert answer_puzzle_request(PuzzleRequest(match.game, match.options, positions[-1:], 77)) is None


async def test_whoever_hears_of_a_change_of_the_processes_looks_for_what_they_left(hall: Hall) -> None:
    club = await hall.open()
    club._open = True  # but nothing is at work by itself
    rung: list[float | None] = []
    club.puzzles.miner.jobs.ring = lambda due=None: rung.append(due)  # pyrefly: ignore[method-assign]  # it shows who rings
    club.check_for_work(hall.time + 5)
    assert rung == [], "no puzzle is waited for"
    club.check_for_work(None)
    assert rung == [None]


@pytest.mark.ci
@pytest.mark.parametrize("hall", ["postgres"], indirect=True)
async def test_two_processes_never_look_through_one_match_twice(hall: Hall) -> None:
    miners = [Miner(), Miner()]
    clubs = [await hall.open(miner) for miner in miners]
    await give_consent(clubs[0])
    ids = [(await finish_match(clubs[number % 2])).row.id for number in range(6)]
    await mine_due(hall)
    looked = [hunt.match_number for miner in miners for hunt in miner.hunts]
    assert sorted(looked) == ids
    assert len(await rows(clubs[0], "mined")) == len(ids)
