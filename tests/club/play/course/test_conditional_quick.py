"""A conditional answer is found quickly, or refused.

Time that the process spends on other work is not charged to it.
"""

import gc
from itertools import count
from time import thread_time

import pytest

from club.club import Club
from club.play.course.conditional_moves import QUICK, play_line
from club.refusals import Refusal
from rules.match import Match, Ply
from tests.club.people import BEN, start_match
from tests.club.play.course.lines_prepared import prepare, stored_lines
from tests.club.refusing import refused_code


async def test_an_answer_that_takes_long_to_find_is_refused(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await start_match(club, "frisian")
    first = table.match.moves()[0]
    second = play_line(table.match, [first]).moves()[0]
    await prepare(club, table, BEN, f"{first} {second}")
    monkeypatch.setattr("club.play.course.conditional_moves.QUICK", 0.0)
    assert await refused_code(prepare(club, table, BEN, f"{first} {second}")) == "advance.crowded"


async def test_the_answers_of_a_line_have_that_time_together(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = count(step=0.6 * QUICK)
    monkeypatch.setattr("club.play.course.conditional_moves.thread_time", lambda: next(times))
    match = (await start_match(club)).match
    play_line(match, ["a1", "a2"])
    play_line(match, ["a1", "a2", "a3"])
    with pytest.raises(Refusal) as told:
        play_line(match, ["a1", "a2", "a3", "b1"])
    assert told.value.code == "advance.crowded"


async def test_a_search_for_garbage_that_falls_into_an_answer_is_no_reason_to_refuse_it(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, play, usual = await start_match(club), Match.play, gc.get_threshold()
    moving = False

    def searching(match: Match, move: str) -> Ply:
        """Play a move while the collector is about to look through everything."""
        nonlocal moving
        gc.set_threshold(1)
        moving = True
        try:
            return play(match, move)
        finally:
            moving = False
            gc.set_threshold(*usual)

    def slow(phase: str, info: object) -> None:
        """Take as long as the collector does in a large process."""
        began = thread_time()
        while moving and thread_time() - began < 2 * QUICK:
            pass

    monkeypatch.setattr(Match, "play", searching)
    gc.callbacks.append(slow)
    try:
        await prepare(club, table, BEN, "c3 d4")
    finally:
        gc.callbacks.remove(slow)
    assert await stored_lines(club, table) == {1: ["c3 d4"]}
