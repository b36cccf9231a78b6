"""No statement of the store reads a whole table that grows with the past."""

import inspect
import re
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest

import data
from data import figures, processes
from data.database import meta, presence, scrub, sessions
from data.database.presence import Beat
from data.members import admin_log, preferences, servers
from data.members.admin_log import AdminLogRow
from data.members.preferences import Preference
from data.members.servers import ServerRow
from data.outbox import leases, outbox, refused_posts, row_claims
from data.outbox.outbox import OutboxRow
from data.outbox.post_kinds import PostKind
from data.play import (
    challenges,
    clock_check,
    clocks,
    conditional_moves,
    history,
    listing,
    match_events,
    matches,
    messages,
    quarantine,
    rematches,
    replay_check,
    silence,
    thinking,
    whereabouts,
)
from data.play.challenges import ChallengeStatus
from data.play.clocks import ClockEvent, ClockRow, Tick
from data.play.conditional_moves import PreparedLines
from data.play.match_events import MatchState
from data.play.matches import EventKind, MatchStatus
from data.privacy import forgetting, retention
from data.processes import ProcessRow
from data.puzzles import daily, mining
from data.puzzles.daily import PuzzlePost
from data.puzzles.mining import MinedRow
from data.sqlite.store import SqliteStore
from data.sqlite.transaction import SqliteTransaction
from data.standing import club_cards
from data.standing.club_cards import ClubCardRow
from tests.data.database import (
    competition_calls,
    learning_calls,
    page_calls,
    puzzle_calls,
    standing_calls,
    tree_calls,
    vote_calls,
    watcher_calls,
)
from tests.data.samples import (
    ADA,
    BOB,
    CHANNEL,
    GUILD,
    NEW_CHALLENGE,
    START,
    event,
    move,
    new_challenge,
    new_match,
)

ALL_COLUMNS = re.compile(r"(SELECT|RETURNING|,) (\w+\.)?\*")
END = MatchState(status=MatchStatus.OVER, turn=None, record="", reason="ended.moderator")

ROW = OutboxRow(
    id=1, dedup="b1", match_id=1, challenge_id=None, kind=PostKind.BOARD, seat=None, version=1, payload="{}",
    not_before=START, leased_until=None, attempts=1, last_error=None, owner="me", unclear=False, reserved_for=None,
    reserved_until=None,
    refused=0,
)  # fmt: skip
MINED = MinedRow(1, GUILD, "binar", "0123456789", "{}", START)
CLOCK = ClockRow(match_id=1, control="3d", state="{}", number=1, deadline_at=None, next_at=START, away_id=0)
CALLS: list[Callable[..., object]] = [
    partial(clocks.create, row=CLOCK),
    partial(clocks.change, row=CLOCK, number=1),
    partial(clocks.claim, now=START, limit=9, owner="me", lease=60.0),
    partial(clocks.next_due, now=START),
    clocks.free,
    partial(processes.hello, process=ProcessRow("me", "0/1", "1.0", START, START)),
    partial(processes.living, now=START),
    partial(processes.sweep, now=START),
    partial(processes.sweep, now=START, alone="me"),
    partial(processes.farewell, name="me"),
    partial(clocks.owing, away_id=1, limit=9),
    partial(clocks.of_user, user_id=ADA),
    partial(clocks.asked_at, match_id=1),
    partial(clock_check.broken_clocks, first=1, last=9, as_replayed=lambda row, events: True),
    partial(sessions.begin, bucket=0, now=START, every=5.0),
    partial(sessions.begin, bucket=0, now=START, every=5.0),
    presence.beats,
    partial(presence.set_beat, beat=Beat(0, 1, START)),
    partial(presence.share_out, shards=2, at=START),
    partial(presence.add_absence, beat=Beat(0, 1, START), until=START + 600),
    partial(presence.add_correction, since=START, until=START + 60),
    partial(presence.absences, after=0),
    partial(presence.add_correction, since=START, until=START + 600),
    presence.last_absence,
    partial(outbox.board_waits, match_id=1),
    partial(clocks.add, event=ClockEvent(1, 1, 0, Tick.START, 0, "3d", START)),
    partial(challenges.get, challenge_id=1),
    partial(challenges.of_match, match_id=1),
    partial(challenges.rematch_of, match_id=1),
    partial(rematches.series, match_id=1),
    partial(challenges.set_message, challenge_id=1, message_id=5),
    partial(challenges.set_options, challenge_id=1, options="{}", clock=None, side="random", rated=True),
    partial(challenges.open_for, user_id=ADA, limit=9),
    partial(challenges.open_by, user_id=ADA, limit=9),
    partial(whereabouts.servers, shard=0, shards=4),
    partial(whereabouts.places, guild_id=GUILD),
    partial(whereabouts.stranded_matches, competition_id=1, limit=9),
    partial(challenges.open_in, guild_id=GUILD),
    partial(challenges.open_in, channel_id=CHANNEL),
    partial(challenges.made_by_interaction, interaction_id=7),
    partial(challenges.open_equal, asked=NEW_CHALLENGE, now=START),
    partial(challenges.open_count, challenger_id=ADA),
    partial(challenges.open_count, guild_id=GUILD),
    partial(challenges.open_to_anyone, guild_id=GUILD, now=START, limit=9),
    partial(challenges.due, now=START),
    challenges.next_due,
    partial(challenges.close, challenge_id=1, status=ChallengeStatus.EXPIRED, interaction_id=8),
    partial(club_cards.add, guild_id=GUILD),
    partial(club_cards.get, guild_id=GUILD),
    partial(club_cards.put, card=ClubCardRow(GUILD)),
    partial(club_cards.is_unchanged, card=ClubCardRow(GUILD)),
    partial(club_cards.redraw, guild_id=GUILD, now=START),
    partial(club_cards.redraw_for_match, match_id=1, now=START),
    partial(club_cards.redraw_for_challenge, challenge_id=1, now=START),
    partial(club_cards.redraw_for_person, user_id=ADA, now=START),
    partial(club_cards.put_update, guild_id=GUILD, now=START, wait=5.0),
    partial(club_cards.drop, guild_id=GUILD),
    partial(listing.of_user, user_id=ADA, limit=9),
    partial(listing.of_user, user_id=ADA, guild_id=GUILD, limit=9),
    partial(listing.finished_of, user_id=ADA, limit=9),
    partial(listing.suspended_of, user_id=ADA, limit=9),
    partial(listing.head_to_head, user_id=ADA, other_id=BOB, guild_id=GUILD),
    partial(listing.of_guild, guild_id=GUILD, limit=9),
    partial(listing.in_place, channel_id=CHANNEL),
    partial(listing.in_place, channel_id=CHANNEL, user_id=ADA),
    partial(listing.newest_in_channel, channel_id=CHANNEL),
    partial(listing.suspended_in, guild_id=GUILD),
    partial(listing.running_in, guild_id=GUILD),
    partial(listing.running_in, channel_id=CHANNEL),
    partial(listing.running_in, thread_id=300),
    quarantine.match_ids,
    partial(listing.running_of, user_id=ADA),
    partial(listing.running_of_on, user_id=ADA, guild_id=GUILD),
    partial(listing.running_in_server, guild_id=GUILD, limit=9),
    partial(forgetting.ask, user_id=ADA),
    forgetting.pending_users,
    partial(forgetting.counts_of, user_id=ADA),
    partial(forgetting.all_matches_of, user_id=ADA),
    partial(forgetting.rows_of, user_id=ADA),
    partial(forgetting.rows_in_match, user_id=ADA, match_id=1),
    partial(forgetting.matches_of, user_id=ADA, over=False, limit=9),
    partial(forgetting.forget_in_match, user_id=ADA, match_id=1),
    partial(forgetting.forget_elsewhere, user_id=ADA, limit=9),
    partial(forgetting.finish_if_forgotten, user_id=ADA),
    partial(matches.get, match_id=1),
    partial(match_events.of_match, match_id=1),
    partial(match_events.of_interaction, interaction_id=7),
    partial(
        messages.set_board_message,
        match_id=1,
        channel_id=2,
        message_id=3,
        attachment_id=4,
        posted_at=START,
        version=1,
    ),
    partial(messages.set_board_picture, match_id=1, message_id=3, attachment_id=4),
    partial(messages.set_offer_message, match_id=1, channel_id=2, message_id=3, version=1),
    partial(messages.set_thread, match_id=1, thread_id=300),
    partial(
        messages.set_dm_message, match_id=1, seat=0, channel_id=2, message_id=3, posted_at=START, version=1
    ),
    partial(history.last_move, match_id=1),
    partial(quarantine.get, match_id=2),
    partial(quarantine.put, match_id=2, code="match.unreadable", at=START),
    partial(quarantine.cancel_due, match_id=2),
    partial(matches.set_status, match_id=2, status=MatchStatus.RUNNING, at=START),
    partial(match_events.append, event=event(2, 1, EventKind.END, interaction_id=9), state=END),
    partial(meta.put, key="a", value="b"),
    partial(meta.get, key="a"),
    partial(outbox.put, dedup="b9", kind=PostKind.BOARD, version=9, at=START, match_id=1),
    partial(outbox.put, dedup="b9", kind=PostKind.SECTION, at=START),
    partial(row_claims.claim, now=START, limit=9, owner="me", lease=9.0, flying=(1, 2)),
    partial(row_claims.renew, flying=(1, 2), owner="me", until=START),
    partial(row_claims.retry, outbox_id=1, owner="me", error="502", not_before=START),
    partial(row_claims.is_held, outbox_id=1, owner="me"),
    partial(row_claims.delete_sent, outbox_id=1, owner="me"),
    partial(row_claims.next_due, now=START, owner="x", flying=(1, 2)),
    row_claims.free,
    partial(row_claims.mend_times, now=START, longest_wait=9.0),
    partial(row_claims.give_back, owner="me"),
    partial(figures.oldest_due, now=START),
    partial(outbox.set_version, outbox_id=1, version=1),
    partial(outbox.drop, dedup="b9"),
    partial(outbox.has_newer, row=ROW),
    partial(outbox.hurry, dedup="b9", at=START),
    refused_posts.any_waits,
    refused_posts.count_waiting,
    partial(refused_posts.hurry_match, match_id=1, at=START),
    partial(refused_posts.hurry_place, at=START, guild_id=GUILD),
    partial(refused_posts.hurry_place, at=START, channel_id=CHANNEL),
    partial(refused_posts.hurry_place, at=START),
    partial(outbox.drop_match, match_id=1),
    partial(outbox.drop_place, guild_id=GUILD),
    partial(outbox.drop_place, channel_id=CHANNEL),
    partial(figures.present, now=START),
    partial(preferences.hiding, user_ids=[ADA, BOB]),
    partial(preferences.get, user_id=ADA),
    partial(daily.plan, guild_id=GUILD, at=START),
    partial(daily.next_at, guild_id=GUILD),
    partial(daily.due, now=START, farthest=2 * START, limit=9),
    daily.next_due,
    partial(daily.add, guild_id=GUILD, channel_id=CHANNEL, day=20_000, key="0123456789", made_at=START),
    partial(daily.get, post_id=1),
    partial(daily.last, guild_id=GUILD),
    partial(daily.set_message, post_id=1, message_id=5),
    partial(daily.add_solver, post_id=1, user_id=ADA, tries=1, helped=False, at=START),
    partial(daily.add_hinted, post_id=1, user_id=ADA, at=START),
    partial(
        daily.previous_result, limit=5, post=PuzzlePost(1, GUILD, CHANNEL, 20_000, "0123456789", START, 5)
    ),
    partial(daily.first, post=PuzzlePost(1, GUILD, CHANNEL, 20_000, "0123456789", START, 5), limit=5),
    partial(retention.remove_challenges, before=START, limit=9),
    partial(retention.remove_logged, before=START, limit=9),
    partial(admin_log.add, row=AdminLogRow(guild_id=GUILD, at=START, user_id=ADA, what="threads"), most=9),
    partial(admin_log.count, guild_id=GUILD),
    partial(admin_log.newest, guild_id=GUILD, skip=0, limit=9),
    partial(listing.of_ids, ids=(1, 2)),
    partial(replay_check.sealed_after, after=0, limit=9),
    partial(scrub.record_round, places=1, at=START),
    scrub.last_at,
    partial(servers.get, guild_id=GUILD),
    partial(servers.put, server=ServerRow(GUILD)),
    partial(thinking.put, match_id=1, not_before=START, interaction_id=9),
    partial(leases.claim, table="thinking", now=START, limit=2, owner="me", lease=9.0),
    partial(leases.retry, table="thinking", key=1, owner="me", not_before=START),
    partial(leases.give_back, table="thinking", owner="me"),
    partial(leases.free, table="thinking"),
    partial(leases.mend_times, table="thinking", now=START),
    partial(leases.next_due, table="thinking"),
    partial(thinking.drop, match_id=1),
    partial(thinking.sit, match_id=1, seat=1, level=3, seed=5),
    partial(thinking.set_chance, match_id=1, seat=1, chance=500),
    partial(mining.put, match_id=1, least=0, at=START, waiting=9),
    partial(mining.claim, now=START, daily=mining.DailyQuota(20_000, 9, 9), owner="me", lease=9.0),
    partial(mining.is_allowed, match_id=1),
    partial(leases.delete_done, table="mining", key=1, owner="me"),
    partial(leases.retry, table="mining", key=1, owner="me", not_before=START),
    partial(leases.give_back, table="mining", owner="me"),
    partial(leases.free, table="mining"),
    partial(leases.mend_times, table="mining", now=START),
    partial(leases.next_due, table="mining"),
    partial(mining.keep, found=MINED, most=9),
    partial(mining.of_server, guild_id=GUILD),
    partial(mining.get, guild_id=GUILD, key="0123456789"),
    partial(mining.unposted_puzzles, guild_id=GUILD),
    partial(mining.player_names, match_id=1),
    partial(mining.found_with, user_id=ADA),
    partial(mining.posts_of, row=MINED),
    partial(mining.drop_person, user_id=ADA),
    partial(mining.drop_match, match_id=1),
    partial(mining.drop_server, guild_id=GUILD),
    servers.unusual,
    *standing_calls.CALLS,
    *(
        partial(conditional_moves.put, match_id=1, prepared=PreparedLines(0, ADA, 0, lines))
        for lines in ((("c3", "d4"),), ())
    ),
    partial(conditional_moves.of_match, match_id=1),
    partial(conditional_moves.drop, match_id=1),
    servers.locales,
    partial(servers.saw, guild_id=GUILD, locale="de"),
    partial(servers.hold, guild_id=GUILD),
    partial(silence.due, now=START, limit=9),
    silence.next_due,
    partial(silence.set_due, match_id=1, due_at=START),
    partial(silence.set_absent, match_id=1, at=START, due_at=START),
    partial(clocks.given_back, match_id=1, since=START),
    partial(preferences.put, preference=Preference(ADA)),
    *competition_calls.CALLS,
    *learning_calls.CALLS,
    *vote_calls.CALLS,
    *watcher_calls.CALLS,
    *page_calls.CALLS,
    *puzzle_calls.CALLS,
    *tree_calls.CALLS,
    partial(retention.remove_matches, before=2 * START, limit=9),
]

SHORT = {
    "beat": "has a row for each shard",
    "deletion": "holds who is being forgotten just now",
    "process": "holds only the processes that run",
    "outbox": "holds only what is still to be sent",
    "place": "is the outbox",
    "older": "is the outbox",
    "other": "is the outbox",
    "newer": "is the outbox",
    "next": "is made of the outbox",
    "oldest": "is two rows of the outbox",
    "flies": "is what is being sent, so many at once",
    "first": "is one row of the outbox",
    "series": "is made of a match and those that it is a rematch of",
    "learning": "holds only what is still to be looked through",
    "preference USING INDEX preference_hidden": "holds only those who show their profile to nobody else",
    "tree_job": "holds only what is still to be counted",
    "hook": "holds only what is still to be told",
    "stage_hook": "is the same",
    "thinking": "holds only matches in which the computer is to move",
    "mining": "holds only matches that are still to be looked through, so many of a server",
    "others": "is the same",
    "counted": "is as long as its limit",
    "due": "is as long as its limit",
    "past": "is as long as its limit",
    "newest": "is as long as its limit",
    "taken": "is as long as its limit",
    "rating_list": "has a row for each server, and is read whole where the host has all counted anew",
    "CONSTANT ROW": "are values that are given",
    "pair": "is the pairs whose matches wait, of one person",
    "server": "holds what servers have set, and what their cards ask for is read once, at the start",
    "match USING INDEX match_channel_running": "holds only running matches, which are counted now and then",
    "match USING INDEX match_guild_open": "holds only matches that are not over, which are counted now and then",
    **{
        f"challenge USING {how}INDEX challenge_{name}": "holds only open challenges, as above"
        for how in ("", "COVERING ")
        for name in ("challenger", "channel", "due", "guild", "opponent")
    },
    "competition USING COVERING INDEX competition_due": "holds only competitions that go on",
    "stage USING INDEX stage_going": "holds only what is not over, and is read once a session",
    "held": "is made of what is not over",
    "clock USING INDEX clock_owner": "holds only clocks that somebody sees to just now",
    "match USING INDEX match_set_aside": "holds only matches that cannot be played on",
}
"""What may be read as a whole, and why."""


async def test_no_statement_reads_a_table_that_grows_with_the_past(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await SqliteStore.open(path)
    await store.write(new_challenge)
    await store.write(new_match)
    await store.write(new_match)
    seen = _watch(monkeypatch)
    await store.write(move(1, 0, interaction_id=7))
    for call in CALLS:
        await store.write(call)  # type: ignore[arg-type]  # each is a job but for its names
    monkeypatch.undo()
    long = [(sql, step) for sql, steps in seen.items() for step in steps if _is_long(step)]
    await store.close()
    assert len(seen) > len(CALLS)
    assert long == []
    # An older process goes on while a newer one adds a column: what reads all columns would stumble over it.
    assert [sql for sql in seen if ALL_COLUMNS.search(sql)] == []


async def test_the_age_of_the_outbox_is_read_from_the_ends_of_two_indexes(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await SqliteStore.open(path)
    seen = _watch(monkeypatch)
    await store.read(partial(figures.oldest_due, now=START))
    monkeypatch.undo()
    await store.close()
    ((*_, steps),) = seen.items()
    assert [step for step in steps if re.match(r"(SCAN|SEARCH) outbox\b", step)] == [
        "SEARCH outbox USING INDEX outbox_due (not_before<?)",
        "SEARCH outbox USING INDEX outbox_late (due_since<?)",
    ]


def test_every_statement_is_looked_at() -> None:
    inner = {challenges.create, matches.create, matches.existing, matches.set_seats}
    called = {getattr(call, "func", call) for call in CALLS} | inner
    names = [found.name for found in walk_packages(data.__path__, "data.")]
    rooms = [import_module(name) for name in names if not name.startswith(("data.sqlite.", "data.postgres."))]
    written = {
        function
        for room in rooms
        for name, function in inspect.getmembers(room, inspect.iscoroutinefunction)
        if function.__module__ == room.__name__ and not name.startswith("_")
        if "tx" in inspect.signature(function).parameters
    }
    assert {function.__qualname__ for function in written - called} == set()
    assert called <= written


def _watch(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
    """How SQLite goes about each statement that is run from now on."""
    plans: dict[str, list[str]] = {}
    execute = SqliteTransaction._execute

    def note_plan(tx: SqliteTransaction, sql: str, args: tuple[object, ...]) -> object:
        """Note the statement's query plan, then execute it."""
        plans[sql] = [step["detail"] for step in execute(tx, f"EXPLAIN QUERY PLAN {sql}", args).fetchall()]
        return execute(tx, sql, args)

    monkeypatch.setattr(SqliteTransaction, "_execute", note_plan)
    return plans


def _is_long(step: str) -> bool:
    what = re.sub(r"^SCAN (\d+ (?=CONSTANT))?", "", step)
    return what != step and not what.startswith("(") and not any(what.startswith(short) for short in SHORT)
