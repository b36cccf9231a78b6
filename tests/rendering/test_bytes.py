"""Bytes of files, over positions of matches that are played at random."""

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import pytest

from rendering.caption import Caption
from rendering.picture import draw, draw_end, draw_wide_end
from rules.board import BoardView
from rules.catalogue import GAMES
from rules.course import course_of
from rules.match import Match

pytestmark = pytest.mark.ci

BOARD = 45_000
"""Bytes of at least 95 of 100 boards."""
END = 60_000
"""Bytes of each end of a match."""
WIDE_END = 65_000
"""Bytes of each end in landscape."""
CROWD = 57_000
"""Bytes of a board of 12 × 12 with 60 pieces, kings of both sides and men."""
CROWDED: Final[Sequence[tuple[str, dict[str, object]]]] = (
    ("binar", {"size": 9}),
    ("binary", {"size": 12}),
    ("canadian", {}),
    ("international", {}),
    ("russian", {}),
    ("yin-yang", {}),
    ("one-zero-one", {}),
    ("zong-heng", {"size": 6, "layout": "rows"}),
    ("zong-heng", {"size": 10, "layout": "diagonals"}),
)
"""Games whose boards have most on them."""


def play(game: str, options: dict[str, object]) -> Match:
    """Return a match that is played at random to its end, the same in every run."""
    match, chance = Match(GAMES[game], options, bytes(32)), random.Random(game)
    while match.outcome is None and len(match.plies) < 300:
        match.play(chance.choice(match.moves()))
    if match.outcome is None:
        match.resign(match.turn or 0)
    return match


@pytest.mark.parametrize(
    ("theme", "every"),
    [
        ("wood", 3),
        *(pytest.param(theme, 1, marks=pytest.mark.deep) for theme in ("wood", "night", "contrast")),
    ],
)
def test_boards_and_ends_take_few_bytes(theme: str, every: int) -> None:
    boards = []
    for game, options in CROWDED:
        match = play(game, options)
        for share in range(1, 10, every):
            view = match.copy_at(len(match.plies) * share // 9).view(None)
            boards.append(len(draw(view, theme=theme).png))
        last, caption = match.view(None), Caption(match.game.title, ("Ada", "Ben"))
        assert len(draw_end(last, course_of(match), caption, theme=theme).png) <= END, (game, options)
        wide = draw_wide_end(last, course_of(match), caption, theme=theme)
        assert len(wide.png) <= WIDE_END, (game, options)
    assert sorted(boards)[len(boards) * 95 // 100] <= BOARD


@pytest.mark.parametrize("theme", ["wood", "contrast"])
@pytest.mark.parametrize("symbols", ["WB", "wbWB"])
def test_a_crowd_of_kings_takes_little_more(theme: str, symbols: str) -> None:
    chance, empty = random.Random(symbols), Match(GAMES["canadian"], {}, bytes(32)).view(None)
    assert isinstance(empty, BoardView)
    squares = chance.sample(list(empty.labels), 60)
    crowd = replace(empty, cells={square: chance.choice(symbols) for square in squares})
    assert len(draw(crowd, theme=theme).png) <= CROWD
