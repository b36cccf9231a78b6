"""Boards, moves as values and playing them.

These are the parts of the generator that the rest of the game uses.
"""

from random import Random

import pytest

from rules.checkers.captures import TooMany
from rules.checkers.moves import BLACK, WHITE, Move, Piece, generator
from rules.checkers.rulesets import RULESETS, ruleset
from tests.rules.checkers.diagram import place, words
from tests.rules.checkers.matches import EVERY_SETUP, EVERY_VARIANT


def test_a_rule_set_has_one_generator() -> None:
    assert generator(ruleset("frisian", rules="federation")) is generator(
        ruleset("frisian", rules="federation")
    )


@pytest.mark.parametrize("key", EVERY_VARIANT)
def test_a_board_gives_back_the_pieces_it_was_made_of(key: str) -> None:
    game, random = generator(RULESETS[key]), Random(key)
    pieces = {
        square: Piece(random.choice((WHITE, BLACK)), random.random() < 0.5)
        for square in sorted(random.sample(range(len(game.squares)), 12))
    }
    board = game.build_board(pieces)
    assert game.pieces(board) == pieces
    assert {square: game.piece_at(board, square) for square in range(len(game.squares))} == {
        square: pieces.get(square) for square in range(len(game.squares))
    }


@pytest.mark.parametrize("key", EVERY_VARIANT)
def test_playing_a_move_moves_one_piece_and_removes_the_captured(key: str) -> None:
    """In random games each board follows from the one before.

    The text of the move alone is enough for that.
    """
    game, random = generator(RULESETS[key]), Random(key)
    for _ in range(3):
        board, colour = game.start(), BLACK
        for _ in range(120):
            moves = game.moves(board, colour)
            if not moves:
                break
            move = random.choice(moves)
            expected = game.pieces(board)
            man = expected.pop(move.start)
            for square in move.captured:
                assert expected.pop(square).colour == 1 - colour
            expected[move.end] = Piece(colour, man.king or move.promotes)
            if move.forfeit is not None:
                assert expected.pop(move.forfeit).colour == colour
            board = game.play(board, move, colour)
            assert game.pieces(board) == dict(sorted(expected.items()))
            colour = 1 - colour


def test_a_piece_may_end_where_one_that_it_captured_stood() -> None:
    """One of the moves ends on c7, where a king was captured.

    In this variant captured pieces leave at once.
    """
    game = generator(RULESETS["turkish"])
    board = place(game, "Kb7", "Kc7 c6 h3 e2")
    moves = game.moves(board, WHITE)
    assert game.index["c7"] in {move.end for move in moves}
    for move in moves:
        after = game.play(board, move, WHITE)
        assert game.pieces(after) == {move.end: Piece(WHITE, True)}


def test_moves_with_the_same_start_end_captured_and_crowning_are_one() -> None:
    game = generator(RULESETS["russian"])
    board = place(game, "d2", "c3 c5 e5 e3")
    [move] = game.moves(board, WHITE)
    left, right = game.routes(board, WHITE)
    assert left != right
    assert left.key == right.key == move.key
    assert {tuple(game.squares[square] for square in route.path) for route in (left, right)} == {
        ("b4", "d6", "f4", "d2"),
        ("f4", "d6", "b4", "d2"),
    }


def test_routes_tell_every_sequence_of_landing_squares_apart() -> None:
    game = generator(RULESETS["pool"])
    board = place(game, "Ka1", "b2 f6")
    assert len(game.moves(board, WHITE)) == 2
    assert len(game.routes(board, WHITE)) == 2 * len(("c3", "d4", "e5"))


def test_no_more_routes_are_looked_at_than_asked_for() -> None:
    game = generator(RULESETS["pool"])
    board = place(game, "Ka1", "b2 f6")
    assert game.routes(board, WHITE, 6) == game.routes(board, WHITE)
    with pytest.raises(TooMany):
        game.routes(board, WHITE, 5)


def test_captured_pieces_are_named_in_the_order_of_the_jumps() -> None:
    game = generator(RULESETS["american"])
    [move] = game.moves(place(game, "c1", "d2 d4 d6"), WHITE)
    assert [game.squares[square] for square in move.captured] == ["d2", "d4", "d6"]
    assert [game.squares[square] for square in move.path] == ["e3", "c5", "e7"]


def test_captures_before_the_choice_show_what_the_choice_forbids() -> None:
    game = generator(RULESETS["brazilian"])
    board = place(game, "a3 g1", "b4 d6 f2")
    assert {words(game, move) for move in game.captures(board, WHITE)} == {
        "a3xe7 takes b4 d6",
        "g1xe3 takes f2",
    }
    assert {words(game, move) for move in game.moves(board, WHITE)} == {"a3xe7 takes b4 d6"}


def test_a_quiet_position_has_no_captures_and_no_routes() -> None:
    game = generator(RULESETS["american"])
    assert game.captures(game.start(), BLACK) == game.routes(game.start(), BLACK) == []


def test_a_barred_king_makes_no_quiet_move_but_captures() -> None:
    game = generator(ruleset("frisian", rules="federation"))
    king = game.index["d4"]
    quiet = game.moves(place(game, "Kd4 a1", "j10"), WHITE, barred=king)
    assert {words(game, move) for move in quiet} == {"a1-b2"}
    captures = game.moves(place(game, "Kd4 a1", "d8"), WHITE, barred=king)
    assert {move.start for move in captures} == {king}


def test_a_player_without_pieces_has_no_moves() -> None:
    game = generator(RULESETS["american"])
    assert game.moves(place(game, "c3", ""), BLACK) == []


def test_a_board_is_three_integers() -> None:
    """So that a search copies little and may keep boards as keys."""
    game = generator(RULESETS["international"])
    board = game.start()
    assert board == tuple(board)
    assert len({board, game.start()}) == 1
    assert (board.white.bit_count(), board.black.bit_count(), board.kings) == (20, 20, 0)


def test_moves_are_values() -> None:
    assert Move(1, (2,)) == Move(1, (2,))
    assert len({Move(1, (2,)), Move(1, (2,))}) == 1


@pytest.mark.ci
@pytest.mark.parametrize(("key", "options"), EVERY_SETUP)
def test_whether_there_is_a_move_is_known_without_listing_any(key: str, options: dict[str, str]) -> None:
    game = generator(ruleset(key, **options))
    chance = Random(key)
    squares = range(len(game.squares))
    for _ in range(300):
        pieces = {
            square: Piece(colour, king)
            for square in chance.sample(squares, chance.randint(2, len(squares) - 1))
            for colour, king in [
                chance.choice([(WHITE, True), (WHITE, False), (BLACK, True), (BLACK, False)])
            ]
            if king or not game.geometry.bits[square] & game.geometry.far_rank(colour)
        }
        board = game.build_board(pieces)
        for colour in (WHITE, BLACK):
            assert game.can_move(board, colour) == bool(game.moves(board, colour))
