"""Every statement about trees of openings, as `test_statements` looks at them all."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from data.learning import trees
from data.learning.trees import START as ROOT
from data.learning.trees import MatchScope, TreeLine
from data.outbox import leases
from data.play.listing import ListedRow
from data.play.matches import MatchStatus
from tests.data.samples import ADA, BOB, CHANNEL, GUILD, START

LINE = TreeLine("binar", "{}", turned=False, steps=((ROOT, "c3"), (5, "d4")))
AMONG = (MatchScope(ADA), MatchScope(None, GUILD), MatchScope(ADA, GUILD, 1), MatchScope(ADA, side=0))

MATCH = ListedRow(
    id=1, game="binar", options="{}", secret=b"", status=MatchStatus.OVER, version=3, turn=None, plies=2,
    guild_id=GUILD, channel_id=CHANNEL, thread_id=None, board_channel_id=None, board_message_id=None,
    board_version=None, turn_at=START, nudged_at=None, absent_at=None, abroad=None, user_ids=(ADA, BOB),
    names=("Ada", "Bob"), winner=0,
)  # fmt: skip

CALLS: list[Callable[..., object]] = [
    partial(trees.put, match_id=1, at=START),
    partial(trees.put_all, user_id=ADA, at=START),
    partial(leases.restart, table="learning", key=1),
    partial(leases.restart_of_user, table="learning", user_id=ADA),
    partial(leases.claim, table="tree_job", now=START, limit=1, owner="me", lease=9.0),
    partial(leases.has_jobs, table="tree_job"),
    partial(leases.delete_done, table="tree_job", key=1, owner="me"),
    partial(trees.has_waiting, user_id=ADA),
    partial(trees.add, match=MATCH, line=LINE),
    partial(trees.add, match=replace(MATCH, guild_id=GUILD + 1), line=LINE),
    partial(trees.get_kind, kind_id=1),
    *(partial(trees.count_by_kind, scope=among) for among in AMONG),
    *(partial(trees.count_by_kind, scope=among, game="binar") for among in AMONG),
    *(partial(trees.count_by_reply, scope=among, kind_id=1, node=ROOT) for among in AMONG),
    partial(trees.subtract, match=MATCH),
    partial(trees.drop_person, user_id=ADA),
]
