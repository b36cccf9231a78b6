"""Checkers as a game of the contract.

Sides, the lot, set-ups, views, steps and endings.
"""

import json
import time

import pytest

from rules.catalogue import GAMES
from rules.game import BadPosition
from rules.match import Match, secret_of
from rules.shuffle import Shuffle
from tests.rules.checkers.matches import EVERY_SETUP, EVERY_VARIANT, VARIANTS, at, new, position, view
from tests.rules.english import english
from tests.rules.laid_out import end_of

BLACK_FIRST = ("american", "international", "german", "pool", "frisian", "canadian", "malaysian")


def test_the_catalogue_has_every_kind_by_name() -> None:
    assert [key for key in GAMES if key in VARIANTS] == list(VARIANTS)


@pytest.mark.parametrize("key", EVERY_VARIANT)
@pytest.mark.parametrize("word", ["checkers", "draughts", "dama"])
def test_everybody_s_word_finds_every_variant(key: str, word: str) -> None:
    assert word in GAMES[key].words


@pytest.mark.parametrize("key", EVERY_VARIANT)
def test_seat_0_is_the_side_that_moves_first(key: str) -> None:
    assert english(GAMES[key].sides) == (("Black", "White") if key in BLACK_FIRST else ("White", "Black"))


@pytest.mark.parametrize("key", ["international", "frisian", "canadian"])
def test_the_federations_let_white_begin(key: str) -> None:
    assert english(new(key, rules="federation").sides) == ("White", "Black")


def test_malaysian_draws_lots_from_the_secret_unless_told() -> None:
    seen = set()
    for seed in map(str, range(8)):
        match = Match(GAMES["malaysian"], {}, secret_of(seed))
        lot = Shuffle(secret_of(seed)).below(2)
        assert english(match.sides) == (("White", "Black"), ("Black", "White"))[lot]
        seen.add(match.sides)
        sides = match.sides
        match.set_position("W:W60:B10")
        assert match.sides == sides
    assert len(seen) == 2
    assert english(new("malaysian", first="black").sides) == ("Black", "White")
    assert english(new("malaysian", first="white").sides) == ("White", "Black")


@pytest.mark.parametrize(
    ("key", "men", "a1_dark"),
    [
        ("american", 12, True),
        ("international", 20, True),
        ("german", 12, True),
        ("pool", 12, True),
        ("russian", 12, True),
        ("brazilian", 12, True),
        ("spanish", 12, True),
        ("italian", 12, False),
        ("czech", 12, True),
        ("turkish", 16, True),
        ("armenian", 16, True),
        ("gothic", 16, True),
        ("malaysian", 30, True),
        ("frisian", 20, True),
        ("canadian", 30, True),
    ],
)
def test_the_view_shows_the_men_of_the_start_with_white_below(key: str, men: int, a1_dark: bool) -> None:
    seen = view(new(key))
    assert list(seen.cells.values()).count("w") == list(seen.cells.values()).count("b") == men
    assert seen.a1_dark is a1_dark
    assert seen.top is not None
    assert str(seen.sides[seen.top]) == "Black"
    assert max(int(name[1:]) for name, symbol in seen.cells.items() if symbol == "w") < seen.ranks / 2 + 0.5
    tones = {(ord(name[0]) - 96 + int(name[1:])) % 2 for name in seen.cells}
    expected = {"spanish": {1}, "italian": {1}, "turkish": {0, 1}, "armenian": {0, 1}, "gothic": {0, 1}}
    assert tones == expected.get(key, {0})


def test_numeric_variants_label_their_squares_with_numbers_and_the_others_leave_letters() -> None:
    labels = view(new("international")).labels
    assert (labels["b10"], labels["i1"], len(labels)) == ("1", "50", 50)
    assert view(new("spanish")).labels["h1"] == "1"
    assert view(new("russian")).labels == {}


def test_a_capture_leaves_its_path_and_ghosts_of_the_captured() -> None:
    match = at("american", "a1", "b2 Kd4 f6 h8", "White")
    match.play("a1xg7")
    seen = view(match)
    assert seen.last_move == "29x8"
    assert seen.trace
    assert seen.trace.path == ("a1", "c3", "e5", "g7")
    assert seen.trace.removed == (("b2", "b"), ("d4", "B"), ("f6", "b"))
    assert seen.cells == {"g7": "w", "h8": "b"}


def test_the_last_move_is_told_as_it_was_written() -> None:
    match = at("american", "c1", "b2 b4 d2 d4 h8", "White")
    match.play("c1 e3 c5")
    assert view(match).last_move == match.plies[-1].text == "30x23x14"


def test_the_trace_follows_the_route_that_was_chosen() -> None:
    match = at("american", "Kc1", "b2 b4 d2 d4 h8", "White")
    for text, way in (
        ("c1xe3xc5xa3xc1", ("c1", "e3", "c5", "a3", "c1")),
        ("c1xa3xc5xe3xc1", ("c1", "a3", "c5", "e3", "c1")),
    ):
        trial = match.copy()
        trial.play(text)
        trace = view(trial).trace
        assert trace
        assert trace.path == way


def test_the_picker_walks_from_the_piece_over_each_landing_square() -> None:
    match = at("american", "c1", "b2 b4 d2 d4", "White")
    walks = {
        tuple(step.value for step in match.game.steps(match.position, route))
        for route in match.game.routes(match.position)
    }
    assert walks == {("30", "21", "14"), ("30", "23", "14")}
    first, second, _ = match.game.steps(match.position, position(match).legal[0])
    assert (first.square, str(first.group), first.label) == ("c1", "rank 1", "30")
    assert second.square in ("a3", "e3")


def test_a_flying_king_is_offered_every_landing_square() -> None:
    match = at("international", "Ka1", "c3 f6 f8")
    routes = list(match.game.routes(match.position))
    assert {match.game.write(match.position, route) for route in routes} == set(match.moves())
    assert len({route.path for route in routes}) == len(routes) >= len(match.moves())


@pytest.mark.ci
def test_where_there_are_a_million_routes_menus_offer_one_to_each_move() -> None:
    match = new("gothic", kings="flying")
    match.set_position("W:WKa6,Ka2,Kh2,Kc1:Bd8,f8,b7,h7,d6,c5,f5,c4,e4,d3,g3,c2,e2,Ke1")
    began = time.thread_time()
    legal = match.game.moves(match.position)
    listed = time.thread_time()
    assert list(match.game.routes(match.position)) == list(legal)
    assert time.thread_time() - listed < listed - began  # all 324,086 of them took ten times as long


@pytest.mark.parametrize(
    ("white", "black", "move", "why"),
    [
        ("c3", "d4", "c3xe5", "Black has no piece left"),
        ("b4 c3 h2", "a5", "h2-g3", "Black has no legal move"),
    ],
)
def test_the_last_piece_gone_or_no_move_left_is_a_loss_at_once(
    white: str, black: str, move: str, why: str
) -> None:
    match = at("american", white, black)
    match.play(move)
    assert match.outcome
    assert str(match.sides[match.outcome.winner or 0]) == "White"
    assert match.outcome.text == why
    assert match.outcome.score is None
    assert match.turn is None
    assert match.moves() == []


def test_a_position_set_up_without_moves_or_pieces_is_over() -> None:
    assert at("american", "b4 c3", "a5", "Black").turn is None
    for key in VARIANTS:
        match = new(key)
        middle = position(match).generator.squares[len(position(match).generator.squares) // 2]
        match.set_position({"cells": {middle: "w"}})
        assert match.outcome
        assert str(match.sides[match.outcome.winner or 0]) == "White"


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({"cells": {}}, "Both sides are empty"),
        ({"cells": {"a2": "w"}}, "a2 is not a square"),
        ({"cells": {"i9": "w"}}, "i9 is not a square"),
        ({"cells": {"a1": "x"}}, "x on a1 is no piece"),
        (
            {"cells": {"b8": "w", "a1": "b"}},
            "A man stands on 1, where men of White are crowned (American checkers",
        ),
        ({"cells": {"c1": "b", "a3": "w"}}, "A man stands on 30, where men of Black are crowned"),
        (
            {
                "cells": dict.fromkeys(
                    ["a1", "c1", "e1", "g1", "b2", "d2", "f2", "h2", "a3", "c3", "e3", "g3", "b4"], "w"
                )
            },
            "White has 13 pieces; there are only 12",
        ),
        ({"cells": {"a1": "w"}, "turn": 2}, "“turn” is 0, 1 or null"),
        ({"cells": {"a1": "w"}, "clock": 5}, "“clock” is missing or has the wrong form"),
        ({"cells": {"a1": "w"}, "clock": {"quiet": -1}}, "“clock.quiet”"),
        ({"cells": {"a1": "w"}, "clock": {"quiet": True}}, "“clock.quiet”"),
        ({"cells": {"a1": "w"}, "clock": {"repeated": 0}}, "“clock.repeated”"),
        ({"cells": {"a1": "w"}, "clock": {"repeated": "2"}}, "“clock.repeated”"),
        ({"cells": {"a1": "w"}, "clock": {"counts": 1}}, "“clock”"),
        ({"cells": {"a1": "w"}, "clock": {"same_king": {"w": ["z1", 1]}}}, "“clock.same_king”"),
        ({"cells": {"a1": "w"}, "history": "none"}, "“clock”"),
        ({"cells": {"a1": "w"}, "history": [1]}, "“history”"),
        ({"cells": {"a1": "w"}, "history": ["W:"]}, "not part of a position string"),
    ],
)
def test_what_no_game_can_have_come_to_is_refused(data: object, told: str) -> None:
    match = new("american")
    with pytest.raises(BadPosition) as refused:
        match.set_position(data)
    assert told in str(refused.value)
    assert len(match.moves()) == 7


def test_a_turn_left_out_is_the_position_s_own_else_that_of_the_side_that_begins() -> None:
    cells = {"a1": "W", "h8": "B"}
    for data, turn, expected in (
        ({"cells": cells}, None, 0),
        ({"cells": cells, "turn": 1}, None, 1),
        ({"cells": cells, "turn": 1}, 0, 0),
    ):
        match = new("american")
        match.set_position(data, turn)
        assert match.turn == expected


def test_a_finished_position_set_up_again_is_finished() -> None:
    """Its turn is `null`, so the side that cannot move is to move."""
    match = new("russian")
    blocked = {"cells": {"a5": "b", "b4": "w", "c3": "w"}}
    match.set_position(blocked, 1)
    shown = match.show_view(None)
    assert shown["turn"] is None
    match.set_position(shown)
    assert end_of(match) == (0, None, "Black has no legal move")
    assert match.show_view(None) == shown
    match.set_position(blocked)
    assert match.turn == 0


@pytest.mark.parametrize(("key", "options"), EVERY_SETUP)
def test_a_position_dumped_and_set_up_again_remembers_what_has_stood(
    key: str, options: dict[str, str]
) -> None:
    match = new(key, **options)
    squares = position(match).generator.squares
    corners = (squares[-1], squares[-2], squares[0], squares[1])
    if options.get("aim") != "crown":  # there the first king ends the match
        match.set_position({"cells": dict(zip(corners, "WWBB", strict=True)), "turn": 0})
    for _ in range(9):
        if match.turn is None:
            break
        match.play(match.moves()[-1])
    again = new(key, **options)
    again.set_position(json.loads(json.dumps(match.game.dump(match.position))))
    assert again.position == match.position
    assert again.show_view(None) == match.show_view(None)


def test_perft_knows_both_countings() -> None:
    game = GAMES["international"]
    start = new("international").position
    assert game.countings == ("drop", "keep")
    for counting in (None, *game.countings):
        assert game.perft(start, 3, counting) == [9, 81, 658]


def test_a_match_keeps_no_legal_moves_of_positions_it_has_left() -> None:
    match = Match(GAMES["russian"], {}, bytes(32))
    before = match.moves()
    match.play("c3-d4")
    assert not {"legal", "paths"} & set(match.origin.__dict__)
    match.undo()
    assert match.moves() == before
