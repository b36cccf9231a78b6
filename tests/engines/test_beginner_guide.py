"""The guide of a first game can be beaten by a beginner, and says what happens."""

import random
import re
from pathlib import Path
from typing import Final

import pytest

from engines.beginner_guide import (
    OPTIONS,
    PATIENCE,
    choose_guide_move,
    explain_end,
    explain_turn,
    has_guide,
    is_guided,
)
from engines.observation import observe
from engines.worker_messages import MoveRequest, answer_move_request
from rules.catalogue import GAMES
from rules.game import Seat
from rules.match import Match

FIRST_GAMES: Final = 200
MOST_WORDS: Final = 12
GLOSSARY: Final = Path("docs/glossary.md")


def new_match() -> Match:
    return Match(GAMES["binar"], OPTIONS, secret=bytes(32))


def first_game(seed: int, seat: Seat, *, takes_offers: bool = True) -> Match:
    """Play a first game: at random, but for the squares that the guide offers."""
    match, chance = new_match(), random.Random(seed)
    while match.turn is not None:
        if match.turn != seat:
            request = MoveRequest(observe(match, match.turn), match.options, None, seed)
            match.make_move(answer_move_request(request).move)
            continue
        offered = explain_turn(match, seat).facts.get("square") if takes_offers else None
        match.play(str(offered) if offered else chance.choice(match.moves()))
    return match


def set_up(seat: Seat, *moves: str) -> Match:
    """Return a match after these moves; `seat` makes the first."""
    match = new_match()
    for move in moves:
        match.play(move)
    assert match.turn == seat
    return match


@pytest.mark.ci
def test_a_beginner_who_takes_offers_scores_forty_per_cent_in_games_of_eight_moves() -> None:
    seat = 0  # the newcomer moves first
    matches = [first_game(seed, seat) for seed in range(FIRST_GAMES)]
    winners = [match.outcome.winner if match.outcome else None for match in matches]
    score = sum(0.5 if winner is None else float(winner == seat) for winner in winners)
    assert score >= 0.4 * FIRST_GAMES
    assert winners.count(1 - seat), "it may be lost too"
    assert min(len(match.plies) for match in matches) >= 2 * PATIENCE


@pytest.mark.parametrize("seat", [0, 1])
def test_the_guide_wins_nothing_before_its_eighth_move(seat: Seat) -> None:
    for seed in range(2):
        match = first_game(seed, seat, takes_offers=False)
        assert len(match.plies) >= 2 * PATIENCE - (1 - seat)


def test_it_takes_no_win_while_it_has_another_move() -> None:
    # Row 1 and column a lack a1 alone, and both sums would be odd with a 1 there; all is late enough.
    match = Match(GAMES["binar"], OPTIONS, secret=bytes(32))
    cells = dict.fromkeys(["b1", "c1", "d1", "e1", "a2", "a3", "a4", "a5"], "0")
    cells |= dict.fromkeys(["b2", "c3", "d4", "b4", "c5", "d2", "e3"], "1")
    match.set_position({"size": 5, "cells": cells, "turn": 1})
    for seed in range(9):
        assert match.game.write(match.position, choose_guide_move(observe(match, 1), seed).move) != "a1"


def test_late_it_leaves_a_square_that_wins() -> None:
    # With e1, row 1 lacks a1 alone, as column a does, and both sums are even.
    match = new_match()
    cells = dict.fromkeys(["c1", "d1", "a2", "a3", "b2", "d3", "e4", "c5"], "0")
    cells |= dict.fromkeys(["b1", "a4", "a5", "c3", "b4", "d5", "e2"], "1")
    match.set_position({"size": 5, "cells": cells, "turn": 1})
    for seed in range(5):
        after = match.copy()
        after.make_move(choose_guide_move(observe(match, 1), seed).move)
        assert "wins now" in str(explain_turn(after, 0))


def test_a_square_that_loses_is_not_offered() -> None:
    # a1 would make row 1 and column a full and odd.
    match = set_up(0, "b1", "c1", "d1", "a2", "e1", "a4", "a3", "a5")
    assert "wins now" not in str(explain_turn(match, 0))
    match.play("a1")
    assert str(explain_end(match, 0)) == "Row 1 and column a are full and odd: Twotone wins."


def test_its_sentences_say_what_the_last_moves_filled() -> None:
    even_first = set_up(0)
    assert str(explain_turn(even_first, 0)).endswith("**Both sums even: you win. Both odd: Twotone wins.**")
    assert str(explain_turn(set_up(1, "a1"), 1)) == "Closest to full: row 1, with 1 of 5."
    row = ("a1", "b1", "c1", "d1", "b3", "e1")
    assert str(explain_turn(set_up(0, *row), 0)) == "Row 1 is full: its sum is odd."
    assert str(explain_turn(set_up(1, *row, "c4"), 1)) == "Row 1 is full: its sum is odd."
    assert "Closest to full: " in str(explain_turn(set_up(0, *row, "c4", "d5"), 0))
    column = ("a1", "a2", "a3", "a4", "a5")
    assert str(explain_turn(set_up(1, *column), 1)) == "Column a is full: its sum is even."


def test_a_square_that_wins_comes_before_all_else() -> None:
    # Even lacks a1 of row 1 and column a, whose other digits have even sums.
    match = set_up(0, "b1", "c1", "d1", "e1", "a2", "a3", "a4", "a5")
    assert str(explain_turn(match, 0)).startswith("**a1 wins now**")
    match.play("a1")
    assert str(explain_end(match, 0)) == "Row 1 and column a are full and even: you win."
    assert str(explain_end(match, 1)) == "Row 1 and column a are full and even: Twotone wins."


def test_two_lines_apart_are_one_sentence() -> None:
    match = set_up(1, "b1", "a2", "c1", "a3", "d1", "a4", "e1", "b2", "a5", "c3", "a1")
    assert str(explain_turn(match, 1)) == "Row 1 is even and column a is odd: nobody wins yet."


def test_ends_are_told_in_few_words_without_terms() -> None:
    terms = set(re.findall(r"(?m)^- \*\*([a-z ]+)\*\*", GLOSSARY.read_text(encoding="utf-8")))
    ends = [first_game(seed, seed % 2) for seed in range(6)]
    given_up, agreed = set_up(1, "a1"), set_up(1, "a1")
    given_up.resign(1)
    agreed.agree_draw()
    told = [str(explain_end(match, seat)) for match in (*ends, given_up, agreed) for seat in (0, 1)]
    assert {"You gave up: Twotone wins.", "You both agreed: a draw."} <= set(told)
    for words in told:
        assert len(words.split()) <= MOST_WORDS
        assert not terms & set(re.findall("[a-z]+", words.lower()))


def test_only_the_game_of_its_options_has_a_guide() -> None:
    assert [key for key in GAMES if is_guided(GAMES[key])] == ["binar"]
    assert has_guide(new_match())
    assert not has_guide(Match(GAMES["binar"], {"lines": "single"}, secret=bytes(32)))
    assert explain_end(new_match(), 0) is None
