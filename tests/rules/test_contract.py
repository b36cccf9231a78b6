"""The promises of every game of the catalogue, on positions from random play."""

import json
import random
from collections.abc import Mapping
from functools import lru_cache
from itertools import chain
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.catalogue import GAMES, load_match
from rules.game import AmbiguousMove, AnyGame, IllegalMove, Options, RulesError
from rules.match import Match
from tests.rules.playouts import Setup, play_out, random_match, setups
from tests.sets import leave_to_ci

LONGEST = 8.5
"""The binary logarithm of the most plies played before a position is looked at.

Short games count too.
"""
lightly = settings(
    max_examples=6, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
seeds = st.integers(0, 10**6)


def setup_of(key: str, seed: int) -> Setup:
    own = [setup for setup in setups() if setup[0] == key]
    return own[seed % len(own)]


@lru_cache(maxsize=64)
def some_match(key: str, seed: int) -> Match:
    """Return a match under options that depend on the seed.

    It is resigned somewhere on its way, or played to its end.
    """
    _, given = setup_of(key, seed)
    return random_match(GAMES[key], given, seed, limit=int(2 ** random.Random(seed).uniform(0, LONGEST)))


def settled_options(match: Match) -> Options:
    """Return the options of a match, settled by its origin."""
    return match.game.settled_options(match.options, match.origin)


@given(seed=seeds)
@lightly
def test_moves_as_written_are_unique_and_read_back_as_themselves(key: str, seed: int) -> None:
    game, match = GAMES[key], some_match(key, seed)
    moves = game.moves(match.position)
    written = [game.write(match.position, move) for move in moves]
    assert len(set(written)) == len(written) == len(set(moves))
    for move, text in zip(moves, written, strict=True):
        assert game.read(match.position, text) == move
    if not match.ending:
        assert match.moves() == sorted(written)


@given(seed=seeds)
@lightly
def test_text_is_read_in_any_case_and_with_spaces_around(key: str, seed: int) -> None:
    game, match = GAMES[key], some_match(key, seed)
    for move in list(game.moves(match.position))[:20]:
        text = game.write(match.position, move)
        assert game.read(match.position, f"  {text.upper()} ") == move


@given(seed=seeds)
@lightly
def test_every_legal_move_plays_and_undo_returns_the_position(key: str, seed: int) -> None:
    match = some_match(key, seed).copy()
    before, shown, record = match.position, match.show_view(None), match.record()
    for move in list(match.game.moves(before))[:30]:
        seat = match.turn
        ply = match.make_move(move)
        assert ply.seat == seat
        assert match.position == ply.position != before
        assert hash(match.position) is not None
        match.undo()
        assert match.position == before
        assert match.show_view(None) == shown
        assert match.record() == record


@pytest.mark.ci
@given(seed=seeds)
@lightly
def test_random_play_ends_with_an_outcome_in_words(key: str, seed: int) -> None:
    _, given = setup_of(key, seed)
    game = GAMES[key]
    for position, move in play_out(game, given, seed):
        if move is not None:
            assert game.outcome(position) is None
            assert game.turn(position) in (0, 1)
            continue
        outcome = game.outcome(position)
        assert outcome is not None
        assert outcome.winner in (0, 1, None)
        assert game.turn(position) is None
        assert outcome.text[0] not in "“ "
        assert not outcome.text.endswith(".")


@given(seed=seeds)
@lightly
def test_a_position_as_dumped_is_set_up_again_with_the_same_moves(key: str, seed: int) -> None:
    """While the game goes on; a position does not tell which move ended it."""
    match = some_match(key, seed).copy()
    if match.outcome:
        match.undo()
    game = match.game
    again = Match(game, match.options, match.secret)
    again.set_position(json.loads(json.dumps(game.dump(match.position))))
    assert again.moves() == match.moves()
    assert again.turn == match.turn
    assert game.dump(again.position) == game.dump(match.position)


@pytest.mark.ci
@given(seed=seeds)
@lightly
def test_a_record_loads_again_to_the_same_position(key: str, seed: int) -> None:
    match = some_match(key, seed)
    for text in (match.record(), match.save()):
        again = load_match(text)
        assert again.position == match.position
        assert again.options in (match.options, match.game.settled_options(match.options, match.origin))
        assert [ply.text for ply in again.plies] == [ply.text for ply in match.plies]
        assert again.outcome == match.outcome
    assert load_match(match.save()).save() == match.save()


@pytest.mark.parametrize("ending", ["agreement", "resigned by 0", "resigned by 1"])
def test_a_record_keeps_an_agreed_ending(key: str, ending: str) -> None:
    match = random_match(GAMES[key], {}, seed=3, limit=3)
    if ending == "agreement":
        match.agree_draw()
    else:
        match.resign(int(ending[-1]))
    again = load_match(match.record())
    assert again.outcome == match.outcome
    assert again.turn is None


@given(seed=seeds)
@lightly
def test_a_record_of_a_position_set_up_begins_there(key: str, seed: int) -> None:
    game, (_, given) = GAMES[key], setup_of(key, seed)
    match = random_match(game, given, seed, limit=6)
    match.set_position(game.dump(match.position))
    for _ in range(3):
        if match.turn is not None:
            match.make_move(game.moves(match.position)[0])
    for text in (match.record(), match.save()):
        again = load_match(text)
        assert again.show_view(None) == match.show_view(None)
        assert again.moves() == match.moves()


@given(seed=seeds)
@lightly
def test_steps_lead_to_every_move_and_no_two_routes_are_alike(key: str, seed: int) -> None:
    game, match = GAMES[key], some_match(key, seed)
    position = match.position
    walked = {}
    for route in game.routes(position):
        steps = game.steps(position, route)
        values = tuple(step.value for step in steps)
        assert steps
        assert values not in walked
        walked[values] = game.write(position, route)
        for step in steps:
            assert step.value
            assert step.label
            assert not {",", ":"} & set(step.value)
            assert len(step.value) <= 16
            assert len(str(step.label)) <= 100
        assert len(",".join(values)) <= 70
    assert set(walked.values()) == {game.write(position, move) for move in game.moves(position)}


@given(seed=seeds)
@lightly
def test_every_route_plays_like_the_move_it_is(key: str, seed: int) -> None:
    game, match = GAMES[key], some_match(key, seed)
    chance = random.Random(seed)
    routes = list(game.routes(match.position))
    for route in chance.sample(routes, min(10, len(routes))):
        move = game.read(match.position, game.write(match.position, route))
        assert game.play(match.position, route) == game.play(match.position, move)


def menus_needed(choices: dict[str, set[str]]) -> int:
    """Return the number of menus of 25 that hold whole groups of choices in order.

    This is how the picker packs them.
    """
    menus, room = 0, 0
    for values in choices.values():
        for first in range(0, len(values), 25):
            part = min(25, len(values) - first)
            if part > room:
                menus, room = menus + 1, 25
            room -= part
    return menus


def busiest(key: str, options: Mapping[str, object], matches: int) -> Any:
    """The position with the most moves that random play reaches."""
    game, chance = GAMES[key], random.Random(0)
    most, found = 0, None
    for seed in range(matches):
        position = Match(game, options, seed.to_bytes(32, "big")).origin
        while moves := game.moves(position):
            if len(moves) > most:
                most, found = len(moves), position
            position = game.play(position, chance.choice(moves))
    return found


def most_menus(game: AnyGame, position: Any) -> int:
    """The menus of the level of choices that needs the most."""
    levels: dict[tuple[str, ...], dict[str, set[str]]] = {}
    for route in game.routes(position):
        steps = game.steps(position, route)
        for depth, step in enumerate(steps):
            before = tuple(s.value for s in steps[:depth])
            levels.setdefault(before, {}).setdefault(str(step.group), set()).add(step.value)
    return max(map(menus_needed, levels.values()))


@pytest.mark.ci
def test_every_level_of_choices_fits_six_menus(key: str) -> None:
    """On the position with the most moves, by default and on the largest board."""
    game = GAMES[key]
    sizes = next((option.choices for option in game.options if option.name == "size"), None)
    for options in ({}, {"size": sizes[-1]} if sizes else {}):
        assert 1 <= most_menus(game, busiest(key, options, matches=15)) <= 6


@pytest.mark.ci
@pytest.mark.parametrize(
    "key",
    leave_to_ci(
        ["binary", "zong-heng", "yin-yang", pytest.param("incorrect-checkers", marks=pytest.mark.deep)],
        after=1,
    ),
)
def test_a_thousand_games_reach_no_position_that_menus_cannot_hold(key: str) -> None:
    assert 1 <= most_menus(GAMES[key], busiest(key, {}, matches=1000)) <= 6


@given(seed=seeds, text=st.text(max_size=60))
@lightly
def test_any_text_is_a_move_or_refused_in_a_sentence(key: str, seed: int, text: str) -> None:
    match = some_match(key, seed)
    for tried in (
        text,
        f"{text}a1",
        "a1-b2-c3-d4-e5-f6",
        "a1" * 50,
        "-",
        "a0",
        "a99999999999",
        "é4",
        "a1\0b2",
    ):
        try:
            match.copy().play(tried)
        except (IllegalMove, AmbiguousMove) as refusal:
            assert len(str(refusal)) < 600
            assert str(refusal)[-1] in ".)"


@pytest.mark.ci
@pytest.mark.parametrize(
    "data",
    [
        None,
        7,
        "",
        "a1",
        [],
        {},
        {"cells": []},
        {"cells": {"z99": "b"}},
        {"cells": {"": "b"}},
        {"cells": {"a1": "x"}},
        {"cells": {"a1": None}},
        {"cells": {"a1": ["b"]}},
        {"cells": {"a1": {"b": 1}}},
        {"cells": {}, "size": "8"},
        {"cells": {}, "size": 4096},
        {"cells": {}, "turn": 2},
        {"cells": {}, "turn": True},
        {"cells": {}, "turn": "0"},
        {"cells": {"a1": "b"}, "hands": {}},
        {"cells": {"a1": "b"}, "hands": [1]},
        {"cells": {"a1": "b"}, "hands": ["1", 2]},
        {"cells": {"a1": "b"}, "hands": [-1, 2]},
        {"lines": 5, "decks": None},
        {"lines": {"10": [{"command": 5}]}, "decks": [[], []], "hands": [None]},
    ],
    ids=str,
)
def test_no_form_of_a_position_breaks_a_game(key: str, data: object) -> None:
    """It is set up, or refused with a sentence and without a change."""
    match = random_match(GAMES[key], {}, seed=5, limit=2)
    before = match.save()
    try:
        match.set_position(data)
    except RulesError as refusal:
        assert str(refusal).endswith((".", ")"))
        assert match.save() == before
    else:
        assert match.moves() is not None


def test_a_match_that_is_over_has_no_moves_and_says_so(key: str) -> None:
    match = random_match(GAMES[key], {}, seed=1, limit=4)
    text = match.moves()[0]
    match.resign(0)
    assert match.moves() == []
    assert match.turn is None
    with pytest.raises(IllegalMove, match="over"):
        match.play(text)
    match.undo()
    assert match.turn is not None


def test_a_finished_game_refuses_every_text(key: str) -> None:
    match = random_match(GAMES[key], {}, seed=2)
    assert match.outcome
    assert match.moves() == []
    with pytest.raises(IllegalMove, match="over"):
        match.game.read(match.position, match.game.example)


def test_options_are_refused_by_name(key: str) -> None:
    game = GAMES[key]
    with pytest.raises(RulesError, match="colour"):
        game.read_options({"colour": "red"})
    for option in game.options:
        with pytest.raises(RulesError, match=option.name):
            game.read_options({option.name: "no such value"})
        assert option.default in option.choices
        assert option.help
        for choice in option.choices:
            read = game.read_options({option.name: choice})
            assert read.get(option.name, option.default) == choice
            assert option.name in read or choice == option.default


def test_every_figure_of_the_help_loads_and_its_move_plays(key: str) -> None:
    game = GAMES[key]
    for figure in chain.from_iterable(game.help.figures.values()):
        match = Match(game, figure.options, figure.secret)
        if figure.position is not None:
            match.set_position(json.loads(json.dumps(figure.position)))
        for move in figure.moves:
            match.play(move)
        assert figure.caption
        assert game.seen_by(match.position, None)


def test_help_says_all_it_must(key: str) -> None:
    told = GAMES[key].help
    assert all((told.summary, told.rules, told.ending, told.notation))
    assert all(len(shown) <= 3 for page, shown in told.figures.items() if page != "cards")


def test_the_example_is_a_text_that_the_game_reads(key: str) -> None:
    game: AnyGame = GAMES[key]
    for position, move in play_out(game, {}, seed=4, limit=60):
        try:
            game.read(position, game.example)
            return
        except (IllegalMove, AmbiguousMove) as refusal:
            assert not isinstance(refusal, IllegalMove) or refusal.code != "unreadable"
        assert move is not None or game.turn(position) is None
