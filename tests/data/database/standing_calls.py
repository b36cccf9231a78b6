"""Every statement about ratings, profiles, digests and seeks.

`test_statements` looks at them all.
"""

from collections.abc import Callable
from functools import partial

from data.play import challenges, listing, seek_alerts
from data.play.seek_alerts import SeekAlertRow
from data.standing import digests, profile_match, rated_rows, ratings
from data.standing.rated_rows import RatedRow
from data.standing.ratings import RatingRow, Recount, RecountResult
from tests.data.samples import ADA, BOB, GUILD, START

RATED = RatedRow(GUILD, 1, 1, "binar", ADA, "Ada", BOB, "Bob", 0, START, 0.0, on_time=True)
RATING = RatingRow(GUILD, "binar", ADA, "Ada", 1500.0, 350.0, START, 1, 1)
CALLS: list[Callable[..., object]] = [
    partial(rated_rows.claim_number, guild_id=GUILD, at=START),
    rated_rows.list_servers,
    partial(rated_rows.get_last_number, guild_id=GUILD),
    partial(rated_rows.add, row=RATED),
    partial(rated_rows.find_by_match, match_id=1),
    partial(rated_rows.list_for_server, guild_id=GUILD, after_number=0, limit=9),
    partial(rated_rows.have_met, guild_id=GUILD, pair=(ADA, BOB)),
    partial(rated_rows.have_met, guild_id=GUILD, pair=(ADA, BOB), game="binar"),
    partial(seek_alerts.get, user_id=ADA, guild_id=GUILD),
    partial(seek_alerts.put, row=SeekAlertRow(ADA, GUILD, "[]")),
    partial(seek_alerts.list_for_game, guild_id=GUILD, game="binar", except_user_id=ADA, limit=9),
    partial(challenges.count_told, challenge_id=1),
    partial(digests.schedule, guild_id=GUILD, at=START),
    partial(digests.get_due_times, guild_id=GUILD),
    partial(digests.record_digest, guild_id=GUILD, at=START),
    partial(digests.list_due, now=START, farthest=2 * START, limit=9),
    digests.next_due_time,
    partial(digests.list_solve_counts, guild_id=GUILD, since=START, until=2 * START),
    partial(listing.list_decided_between, guild_id=GUILD, since=START, until=2 * START, limit=9),
    partial(profile_match.put, user_id=ADA, guild_id=GUILD, match_id=1),
    partial(profile_match.get, user_id=ADA, guild_id=GUILD),
    partial(profile_match.remove, user_id=ADA, guild_id=GUILD),
    partial(ratings.count_waiting, guild_id=GUILD, user_id=ADA),
    partial(ratings.is_pair_waiting, guild_id=GUILD, pair=(ADA, BOB)),
    partial(rated_rows.count_for_pair, guild_id=GUILD, pair=(ADA, BOB), since=START),
    partial(rated_rows.is_excused, guild_id=GUILD, user_id=BOB, match_id=1, not_since=1.0),
    partial(rated_rows.list_newest_ids, guild_id=GUILD, void=None, limit=9),
    partial(rated_rows.list_newest_ids, guild_id=GUILD, void=rated_rows.MODERATOR, limit=9),
    partial(rated_rows.set_void, match_id=1, void=rated_rows.MODERATOR, by=ADA, why="so", at=START),
    partial(rated_rows.get_edge, game="binar"),
    partial(rated_rows.set_edge, game="binar", points=12.5, matches=100, at=START),
    partial(ratings.get_for_user, guild_id=GUILD, user_id=ADA),
    partial(ratings.list_for_opponents, guild_id=GUILD, game="binar", user_id=ADA, since=START),
    partial(ratings.list_for_server, guild_id=GUILD),
    partial(ratings.list_for_game, guild_id=GUILD, game="binar", viewer_id=ADA, min_opponents=4, limit=9),
    partial(ratings.list_waiting, guild_id=GUILD, viewer_id=ADA, limit=9),
    partial(ratings.list_games, guild_id=GUILD),
    partial(ratings.get_recount, guild_id=GUILD),
    partial(ratings.put, row=RATING),
    partial(ratings.request_recount, guild_id=GUILD),
    partial(ratings.is_current, guild_id=GUILD),
    ratings.find_pending_recount,
    partial(ratings.replace_all, recount=Recount(GUILD, 1, 1), result=RecountResult([RATING], [(ADA, BOB)])),
    partial(rated_rows.anonymise_on_server, user_id=ADA),
]
