"""The club's reckoning, request by request, over a real pipe."""

import json
import math
from collections.abc import Iterator
from typing import Any

import pytest

from club.standing.rating_arithmetic import DAY, RatedGame, replay_games
from tests.club.right_requests import GAME, RESULT, RIGHT, THERE
from tests.rules.pipe import Pipe, open_pipe, run

WRONG: tuple[object, ...] = (None, True, "text", 1.5, -1, [1], [[]], [None], {"Ada": "1"}, {"a": [1]})
WRONG_IN_ENTRY: tuple[object, ...] = (None, True, 1.5, -(10**13), 10**13, [1], {}, {"a": 1}, "\ud800")
FINE: dict[str, tuple[object, ...]] = {"now": (1.5,), "at": (1.5,), "bye": (True,), "winner": (None,)}
"""What of those is right for a field."""


@pytest.fixture(scope="module")
def pipe() -> Iterator[Pipe]:
    with open_pipe("club") as running:
        yield running


def test_rate_gives_each_player_s_numbers_in_each_game_at_now(pipe: Pipe) -> None:
    answer = pipe.ask("rate", games=[GAME], advantage={}, now=10 * DAY, id=[1])
    ada, ben = answer["ratings"]
    assert answer == {"id": [1], "ratings": [ada, ben]}
    q, g = math.log(10) / 400, 1 / math.sqrt(1 + 3 * (math.log(10) / 400 * 350 / math.pi) ** 2)
    variance = 1 / (1 / 350**2 + q**2 * g**2 / 4)
    deviation = math.sqrt(variance + (200**2 - 110**2) / 365 * 10)
    assert ada == {
        "player": "Ada",
        "game": "binar",
        "rating": pytest.approx(1500 + q * variance * g / 2),
        "deviation": pytest.approx(deviation),
        "games": 1,
    }
    assert ben["rating"] == pytest.approx(3000 - ada["rating"])
    assert (round(ada["rating"], 4), round(ada["deviation"], 4)) == (1662.212, 291.5444)


def test_rate_takes_games_in_the_order_of_time_and_the_advantage_of_each_kind(pipe: Pipe) -> None:
    times = (5 * DAY, 0.5, 1_000, -3 * DAY, 1_000)
    games: list[dict[str, Any]] = [
        {**GAME, "at": at, "game": "binar" if at else "x", "winner": (None, "Ada", "Ben")[number % 3]}
        for number, at in enumerate(times)
    ]
    advantage = {"binar": 33.5, "unused": -5.0}
    answer = pipe.ask("rate", games=games, advantage=advantage, now=5 * DAY)
    standings = replay_games(
        RatedGame(g["at"], g["first"], g["second"], g["winner"], g["game"], advantage.get(g["game"], 0.0))
        for g in games
    )
    assert answer["ratings"] == [
        {
            "player": player,
            "game": kind,
            "rating": each.rating.points,
            "deviation": each.rating_at(5 * DAY).deviation,
            "games": each.games,
        }
        for (player, kind), each in standings.items()
    ]


def test_a_deviation_never_grows_over_350(pipe: Pipe) -> None:
    answer = pipe.ask("rate", games=[GAME], advantage={}, now=10**12)
    assert {each["deviation"] for each in answer["ratings"]} == {350.0}


def test_table_gives_its_rows_in_order(pipe: Pipe) -> None:
    results = [RESULT, {"first": "Cy", "second": "Ben", "winner": None}, {**RESULT, "second": "Dot"}]
    answer = pipe.ask("table", players=["Dot", "Cy", "Ben", "Ada"], results=results, withdrawn=["Dot"])
    fields = "player", "rank", "points", "played", "wins", "draws", "losses", "sonneborn_berger", "solkoff"
    assert answer == {
        "rows": [
            dict(zip(fields, values, strict=True))
            for values in (
                ("Ada", 1, 2, 1, 1, 0, 0, 2, 1),
                ("Cy", 2, 1, 1, 0, 1, 0, 1, 1),
                ("Ben", 2, 1, 2, 0, 1, 1, 1, 3),
                ("Dot", 4, 0, 0, 0, 0, 0, 0, 0),
            )
        ]
    }


def test_ranks_says_what_each_can_still_reach(pipe: Pipe) -> None:
    answer = pipe.ask("ranks", **RIGHT["ranks"])
    assert answer == {"best": {"Ada": 1, "Ben": 2, "Cy": 1}, "worst": {"Ada": 2, "Ben": 3, "Cy": 3}}


def test_rounds_numbers_the_players(pipe: Pipe) -> None:
    assert pipe.ask("rounds", players=3) == {"rounds": [[[1, 2]], [[2, 0]], [[0, 1]]]}
    assert pipe.ask("rounds", players=0) == pipe.ask("rounds", players=1) == {"rounds": []}
    assert len(pipe.ask("rounds", players=500)["rounds"]) == 499
    assert pipe.expect_refusal("rounds", players=501) == pipe.expect_refusal("rounds", players=-1)


def test_pair_gives_a_round_until_none_is_left(pipe: Pipe) -> None:
    there = [{**THERE, "name": name} for name in ("Ada", "Ben", "Cy")]
    assert pipe.ask("pair", players=there) == {"pairs": [["Ada", "Ben"]], "bye": "Cy"}
    there[2]["bye"] = True
    there[0]["met"], there[0]["firsts"] = ["Ben", "Ben", "Zoe"], 1
    assert pipe.ask("pair", players=there) == {"pairs": [["Cy", "Ada"]], "bye": "Ben"}
    there[1]["bye"] = there[0]["bye"] = True
    assert "No round is left" in pipe.expect_refusal("pair", players=there)
    assert pipe.ask("pair", players=[]) == {"pairs": [], "bye": None}


def test_pair_takes_the_sides_and_floats_of_earlier_rounds(pipe: Pipe) -> None:
    there = [{**THERE, "name": name, "firsts": 1} for name in ("Ada", "Ben", "Cy", "Dot")]
    for each, sides in zip(there, ("FF", "SS", "SF", "FS"), strict=True):
        each["sides"] = sides
    assert pipe.ask("pair", players=there) == {"pairs": [["Cy", "Ada"], ["Ben", "Dot"]], "bye": None}
    there[0]["floats"] = "-D"
    assert pipe.ask("pair", players=there)["bye"] is None
    for field, wrong in (("sides", "FX"), ("floats", "F"), ("sides", 3), ("floats", "U" * 1001)):
        assert f"“{field}” is a text" in pipe.expect_refusal("pair", players=[{**THERE, field: wrong}])


def test_games_and_players_that_do_not_fit_are_refused_in_a_sentence(pipe: Pipe) -> None:
    rate, table, ranks, pair = RIGHT["rate"], RIGHT["table"], RIGHT["ranks"], RIGHT["pair"]
    for verb, right, field in (
        ("rate", rate, "games"),
        ("table", table, "results"),
        ("ranks", ranks, "results"),
    ):
        entry = GAME if verb == "rate" else RESULT
        for wrong, told in (
            ({"winner": "Cy"}, "“winner” is one of the two who met"),
            ({"winner": 0}, "“winner” is one of the two who met"),
            ({"second": "Ada"}, "“Ada” cannot meet themselves"),
            ({"first": None}, "“first” is a text"),
            ({"second": "\ud800"}, "“second” holds half a character"),
        ):
            assert told in pipe.expect_refusal(verb, **{**right, field: [entry, {**entry, **wrong}]})
        assert f"“{field}” is a list of objects" in pipe.expect_refusal(verb, **{**right, field: [entry, []]})
    assert "later than “now”" in pipe.expect_refusal("rate", **{**rate, "now": -1})
    for verb, right in (("table", table), ("ranks", ranks)):
        assert "“Ada” is not among the players" in pipe.expect_refusal(
            verb, **{**right, "players": ["Eve", "Ben", "Cy"]}
        )
        assert "“Ben” is named twice" in pipe.expect_refusal(
            verb, **{**right, "players": ["Ada", "Ben", "Cy", "Ben"]}
        )
    assert "“Eve” is not among the players" in pipe.expect_refusal("table", **{**table, "withdrawn": ["Eve"]})
    assert "“Cy” is named twice" in pipe.expect_refusal("table", **{**table, "withdrawn": ["Cy", "Cy"]})
    assert "“Eve” is not among" in pipe.expect_refusal("ranks", **{**ranks, "remaining": [["Ada", "Eve"]]})
    assert "“Cy” cannot meet themselves" in pipe.expect_refusal(
        "ranks", **{**ranks, "remaining": [["Cy", "Cy"]]}
    )
    for two in ([], ["Ada"], ["Ada", "Ben", "Cy"], "Ada", {"first": "Ada"}, None):
        assert "list of two players" in pipe.expect_refusal("ranks", **{**ranks, "remaining": [two]})
    thirteen = [str(number) for number in range(13)]
    assert "12 players here at most, not 13" in pipe.expect_refusal(
        "ranks", players=thirteen, results=[], remaining=[]
    )
    assert pipe.ask("ranks", players=thirteen[:12], results=[], remaining=[])["best"]
    many = [{**THERE, "name": str(number)} for number in range(201)]
    assert "200 players here at most" in pipe.expect_refusal("pair", players=many)
    assert "“Ada” is named twice" in pipe.expect_refusal("pair", players=[THERE, THERE])
    assert "“Ada” cannot meet themselves" in pipe.expect_refusal("pair", players=[{**THERE, "met": ["Ada"]}])
    assert pipe.ask("pair", **pair)["pairs"] == [["Ada", "Ben"]]


@pytest.mark.parametrize("verb", RIGHT)
def test_every_field_is_needed_but_two_and_of_its_type(pipe: Pipe, verb: str) -> None:
    right = RIGHT[verb]
    for field in right:
        without = {key: value for key, value in right.items() if key != field}
        if field in ("advantage", "withdrawn"):
            pipe.ask(verb, **without)
        else:
            assert f"“{field}”" in pipe.expect_refusal(verb, **without)
        for wrong in WRONG:
            if wrong not in FINE.get(field, ()):
                assert pipe.expect_refusal(verb, **{**right, field: wrong})


@pytest.mark.parametrize(
    ("verb", "field", "entry"),
    [("rate", "games", GAME), ("table", "results", RESULT), ("pair", "players", THERE)],
)
def test_every_field_of_an_entry_is_needed_and_of_its_type(
    pipe: Pipe, verb: str, field: str, entry: dict[str, object]
) -> None:
    for name in entry:
        without = {key: value for key, value in entry.items() if key != name}
        assert f"“{name}”" in pipe.expect_refusal(verb, **{**RIGHT[verb], field: [without]})
        for wrong in WRONG_IN_ENTRY:
            if wrong not in FINE.get(name, ()):
                assert pipe.expect_refusal(verb, **{**RIGHT[verb], field: [{**entry, name: wrong}]})


def test_what_may_be_left_out_is_never_said_to_be_needed(pipe: Pipe) -> None:
    for wrong in WRONG:
        told = pipe.expect_refusal("table", **{**RIGHT["table"], "withdrawn": wrong})
        assert told == "“withdrawn” is a list of players: leave it out where there are none."
        if not isinstance(wrong, dict):
            told = pipe.expect_refusal("rate", **{**RIGHT["rate"], "advantage": wrong})
            assert told == "“advantage” is an object that names games with their points."
        if type(wrong) not in (int, float):
            told = pipe.expect_refusal("rate", **{**RIGHT["rate"], "advantage": {"binar": wrong}})
            assert told == "“binar” is a number from -1000 to 1000: leave it out for none."


def test_numbers_have_bounds_that_are_named(pipe: Pipe) -> None:
    rate = RIGHT["rate"]
    assert "from -1000 to 1000" in pipe.expect_refusal("rate", **{**rate, "advantage": {"binar": 1000.5}})
    assert "“binar” is a number" in pipe.expect_refusal("rate", **{**rate, "advantage": {"binar": False}})
    assert "“advantage” is an object" in pipe.expect_refusal("rate", **{**rate, "advantage": []})
    assert "from 0 to 1000000" in pipe.expect_refusal("pair", players=[{**THERE, "points": 10**6 + 1}])
    assert "“points” is a whole number" in pipe.expect_refusal("pair", players=[{**THERE, "points": 1.0}])
    for edge in (-1000, 1000):
        for winner in ("Ada", "Ben", None):
            games = [{**GAME, "at": at, "winner": winner} for at in range(300)]
            for each in pipe.ask("rate", games=games, advantage={"binar": edge}, now=10**12)["ratings"]:
                assert -5000 < each["rating"] < 8000


def test_what_a_request_does_not_know_is_left_aside(pipe: Pipe) -> None:
    assert pipe.ask("rate", games=[{**GAME, "note": 1}], advantage={}, now=0, more=2) == pipe.ask(
        "rate", games=[GAME], advantage={}, now=0
    )


@pytest.mark.ci
def test_nothing_is_remembered_between_lines_nor_processes() -> None:
    line = json.dumps({"do": "rate", **RIGHT["rate"]}).encode() + b"\n"
    once, again, third = run(line, line, line, room="club")
    assert once == again == third == run(line, room="club")[0]
