"""A report describes a match truthfully.

Chances follow from known results, losses from the possible moves, and lessons from facts.
"""

from typing import Any

import pytest

from engines import analysis
from engines.analysis import AnalysisReport, analyse, run_analysis
from engines.observation import HiddenGameObservation
from engines.review import LINE, MIN_LOSS, PositionQuery
from rules.catalogue import GAMES
from rules.match import Match
from rules.one_zero_one.view import ProgramView
from tests.rules.playouts import random_match

PART = 10
PLIES = 10


def record(game: str, moves: str, **options: object) -> Match:
    match = Match(GAMES[game], options, bytes(32))
    for move in moves.split():
        match.play(move)
    return match


def after(cells: dict[str, str], moves: str) -> Match:
    """Moves of Russian checkers from a position with White to move."""
    match = Match(GAMES["russian"], {}, bytes(32))
    match.set_position({"size": 8, "cells": cells, "turn": 0})
    for move in moves.split():
        match.play(move)
    return match


@pytest.fixture(scope="module")
def reports() -> dict[str, tuple[Match, AnalysisReport]]:
    """One short random match of each kind of search, and the report on it."""
    found = {}
    for key, options in (
        ("russian", {}),
        ("yin-yang", {}),
        ("zong-heng", {"size": 6}),
        ("binary", {"size": 6}),
        ("binar", {"size": 3}),
        ("incorrect-checkers", {}),
        ("one-zero-one", {}),
    ):
        match = random_match(GAMES[key], options, 3, limit=PLIES)
        found[key] = match, run_analysis(match, PART)
    return found


KINDS = ["russian", "yin-yang", "zong-heng", "binary", "binar", "incorrect-checkers", "one-zero-one"]


@pytest.mark.ci
@pytest.mark.parametrize("key", KINDS)
def test_every_game_gets_a_report_whose_parts_are_about_the_match(key: str, reports: Any) -> None:
    match, report = reports[key]
    assert len(report.chances) == len(match.plies) + 1
    assert all(0 <= chance <= 1000 for chance in report.chances)
    assert all(found is None or 0 <= found <= 100 for found in report.accuracy)
    assert len(report.turning_points) <= analysis.MAX_TURNING_POINTS
    assert [point.ply for point in report.turning_points] == sorted(
        point.ply for point in report.turning_points
    )
    for point in report.turning_points:
        ply = match.plies[point.ply - 1]
        assert (point.seat, point.played_line.moves[0]) == (ply.seat, ply.said)
        assert point.played_line.positions[0] == ply.position
        assert point.chance_before - point.chance_after >= MIN_LOSS
        before = match.copy_at(point.ply - 1)
        for line in (point.played_line, point.better_line):
            assert len(line.moves) == len(line.positions) <= LINE
            game, position = match.game, before.position
            for said, after in zip(line.moves, line.positions, strict=True):
                moves = [move for move in game.moves(position) if game.in_words(position, move) == said]
                assert after in [game.play(position, move) for move in moves]
                position = after
        assert point.better_line.moves[0] != point.played_line.moves[0]
        assert str(point.lesson)


@pytest.mark.ci
def test_random_moves_have_turning_points_with_a_lesson_of_their_own(reports: Any) -> None:
    codes = {
        key: {point.lesson.code for point in report.turning_points} for key, (_, report) in reports.items()
    }
    assert codes["russian"] & {"lesson.men", "lesson.capture", "lesson.crowned"}
    assert any(codes[key] for key in ("zong-heng", "binary", "yin-yang"))


def test_the_same_match_has_the_same_report(reports: Any) -> None:
    match, report = reports["russian"]
    assert run_analysis(match, PART) == report


def test_an_end_is_certain_and_an_only_move_costs_nothing() -> None:
    match = random_match(GAMES["binar"], {"size": 3}, 3, limit=9)
    report = run_analysis(match, PART)
    assert match.outcome is not None
    winner = match.outcome.winner
    assert report.chances[-1] == (500 if winner is None else 1000 if winner == 0 else 0)


def test_what_is_hidden_is_judged_by_what_the_seat_had_seen() -> None:
    match = random_match(GAMES["one-zero-one"], {}, 3, limit=8)
    asked = next(analyse(match))
    for i, each in enumerate(asked):
        assert isinstance(each.observation, HiddenGameObservation)
        seat = each.observation.seat
        assert each.observation.views == tuple(
            match.game.seen_by(position, seat)
            for position in (match.origin, *(ply.position for ply in match.plies[:i]))
        )
        assert all(
            isinstance(view, ProgramView) and view.hands[1 - seat] is None for view in each.observation.views
        )


def test_an_open_position_is_asked_for_once_and_only_moves_not_at_all() -> None:
    match = after({"e3": "w", "f4": "b", "a7": "b", "c7": "b"}, "e3:g5")
    first = next(analyse(match))
    assert first == [PositionQuery(first[0].observation)]
    assert first[0].observation.seat == 1


GIVEN = {"e3": "w", "a1": "w", "c1": "w", "g5": "b", "h8": "b", "b8": "b"}


def test_a_man_given_up_is_told_with_what_took_it() -> None:
    report = run_analysis(after(GIVEN, "e3-f4 g5:e3"), PART)
    (point,) = report.turning_points
    assert str(point.lesson).startswith("`e3-f4` gave up 1 man: g5:e3")
    assert point.better_line.moves[0] != "e3-f4"
    assert (report.accuracy[0] or 0) < 60
    assert report.accuracy[1] is None, "an only move is no choice"


@pytest.mark.parametrize("key", ["russian", "yin-yang", "one-zero-one"])
def test_a_tenth_of_the_effort_takes_less(key: str) -> None:
    match = random_match(GAMES[key], {}, 5, limit=6)
    (asked, *_) = next(analyse(match))
    whole, tenth = (analysis.assess_position(asked, match.options, part).nodes for part in (1, 10))
    assert tenth < whole
