"""A member who asks for it is forgotten, wherever the bot dies meanwhile.

No one else loses anything by it.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from club.clocks.rest import Rest
from club.club import Club
from club.learning.first_steps import next_task
from club.learning.trails import line_of
from club.members.people import Person
from club.play.course.ballots import BallotTerms, Voter
from club.play.course.conditional_moves import play_line
from club.play.course.offers import OfferKind
from club.privacy.forgetting import WAITS, WIPE_KEY, StoredData
from club.refusals import Refusal
from data.database import meta
from data.database.persons import FORMER, NOBODY
from data.database.transaction import Transaction
from data.learning import appraisals, trees
from data.learning.appraisals import AppraisalRow
from data.members import preferences
from data.members.preferences import Preference
from data.outbox import outbox
from data.outbox.post_kinds import PostKind
from data.pages import profile_pages
from data.pages.profile_pages import ProfilePageRow
from data.play import listing, matches, messages
from data.play.challenges import ChallengeStatus
from data.play.matches import EventKind, MatchStatus
from data.puzzles import daily
from data.puzzles.puzzle_runs import STREAK
from data.sqlite.check import check
from data.standing import rated_rows, ratings
from data.standing.rated_rows import RatedRow
from data.standing.ratings import RatingRow
from data.store_opening import open_store
from rules.catalogue import GAMES
from tests.ample import AMPLE
from tests.club.conftest import NOW
from tests.club.leagues import in_everything
from tests.club.learner import store_exercise
from tests.club.people import ANN, BEN, CHANNEL, CLEO, GUILD, act, interactions, make_challenge, start_match
from tests.fresh import fresh
from tests.marker import NAME, SAID, ZONE, Marks

ZOE = Person(7_777_123_456_789_012_345, NAME)
MARKS = Marks(ZOE.id, 6_543_210_987_654_321_098)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "club.db"


@asynccontextmanager
async def open_club(path: Path) -> AsyncIterator[Club]:
    """Open a process of the club.

    It has finished the work that the last one left by the time this begins.
    """
    store = await open_store(fresh(path), now=lambda: NOW)
    club = Club(store, now=lambda: NOW, chance=lambda below: 0, secret=lambda: bytes(range(32)), limits=AMPLE)
    try:
        yield club
    finally:
        await club.privacy.stop()
        await store.close()


async def forget(club: Club, who: Person = ZOE) -> None:
    await club.privacy.delete(who.id)
    assert await club.privacy.work() is None


async def do_everything(club: Club) -> None:
    """Let Zoe do everything that is stored.

    Nothing is posted here, so everything that waits to be posted is there too.
    """
    rest = Rest(zone=ZONE, days=(5,)).text
    await club.preferences.change(
        ZOE.id,
        theme="night",
        language="en",
        dm_turn=True,
        rest=rest,
        mined="named",
        learning=True,
        pictured=False,
    )
    await club.puzzles.record_result(club.puzzles.today(), user_id=ZOE.id, solved=True)
    await solve_daily(club)
    await run(club, ZOE)
    over = await start_match(club, people=(ZOE, BEN), clock="1d")
    await club.matches.play(over.row.id, act(ZOE), "c3")
    await store_exercise(club, over, user_id=ZOE.id)
    played = AppraisalRow(ZOE.id, over.row.id, 71, 120, 0, 40, 1, 120, "lesson.win")
    await club.store.write(lambda tx: appraisals.keep(tx, played))
    await club.matches.resign(over.row.id, act(BEN))
    await count(club, over.row.id)
    ended = await club.matches.load(over.row.id)
    await club.notes.write(ended, act(ZOE), 1, NAME)
    await club.notes.agree(ended, act(ZOE), on=True)
    await club.profile_matches.show(await club.matches.load(over.row.id), ZOE.id)
    await club.store.write(lambda tx: profile_pages.put(tx, ProfilePageRow(ZOE.id, GUILD, "P" * 22, NOW)))
    await club.exercise_reminders.set_hour(ZOE.id, 9)
    await club.coordinates.finish(ZOE.id, "russian", 40.0, 1)
    await club.first_steps.solve(ZOE.id, next_task("binar", ()))
    await club.seek_alerts.change(ZOE.id, GUILD, games=("binar",))
    await make_challenge(club, people=(ANN, None))
    hidden = await start_match(club, "one-zero-one", people=(BEN, ZOE))
    await club.store.write(lambda tx: direct_messages(tx, hidden.row.id))
    offering = await start_match(club, "yin-yang", people=(ZOE, CLEO))
    moved = await club.matches.play(offering.row.id, act(ZOE), offering.match.moves()[0])
    ahead = await club.conditional_moves.get(offering.row.id, ZOE.id)
    line = moved.match.moves()[0]
    await club.conditional_moves.add(ahead, act(ZOE), [line, play_line(moved.match, [line]).moves()[0]])
    await club.offers.offer(offering.row.id, act(ZOE), OfferKind.DRAW)
    await do_as_moderator(club)
    voted = await start_match(club, people=(ANN, CLEO), vote=BallotTerms("own", 60.0, 9))
    await club.votes.cast(await club.votes.get(voted.row.id, Voter(ZOE.id, writes=True)), act(ZOE), "c3")
    await watch(club)
    for people in ((ZOE, ANN), (ANN, ZOE)):
        await make_challenge(club, "russian", people=people)
        closed = await make_challenge(club, "italian", people=people)
        await club.challenges.decline(closed.id, act(people[1]))
    unseen = await make_challenge(club, "turkish", people=(ZOE, CLEO))
    await club.store.write(lambda tx: club.challenges.withdraw(tx, unseen.id))
    await club.store.write(rated_matches)
    await club.store.write(partial(in_everything, who=ZOE, at=NOW))


async def watch(club: Club) -> None:
    """Zoe guesses a move of others' rightly, and the next one, and notes something."""
    watched = await start_match(club, people=(ANN, CLEO))
    for move, who in (("c3", ANN), ("d4", CLEO)):
        await club.guesses.guess(await club.guesses.get(watched.row.id, ZOE.id), act(ZOE), move)
        if who is ANN:
            await club.matches.play(watched.row.id, act(who), move)
    await club.notes.write(await club.matches.load(watched.row.id), act(ZOE), 1, NAME)


async def count(club: Club, match_id: int) -> None:
    """Count a match in the trees of openings."""
    line = line_of((await club.matches.load(match_id)).match)
    assert line is not None

    async def job(tx: Transaction) -> None:
        for row in await listing.of_ids(tx, [match_id]):
            await trees.add(tx, row, line)

    await club.store.write(job)


async def rated_matches(tx: Transaction) -> None:
    """Store rated matches of Zoe that are over, and her ratings.

    She has made one of the matches void.
    """
    for match_id, (first, second) in enumerate(((ZOE, ANN), (ANN, ZOE)), 1001):
        number, at = await rated_rows.next_number(tx, GUILD, NOW)
        await rated_rows.add(
            tx,
            RatedRow(
                GUILD,
                number,
                match_id,
                "binar",
                first.id,
                first.name,
                second.id,
                second.name,
                0,
                at,
                edge=0.0,
            ),
        )
    await rated_rows.set_void(tx, 1001, rated_rows.MODERATOR, by=ZOE.id, why=f"{ZOE.name} says so", at=NOW)
    await ratings.put(
        tx, RatingRow(GUILD, "binar", ZOE.id, ZOE.name, 1500.0, 350.0, NOW, matches=1, opponents=1)
    )
    for low, high in ((ANN.id, ZOE.id), (ZOE.id, ZOE.id + 1)):
        await tx.run("INSERT INTO rating_wait (guild_id, low_id, high_id) VALUES (?, ?, ?)", GUILD, low, high)
    await rated_rows.set_edge(tx, "binar", 10.0, matches=1, at=NOW)


async def run(club: Club, who: Person) -> None:
    """Let a member solve the first puzzle of a streak and be among the month's best."""
    begun_ = await club.runs.begin(STREAK, GAMES["russian"], user_id=who.id, guild_id=GUILD)
    assert begun_.puzzle is not None
    await club.runs.take_press(STREAK, begun_.puzzle.key, act(who), right=True)


async def solve_daily(club: Club) -> None:
    """Let Zoe choose where the daily puzzle goes, and solve it.

    Then it goes there no more, and a message to her about that waits.
    """
    for days in (1, 0):
        await club.daily.change(GUILD, by=ZOE.id, puzzle_channel=CHANNEL)
        await club.club_cards.choose(GUILD, CHANNEL, by=ZOE.id)
        await club.digests.change(GUILD, by=ZOE.id, digest_channel=CHANNEL)
        post = await club.store.write(partial(posted_daily, key=club.puzzles.today().key, day=20_000 - days))
        await club.daily.record_result(GUILD, club.puzzles.today(), user_id=ZOE.id, tries=1)
        if days:
            await club.store.write(partial(club.daily.stop, post=post))


async def posted_daily(tx: Transaction, key: str, day: int) -> daily.PuzzlePost:
    """The puzzle of a server's day."""
    await daily.add(tx, guild_id=GUILD, channel_id=CHANNEL, day=day, key=key, made_at=NOW)
    post = await daily.last(tx, GUILD)
    assert post is not None
    return post


async def do_as_moderator(club: Club) -> None:
    """Let Zoe end a match of others, and move one."""
    ended = await start_match(club)
    await club.moderation.end(ended.row.id, act(ZOE))
    moved = await start_match(club)
    await club.match_mover.move(moved.row.id, act(ZOE), channel_id=99)


async def direct_messages(tx: Transaction, match_id: int) -> None:
    """Give Zoe settings and a hand in her direct messages.

    Another hand is on its way, and so is more for her alone.
    """
    known = await preferences.get(tx, ZOE.id)
    await preferences.put(tx, replace(known, dm_channel_id=MARKS.dm_channel_id))
    await messages.set_dm_message(
        tx, match_id, 1, channel_id=MARKS.dm_channel_id, message_id=5, posted_at=NOW, version=0
    )
    for kind in (PostKind.HAND, PostKind.NOTICE, PostKind.TURN):
        await outbox.put(tx, dedup=f"{kind}-{match_id}", kind=kind, at=NOW, match_id=match_id, seat=1)


async def everything(club: Club, table: str) -> list[dict[str, Any]]:
    return await club.store.read(lambda tx: tx.all(f"SELECT * FROM {table}"))


async def test_nothing_is_left_of_somebody_who_did_everything(path: Path) -> None:
    async with open_club(path) as club:
        await do_everything(club)
        await club.privacy.delete(ZOE.id)
        assert MARKS.cells(path) >= SAID, "what is said to be cleaned must have been there"
        assert await club.privacy.work() is None
        assert MARKS.anywhere(path) == []
        kinds = {row["kind"] for row in await everything(club, "outbox") if row["match_id"] == 2}
        assert kinds.isdisjoint({PostKind.NOTICE, PostKind.TURN, PostKind.WITHDRAWN, PostKind.MOVED})
    check(path)


async def test_matches_are_resigned_and_challenges_closed_and_the_cards_say_so(path: Path) -> None:
    async with open_club(path) as club:
        await do_everything(club)
        assert await club.privacy.load_stored_data(ZOE.id) == StoredData(
            running=2, waiting=0, over=1, challenges=2
        )
        await club.store.write(lambda tx: tx.run("DELETE FROM outbox"))
        await forget(club)
        for match_id, winner in ((1, 0), (2, 0), (3, 1)):
            table, events = await club.matches.load_with_events(match_id)
            assert (table.row.status, table.row.winner) == (MatchStatus.OVER, winner)
            left = table.player(1 if match_id == 2 else 0)
            assert (left.user_id, left.name, left.dm_channel_id) == (NOBODY, FORMER, None)
            assert [event for event in events if event.user_id == ZOE.id or event.interaction_id is None] == [
                event for event in events if event.seat == left.seat
            ]
            if match_id != 1:
                assert events[-1].kind is EventKind.RESIGN
        posted = {(row["match_id"], row["kind"], row["seat"]) for row in await everything(club, "outbox")}
        assert posted >= {(2, "board", None), (2, "result", None), (2, "hand", 0), (3, "board", None)}
        assert (2, "hand", 1) not in posted
        assert {
            row["challenge_id"] for row in await everything(club, "outbox") if row["kind"] == "challenge"
        } == {
            row["id"]
            for row in await everything(club, "challenge")
            if row["status"] in ("declined", "cancelled") and row["game"] == "russian"
        }
        statuses = [row["status"] for row in await everything(club, "challenge") if row["game"] == "russian"]
        assert statuses == [ChallengeStatus.CANCELLED, ChallengeStatus.DECLINED]
        assert (await club.matches.load(4)).row.status is MatchStatus.OVER
        assert (await club.matches.load(5)).running


class Dead(BaseException):
    """The process has ended."""


@pytest.mark.parametrize("stored", [False, True], ids=["before it is stored", "after"])
async def test_wherever_the_bot_dies_the_next_start_goes_on(path: Path, tmp_path: Path, stored: bool) -> None:
    async with open_club(path) as club:
        await do_everything(club)
        await club.privacy.delete(ZOE.id)
    whole, here = path.read_bytes(), tmp_path / "here.db"
    for last in range(1, 100):
        here.write_bytes(whole)
        died = await _dies_at(here, last, stored=stored)
        async with open_club(here) as club:
            await club.privacy.open()
            await club.privacy.work()
            assert MARKS.cells(here) == set()
            assert MARKS.in_files(here) == []
            assert await club.store.read(lambda tx: meta.get(tx, WIPE_KEY)) != WAITS
        if not died:
            break
    assert 5 <= last < 99
    check(here)


async def _dies_at(path: Path, last: int, *, stored: bool) -> bool:
    """Let a process that is forgetting Zoe die at a given write.

    Return whether it made that many writes.
    """
    left = last
    async with open_club(path) as club:
        write = club.store.write

        async def dying(job: Any) -> Any:
            nonlocal left
            left -= 1
            if left == 0 and not stored:
                raise Dead
            done = await write(job)
            if left == 0:
                raise Dead
            return done

        club.store.write = dying  # type: ignore[method-assign]  # this is how it dies
        try:
            await club.privacy.work()
        except Dead:
            return True
    return False


async def test_whoever_is_being_forgotten_can_do_nothing_until_they_are(path: Path) -> None:
    async with open_club(path) as club:
        await start_match(club, people=(ZOE, BEN))
        await club.privacy.delete(ZOE.id)
        await club.privacy.delete(ZOE.id)
        with pytest.raises(Refusal, match="just forgetting you"):
            club.privacy.check(ZOE.id)
        club.privacy.check(BEN.id)
    async with open_club(path) as club:
        await club.privacy.open()
        with pytest.raises(Refusal, match="just forgetting you"):
            club.privacy.check(ZOE.id)
        await club.privacy.work()
        club.privacy.check(ZOE.id)


async def test_whoever_comes_back_starts_anew(path: Path) -> None:
    async with open_club(path) as club:
        await club.preferences.saw(ZOE.id, "de")
        old = await start_match(club, people=(ZOE, BEN))
        await forget(club)
        assert await club.preferences.get(ZOE.id) == Preference(ZOE.id)
        await club.preferences.saw(ZOE.id, "de")
        assert (await club.preferences.get(ZOE.id)).language == "de"
        fresh = await start_match(club, people=(ZOE, BEN))
        assert [listed.row.id for listed in await club.lists.of_user(ZOE.id)] == [fresh.row.id]
        assert (await club.matches.load(old.row.id)).seat_of(ZOE.id) is None
        await forget(club)
        assert MARKS.anywhere(path) == []


async def test_matches_that_nobody_can_play_on_end_without_a_result(path: Path) -> None:
    async with open_club(path) as club:
        gone = await start_match(club, people=(ZOE, BEN), guild_id=77)
        broken = await start_match(club, people=(ZOE, BEN))
        damaged = await start_match(club, people=(ZOE, BEN))
        await club.places.server_gone(77)
        await club.store.write(lambda tx: tx.run("UPDATE match SET record = 'x' WHERE id = ?", broken.row.id))
        await club.store.write(
            lambda tx: tx.run("DELETE FROM seat WHERE match_id = ? AND seat = 1", damaged.row.id)
        )
    async with open_club(path) as club:
        assert (await club.privacy.load_stored_data(ZOE.id)).waiting == 1
        await forget(club)
        for match_id in (gone.row.id, broken.row.id):
            row = await club.store.read(lambda tx, match_id=match_id: matches.get(tx, match_id))  # type: ignore[misc]  # bound
            assert row is not None
            assert (row.status, row.winner, row.reason) == (MatchStatus.OVER, None, "ended.left")
        assert "had Twotone forget them" in str((await club.matches.load(gone.row.id)).reason)
        assert MARKS.anywhere(path) == []


async def test_more_than_one_step_holds_is_forgotten_too(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("club.privacy.forgetting.AT_ONCE", 2)
    async with open_club(path) as club:
        for number in range(5):
            table = await start_match(club, people=(ZOE, BEN))
            await make_challenge(club, people=(ZOE, Person(50 + number, "X")))
            if number % 2:
                await club.matches.resign(table.row.id, act(BEN))
            other = await start_match(club)
            await club.moderation.end(other.row.id, act(ZOE))
        await forget(club)
        assert MARKS.anywhere(path) == []
        rows = await everything(club, "challenge")
        assert {row["status"] for row in rows if row["match_id"] is None} == {"cancelled"}


async def test_a_rematch_with_somebody_who_was_forgotten_is_refused_in_a_sentence(path: Path) -> None:
    async with open_club(path) as club:
        table = await start_match(club, people=(ZOE, BEN))
        await forget(club)
        with pytest.raises(Refusal, match="had Twotone forget them, so nobody can be asked"):
            await club.beginnings.rematch(table.row.id, who=BEN, interaction_id=next(interactions))
        with pytest.raises(Refusal, match="is between a former player and Ben"):
            await club.beginnings.rematch(table.row.id, who=CLEO, interaction_id=next(interactions))
