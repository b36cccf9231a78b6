"""Binary, promise by promise; the rulebook is `binary-kato.txt`."""

from itertools import combinations

import pytest

from rules.binary import Binary, points
from rules.catalogue import GAMES
from rules.game import BadOption, BadPosition, IllegalMove
from rules.match import Match
from rules.squares import FILES
from tests.rules.laid_out import End, end_of, is_dark, lay_out, play_moves
from tests.rules.playouts import play_out

GAME = Binary()
OWNED = {"b": 0, "w": 1}


def match_of(*moves: str, **given: int) -> Match:
    return play_moves(GAME, *moves, **given)


def set_up(black: str, white: str, hands: tuple[int, int]) -> Match:
    return lay_out(GAME, black, white, hands=list(hands), turn=0)


def hands_of(match: Match) -> list[int]:
    hands: list[int] = match.show_view(None)["hands"]
    return hands


def slow_moves(size: int, cells: dict[str, str], hand: int, seat: int) -> set[str]:
    """The turns of the rulebook's two actions and its centre rules, from names alone."""
    middle = {f"{FILES[f]}{r}" for f in (size // 2 - 1, size // 2) for r in (size // 2, size // 2 + 1)}
    board = [f"{FILES[file]}{rank + 1}" for rank in range(size) for file in range(size)]
    empty = [name for name in board if name not in cells]
    own = [name for name in empty if is_dark(name) == (seat == 0)]
    if not cells and seat == 0:
        return {name for name in own if name not in middle}
    turns = set(own)
    if hand > 1:
        free = [name for name in own if name not in middle]
        turns |= {f"{first}+{second}" for first, second in combinations(free, 2)}
    return turns | {name for name in empty if name not in own and (name not in middle or hand > 1)}


def slow_territories(size: int, cells: dict[str, str], symbol: str) -> list[int]:
    """Return the sizes of the territories, largest first.

    They grow from each piece over like pieces and empty squares of its own colour.
    """
    left = {name for name, piece in cells.items() if piece == symbol}
    sizes = []
    while left:
        part, edge = set(), {left.pop()}
        while edge:
            part |= edge
            near = {
                f"{FILES[FILES.index(name[0]) + df]}{int(name[1:]) + dr}"
                for name in edge
                for df, dr in ((0, 1), (1, 0), (0, -1), (-1, 0))
                if 0 <= FILES.index(name[0]) + df < size and 1 <= int(name[1:]) + dr <= size
            }
            edge = {
                name
                for name in near - part
                if cells.get(name, symbol if is_dark(name) == (symbol == "b") else "") == symbol
            }
        left -= part
        sizes.append(len(part))
    return sorted((size for size in sizes if size > 1), reverse=True)


@pytest.mark.parametrize(("size", "pieces"), [(6, 9), (8, 16), (10, 25), (12, 36)])
def test_each_side_has_a_quarter_of_the_board_in_pieces(size: int, pieces: int) -> None:
    match = match_of(size=size)
    assert match.show_view(None) == {"size": size, "cells": {}, "turn": 0, "hands": [pieces, pieces]}


def test_other_sizes_are_refused() -> None:
    with pytest.raises(BadOption, match="size; it takes 6, 8, 10, 12"):
        match_of(size=7)


def test_black_opens_with_one_piece_on_a_dark_square_outside_the_centre() -> None:
    match = match_of()
    assert len(match.moves()) == 32 - 2
    for text, why in (("b1", "b1 is light"), ("d4", "d4 is in it"), ("a1+c1", "a single piece")):
        with pytest.raises(IllegalMove, match=why):
            match.play(text)
    assert match.play("a1").text == "a1"


def test_one_or_two_pieces_on_your_own_colour_or_one_on_the_other() -> None:
    match = match_of("a1", "b1+d1", "c1", "a2", "e1+g1")
    assert hands_of(match) == [12, 13]
    with pytest.raises(
        IllegalMove, match="c3 is a dark square: two pieces in one turn must both go on your own"
    ):
        match.play("h1+c3")
    match.play("c3")
    assert hands_of(match) == [12, 12]


def test_nobody_passes() -> None:
    with pytest.raises(IllegalMove):
        match_of("a1").play("pass")


def test_centre_on_your_own_colour_is_the_only_piece_of_its_turn() -> None:
    match = match_of("a1", "b1")
    with pytest.raises(IllegalMove, match=r"d4 is in the centre space: .* only one of its turn"):
        match.play("d4+c3")
    with pytest.raises(IllegalMove, match="d4 is in the centre space"):
        set_up("a1", "b1", hands=(2, 4)).play("d4+c3")  # with two in hand it is not for want of a piece
    match.play("d4")
    assert hands_of(match) == [14, 15]


def test_centre_on_the_other_colour_costs_one_more_piece() -> None:
    match = match_of("a1", "d4")
    assert hands_of(match) == [15, 14]
    assert str(GAME.seen_by(match.position, None).note) == "White discarded one more piece for the centre."
    match.play("d5")
    assert hands_of(match) == [13, 14]


def test_centre_on_the_other_colour_needs_two_pieces_in_hand() -> None:
    match = set_up("a1", "b1", hands=(1, 4))
    assert {"d5", "e4"}.isdisjoint(match.moves())
    with pytest.raises(IllegalMove, match=r"d5 is a centre square of the other colour: .* it is your last"):
        match.play("d5")
    assert {"d5", "e4"} <= set(set_up("a1", "b1", hands=(2, 4)).moves())


def test_with_one_piece_in_hand_one_square_is_named() -> None:
    match = set_up("a1", "b1", hands=(1, 4))
    assert not [move for move in match.moves() if "+" in move]
    assert {"d4", "e5", "c3", "c2"} <= set(match.moves())
    with pytest.raises(IllegalMove, match="one piece left in hand"):
        match.play("c3+e3")


def test_with_one_hand_empty_the_other_goes_on_alone() -> None:
    match = set_up("a1", "b1", hands=(1, 4))
    seats = [match.play(move).seat for move in ("c3", "d1", "f1+h1", "b3")]
    assert seats == [0, 1, 1, 1]
    assert match.turn is None
    assert match.outcome
    match.undo()
    assert (
        str(GAME.seen_by(match.position, None).note)
        == "Black has no pieces left: White places the rest alone."
    )


def test_a_discard_can_empty_the_hand() -> None:
    match = set_up("a1", "b1", hands=(2, 0))
    match.play("d5")
    assert hands_of(match) == [0, 0]
    assert match.outcome


def test_the_same_turn_in_either_order_is_one_move() -> None:
    match = match_of("a1")
    assert match.play("h1 + b1").text == "b1+h1"
    match.undo()
    routes = [route for route in GAME.routes(match.position) if len(route) == 2]
    pairs = [move for move in match.moves() if "+" in move]
    assert len(routes) == 2 * len(pairs)
    assert {GAME.write(match.position, route) for route in routes} == set(pairs)


def test_the_menu_offers_a_second_square_or_only_this_one() -> None:
    match = match_of("a1")
    routes = {tuple(s.value for s in GAME.steps(match.position, r)) for r in GAME.routes(match.position)}
    assert {("b1",), ("b1", "d1"), ("d1", "b1"), ("d4",)} <= routes
    assert ("d4", "b1") not in routes
    step = GAME.steps(match.position, (3, 12))[1]
    assert (str(step.group), step.square) == ("rank 2", "e2")


@pytest.mark.parametrize("text", ["b1+d1", "D1+B1", "b1 d1", "d1,b1", " b1 & d1 ", "b1d1", "b1 + d1"])
def test_every_form_of_a_move_is_read(text: str) -> None:
    assert match_of("a1").play(text).text == "b1+d1"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a1", "a1 is already taken"),
        ("b1+b1", "you named b1 twice"),
        ("b1+d1+f1", "one or two pieces; 3 squares"),
        ("i1", "run from a1 to h8"),
        ("both", "write it like a1\\+c3"),
    ],
)
def test_refusals_name_the_rule(text: str, why: str) -> None:
    with pytest.raises(IllegalMove, match=why):
        match_of("a1").play(text)


def test_worked_arithmetic() -> None:
    """Figure 3."""
    assert points([22, 3, 2]) == 22 * 2 + 3 + 2 == 49
    assert points([15, 5, 4, 3]) == 15 * 2 + 5 + 4 + 3 == 42
    assert points([]) == 0


def test_a_territory_is_pieces_and_empty_squares_of_the_colour() -> None:
    """A white piece on a dark square with its four empty light neighbours: five."""
    view = GAME.seen_by(set_up("", "c3", hands=(0, 0)).position, None)
    assert [(group.seat, group.size) for group in view.groups] == [(1, 5)]
    assert set(view.groups[0].squares) == {"c3", "b3", "d3", "c2", "c4"}
    assert view.score == (0, 10)


def test_an_empty_square_shared_by_two_groups_joins_them() -> None:
    view = GAME.seen_by(set_up("", "c3 e3", hands=(0, 0)).position, None)
    assert [group.size for group in view.groups] == [9]


def test_an_enemy_piece_takes_an_empty_square_away() -> None:
    view = GAME.seen_by(set_up("d3", "c3", hands=(0, 0)).position, None)
    assert [(group.seat, group.size) for group in view.groups] == [(0, 4), (1, 4)]


LARGER = "both score {}, and territory number {} in order of size is the larger one, {}"
ENDS = {
    "the higher score wins": (
        "c2 | a1 h8",
        (0, (10, 9), "the largest territory counts twice, 5 squares against 3"),
    ),
    "a side without a territory has no largest one": (
        "c2 |",
        (0, (10, 0), "the largest territory counts twice, 5 squares against 0"),
    ),
    # 4+4 against 3+3+3.
    "on a tie the larger largest territory wins": (
        "e2 h3 | e1 a1 h8",
        (0, (12, 12), LARGER.format(12, 1, "4 against 3")),
    ),
    # 5+4+4 against 5+5+3.
    "on a tie with equal largest the second decides": (
        "e6 d1 h3 | c5 f4 a1",
        (1, (18, 18), LARGER.format(18, 2, "5 against 4")),
    ),
    "a tie until the end is a draw": (
        "h1 a8 | a1 h8",
        (None, (9, 9), "both score 9, and all territories are equal in size"),
    ),
    "a single piece or a single empty square is no territory": (
        "a1 h8 | b1 a8",
        (None, (0, 0), "both score 0, and all territories are equal in size"),
    ),
}


@pytest.mark.parametrize(("board", "end"), ENDS.values(), ids=ENDS)
def test_territories_decide(board: str, end: End) -> None:
    assert end_of(set_up(*board.split("|"), hands=(0, 0))) == end


def test_the_view_frames_the_centre_and_outlines_territories_only_at_the_end() -> None:
    view = GAME.seen_by(match_of("a1", "c3").position, 1)
    assert view.frame == ("d4", "e4", "d5", "e5")
    assert view.hands == (15, 15)
    assert view.groups == ()
    assert view.trace
    assert view.trace.placed == ("c3",)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        ({"cells": {"a1": "x"}}, "the symbols are b, w"),
        ({"cells": {"i1": "b"}}, "i1 is not a square"),
        ({"cells": {}, "hands": [0, 0]}, "Both sides are empty"),
        ({"cells": {"a1": "b"}, "hands": [16, 3]}, "Black has 17 pieces; there are only 16"),
        ({"cells": {}, "hands": [1, 17]}, "White has 17 pieces"),
        ({"cells": {}, "hands": [True, 1]}, "“hands”"),
        ({"cells": {}, "hands": [3]}, "“hands”"),
        ({"cells": {}, "hands": "33"}, "“hands”"),
        ({"cells": {}, "hands": [-1, 3]}, "“hands”"),
    ],
)
def test_positions_are_checked(data: dict[str, object], why: str) -> None:
    with pytest.raises(BadPosition, match=why):
        match_of().set_position(data)


def test_more_pieces_on_the_board_than_there_are_is_refused() -> None:
    squares = [f"{file}{rank}" for file in "abc" for rank in range(1, 7)]
    with pytest.raises(BadPosition, match="White has 18 pieces; there are only 16"):
        match_of().set_position({"cells": dict.fromkeys(squares, "w")})


def test_hands_left_out_are_what_the_board_leaves() -> None:
    match = match_of()
    match.set_position({"cells": {"a1": "b", "b1": "w", "d1": "w"}, "turn": 0})
    assert hands_of(match) == [15, 14]


@pytest.mark.ci
@pytest.mark.parametrize("size", [6, 8, 12])
def test_moves_and_scores_agree_with_a_slow_reading_and_no_piece_is_lost(size: int) -> None:
    for seed in range(3 if size > 8 else 8):
        discarded = [0, 0]
        for position, move in play_out(GAMES["binary"], {"size": size}, seed):
            view = GAME.seen_by(position, None)
            cells, seat = dict(view.cells), position.turn
            if seat is not None:
                moves = [GAME.write(position, move) for move in GAME.moves(position)]
                assert set(moves) == slow_moves(size, cells, position.hands[seat], seat)
            sizes = [slow_territories(size, cells, symbol) for symbol in "bw"]
            assert view.score == (points(sizes[0]), points(sizes[1]))
            for symbol, side in OWNED.items():
                on_board = list(cells.values()).count(symbol)
                assert on_board + position.hands[side] + discarded[side] == size**2 // 4
            if move is not None and len(move) == 1 and seat is not None:
                name = GAME.write(position, move)
                discarded[seat] += name in view.frame and is_dark(name) != (seat == 0)
        assert [group.size for group in view.groups] == sizes[0] + sizes[1]


def test_what_is_ours_is_labelled_as_a_ruling() -> None:
    nothing, shared = map(str, GAME.help.rulings)
    assert nothing == "No territory at all scores 0."
    assert "joins them: together they are one territory" in shared
