"""Every statement about exercises, as `test_statements` looks at them all."""

from collections.abc import Callable
from functools import partial

from data import learning, leases
from data.learning import ExerciseRow
from tests.data.samples import ADA, START

EXERCISE = ExerciseRow(ADA, "0123456789", 1, "binar", "{}", 0, 9, START)

CALLS: list[Callable[..., object]] = [
    partial(learning.put, match_id=1, least=0, most=9, kept=9, at=START),
    partial(learning.claim, now=START, owner="me", lease=9.0),
    partial(learning.learners, match_id=1, kept=9),
    partial(learning.done, match_id=1, owner="me"),
    partial(learning.looking, user_id=ADA),
    partial(learning.keep, row=EXERCISE),
    partial(learning.get, user_id=ADA, key="0123456789"),
    partial(learning.due, user_id=ADA, today=9, farthest=30),
    partial(learning.due_count, user_id=ADA, today=9, farthest=30),
    partial(learning.next_day, user_id=ADA, today=9),
    partial(learning.plan, user_id=ADA, key="0123456789", step=1, due_day=10),
    partial(learning.drop_person, user_id=ADA),
    partial(leases.again, table="learning", match_id=1, owner="me", not_before=START),
    partial(leases.give_back, table="learning", owner="me"),
    partial(leases.free, table="learning"),
    partial(leases.mend_times, table="learning", now=START),
    partial(leases.next_due, table="learning"),
]
