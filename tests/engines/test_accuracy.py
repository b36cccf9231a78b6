"""Accuracy means the same in every game: random play has 30 to 50, the top level 90 and more; losing never helps."""

from pathlib import Path
from statistics import mean

import pytest

from bench import accuracy as bench
from bench.accuracy import KINDS, RANDOM, TOP, Found, fitted, found_in, means
from bench.ladder import match_of
from engines.accuracy import LITTLE, SCALES, Played, Scale, doubt_of, kind_of_play, scale_of
from engines.analysis import at_once
from engines.choose import PLAYERS, choose, levels
from engines.course import Course
from engines.player import Look
from engines.seen import seen
from rules.catalogue import GAMES
from rules.match import Match, secret_of
from tests.rules.playouts import random_match

GAMES_EACH = 3


def accuracies(text: str, level: int) -> list[int]:
    """What both sides have in a few games of a level against itself."""
    found = []
    for number in range(GAMES_EACH):
        match = match_of(text, secret_of(f"accurate {number}"))
        while match.turn is not None:
            match.make(choose(seen(match, match.turn), match.options, level, number).move)
        found += [each for each in at_once(match).accuracy if each is not None]
    return found


def test_every_game_has_a_row_for_each_board_and_way_of_it() -> None:
    assert set(SCALES) == set(KINDS)
    assert {kind.partition(" ")[0] for kind in SCALES} == set(PLAYERS)
    for kind, text in KINDS.items():
        match = match_of(text, bytes(32))
        assert kind_of_play(match.game.key, match.options) == kind


@pytest.mark.parametrize("kind", KINDS)
def test_who_loses_more_is_less_accurate(kind: str) -> None:
    match = match_of(KINDS[kind], bytes(32))
    scale = scale_of(match.game.key, match.options)
    assert scale.accuracy(Played(0, 0)) == scale.accuracy(Played(0, 5_000)) == 100
    found = [scale.accuracy(Played(lost, 2_000)) for lost in (0, 20, 100, 500, 2_000, 10_000, 10**9)]
    assert found == sorted(found, reverse=True)
    assert 0 <= found[-1] < found[3] < found[1] <= 100
    assert scale.accuracy(Played(500, 8_000)) > scale.accuracy(Played(500, 1_000)), "more was at stake"


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("binar:digits=own,lines=single", 3, 6),
        ("binar:digits=choose,lines=single", 2, 6),
        ("binary:size=6", 2, 5),
    ],
)
def test_random_play_levels_and_the_top_are_where_they_are_to_be(text: str, low: int, high: int) -> None:
    random, some, best = (mean(accuracies(text, level)) for level in (0, low, high))
    assert 30 <= random <= 50
    assert random < some < best
    assert best >= 90


@pytest.mark.parametrize("text", ["russian", "yin-yang", "one-zero-one"])
def test_random_play_is_not_flattered(text: str) -> None:
    """It had 60 to 82 where only the worst moves of a match counted, and each move as much as any other."""
    assert 20 <= mean(accuracies(text, 0)) <= 55


def test_a_move_that_loses_less_than_a_look_is_sure_of_costs_no_accuracy() -> None:
    course = Course(random_match(GAMES["yin-yang"], {}, 3, limit=8))
    course._looks = dict.fromkeys(course.open, Look(None, 0, None, 1, 100))
    chosen = [i for i in course.open if i < course.last and course.seats[i] == 0]
    doubt = doubt_of("yin-yang")
    assert doubt > doubt_of("russian") > 0
    assert course.played(0, {}) == Played(0, 100 * len(chosen))
    assert course.played(0, {chosen[0]: doubt, chosen[1]: doubt + 70}) == Played(70, 100 * len(chosen))
    course._looks = {}
    assert course.played(0, {}) is None, "a seat without a choice has no accuracy"


def test_of_what_is_far_away_people_lose_sight() -> None:
    """In Binar a win that is given away counts the less the farther it was."""
    lost = {}
    for level in (3, 5, 6):
        match = match_of("binar:digits=own,lines=single", secret_of("sight"))
        while match.turn is not None:
            match.make(choose(seen(match, match.turn), match.options, level, 1).move)
        lost[level] = [0 if each is None else each.lost for each in at_once(match).played]
    assert lost[6] == [0, 0]
    assert sum(lost[3]) > sum(lost[5]) > 0


def test_the_fit_puts_random_play_and_the_top_where_they_are_to_be() -> None:
    shares = (1.2, 0.8, 0.5, 0.3, 0.15, 0.08, 0.04)
    found: Found = {
        level: [Played(round(share * (4_000 + LITTLE)), 4_000)] for level, share in enumerate(shares)
    }
    got = means(found, fitted(found))
    assert got == sorted(got)
    assert got[0] == pytest.approx(RANDOM, abs=3)
    assert got[-1] == pytest.approx(TOP, abs=3)
    assert Scale(0.5, 30).exact(0) == 100


def test_games_and_reports_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "MANY", 1)
    bench.main(str(tmp_path), "binar own double")
    said = capsys.readouterr().out
    assert said.startswith('        "binar own double": (')
    assert said.splitlines()[1].count("|") == levels(GAMES["binar"]) + 3

    def fail(*_: object) -> None:
        raise AssertionError("everything is there")

    monkeypatch.setattr(bench, "choose", fail)
    monkeypatch.setattr(bench, "at_once", fail)
    bench.main(str(tmp_path), "binar own double")
    assert capsys.readouterr().out == said
    assert list(found_in(tmp_path, "binar own double")) == list(range(levels(GAMES["binar"]) + 1))


def test_a_match_that_was_played_perfectly_is_said_to_be() -> None:
    match = Match(GAMES["binar"], {"size": 3}, bytes(32))
    while match.turn is not None:
        match.make(choose(seen(match, match.turn), match.options, 6, 1).move)
    assert at_once(match).accuracy == (100, 100)
