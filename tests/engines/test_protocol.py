"""The protocol of players, request by request, over a real pipe."""

import json
from collections.abc import Iterator

import pytest

from engines import choose
from rules.catalogue import GAMES
from tests.rules.pipe import Pipe, open_pipe, run


@pytest.fixture(scope="module")
def running() -> Iterator[Pipe]:
    with open_pipe("engines") as pipe:
        yield pipe


@pytest.fixture
def pipe(running: Pipe) -> Pipe:
    """The process with a fresh match of Russian checkers."""
    running.ask("new", game="russian", seed="x")
    return running


def test_levels_says_only_what_there_is(pipe: Pipe) -> None:
    levels = pipe.ask("levels")["levels"]
    assert levels == {key: choose.level_count(game) for key, game in GAMES.items()}
    assert (levels["russian"], levels["one-zero-one"]) == (6, 5)
    for key, count in levels.items():
        pipe.ask("new", game=key)
        assert "has no level" in pipe.expect_refusal("think", level=count + 1, seed=1, seat=0)
        pipe.ask("think", level=0, seed=1, seat=0)


def test_think_gives_a_move_as_moves_writes_it_and_plays_nothing(pipe: Pipe) -> None:
    before = pipe.state()
    answer = pipe.ask("think", level=3, seed=7, seat=0, id="a")
    assert answer.pop("id") == "a"
    assert set(answer) == {"move", "value", "nodes", "ms"}
    assert answer["move"] in pipe.ask("moves")["moves"]
    assert 0 <= answer["value"] <= 1
    assert 0 < answer["nodes"] <= 200 + 20
    assert answer["ms"] > 0
    assert pipe.state() == before


@pytest.mark.parametrize("aim", ["lose", "crown"])
def test_with_another_aim_a_player_names_no_chance(pipe: Pipe, aim: str) -> None:
    pipe.ask("new", game="russian", options={"aim": aim}, seed="x")
    answer = pipe.ask("think", level=3, seed=7, seat=0)
    assert answer["value"] is None
    assert answer["move"] in pipe.ask("moves")["moves"]


def test_level_0_has_no_opinion(pipe: Pipe) -> None:
    answer = pipe.ask("think", level=0, seed=7, seat=0)
    assert (answer["value"], answer["nodes"]) == (None, 0)


@pytest.mark.ci
def test_equal_position_level_and_seed_give_an_equal_move_in_every_process(pipe: Pipe) -> None:
    lines = [json.dumps({"do": "new", "game": "russian"}).encode() + b"\n"]
    lines += [
        json.dumps({"do": "think", "level": level, "seed": seed, "seat": 0}).encode() + b"\n"
        for level in (0, 1, 2, 3)
        for seed in (1, 2, 10**80)
    ]
    one, other = run(*lines, room="engines"), run(*lines, room="engines")
    for answer in one + other:
        answer.pop("ms", None)
    assert one == other
    assert len({answer.get("move") for answer in one}) > 2


def test_what_cannot_be_carried_out_is_refused_in_a_sentence_and_changes_nothing(pipe: Pipe) -> None:
    right = {"level": 1, "seed": 1, "seat": 0}
    assert "Seat 0 is to move" in pipe.expect_refusal("think", **{**right, "seat": 1})
    assert "“seat” is 0 or 1" in pipe.expect_refusal("think", **{**right, "seat": 2})
    for name in right:
        bad: object
        for bad in (None, True, "1", 1.0, [], {}):
            assert f"“{name}”" in pipe.expect_refusal("think", **{**right, name: bad})
        assert f"“{name}”" in pipe.expect_refusal("think", **{k: v for k, v in right.items() if k != name})
    assert "has no level -1" in pipe.expect_refusal("think", **{**right, "level": -1})
    assert "has no level 999" in pipe.expect_refusal("think", **{**right, "level": int("9" * 4000)})
    pipe.ask("end", how="resign", seat=0)
    assert "over" in pipe.expect_refusal("think", **right)


def test_without_a_match_there_is_nothing_to_think_about() -> None:
    answers = run(
        b'{"do": "think", "level": 1, "seed": 1, "seat": 0}\n', b"junk\n", b'{"do": "fly"}\n', room="engines"
    )
    assert [answer["ok"] for answer in answers] == [False] * 3
    assert "no match" in answers[0]["error"]
    assert "levels, think" in answers[2]["error"]


@pytest.mark.ci
def test_it_speaks_every_verb_of_the_rules(pipe: Pipe) -> None:
    pipe.ask("play", move=pipe.ask("think", level=1, seed=1, seat=0)["move"])
    assert pipe.ask("turn") == {"turn": 1}
    record = pipe.ask("record")["record"]
    pipe.ask("undo")
    pipe.ask("load", record=record)
    assert pipe.ask("think", level=1, seed=1, seat=1)["move"] in pipe.ask("moves")["moves"]
    position = pipe.ask("position", seat=1)["position"]
    thought = pipe.ask("think", level=3, seed=1, seat=1)
    pipe.ask("set", position=position)
    again = pipe.ask("think", level=3, seed=1, seat=1)
    assert (again["move"], again["value"], again["nodes"]) == (
        thought["move"],
        thought["value"],
        thought["nodes"],
    )
