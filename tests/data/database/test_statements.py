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
from data.members import admin_log, bars, blocks, preferences, servers
from data.members.admin_log import AdminLogRow
from data.members.bars import BarRow
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
from data.play.clocks import ClockEvent, ClockEventKind, ClockRow
from data.play.conditional_moves import PreparedLines
from data.play.match_events import MatchState
from data.play.matches import EventKind, MatchStatus
from data.privacy import forgetting, retention
from data.processes import ProcessRow
from data.puzzles import daily, mining
from data.puzzles.daily import PuzzlePost
from data.puzzles.mining import MinedRow
from data.sqlite.store import SqliteStore
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
from tests.data.database.query_plans import is_long, watch_plans
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
    partial(clocks.update, row=CLOCK, expected_number=1),
    partial(clocks.claim, now=START, limit=9, owner="me", lease=60.0),
    partial(clocks.next_due_time, now=START),
    clocks.free,
    partial(processes.register, process=ProcessRow("me", "0/1", "1.0", START, START)),
    partial(processes.list_running, now=START),
    partial(processes.remove_gone, now=START),
    partial(processes.remove_gone, now=START, only_process="me"),
    partial(processes.unregister, name="me"),
    partial(clocks.list_owed_time, away_id=1, limit=9),
    partial(clocks.list_for_user, user_id=ADA),
    partial(clocks.current_turn_version, match_id=1),
    partial(clock_check.broken_clocks, first=1, last=9, as_replayed=lambda row, events: True),
    *2 * (partial(sessions.claim_start, bucket=0, now=START, interval=5.0),),
    presence.list_beats,
    partial(presence.set_beat, beat=Beat(0, 1, START)),
    partial(presence.reset_beats, shards=2, at=START),
    partial(presence.add_absence, beat=Beat(0, 1, START), until=START + 600),
    partial(presence.add_correction, since=START, until=START + 60),
    partial(presence.list_absences, after_id=0),
    partial(presence.add_correction, since=START, until=START + 600),
    presence.last_absence_id,
    partial(outbox.has_waiting_board, match_id=1),
    partial(clocks.add_event, event=ClockEvent(1, 1, 0, ClockEventKind.START, 0, "3d", START)),
    partial(challenges.get, challenge_id=1),
    partial(challenges.find_by_match, match_id=1),
    partial(challenges.find_rematch, match_id=1),
    partial(rematches.get_score, match_id=1),
    partial(challenges.set_message, challenge_id=1, message_id=5),
    partial(challenges.set_options, challenge_id=1, options="{}", clock=None, side="random", rated=True),
    partial(challenges.list_open_for_opponent, user_id=ADA, limit=9),
    partial(challenges.list_open_by_challenger, user_id=ADA, limit=9),
    partial(whereabouts.list_servers, shard=0, shards=4),
    partial(whereabouts.list_places, guild_id=GUILD),
    partial(whereabouts.list_stranded_matches, competition_id=1, limit=9),
    partial(challenges.list_open_ids, guild_id=GUILD),
    partial(challenges.list_open_ids, channel_id=CHANNEL),
    partial(challenges.find_by_interaction, interaction_id=7),
    partial(challenges.find_open_duplicate, terms=NEW_CHALLENGE, now=START),
    partial(challenges.count_open, challenger_id=ADA),
    partial(challenges.count_open, guild_id=GUILD),
    partial(challenges.list_open_to_anyone, guild_id=GUILD, now=START, limit=9),
    partial(challenges.list_expired, now=START),
    challenges.next_due_time,
    partial(challenges.close, challenge_id=1, status=ChallengeStatus.EXPIRED, interaction_id=8),
    partial(club_cards.add, guild_id=GUILD),
    partial(club_cards.get, guild_id=GUILD),
    partial(club_cards.put, card=ClubCardRow(GUILD)),
    partial(club_cards.is_unchanged, card=ClubCardRow(GUILD)),
    partial(club_cards.request_update, guild_id=GUILD, now=START),
    partial(club_cards.request_update_for_match, match_id=1, now=START),
    partial(club_cards.request_update_for_challenge, challenge_id=1, now=START),
    partial(club_cards.request_updates_for_person, user_id=ADA, now=START),
    partial(club_cards.put_update, guild_id=GUILD, now=START, wait=5.0),
    partial(club_cards.drop, guild_id=GUILD),
    partial(listing.list_for_user, user_id=ADA, limit=9),
    partial(listing.list_for_user, user_id=ADA, guild_id=GUILD, limit=9),
    partial(listing.list_finished, user_id=ADA, limit=9),
    partial(listing.list_suspended, user_id=ADA, limit=9),
    partial(listing.get_head_to_head, user_id=ADA, other_id=BOB, guild_id=GUILD),
    partial(listing.list_for_server, guild_id=GUILD, limit=9),
    partial(listing.list_for_place, channel_id=CHANNEL),
    partial(listing.list_for_place, channel_id=CHANNEL, user_id=ADA),
    partial(listing.find_newest_in_channel, channel_id=CHANNEL),
    partial(listing.list_suspended_in_server, guild_id=GUILD),
    partial(listing.list_running_ids, guild_id=GUILD),
    partial(listing.list_running_ids, channel_id=CHANNEL),
    partial(listing.list_running_ids, thread_id=300),
    quarantine.list_match_ids,
    partial(listing.count_running, user_id=ADA),
    partial(listing.count_running_on_server, user_id=ADA, guild_id=GUILD),
    partial(listing.count_running_in_server, guild_id=GUILD, limit=9),
    partial(forgetting.request, user_id=ADA),
    forgetting.list_pending,
    partial(forgetting.count_matches, user_id=ADA),
    partial(forgetting.list_all_matches, user_id=ADA),
    partial(forgetting.export_rows, user_id=ADA),
    partial(forgetting.export_match_rows, user_id=ADA, match_id=1),
    partial(forgetting.list_matches, user_id=ADA, over=False, limit=9),
    partial(forgetting.forget_in_match, user_id=ADA, match_id=1),
    partial(forgetting.forget_elsewhere, user_id=ADA, limit=9),
    partial(forgetting.finish_if_forgotten, user_id=ADA),
    partial(matches.get, match_id=1),
    partial(match_events.list_for_match, match_id=1),
    partial(match_events.find_by_interaction, interaction_id=7),
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
    partial(messages.set_thread, match_id=1, thread_id=300, look_at=START),
    partial(
        messages.set_dm_message, match_id=1, seat=0, channel_id=2, message_id=3, posted_at=START, version=1
    ),
    partial(history.position_version, match_id=1),
    partial(quarantine.get, match_id=2),
    partial(quarantine.put, match_id=2, code="match.unreadable", at=START),
    partial(quarantine.cancel_due, match_id=2),
    partial(matches.set_status, match_id=2, status=MatchStatus.RUNNING, at=START),
    partial(match_events.append, event=event(2, 1, EventKind.END, interaction_id=9), state=END),
    partial(meta.put, key="a", value="b"),
    partial(meta.get, key="a"),
    partial(outbox.put, dedup="b9", kind=PostKind.BOARD, version=9, at=START, match_id=1),
    partial(outbox.put, dedup="b9", kind=PostKind.SECTION, at=START),
    partial(row_claims.claim, now=START, limit=9, owner="me", lease=9.0, in_flight=(1, 2)),
    partial(row_claims.renew, in_flight=(1, 2), owner="me", until=START),
    partial(row_claims.retry, outbox_id=1, owner="me", error="502", not_before=START),
    partial(row_claims.is_held, outbox_id=1, owner="me"),
    partial(row_claims.delete_sent, outbox_id=1, owner="me"),
    partial(row_claims.next_due_time, now=START, owner="x", in_flight=(1, 2)),
    row_claims.free,
    partial(row_claims.repair_due_times, now=START, longest_wait=9.0),
    partial(row_claims.give_back, owner="me"),
    partial(figures.oldest_due_time, now=START),
    partial(outbox.set_version, outbox_id=1, version=1),
    partial(outbox.drop, dedup="b9"),
    partial(outbox.has_newer, row=ROW),
    partial(outbox.make_due, dedup="b9", at=START),
    refused_posts.has_refused,
    refused_posts.count_refused,
    partial(refused_posts.make_match_due, match_id=1, at=START),
    partial(refused_posts.make_place_due, at=START, guild_id=GUILD),
    partial(refused_posts.make_place_due, at=START, channel_id=CHANNEL),
    partial(refused_posts.make_place_due, at=START),
    partial(outbox.drop_match, match_id=1),
    partial(outbox.drop_place, guild_id=GUILD),
    partial(outbox.drop_place, channel_id=CHANNEL),
    partial(figures.collect_statistics, now=START),
    partial(figures.collect_week, now=START),
    partial(preferences.hidden_users, user_ids=[ADA, BOB]),
    partial(preferences.get, user_id=ADA),
    partial(preferences.list_handles, user_ids=[ADA, BOB]),
    partial(preferences.list_rests, user_ids=[ADA, BOB]),
    partial(blocks.put, user_id=ADA, blocked_ids=[BOB], at=START),
    partial(blocks.is_blocked, user_id=BOB, by=ADA),
    partial(blocks.may_see_profile, viewer_id=BOB, user_id=ADA),
    partial(blocks.list_for_user, user_id=ADA),
    partial(blocks.remove, user_id=ADA, blocked_ids=[BOB]),
    partial(bars.put, row=BarRow(guild_id=GUILD, user_id=BOB, why="x", at=START, until=None)),
    partial(bars.get, guild_id=GUILD, user_id=BOB),
    partial(bars.remove, guild_id=GUILD, user_id=BOB),
    partial(retention.delete_ended_bars, now=START, limit=9),
    partial(daily.schedule, guild_id=GUILD, at=START),
    partial(daily.next_puzzle_time, guild_id=GUILD),
    partial(daily.list_due, now=START, farthest=2 * START, limit=9),
    daily.next_due_time,
    partial(daily.add, guild_id=GUILD, channel_id=CHANNEL, day=20_000, key="0123456789", made_at=START),
    partial(daily.get, post_id=1),
    partial(daily.find_latest, guild_id=GUILD),
    partial(daily.set_message, post_id=1, message_id=5),
    partial(daily.record_result, post_id=1, user_id=ADA, tries=1, helped=False, at=START),
    partial(daily.record_hint, post_id=1, user_id=ADA, at=START),
    partial(
        daily.get_previous_result, limit=5, post=PuzzlePost(1, GUILD, CHANNEL, 20_000, "0123456789", START, 5)
    ),
    partial(
        daily.list_first_solvers, post=PuzzlePost(1, GUILD, CHANNEL, 20_000, "0123456789", START, 5), limit=5
    ),
    partial(retention.delete_old_challenges, before=START, limit=9),
    partial(retention.delete_old_logs, before=START, limit=9),
    partial(admin_log.add, row=AdminLogRow(guild_id=GUILD, at=START, user_id=ADA, what="threads"), keep=9),
    partial(admin_log.count, guild_id=GUILD),
    partial(admin_log.list_newest, guild_id=GUILD, skip=0, limit=9),
    partial(admin_log.list_ended_ids, guild_id=GUILD, reason="ended.moderator"),
    partial(listing.list_by_ids, ids=(1, 2)),
    partial(replay_check.list_sealed_after, after_id=0, limit=9),
    partial(scrub.record_round, places=1, at=START),
    scrub.last_round_at,
    partial(servers.get, guild_id=GUILD),
    partial(servers.put, server=ServerRow(GUILD)),
    partial(thinking.put, match_id=1, not_before=START, interaction_id=9),
    partial(leases.claim, table="thinking", now=START, limit=2, owner="me", lease=9.0),
    partial(leases.retry, table="thinking", key=1, owner="me", not_before=START),
    partial(leases.give_back, table="thinking", owner="me"),
    partial(leases.free, table="thinking"),
    partial(leases.make_all_due, table="thinking", now=START),
    partial(leases.next_due_time, table="thinking"),
    partial(thinking.drop, match_id=1),
    partial(thinking.seat_computer, match_id=1, seat=1, level=3, seed=5),
    partial(thinking.set_chance, match_id=1, seat=1, chance=500),
    partial(mining.put, match_id=1, min_plies=0, at=START, max_waiting=9),
    partial(mining.claim, now=START, quota=mining.DailyQuota(20_000, 9, 9), owner="me", lease=9.0),
    partial(mining.is_allowed, match_id=1),
    partial(leases.delete_done, table="mining", key=1, owner="me"),
    partial(leases.retry, table="mining", key=1, owner="me", not_before=START),
    partial(leases.give_back, table="mining", owner="me"),
    partial(leases.free, table="mining"),
    partial(leases.make_all_due, table="mining", now=START),
    partial(leases.next_due_time, table="mining"),
    partial(mining.add, puzzle=MINED, max_count=9),
    partial(mining.list_for_server, guild_id=GUILD),
    partial(mining.get, guild_id=GUILD, key="0123456789"),
    partial(mining.list_unposted, guild_id=GUILD),
    partial(mining.list_player_names, match_id=1),
    partial(mining.list_for_player, user_id=ADA),
    partial(mining.list_posts, row=MINED),
    partial(mining.drop_person, user_id=ADA),
    partial(mining.drop_match, match_id=1),
    partial(mining.drop_server, guild_id=GUILD),
    servers.list_customised,
    *standing_calls.CALLS,
    *(
        partial(conditional_moves.put, match_id=1, prepared=PreparedLines(0, ADA, 0, lines))
        for lines in ((("c3", "d4"),), ())
    ),
    partial(conditional_moves.list_for_match, match_id=1),
    partial(conditional_moves.drop, match_id=1),
    servers.get_locales,
    partial(servers.set_locale, guild_id=GUILD, locale="de"),
    partial(servers.lock, guild_id=GUILD),
    partial(silence.list_due, now=START, limit=9),
    silence.next_due_time,
    partial(silence.list_silent_threads, now=START, limit=9),
    silence.next_look_time,
    partial(silence.set_look_time, match_id=1, at=START),
    partial(silence.set_due, match_id=1, due_at=START),
    partial(silence.set_absent, match_id=1, at=START, due_at=START),
    partial(clocks.seconds_given_back, match_id=1, since=START),
    partial(preferences.put, preference=Preference(ADA)),
    *competition_calls.CALLS,
    *learning_calls.CALLS,
    *vote_calls.CALLS,
    *watcher_calls.CALLS,
    *page_calls.CALLS,
    *puzzle_calls.CALLS,
    *tree_calls.CALLS,
    partial(retention.delete_old_matches, before=2 * START, limit=9),
]


async def test_no_statement_reads_a_table_that_grows_with_the_past(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await SqliteStore.open(path)
    await store.write(new_challenge)
    await store.write(new_match)
    await store.write(new_match)
    seen = watch_plans(monkeypatch)
    await store.write(move(1, 0, interaction_id=7))
    for call in CALLS:
        await store.write(call)  # type: ignore[arg-type]  # each is a job but for its names
    monkeypatch.undo()
    long = [(sql, step) for sql, steps in seen.items() for step in steps if is_long(step)]
    await store.close()
    assert len(seen) > len(CALLS)
    assert long == []
    # An older process goes on while a newer one adds a column: what reads all columns would stumble over it.
    assert [sql for sql in seen if ALL_COLUMNS.search(sql)] == []


async def test_the_age_of_the_outbox_is_read_from_the_ends_of_two_indexes(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await SqliteStore.open(path)
    seen = watch_plans(monkeypatch)
    await store.read(partial(figures.oldest_due_time, now=START))
    monkeypatch.undo()
    await store.close()
    ((*_, steps),) = seen.items()
    assert [step for step in steps if re.match(r"(SCAN|SEARCH) outbox\b", step)] == [
        "SEARCH outbox USING INDEX outbox_due (not_before<?)",
        "SEARCH outbox USING INDEX outbox_late (due_since<?)",
    ]


def test_every_statement_is_looked_at() -> None:
    inner = {challenges.create, matches.create, matches.get_existing, matches.set_seats_status}
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
