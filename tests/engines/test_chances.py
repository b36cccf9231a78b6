"""What a worth means is one thing: for the report, for the pipe, for both seats, and however deep a search has seen."""

from itertools import pairwise
from statistics import mean
from typing import Any

import pytest

from bench.chances import KINDS, fitted, samples
from bench.ladder import opened
from engines.analysis import at_once
from engines.bounds import SURE
from engines.chances import CURVES, Curve, curve_of
from engines.choose import PLAYERS, choose
from engines.player import Look
from engines.seen import seen
from engines.squares import binary, zong_heng
from engines.squares.deep import Deep
from engines.squares.incorrect_checkers import IncorrectCheckersField
from engines.squares.player import DeepPlayer, Level
from engines.squares.yin_yang import YinYangField
from rules.catalogue import GAMES
from rules.match import Match, secret_of
from rules.shuffle import Shuffle

JUMP = 100
"""Thousandths by which the chance of a seat may change with a ply, on average over the beginning of a game."""
FAVOUR = 60
"""Thousandths by which a chance may lie above its neighbours on average where one seat is to move, not the other."""
PLIES = 12
LOOKED = 100


def test_a_chance_follows_from_a_worth_in_every_game() -> None:
    for key in PLAYERS:
        for size in (None, 6, 8, 10, 12):
            curve = curve_of(key, size)
            chances = [curve.chance(worth) for worth in (-SURE, -900, -1, 0, 1, 900, SURE)]
            assert chances == sorted(chances)
            assert (chances[0], chances[3], chances[-1]) == (0, 500, 1000)
            assert [curve.value(worth) for worth in (-SURE, -900, 0, 900)] == [
                curve.chance(worth) / 1000 for worth in (-SURE, -900, 0, 900)
            ]
            assert [curve.judged(worth) for worth in (-SURE, 5, SURE)] == [-SURE, 5 + curve.turn, SURE]
    assert [Curve(60).chance(worth) for worth in (-60, 0, 60)] == [250, 500, 750]
    assert set(PLAYERS) - {"binar"} <= {key.partition(" ")[0] for key in CURVES}


@pytest.mark.parametrize("kind", KINDS)
def test_the_curve_does_not_jump_with_the_mover(kind: str) -> None:
    match = opened(KINDS[kind], 1)
    most = len(match.plies) + PLIES
    while match.turn is not None and len(match.plies) < most:
        match.make(choose(seen(match, match.turn), match.options, 3, 1).move)
    part = 4 if PLAYERS[match.game.key].engine == "checkers" else 1
    chances = at_once(match, part).chances[-PLIES - 1 :]
    beside = [
        chance - (one + other) / 2
        for one, chance, other in zip(chances, chances[1:], chances[2:], strict=False)
    ]
    assert mean(abs(after - before) for before, after in pairwise(chances)) < JUMP
    assert abs(mean((-1) ** i * above for i, above in enumerate(beside))) < FAVOUR


OPEN: dict[str, Any] = {
    "yin-yang": lambda _: YinYangField(),
    "incorrect-checkers": lambda _: IncorrectCheckersField(),
    "zong-heng": lambda options: zong_heng.field_of(options["size"]),
    "binary": lambda options: binary.field_of(options["size"]),
}


@pytest.mark.parametrize("key", OPEN)
def test_the_pipe_and_the_report_say_the_same_of_what_was_seen_as_deep(key: str) -> None:
    """Also with the turn, which the chance of a level must not leave out."""
    player = DeepPlayer(key, OPEN[key], [Level(60, LOOKED)], LOOKED)
    match = opened(key, 2)
    for _ in range(4):
        assert match.turn is not None
        what = seen(match, match.turn)
        look = player.look(what, match.options)
        found = player.choose(what, match.options, 1, Shuffle(bytes(32)))
        chance = curve_of(key, match.options.get("size")).chance(look.worth)
        assert found.value == chance / 1000
        match.make(found.move)


@pytest.mark.parametrize("seed", ["a", "b"])
def test_every_level_of_one_zero_one_means_what_the_report_means(seed: str) -> None:
    match = Match(GAMES["one-zero-one"], {}, secret_of(seed))
    match.make(choose(seen(match, 0), match.options, 4, 1).move)
    report = at_once(match)
    for level in (1, 2, 3, 4):
        value = choose(seen(match.at(0), 0), match.options, level, 1).value
        assert value is not None
        assert abs(1000 * value - report.chances[0]) < (1 if level == 4 else 250)


@pytest.mark.parametrize("key", ["binary 8", "binary 12", "zong-heng 8", "zong-heng 12"])
def test_levels_and_report_agree_about_how_a_game_begins(key: str) -> None:
    match = opened(KINDS[key], 5)
    match.make(choose(seen(match, match.turn or 0), match.options, 3, 1).move)
    before = match.at(len(match.plies) - 1)
    assert before.turn is not None
    chance = at_once(match).chances[len(match.plies) - 1]
    for level in (3, 4, 5):
        value = choose(seen(before, before.turn), match.options, level, 1).value
        assert value is not None
        assert abs((value if before.turn == 0 else 1 - value) - chance / 1000) < 0.15


class Given:
    """A field of two moves: the second ply looks better than the first, or the game `ends` with the first in a draw."""

    def __init__(self, *, ends: bool) -> None:
        self.ends = ends

    def grow(self, state: str, turn: int) -> list[Any]:
        worth = 0 if self.ends else (10 if state == "" else 40)
        return [(worth, 2 if self.ends else 1 - turn, state + move, move) for move in "ab"]

    def result(self, state: str) -> int:
        return 0


def test_an_opinion_is_the_mean_of_two_depths_and_an_end_is_exact() -> None:
    one = Deep(Given(ends=False), 100)  # type: ignore[arg-type]
    one.rate("", 0, 1, 0)
    assert (one.worth, one.settled) == (10, False)
    two = Deep(Given(ends=False), 100)  # type: ignore[arg-type]
    two.rate("", 0, 2, 0)
    assert (two.worth, two.settled) == (25, False)
    part = Deep(Given(ends=False), 2)  # type: ignore[arg-type]
    part.rate("", 0, 2, 0)
    assert part.worth == 18, "half the branches, half the step from 10 to 25"
    drawn = Deep(Given(ends=True), 100)  # type: ignore[arg-type]
    drawn.rate("", 0, 9, 0)
    assert (drawn.worth, drawn.settled) == (0, True)


def test_the_fit_finds_a_curve_and_the_turn_of_it() -> None:
    curve = Curve(100)
    found = [
        (worth - 30, float(won))
        for worth in range(-200, 201, 8)
        for won in [1] * (curve.chance(worth) // 10) + [0] * (100 - curve.chance(worth) // 10)
    ]
    scale, turn = fitted(found, turn=True)
    assert scale == 100
    assert turn == pytest.approx(30, abs=3)


def test_positions_for_the_fit_come_in_pairs_of_both_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = []
    player = PLAYERS["binary"]

    def look(what: Any, options: Any) -> Look:
        looked.append(what.seat)
        return Look(None, 1, None, 1)

    monkeypatch.setattr(player, "look", look)
    found = list(samples("binary:size=6", 2))
    assert sorted(looked) == [0] * 8 + [1] * 8
    assert sorted(got for _, got in found) == [0.0] * 8 + [1.0] * 8, "each result once for each side"
