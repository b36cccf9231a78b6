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
    partial(rated_rows.next_number, guild_id=GUILD, at=START),
    rated_rows.servers,
    partial(rated_rows.last_number, guild_id=GUILD),
    partial(rated_rows.add, row=RATED),
    partial(rated_rows.of_match, match_id=1),
    partial(rated_rows.of_server, guild_id=GUILD, after=0, limit=9),
    partial(rated_rows.have_met, guild_id=GUILD, pair=(ADA, BOB)),
    partial(rated_rows.have_met, guild_id=GUILD, pair=(ADA, BOB), game="binar"),
    partial(seek_alerts.get, user_id=ADA, guild_id=GUILD),
    partial(seek_alerts.put, row=SeekAlertRow(ADA, GUILD, "[]")),
    partial(seek_alerts.of_game, guild_id=GUILD, game="binar", but=ADA, limit=9),
    partial(challenges.add_told, challenge_id=1),
    partial(digests.plan, guild_id=GUILD, at=START),
    partial(digests.due_times, guild_id=GUILD),
    partial(digests.record_digest, guild_id=GUILD, at=START),
    partial(digests.due, now=START, farthest=2 * START, limit=9),
    digests.next_due,
    partial(digests.solvers, guild_id=GUILD, since=START, until=2 * START),
    partial(listing.decided_within, guild_id=GUILD, since=START, until=2 * START, limit=9),
    partial(profile_match.put, user_id=ADA, guild_id=GUILD, match_id=1),
    partial(profile_match.get, user_id=ADA, guild_id=GUILD),
    partial(profile_match.remove, user_id=ADA, guild_id=GUILD),
    partial(ratings.waiting_of, guild_id=GUILD, user_id=ADA),
    partial(ratings.is_waiting, guild_id=GUILD, pair=(ADA, BOB)),
    partial(rated_rows.of_pair_since, guild_id=GUILD, pair=(ADA, BOB), since=START),
    partial(rated_rows.is_excused, guild_id=GUILD, user_id=BOB, match_id=1, not_since=1.0),
    partial(rated_rows.set_void, match_id=1, void=rated_rows.MODERATOR, by=ADA, why="so", at=START),
    partial(rated_rows.edge, game="binar"),
    partial(rated_rows.set_edge, game="binar", points=12.5, matches=100, at=START),
    partial(ratings.of_person, guild_id=GUILD, user_id=ADA),
    partial(ratings.of_opponents, guild_id=GUILD, game="binar", user_id=ADA, since=START),
    partial(ratings.of_server, guild_id=GUILD),
    partial(ratings.of_game, guild_id=GUILD, game="binar", by=ADA, opponents=4, limit=9),
    partial(ratings.games, guild_id=GUILD),
    partial(ratings.recount_of, guild_id=GUILD),
    partial(ratings.put, row=RATING),
    partial(ratings.want_recount, guild_id=GUILD),
    partial(ratings.is_current, guild_id=GUILD),
    ratings.next_recount,
    partial(ratings.swap, wanted=Recount(GUILD, 1, 1), counted=RecountResult([RATING], [(ADA, BOB)])),
    partial(rated_rows.make_opaque, user_id=ADA),
]
