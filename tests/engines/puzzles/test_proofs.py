"""Proofs of who wins, against playing everything by the rules."""

from collections import Counter
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from engines.bounds import SURE
from engines.one_zero_one import last_turns as last_turns_of_cards
from engines.one_zero_one.estimate import estimate_worth
from engines.one_zero_one.last_turns import is_face_up
from engines.puzzles.finding import MOST, find_puzzle
from engines.puzzles.generation import WIDEST, find_won_positions
from engines.puzzles.proofs import LastTurnsProof, PlayoutProof, RaceProof, SearchProof
from engines.puzzles.scales import GLANCED, SOLVERS
from engines.squares import zong_heng
from engines.squares.binary import game_tree_of
from engines.squares.deep import DeepSearch
from rules.catalogue import GAMES
from rules.game import Seat
from rules.match import Match
from rules.one_zero_one.decks import DECKS
from rules.one_zero_one.playing_cards import LaidCard
from rules.shuffle import Shuffle
from tests.rules.playouts import random_match

BINARY, INCORRECT, CARDS = GAMES["binary"], GAMES["incorrect-checkers"], GAMES["one-zero-one"]
DECK_NAMES = list(DECKS)


def all_played(position: Any, seat: Seat) -> bool:
    """Whether a seat wins a position of Binary."""
    outcome = BINARY.outcome(position)
    if outcome is not None:
        return outcome.winner == seat
    best = any if position.turn == seat else all
    return best(all_played(BINARY.play(position, move), seat) for move in BINARY.moves(position))


def ends_of_binary(pieces: int) -> list[Any]:
    """Positions of random matches with no more than so many pieces left in hand."""
    matches = [random_match(BINARY, {"size": 6}, seed) for seed in range(40)]
    positions = [ply.position for match in matches for ply in match.plies]
    return [each for each in positions if BINARY.turn(each) is not None and sum(each.hands) <= pieces]


def test_binary_is_won_exactly_where_playing_everything_says_so() -> None:
    proof, seen = PlayoutProof(BINARY, lambda position: game_tree_of(position.size)), Counter[bool]()
    for position in ends_of_binary(2):
        for seat in (0, 1):
            won = proof.is_win(position, seat, 4_000)
            assert won == all_played(position, seat)
            seen[won] += 1
    assert min(seen[True], seen[False]) > 20, seen


def test_a_glance_at_binary_sees_the_end_only_with_few_pieces_in_hand() -> None:
    solver, seen = SOLVERS["binary"], Counter[int]()
    for position in ends_of_binary(3):
        left, worth = sum(position.hands), solver.estimate_worth(position, 2)
        assert left > 2 or (worth > 0) == all_played(position, position.turn)
        assert left > 2 or (worth < 0) == all_played(position, 1 - position.turn)
        assert left <= 2 or worth == 0
        seen[left] += 1
    assert min(seen[each] for each in (1, 2, 3)) > 3, seen


def first_home(position: Any, plies: int) -> Seat | None:
    """Return the seat that wins within `plies` plies against every defence.

    The position is one of Incorrect Checkers.
    """
    if position.outcome is not None:
        winner: Seat | None = position.outcome.winner
        return winner
    if not plies:
        return None
    after = {first_home(INCORRECT.play(position, move), plies - 1) for move in INCORRECT.moves(position)}
    return next((each for each in (position.turn, None, 1 - position.turn) if each in after), None)


def races(count: int) -> list[Any]:
    """Random positions of Incorrect Checkers in which most pieces are home."""
    draws, found = Shuffle(bytes(32)), []
    squares = [f"{file}{rank}" for rank in range(1, 9) for file in "abcdefgh"]
    dark = [name for name in squares if ("abcdefgh".index(name[0]) + int(name[1])) % 2]
    light = [name for name in squares if name not in dark]
    for _ in range(count):
        black = draws.permute([name for name in dark if int(name[1]) > 5])[:2]
        black += draws.permute([name for name in dark if 3 < int(name[1]) < 7 and name not in black])[:2]
        white = draws.permute([name for name in light if int(name[1]) < 4])[:2]
        white += draws.permute([name for name in light if 2 < int(name[1]) < 6 and name not in white])[:2]
        match = Match(INCORRECT, {}, bytes(32))
        match.set_position(
            {"cells": dict.fromkeys(black, "b") | dict.fromkeys(white, "w"), "turn": draws.below(2)}
        )
        if match.outcome is None:
            found.append(match.position)
    return found


@pytest.mark.ci
@pytest.mark.parametrize("plies", [1, 2, 3, 4])
def test_a_race_is_won_exactly_where_playing_everything_says_so(plies: int) -> None:
    proof, seen = RaceProof(), Counter[Seat | None]()
    for position in races(40):
        winner = proof.find_winner(position, 100_000, plies)
        assert winner == first_home(position, plies)
        assert winner is None or proof.is_win(position, winner, 100_000) is True
        assert winner is None or proof.is_win(position, 1 - winner, 100_000) is False
        seen[winner] += 1
    assert len(seen) > min(plies, 2), seen


def test_a_race_is_not_won_by_a_move_after_which_the_other_is_home_first() -> None:
    match = Match(INCORRECT, {}, bytes(32))
    cells = dict.fromkeys(["c5", "f4"], "b") | dict.fromkeys(["b1", "d1", "f1", "f3", "d5", "f5"], "w")
    match.set_position({"cells": cells, "turn": 1})
    assert RaceProof().find_winner(match.position, 100_000, 5) is first_home(match.position, 5) is None


def test_a_glance_at_a_race_tells_who_is_home_soon() -> None:
    solver, seen = SOLVERS["incorrect-checkers"], Counter[bool]()
    for position in races(40):
        winner = first_home(position, 2)
        if winner is not None:
            assert (solver.estimate_worth(position, 2) >= SURE) == (winner == position.turn)
            assert (solver.estimate_worth(position, 2) <= -SURE) == (winner != position.turn)
            seen[winner == position.turn] += 1
    assert min(seen[True], seen[False]) > 0, seen


def last_turns(count: int) -> list[Any]:
    """Return positions of One Zero One in which no deck hides a card.

    They come from matches of random moves with open hands.
    """
    found = []
    for seed in range(count):
        match = random_match(CARDS, {"hands": "open", "deck": DECK_NAMES[seed % len(DECK_NAMES)]}, seed)
        positions = [ply.position for ply in match.plies[-4:]]
        found += [each for each in positions if each.turn is not None and is_face_up(each)]
    return found


def wins_cards(position: Any, seat: Seat) -> bool:
    """Whether a seat wins a position of One Zero One whose cards are all known.

    Every line is played out.
    """
    return _winner(position) == seat


@cache
def _winner(position: Any) -> Seat | None:
    """Who wins it, each doing the best for their own seat: a win, a draw, a loss."""
    outcome = CARDS.outcome(position)
    if outcome is not None:
        winner: Seat | None = outcome.winner
        return winner
    found = set()
    for move in CARDS.moves(position):
        found.add(_winner(CARDS.play(position, move)))
        if position.turn in found:
            break  # nothing is better
    return next(each for each in (position.turn, None, 1 - position.turn) if each in found)


@pytest.mark.ci
def test_the_last_turns_of_cards_are_won_exactly_where_playing_everything_says_so() -> None:
    proof, seen = LastTurnsProof(), Counter[tuple[int, bool | None]]()
    for position in last_turns(16):
        left = sum(map(len, position.decks))
        for seat in (0, 1):
            won = proof.is_win(position, seat, 4_000)
            assert won == wins_cards(position, seat)
            seen[left, won] += 1
    assert min(seen[left, won] for left in (0, 1, 2) for won in (True, False)) > 2, seen


def test_more_turns_than_anybody_thinks_through_are_neither_proven_nor_looked_at() -> None:
    """A PASTE after a PRINT may bring any card of the cut pile, and that one the next."""
    pile = [{"command": name, "axis": axis} for name in ("PASTE", "PRINT", "DELETE", "SAVE") for axis in "hv"]
    hand = [{"command": "PRINT", "axis": axis} for axis in "hv"] + [{"command": "PASTE", "axis": "h"}]
    plain = {"command": "PLAIN", "axis": None}
    laid = {**plain, "digit": 0, "points": None}
    match = Match(CARDS, {"hands": "open"}, bytes(32))
    match.set_position(
        {
            "lines": {"10": [laid] * 3, "20": [laid] * 3, "30": [laid]},
            "cut": pile,
            "hands": [[plain] * 3, hand],
            "decks": [{"deck": [plain], "count": 1}, {"deck": [plain], "count": 1}],
            "digits": [0, 1],
            "turn": 0,
        }
    )
    position = match.position
    assert len(match.moves()) <= MOST
    replies = [CARDS.play(position, move) for move in CARDS.moves(position)]
    assert min(len(CARDS.moves(reply)) for reply in replies) > last_turns_of_cards.MOST
    assert LastTurnsProof().is_win(position, 0, 4_000) is None
    assert SOLVERS["one-zero-one"].estimate_worth(replies[0], 8) == 0
    assert find_puzzle(CARDS, position) is None


@pytest.mark.ci
def test_nothing_is_proven_of_cards_that_are_drawn_unseen() -> None:
    proof, seen = LastTurnsProof(), Counter[bool]()
    for seed in range(12):
        for ply in random_match(CARDS, {"hands": "open"}, seed).plies[-7:-1]:
            hides = max(map(len, ply.position.decks)) > 1
            assert (proof.is_win(ply.position, 0, 4_000) is None) == hides
            seen[hides] += 1
    assert min(seen[True], seen[False]) > 5, seen


@pytest.mark.ci
def test_a_turn_of_cards_counts_three_plies_of_a_look() -> None:
    solver, seen = SOLVERS["one-zero-one"], Counter[bool]()
    for position in last_turns(40):
        mover = position.turn
        at_once = solver.estimate_worth(position, 2)
        assert at_once == estimate_worth(position.lines, position.digits[mover])
        if sum(map(len, position.decks)) == 1 and len(position.decks[mover]) == 1:
            after = [CARDS.play(position, move) for move in CARDS.moves(position)]
            going = [each for each in after if each.ended is None]
            ends = [CARDS.outcome(each) for each in after if each.ended is not None]
            best = max((1 - 2 * mover) * estimate_worth(each.lines, position.digits[0]) for each in going)
            won = any(end is not None and end.winner == mover for end in ends)
            assert (solver.estimate_worth(position, 4) >= SURE) == won
            assert won or ends or solver.estimate_worth(position, 4) == best
            assert (solver.estimate_worth(position, 8) >= SURE) == wins_cards(position, mover)
            seen[wins_cards(position, mover)] += 1
    assert min(seen[True], seen[False]) > 1, seen


def test_an_even_estimate_proves_nothing() -> None:
    game, field, even = GAMES["zong-heng"], zong_heng.game_tree_of(6), 0
    for seed in range(10):
        for ply in random_match(game, {"size": 6}, seed).plies[:6]:
            turn = game.turn(ply.position)
            assert turn is not None
            even += DeepSearch(field, 1).rate(field.root_state(ply.position), turn, 60, 0)[0][0] == 0
            assert SearchProof(game, lambda _: field).is_win(ply.position, 0, 1) is None
    assert even


class Said:
    """A proof that calls the first position asked a win.

    It answers `others` for every position after it.
    """

    def __init__(self, others: bool | None) -> None:
        self.others = others
        self.asked = 0

    def is_win(self, position: Any, seat: Seat, nodes: int) -> bool | None:
        """Return the prepared answer."""
        del position, seat, nodes
        self.asked += 1
        return True if self.asked == 1 else self.others


def test_a_move_does_not_stand_alone_where_another_is_not_seen_to_its_end() -> None:
    [position, *_] = [each for each in ends_of_binary(4) if min(each.hands) == 2]
    unseen, lost = Said(None), Said(False)
    assert find_puzzle(BINARY, position, proof=unseen) is None
    assert unseen.asked == 2
    find_puzzle(BINARY, position, proof=lost)
    assert lost.asked == len(BINARY.moves(position))


@pytest.mark.ci
def test_a_match_is_looked_through_as_far_back_as_it_is_seen_and_moves_are_few() -> None:
    proof, seen = PlayoutProof(BINARY, lambda each: game_tree_of(each.size)), Counter[str]()
    for seed in range(6):
        match = random_match(BINARY, {"size": 6}, seed)
        positions = [ply.position for ply in match.plies if BINARY.turn(ply.position) is not None]
        won = find_won_positions(BINARY, positions, proof)
        assert won == [each for each in positions if each in won]
        for each in positions:
            few = len(BINARY.moves(each)) <= MOST
            seen["few" if few else "many"] += 1
            assert few or each not in won
            if sum(each.hands) <= 3 and few:
                assert (each in won) == proof.is_win(each, each.turn, 4_000)
    assert min(seen["few"], seen["many"]) > 10, seen


def test_a_display_with_a_line_of_more_than_two_rows_is_not_looked_at() -> None:
    position = last_turns(2)[0]
    long = (LaidCard("PLAIN", None, 0),) * WIDEST
    for line, crowded in ((long, False), ((*long, long[0]), True)):
        wide = replace(position, lines=(line, *position.lines[1:]))
        assert max(map(len, position.lines[1:])) <= WIDEST
        assert find_won_positions(CARDS, [wide], Said(True)) == ([] if crowded else [wide])


def test_a_proof_that_is_out_of_nodes_says_nothing_and_asks_anew_next_time() -> None:
    start = INCORRECT.start(INCORRECT.read_options({}), Shuffle(bytes(32)))
    race = RaceProof()
    assert race.is_win(start, 0, 50) is None
    position = races(1)[0]
    assert race.is_win(position, 0, 100_000) is not None
    assert RaceProof().is_win(position, 0, 0) is None
    [binary] = [each for each in ends_of_binary(2) if sum(each.hands) == 2][:1]
    played = PlayoutProof(BINARY, lambda each: game_tree_of(each.size))
    assert played.is_win(binary, 0, 1) is None
    assert played.is_win(binary, 0, GLANCED) == all_played(binary, 0)
