"""One Zero One played from views alone.

The belief holds the truth, replies are weighted correctly, and the levels differ.
"""

from typing import Any

import pytest

from engines.choose import choose_move
from engines.observation import HiddenGameObservation, observe
from engines.one_zero_one.belief import HandWeights, possible_hands
from engines.one_zero_one.estimate import estimate_worth, final_worth
from engines.one_zero_one.player import LEVELS, MAX_REPLY_CARDS, WON, OneZeroOneLevel, OneZeroOneMoveRater
from rules.catalogue import GAMES
from rules.match import Match, secret_of
from rules.one_zero_one.decks import DECKS, HAND
from rules.one_zero_one.playing_cards import PLAIN, PRINT, LaidCard
from rules.one_zero_one.turn import execute, legal_turns
from tests.rules.playouts import random_match
from workshop.bench.level_ladder import BEGINNER, Pairing, play

GAME = GAMES["one-zero-one"]
TOP = len(LEVELS)


def views(match: Match) -> HiddenGameObservation:
    assert match.turn is not None
    what = observe(match, match.turn)
    assert isinstance(what, HiddenGameObservation)
    return what


def belief_of(match: Match) -> dict[Any, int]:
    """Return the mover's belief about the opponent's hand, from the mover's views."""
    what = views(match)
    return possible_hands(what.views, what.seat, match.options)  # pyrefly: ignore[bad-argument-type]


@pytest.mark.ci
@pytest.mark.parametrize("deck", DECKS)
def test_the_true_hand_is_always_possible(deck: str) -> None:
    for seed in range(3):
        match = random_match(GAME, {"deck": deck}, seed)
        for ply in range(len(match.plies)):
            then = match.copy_at(ply)
            if then.turn is not None:
                hands = belief_of(then)
                assert then.position.hands[1 - then.turn] in hands
                assert all(weight > 0 for weight in hands.values())


def test_a_hand_weighs_as_many_deals_as_it_comes_from() -> None:
    """Before the first move a hand is three of fifteen cards.

    They are the cards that are not on top of the opponent's deck.
    """
    match = Match(GAME, {}, bytes(32))
    hands = belief_of(match)
    assert sum(hands.values()) == 15 * 14 * 13 // 6
    plain = match.position.decks[1][0] == PLAIN
    assert hands[(PLAIN,) * 3] == (10 if plain else 20)


def test_open_hands_are_known() -> None:
    match = random_match(GAME, {"hands": "open"}, 3, limit=5)
    assert match.turn is not None
    assert belief_of(match) == {match.position.hands[1 - match.turn]: 1}


def test_a_reply_is_the_best_of_each_hand_by_its_weight() -> None:
    match = random_match(GAME, {}, 5, limit=6)
    seat = match.turn
    assert seat is not None
    what = views(match)
    thought = OneZeroOneMoveRater(what.current_view, what.moves)  # pyrefly: ignore[bad-argument-type]
    _, after = thought.rate(OneZeroOneLevel())[0]
    hands: HandWeights = {(PLAIN, PLAIN, PRINT[0]): 3, (PLAIN, PRINT[0], PRINT[1]): 1, (PLAIN,) * 3: 2}
    expected = 0
    for hand, weight in hands.items():
        start = thought._position(1 - seat, hand, after.lines, after.cut)
        worths = []
        for move in legal_turns(start):
            if len(move.plays) <= MAX_REPLY_CARDS:
                then = execute(start, move)
                worths.append(thought.final_worth(then, 1 - seat, len(then.hands[1 - seat])))
        expected += weight * min(worths)
    assert thought.best_reply_worth(after, hands) == expected // 6


def test_a_lead_is_worth_more_in_a_higher_line_and_when_it_is_saved() -> None:
    own, other, saved = (
        LaidCard("PLAIN", None, 1),
        LaidCard("PLAIN", None, 0),
        LaidCard("PLAIN", None, 1, saved=True),
    )
    low, high = ((own,) * 3, (), (), (), ()), ((), (own,) * 3, (), (), ())
    assert 0 < estimate_worth(low, 1) < estimate_worth(high, 1)
    assert estimate_worth(low, 0) == -estimate_worth(low, 1)
    assert estimate_worth(((saved, own, own), (), (), (), ()), 1) > estimate_worth(low, 1)
    assert estimate_worth(((own, other), (), (), (), ()), 1) == 0
    assert final_worth(low, 1) > WON > -WON > final_worth(low, 0)


def test_a_win_that_is_there_is_taken() -> None:
    """The player who is ahead lays the third card of line 50.

    It ends the game at once.
    """
    lines = {"10": "111", "20": "111", "30": "111", "40": "111", "50": "11"}
    match = Match(GAME, {}, bytes(32))
    data = {
        "lines": {
            line: [
                {"command": "PLAIN", "axis": None, "digit": int(digit), "points": None} for digit in digits
            ]
            for line, digits in lines.items()
        },
        "digits": [1, 0],
    }
    match.set_position(data, 0)
    for level in (3, 4, 5):
        choice = choose_move(observe(match, 0), match.options, level, 1)
        assert choice.move.line == 50
        assert choice.win_chance == 1.0


@pytest.mark.ci
@pytest.mark.parametrize("options", [*({"deck": deck} for deck in DECKS), {"hands": "open"}], ids=str)
def test_every_level_plays_legal_moves_and_the_same_ones_again(options: dict[str, object]) -> None:
    match = Match(GAME, options, secret_of("legal"))
    while match.turn is not None and len(match.plies) < 12:
        level = 1 + len(match.plies) % len(LEVELS)
        what = observe(match, match.turn)
        choice = choose_move(what, match.options, level, 1)
        if len(match.plies) % 3 == 0:
            assert choice == choose_move(what, match.options, level, 1)
        assert GAME.write(match.position, choice.move) in match.moves()
        assert choice.win_chance is not None
        assert 0 <= choice.win_chance <= 1
        assert choice.nodes >= len(match.moves())
        match.make_move(choice.move)


def test_a_position_that_was_set_is_thought_about_too() -> None:
    match = random_match(GAME, {"deck": "everything"}, 8, limit=9)
    data = GAME.show(GAME.seen_by(match.position, match.turn))
    match.set_position(data, match.turn)
    assert len(belief_of(match)) > 1
    what = views(match)
    assert choose_move(what, match.options, TOP, 1).move in what.moves
    assert all(len(hand) == HAND for hand in belief_of(match))


def share(level: int, other: int, games: int, deck: str = "base") -> float:
    points = 0.0
    for number in range(games):
        match = Match(GAME, {"deck": deck}, secret_of(f"deal {number // 2}"))
        seats = (level, other) if number % 2 == 0 else (other, level)
        while match.turn is not None:
            match.make_move(
                choose_move(observe(match, match.turn), match.options, seats[match.turn], number).move
            )
        winner = match.outcome.winner if match.outcome else None
        points += 0.5 if winner is None else seats[winner] == level
    return points / games


@pytest.mark.ci
def test_the_strongest_level_beats_a_beginner() -> None:
    assert sum(play(Pairing("one-zero-one", TOP, BEGINNER, number)).points for number in range(4)) >= 3


@pytest.mark.ci
@pytest.mark.deep
@pytest.mark.parametrize("deck", DECKS)
def test_the_strongest_level_beats_a_beginner_with_every_deck(deck: str) -> None:
    text = f"one-zero-one:deck={deck}"
    assert sum(play(Pairing(text, TOP, BEGINNER, number)).points for number in range(20)) >= 14


@pytest.mark.deep
@pytest.mark.parametrize("level", range(2, TOP + 1))
def test_each_level_is_stronger_than_the_one_below(level: int) -> None:
    assert share(level, level - 1, 100) >= 0.55
