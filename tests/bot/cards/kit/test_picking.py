"""Buttons lead to every legal move and to no other, within one message's limits."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.cards.kit.choices import MOVE_LIMIT, MatchIds, beside_board
from bot.cards.kit.kit import text
from bot.cards.kit.picking import BUTTONS, WIDTH, arrange_in_rows, small_board_squares, split_choices
from bot.cards.play.picker import alike_cards_line
from bot.custom_ids import LIMIT, parse_custom_id
from rules.binary import Binary
from rules.board import BoardView
from rules.catalogue import GAMES
from rules.choosing import reach_choice
from rules.game import AnyGame, Step
from rules.match import Match
from rules.squares import square_steps
from tests.bot.fingers import Screen, effect
from tests.examples.every_game import A_FEW_GAMES
from tests.rules.one_zero_one.diagram import position
from words import localizer_for

COMPONENTS = 40
"""Components of one message (Discord)."""
PLIES = 30


def positions(game: AnyGame, games: int) -> list[Match]:
    """Matches of random play at each of their plies, those with the most moves first."""
    chance = random.Random(7)
    met: list[tuple[int, int, Match]] = []
    for number in range(games):
        match = Match(game, {}, bytes([number % 256] * 32))
        for _ in range(PLIES):
            moves = match.turn is not None and game.moves(match.position)
            if not moves:
                break
            met.append((len(moves), len(met), match.copy()))
            match.make_move(chance.choice(moves))
    return [match for _, _, match in sorted(met, reverse=True, key=lambda entry: entry[:2])]


def screens(match: Match, depth: int = 99) -> list[Screen]:
    """All that a picker can show in a position, down to a number of choices."""
    found = [Screen.after_play(match)]
    for screen in found:
        if screen.played is not None or len(screen.reached.path) >= depth:
            continue
        for button in (button for row in screen.buttons for button in row if not button.get("disabled")):
            pressed = parse_custom_id(button["custom_id"])
            assert pressed is not None
            onward = pressed.action in ("pick", "do", "page") and button["label"] != "Back"
            if onward:
                found.append(screen.press(button["custom_id"]))
    return found


@pytest.mark.ci
def test_buttons_lead_to_every_legal_move_and_to_no_other(key: str) -> None:
    met = positions(GAMES[key], 2)
    for match in met[:: max(1, len(met) // 3)]:
        found = {screen.played for screen in screens(match) if screen.played}
        assert found <= set(match.moves())
        assert {effect(match, text) for text in found} == {effect(match, text) for text in match.moves()}


@pytest.mark.ci
@pytest.mark.parametrize(("games", "looked_at"), [(8, 1), pytest.param(200, 2, marks=pytest.mark.deep)])
def test_the_busiest_positions_fit_into_one_message(key: str, games: int, looked_at: int) -> None:
    rules = GAMES[key]
    for match in positions(rules, games)[:looked_at]:
        shown = screens(match)
        for screen in shown[:: max(1, len(shown) // 20)]:
            assert len(screen.components) <= COMPONENTS
        for screen in shown:
            custom_ids = [button["custom_id"] for row in screen.buttons for button in row]
            assert len(custom_ids) == len(set(custom_ids))
            assert all(len(custom_id) <= LIMIT for custom_id in custom_ids)
            assert all(1 <= len(row) <= WIDTH for row in screen.buttons)
            assert len(screen.buttons) <= WIDTH + 1
            for step in screen.reached.offers:
                assert 1 <= len(str(step.label)) <= 80
            for step in screen.reached.choices:
                assert 1 <= len(step.value) <= 16
                assert "," not in step.value


@pytest.mark.ci
@pytest.mark.parametrize("key", A_FEW_GAMES, indirect=True)
def test_buttons_stand_as_the_player_reads_the_board(key: str) -> None:
    for match in positions(GAMES[key], 2)[::9]:
        for screen in screens(match, depth=1):
            view = screen.table.view(match.turn)
            order = [name for row in view.reading for name in row]
            squares = {str(step.label): step.square for step in screen.reached.choices}
            whole = screen.reached.single_moves
            squares |= {
                whole[step.value][1]: step.square for step in screen.reached.choices if step.value in whole
            }
            found = [button["label"] for row in screen.buttons for button in row]
            pressed = [squares[label] for label in map(choice_of, found) if label in squares]
            if order and None not in pressed:
                assert pressed == sorted(pressed, key=lambda name: order.index(name or ""))


def test_black_reads_the_board_from_the_other_side() -> None:
    match = Match(GAMES["russian"], {}, b"")
    assert labels(Screen.after_play(match)) == [["a3-b4", "c3", "e3", "g3"]]
    match.play("c3-d4")
    assert labels(Screen.after_play(match)) == [["h6-g5", "f6", "d6", "b6"]]


def test_a_rank_is_a_row_while_five_rows_of_five_hold_them() -> None:
    match = Match(GAMES["yin-yang"], {}, b"")
    assert labels(Screen.after_play(match)) == [["c4", "d4"], ["c3", "d3"]]
    wide = BoardView("g", None, 0, ("", ""), 8, {})
    six = [Step(f"{file}3", "", square=f"{file}3") for file in "abcdef"]
    assert [len(row) for row in arrange_in_rows(six, wide)] == [3, 3]
    six_ranks = [Step(f"a{rank}", "", square=f"a{rank}") for rank in range(6, 0, -1)]
    assert [len(row) for row in arrange_in_rows(six_ranks, wide)] == [3, 3]
    assert [len(row) for row in arrange_in_rows(six_ranks[1:], wide)] == [1] * 5


def test_a_small_board_stays_as_it_is_while_it_fills() -> None:
    match = Match(GAMES["binar"], {"size": 3}, b"")
    assert labels(Screen.after_play(match))[:3] == [
        ["a3", "b3", "c3"],
        ["a2", "b2", "c2"],
        ["a1", "b1", "c1"],
    ]
    match.play("b2")
    match.play("a3")
    shown = Screen.after_play(match)
    assert labels(shown)[:3] == [["1", "b3", "c3"], ["a2", "0", "c2"], ["a1", "b1", "c1"]]
    assert [button["label"] for row in shown.buttons for button in row if button.get("disabled")] == [
        "1",
        "0",
    ]


def test_a_board_is_small_as_far_as_its_ranks_and_its_files_are_buttons() -> None:
    def grid(*size: int) -> list[int]:
        files, ranks = size
        view = BoardView("g", None, 0, ("", ""), (files, ranks), {})
        return [len(row) for row in small_board_squares(square_steps((files, ranks)), view)]

    assert (grid(5, 4), grid(4, 5)) == ([5] * 4, [4] * 5)
    assert grid(6, 2) == grid(2, 6) == []


def test_more_than_25_choices_are_parts_that_say_their_range() -> None:
    match = Match(GAMES["binary"], {}, b"")
    match.play("a1")
    shown = Screen.after_play(match)
    assert labels(shown)[:2] == [
        ["a8–h8", "a7–h7", "a6–h6", "a5–h5"],
        ["a4–h4", "a3–h3", "a2–h2", "b1–h1"],
    ]
    part = shown.press(shown.buttons[0][1]["custom_id"])
    squares = [[choice_of(label) for label in row] for row in labels(part)]
    alone = ["Just b7", "Just d7", "Just f7", "Just h7"]
    assert squares == [["a7", "b7", "c7"], ["d7", "e7", "f7"], ["g7", "h7"], alone, ["Back"]]
    assert part.press(part.buttons[-2][0]["custom_id"]).played == "b7"
    assert labels(part.press(part.buttons[-1][0]["custom_id"])) == labels(shown)


def test_a_part_that_fills_a_screen_has_no_button_more() -> None:
    match = Match(GAMES["binary"], {"size": 12}, b"")
    match.play("a1")
    shown = Screen.after_play(match)
    part = labels(shown.press(shown.buttons[0][0]["custom_id"]))
    assert [len(row) for row in part] == [3, 3, 3, 3, 1]


@pytest.mark.ci
@given(st.lists(st.integers(1, 60), min_size=1, max_size=12))
def test_parts_hold_every_choice_once_and_fit_into_buttons(sizes: list[int]) -> None:
    steps = [
        Step(f"{group}.{number}", "x", f"rank {group}")
        for group, size in enumerate(sizes)
        for number in range(size)
    ]
    split = split_choices(steps)
    assert [step for part in split for step in part] == steps
    assert all(1 <= len(part) <= BUTTONS for part in split)
    if max(sizes) <= BUTTONS and len(sizes) > 1:
        assert [len(part) for part in split] == sizes


def choice_of(label: str) -> str:
    """The choice that a button's label names, without the numbers beside it."""
    return label.partition(": ")[0]


def labels(screen: Screen) -> list[list[str]]:
    """What the buttons say, row by row."""
    return [[button["label"] for button in row] for row in screen.buttons]


def test_a_path_that_no_legal_move_takes_leads_nowhere() -> None:
    match = Match(GAMES["binar"], {}, b"")
    for path in (["z9"], ["a1", "a1"], [""], ["a1"] * 50):
        assert reach_choice(match.game, match.position, path) is None


def test_a_position_is_walked_without_listing_its_moves_again() -> None:
    match = Match(GAMES["binary"], {}, b"")
    match.play("a1")
    listed = 0

    class Counting(Binary):
        def routes(self, position: Any) -> Any:
            nonlocal listed
            listed += 1
            return super().routes(position)

    game = Counting()
    for path in ((), ("b1",), ("b3",), ("b1", "c2")):
        assert reach_choice(game, match.position, path)
    assert listed == 1


@pytest.mark.ci
@pytest.mark.parametrize(
    "key", ["russian", "one-zero-one", "binary", pytest.param("gothic", marks=pytest.mark.deep)]
)
def test_back_leads_to_the_last_level_with_a_choice(key: str) -> None:
    game = GAMES[key]
    for match in positions(game, 2)[::42]:
        for screen in screens(match):
            here = screen.reached
            if here.back is None:
                assert all(
                    reach_choice(game, match.position, here.path[:depth]) == here
                    for depth in range(len(here.path))
                )
                continue
            before = reach_choice(game, match.position, here.back)
            assert before is not None
            assert before.path == here.back
            if game.hidden:
                paths = [(*before.path, *step.value.split(",")) for step in before.offers]
                assert here.path in [
                    each.path for path in paths if (each := reach_choice(game, match.position, path))
                ]
                continue
            assert all(
                (between := reach_choice(game, match.position, here.path[:depth])) is not None
                and between.path == here.path
                for depth in range(len(here.back) + 1, len(here.path))
            )


def test_one_piece_that_must_capture_is_chosen_already() -> None:
    match = Match(GAMES["russian"], {}, b"")
    match.set_position({"cells": {"c3": "w", "a1": "w", "d4": "b", "b4": "b", "h8": "b"}, "turn": 0})
    shown = Screen.after_play(match)
    assert [step.value for step in shown.reached.chain] == ["c3"]
    assert labels(shown) == [["a5", "e5"]]


def test_a_piece_with_one_way_names_its_move_and_makes_it_with_one_tap() -> None:
    match = Match(GAMES["russian"], {}, b"")
    shown = Screen.after_play(match)
    (touched,) = [b["custom_id"] for row in shown.buttons for b in row if b["label"] == "a3-b4"]
    assert shown.press(touched).played == "a3-b4"


def test_a_move_is_on_the_button_of_its_piece_only_where_five_of_them_are_side_by_side(key: str) -> None:
    for match in positions(GAMES[key], 2)[::9]:
        screen = Screen.after_play(match)
        choices = {str(step.label) for step in screen.reached.choices}
        whole = {written for _, written in screen.reached.single_moves.values()}
        found = {button["label"] for row in screen.buttons for button in row}
        assert all(len(label) <= MOVE_LIMIT for label in found & whole - choices)


def test_a_move_that_others_go_on_from_is_named_on_its_button() -> None:
    match = Match(GAMES["binary"], {}, bytes(32))
    match.play(match.moves()[0])
    double = next(text for text in match.moves() if "+" in text)
    square = double.partition("+")[0]
    screen = Screen.after_play(match)
    chosen = screen.press(str(MatchIds(screen.table.row.id, screen.table.row.version).choice_id((square,))))
    labels = [button["label"] for row in chosen.buttons for button in row]
    assert f"Play {square}" in map(choice_of, labels)


@pytest.mark.parametrize(
    ("hand", "path", "said"),
    [
        ("PLAIN PLAIN PLAIN", (), "You hold nothing but PLAIN: choose where it goes."),
        ("IF-v IF-v IF-v", (), "You hold nothing but IF ↕: choose where it goes."),
        ("PLAIN PLAIN IF-v", (), None),
        ("PLAIN PLAIN IF-v", ("PL",), None),
        ("IF-v IF-v IF-v", ("IFv", "30"), None),
    ],
)
def test_a_hand_of_one_kind_is_said_to_be_such_where_no_card_is_asked_for(
    hand: str, path: tuple[str, ...], said: str | None
) -> None:
    before = position("10 0 0 0\n20 1 1 1", hand)
    reached = reach_choice(GAMES["one-zero-one"], before, path)
    assert reached and reached.choices
    assert alike_cards_line(reached, localizer_for("en")) == said


def test_effects_stand_above_the_board_where_rows_of_buttons_below_it_leave_no_room() -> None:
    board, effects = text("board"), text(*["an effect"] * 4)
    assert beside_board(board, None, effects, rows=3) == [board, None, effects]
    assert beside_board(board, None, effects, rows=4) == [effects, board, None]


def test_on_a_board_nothing_is_said_of_a_piece_that_alone_can_move() -> None:
    reached = reach_choice(GAMES["russian"], Match(GAMES["russian"], {}, bytes(32)).position, ())
    assert reached and alike_cards_line(reached, localizer_for("en")) is None
