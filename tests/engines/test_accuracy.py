"""Accuracy means the same in every game.

Random play has 30 to 50, the top level 90 and more. Losing something never raises it.
"""

from pathlib import Path
from statistics import mean

import pytest

from engines.accuracy import SCALES, STAKE_OFFSET, UNTESTED_ACCURACY, SeatLosses, accuracy_scale, scale_key
from engines.analysis import run_analysis
from engines.choose import PLAYERS, choose_move, level_count
from engines.observation import observe
from rules.catalogue import GAMES
from rules.match import Match, secret_of
from rules.shuffle import Shuffle
from tests.sets import leave_to_ci
from workshop.bench import accuracy as bench
from workshop.bench.accuracy import (
    KINDS,
    RANDOM,
    TOP,
    LevelGames,
    best_scale,
    found_in,
    means,
    play_game,
    squared_errors,
)
from workshop.bench.level_ladder import match_of

EACH = 3
"""Games of each level."""
SHORT = 40
"""Plies of a random match."""
PART = 10
"""A part of the effort, so that there is time for every kind."""


def accuracy_of(text: str, level: int, divisor: int = 1) -> float:
    """What both sides have on average in a few games of a level against itself."""
    found = [run_analysis(play_game(text, level, number), divisor).accuracy for number in range(EACH)]
    return mean(each for both in found for each in both if each is not None)


def test_every_game_has_a_row_for_each_board_and_way_of_it() -> None:
    assert set(SCALES) == set(KINDS)
    assert {kind.partition(" ")[0] for kind in SCALES} == set(PLAYERS)
    for kind, text in KINDS.items():
        match = match_of(text, bytes(32))
        assert scale_key(match.game.key, match.options) == kind


@pytest.mark.parametrize("kind", leave_to_ci(KINDS, after=6))
def test_who_loses_more_is_less_accurate(kind: str) -> None:
    match = match_of(KINDS[kind], bytes(32))
    scale = accuracy_scale(match.game.key, match.options)
    assert scale.accuracy(SeatLosses(0, 0)) == UNTESTED_ACCURACY
    assert scale.accuracy(SeatLosses(0, 5_000)) == 100
    found = [scale.accuracy(SeatLosses(lost, 5_000)) for lost in (0, 20, 100, 500, 2_000, 10_000, 10**9)]
    assert found == sorted(found, reverse=True)
    assert found[-1] < found[0] == 100
    assert SeatLosses(500, 8_000).loss_share < SeatLosses(500, 1_000).loss_share, "more was at stake"


@pytest.mark.ci
@pytest.mark.parametrize(
    ("text", "middle"),
    leave_to_ci(
        [
            ("binar:digits=own,lines=single", 3),
            ("one-zero-one", 2),
            pytest.param("binary:size=6", 2, marks=pytest.mark.deep),
            pytest.param("zong-heng:size=6", 2, marks=pytest.mark.deep),
        ],
        after=1,
    ),
)
def test_random_play_levels_and_the_top_are_where_they_are_to_be(text: str, middle: int) -> None:
    top = level_count(match_of(text, bytes(32)).game)
    random, some, best = (accuracy_of(text, level) for level in (0, middle, top))
    assert 30 <= random <= 50
    assert random + 5 < some < best - 5
    assert best >= 90


@pytest.mark.ci
@pytest.mark.parametrize(
    ("text", "divisor"),
    [("russian", PART), *(pytest.param(text, 1, marks=pytest.mark.deep) for text in ("russian", "yin-yang"))],
)
def test_random_play_is_not_flattered(text: str, divisor: int) -> None:
    """Random play has a low accuracy.

    It had 60 to 82 when only the worst moves of a match counted, each with the same weight.
    """
    assert 20 <= accuracy_of(text, 0, divisor) <= 55


@pytest.mark.ci
def test_the_fit_puts_random_play_and_the_top_where_they_are_to_be() -> None:
    shares = (1.2, 0.8, 0.5, 0.3, 0.15, 0.08, 0.04)
    found: LevelGames = {
        level: [SeatLosses(round(share * (4_000 + STAKE_OFFSET)), 4_000)]
        for level, share in enumerate(shares)
    }
    got = means(found, best_scale(found, {}))
    assert got == sorted(got)
    assert got[0] == pytest.approx(RANDOM, abs=3)
    assert got[-1] == pytest.approx(TOP, abs=3)
    others: LevelGames = {0: [SeatLosses(50, 100)] * 8, 6: [SeatLosses(1, 100)] * 8}
    few: LevelGames = {level: list(each) * 2 for level, each in found.items()}
    many: LevelGames = {level: list(each) * 20 for level, each in found.items()}
    near = [
        abs(best_scale(each, squared_errors(others)).half_share - best_scale(found, {}).half_share)
        for each in (few, many)
    ]
    assert near[0] > near[1], "the more games of its own there are, the less others count"


@pytest.mark.ci
def test_games_and_reports_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kind, top = "binar own double", level_count(GAMES["binar"])
    monkeypatch.setattr(bench, "GAMES", 1)
    bench.main(str(tmp_path), kind)
    assert len(capsys.readouterr().out.splitlines()) == top + 1
    assert list(found_in(tmp_path, kind)) == list(range(top + 1))

    def fail(*_: object) -> None:
        raise AssertionError("everything is there")

    monkeypatch.setattr(bench, "play_game", fail)
    with monkeypatch.context() as patch:
        patch.setattr(bench, "run_analysis", fail)
        bench.main(str(tmp_path), kind)
        bench.main(str(tmp_path), kind, "--fit")
    row, line = capsys.readouterr().out.splitlines()
    assert row.startswith(f'        "{kind}": (')
    assert line.count("|") == top + 4
    assert line.endswith("| 1 |")
    before = found_in(tmp_path, kind)
    (tmp_path / "reports" / f"{kind}.jsonl").unlink()
    bench.main(str(tmp_path), kind)
    assert found_in(tmp_path, kind) == before, "reported on again, by the games that are kept"


MANY: dict[str, int] = {kind: 50 if kind.startswith("binar ") else 1 for kind in KINDS}
"""Number of random matches of each kind.

Binar's are looked up in tables, and random moves often lose nothing there.
"""


@pytest.mark.ci
@pytest.mark.parametrize("kind", leave_to_ci(KINDS, after=6))
def test_random_play_is_never_said_to_be_perfect(kind: str) -> None:
    """Random play never has an accuracy of 100.

    Of 400 random players of Binar, 62 lost nothing by luck and had 100; some of Zong-Heng were rounded
    up to it.
    """
    for number in range(MANY[kind]):
        match = match_of(KINDS[kind], secret_of(f"random {number}"))
        chance = Shuffle(secret_of(f"moves {number}"))
        while match.turn is not None and len(match.plies) < SHORT:
            moves = match.game.moves(match.position)
            match.make_move(moves[chance.below(len(moves))])
        for accuracy in run_analysis(match, PART).accuracy:
            assert accuracy is None or accuracy < 100, number


def test_nobody_who_lost_something_is_said_to_be_perfect() -> None:
    """A player who lost something never has an accuracy of 100.

    Random play of Zong-Heng that lost 192 thousandths of 1,698 had 100, because steep scales round up.
    """
    for kind in KINDS:
        match = match_of(KINDS[kind], bytes(32))
        assert accuracy_scale(match.game.key, match.options).accuracy(SeatLosses(192, 1_698)) < 100


def test_where_little_was_at_stake_little_is_said() -> None:
    """Who loses nothing has the less the less random moves would have lost."""
    found = [SeatLosses(0, stake).max_accuracy for stake in (0, 100, 558, 1_466, 4_000)]
    assert found == sorted(set(found))
    assert (found[0], found[-1]) == (UNTESTED_ACCURACY, 100)


def test_a_match_that_was_played_perfectly_is_said_to_be_nearly_so() -> None:
    match = Match(GAMES["binar"], {"size": 3}, bytes(32))
    while match.turn is not None:
        match.make_move(choose_move(observe(match, match.turn), match.options, 6, 1).move)
    report = run_analysis(match)
    assert [each.loss for each in report.seat_losses if each] == [0, 0]
    assert all(each is not None and each >= UNTESTED_ACCURACY for each in report.accuracy)
