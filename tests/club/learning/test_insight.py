"""Overview of all finished matches of a member.

It has results, accuracy as far as it is known, the best and the costliest.
"""

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from club.club import Club
from club.learning.exercise_maker import LAST
from club.learning.insight import ENOUGH, MOST, WINDOW, Insight, Results, build_insight
from club.members.people import Person
from club.play.after.analysis import LONGEST
from club.play.course.ballots import BallotTerms
from club.play.match.matches import Table
from club.puzzles.mining import AFTER
from club.puzzles.solving import DAY
from club.running.effort import SearchFailure
from club.running.jobs import MAX_ATTEMPTS, RETRY_AFTER
from data.learning import appraisals
from data.learning.appraisals import WAITING, AppraisalRow, FinishedRow
from engines.analysis import MIN_PLIES
from engines.worker_messages import PracticeRequest, PracticeResult, answer_practice_request
from tests.club.learner import finish_match, looked_through
from tests.club.people import ANN, BEN, CLEO, act, make_first_moves, start_match
from tests.club.room import Room
from words import Phrase, localizer_for

ROW = FinishedRow(1, 9, "binar", "{}", 0, 20, 1000.0, 0, None, None, None, None, None, None, None, None)
SAY = localizer_for("en")


def analysed_row(
    row: FinishedRow, accuracy: int, *lost: int, lesson: str | None = None, cost: int = 0
) -> FinishedRow:
    """Return the row with the figures of an analysis."""
    early, middle, late = lost or (0, 0, 0)
    return replace(
        row,
        accuracy=accuracy,
        lost_early=early,
        lost_middle=middle,
        lost_late=late,
        ply=1 if lesson else None,
        cost=cost,
        lesson=lesson,
    )


def together(*rows: FinishedRow) -> Insight:
    """All of these, each of which gets a number of its own; the last is the newest."""
    numbered = [replace(row, id=number, updated_at=1000.0 * number) for number, row in enumerate(rows, 1)]
    found = build_insight(numbered[::-1])
    assert found is not None
    return found


def lines(found: Insight, group: str) -> dict[str, tuple[int, int, int]]:
    return {
        SAY.text(line.label): (line.results.won, line.results.drawn, line.results.lost)
        for line in found.groups[group]
    }


def test_without_a_match_there_is_nothing_to_show() -> None:
    assert build_insight([]) is None


def test_every_match_counts_once_in_each_group() -> None:
    lost, drawn = replace(ROW, winner=1), replace(ROW, winner=None)
    found = together(
        ROW,
        replace(ROW, seat=1),
        replace(lost, game="yin-yang", plies=30, control="3d"),
        replace(drawn, game="yin-yang", plies=31, control="7d+12h"),
        replace(ROW, game="yin-yang", plies=60, control="15m+10s"),
        replace(ROW, game="removed", plies=61),
    )
    assert found.results == Results(3, 1, 2)
    assert found.results.percent == 58
    assert lines(found, "game") == {"Yin Yang": (1, 1, 1), "Binar": (1, 0, 1), "removed": (1, 0, 0)}
    assert lines(found, "side") == {"Moving first": (3, 1, 1), "Moving second": (0, 0, 1)}
    assert lines(found, "length") == {
        "Up to 15 moves": (1, 0, 2),
        "16 to 30 moves": (1, 1, 0),
        "Over 30 moves": (1, 0, 0),
    }
    assert lines(found, "clock") == {
        "No clock": (2, 0, 1),
        "Time a move": (0, 0, 1),
        "Bank of time": (0, 1, 0),
        "Sit-down clock": (1, 0, 0),
    }


def test_a_kind_with_another_aim_is_a_game_of_its_own_and_no_match_of_it_is_to_be_analysed() -> None:
    plain, giveaway = replace(ROW, game="russian"), replace(ROW, game="russian", options='{"aim": "lose"}')
    found = together(*[giveaway] * 9, *[replace(plain, winner=1)] * 9)
    assert lines(found, "game") == {"Russian checkers, giveaway": (9, 0, 0), "Russian checkers": (0, 0, 9)}
    assert found.best is not None
    assert (str(found.best.kind_results.label), found.best.match) == ("Russian checkers, giveaway", None)
    assert found.weakest is not None and found.weakest.match is not None
    examined = analysed_row(giveaway, 20, 900, 0, 0, lesson="lesson.men", cost=900)
    found = together(analysed_row(plain, 80), examined)
    assert (found.examined_count, found.accuracy, found.costliest_mistake) == (1, 80, None)


def test_matches_count_in_the_phase_that_decided_them_as_far_as_it_is_known() -> None:
    lost = replace(ROW, winner=1)
    found = together(
        ROW,
        *[replace(lost, decided=0)] * 2,
        replace(ROW, decided=1),
        replace(ROW, decided=2),
        replace(lost, decided=2),
    )
    assert lines(found, "phase") == {
        "Decided early": (0, 0, 2),
        "Decided midway": (1, 0, 0),
        "Decided late": (1, 0, 1),
    }
    assert lines(together(ROW, replace(ROW, winner=None)), "phase") == {}


def test_the_phase_in_which_most_is_lost_can_be_the_weakest() -> None:
    lost = replace(ROW, winner=1, decided=0)
    found = together(*[lost] * 9, *[replace(ROW, decided=2)] * 9)
    assert found.weakest and SAY.text(found.weakest.kind_results.label) == "Decided early"


def test_games_that_are_played_least_share_a_line_where_there_are_many() -> None:
    keys = ("binar", "yin-yang", "russian", "binary", "italian")
    five = [replace(ROW, game=key) for number, key in enumerate(keys) for _ in range(9 - number)]
    assert len(lines(together(*five), "game")) == 5, "five have room"
    six = together(*five, replace(ROW, game="turkish"))
    assert [*lines(six, "game")] == ["Binar", "Yin Yang", "Russian checkers", "Binary", "Other games"]
    assert lines(six, "game")["Other games"] == (6, 0, 0)


def test_a_match_that_nobody_has_looked_through_counts_in_results_alone() -> None:
    found = together(ROW, analysed_row(ROW, 80, 10, 20, 30), analysed_row(ROW, 60, 30, 0, 0), ROW)
    assert (found.results.count, found.examined_count, found.accuracy) == (4, 2, 70)
    assert found.losses_by_third == (20, 10, 15)
    assert found.curve == [(2000.0, 80.0), (3000.0, 70.0)], "the mean so far, the oldest first"
    nothing = together(ROW)
    assert (nothing.examined_count, nothing.accuracy, nothing.losses_by_third, nothing.curve) == (
        0,
        None,
        None,
        [],
    )


def test_the_curve_forgets_what_was_long_ago() -> None:
    found = together(*[analysed_row(ROW, 0)] * WINDOW, *[analysed_row(ROW, 90)] * WINDOW)
    assert found.curve[WINDOW - 1][1] == 0.0
    assert found.curve[-1][1] == 90.0 > found.curve[-2][1] == 81.0


def test_the_best_and_the_weakest_are_those_that_differ_most_from_all_others() -> None:
    lost = replace(ROW, winner=1)
    good = [analysed_row(replace(ROW, game="yin-yang"), accuracy) for accuracy in (70, 95, 80)]
    found = together(
        *[ROW] * 8, *[replace(lost, game="russian")] * 8, *good, *[replace(ROW, game="yin-yang")] * 9
    )
    assert found.best and found.weakest
    assert SAY.text(found.best.kind_results.label) == "Yin Yang", "more matches say more"
    assert found.best.match and found.best.match.accuracy == 95
    assert SAY.text(found.weakest.kind_results.label) == "Russian checkers"
    assert found.weakest.match and (found.weakest.match.id, found.weakest.match.winner) == (16, 1)


def test_few_matches_or_matches_of_one_kind_alone_are_neither_best_nor_weakest() -> None:
    lost = replace(ROW, winner=1)
    few = together(*[ROW] * (ENOUGH - 1), *[replace(lost, game="russian")] * (ENOUGH - 1))
    assert (few.best, few.weakest) == (None, None)
    assert together(*[ROW] * 20).best is None, "there is nothing to compare them with"
    enough = together(*[ROW] * ENOUGH, *[replace(lost, game="russian")] * (ENOUGH - 1))
    assert enough.best and not enough.weakest
    even = together(*[ROW, lost] * ENOUGH, *[replace(row, game="russian") for row in [ROW, lost] * ENOUGH])
    assert (even.best, even.weakest) == (None, None)


def test_one_kind_alone_is_no_better_than_itself() -> None:
    for won, lost in product(range(1, 13), repeat=2):
        found = build_insight([*[ROW] * won, *[replace(ROW, winner=1)] * lost])
        assert found and (found.best, found.weakest) == (None, None)


def test_the_match_of_the_weakest_is_the_one_that_was_played_worst() -> None:
    lost = replace(ROW, game="russian", winner=1)
    bad = [analysed_row(lost, accuracy) for accuracy in (50, 20, 80)]
    found = together(*[ROW] * 9, *bad, *[lost] * 5)
    assert found.weakest and found.weakest.match and found.weakest.match.accuracy == 20


def test_a_match_to_look_at_can_be_analysed() -> None:
    lost = replace(ROW, game="russian", winner=1)
    for plies in (MIN_PLIES - 1, LONGEST + 1):
        found = together(*[replace(ROW, plies=plies)] * 9, *[lost] * 9)
        assert found.best is not None
        assert found.best.match is None
    for plies in (MIN_PLIES, LONGEST):
        found = together(*[replace(ROW, plies=plies)] * 9, *[lost] * 9)
        assert found.best and found.best.match


def test_what_costs_most_is_what_costs_most_in_all() -> None:
    found = together(
        analysed_row(ROW, 50, lesson="lesson.win", cost=500),
        *[analysed_row(ROW, 50, lesson="lesson.men", cost=cost) for cost in (200, 300, 100)],
        analysed_row(ROW, 90),
    )
    assert found.costliest_mistake is not None
    assert (
        found.costliest_mistake.lesson,
        found.costliest_mistake.count,
        found.costliest_mistake.percent,
    ) == ("lesson.men", 3, 20)
    assert found.costliest_mistake.match.id == 3
    assert together(analysed_row(ROW, 90)).costliest_mistake is None


def test_only_the_newest_are_counted_and_it_is_said() -> None:
    rows = [replace(ROW, id=number) for number in range(MOST + 1, 0, -1)]
    found = build_insight(rows)
    assert found and found.has_more and found.results.count == MOST
    exactly = build_insight(rows[:MOST])
    assert exactly and not exactly.has_more and exactly.results.count == MOST


async def of(club: Club, who: Person = BEN) -> Insight | None:
    return build_insight((await club.learning.insights.load_history(who.id)).rows)


async def play_and_resign(club: Club, game: str = "one-zero-one", plies: int = 8) -> Table:
    """Play some moves of a match of Ann and Ben, which Ann then resigns."""
    table = await make_first_moves(club, await start_match(club, game), plies)
    return await club.play.matches.resign(table.row.id, act(ANN))


async def test_only_matches_with_a_result_that_one_played_oneself_count(room: Room) -> None:
    table = await finish_match(room.club)
    ended = await start_match(room.club)
    await room.club.play.moderation.end_match(ended.row.id, act(CLEO))
    await start_match(room.club)
    timed = await start_match(room.club, clock="3d")
    await room.club.play.matches.resign(timed.row.id, act(ANN))
    found = await of(room.club)
    assert found is not None
    assert found.results.count == 2
    assert [*lines(found, "clock")] == ["No clock", "Time a move"]
    assert found.results.won == 1 + (table.row.winner == table.seat_of(BEN.id))
    assert await of(room.club, CLEO) is None
    voted = await start_match(room.club, people=(CLEO, ANN), vote=BallotTerms("own", 60.0, 9))
    await room.club.play.matches.resign(voted.row.id, act(CLEO))
    assert await of(room.club, CLEO) is None, "a team played it"
    against = await of(room.club, ANN)
    assert against and against.results.count == 3


async def test_a_match_that_is_looked_through_says_how_it_was_played(learners: Room) -> None:
    await learners.club.members.preferences.change(BEN.id, learning=True)
    table = await finish_match(learners.club)
    before = await of(learners.club)
    assert before and before.examined_count == 0
    await looked_through(learners)
    found = await of(learners.club)
    report = answer_practice_request(PracticeRequest(table.match, table.row.id, ()))
    [own] = [each for each in report.appraisals if each.seat == table.seat_of(BEN.id)]
    assert found and found.costliest_mistake
    assert (found.examined_count, found.accuracy, found.losses_by_third) == (
        1,
        own.accuracy,
        own.losses_by_third,
    )
    assert (found.costliest_mistake.lesson, found.costliest_mistake.match.cost) == (own.lesson, own.cost)
    assert found.costliest_mistake.match.decided == report.appraisals[0].deciding_third is not None
    assert sum(own.losses_by_third) >= own.cost > 0
    assert not await rows_of(learners.club, ANN), "Ann does not want it"


async def rows_of(club: Club, who: Person) -> list[dict[str, Any]]:
    """Return the findings about a member, match by match."""
    found = "SELECT * FROM appraisal WHERE user_id = ? AND COALESCE(lesson, '') <> ? ORDER BY match_id"
    return await club.store.read(lambda tx: tx.all(found, who.id, WAITING))


@pytest.mark.ci
async def test_a_match_with_hidden_cards_is_judged_too(learners: Room) -> None:
    await learners.club.members.preferences.change(BEN.id, learning=True)
    await play_and_resign(learners.club)
    await looked_through(learners)
    [row] = await rows_of(learners.club, BEN)
    assert 0 <= row["accuracy"] <= 100


@pytest.mark.ci
async def test_older_matches_follow_one_after_the_other_and_none_is_looked_through_twice(
    learners: Room,
) -> None:
    for _ in range(LAST + 3):
        await finish_match(learners.club)
        learners.time[0] += 60.0
    await learners.club.members.preferences.change(BEN.id, learning=True)
    await looked_through(learners, after=0)
    assert len(await rows_of(learners.club, BEN)) == LAST
    for _ in range(3):
        await looked_through(learners)
    assert len(await rows_of(learners.club, BEN)) == LAST + 3
    assert (await learners.club.learning.insights.load_history(BEN.id)).waiting_count == 0


@pytest.mark.ci
@pytest.mark.parametrize("learners", [LAST + 1], indirect=True)
async def test_on_a_day_no_more_are_looked_through_than_one_may_have(learners: Room) -> None:
    for _ in range(LAST + 2):
        await finish_match(learners.club)
        learners.time[0] += 60.0
    await learners.club.members.preferences.change(BEN.id, learning=True)
    for _ in range(4):
        await looked_through(learners)
    assert len(await rows_of(learners.club, BEN)) == LAST + 1
    learners.time[0] = (learners.time[0] // DAY + 1) * DAY
    await looked_through(learners, after=-1)
    assert len(await rows_of(learners.club, BEN)) == LAST + 1, "it is still the same day"
    await looked_through(learners, after=1)
    assert len(await rows_of(learners.club, BEN)) == LAST + 2, "the next one comes on the next day"


async def test_what_cannot_be_looked_through_is_not_tried_for_ever(learners: Room) -> None:
    await finish_match(learners.club)
    await learners.club.members.preferences.change(BEN.id, learning=True)

    async def failing(practice: PracticeRequest) -> PracticeResult:
        raise SearchFailure

    learners.club.learning.maker.practise = failing
    for _ in range(MAX_ATTEMPTS + 1):
        await looked_through(learners, after=RETRY_AFTER)
    [row] = await rows_of(learners.club, BEN)
    assert row["accuracy"] is None
    assert (await learners.club.learning.insights.load_history(BEN.id)).waiting_count == 0
    found = await of(learners.club)
    assert found and (found.examined_count, found.results.count) == (0, 1)


@pytest.mark.ci
async def test_what_was_found_goes_with_the_wish_with_the_person_and_with_the_match(learners: Room) -> None:
    for person in (ANN, BEN, CLEO):
        await learners.club.members.preferences.change(person.id, learning=True)
    first, _ = await finish_match(learners.club), await finish_match(learners.club, (BEN, CLEO))
    await looked_through(learners, after=AFTER)
    assert [len(await rows_of(learners.club, who)) for who in (ANN, BEN, CLEO)] == [1, 2, 1]
    await learners.club.members.preferences.change(CLEO.id, learning=False)
    assert [len(await rows_of(learners.club, who)) for who in (ANN, BEN, CLEO)] == [1, 2, 0]
    await learners.club.store.write(lambda tx: tx.run("DELETE FROM match WHERE id = ?", first.row.id))
    assert [len(await rows_of(learners.club, who)) for who in (ANN, BEN, CLEO)] == [0, 1, 0]
    await learners.club.privacy.deletion.begin_deletion(BEN.id)
    await learners.club.privacy.deletion.work()
    assert await rows_of(learners.club, BEN) == []


async def test_two_worlds_that_differ_in_what_was_found_of_somebody_else_are_the_same_to_everybody_else(
    room: Room,
) -> None:
    table = await finish_match(room.club)
    await room.club.members.preferences.change(ANN.id, learning=True)
    own = AppraisalRow(ANN.id, table.row.id, 66, 10, 20, 30, 3, 20, "lesson.win")
    await room.club.store.write(lambda tx: appraisals.save(tx, own))
    before = [await room.club.learning.insights.load_history(who.id) for who in (ANN, CLEO)]
    other = replace(own, user_id=BEN.id, accuracy=12, lesson="lesson.worse", cost=900)
    await room.club.store.write(lambda tx: appraisals.save(tx, other))
    await room.club.members.preferences.change(BEN.id, learning=True)
    assert [await room.club.learning.insights.load_history(who.id) for who in (ANN, CLEO)] == before


async def test_what_an_opponent_holds_in_a_match_that_goes_on_is_not_to_be_seen(room: Room) -> None:
    await finish_match(room.club)
    before = await room.club.learning.insights.load_history(ANN.id)
    await make_first_moves(room.club, await start_match(room.club, "one-zero-one"))
    assert await room.club.learning.insights.load_history(ANN.id) == before


def test_every_lesson_has_words() -> None:
    for lesson in ("win", "loss", "worse", "men", "pieces", "capture", "crowned", "crown"):
        assert SAY.text(Phrase(f"overview.lesson.{lesson}"))
    for lesson in ("cut_off", "joined", "points", "steps"):
        assert SAY.text(Phrase(f"overview.lesson.{lesson}"))
