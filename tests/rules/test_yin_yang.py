"""Yin Yang, promise by promise; the rulebook is `yin-yang.txt`."""

import pytest

from rules.catalogue import GAMES
from rules.game import BadPosition, IllegalMove
from rules.match import Match
from rules.squares import FILES
from rules.yin_yang import YinYang
from tests.rules.laid_out import cells_of, end_of, lay_out, play_moves
from tests.rules.playouts import play_out
from words import Phrase

GAME = YinYang()
WORKED = ["d4-d5", "d3-d1", "d3-d2", "d3-f3", "d4-e4"]
"""The rulebook's opening, figures 2 to 7."""


def set_up(black: str, white: str, turn: int = 0) -> Match:
    return lay_out(GAME, black, white, turn=turn)


def slow_moves(cells: dict[str, str]) -> set[str]:
    """The moves by the rulebook's words, square by square, from names alone."""
    found = set()
    for name, colour in cells.items():
        file, rank = FILES.index(name[0]), int(name[1:])
        near = [
            f"{FILES[file + df]}{rank + dr}" for df in (-1, 0, 1) for dr in (-1, 0, 1) if 0 <= file + df < 6
        ]
        alike = sum(cells.get(square) == colour for square in near if square != name)
        for df, dr in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            at, gone = (file, rank), 0
            while gone < alike:
                at = (at[0] + df, at[1] + dr)
                if not (0 <= at[0] < 6 and 1 <= at[1] <= 6) or f"{FILES[at[0]]}{at[1]}" in cells:
                    break
                gone += 1
            if gone == alike > 0:
                found.add(f"{name}-{FILES[at[0]]}{at[1]}")
    return found


def test_start_is_four_stones_on_the_other_colour() -> None:
    """The score stands at 0–4, since a1 is a light square."""
    match = play_moves(GAME)
    view = GAME.seen_by(match.position, None)
    assert cells_of(match) == {"c3": "b", "d4": "b", "c4": "w", "d3": "w"}
    assert not view.a1_dark
    assert view.score == (0, 4)


def test_eight_opening_moves_each_of_length_one() -> None:
    assert play_moves(GAME).moves() == [
        "c3-b3",
        "c3-c2",
        "c4-b4",
        "c4-c5",
        "d3-d2",
        "d3-e3",
        "d4-d5",
        "d4-e4",
    ]


def test_worked_opening_is_legal_and_gives_figure_7() -> None:
    match = play_moves(GAME, *WORKED)
    assert cells_of(match) == (
        dict.fromkeys(["c4", "e4", "f3", "d1"], "w") | dict.fromkeys(["c3", "d3", "d4", "d2", "d5"], "b")
    )


def test_after_the_first_move_no_black_stone_can_move() -> None:
    """Figure 3."""
    match = play_moves(GAME, WORKED[0])
    black = {square for square, symbol in cells_of(match).items() if symbol == "b"}
    assert black == {"c3", "d3", "d5"} - {"d3"}
    assert {move[:2] for move in match.moves()}.isdisjoint(black)


def test_after_the_second_move_the_stone_on_d1_cannot_move() -> None:
    """Figure 4."""
    match = play_moves(GAME, *WORKED[:2])
    assert not [move for move in match.moves() if move.startswith("d1")]
    with pytest.raises(IllegalMove, match="white stone on d1 has no white stone among its neighbours"):
        match.play("d1-d2")


@pytest.mark.parametrize(
    ("move", "blocker"), [("c3-c6", "c4"), ("d3-d6", "d4"), ("d3-a3", "c3"), ("d4-a4", "c4")]
)
def test_three_neighbours_and_no_way_to_go(move: str, blocker: str) -> None:
    """Figure 7: three like neighbours each, blocked by the edge or by stones."""
    match = play_moves(GAME, *WORKED)
    assert not [legal for legal in match.moves() if legal[:2] == move[:2]]
    with pytest.raises(IllegalMove, match=f"{blocker} is taken"):
        match.play(move)


def test_three_neighbours_and_the_edge_too_near() -> None:
    with pytest.raises(IllegalMove, match="moves exactly 3 squares, the number of its black neighbours"):
        play_moves(GAME, *WORKED).play("c3-a3")


def test_either_player_moves_either_colour() -> None:
    match = play_moves(GAME)
    assert match.turn == 0
    match.play("c4-c5")
    assert match.turn == 1
    assert {cells_of(match)[move[:2]] for move in match.moves()} == {"b"}


def test_a_stone_of_the_other_colour_is_left_behind() -> None:
    match = play_moves(GAME, "d3-e3")
    assert cells_of(match) == {"c3": "b", "d4": "b", "c4": "w", "e3": "w", "d3": "b"}
    trace = GAME.seen_by(match.position, None).trace
    assert trace
    assert (trace.path, trace.placed) == (("d3", "e3"), ("d3",))


def test_diagonal_neighbours_count_and_moves_are_orthogonal() -> None:
    match = set_up("b2 c3", "f6")
    assert match.moves() == ["b2-a2", "b2-b1", "b2-b3", "b2-c2", "c3-b3", "c3-c2", "c3-c4", "c3-d3"]


def test_the_way_must_be_empty_all_along() -> None:
    match = set_up("a1 a2 b1", "c1 a4 f6")
    with pytest.raises(IllegalMove, match="c1 is taken: a stone crosses only empty squares"):
        match.play("b1-d1")
    with pytest.raises(IllegalMove, match="a4 is taken"):
        match.play("a2-a4")
    assert "a2-c2" in match.moves()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("d4-d6", "black stone on d4 moves exactly 1 square, .*; d6 is 2 away"),
        ("d4-e5", "along its row or its column"),
        ("d4-d4", "along its row or its column"),
        ("d4-d3", "d3 is taken"),
        ("a1-a2", "no piece on a1"),
        ("d4-d9", "d9 is not a square of this board: they run from a1 to f6"),
        ("d4", "write it like d4-d5"),
        ("d4-d5-d6", "write it like d4-d5"),
    ],
)
def test_refusals_teach(text: str, why: str) -> None:
    with pytest.raises(IllegalMove, match=why):
        play_moves(GAME).play(text)


@pytest.mark.parametrize(
    "text", ["d4-d5", "D4-D5", "d4d5", "d4 d5", " d4 - d5 ", "d4–d5", "d4>d5", "d4→d5", "d4->d5"]
)
def test_every_form_of_a_move_is_read(text: str) -> None:
    assert play_moves(GAME).play(text).text == "d4-d5"


def test_the_game_ends_when_nothing_can_move_and_the_squares_are_counted() -> None:
    match = set_up("a1 a3", "b6")  # a1, a3 light: black stones on the other colour; b6 light: White's own
    assert match.turn is None
    text = "no stone can move, and 2 of 3 stones stand on squares of the other colour"
    assert end_of(match) == (1, (1, 2), text)


def test_more_stones_on_their_own_colour_win_for_the_first_player() -> None:
    text = "no stone can move, and 3 of 3 stones stand on squares of their own colour"
    assert end_of(set_up("a2", "a1 b6", turn=1)) == (0, (3, 0), text)


def test_a_tie_goes_to_the_second_player() -> None:
    """As in figure 8, where both have six."""
    winner, score, text = end_of(set_up("a1 c2", "f6 e2"))
    assert (winner, score) == (1, (2, 2))
    assert "a tie goes to the second player" in text


@pytest.mark.parametrize(
    ("black", "white", "text"),
    [
        (
            "a1",
            "f6",
            "no stone can move, 1 stone stands on its own colour and 1 on the other, and a tie goes",
        ),
        ("a2", "", "no stone can move, and 1 of 1 stone stands on a square of its own colour"),
        ("a1", "", "no stone can move, and 1 of 1 stone stands on a square of the other colour"),
        ("a1 c2", "f6 e2", "no stone can move, 2 stones stand on their own colour and 2 on the other, and"),
    ],
)
def test_an_end_speaks_of_one_stone_as_of_one(black: str, white: str, text: str) -> None:
    assert end_of(set_up(black, white)).text.startswith(text)


def test_an_end_speaks_of_one_stone_as_of_one_in_other_languages() -> None:
    tie = Phrase("yin_yang.tie", own=1, other=1)
    assert "1 Stein steht auf der eigenen Farbe" in tie.text("de")
    assert "1 pierre est sur une case de sa couleur" in tie.text("fr")


def test_a_players_own_view_tells_each_movable_stones_distance() -> None:
    match = play_moves(GAME, *WORKED)
    movable = {
        move[:2]: abs(ord(move[0]) - ord(move[3])) + abs(int(move[1]) - int(move[4]))
        for move in match.moves()
    }
    assert movable
    assert GAME.seen_by(match.position, None).numbers == {}
    for seat in (0, 1):
        assert GAME.seen_by(match.position, seat).numbers == movable


def test_an_empty_board_cannot_be_set() -> None:
    with pytest.raises(BadPosition, match="Both sides are empty"):
        set_up("", "")


@pytest.mark.ci
def test_moves_agree_with_a_slow_generator_and_keep_the_rules() -> None:
    """Every move adds one stone and goes the exact distance.

    It changes one colour's count by one.
    """
    for seed in range(60):
        before = None
        for position, move in play_out(GAMES["yin-yang"], {}, seed):
            cells = dict(GAME.seen_by(position, None).cells)
            written = [GAME.write(position, m) for m in GAME.moves(position)]
            assert set(written) == slow_moves(cells)
            score = GAME.seen_by(position, None).score
            assert score
            assert sum(score) == len(cells)
            assert before is None or len(cells) == before + 1
            assert move is not None or not written
            before = len(cells)
