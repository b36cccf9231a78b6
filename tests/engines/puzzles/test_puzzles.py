"""Every shipped puzzle is sound.

It is legal to its last move, has one move that truly wins and is not in plain sight, and comes from
its own match.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from engines.one_zero_one.last_turns import is_face_up
from engines.puzzles import finding, generation
from engines.puzzles.finding import FEWEST, LOOK, SOON, SPARE, find_puzzle, is_confirmed, is_convincing
from engines.puzzles.generation import WIDEST, balancing_filter, mine_puzzles, strip_history
from engines.puzzles.match_hunt import find_match_puzzle
from engines.puzzles.puzzle import FOLDER, Puzzle, load_shipped_puzzles, parse_puzzle
from engines.puzzles.scales import SOLVERS, margins_for, material_balance, rate_by_players
from rules.catalogue import GAMES
from rules.checkers import fen
from rules.checkers.game import Checkers
from rules.checkers.position import Position
from rules.checkers.rulesets import RULESETS
from rules.game import Options, Seat
from rules.match import Match
from rules.shuffle import Shuffle
from tests.rules.playouts import random_match
from tests.sets import leave_to_ci

WITH: tuple[str, ...] = tuple(game for game in GAMES if load_shipped_puzzles(game))
BINAR = GAMES["binar"]
EVERY = [puzzle for game in WITH for puzzle in load_shipped_puzzles(game)]
ONLY_MATERIAL = (
    parse_puzzle(
        "armenian",
        '{"match":296,"options":{},"at":"B:Wa4,e4,e3,a2:Bf6,b5,e5,g5","line":"b5-a5 e4xg4 a5xa1",'
        '"given":300,"stars":1}',
    ),
    parse_puzzle(
        "spanish",
        '{"match":39,"options":{},"at":"W:W5,8-11,14,19:B16-18,20,21,24,26,28",'
        '"line":"19-22 26x19 14x32","given":100,"stars":1}',
    ),
)
"""Puzzles that win only material.

In one a king cannot win against two men, in the other the better reply regains the material.
"""
CROWNED = parse_puzzle(
    "american",
    '{"match":1280,"options":{},"at":"B:W6,12,22,25,26,28,29:B3,5,11,15,16,18,19",'
    '"line":"18-23 6-1 23x30","given":50,"stars":2}',
)
"""A gain before which the other only crowns."""
CLOSE = parse_puzzle(
    "american",
    '{"match":312,"options":{},"at":"W:W13,17,21,23-29,31,32:B1-3,5-10,15,16,20",'
    '"line":"24-19 15x24 28x12","given":100,"stars":1}',
)
"""A puzzle that is worth enough, and hardly more."""


@pytest.mark.ci
@pytest.mark.parametrize("game", leave_to_ci(WITH, but=("binary", "one-zero-one", "russian")))
def test_lines_are_legal_end_with_the_solver_and_begin_among_several_moves(game: str) -> None:
    for puzzle in load_shipped_puzzles(game):
        match = puzzle.match_after(len(puzzle.line))
        assert [ply.text for ply in match.plies] == list(puzzle.line)
        assert [ply.seat for ply in match.plies[::2]] == [puzzle.solver] * (len(puzzle.line) // 2 + 1)
        assert puzzle.solver not in [ply.seat for ply in match.plies[1::2]]
        assert len(puzzle.match_after(0).moves()) >= FEWEST
        assert 1 <= puzzle.stars <= 3


@pytest.mark.ci
@pytest.mark.parametrize(
    "game",
    leave_to_ci([game for game in WITH if game in RULESETS], but=("american", "international", "russian")),
)
def test_checkers_puzzles_begin_quietly_and_end_ahead_by_what_they_say(game: str) -> None:
    for puzzle in load_shipped_puzzles(game):
        before, after = puzzle.match_after(0).position, puzzle.match_after(len(puzzle.line))
        first = puzzle.rules.read(before, puzzle.line[0])
        assert not first.captured
        assert not any(move.captured for move in before.legal)
        assert before.play(first).board.kings.bit_count() == before.board.kings.bit_count()
        if after.outcome is None:
            assert -material_balance(after.position) >= max(100, material_balance(before) + 100)
        behind = [
            material_balance(puzzle.match_after(plies).position) for plies in range(0, len(puzzle.line), 2)
        ]
        assert puzzle.given == behind[0] - min(behind)
        lost, taken = puzzle.pieces_lost
        assert taken > 0
        assert not puzzle.given or lost > 0


def test_what_is_given_up_and_taken_is_counted_for_either_colour() -> None:
    white = Puzzle(
        "russian",
        {},
        "W:Wa3,e3,g3,d2,f2,h2,a1,c1,e1,g1:Bd8,f8,h8,a7,c7,e7,g7,h6,a5,c5,e5",
        ("e3-d4", "c5:e3", "d2:b8"),
        100,
        1,
        0,
    )
    assert white.pieces_lost == (1, 3)
    black = Puzzle(
        "frisian",
        {},
        "B:W25,30,31,36,42,43,44:B7,10,13,14,17,23,28",
        ("10-15", "25x5", "13-18", "5x19", "18x47"),
        200,
        2,
        0,
    )
    assert black.pieces_lost == (2, 5)


@pytest.mark.parametrize("game", leave_to_ci(WITH, but=("binary", "one-zero-one", "russian")))
def test_no_two_come_from_one_match_and_enough_of_checkers_give_something_up(game: str) -> None:
    puzzles = load_shipped_puzzles(game)
    assert len({puzzle.match for puzzle in puzzles}) == len(puzzles)
    assert len({str(puzzle.at) for puzzle in puzzles}) == len(puzzles)
    assert len({puzzle.line[:2] for puzzle in puzzles}) == len(puzzles), "the same idea on the same squares"
    assert len({puzzle.line[::2] for puzzle in puzzles}) == len(puzzles), "the same idea, with another reply"
    assert sum(puzzle.stars == 1 for puzzle in puzzles) <= len(puzzles) / 3 + 1
    assert sum(puzzle.is_plain for puzzle in puzzles) <= len(puzzles) / 3 + 1
    if game in RULESETS and len(puzzles) > 2:
        assert 3 * sum(puzzle.given > 0 for puzzle in puzzles) >= len(puzzles)


def test_keys_tell_all_puzzles_apart_and_files_are_as_they_are_written() -> None:
    assert max(Counter(puzzle.key for puzzle in EVERY).values()) == 1
    for game in WITH:
        text = (FOLDER / f"{game}.jsonl").read_text("utf-8")
        assert text == "".join(parse_puzzle(game, line).to_line() + "\n" for line in text.splitlines())
    assert {path.stem for path in FOLDER.iterdir()} <= set(GAMES)


def test_the_shortest_proven_puzzles_hold_by_the_deeper_look() -> None:
    for game in SOLVERS:
        if load_shipped_puzzles(game):
            assert is_sound(
                min(
                    load_shipped_puzzles(game),
                    key=lambda puzzle: (len(puzzle.match_after(0).moves()), puzzle.key),
                )
            )


@pytest.mark.ci
def test_the_search_by_material_looks_at_late_moves_as_deeply_as_at_early_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(finding, "is_convincing", lambda *_: True)  # the players' search is another
    assert is_sound(
        load_shipped_puzzles("pool")[1]
    )  # with late moves a ply less deep it does not stand alone


def test_a_position_of_checkers_is_looked_at_as_the_puzzle_shows_it() -> None:
    match = random_match(GAMES["frisian"], {}, 4)
    for ply in match.plies[:-1:5]:
        shown = match.copy()
        shown.set_position(fen.write(ply.position.generator, ply.position.board, ply.position.colour))
        assert strip_history(ply.position) == replace(shown.position, first=ply.position.first)


def worth(position: Any, seat: Seat) -> int:
    """Return the exact value of a position of Binar for a seat, by playing every line.

    It is 1 for a win, 0 for a draw, otherwise -1.
    """
    outcome = BINAR.outcome(position)
    if outcome is not None:
        return 0 if outcome.winner is None else 1 if outcome.winner == seat else -1
    best = max if BINAR.turn(position) == seat else min
    return best(worth(BINAR.play(position, move), seat) for move in BINAR.moves(position))


@pytest.mark.ci
def test_a_move_stands_alone_only_if_it_wins_and_no_other_does() -> None:
    winners = Counter[int]()
    for seed in range(30):
        match = random_match(BINAR, {"size": 3}, seed)
        for ply in match.plies[-5:-1]:
            seat, moves = BINAR.turn(ply.position), BINAR.moves(ply.position)
            assert seat is not None
            wins = [move for move in moves if worth(BINAR.play(ply.position, move), seat) == 1]
            alone = [move for move in moves if is_confirmed(BINAR, ply.position, [move])]
            assert alone == (wins if len(wins) == 1 else [])
            winners[min(len(wins), 2)] += 1
    assert min(winners[0], winners[1], winners[2]) > 3, winners


@pytest.mark.ci
@pytest.mark.parametrize(
    "game",
    leave_to_ci(["binary", "incorrect-checkers", "yin-yang", "one-zero-one"], after=1),
)
@pytest.mark.parametrize("some", [slice(2), pytest.param(slice(2, 6), marks=pytest.mark.deep)], ids=str)
def test_what_is_shipped_is_found_in_its_position_again(game: str, some: slice) -> None:
    for puzzle in load_shipped_puzzles(game)[some]:
        position = puzzle.match_after(0).position
        found = find_puzzle(puzzle.rules, position)
        assert found is not None
        texts = []
        for move in found.line:
            texts.append(puzzle.rules.write(position, move))
            position = puzzle.rules.play(position, move)
        assert (tuple(texts), found.stars) == (puzzle.line, puzzle.stars)


def test_puzzles_of_cards_hide_nothing_and_go_on_after_the_first_turn() -> None:
    for puzzle in load_shipped_puzzles("one-zero-one"):
        position = puzzle.match_after(0).position
        assert puzzle.options["hands"] == "open"
        assert position.open_source and is_face_up(position)
        assert max(map(len, position.lines)) <= WIDEST
        assert len(position.decks[puzzle.solver]) == 1, "the first turn would be the last"
        assert puzzle.match_after(1).outcome is None
        outcome = puzzle.match_after(len(puzzle.line)).outcome
        assert puzzle.is_plain or (outcome is not None and outcome.winner == puzzle.solver)


@pytest.mark.ci
def test_a_match_with_hidden_hands_makes_a_puzzle_with_open_ones() -> None:
    puzzle = next(each for each in load_shipped_puzzles("one-zero-one") if not each.is_plain)
    match = puzzle.match_after(len(puzzle.line))
    positions = [match.origin, *(ply.position for ply in match.plies)]
    hidden = [replace(each, open_source=False) for each in positions]
    options = {**match.options, "hands": "hidden"}
    found = find_match_puzzle(match.game, options, hidden, 77)
    assert found is not None
    assert found.options == puzzle.options
    assert (found.line, found.at) == (puzzle.line, puzzle.at)


@pytest.mark.ci
def test_a_gain_of_material_that_does_not_win_makes_no_puzzle() -> None:
    for puzzle in ONLY_MATERIAL:
        steps = steps_of(puzzle)
        position, move = steps[0]
        worth, best = rate_by_players(position, 15_000, 0)[0]
        assert best == move
        assert worth < margins_for(position).min_worth
        assert (
            -material_balance(puzzle.match_after(len(steps)).position) >= margins_for(position).material_gain
        )
        assert not is_convincing(position, [move for _, move in steps], nodes=15_000)


@pytest.mark.ci
def test_who_is_behind_for_a_while_by_no_piece_of_theirs_gives_nothing_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    position = steps_of(CROWNED)[0][0]
    monkeypatch.setattr(finding, "is_confirmed", lambda *_: True)
    assert find_puzzle(CROWNED.rules, position) is None
    assert is_convincing(position, [move for _, move in steps_of(CROWNED)], nodes=SOON)


@pytest.mark.ci
def test_what_a_short_look_finds_not_won_is_not_looked_at_deeper(monkeypatch: pytest.MonkeyPatch) -> None:
    deeper: list[Sequence[Any]] = []
    monkeypatch.setattr(finding, "is_confirmed", lambda game, position, line, spare: deeper.append(line))
    for puzzle in ONLY_MATERIAL:
        assert find_puzzle(puzzle.rules, steps_of(puzzle)[0][0]) is None
    assert deeper == []
    puzzle = min(load_shipped_puzzles("russian"), key=lambda each: (len(each.line), each.key))
    find_puzzle(puzzle.rules, steps_of(puzzle)[0][0])
    assert len(deeper) == 1


@pytest.mark.ci
@pytest.mark.parametrize(
    "game",
    ["russian", *(pytest.param(game, marks=pytest.mark.deep) for game in ("american", "armenian"))],
)
def test_a_shipped_puzzle_wins_to_the_players_but_not_by_what_no_lead_is_worth(game: str) -> None:
    puzzle = min(load_shipped_puzzles(game), key=lambda each: (len(each.line), each.key))
    steps = steps_of(puzzle)
    position, line = steps[0][0], [move for _, move in steps]
    assert is_convincing(position, line, nodes=SOON)
    assert not is_convincing(position, line, 2_000, SOON)
    other = next(move for move in position.legal if move != line[0])
    assert not is_convincing(position, [other], nodes=SOON)


def test_the_players_know_by_heart_that_one_move_wins_and_the_others_draw() -> None:
    american = GAMES["american"]
    match = Match(american, {}, bytes(32))
    match.set_position("W:WK27:B28")
    winning = [move for move in match.position.legal if is_convincing(match.position, [move])]
    assert [american.write(match.position, move) for move in winning] == ["27-32"]


@pytest.mark.ci
def test_each_of_the_solvers_moves_has_to_win_clearly_as_has_the_end() -> None:
    steps = steps_of(load_shipped_puzzles("russian")[2])
    position, line = steps[0][0], [move for _, move in steps]
    assert is_convincing(position, line, nodes=SOON)
    last, right = steps[-1]
    other = next(move for move in last.legal if move != right)
    assert not is_convincing(position, [*line[:-1], other], nodes=SOON)
    assert not is_convincing(position, line[:2], nodes=SOON), "the other is to have the last word on it"


@pytest.mark.ci
def test_a_line_does_not_go_on_where_many_moves_win() -> None:
    steps = steps_of(load_shipped_puzzles("russian")[2])
    end = load_shipped_puzzles("russian")[2].match_after(len(steps)).position
    reply = rate_by_players(end, SOON, 0)[0][1]
    further = end.play(reply)
    best = rate_by_players(further, SOON, margins_for(end).worth_lead)[0][1]
    line = [move for _, move in steps]  # convinces, as the test above says
    assert not is_convincing(steps[0][0], [*line, reply, best], nodes=SOON)


@pytest.mark.ci
def test_a_good_move_beside_the_best_does_not_begin_a_line() -> None:
    position = steps_of(next(puzzle for puzzle in load_shipped_puzzles("frisian") if puzzle.match == 88))[0][
        0
    ]
    good = rate_by_players(position, LOOK, 300)[1][1]
    assert -rate_by_players(position.play(good), LOOK, 0)[0][0] >= margins_for(position).min_worth
    assert not is_convincing(position, [good], nodes=LOOK)


@pytest.mark.ci
def test_what_holds_without_anything_to_spare_is_not_found_anew() -> None:
    steps = steps_of(CLOSE)
    position, line = steps[0][0], [move for _, move in steps]
    assert is_convincing(position, line)
    assert not is_convincing(position, line, SPARE)
    assert find_puzzle(CLOSE.rules, position) is None


@pytest.mark.parametrize("game", ["american", "international"])
def test_matches_to_look_through_begin_in_an_opening(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    start = Checkers.start
    begun: list[Position] = []

    def record_start(self: Checkers, options: Options, shuffle: Shuffle) -> Position:
        """Start the match and keep its first position."""
        begun.append(start(self, options, shuffle))
        return begun[-1]

    monkeypatch.setattr(Checkers, "start", record_start)
    monkeypatch.setattr(generation, "LAST", 3)
    shown: list[Position] = []
    monkeypatch.setattr(generation, "find_puzzle", lambda game, position, room: shown.append(position))
    for number in range(20):
        assert generation.mine_match(GAMES[game], {}, number, balancing_filter(())) is None
    names = {position.begun.opening.name for position in begun if position.begun}
    assert len(names) > 10
    assert shown
    assert all(position.begun is None for position in shown)


@pytest.mark.deep
@pytest.mark.parametrize("game", WITH)
def test_each_of_the_solvers_moves_stands_alone_and_truly_wins_by_the_deeper_look(game: str) -> None:
    assert [puzzle for puzzle in load_shipped_puzzles(game) if not is_sound(puzzle)] == []


@pytest.mark.deep
@pytest.mark.parametrize("game", ["yin-yang", "russian", "one-zero-one"])
def test_the_same_search_finds_the_same_puzzles_again_also_where_it_was_stopped(game: str) -> None:
    both = list(mine_puzzles(GAMES[game], 2))
    (first,) = mine_puzzles(GAMES[game], 1)
    assert [first, *mine_puzzles(GAMES[game], 2, (first,))] == both


def steps_of(puzzle: Puzzle) -> list[tuple[Any, Any]]:
    """Return each position of a line with its move."""
    here, steps = puzzle.match_after(0).position, []
    for text in puzzle.line:
        steps.append((here, puzzle.rules.read(here, text)))
        here = puzzle.rules.play(*steps[-1])
    return steps


def is_sound(puzzle: Puzzle) -> bool:
    """Whether the puzzle holds at the depth used when it was made.

    Every move of the solver's is looked at.
    """
    steps = steps_of(puzzle)
    return is_confirmed(puzzle.rules, steps[0][0], [move for _, move in steps])
