"""No line ends the process of the club's reckoning, and every one is answered."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from club.__main__ import ClubPipe
from tests.club.right_requests import GAME, RESULT, RIGHT, THERE
from tests.rules.pipe import open_pipe, run, sentence
from tests.sets import leave_to_ci

pytestmark = pytest.mark.ci

VERBS = ["rate", "table", "ranks", "rounds", "pair"]


def test_lines_that_are_no_request_are_answered_in_order_and_the_end_is_zero() -> None:
    lines = [
        b"",
        b"junk",
        b'{"do": "rate"',
        b"\xff\xfe\x00",
        b"[" * 100_000,
        b"x" * 100_000,
        b"[]",
        b"null",
        b"7",
        b'{"do": "play"}',
        b'{"do": "rate", "now": NaN}',
        b'{"do": "rate", "now": 1e999}',
        b"{}",
        b'{"do": "rounds", "players": ' + b"9" * 5000 + b"}",
        b'{"do": "rounds", "players": 1' + b"0" * 400 + b"}",
    ]
    answers = run(*(line + b"\n" for line in lines), b'{"do": "rounds", "players": 2, "id": 1}', room="club")
    assert answers.pop() == {"ok": True, "id": 1, "rounds": [[[0, 1]]]}
    assert len(answers) == len(lines)
    for answer in answers:
        assert answer.pop("ok") is False
        assert sentence(answer)
    assert run(room="club") == []


def test_an_unknown_verb_is_told_which_there_are() -> None:
    (answer,) = run(b'{"do": "moves", "id": "a"}\n', room="club")
    assert answer == {"ok": False, "id": "a", "error": f"“do” is one of: {', '.join(VERBS)}."}
    (answer,) = run(b"[1]\n", room="club")
    assert answer["error"] == 'A request is a JSON object, such as {"do": "rate"}.'


def test_lines_of_a_megabyte_are_answered() -> None:
    long = "é" * 500_000
    requests: list[dict[str, object]] = [
        {"do": "rate", "games": [{**GAME, "winner": long}], "now": 5},
        {"do": "rate", "games": [], "advantage": {long: []}, "now": 5},
        {"do": "table", "players": [long, long], "results": []},
        {"do": "ranks", "players": ["Ada"], "results": [], "remaining": [["Ada", long]]},
        {"do": "pair", "players": [{**THERE, "met": ["Ada"], "name": long}] * 2},
        {"do": "pair", "players": [1] * 300_000},
        {"do": "ranks", "players": ["a"] * 200_000, "results": [], "remaining": []},
        {"do": "rounds", "players": long},
        {"do": long},
    ]
    with open_pipe("club") as pipe:
        for request in requests:
            answer = pipe.send(json.dumps(request, ensure_ascii=False).encode())
            assert answer.pop("ok") is False
            assert sentence(answer)
        # As long and right.
        games = [{**GAME, "at": at, "winner": ("Ada", "Ben", None)[at % 3]} for at in range(10_000)]
        rated = pipe.ask("rate", games=games, advantage={}, now=10**6)["ratings"]
        assert [each["games"] for each in rated] == [10_000, 10_000]
        results = [RESULT] * 10_000
        row = pipe.ask("table", players=["Ben", "Ada"], results=results, withdrawn=[])["rows"][0]
        assert (row["player"], row["points"]) == ("Ada", 20_000)
        assert pipe.ask("rounds", players=2, id=long)["id"] == long


junk = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from(["Ada", "Ben", "Cy", "binar", "\ud800"])
    | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from([*GAME, *THERE, "x"]) | st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=8,
)
FIELDS = sorted({field for request in RIGHT.values() for field in request})


def check_answer(request: dict[str, object]) -> None:
    """Assert that a request is carried out, or refused in a sentence.

    It is never refused by accident.
    """
    answer = json.loads(json.dumps(ClubPipe().answer(json.dumps(request).encode())))
    if answer.pop("ok") is False:
        assert "failed on this request" not in sentence(answer)


@given(verb=st.sampled_from(VERBS), fields=st.dictionaries(st.sampled_from(FIELDS), junk, max_size=4))
@settings(max_examples=80)
def test_no_type_of_any_field_is_a_fault(verb: str, fields: dict[str, object]) -> None:
    check_answer({"do": verb, **fields})
    check_answer({"do": verb, **RIGHT[verb], **fields})


@pytest.mark.parametrize(
    ("verb", "field", "entry"),
    leave_to_ci(
        [
            ("rate", "games", GAME),
            ("table", "results", RESULT),
            ("ranks", "results", RESULT),
            ("pair", "players", THERE),
        ],
        after=1,
    ),
)
@given(data=st.data())
@settings(max_examples=50)
def test_no_form_of_an_entry_is_a_fault(
    verb: str, field: str, entry: dict[str, object], data: st.DataObject
) -> None:
    changed = data.draw(st.dictionaries(st.sampled_from([*entry]), junk, max_size=2))
    others = data.draw(st.lists(junk, max_size=2))
    check_answer({"do": verb, **RIGHT[verb], field: [entry, {**entry, **changed}, *others]})
    check_answer({"do": verb, **RIGHT[verb], field: [{**entry, **changed}]})
