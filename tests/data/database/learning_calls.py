"""Every statement about exercises, as `test_statements` looks at them all."""

from collections.abc import Callable
from functools import partial

from data.learning import appraisals, best_times, first_steps, learners, learning
from data.learning.appraisals import AppraisalRow
from data.learning.learning import ExerciseRow
from data.outbox import leases
from tests.data.samples import ADA, START

EXERCISE = ExerciseRow(ADA, "0123456789", 1, "binar", "{}", 0, 9, START)

CALLS: list[Callable[..., object]] = [
    partial(learning.put, match_id=1, at=START),
    partial(learning.list_learners, match_id=1),
    partial(learning.count_unsolved, user_id=ADA),
    partial(learning.add, row=EXERCISE),
    partial(learning.get, user_id=ADA, key="0123456789"),
    partial(learning.list_due, user_id=ADA, today=9, farthest=30),
    partial(learning.count_due, user_id=ADA, today=9, farthest=30),
    partial(learning.next_due_day, user_id=ADA, today=9),
    partial(learning.schedule, user_id=ADA, key="0123456789", step=1, due_day=10),
    partial(learning.drop_person, user_id=ADA),
    partial(appraisals.save, row=AppraisalRow(ADA, 1)),
    partial(appraisals.list_waiting_players, match_id=1),
    partial(appraisals.count_waiting, user_id=ADA),
    partial(appraisals.list_finished, user_id=ADA, limit=9),
    partial(appraisals.find_next_unanalysed, user_id=ADA, min_plies=6, max_plies=9),
    partial(appraisals.drop_person, user_id=ADA),
    partial(best_times.get, user_id=ADA, game="binar"),
    partial(best_times.put, user_id=ADA, game="binar", seconds=30.0),
    partial(first_steps.add, user_id=ADA, game="binar", number=1),
    partial(first_steps.list_solved, user_id=ADA, game="binar"),
    partial(learners.get, user_id=ADA),
    partial(learners.set_hour, user_id=ADA, hour=9, due_at=START),
    partial(learners.recheck_now, user_id=ADA, now=START),
    partial(learners.schedule, user_id=ADA, due_at=START, told_at=None),
    partial(learners.list_due, now=START, farthest=START, limit=9),
    partial(learners.next_due_time),
    partial(learners.count_analysed, user_id=ADA, day=9),
    partial(learners.add_analysed, user_id=ADA, day=9),
    partial(leases.claim, table="learning", now=START, limit=1, owner="me", lease=9.0),
    partial(leases.delete_done, table="learning", key=1, owner="me"),
    partial(leases.retry, table="learning", key=1, owner="me", not_before=START),
    partial(leases.give_back, table="learning", owner="me"),
    partial(leases.free, table="learning"),
    partial(leases.make_all_due, table="learning", now=START),
    partial(leases.next_due_time, table="learning"),
]
