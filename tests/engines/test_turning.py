"""A report finds the move that a match was lost by, also where a look sees a loss only after it has happened."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import mean, median

import pytest

from bench.ladder import match_of
from engines.accuracy import doubt_of
from engines.analysis import Report, analyse, at_once
from engines.bounds import SURE
from engines.chances import curve_of
from engines.choose import choose
from engines.course import DEEPER, Asked, Course
from engines.player import Look
from engines.seen import Open, seen
from rules.catalogue import GAMES
from rules.match import Match, secret_of
from tests.rules.playouts import random_match

PLIES = 12
AHEAD = 1_000
"""Hundredths of a man: as good as won, and not seen to the end."""


@dataclass
class Told:
    """Looks that are made up: what each position of a match is worth to seat 0, by ply, at first and looked at deeper.

    Everybody seems to have played the best move, but for `others`: there the first other move seems better, and after
    it seat 0 has what stands there.
    """

    match: Match
    worths: dict[int, int] = field(default_factory=dict)
    deeper: dict[int, int] = field(default_factory=dict)
    others: dict[int, int] = field(default_factory=dict)
    asked: list[tuple[int, int]] = field(default_factory=list)
    """The ply and the effort of each look at a position of the match."""

    def report(self) -> Report:
        work = analyse(self.match)
        asked = next(work)
        while True:
            try:
                asked = work.send([self.look(each) for each in asked])
            except StopIteration as done:
                report: Report = done.value
                return report

    def look(self, asked: Asked) -> Look:
        assert isinstance(asked.what, Open)
        game, position, sign = asked.what.game, asked.what.position, 1 - 2 * asked.what.seat
        positions = [self.match.origin, *(ply.position for ply in self.match.plies)]
        if position not in positions:
            [worth] = [
                worth
                for ply, worth in self.others.items()
                if position in [game.play(positions[ply], move) for move in game.moves(positions[ply])]
            ] or [0]
            return Look(game.moves(position)[0], sign * worth, None, 1, 0)
        ply = positions.index(position)
        self.asked.append((ply, asked.times))
        worth = self.deeper.get(ply, self.worths.get(ply, 0)) if asked.times > 1 else self.worths.get(ply, 0)
        moves = game.moves(position)
        made = positions[ply + 1] if ply < len(self.match.plies) else None
        best = next(
            (move for move in moves if (game.play(position, move) == made) != (ply in self.others)), moves[0]
        )
        return Look(best, sign * worth, None, 1, 100)


@pytest.fixture
def match() -> Match:
    """The beginning of a match in which both sides have a choice at every ply; seat 0 wins it."""
    found = next(
        match
        for match in (random_match(GAMES["zong-heng"], {"size": 6}, seed, limit=PLIES) for seed in range(99))
        if all(len(GAMES["zong-heng"].moves(ply.position)) > 1 for ply in match.plies)
    )
    found.resign(1)
    return found


def since(ply: int, worth: int) -> dict[int, int]:
    """A worth from a ply on."""
    return dict.fromkeys(range(ply, PLIES + 1), worth)


def test_a_loss_that_is_seen_too_late_is_looked_for_further_back(match: Match) -> None:
    """The curve jumps at ply 8, where nobody lost anything; deeper looks find that the move before was a mistake."""
    told = Told(match, worths=since(8, AHEAD), deeper={7: AHEAD, 6: AHEAD}, others={5: 0})
    report = told.report()
    assert [(point.ply, point.seat) for point in report.points] == [(6, 1)]
    assert [ply for ply, times in told.asked if times == DEEPER] == [7, 6]
    assert report.chances[7] > 900


def test_a_jump_that_a_loss_explains_is_not_looked_into(match: Match) -> None:
    told = Told(match, worths=since(6, AHEAD), others={5: 0})
    assert [(point.ply, point.seat) for point in told.report().points] == [(6, 1)]
    assert all(times == 1 for _, times in told.asked)


def test_whoever_wins_for_sure_had_won_before_their_move(match: Match) -> None:
    told = Told(match, worths=since(7, SURE))
    report = told.report()
    assert report.chances[6:] == (1000,) * (PLIES - 5), "seat 0 was to move at ply 6"
    assert report.chances[4] < 1000


def test_a_curve_favours_neither_who_is_to_move_nor_who_has_moved(match: Match) -> None:
    scale = curve_of("zong-heng", 6).scale
    told = Told(match, worths={ply: scale // 4 * (-1) ** ply for ply in range(PLIES + 1)})
    chances = told.report().chances[:-1]
    assert max(abs(after - before) for before, after in pairwise(chances)) <= 2


def test_each_move_that_lost_something_counts(match: Match) -> None:
    """Also those beyond the ones whose better move is looked at."""
    told = Told(match, worths=since(6, AHEAD), others={5: 0})
    lost = [None if each is None else each.lost for each in told.report().played]
    assert lost == [0, pytest.approx(500 - doubt_of("zong-heng"), abs=2)]
    course = Course(match)
    course._looks = {
        i: Look(GAMES["zong-heng"].moves(course.positions[i])[0], 0, None, 1, 0) for i in course.open
    }
    assert course._lost(3, [500] * 4 + [700] * PLIES) in (0, 200)


def test_a_loser_without_a_loss_is_looked_into_where_their_chance_fell(match: Match) -> None:
    slow = {ply: 12 * ply for ply in range(PLIES)} | {PLIES: AHEAD}
    told = Told(match, worths=slow)
    told.report()
    assert any(ply % 2 and times == DEEPER for ply, times in told.asked)


def test_somebody_who_gave_up_an_even_match_lost_it_by_no_move(match: Match) -> None:
    told = Told(match)
    assert told.report().points == ()
    assert all(times == 1 for _, times in told.asked)


def played(text: str, level: int, number: int) -> Match:
    match = match_of(text, secret_of(f"turning {number}"))
    while match.turn is not None:
        match.make(choose(seen(match, match.turn), match.options, level, number).move)
    return match


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("binar:digits=own,lines=single", 4),
        ("binar:digits=choose,lines=single", 4),
        ("zong-heng:size=6", 3),
        ("yin-yang", 4),
        ("russian", 3),
    ],
)
def test_a_decided_match_names_where_the_loser_lost_it(text: str, level: int) -> None:
    for number in range(2):
        match = played(text, level, number)
        assert match.outcome is not None
        if match.outcome.winner is not None:
            assert 1 - match.outcome.winner in [point.seat for point in at_once(match).points]


SWING = 30
"""Thousandths by which a curve may lie above its neighbours where one seat is to move, and below where the other is."""


def swings(chances: Sequence[int]) -> list[float]:
    return [
        (-1) ** ply * (here - (before + after) / 2)
        for ply, (before, here, after) in enumerate(zip(chances, chances[1:], chances[2:], strict=False))
        if 0 < here < 1000
    ]


@pytest.mark.parametrize(
    "text", ["binary:size=8", "binary:size=10", "one-zero-one", "yin-yang", "zong-heng:size=8"]
)
def test_no_curve_swings_with_the_mover(text: str) -> None:
    """In matches of a level that seldom errs: where both err at every move, a curve that swings is right."""
    found = [each for number in range(2) for each in swings(at_once(played(text, 5, number)).chances)]
    assert abs(mean(found)) <= SWING
    assert abs(median(found)) <= SWING


def test_the_first_move_of_binary_on_64_squares_is_no_loss() -> None:
    """Black won 11 of 46 matches of a level against itself."""
    match = played("binary:size=8", 3, 1)
    assert 150 <= at_once(match).chances[0] <= 450
