"""Every statement about votes, as `test_statements` looks at them all."""

from collections.abc import Callable
from functools import partial

from data.play import votes
from data.play.votes import BallotRow, TallyRow
from tests.data.samples import ADA, START

BALLOT = BallotRow(1, 60.0, 3)

CALLS: list[Callable[..., object]] = [
    partial(votes.create, row=BALLOT, seats=[0, 1]),
    partial(votes.get_ballot, match_id=1),
    partial(votes.update_ballot, row=BALLOT, due_at=START),
    partial(votes.cast, match_id=1, seat=0, user_id=ADA, since=0, move="c3", safe=False, interaction_id=7),
    partial(votes.list_for_match, match_id=1),
    partial(votes.list_voted_matches, user_id=ADA, limit=9),
    partial(votes.claim, now=START, limit=9, lease=60.0),
    votes.next_due_time,
    partial(votes.set_due, match_id=1, at=START),
    partial(votes.add_tally, match_id=1, row=TallyRow(1, 2, 3)),
    partial(votes.get_tally, match_id=1, version=1),
    partial(votes.drop, match_id=1),
]
