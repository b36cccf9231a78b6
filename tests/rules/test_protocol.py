"""The rules protocol, request by request, over a real pipe."""

import json
import random
from hashlib import sha256

import pytest

from rules.__main__ import RulesPipe
from rules.catalogue import GAMES
from rules.checkers.rulesets import RULESETS
from tests.rules.pipe import Pipe, Spoken


def test_games_lists_every_game_with_sides_and_options(pipe: Pipe) -> None:
    games = pipe.ask("games")["games"]
    assert [game["key"] for game in games] == list(GAMES)
    for game in games:
        assert set(game) == {"key", "title", "sides", "options"}
        assert len(game["sides"]) == 2
        for option in game["options"]:
            named = option["name"] == "opening" and game["key"] in RULESETS
            assert set(option) == {"name", "default", "choices"} | ({"free"} if named else set())
            assert option.get("free") is (True if named else None)
            assert option["default"] in option["choices"]


def test_options_are_those_of_the_page(pipe: Pipe) -> None:
    options = {
        game["key"]: {o["name"]: (o["default"], o["choices"]) for o in game["options"]}
        for game in pipe.ask("games")["games"]
    }
    assert options["binar"] == {
        "size": (5, [3, 4, 5, 6, 7, 8, 9]),
        "digits": ("own", ["own", "choose"]),
        "lines": ("double", ["double", "single"]),
    }
    assert options["binary"] == {"size": (8, [6, 8, 10, 12])}
    assert options["zong-heng"] == {
        "size": (8, [6, 8, 10, 12]),
        "layout": ("rows", ["rows", "diagonals"]),
    }
    assert options["yin-yang"] == options["incorrect-checkers"] == {}


def test_new_starts_a_match_with_defaults_for_what_is_left_out(pipe: Pipe) -> None:
    assert pipe.ask("new", game="binar") == {"turn": 0, "sides": ["Even", "Odd"]}
    assert pipe.ask("position")["position"]["size"] == 5


def test_new_refuses_what_it_does_not_know_by_name(pipe: Pipe) -> None:
    assert "chess" in pipe.expect_refusal("new", game="chess")
    assert "“colour”" in pipe.expect_refusal("new", game="binar", options={"colour": 1})
    assert "size" in pipe.expect_refusal("new", game="binar", options={"size": 99})
    assert "not the text “5”" in pipe.expect_refusal("new", game="binar", options={"size": "5"})
    assert "“null” is no value for size" in pipe.expect_refusal("new", game="binar", options={"size": None})
    assert "“true” is no value for digits" in pipe.expect_refusal(
        "new", game="binar", options={"digits": True}
    )
    assert "“game”" in pipe.expect_refusal("new")
    assert "“options”" in pipe.expect_refusal("new", game="binar", options=[1])
    assert "“seed”" in pipe.expect_refusal("new", game="binar", seed=5)
    assert "“seed”" in pipe.expect_refusal("new", game="binar", seed="\ud800")


def test_a_deck_that_is_no_list_of_cards_is_refused_with_the_form_of_a_card(pipe: Pipe) -> None:
    told = pipe.expect_refusal("new", game="one-zero-one", options={"deck": ["PLAIN"] * 16})
    assert '{"command": "DELETE", "axis": "h"}; “PLAIN” is not written so.' in told


def test_the_same_seed_gives_the_same_match_everywhere(pipe: Pipe) -> None:
    first = pipe.ask("record")["record"]
    assert f"Secret: {sha256(b'x').hexdigest()}" in first
    pipe.ask("new", game="binar", options={"size": 3}, seed="x")
    assert pipe.ask("record")["record"] == first


def test_without_a_seed_the_secret_is_random(pipe: Pipe) -> None:
    records = set()
    for _ in range(3):
        pipe.ask("new", game="binar")
        records.add(pipe.ask("record")["record"])
    assert len(records) == 3


def test_moves_are_all_in_plain_text_order(pipe: Pipe) -> None:
    assert pipe.ask("moves") == {"moves": ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"]}


def test_play_answers_the_canonical_text_and_the_turn(pipe: Pipe) -> None:
    assert pipe.ask("play", move=" B2:0 ") == {"turn": 1, "move": "b2"}
    assert pipe.ask("turn") == {"turn": 1}


def test_play_refuses_with_the_rule(pipe: Pipe) -> None:
    pipe.ask("play", move="b2")
    assert pipe.expect_refusal("play", move="b2") == "b2 is already taken."
    assert "run from a1 to c3" in pipe.expect_refusal("play", move="d1")
    assert "“move”" in pipe.expect_refusal("play")
    assert "“move”" in pipe.expect_refusal("play", move=["a1"])
    assert "at most" in pipe.expect_refusal("play", move="a1" * 10**6)


def test_play_names_the_moves_that_a_text_fits(pipe: Pipe) -> None:
    """Two ways from c1 to c5, taking different men."""
    pipe.ask("new", game="american")
    pipe.ask("set", position={"cells": {"c1": "w", "b2": "b", "b4": "b", "d2": "b", "d4": "b"}}, turn=1)
    ways = pipe.ask("moves")["moves"]
    assert len(ways) == 2
    told = pipe.expect_refusal("play", move="c1xc5")
    assert "fits several moves: " in told
    assert all(way in told for way in ways)


def test_position_has_the_form_of_the_page(pipe: Pipe) -> None:
    pipe.ask("play", move="b2")
    expected = {"size": 3, "cells": {"b2": "0"}, "turn": 1}
    for seat in (None, 0, 1):
        assert pipe.ask("position", seat=seat) == {"position": expected}
    assert pipe.ask("position") == {"position": expected}
    assert "“seat”" in pipe.expect_refusal("position", seat=2)


def test_set_goes_on_from_a_position_and_the_turn_beside_it_wins(pipe: Pipe) -> None:
    position = {"size": 3, "cells": {"a1": "1"}, "turn": 1}
    assert pipe.ask("set", position=position) == {"turn": 1}
    assert pipe.ask("set", position=position, turn=0) == {"turn": 0}
    assert pipe.ask("moves")["moves"][0] == "a2"
    assert pipe.ask("set", position={"cells": {}}) == {"turn": 0}


def test_set_refuses_what_cannot_be(pipe: Pipe) -> None:
    assert "z1 is not a square" in pipe.expect_refusal("set", position={"cells": {"z1": "0"}})
    assert "x on a1 is no piece" in pipe.expect_refusal("set", position={"cells": {"a1": "x"}})
    assert "“turn”" in pipe.expect_refusal("set", position={"cells": {}}, turn=7)
    assert pipe.expect_refusal("set")
    pipe.ask("new", game="yin-yang")
    assert "Both sides are empty" in pipe.expect_refusal("set", position={"cells": {}})
    pipe.ask("new", game="american")
    assert pipe.expect_refusal("set", position={"cells": {"a1": "b"}})  # a man on its crowning rank
    for size in (8.0, "8", [8, 8], True):
        refused = pipe.expect_refusal("set", position={"size": size, "cells": {"a1": "w", "h8": "b"}})
        assert refused.startswith("This match is played on a board of size 8")
    assert pipe.expect_refusal("set", position={"cells": {"a2": "b"}})  # an unplayable square


def test_outcome_before_and_after_the_end(pipe: Pipe) -> None:
    assert pipe.ask("outcome") == {"over": False}
    pipe.ask("set", position={"cells": {"a1": "0", "b1": "0", "c2": "0", "c3": "0"}}, turn=0)
    assert pipe.ask("play", move="c1") == {"turn": None, "move": "c1"}
    assert pipe.ask("outcome") == {
        "over": True,
        "winner": 0,
        "score": None,
        "reason": "row 1 and column c are both full and both even",
    }
    assert pipe.ask("moves") == {"moves": []}
    assert pipe.ask("turn") == {"turn": None}
    assert pipe.ask("position")["position"]["turn"] is None
    assert pipe.expect_refusal("play", move="a2") == "The match is over."


def test_scores_where_the_game_counts() -> None:
    """Binary and Yin Yang have points, Zong-Heng its largest groups.

    Binar and Incorrect Checkers have no score.
    """
    session = RulesPipe()
    for key, scored in {
        "binary": True,
        "yin-yang": True,
        "zong-heng": True,
        "binar": False,
        "incorrect-checkers": False,
    }.items():
        chance = random.Random(3)
        session.answer(json.dumps({"do": "new", "game": key, "seed": "s"}).encode())
        while moves := session.answer(b'{"do": "moves"}')["moves"]:
            session.answer(json.dumps({"do": "play", "move": chance.choice(moves)}).encode())
        outcome = session.answer(b'{"do": "outcome"}')
        assert outcome["over"]
        assert outcome["reason"]
        if scored:
            assert [type(points) for points in outcome["score"]] == [int, int]
        else:
            assert outcome["score"] is None


def test_undo_takes_the_last_move_back(pipe: Pipe) -> None:
    pipe.ask("play", move="b2")
    assert pipe.ask("undo") == {"turn": 0}
    assert len(pipe.ask("moves")["moves"]) == 9
    assert pipe.expect_refusal("undo") == "There is no move to take back."


def test_end_by_resignation(pipe: Pipe) -> None:
    assert pipe.ask("end", how="resign", seat=0) == {"turn": None}
    outcome = pipe.ask("outcome")
    assert (outcome["winner"], outcome["reason"]) == (1, "Even resigned")
    assert pipe.ask("moves") == {"moves": []}
    assert pipe.expect_refusal("end", how="draw") == "The match is over."


def test_end_by_agreement(pipe: Pipe) -> None:
    assert pipe.ask("end", how="draw") == {"turn": None}
    assert pipe.ask("outcome") == {"over": True, "winner": None, "score": None, "reason": "by agreement"}


def test_end_refuses_half_requests(pipe: Pipe) -> None:
    assert "“seat”" in pipe.expect_refusal("end", how="resign")
    assert "“seat”" in pipe.expect_refusal("end", how="draw", seat=1)
    assert "“how”" in pipe.expect_refusal("end")
    assert "“how”" in pipe.expect_refusal("end", how={"draw": 1})


def test_a_record_loads_to_the_same_match(key: str) -> None:
    session, chance = Spoken(), random.Random(1)
    session.ask("new", game=key, seed="r")
    for _ in range(12):
        moves = session.ask("moves")["moves"]
        if moves:
            assert session.ask("play", move=chance.choice(moves))["move"] in moves
    record, turn = session.ask("record")["record"], session.ask("turn")
    position, moves = session.ask("position"), session.ask("moves")
    session.ask("new", game="binar")
    assert session.ask("load", record=record) == turn
    assert (session.ask("position"), session.ask("moves")) == (position, moves)


def test_a_record_after_set_starts_from_that_position(pipe: Pipe) -> None:
    pipe.ask("set", position={"cells": {"a1": "1"}}, turn=1)
    pipe.ask("play", move="c3")
    record = pipe.ask("record", seat=1)["record"]
    pipe.ask("new", game="yin-yang")
    pipe.ask("load", record=record)
    assert pipe.ask("position")["position"] == {"size": 3, "cells": {"a1": "1", "c3": "1"}, "turn": 0}


@pytest.mark.parametrize(
    ("record", "why"),
    [
        ("Twotone: 1\nGame: chess\n", "Line 2, column 7: there is no game “chess”"),
        ("Twotone: 1\n", "names no game"),
        ("Twotone: 1\nnonsense\n", "Line 2, column 1: a record begins with lines"),
        ("Twotone: 1\nGame: binar\nOptions: {\n", "Line 3, column 10: “Options” has the wrong form"),
        ("Twotone: 1\nGame: binar\nOptions: [1]\n", "Line 3, column 10: “Options” has the wrong form"),
        (
            "Twotone: 1\nGame: binar\nOptions: " + "[" * 100000 + "\n",
            "Line 3, column 10: “Options” has the wrong form",
        ),
        ('Twotone: 1\nGame: binar\nOptions: {"size": 2}\n', "Line 3, column 10: “2” is no value for size"),
        ("Twotone: 1\nGame: binar\nSecret: xyz\n", "Line 3, column 9: “Secret” has the wrong form"),
        ('Twotone: 1\nGame: binar\nStart: {"cells": {"z9": "0"}}\n', "Line 3, column 8: z9 is not a square"),
        ("Twotone: 1\nGame: binar\nEnded: maybe\n", "Line 3, column 8: “Ended” has the wrong form"),
        ("Twotone: 1\nGame: binar\n\n1. a1\n2. a1\n", "Line 5, column 4: a1 is already taken"),
    ],
    ids=lambda value: value[-40:],
)
def test_load_refuses_a_broken_record_with_its_line(pipe: Pipe, record: str, why: str) -> None:
    assert why in pipe.expect_refusal("load", record=record)


def test_perft_counts_leaves(pipe: Pipe) -> None:
    assert pipe.ask("perft", depth=3) == {"counts": [9, 72, 504]}
    assert "“depth”" in pipe.expect_refusal("perft", depth=0)
    assert "“depth”" in pipe.expect_refusal("perft", depth="1")
    assert "counting" in pipe.expect_refusal("perft", depth=1, counting="drop")
    pipe.ask("new", game="american")
    assert pipe.ask("perft", depth=4, counting="drop") == pipe.ask("perft", depth=4, counting="keep")
    assert pipe.ask("perft", depth=4) == {"counts": [7, 49, 302, 1469]}


@pytest.mark.parametrize(
    "request_",
    [
        {"do": "moves"},
        {"do": "play", "move": "a1"},
        {"do": "turn"},
        {"do": "position"},
        {"do": "set", "position": {"cells": {}}},
        {"do": "outcome"},
        {"do": "undo"},
        {"do": "end", "how": "draw"},
        {"do": "record"},
        {"do": "perft", "depth": 1},
    ],
    ids=lambda request: request["do"],
)
def test_before_new_or_load_there_is_no_match(request_: dict[str, object]) -> None:
    answer = RulesPipe().answer(json.dumps(request_).encode())
    assert answer == {"ok": False, "error": "There is no match yet: start one with “new” or “load”."}
