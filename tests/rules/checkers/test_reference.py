"""The generator and a slow second one agree.

They are compared on many scattered positions of every variant and option.
"""

from dataclasses import replace
from random import Random

import pytest

from rules.checkers.moves import BLACK, WHITE, Board, Generator, Piece, generator
from rules.checkers.rulesets import OPTIONS, RULESETS, Ruleset, ruleset
from tests.rules.checkers.reference import Key, Reference
from tests.sets import leave_to_ci

POSITIONS = 60
DEEP_POSITIONS = 300

RULES = [
    *RULESETS.values(),
    *(
        ruleset(key, **{option: value})
        for key, options in OPTIONS.items()
        for option, values in options.items()
        if option != "first"
        for value in list(values)[1:]
    ),
]


def label(rules: Ruleset) -> str:
    return rules.key + "-federation" * rules.federation + "-flying" * rules.flying


@pytest.mark.parametrize("positions", [POSITIONS // 2, pytest.param(DEEP_POSITIONS, marks=pytest.mark.deep)])
@pytest.mark.parametrize("rules", leave_to_ci(RULES, every=5), ids=label)
def test_agrees_with_the_slow_generator_on_scattered_positions(rules: Ruleset, positions: int) -> None:
    game, random = generator(rules), Random(rules.key)
    captures = 0
    for _ in range(positions):
        board = scatter_pieces(game, random)
        for colour in (WHITE, BLACK):
            slow = Reference(game, board, colour)
            expected = slow.keys()
            assert keys(game, board, colour) == expected, game.pieces(board)
            routes = [
                tuple(game.squares[square] for square in (move.start, *move.path))
                for move in game.routes(board, colour)
            ]
            assert sorted(routes) == sorted(slow.paths()), game.pieces(board)
            captures += any(key[2] for key in expected)
    assert captures > positions / 4


@pytest.mark.parametrize("rules", leave_to_ci(RULES, every=5), ids=label)
def test_perft_counts_what_moves_and_play_make(rules: Ruleset) -> None:
    game, random = generator(replace(rules, aim="capture")), Random(rules.key)
    for _ in range(POSITIONS // 4):
        board = scatter_pieces(game, random)
        moves = game.moves(board, WHITE)
        replies = [game.moves(game.play(board, move, WHITE), BLACK) for move in moves]
        assert game.perft(board, WHITE, 1) == len(moves)
        assert game.perft(board, WHITE, 2) == sum(map(len, replies))
        if game.captures(board, WHITE) and not rules.optional_capture:
            assert game.perft(board, WHITE, 1, "paths") == len(game.routes(board, WHITE))
            assert len(moves) <= game.perft(board, WHITE, 1, "keep") <= len(game.routes(board, WHITE))


def keys(game: Generator, board: Board, colour: int) -> set[Key]:
    moves = game.moves(board, colour)
    found = {
        (
            game.squares[move.start],
            game.squares[move.end],
            frozenset(game.squares[square] for square in move.captured),
            move.promotes,
        )
        for move in moves
    }
    assert len(found) == len(moves), "a move came twice"
    return found


def scatter_pieces(game: Generator, random: Random) -> Board:
    """Return a board of up to twenty pieces anywhere.

    No man stands on the rank that would crown it.
    """
    size = game.ruleset.size
    many = random.randint(2, 20)
    pieces = {}
    for square in random.sample(range(len(game.squares)), many):
        colour = random.choice((WHITE, BLACK))
        rank = int(game.squares[square][1:])
        king = random.random() < 0.3 or rank == (size if colour == WHITE else 1)
        pieces[square] = Piece(colour, king)
    return game.build_board(pieces)
