"""No line ends the process of the rules, and every one is answered."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.__main__ import RulesPipe
from rules.catalogue import GAMES
from tests.rules.pipe import Pipe, run, sentence

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
    "read",
    "perft",
]


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


@pytest.mark.ci
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


@pytest.mark.ci
def test_the_process_ends_with_zero_at_the_end_of_its_input() -> None:
    assert run() == []
    assert run(b'{"do": "games"}')[0]["ok"]  # the last line may lack its end
    assert [answer["ok"] for answer in run(b"\r\n", b'{"do": "games"}\r\n', b"\n", b"junk\n")] == [
        False,
        True,
        False,
        False,
    ]


@pytest.mark.ci
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
FIELDS = (
    *("game", "options", "seed", "move", "seat", "position", "turn", "how", "record", "counting"),
    *("text", "bytes", "language", "number"),
)


@pytest.mark.ci
@given(
    key=st.sampled_from(sorted(GAMES)),
    verb=st.sampled_from(VERBS),
    fields=st.dictionaries(st.sampled_from(FIELDS), junk, max_size=4),
    depth=junk.filter(lambda value: type(value) is not int),
)
@settings(max_examples=100)
def test_no_type_of_any_field_is_a_fault(
    key: str, verb: str, fields: dict[str, object], depth: object
) -> None:
    """Each request is carried out, or refused in a sentence of the rules.

    None fails by accident.
    """
    session = RulesPipe()
    session.answer(json.dumps({"do": "new", "game": key}).encode())
    answer = session.answer(json.dumps({"do": verb, "depth": depth, **fields}).encode())
    assert answer["ok"] or "failed on this request" not in answer["error"]
    assert session.answer(b'{"do": "moves"}')["ok"]


@pytest.mark.ci
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
@settings(max_examples=100)
def test_no_form_of_a_position_is_a_fault(key: str, position: dict[str, object]) -> None:
    session = RulesPipe()
    session.answer(json.dumps({"do": "new", "game": key}).encode())
    answer = session.answer(json.dumps({"do": "set", "position": position}).encode())
    assert answer["ok"] or "failed on this request" not in answer["error"], answer
    assert session.answer(b'{"do": "moves"}')["ok"]
