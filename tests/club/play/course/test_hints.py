"""A hint says what its move does at once, if the rules can count it."""

from types import SimpleNamespace
from typing import Any

import pytest

from club.play.course.hints import Hints, find_effect
from rules.catalogue import GAMES
from rules.match import Match
from words import Phrase


def after(game: str, *moves: str, **options: object) -> Match:
    match = Match(GAMES[game], options, bytes(32))
    for move in moves:
        match.play(move)
    return match


@pytest.mark.parametrize(
    ("match", "move", "effect"),
    [
        (after("american", "11-15", "22-18"), "15x22", ("hint.pieces", {"was": "12–12", "became": "12–11"})),
        (after("american"), "11-15", None),
        (after("yin-yang"), None, ("hint.points", None)),
        (after("one-zero-one"), None, None),
    ],
)
def test_the_effect_of_a_move_is_counted_with_one_s_own_first(
    match: Match, move: str | None, effect: tuple[str, dict[str, str] | None] | None
) -> None:
    routes = list(match.game.routes(match.position))
    chosen = routes if move is None else [r for r in routes if match.game.write(match.position, r) == move]
    found = [find_effect(match, each) for each in chosen]
    if effect is None:
        assert found and set(found) == {None}
        return
    code, facts = effect
    told = [each for each in found if each is not None]
    assert told and all(each.code == code for each in told)
    assert facts is None or told == [Phrase(code, **facts)]


def test_nothing_is_counted_where_something_is_hidden() -> None:
    match = after("one-zero-one")
    for number in range(12):
        routes = list(match.game.routes(match.position))
        assert {find_effect(match, each) for each in routes[:30]} == {None}
        match.make_move(routes[number % len(routes)])


def winner_of(match: Match) -> int | None:
    return None if match.outcome is None else match.outcome.winner


def test_a_move_that_ends_it_is_said_to_win() -> None:
    won = 0
    for seed in range(40):
        match = Match(GAMES["binar"], {"size": 3}, bytes([seed]) * 32)
        while match.outcome is None:
            routes = list(match.game.routes(match.position))
            move = routes[(seed * 7 + len(match.plies)) % len(routes)]
            effect, seat = find_effect(match, move), match.turn
            match.make_move(move)
            wins = winner_of(match) == seat
            assert (effect == Phrase("hint.wins")) is wins
            won += wins
    assert won


@pytest.mark.parametrize(
    ("match", "may_ask", "replies"),
    [
        (after("american", "11-15"), True, True),
        (after("american", "11-15"), False, False),
        (after("american", "11-15", "22-18", "15x22"), True, True),
    ],
)
async def test_a_wrong_move_is_replied_to_as_often_as_one_may_ask(
    match: Match, may_ask: bool, replies: bool
) -> None:
    asked: list[int] = []

    async def choose_move(match: Match, seat: int, *, level: int, seed: int) -> Any:
        asked.append(seat)
        return SimpleNamespace(move=next(iter(match.game.routes(match.position))))

    presses: Any = SimpleNamespace(try_take=lambda *_: may_ask)
    hints = Hints(SimpleNamespace(), SimpleNamespace(choose_move=choose_move), SimpleNamespace(), presses)  # pyrefly: ignore[bad-argument-type]  # it asks nothing else of them
    assert (await hints.find_best_reply(match, user_id=1) is not None) == replies == bool(asked)


async def test_nothing_is_replied_to_the_last_move() -> None:
    ended = after("american", "11-15")
    ended.resign(0)
    hints = Hints(SimpleNamespace(), SimpleNamespace(), SimpleNamespace(), SimpleNamespace())  # pyrefly: ignore[bad-argument-type]  # it asks nothing of them
    assert await hints.find_best_reply(ended, user_id=1) is None
