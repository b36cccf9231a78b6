"""Incorrect Checkers, promise by promise; the rulebook is `kato-collection.txt`."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from rules.catalogue import GAMES, load_match
from rules.game import BadPosition, IllegalMove
from rules.incorrect_checkers import IncorrectCheckers, Position
from rules.match import Match
from rules.squares import FILES, square_names
from tests.rules.laid_out import cells_of, end_of, lay_out, play_moves
from tests.rules.playouts import play_out

GAME = IncorrectCheckers()
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
DARK = [name for name in square_names(8) if (FILES.index(name[0]) + int(name[1])) % 2 == 1]
LIGHT = [name for name in square_names(8) if name not in DARK]


def set_up(black: str, white: str = "", turn: int = 0) -> Match:
    return lay_out(GAME, black, white, turn=turn)


def moves_from(match: Match, square: str) -> set[str]:
    return {move[3:] for move in match.moves() if move[:2] == square}


def beyond(name: str, way: tuple[int, int], steps: int) -> str | None:
    file, rank = FILES.index(name[0]) + way[0] * steps, int(name[1]) + way[1] * steps
    return f"{FILES[file]}{rank}" if 0 <= file < 8 and 1 <= rank <= 8 else None


def slow_chains(
    at: str, cells: dict[str, str], symbol: str, jumped: frozenset[str], met: bool
) -> Iterator[str]:
    """Where every chain of jumps can stop; the moving piece is not in `cells`."""
    for way in DIAGONAL + STRAIGHT:
        over, landing = beyond(at, way, 1), beyond(at, way, 2)
        if over is None or landing is None or landing in cells or over in jumped or over not in cells:
            continue
        friend = cells[over] == symbol
        if friend == (way in DIAGONAL) and (friend or not met):
            yield landing
            yield from slow_chains(landing, cells, symbol, jumped | {over}, met or not friend)


def slow_moves(cells: dict[str, str], symbol: str) -> set[str]:
    """The moves by the rulebook's words, every chain tried to its end."""
    ahead = 1 if symbol == "b" else -1
    goal_ranks = (6, 7, 8) if symbol == "b" else (3, 2, 1)
    found = set()
    for start in [name for name, piece in cells.items() if piece == symbol]:
        others = {name: piece for name, piece in cells.items() if name != start}
        for side in (1, -1):
            target = beyond(start, (side, ahead), 1)
            if target is not None and target not in cells:
                found.add(f"{start}-{target}")
        for end in set(slow_chains(start, others, symbol, frozenset(), False)):
            if (int(end[1]) - int(start[1])) * ahead > 0:
                found.add(f"{start}-{end}")
        goals = [
            name
            for name in (DARK if symbol == "b" else LIGHT)
            if int(name[1]) in goal_ranks
            and 0
            < (int(name[1]) - int(start[1])) * ahead
            >= abs(FILES.index(name[0]) - FILES.index(start[0]))
        ]
        if goals and all(cells.get(goal) == symbol for goal in goals):
            for side in (1, -1):
                target = beyond(start, (side, -ahead), 1)
                if target is not None and target not in cells:
                    found.add(f"{start}-{target}")
    return found


def test_twelve_black_on_dark_and_twelve_white_on_light_squares() -> None:
    cells = cells_of(play_moves(GAME))
    assert {name for name, piece in cells.items() if piece == "b"} == {n for n in DARK if n[1] in "123"}
    assert {name for name, piece in cells.items() if piece == "w"} == {n for n in LIGHT if n[1] in "678"}


def test_thirteen_first_moves_each() -> None:
    match = play_moves(GAME)
    assert (match.turn, len(match.moves())) == (0, 13)
    match.set_position(GAME.dump(match.position), turn=1)
    assert (match.turn, len(match.moves())) == (1, 13)


def test_a_step_goes_diagonally_forward() -> None:
    assert moves_from(set_up("d4", "h5"), "d4") == {"c5", "e5"}
    assert moves_from(set_up("a1", "e4", turn=1), "e4") == {"d3", "f3"}


def test_a_step_needs_an_empty_square() -> None:
    with pytest.raises(IllegalMove, match="b2 is already taken"):
        play_moves(GAME).play("c1-b2")


def test_a_jump_over_a_friend_lands_right_behind_it() -> None:
    match = set_up("c3 d4", "h5")
    assert moves_from(match, "c3") == {"b4", "e5"}
    match.play("c3-e5")
    assert cells_of(match) == {"d4": "b", "e5": "b", "h5": "w"}


def test_nothing_is_ever_removed() -> None:
    match = set_up("c3 d4", "e6 h5")
    match.play("c3-e5-e7")
    assert len(cells_of(match)) == 4


def test_jumps_go_on_change_direction_and_may_stop_anywhere() -> None:
    """Figure 3."""
    match = set_up("c1 d2 f4 f6", "a8")
    assert {"e3", "g5", "e7"} <= moves_from(match, "c1")


def test_jumps_may_go_back_on_the_way_but_must_end_further_forward() -> None:
    match = set_up("c3 d4 f4 d2 f2", "a8")
    assert moves_from(match, "c3") == {"b4", "e5"}
    with pytest.raises(
        IllegalMove, match="must end on a rank further forward than it began; g3 is not ahead of c3"
    ):
        match.play("c3-e5-g3")
    assert match.play("c3-e1-g3-e5").text == "c3-e5"


def test_no_piece_is_jumped_twice() -> None:
    """Over d4, down over an enemy, and d4 again would reach c5."""
    match = set_up("c3 d4", "e4 h5")
    assert "c5" not in moves_from(match, "c3")
    with pytest.raises(IllegalMove, match="e3-c5 jumps the piece on d4 again"):
        match.play("c3-e5-e3-c5")


def test_an_enemy_is_jumped_straight_and_only_one_a_turn() -> None:
    """Figure 4."""
    match = set_up("c3 d4", "e6 f7 a8")
    assert moves_from(match, "c3") == {"b4", "e5", "e7"}
    with pytest.raises(IllegalMove, match="e7-g7 jumps a second enemy; a turn jumps at most one"):
        match.play("c3-e5-e7-g7")


def test_an_enemy_may_be_jumped_sideways_within_a_chain_but_not_alone() -> None:
    match = set_up("c3 f4", "d3 a8")
    with pytest.raises(IllegalMove, match="e3 is not ahead of c3"):
        match.play("c3-e3")
    assert "g5" in moves_from(match, "c3")
    match.play("c3-e3-g5")
    assert cells_of(match)["g5"] == "b"


def test_an_enemy_may_be_jumped_by_itself() -> None:
    assert moves_from(set_up("c3", "c4"), "c3") == {"b4", "d4", "c5"}


def test_a_step_never_joins_jumps() -> None:
    match = set_up("c3 e5", "a8")
    with pytest.raises(IllegalMove, match=r"c3-d4 is no jump: .* \(a step never joins jumps\)"):
        match.play("c3-d4-f6")
    assert moves_from(match, "c3") == {"b4", "d4"}


def test_the_start_square_counts_as_empty_in_the_chain() -> None:
    """Once round the four friends and through c3 again, then over the enemy on c4."""
    match = set_up("c3 d4 d6 b6 b4", "c4 a8")
    assert match.play("c3-e5-c7-a5-c3-c5").text == "c3-c5"


def test_a_piece_retreats_one_step_when_all_goals_ahead_of_it_are_friends() -> None:
    match = set_up("e7 d8 f8 a5", "h5")
    assert moves_from(match, "e7") == {"d6", "f6"}
    with pytest.raises(IllegalMove, match=r"a single step diagonally back; .* \(no jumps backward\)"):
        match.play("e7-c5")


@pytest.mark.parametrize(("black", "gap"), [("e7 d8 a5", "f8"), ("e7 f8 a5", "d8")])
def test_a_piece_does_not_retreat_while_a_goal_ahead_is_open(black: str, gap: str) -> None:
    match = set_up(black, "h5")
    assert moves_from(match, "e7") == {gap}
    with pytest.raises(IllegalMove, match=f"only when every goal square ahead .*; {gap} does not"):
        match.play("e7-d6")


def test_the_goals_ahead_are_all_that_steps_forward_could_reach() -> None:
    """From c5: b6, d6, a7, c7, e7, b8, d8, f8."""
    cone = "b6 d6 a7 c7 e7 b8 d8 f8"
    assert {"b4", "d4"} <= moves_from(set_up(f"c5 {cone}", "h5"), "c5")
    for goal in cone.split():
        others = " ".join(name for name in cone.split() if name != goal)
        assert not {"b4", "d4"} & moves_from(set_up(f"c5 {others}", "h5"), "c5")


def test_a_retreat_needs_an_empty_square_and_never_jumps() -> None:
    match = set_up("e7 d8 f8 d6 f6 a5", "h5")
    assert moves_from(match, "e7") == set()


def test_a_piece_on_the_last_rank_never_retreats() -> None:
    match = set_up("d8 a5", "h5")
    assert moves_from(match, "d8") == set()
    with pytest.raises(IllegalMove, match="d8 is on the last rank: a piece there never retreats"):
        match.play("d8-c7")


def test_white_retreats_upward() -> None:
    match = set_up("a5", "c2 b1 d1 h5", turn=1)
    assert moves_from(match, "c2") == {"b3", "d3"}


def test_all_pieces_on_the_last_three_ranks_win() -> None:
    home = [name for name in DARK if name[1] in "678" and name != "b6"]
    match = set_up(" ".join([*home, "a5"]), "h5")
    assert not match.show_view(None)["turn"]
    match.play("a5-b6")
    assert match.turn is None
    assert end_of(match) == (0, None, "every piece stands on the last three ranks")


def test_white_wins_on_the_first_three_ranks() -> None:
    match = set_up("a5", "e4 a2", turn=1)
    match.play("e4-d3")
    assert end_of(match).winner == 1


def test_three_hundred_plies_are_a_draw_unless_the_last_one_wins() -> None:
    for black, move, winner in (("a1 h8", "a1-b2", None), ("a5 h8", "a5-b6", 0)):
        position: Position = replace(set_up(black, "h5").position, plies=299)
        after = GAME.play(position, GAME.read(position, move))
        assert after.outcome
        assert after.outcome.winner == winner
        earlier = replace(position, plies=298)
        assert (GAME.play(earlier, GAME.read(earlier, move)).outcome is None) == (winner is None)


def test_the_draw_says_how_many_moves() -> None:
    position = replace(set_up("a1", "h5").position, plies=299)
    outcome = GAME.play(position, GAME.read(position, "a1-b2")).outcome
    assert outcome
    assert outcome.text == "both players together have made 300 moves"
    assert "after 300 moves" in str(GAME.help.rulings[-1])


def test_chains_with_the_same_ends_are_one_move_named_by_them() -> None:
    """Two ways lead from d2 to d6."""
    match = set_up("d2 c3 e3 c5 e5", "a8")
    assert match.moves().count("d2-d6") == 1
    assert match.play("d2-f4-d6").text == "d2-d6"


def test_the_picture_shows_the_path_named_else_a_shortest_one() -> None:
    match = set_up("d2 c3 e3 c5 e5", "a8")
    for text, path in (("d2-f4-d6", ("d2", "f4", "d6")), ("d2-b4-d6", ("d2", "b4", "d6"))):
        match.play(text)
        trace = GAME.seen_by(match.position, None).trace
        assert trace
        assert trace.path == path
        match.undo()
    match.play("d2-d6")
    trace = GAME.seen_by(match.position, None).trace
    assert trace
    assert len(trace.path) == 3


def test_a_shortest_path_is_shown_where_a_longer_one_exists() -> None:
    match = set_up("c3 d4 d6 b6 b4", "c4 a8")
    match.play("c3-c5")
    trace = GAME.seen_by(match.position, None).trace
    assert trace
    assert trace.path == ("c3", "c5")


@pytest.mark.parametrize("path", ["d2-f4-d6", "d2-b4-d6"])
def test_a_record_keeps_the_path_named(path: str) -> None:
    match = set_up("d2 c3 e3 c5 e5", "a8")
    match.play(path)
    assert load_match(match.record()).position == match.position


@pytest.mark.parametrize("text", ["c3-d4", "C3-D4", "c3d4", "c3 d4", " c3 - d4", "c3>d4", "c3→d4", "c3–d4"])
def test_every_form_of_a_move_is_read(text: str) -> None:
    assert play_moves(GAME).play(text).text == "c3-d4"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("c3", "write it like c3-d4"),
        ("c4-d5", "no piece on c4"),
        ("b7-a6", "The piece on b7 is White's"),
        ("c3-c4", "Black's pieces never leave the dark squares; c4 is not one of them"),
        ("c3-e5", "No step and no chain of jumps leads from c3 to e5"),
        ("c3-e5-g7", "c3-e5 jumps over d4, which is empty"),
        ("c3-c3", "c3 is not ahead of c3"),
        ("c3-d9", "run from a1 to h8"),
    ],
)
def test_refusals_name_the_rule(text: str, why: str) -> None:
    with pytest.raises(IllegalMove, match=why):
        play_moves(GAME).play(text)


@pytest.mark.parametrize(
    ("black", "white", "why"),
    [
        ("a2", "", "Black's pieces never leave the dark squares; a2"),
        ("", "a1", "White's pieces never leave the light squares; a1"),
        ("", "", "Both sides are empty"),
        (" ".join(DARK[:13]), "", "Black has 13 pieces; there are only 12"),
        ("i1", "", "i1 is not a square"),
    ],
)
def test_positions_are_checked(black: str, white: str, why: str) -> None:
    with pytest.raises(BadPosition, match=why):
        set_up(black, white)


def test_a_side_without_pieces_is_passed_over() -> None:
    match = set_up("a1")
    match.play("a1-b2")
    assert match.turn == 0


def test_a_position_with_everybody_home_is_over() -> None:
    assert end_of(set_up("a7 d8", "h5")).winner == 0


def test_black_sits_at_the_bottom_of_the_picture() -> None:
    assert GAME.seen_by(play_moves(GAME).position, None).top == 1


@pytest.mark.ci
def test_moves_agree_with_a_slow_generator_in_random_play() -> None:
    """The player to move always has a move, as long as no player is home."""
    for seed in range(4):
        for number, (position, move) in enumerate(play_out(GAMES["incorrect-checkers"], {}, seed)):
            if number % 3 == 0 and move is not None:
                cells = dict(GAME.seen_by(position, None).cells)
                moves = [GAME.write(position, move) for move in GAME.moves(position)]
                assert len(cells) == 24
                assert set(moves) == slow_moves(cells, "bw"[position.turn])
            assert (move is None) == (position.outcome is not None)


def test_moves_agree_with_a_slow_generator_on_scattered_pieces() -> None:
    """Where chains are longest, and where a piece may stand in the way twice."""
    chance = random.Random(7)
    for _ in range(150):
        black, white = chance.sample(DARK, 12), chance.sample(LIGHT, 12)
        match = set_up(" ".join(black), " ".join(white), turn=chance.randrange(2))
        if match.turn is not None:
            assert set(match.moves()) == slow_moves(cells_of(match), "bw"[match.turn])


def test_every_shown_path_is_a_legal_chain() -> None:
    """Each reads back, square by square, as the move that it shows."""
    chance = random.Random(9)
    for _ in range(60):
        match = set_up(" ".join(chance.sample(DARK, 12)), " ".join(chance.sample(LIGHT, 12)))
        if match.turn is not None:
            for move in GAME.moves(match.position):
                path = "-".join(square_names(8)[square] for square in move.path)
                assert GAME.read(match.position, path) == move
