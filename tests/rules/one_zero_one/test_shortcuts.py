"""Choices that take several steps: a card with its line, then all that follows.

A direction is asked only where it changes something, now or later.
"""

import random
from itertools import islice

import pytest

from rules.choosing import node_at, reach_choice
from rules.game import Step
from rules.match import Match
from rules.one_zero_one.decks import DECKS
from rules.one_zero_one.shortcuts import MOST, effect_key
from rules.one_zero_one.turn import Position
from tests.rules.one_zero_one.diagram import GAME, position
from tests.rules.one_zero_one.hidden_worlds import another_world
from tests.rules.one_zero_one.test_moves import ROOMY
from tests.sets import leave_to_ci

PLAIN_ROWS = "10 0 1 0\n20 1 0 1"


def shortcuts(before: Position, path: tuple[str, ...]) -> tuple[Step, ...]:
    """What is offered after a path."""
    node = node_at(GAME, before, path)
    return node.shortcuts if node else ()


def offered(drawing: str, hand: str, path: tuple[str, ...] = (), *, cut: str = "") -> dict[str, str]:
    """What is offered after a path: the label of each choice, by its value."""
    return {step.value: str(step.label) for step in shortcuts(position(drawing, hand, cut=cut), path)}


def test_a_card_and_its_line_are_one_choice_with_the_direction_where_it_changes_nothing() -> None:
    assert offered(PLAIN_ROWS, "PLAIN DELETE-v IF-h") == {
        "PL,10": "PLAIN 10",
        "DEv,10,^": "DELETE ↑ 10",
        "IFh,10,<": "IF ← 10",
        "PL,20": "PLAIN 20",
        "DEv,20,^": "DELETE ↑ 20",
        "IFh,20": "IF ↔ 20",
        "PL,30": "PLAIN 30",
        "DEv,30": "DELETE ↕ 30",
        "IFh,30,<": "IF ← 30",
    }


def test_after_card_and_line_all_that_follows_is_one_choice() -> None:
    chosen = offered(PLAIN_ROWS, "PLAIN PRINT-h IF-v", ("PRh", "30"))
    assert chosen == {"<": "← left", ">,PL": "→ PLAIN", ">,IFv,^": "→ IF ↑"}
    chosen = offered(PLAIN_ROWS, "PLAIN PRINT-h IF-v", ("PRh", "10"))
    assert chosen == {"<": "← left", ">,PL": "→ PLAIN", ">,IFv,^": "→ IF ↑"}


@pytest.mark.parametrize(("hand", "asked"), [("REM-h", "REM ↔ 30"), ("SAVE-v", "SAVE ↕ 10")])
def test_a_direction_that_matters_later_is_asked(hand: str, asked: str) -> None:
    assert asked in offered(PLAIN_ROWS, f"PLAIN PLAIN {hand}").values()


def test_a_hand_of_one_kind_leaves_its_lines_to_choose() -> None:
    assert offered(PLAIN_ROWS, "IF-h IF-h IF-h", ("IFh",)) == {
        "10,<": "10 ←",
        "20,<": "20 ←",
        "20,>": "20 →",
        "30,<": "30 ←",
    }


def test_where_four_lines_are_open_a_card_comes_first_and_then_its_line_with_its_direction() -> None:
    rows = "10 0 1 0\n20 1 0 1\n30 0 1 1\n40 0"
    assert set(offered(rows, "PLAIN DELETE-v IF-h")) == {"PL", "DEv", "IFh"}
    assert set(offered(rows, "PLAIN PLAIN IF-h")) > {"PL,40", "IFh,40,<"}
    assert offered(rows, "PLAIN DELETE-v IF-h", ("DEv",)) == {
        "10,^": "10 ↑",
        "20,^": "20 ↑",
        "30,^": "30 ↑",
        "40,^": "40 ↑",
        "40,v": "40 ↓",
    }


@pytest.mark.ci
def test_where_too_many_ways_go_on_they_are_offered_step_by_step() -> None:
    before = position(ROOMY, "PRINT-h PRINT-v PASTE-h", cut="PASTE-v PASTE-h CUT-h CUT-v IF-h IF-v")
    paths: list[tuple[str, ...]] = [()]
    depths = set[int]()
    for path in islice(paths, 40):
        reached = reach_choice(GAME, before, path)
        assert reached is not None
        assert len(reached.offers) <= MOST
        depths |= {step.value.count(",") for step in reached.offers}
        paths += [(*reached.path, *step.value.split(",")) for step in reached.offers]
    assert len(depths) > 2


@pytest.mark.ci
@pytest.mark.parametrize("deck", leave_to_ci(DECKS, but=("everything",)))
def test_what_is_left_out_goes_on_as_the_choice_that_is_offered(deck: str) -> None:
    """Two moves of one effect are followed by the same moves to the same end."""
    chance, compared = random.Random(deck), 0
    for seed in range(12):
        match = Match(GAME, {"deck": deck}, bytes([seed] * 32))
        while match.turn is not None:
            alike: dict[object, list[str]] = {}
            for text in match.moves():
                alike.setdefault(effect_key(match.position, GAME.read(match.position, text)), []).append(text)
            twins = [texts for texts in alike.values() if len(texts) > 1]
            if twins and chance.random() < 0.3:
                first, other = match.copy(), match.copy()
                first.play(twins[0][0])
                other.play(twins[0][-1])
                while first.turn is not None:
                    assert first.moves() == other.moves()
                    move = chance.choice(first.moves())
                    first.play(move)
                    other.play(move)
                assert (first.outcome, other.turn) == (other.outcome, None)
                compared += 1
            match.play(chance.choice(match.moves()))
    assert compared > 20


def test_no_world_that_differs_in_hidden_cards_is_offered_anything_else() -> None:
    chance = random.Random(4)
    for seed in range(4):
        match = Match(GAME, {}, bytes([seed] * 32))
        while match.turn is not None:
            if chance.random() < 0.7:
                match.play(chance.choice(match.moves()))
                continue
            other = another_world(match.position, match.turn, chance)
            for path in ((), tuple(shortcuts(match.position, ())[-1].value.split(","))[:2]):
                assert shortcuts(match.position, path) == shortcuts(other, path)
            match.play(chance.choice(match.moves()))
