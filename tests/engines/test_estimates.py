"""The computer's levels have the numbers that follow from the ladders.

The ladders are those in docs/opponents.md. The numbers depend on nothing else.
"""

import re
from pathlib import Path

import pytest

from engines.choose import level_count
from engines.estimates import ANCHOR_LEVEL, ANCHOR_RATING, LEVEL_STEPS, level_ratings, rating_difference
from rules.catalogue import GAMES

PAGE = (Path(__file__).parents[2] / "docs" / "opponents.md").read_text(encoding="utf-8")
RESULT = re.compile(r"(\d+)(?: of (\d+))?")
USUAL = 60
"""Games of a step where the page gives no other number."""


def listed_results() -> dict[str, dict[int, tuple[int, int]]]:
    """Return the result of each level against the one below, as the page lists them.

    The outer key is a game, the inner key a level; the values are per cent and number of games.
    """
    found: dict[str, dict[int, tuple[int, int]]] = {}
    heads: list[str] = []
    for line in PAGE.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")] if line.startswith("|") else []
        if not cells or cells[0] == "game":
            heads = cells[1:]
            continue
        key = cells[0].lower().replace(" ", "-")
        for head, cell in zip(heads, cells[1:], strict=False):
            if " over " in head and (result := RESULT.match(cell)):
                found.setdefault(key, {})[int(head[0])] = (int(result[1]), int(result[2] or USUAL))
    return found


def test_the_steps_are_those_that_the_page_keeps_from_2_over_1_on() -> None:
    assert {
        key: tuple(step for level, step in sorted(steps.items()) if level > 1)
        for key, steps in listed_results().items()
        if key in GAMES
    } == dict(LEVEL_STEPS)


@pytest.mark.parametrize("key", LEVEL_STEPS)
def test_a_game_has_a_number_for_each_level_and_each_is_above_the_one_before(key: str) -> None:
    numbers = level_ratings(key)
    assert len(numbers) == level_count(GAMES[key])
    assert list(numbers) == sorted(set(numbers))
    assert numbers[ANCHOR_LEVEL - 1] == ANCHOR_RATING


def test_where_no_ladder_was_played_there_is_no_number() -> None:
    assert level_ratings("chess") == ()


@pytest.mark.parametrize(
    ("step", "points"), [((50, 40), 0), ((76, 200), 198), ((100, 20), 529), ((0, 20), -529)]
)
def test_a_share_of_the_points_is_a_difference_of_elo(step: tuple[int, int], points: int) -> None:
    assert round(rating_difference(step)) == points
