"""A worth means the same thing everywhere.

It does for the report, for the pipe, for both seats, and at every depth of the search.
"""

from itertools import pairwise
from statistics import mean
from typing import Any

import pytest

from engines.analysis import run_analysis
from engines.bounds import SURE, WIN
from engines.chances import CURVES, ChanceCurve, curve_of
from engines.choose import PLAYERS, choose_move
from engines.observation import HiddenGameObservation, observe
from engines.one_zero_one.player import USUAL_REPLY, OneZeroOneLevel, OneZeroOneMoveRater
from engines.player import Assessment
from engines.squares import binary, zong_heng
from engines.squares.deep import DeepSearch
from engines.squares.field import OVER
from engines.squares.incorrect_checkers import IncorrectCheckersGameTree
from engines.squares.player import DeepPlayer, SquaresLevel
from engines.squares.yin_yang import YinYangGameTree
from rules.catalogue import GAMES
from rules.match import Match, secret_of
from rules.one_zero_one.view import ProgramView
from rules.shuffle import Shuffle
from tests.sets import leave_to_ci
from workshop.bench.chances import KINDS, ChanceSample, fit_curve, samples, turn_of
from workshop.bench.level_ladder import open_match

JUMP = 100
"""Maximum average change of a seat's chance per ply, in thousandths.

The average is over the beginning of a game.
"""
FAVOUR = 30
"""Maximum average excess of a chance over its neighbours, in thousandths.

It is measured where one particular seat is to move. A point where a match turned is exempt, because
an excess is right there.
"""
PLIES = 12
LOOKED = 100


def test_a_chance_follows_from_a_worth_in_every_game() -> None:
    for key in PLAYERS:
        for size in (None, 6, 8, 10, 12):
            curve = curve_of(key, size)
            opinions = () if curve.half_sight else (-900, -1, 0, 1, 900)
            worths = (1 - WIN, 7 - WIN, *(opinions or (0,)), WIN - 7, WIN - 1)
            chances = [curve.chance(worth) for worth in worths]
            assert chances == sorted(chances)
            assert (chances[0], chances[len(chances) // 2], chances[-1]) == (0, 500, 1000)
            assert (chances[1] > 0) == (chances[-2] < 1000) == (curve.half_sight > 0), (
                "far ends count less where all are seen"
            )
            assert [curve.win_probability(worth) for worth in (-SURE, -900, 0, 900)] == [
                curve.chance(worth) / 1000 for worth in (-SURE, -900, 0, 900)
            ]
            assert [curve.mover_worth(worth) for worth in (-SURE, 5, SURE)] == [
                -SURE,
                5 + curve.turn_bonus,
                SURE,
            ]
    assert [ChanceCurve(60).chance(worth) for worth in (-60, 0, 60)] == [250, 500, 750]
    assert set(PLAYERS) - {"binar"} <= {key.partition(" ")[0] for key in CURVES}


@pytest.mark.ci
@pytest.mark.parametrize("kind", leave_to_ci(KINDS, every=9))
def test_the_curve_does_not_jump_with_the_mover(kind: str) -> None:
    match = open_match(KINDS[kind], 1)
    most = len(match.plies) + PLIES
    while match.turn is not None and len(match.plies) < most:
        match.make_move(choose_move(observe(match, match.turn), match.options, 4, 1).move)
    part = 4 if PLAYERS[match.game.key].engine == "checkers" else 1
    report = run_analysis(match, part)
    chances, begun = report.chances, len(match.plies) - PLIES
    turned = {ply for point in report.turning_points for ply in (point.ply - 1, point.ply)}
    beside = [
        (-1) ** i * (chances[i] - (chances[i - 1] + chances[i + 1]) / 2)
        for i in range(begun + 1, len(match.plies))
        if i not in turned
    ]
    assert mean(abs(after - before) for before, after in pairwise(chances[begun:])) < JUMP
    assert abs(mean(beside)) < FAVOUR


OPEN: dict[str, Any] = {
    "yin-yang": lambda _: YinYangGameTree(),
    "incorrect-checkers": lambda _: IncorrectCheckersGameTree(),
    "zong-heng": lambda options: zong_heng.game_tree_of(options["size"]),
    "binary": lambda options: binary.game_tree_of(options["size"]),
}


@pytest.mark.ci
@pytest.mark.parametrize("key", OPEN)
def test_the_pipe_and_the_report_say_the_same_of_what_was_seen_as_deep(key: str) -> None:
    """Also with the turn, which the chance of a level must not leave out."""
    player = DeepPlayer(key, OPEN[key], [SquaresLevel(60, LOOKED)], LOOKED)
    match = open_match(key, 2)
    for _ in range(4):
        assert match.turn is not None
        what = observe(match, match.turn)
        look = player.assess(what, match.options)
        found = player.choose_move(what, match.options, 1, Shuffle(bytes(32)))
        chance = curve_of(key, match.options.get("size")).chance(look.worth)
        assert found.win_chance == chance / 1000
        match.make_move(found.move)


@pytest.mark.ci
@pytest.mark.parametrize("seed", ["a", "b"])
def test_every_level_of_one_zero_one_means_what_the_report_means(seed: str) -> None:
    match = Match(GAMES["one-zero-one"], {}, secret_of(seed))
    match.make_move(choose_move(observe(match, 0), match.options, 5, 1).move)
    report = run_analysis(match)
    for level in (1, 2, 3, 4, 5):
        value = choose_move(observe(match.copy_at(0), 0), match.options, level, 1).win_chance
        assert value is not None
        assert abs(1000 * value - report.chances[0]) < (60 if level == 5 else 250)


@pytest.mark.ci
@pytest.mark.parametrize(
    "key", leave_to_ci(["binary 8", "binary 12", "zong-heng 8", "zong-heng 12"], after=1)
)
def test_levels_and_report_agree_about_how_a_game_begins(key: str) -> None:
    match = open_match(KINDS[key], 5)
    match.make_move(choose_move(observe(match, match.turn or 0), match.options, 3, 1).move)
    before = match.copy_at(len(match.plies) - 1)
    assert before.turn is not None
    chance = run_analysis(match).chances[len(match.plies) - 1]
    for level in (3, 4, 5):
        value = choose_move(observe(before, before.turn), match.options, level, 1).win_chance
        assert value is not None
        assert abs((value if before.turn == 0 else 1 - value) - chance / 1000) < 0.15


class Given:
    """A field of two moves, a and b.

    The second ply looks better than the first, and some ends are draws.
    """

    def __init__(self, *ends: str) -> None:
        self.ends = ends

    def expand(self, state: str, turn: int) -> list[Any]:
        after = [(state + move, move) for move in "ab"]
        worth = 10 if state == "" else 40
        return [
            (0, OVER, then, move) if then in self.ends else (worth, 1 - turn, then, move)
            for then, move in after
        ]

    def final_worth(self, state: str) -> int:
        return 0

    def root_state(self, position: object) -> str:
        return ""

    def scale_nodes(self, nodes: int) -> int:
        return nodes

    def is_halfway(self, state: str) -> bool:
        return False

    def find_move(self, done: Any, moves: object) -> Any:
        return done[0]


def rate_field(field: Any, nodes: int, depth: int) -> tuple[int, bool]:
    """Return the worth of the root of a field, and whether it is settled."""
    search = DeepSearch(field, nodes)
    search.rate("", 0, depth, 0)
    return search.worth, search.settled


def test_an_opinion_is_the_mean_of_two_depths() -> None:
    assert rate_field(Given(), 100, 1) == (10, False)
    assert rate_field(Given(), 100, 2) == (25, False)
    assert rate_field(Given(), 2, 2) == (18, False), "half the branches, half the step from 10 to 25"
    search = DeepSearch(Given(), 100)
    search._weigh(-SURE, 10)
    assert search.worth == 10, "a loss that was none after all counts for nothing"


def test_what_was_seen_to_the_end_is_exact_and_without_the_turn() -> None:
    assert rate_field(Given("a", "b"), 100, 1) == (0, True)
    assert rate_field(Given("a"), 100, 1) == (10, False)
    assert rate_field(Given("aa", "ab", "ba", "bb"), 100, 9) == (0, True)
    match = open_match("binary:size=12", 1)
    assert match.turn is not None
    what, curve = observe(match, match.turn), curve_of("binary", 12)
    assert curve.turn_bonus
    for field, worth in ((Given("a", "b"), 0), (Given("a"), 10 + curve.turn_bonus)):
        player = DeepPlayer("binary", lambda _, field=field: field, [SquaresLevel(1, 9)], 9)  # pyrefly: ignore[bad-argument-type]
        assert player.assess(what, match.options).worth == worth
        assert (
            player.choose_move(what, match.options, 1, Shuffle(bytes(32))).win_chance
            == curve.chance(worth) / 1000
        )


def test_levels_of_one_zero_one_that_see_no_reply_take_off_what_one_takes() -> None:
    curve = curve_of("one-zero-one")
    match = Match(GAMES["one-zero-one"], {}, secret_of("reply"))
    what = observe(match, 0)
    assert isinstance(what, HiddenGameObservation)
    assert isinstance(what.current_view, ProgramView)
    worths = {
        first.move: first.worth
        for first, _ in OneZeroOneMoveRater(what.current_view, what.moves).rate(OneZeroOneLevel())
    }
    for level in (1, 2, 3):
        found = choose_move(what, match.options, level, 1)
        assert found.win_chance == curve.chance(worths[found.move] - USUAL_REPLY + curve.turn_bonus) / 1000


def test_the_fit_finds_a_curve() -> None:
    curve = ChanceCurve(100)
    found = [
        ChanceSample(worth - 30, float(won), first=False)
        for worth in range(-200, 201, 8)
        for won in [1] * (curve.chance(worth) // 10) + [0] * (100 - curve.chance(worth) // 10)
    ]
    assert fit_curve(found, 30) == ChanceCurve(100, 30)


def test_the_turn_is_what_makes_two_looks_agree() -> None:
    looks = [
        (40, True),
        (-60, False),
        (7, False),
        (300, True),
        (-320, False),
        (5, True),
        (-900, True),
        (860, False),
    ]
    assert turn_of([ChanceSample(worth, 1.0, first) for worth, first in looks]) == 10
    assert turn_of([]) == 0


def test_positions_for_the_fit_come_in_pairs_of_both_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = []
    player = PLAYERS["binary"]

    def look(what: Any, options: Any) -> Assessment:
        looked.append(what.seat)
        return Assessment(None, 1, None, 1, 0)

    monkeypatch.setattr(player, "assess", look)
    found = list(samples("binary:size=6", 2))
    assert all(one != other for one, other in zip(looked[::2], looked[1::2], strict=True))
    assert sorted(looked) == [0] * 8 + [1] * 8
    assert sorted(each.got for each in found) == [0.0] * 8 + [1.0] * 8, "each result once for each side"
    assert [each.first for each in found] == [True, False] * 8
