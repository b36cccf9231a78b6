"""A new player reads a lesson at each choice of their first turns.

The lesson is the same for any hidden cards.
"""

import random

import pytest

from rules.catalogue import GAMES
from rules.match import Match
from tests.rules.one_zero_one.hidden_worlds import another_world
from words import Words

GAME = GAMES["one-zero-one"]
LESSONS = 7
END = 40
"""Characters at the end of a lesson, which name no player."""


def lessons(match: Match, text: str) -> list[Words | None]:
    """What is said before a card with its line is chosen, and before its direction."""
    steps = GAME.steps(match.position, GAME.read(match.position, text))
    return [match.lesson(steps[:taken]) for taken in (0, *range(2, len(steps)))]


@pytest.mark.ci
@pytest.mark.parametrize("seat", [0, 1])
def test_each_choice_of_the_first_turns_has_a_lesson_of_its_own(seat: int) -> None:
    chance, found = random.Random(seat), set()
    for _ in range(30):
        match = Match(GAME, {}, chance.randbytes(32))
        while match.turn is not None:
            move = chance.choice(match.moves())
            if match.turn == seat:
                said = lessons(match, move)
                before = sum(ply.seat == seat for ply in match.plies)
                taught = {0: 2, 1: 2, 2: 2, 3: 1}.get(before, 0)
                assert [lesson is not None for lesson in said] == [at < taught for at in range(len(said))]
                found |= {str(lesson)[-END:] for lesson in said if lesson}
            match.play(move)
    assert len(found) == LESSONS


def test_the_first_lesson_about_lines_names_the_two_that_are_open() -> None:
    for seed in range(30):
        match = Match(GAME, {}, bytes([seed] * 32))
        for _ in (0, 1):
            position = match.position
            open_lines = {GAME.steps(position, move)[1].square for move in GAME.moves(position)}
            assert open_lines == {"A", "B"}
            assert "**A** or **B**" in str(lessons(match, match.moves()[0])[0])
            match.play(random.Random(seed).choice(match.moves()))


def test_nothing_is_taught_once_the_match_is_over() -> None:
    match = Match(GAME, {}, bytes(32))
    while match.turn is not None:
        match.play(random.Random(1).choice(match.moves()))
    assert GAME.teach(match.position, 0, ()) is None


def test_no_world_that_differs_in_hidden_cards_is_taught_otherwise() -> None:
    chance = random.Random(3)
    for seed in range(20):
        position = Match(GAME, {}, bytes([seed] * 32)).position
        assert position.turn is not None
        other = another_world(position, position.turn, chance)
        assert GAME.teach(position, 0, ()) == GAME.teach(other, 0, ())
