"""The rules protocol, request by request, over a real pipe."""

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.__main__ import Session
from rules.catalogue import GAMES

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "rules"]
VERBS = [
    "games",
    "new",
    "moves",
    "play",
    "turn",
    "position",
    "set",
    "outcome",
    "undo",
    "end",
    "record",
    "load",
    "perft",
]
BOARDS = {"binar", "binary", "zong-heng", "yin-yang", "incorrect-checkers", "one-zero-one"}
CHECKERS = {"american", "international", "german", "pool", "russian", "brazilian", "spanish", "italian"} | {
    "czech",
    "turkish",
    "armenian",
    "gothic",
    "malaysian",
    "frisian",
    "canadian",
}
KEYS = BOARDS | CHECKERS


class Pipe:
    """One running process of the rules."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT)

    def exchange(self, line: bytes) -> bytes:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()
        return self.process.stdout.readline()

    def send(self, line: bytes) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(self.exchange(line))
        return answer

    def ask(self, do: str, **fields: object) -> dict[str, Any]:
        """The answer to a request that must be carried out, without its `ok`."""
        answer = self.send(json.dumps({"do": do, **fields}).encode())
        assert answer.pop("ok") is True, answer
        return answer

    def refused(self, do: str, **fields: object) -> str:
        """The sentence with which a request is refused; nothing may have changed."""
        before = self.state()
        answer = self.send(json.dumps({"do": do, **fields}).encode())
        assert answer.pop("ok") is False, answer
        assert self.state() == before
        return sentence(answer)

    def state(self) -> dict[str, Any]:
        return self.send(b'{"do": "record"}')


def sentence(answer: dict[str, Any]) -> str:
    """The error of an answer that holds nothing else."""
    told = answer.pop("error")
    assert answer == {}
    assert isinstance(told, str)
    assert told[-1] in ".)"
    assert "\n" not in told
    assert len(told) < 700
    return told


@pytest.fixture(scope="module")
def running() -> Iterator[Pipe]:
    pipe = Pipe()
    yield pipe
    assert pipe.process.stdin
    assert pipe.process.stdout
    pipe.process.stdin.close()
    assert pipe.process.wait(timeout=20) == 0
    pipe.process.stdout.close()


@pytest.fixture
def pipe(running: Pipe) -> Pipe:
    """The process with a fresh match of 3×3 Binar."""
    running.ask("new", game="binar", options={"size": 3}, seed="x")
    return running


def run(*lines: bytes) -> list[dict[str, Any]]:
    """The answers of a process of its own, which must end with 0 and say nothing beside them."""
    done = subprocess.run(
        COMMAND, input=b"".join(lines), capture_output=True, cwd=ROOT, check=True, timeout=60
    )
    assert done.stderr == b""
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_games_lists_every_game_with_sides_and_options(pipe: Pipe) -> None:
    games = pipe.ask("games")["games"]
    assert {game["key"] for game in games} == KEYS
    for game in games:
        assert set(game) == {"key", "title", "sides", "options"}
        assert len(game["sides"]) == 2
        for option in game["options"]:
            assert set(option) == {"name", "default", "choices"}
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
    assert "chess" in pipe.refused("new", game="chess")
    assert "“colour”" in pipe.refused("new", game="binar", options={"colour": 1})
    assert "size" in pipe.refused("new", game="binar", options={"size": 99})
    assert "“game”" in pipe.refused("new")
    assert "“options”" in pipe.refused("new", game="binar", options=[1])
    assert "“seed”" in pipe.refused("new", game="binar", seed=5)
    assert "“seed”" in pipe.refused("new", game="binar", seed="\ud800")


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
    assert pipe.refused("play", move="b2") == "b2 is already taken."
    assert "run from a1 to c3" in pipe.refused("play", move="d1")
    assert "“move”" in pipe.refused("play")
    assert "“move”" in pipe.refused("play", move=["a1"])
    assert "at most" in pipe.refused("play", move="a1" * 10**6)


def test_play_names_the_moves_that_a_text_fits(pipe: Pipe) -> None:
    """Two ways from c1 to c5, taking different men."""
    pipe.ask("new", game="american")
    pipe.ask("set", position={"cells": {"c1": "w", "b2": "b", "b4": "b", "d2": "b", "d4": "b"}}, turn=1)
    ways = pipe.ask("moves")["moves"]
    assert len(ways) == 2
    told = pipe.refused("play", move="c1xc5")
    assert "fits several moves: " in told
    assert all(way in told for way in ways)


def test_position_has_the_form_of_the_page(pipe: Pipe) -> None:
    pipe.ask("play", move="b2")
    expected = {"size": 3, "cells": {"b2": "0"}, "turn": 1}
    for seat in (None, 0, 1):
        assert pipe.ask("position", seat=seat) == {"position": expected}
    assert pipe.ask("position") == {"position": expected}
    assert "“seat”" in pipe.refused("position", seat=2)


def test_set_goes_on_from_a_position_and_the_turn_beside_it_wins(pipe: Pipe) -> None:
    position = {"size": 3, "cells": {"a1": "1"}, "turn": 1}
    assert pipe.ask("set", position=position) == {"turn": 1}
    assert pipe.ask("set", position=position, turn=0) == {"turn": 0}
    assert pipe.ask("moves")["moves"][0] == "a2"
    assert pipe.ask("set", position={"cells": {}}) == {"turn": 0}


def test_set_refuses_what_cannot_be(pipe: Pipe) -> None:
    assert "z1 is not a square" in pipe.refused("set", position={"cells": {"z1": "0"}})
    assert "x on a1 is no piece" in pipe.refused("set", position={"cells": {"a1": "x"}})
    assert "“turn”" in pipe.refused("set", position={"cells": {}}, turn=7)
    assert pipe.refused("set")
    pipe.ask("new", game="yin-yang")
    assert "Both sides are empty" in pipe.refused("set", position={"cells": {}})
    pipe.ask("new", game="american")
    assert pipe.refused("set", position={"cells": {"a1": "b"}})  # a man on its crowning rank
    assert pipe.refused("set", position={"cells": {"a2": "b"}})  # an unplayable square


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
    assert pipe.refused("play", move="a2") == "The match is over."


def test_scores_where_the_game_counts() -> None:
    """Points in Binary and Yin Yang, largest groups in Zong-Heng, none in Binar and Incorrect Checkers."""
    session = Session()
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
    assert pipe.refused("undo") == "There is no move to take back."


def test_end_by_resignation(pipe: Pipe) -> None:
    assert pipe.ask("end", how="resign", seat=0) == {"turn": None}
    outcome = pipe.ask("outcome")
    assert (outcome["winner"], outcome["reason"]) == (1, "Even resigned")
    assert pipe.ask("moves") == {"moves": []}
    assert pipe.refused("end", how="draw") == "The match is over."


def test_end_by_agreement(pipe: Pipe) -> None:
    assert pipe.ask("end", how="draw") == {"turn": None}
    assert pipe.ask("outcome") == {"over": True, "winner": None, "score": None, "reason": "by agreement"}


def test_end_refuses_half_requests(pipe: Pipe) -> None:
    assert "“seat”" in pipe.refused("end", how="resign")
    assert "“seat”" in pipe.refused("end", how="draw", seat=1)
    assert "“how”" in pipe.refused("end")
    assert "“how”" in pipe.refused("end", how={"draw": 1})


@pytest.mark.parametrize("key", sorted(KEYS))
def test_a_record_loads_to_the_same_match(running: Pipe, key: str) -> None:
    chance = random.Random(1)
    running.ask("new", game=key, seed="r")
    for _ in range(12):
        moves = running.ask("moves")["moves"]
        if moves:
            assert running.ask("play", move=chance.choice(moves))["move"] in moves
    record, turn = running.ask("record")["record"], running.ask("turn")
    position, moves = running.ask("position"), running.ask("moves")
    running.ask("new", game="binar")
    assert running.ask("load", record=record) == turn
    assert (running.ask("position"), running.ask("moves")) == (position, moves)


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
        ("Twotone: 1\nGame: chess\n", "Line 2: there is no game “chess”"),
        ("Twotone: 1\n", "names no game"),
        ("Twotone: 1\nnonsense\n", "Line 2: a record begins with lines"),
        ("Twotone: 1\nGame: binar\nOptions: {\n", "Line 3: “Options” has the wrong form"),
        ("Twotone: 1\nGame: binar\nOptions: [1]\n", "Line 3: “Options” has the wrong form"),
        ("Twotone: 1\nGame: binar\nOptions: " + "[" * 100000 + "\n", "Line 3: “Options” has the wrong form"),
        ('Twotone: 1\nGame: binar\nOptions: {"size": 2}\n', "Line 3: “2” is no value for size"),
        ("Twotone: 1\nGame: binar\nSecret: xyz\n", "Line 3: “Secret” has the wrong form"),
        ('Twotone: 1\nGame: binar\nStart: {"cells": {"z9": "0"}}\n', "Line 3: z9 is not a square"),
        ("Twotone: 1\nGame: binar\nEnded: maybe\n", "Line 3: “Ended” has the wrong form"),
        ("Twotone: 1\nGame: binar\n\n1. a1\n2. a1\n", "Line 5: a1 is already taken"),
    ],
    ids=lambda value: value[-40:],
)
def test_load_refuses_a_broken_record_with_its_line(pipe: Pipe, record: str, why: str) -> None:
    assert why in pipe.refused("load", record=record)


def test_perft_counts_leaves(pipe: Pipe) -> None:
    assert pipe.ask("perft", depth=3) == {"counts": [9, 72, 504]}
    assert "“depth”" in pipe.refused("perft", depth=0)
    assert "“depth”" in pipe.refused("perft", depth="1")
    assert "counting" in pipe.refused("perft", depth=1, counting="drop")
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
    answer = Session().answer(json.dumps(request_).encode())
    assert answer == {"ok": False, "error": "There is no match yet: start one with “new” or “load”."}


@pytest.mark.parametrize(
    "name",
    [
        None,
        True,
        0,
        -1,
        2**80,
        1.5,
        "",
        "é\u2028\U0001f600",
        [],
        [[1, {"a": None}]],
        {},
        {"do": "games"},
        "\ud800",
    ],
    ids=ascii,
)
def test_an_id_comes_back_unchanged(pipe: Pipe, name: object) -> None:
    assert pipe.ask("turn", id=name) == {"turn": 0, "id": name}
    for line in ({"do": "fly", "id": name}, {"do": "play", "id": name}):
        answer = pipe.send(json.dumps(line).encode())
        assert (answer["ok"], answer["id"]) == (False, name)


def test_without_an_id_there_is_none_in_the_answer(pipe: Pipe) -> None:
    assert "id" not in pipe.ask("turn")


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"   ",
        b"junk",
        b"{",
        b'{"do": "turn"',
        b"'do'",
        b"\xff\xfe\x00",
        b'{"do": "turn", "id": "\xc3"}',
        '{"do": "turn"}'.encode("utf-16-le"),
        b"[" * 100_000,
        b"[" * 100_000 + b"]" * 100_000,
        b'{"id": ' * 100_000,
        b'{"do": "turn", "id": NaN}',
        b'{"do": "turn", "id": -Infinity}',
        b'{"do": "turn", "id": 1e999}',
        b'{"do": "turn", "id": ' + b"9" * 5000 + b"}",
        b"x" * 10_000_000,
    ],
    ids=lambda line: repr(line[:12]),
)
def test_a_line_that_is_not_json_is_answered(pipe: Pipe, line: bytes) -> None:
    answer = pipe.send(line)
    assert answer.pop("ok") is False
    assert "not JSON" in sentence(answer)
    assert pipe.ask("turn") == {"turn": 0}


@pytest.mark.parametrize("line", [b"null", b"1", b'"games"', b"[]", b'["do", "games"]', b"true"])
def test_json_that_is_no_object_is_refused(pipe: Pipe, line: bytes) -> None:
    answer = pipe.send(line)
    assert answer.pop("ok") is False
    assert "JSON object" in sentence(answer)


@pytest.mark.parametrize("verb", [None, 1, "", "fly", "Games", ["games"], {"do": 1}, "_games", "x" * 10**6])
def test_an_unknown_verb_is_refused(pipe: Pipe, verb: object) -> None:
    answer = pipe.send(json.dumps({"do": verb}).encode())
    assert answer.pop("ok") is False
    assert sentence(answer) == f"“do” is one of: {', '.join(VERBS)}."


def test_lines_of_ten_megabytes_are_answered(pipe: Pipe) -> None:
    long = "a" * 10_000_000
    for request in (
        {"do": "play", "move": long},
        {"do": "new", "game": long},
        {"do": "new", "game": "binar", "options": {long: 1}},
        {"do": "new", "game": "binar", "options": {"size": long}},
        {"do": "set", "position": {"cells": {long: "0"}}},
        {"do": "set", "position": {"cells": {"a1": long}}},
        {"do": "set", "position": long},
        {"do": "load", "record": long},
        {"do": long},
    ):
        answer = pipe.send(json.dumps(request).encode())
        assert answer.pop("ok") is False
        assert sentence(answer)
    assert pipe.ask("turn", id=long)["id"] == long


@pytest.mark.parametrize("depth", [900, 950, 970, 980, 985, *range(988, 1000), 1000, 1100])
def test_an_id_nested_to_the_edge_of_what_can_be_read_ends_nothing(pipe: Pipe, depth: int) -> None:
    """It is not looked into here, where it might not be readable either."""
    answer = pipe.exchange(b'{"do": "turn", "id": ' + b"[" * depth + b"]" * depth + b"}")
    assert answer.count(b'"ok": true') + answer.count(b'"ok": false') == 1
    assert pipe.ask("turn") == {"turn": 0}


def test_the_process_ends_with_zero_at_the_end_of_its_input() -> None:
    assert run() == []
    assert run(b'{"do": "games"}')[0]["ok"]  # the last line may lack its end
    assert [answer["ok"] for answer in run(b"\r\n", b'{"do": "games"}\r\n', b"\n", b"junk\n")] == [
        False,
        True,
        False,
        False,
    ]


def test_answers_come_in_order_and_one_a_line() -> None:
    answers = run(*(json.dumps({"do": "games", "id": n}).encode() + b"\n" for n in range(200)))
    assert [answer["id"] for answer in answers] == list(range(200))


junk = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
FIELDS = ("game", "options", "seed", "move", "seat", "position", "turn", "how", "record", "counting")


@given(
    key=st.sampled_from(sorted(GAMES)),
    verb=st.sampled_from(VERBS),
    fields=st.dictionaries(st.sampled_from(FIELDS), junk, max_size=4),
    depth=junk.filter(lambda value: type(value) is not int),
)
@settings(max_examples=250, deadline=None, derandomize=True)
def test_no_type_of_any_field_is_a_fault(
    key: str, verb: str, fields: dict[str, object], depth: object
) -> None:
    """Each request is carried out or refused in a sentence of the rules, never by accident."""
    session = Session()
    session.answer(json.dumps({"do": "new", "game": key}).encode())
    answer = session.answer(json.dumps({"do": verb, "depth": depth, **fields}).encode())
    assert answer["ok"] or "failed on this request" not in answer["error"]
    assert session.answer(b'{"do": "moves"}')["ok"]


@given(
    key=st.sampled_from(sorted(GAMES)),
    position=st.fixed_dictionaries(
        {"cells": st.dictionaries(st.sampled_from(["a1", "b1", "c3", "z9", ""]), junk, max_size=3)},
        optional={"size": junk, "turn": junk, "hands": junk, "clock": junk, "history": junk},
    )
    | st.fixed_dictionaries(
        {"lines": junk, "decks": junk, "hands": junk},
        optional={"cut": junk, "digits": junk, "turn": junk, "hand_sizes": junk},
    ),
)
@settings(max_examples=250, deadline=None, derandomize=True)
def test_no_form_of_a_position_is_a_fault(key: str, position: dict[str, object]) -> None:
    session = Session()
    session.answer(json.dumps({"do": "new", "game": key}).encode())
    answer = session.answer(json.dumps({"do": "set", "position": position}).encode())
    assert answer["ok"] or "failed on this request" not in answer["error"], answer
    assert session.answer(b'{"do": "moves"}')["ok"]
