"""Exercises from finished matches.

Only members who want them get them, from their own moves alone. They go when the member wants
none.
"""

from dataclasses import replace
from typing import Any

import pytest

from club.learning.exercise_maker import LAST
from club.members.people import Person
from club.members.quotas import LIMITS
from club.puzzles.mining import AFTER
from club.puzzles.solving import DAY
from club.running.effort import SearchFailure, SearchTimeout
from club.running.jobs import MAX_ATTEMPTS, RETRY_AFTER
from data.learning.learners import add_analysed
from data.learning.learning import ExerciseRow
from engines.exercises import parse_exercise
from engines.worker_messages import PracticeRequest, PracticeResult, answer_practice_request
from tests.club.learner import exercise, exercises_of, finish_match, looked_through, store_exercise
from tests.club.people import ANN, BEN, CLEO, act, make_first_moves, start_match
from tests.club.room import Room
from tests.sets import leave_to_ci


async def waiting(room: Room) -> list[int]:
    rows = await room.club.store.read(lambda tx: tx.all("SELECT match_id FROM learning ORDER BY match_id"))
    return [row["match_id"] for row in rows]


@pytest.mark.ci
async def test_the_mistakes_of_a_match_become_exercises_of_the_person_who_made_them(learners: Room) -> None:
    for person in (ANN, BEN):
        await learners.club.members.preferences.change(person.id, learning=True)
    table = await finish_match(learners.club)
    await looked_through(learners, after=AFTER - 1)
    assert await exercises_of(learners.club, BEN.id) == [], "not in the very moment of its end"
    await looked_through(learners, after=1)
    [found] = await exercises_of(learners.club, BEN.id)
    assert parse_exercise(found.game, found.told).seat == table.seat_of(BEN.id)
    assert (found.match_id, found.step) == (table.row.id, 0)
    assert await exercises_of(learners.club, ANN.id) == [], (
        "Ann made no such mistake, and those of Ben are Ben's alone"
    )
    assert await waiting(learners) == []
    assert (await learners.club.learning.exercises.enrol_and_load(BEN.id)).due_count == 1


@pytest.mark.ci
async def test_who_begins_gets_exercises_of_their_last_matches_and_from_then_on(learners: Room) -> None:
    played = []
    for _ in range(LAST + 1):
        played.append(await finish_match(learners.club))
        learners.time[0] += 60.0
    assert await waiting(learners) == [], "nobody wants any"
    desk = await learners.club.learning.exercises.enrol_and_load(BEN.id)
    assert (desk.due_count, desk.next_exercise, desk.matches_in_work, desk.next_due_in_days) == (
        0,
        None,
        LAST,
        None,
    )
    assert await waiting(learners) == [table.row.id for table in played[1:]]
    await looked_through(learners, after=0)
    [found] = await exercises_of(learners.club, BEN.id)
    assert found.due_day is not None, "the same position is one exercise"
    await looked_through(learners)
    assert (await learners.club.learning.exercises.enrol_and_load(BEN.id)).matches_in_work == 0, (
        "the one before them came after them"
    )
    later = await finish_match(learners.club)
    assert await waiting(learners) == [later.row.id]
    assert (await learners.club.learning.exercises.enrol_and_load(ANN.id)).matches_in_work == LAST


@pytest.mark.ci
async def test_matches_that_teach_nothing_are_not_looked_through(learners: Room) -> None:
    await learners.club.members.preferences.change(ANN.id, learning=True)
    running = await start_match(learners.club)
    await learners.club.play.matches.resign(running.row.id, act(ANN))
    hidden = await make_first_moves(learners.club, await start_match(learners.club, "one-zero-one"), 8)
    await learners.club.play.matches.resign(hidden.row.id, act(ANN))
    await finish_match(learners.club, (BEN, CLEO))
    assert await waiting(learners) == [hidden.row.id], "too short, of others"
    await looked_through(learners)
    assert await exercises_of(learners.club, ANN.id) == [], "Ann lost nothing much in it"


async def test_who_turns_it_off_has_none_left_and_gets_none_of_what_is_under_way(learners: Room) -> None:
    table = await finish_match(learners.club)
    await store_exercise(learners.club, table, user_id=CLEO.id)
    await learners.club.members.preferences.change(BEN.id, learning=True)
    await store_exercise(learners.club, table, user_id=BEN.id)
    await learners.club.members.preferences.change(BEN.id, learning=False)
    assert await exercises_of(learners.club, BEN.id) == []
    assert await waiting(learners) == [table.row.id]
    await looked_through(learners, after=0)
    assert await exercises_of(learners.club, BEN.id) == [] == await waiting(learners)
    assert len(await exercises_of(learners.club, CLEO.id)) == 1, "others keep theirs"
    await learners.club.members.preferences.change(BEN.id, theme="wood")
    assert await waiting(learners) == []


async def test_who_turns_it_off_while_their_match_is_looked_through_gets_none(learners: Room) -> None:
    await finish_match(learners.club)
    await learners.club.members.preferences.change(BEN.id, learning=True)

    async def meanwhile(practice: PracticeRequest) -> PracticeResult:
        await learners.club.members.preferences.change(BEN.id, learning=False)
        return answer_practice_request(practice)

    learners.club.learning.maker.practise = meanwhile
    await looked_through(learners, after=0)
    for person in (ANN, BEN):
        assert await exercises_of(learners.club, person.id) == []
    assert await waiting(learners) == []


@pytest.mark.ci
async def test_nobody_has_more_than_so_many_to_solve(learners: Room) -> None:
    table = await finish_match(learners.club)
    most = LIMITS.exercises_kept
    for number in range(most):
        await store_exercise(learners.club, table, f"{number:010}", user_id=BEN.id)
    await learners.club.members.preferences.change(BEN.id, learning=True)
    await looked_through(learners, after=0)
    assert len(await exercises_of(learners.club, BEN.id)) == most
    await learners.club.store.write(
        lambda tx: tx.run("UPDATE exercise SET due_day = NULL WHERE key = ?", "0" * 10)
    )
    await finish_match(learners.club)
    await looked_through(learners)
    assert len(await exercises_of(learners.club, BEN.id)) == most + 1, "what is known counts no more"


async def test_of_one_person_no_more_than_so_many_are_looked_through_on_a_day(learners: Room) -> None:
    await learners.club.members.preferences.change(BEN.id, learning=True)
    day = int(learners.time[0] // DAY)
    for _ in range(LIMITS.learning_per_person - 1):
        await learners.club.store.write(lambda tx: add_analysed(tx, BEN.id, day))
    last = await finish_match(learners.club)
    await finish_match(learners.club)
    assert await waiting(learners) == [last.row.id]
    await learners.club.members.preferences.change(CLEO.id, learning=True)
    others = await finish_match(learners.club, (BEN, CLEO))
    assert await waiting(learners) == [last.row.id, others.row.id], "Cleo wants it too"
    assert (await learners.club.learning.exercises.load_overview(BEN.id)).matches_in_work == 1
    await learners.club.store.write(lambda tx: add_analysed(tx, BEN.id, day))
    assert (await learners.club.learning.exercises.load_overview(BEN.id)).matches_in_work == 0, "not today"
    learners.time[0] += DAY
    assert (await learners.club.learning.exercises.load_overview(BEN.id)).matches_in_work == 1
    tomorrow = await finish_match(learners.club)
    assert await waiting(learners) == [last.row.id, others.row.id, tomorrow.row.id]


@pytest.mark.ci
async def test_an_exercise_that_is_found_again_stays_as_it_is(learners: Room) -> None:
    table = await finish_match(learners.club)
    key = exercise().puzzle.key
    old = await store_exercise(learners.club, table, key, due_day=7, user_id=BEN.id)
    await learners.club.members.preferences.change(BEN.id, learning=True)
    await looked_through(learners, after=0)
    assert [row for row in await exercises_of(learners.club, BEN.id) if row.key == key] == [old]


@pytest.mark.parametrize("fault", [SearchTimeout, SearchFailure])
async def test_what_fails_is_tried_again_and_then_given_up(learners: Room, fault: type[Exception]) -> None:
    await finish_match(learners.club)
    await learners.club.members.preferences.change(BEN.id, learning=True)
    tried = []

    async def failing(practice: PracticeRequest) -> PracticeResult:
        tried.append(practice.seats)
        raise fault

    learners.club.learning.maker.practise = failing
    await looked_through(learners, after=0)
    assert len(tried) == 1 and len(await waiting(learners)) == 1
    for _ in range(MAX_ATTEMPTS):
        await looked_through(learners, after=RETRY_AFTER)
    assert tried == [(1,)] * MAX_ATTEMPTS
    assert await waiting(learners) == []


async def test_a_person_who_is_forgotten_leaves_no_exercise(learners: Room) -> None:
    table = await finish_match(learners.club)
    await store_exercise(learners.club, table, user_id=ANN.id)
    await store_exercise(learners.club, table, user_id=BEN.id)
    await learners.club.privacy.deletion.begin_deletion(BEN.id)
    await learners.club.privacy.deletion.work()
    assert await exercises_of(learners.club, BEN.id) == []
    left: list[ExerciseRow] = await exercises_of(learners.club, ANN.id)
    assert len(left) == 1
    assert (await learners.club.learning.exercises.get(ANN.id, left[0].key)).match is not None


@pytest.mark.parametrize("learners", [1], indirect=True, ids="{} a day".format)
async def test_who_had_enough_today_gets_nothing_of_a_look_for_their_opponent(learners: Room) -> None:
    learners.time[0] = (learners.time[0] // DAY + 2) * DAY
    club, seen = learners.club, []
    await club.members.preferences.change(ANN.id, learning=True)
    for _ in range(2):
        await finish_match(club)
        await looked_through(learners)
    await club.members.preferences.change(BEN.id, learning=True)
    for _ in range(2):
        await looked_through(learners)
        for person in (ANN, BEN):
            seen.append(
                [
                    row.accuracy is not None
                    for row in (await club.learning.insights.load_history(person.id)).rows
                ]
            )
        learners.time[0] = (learners.time[0] // DAY + 1) * DAY
    assert seen == [[False, True], [True, False], [True, True], [True, True]]


@pytest.mark.ci
@pytest.mark.parametrize("learners", [LAST - 3, LAST + 1], indirect=True, ids="{} a day".format)
@pytest.mark.parametrize("begins", leave_to_ci(range(3), after=1))
async def test_what_is_known_of_somebody_does_not_tell_whether_their_opponent_learns(
    learners: Room, begins: int
) -> None:
    """Data about Ann does not tell whether Ben learns.

    In one of two worlds Ben begins to learn. By then none of Ann's matches have been looked through,
    or some, or as many as a day allows.
    """
    seen = {}
    for world in (False, True):
        people = (replace(ANN, id=ANN.id + 100 * world), replace(BEN, id=BEN.id + 100 * world))
        learners.time[0] = (learners.time[0] // DAY + 2) * DAY
        seen[world] = await day_by_day(learners, *people, ben_begins=begins if world else None)
    assert seen[True] == seen[False]
    looked = [row for row in seen[True][-1][0] if row.accuracy is not None]
    assert len(looked) == LAST + 4


async def day_by_day(learners: Room, ann: Person, ben: Person, ben_begins: int | None) -> list[Any]:
    """What is known of Ann over days, but for the numbers and times of matches."""
    club, seen = learners.club, []
    for _ in range(LAST + 3):
        await finish_match(club, (ann, ben))
        learners.time[0] += 60.0
    await club.members.preferences.change(ann.id, learning=True)
    for day in range(4):
        if day == ben_begins:
            await club.members.preferences.change(ben.id, learning=True)
        if day == 2:
            await finish_match(club, (ann, ben))
        for rounds in (0, LAST):
            for _ in range(rounds):
                await looked_through(learners)
            known = await club.learning.insights.load_history(ann.id)
            rows = [replace(row, id=0, updated_at=0.0) for row in known.rows]
            seen.append((rows, known.is_learning, known.waiting_count, len(await exercises_of(club, ann.id))))
        learners.time[0] = (learners.time[0] // DAY + 1) * DAY
    return seen
