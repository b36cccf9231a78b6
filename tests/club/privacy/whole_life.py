"""All that a person can do in the club, and what may be left of it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from club.clocks.rest import Rest
from club.club import Club
from club.learning.first_steps import next_task
from club.learning.trails import tree_line
from club.members.people import Person
from club.play.course.ballots import BallotTerms, Voter
from club.play.course.conditional_moves import play_line
from club.play.course.offers import OfferKind
from data.database.transaction import Transaction
from data.learning import appraisals, trees
from data.learning.appraisals import AppraisalRow
from data.members import admin_log, bars, preferences
from data.members.admin_log import AdminLogRow
from data.members.bars import BarRow
from data.outbox import outbox
from data.outbox.post_kinds import PostKind
from data.pages import live_boards, profile_pages
from data.pages.live_boards import LiveBoardRow
from data.pages.profile_pages import ProfilePageRow
from data.play import listing, messages
from data.puzzles import daily
from data.puzzles.puzzle_runs import STREAK
from data.standing import rated_rows, ratings
from data.standing.ratings import RatingRow
from data.store_opening import open_store
from rules.catalogue import GAMES
from tests.ample import AMPLE
from tests.club.conftest import NOW
from tests.club.leagues import in_everything
from tests.club.learner import store_exercise
from tests.club.people import ANN, BEN, CHANNEL, CLEO, GUILD, act, make_challenge, start_match
from tests.club.room import club_on
from tests.club.standing.rated_circle import store_rated
from tests.fresh import fresh
from tests.marker import NAME, ZONE, Marks

ZOE = Person(7_777_123_456_789_012_345, NAME)

MARKS = Marks(ZOE.id, 6_543_210_987_654_321_098)


@asynccontextmanager
async def open_club(path: Path) -> AsyncIterator[Club]:
    """Open a process of the club.

    It has finished the work that the last one left by the time this begins.
    """
    store = await open_store(fresh(path), now=lambda: NOW)
    club = club_on(store, secret=bytes(range(32)), limits=AMPLE)
    try:
        yield club
    finally:
        await club.privacy.deletion.stop()
        await store.close()


async def forget(club: Club, who: Person = ZOE) -> None:
    await club.privacy.deletion.begin_deletion(who.id)
    assert await club.privacy.deletion.work() is None


async def do_everything(club: Club) -> None:
    """Let Zoe do everything that is stored.

    Nothing is posted here, so everything that waits to be posted is there too.
    """
    rest = Rest(zone=ZONE, days=(5,)).text
    await club.members.preferences.change(
        ZOE.id,
        theme="night",
        language="en",
        dm_turn=True,
        rest=rest,
        mined="named",
        learning=True,
        pictured=False,
    )
    await club.puzzles.solving.record_result(
        club.puzzles.solving.todays_puzzle(), user_id=ZOE.id, solved=True
    )
    await solve_daily(club)
    await run(club, ZOE)
    over = await start_match(club, people=(ZOE, BEN), clock="1d")
    await club.play.matches.play(over.row.id, act(ZOE), "c3")
    await store_exercise(club, over, user_id=ZOE.id)
    played = AppraisalRow(ZOE.id, over.row.id, 71, 120, 0, 40, 1, 120, "lesson.win")
    await club.store.write(lambda tx: appraisals.save(tx, played))
    await club.play.matches.resign(over.row.id, act(BEN))
    await count(club, over.row.id)
    ended = await club.play.matches.load(over.row.id)
    await club.play.notes.write(ended, act(ZOE), 1, NAME)
    await club.play.notes.set_sharing(ended, act(ZOE), share=True)
    await club.standing.shown_matches.show_on_profile(await club.play.matches.load(over.row.id), ZOE.id)
    await club.store.write(lambda tx: profile_pages.put(tx, ProfilePageRow(ZOE.id, GUILD, "P" * 22, NOW)))
    opened = LiveBoardRow("K" * 64, ZOE.id, 1, NOW + 60, "T" * 64)
    await club.store.write(lambda tx: live_boards.put(tx, opened, now=NOW))
    await club.learning.reminders.set_hour(ZOE.id, 9)
    await club.learning.coordinates.finish_round(ZOE.id, "russian", 40.0, 1)
    await club.learning.first_steps.record_solved(ZOE.id, next_task("binar", ()))
    await club.play.seek_alerts.change_settings(ZOE.id, GUILD, games=("binar",))
    await make_challenge(club, people=(ANN, None))
    hidden = await start_match(club, "one-zero-one", people=(BEN, ZOE))
    await club.store.write(lambda tx: direct_messages(tx, hidden.row.id))
    offering = await start_match(club, "yin-yang", people=(ZOE, CLEO))
    moved = await club.play.matches.play(offering.row.id, act(ZOE), offering.match.moves()[0])
    ahead = await club.play.conditional_moves.get(offering.row.id, ZOE.id)
    line = moved.match.moves()[0]
    await club.play.conditional_moves.add_line(
        ahead, act(ZOE), [line, play_line(moved.match, [line]).moves()[0]]
    )
    await club.play.offers.offer(offering.row.id, act(ZOE), OfferKind.DRAW)
    await do_as_moderator(club)
    voted = await start_match(club, people=(ANN, CLEO), vote=BallotTerms("own", 60.0, 9))
    await club.play.votes.cast(
        await club.play.votes.load_ballot(voted.row.id, Voter(ZOE.id, may_write=True)), act(ZOE), "c3"
    )
    await watch(club)
    for people in ((ZOE, ANN), (ANN, ZOE)):
        await make_challenge(club, "russian", people=people)
        closed = await make_challenge(club, "italian", people=people)
        await club.play.challenges.decline(closed.id, act(people[1]))
    unseen = await make_challenge(club, "turkish", people=(ZOE, CLEO))
    await club.store.write(lambda tx: club.play.challenges.close_unpostable(tx, unseen.id))
    await club.store.write(rated_matches)
    await club.store.write(partial(in_everything, who=ZOE, at=NOW))
    await club.members.blocks.block(ZOE.id, CLEO.id)
    await club.members.blocks.block(CLEO.id, ZOE.id)
    await club.store.write(be_barred)


async def watch(club: Club) -> None:
    """Zoe guesses a move of others' rightly, and the next one, and notes something."""
    watched = await start_match(club, people=(ANN, CLEO))
    for move, who in (("c3", ANN), ("d4", CLEO)):
        await club.learning.guesses.record_guess(
            await club.learning.guesses.load_position(watched.row.id, ZOE.id), act(ZOE), move
        )
        if who is ANN:
            await club.play.matches.play(watched.row.id, act(who), move)
    await club.play.notes.write(await club.play.matches.load(watched.row.id), act(ZOE), 1, NAME)


async def be_barred(tx: Transaction) -> None:
    """A moderator of another server bars Zoe from it."""
    await bars.put(tx, BarRow(guild_id=GUILD + 1, user_id=ZOE.id, why=f"{NAME} is loud", at=NOW, until=None))
    logged = AdminLogRow(
        guild_id=GUILD + 1, at=NOW, user_id=ANN.id, whom_id=ZOE.id, what="bar", became=f'"{NAME}"'
    )
    await admin_log.add(tx, logged, keep=9)


async def count(club: Club, match_id: int) -> None:
    """Count a match in the trees of openings."""
    line = tree_line((await club.play.matches.load(match_id)).match)
    assert line is not None

    async def job(tx: Transaction) -> None:
        for row in await listing.list_by_ids(tx, [match_id]):
            await trees.add(tx, row, line)

    await club.store.write(job)


async def rated_matches(tx: Transaction) -> None:
    """Store rated matches of Zoe that are over, and her ratings.

    She has made one of the matches void.
    """
    for match_id, (first, second) in enumerate(((ZOE, ANN), (ANN, ZOE)), 1001):
        await store_rated(tx, match_id, (first, second), at=NOW)
    await rated_rows.set_void(tx, 1001, rated_rows.MODERATOR, by=ZOE.id, why=f"{ZOE.name} says so", at=NOW)
    await ratings.put(
        tx, RatingRow(GUILD, "binar", ZOE.id, ZOE.name, 1500.0, 350.0, NOW, matches=1, opponents=1)
    )
    for low, high in ((ANN.id, ZOE.id), (ZOE.id, ZOE.id + 1)):
        await tx.run("INSERT INTO rating_wait (guild_id, low_id, high_id) VALUES (?, ?, ?)", GUILD, low, high)
    await rated_rows.set_edge(tx, "binar", 10.0, matches=1, at=NOW)


async def run(club: Club, who: Person) -> None:
    """Let a member solve the first puzzle of a streak and be among the month's best."""
    begun_ = await club.puzzles.runs.begin(STREAK, GAMES["russian"], user_id=who.id, guild_id=GUILD)
    assert begun_.puzzle is not None
    await club.puzzles.runs.take_press(STREAK, begun_.puzzle.key, act(who), is_right=True)


async def solve_daily(club: Club) -> None:
    """Let Zoe choose where the daily puzzle goes, and solve it.

    Then it goes there no more, and a message to her about that waits.
    """
    for days in (1, 0):
        await club.puzzles.daily.change_settings(GUILD, moderator_id=ZOE.id, puzzle_channel=CHANNEL)
        await club.standing.cards.choose_channel(GUILD, CHANNEL, moderator_id=ZOE.id)
        await club.standing.digests.change_settings(GUILD, moderator_id=ZOE.id, digest_channel=CHANNEL)
        post = await club.store.write(
            partial(posted_daily, key=club.puzzles.solving.todays_puzzle().key, day=20_000 - days)
        )
        await club.puzzles.daily.record_result(
            GUILD, club.puzzles.solving.todays_puzzle(), user_id=ZOE.id, tries=1
        )
        if days:
            await club.store.write(partial(club.puzzles.daily.stop_posting, post=post))


async def posted_daily(tx: Transaction, key: str, day: int) -> daily.PuzzlePost:
    """The puzzle of a server's day."""
    await daily.add(tx, guild_id=GUILD, channel_id=CHANNEL, day=day, key=key, made_at=NOW)
    post = await daily.find_latest(tx, GUILD)
    assert post is not None
    return post


async def do_as_moderator(club: Club) -> None:
    """Let Zoe end a match of others, and move one."""
    ended = await start_match(club)
    await club.play.moderation.end_match(ended.row.id, act(ZOE))
    moved = await start_match(club)
    await club.play.mover.move(moved.row.id, act(ZOE), channel_id=99)


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
