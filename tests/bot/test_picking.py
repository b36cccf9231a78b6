"""Menus that lead to every legal move and nowhere else, within what one message holds."""

import random
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.cards.picker import BUTTONS_AT_MOST
from bot.custom_ids import LIMIT, CustomId
from bot.picking import MENU_LIMIT, MENUS_LIMIT, Level, level, menus
from rules.catalogue import GAMES
from rules.game import AnyGame, Step
from rules.match import Match

HUGE = (1 << 63) - 1
"""The greatest id that a match can have."""
PLIES = 30


def positions(game: AnyGame, games: int) -> list[Any]:
    """Positions of random games, those with the most moves first."""
    chance = random.Random(7)
    met: list[tuple[int, int, Any]] = []
    for number in range(games):
        match = Match(game, {}, bytes([number % 256] * 32))
        for _ in range(PLIES):
            moves = match.turn is not None and game.moves(match.position)
            if not moves:
                break
            met.append((len(moves), len(met), match.position))
            match.make(chance.choice(moves))
    return [position for _, _, position in sorted(met, reverse=True, key=lambda entry: entry[:2])]


def levels(game: AnyGame, position: Any, path: tuple[str, ...] = ()) -> list[Level]:
    """All levels of a position's picker."""
    reached = level(game, position, path)
    assert reached is not None
    found = [reached]
    for step in reached.choices:
        found += levels(game, position, (*path, step.value))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_menus_lead_to_every_legal_move_and_to_no_other(game: str) -> None:
    rules = GAMES[game]
    met = positions(rules, 2)
    for position in met[:: max(1, len(met) // 3)]:
        reached = [here.move for here in levels(rules, position) if here.move is not None]
        legal = rules.moves(position)
        assert {rules.write(position, move) for move in reached} == {rules.write(position, m) for m in legal}


@pytest.mark.parametrize("games", [8, pytest.param(200, marks=pytest.mark.deep)])
@pytest.mark.parametrize("game", GAMES)
def test_the_busiest_positions_fit_into_menus_and_custom_ids(game: str, games: int) -> None:
    rules = GAMES[game]
    for position in positions(rules, games)[:2]:
        for reached in levels(rules, position):
            packed = menus(reached.choices)
            assert [step for menu in packed for step in menu.steps] == sorted_by_group(reached.choices)
            for menu in packed:
                assert 1 <= len(menu.steps) <= MENU_LIMIT
                assert len(str(menu.first)) + len(str(menu.last)) <= 100
                assert all(1 <= len(str(step.label)) <= (80 if len(reached.choices) <= BUTTONS_AT_MOST else 100)
                           and 1 <= len(step.value) <= 16 and "," not in step.value for step in menu.steps)  # fmt: skip
            longest = CustomId("choose", HUGE, 999_999, f"{MENUS_LIMIT - 1}:" + ",".join(reached.path))
            assert len(str(longest)) <= LIMIT


def sorted_by_group(steps: Sequence[Step]) -> list[Step]:
    """Choices with those of one group together, groups as they first come."""
    groups = list(dict.fromkeys(step.group for step in steps))
    return sorted(steps, key=lambda step: groups.index(step.group))


@given(st.lists(st.integers(1, 60), max_size=12))
def test_menus_hold_every_choice_once_and_do_not_split_small_groups(sizes: list[int]) -> None:
    steps = [
        Step(f"{group}.{number}", "x", f"rank {group}")
        for group, size in enumerate(sizes)
        for number in range(size)
    ]
    packed = menus(steps)
    assert [step for menu in packed for step in menu.steps] == steps
    assert all(1 <= len(menu.steps) <= MENU_LIMIT for menu in packed)
    for group, size in enumerate(sizes):
        homes = [menu for menu in packed if any(str(step.group) == f"rank {group}" for step in menu.steps)]
        assert len(homes) <= -(-size // MENU_LIMIT) + (size > MENU_LIMIT)


def test_a_path_that_no_legal_move_takes_leads_nowhere() -> None:
    match = Match(GAMES["binar"], {}, b"")
    for path in (["z9"], ["a1", "a1"], [""], ["a1"] * 50):
        assert level(match.game, match.position, path) is None


def test_one_menu_is_headed_by_the_groups_that_it_holds() -> None:
    steps = [Step(f"{rank}{file}", "x", f"rank {rank}") for rank in range(1, 5) for file in range(10)]
    assert [(menu.first, menu.last) for menu in menus(steps)] == [("rank 1", "rank 2"), ("rank 3", "rank 4")]
    assert [(menu.first, menu.last) for menu in menus([Step("a", "x")])] == [("", "")]


@pytest.mark.parametrize("key", ["russian", "one-zero-one", "binary", "gothic"])
def test_back_leads_to_the_last_level_with_a_choice(key: str) -> None:
    game = GAMES[key]
    for position in positions(game, 4)[::7]:
        for here in levels(game, position):
            back = here.path[:-1]
            while len(back) >= 2:
                before = level(game, position, back)
                assert before is not None
                if len(before.choices) != 1 or before.move is not None:
                    break
                back = back[:-1]
            assert here.back == back
