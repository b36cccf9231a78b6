"""Live clocks, in minutes and seconds.

Time is charged from Discord's acceptance of the board to the press that answers it.
"""

import json
import random

import pytest

from club.clocks.clock import UNCLAIMED, Clock, clock_after
from club.clocks.time_control import (
    DAY,
    HOUR,
    TimeControl,
    clock_phrase,
    exact_duration_phrase,
    parse_control,
)
from club.refusals import Refusal
from data.play.clocks import ClockEventKind

START = 1_700_000_000.0
MINUTE = 60
BANK, INCREMENT = 5 * MINUTE, 5


def start_clock(text: str = "5+5") -> Clock:
    """Return a live clock just started for seat 0."""
    control = parse_control(text)
    assert control is not None
    return clock_after(None, ClockEventKind.START, at=START, seat=0, text=control.text)


def after(clock: Clock, *happened: tuple[ClockEventKind, float, int | None]) -> Clock:
    for tick, at, seat in happened:
        clock = clock_after(clock, tick, at=at, seat=seat)
    return clock


def away(clock: Clock, since: float, until: float) -> Clock:
    return clock_after(clock, ClockEventKind.AWAY, at=until, text=f"{since} {until}")


@pytest.mark.parametrize(
    "text", ["5+5", "5 + 5", "5m+5s", "5 minutes plus 5 seconds a move", "5 min + 5 sec"]
)
def test_it_is_read_as_players_write_it(text: str) -> None:
    assert parse_control(text) == TimeControl(BANK, INCREMENT)


@pytest.mark.parametrize("text", ["5m+5s", "10m+5s", "30m+10s", "3h+59s", "1h30m+1s"])
def test_it_is_stored_as_it_is_read_again(text: str) -> None:
    control = parse_control(text)
    assert control is not None
    assert (control.text, control.is_live, control.may_expire_overnight) == (text, True, True)


@pytest.mark.parametrize("text", ["1h", "7d+1m", "1h+1m", "60d+14d"])
def test_a_clock_of_hours_or_days_is_none(text: str) -> None:
    control = parse_control(text)
    assert control is not None
    assert not control.is_live


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("4+5", "clock.bounds.sitdown"),
        ("5+0", "clock.bounds.sitdown"),
        ("301s+5s", "clock.unreadable"),
        ("7d+90s", "clock.unreadable"),
        ("3d5s", "clock.unreadable"),
        ("5+60", "clock.bounds.bank"),
        ("181+5", "clock.bounds.increment"),
        ("1d+59s", "clock.bounds.increment"),
        ("90 seconds", "clock.unreadable"),
        ("5s+5s", "clock.bounds.sitdown"),
        ("+5", "clock.unreadable"),
    ],
)
def test_what_is_none_is_refused_in_a_sentence(text: str, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        parse_control(text)
    assert refused.value.sentence.code == code


def test_it_is_told_in_words_to_the_second() -> None:
    assert str(clock_phrase(parse_control("5+5"))) == "5 minutes, and 5 seconds more with each turn"
    told = [str(exact_duration_phrase(seconds)) for seconds in (0.9, 1, 59.9, 60, 275, 3600, 3661)]
    assert told == [
        "0 seconds",
        "1 second",
        "59 seconds",
        "1 minute",
        "4 minutes 35 seconds",
        "1 hour",
        "1 hour 1 minute 1 second",
    ]


def test_no_time_goes_until_discord_has_the_board() -> None:
    clock = start_clock()
    assert clock.deadline is None
    assert clock.seconds_left(0, START + HOUR) == BANK
    clock = after(clock, (ClockEventKind.SHOWN, START + 20, 0))
    assert clock.deadline == START + 20 + BANK
    assert clock.seconds_left(0, START + 30) == BANK - 10


def test_a_press_is_charged_from_its_board_on_and_adds_the_increment() -> None:
    clock = after(start_clock(), (ClockEventKind.SHOWN, START + 20, 0), (ClockEventKind.MOVE, START + 50, 1))
    assert (clock.sides[0].left, clock.sides[1].left) == (BANK - 30 + INCREMENT, BANK)
    assert clock.deadline is None


def test_a_press_before_its_board_is_known_is_charged_nothing() -> None:
    for happened in ([], [(ClockEventKind.SHOWN, START + 20, 0)]):
        clock = after(start_clock(), *happened, (ClockEventKind.MOVE, START + 10, 1))
        assert clock.sides[0].left == BANK + INCREMENT


def test_a_board_that_came_before_the_move_it_asks_for_starts_no_earlier() -> None:
    clock = after(
        start_clock(),
        (ClockEventKind.SHOWN, START, 0),
        (ClockEventKind.MOVE, START + 30, 1),
        (ClockEventKind.SHOWN, START + 29, 1),
    )
    assert clock.deadline == START + 30 + BANK


@pytest.mark.parametrize(
    "seed", [*range(20), *(pytest.param(seed, marks=pytest.mark.deep) for seed in range(20, 300))]
)
def test_whatever_happens_each_is_charged_the_time_between_board_and_press_alone(seed: int) -> None:
    chance = random.Random(seed)
    bank, increment = MINUTE * chance.randint(5, 30), chance.randint(1, 30)
    clock, now, left = start_clock(f"{bank // MINUTE}+{increment}"), START, [bank, bank]
    for _ in range(60):
        seat = clock.turn
        assert seat is not None
        known = chance.random() < 0.9
        board = now + chance.choice([0, 0, 1, 7, 900])
        press = board + chance.randint(-2, 40) if known else board + chance.randint(0, 400)
        if known:
            clock = after(clock, (ClockEventKind.SHOWN, board, seat))
            if left[seat] < press - board and chance.random() < 0.5:
                clock = after(clock, (ClockEventKind.ZERO, press, seat))
        again = chance.random() < 0.1
        clock = after(clock, (ClockEventKind.MOVE, press, seat if again else 1 - seat))
        spent = max(0, press - board) if known else 0
        left[seat] = max(0, left[seat] - int(spent)) + (0 if again else increment)
        now = press
        assert [side.left for side in clock.sides] == left
        assert clock.zero_at is None
        assert Clock.parse(clock.text) == clock


def test_a_press_before_the_flag_counts_though_it_is_handled_after_it() -> None:
    clock = after(start_clock(), (ClockEventKind.SHOWN, START, 0), (ClockEventKind.ZERO, START + BANK, 0))
    clock = after(clock, (ClockEventKind.MOVE, START + BANK - 1, 1))
    assert clock.sides[0].left == 1 + INCREMENT
    assert clock.zero_at is None


def test_nobody_is_reminded_and_at_zero_it_waits_for_a_claim_as_every_clock() -> None:
    clock = after(start_clock("30+10"), (ClockEventKind.SHOWN, START, 0))
    assert clock.remind_at is None
    clock = after(clock, (ClockEventKind.ZERO, START + 30 * MINUTE, 0))
    assert clock.adjourn_at == START + 30 * MINUTE + UNCLAIMED


def test_time_given_and_a_move_taken_back_wait_for_the_new_board() -> None:
    clock = after(start_clock(), (ClockEventKind.SHOWN, START, 0), (ClockEventKind.ZERO, START + BANK, 0))
    clock = clock_after(clock, ClockEventKind.GIVE, at=START + 400, seat=1, text="300")
    assert (clock.waits, clock.zero_at, clock.seconds_left(0, START + DAY)) == (True, None, 300)
    clock = after(
        start_clock(),
        (ClockEventKind.SHOWN, START, 0),
        (ClockEventKind.MOVE, START + 30, 1),
        (ClockEventKind.SHOWN, START + 31, 1),
    )
    clock = after(clock, (ClockEventKind.TAKEBACK, START + 41, 0))
    assert (clock.waits, clock.turn) == (True, 0)
    assert [side.left for side in clock.sides] == [BANK - 30 + INCREMENT, BANK - 10]


def test_a_match_that_gets_a_place_again_waits_for_its_board_there() -> None:
    clock = after(
        start_clock(),
        (ClockEventKind.SHOWN, START, 0),
        (ClockEventKind.STOP, START + 60, None),
        (ClockEventKind.GO, START + HOUR, None),
    )
    assert (clock.waits, clock.deadline) == (True, None)
    clock = after(clock, (ClockEventKind.SHOWN, START + HOUR + 9, 0))
    assert clock.deadline == START + HOUR + 9 + BANK - 60


def test_what_the_bot_was_away_is_given_back() -> None:
    clock = after(start_clock(), (ClockEventKind.SHOWN, START, 0))
    assert away(clock, START + 60, START + HOUR).deadline == START + HOUR + BANK - 60
    waiting = after(away(start_clock(), START, START + HOUR), (ClockEventKind.SHOWN, START + 60, 0))
    assert waiting.deadline == START + HOUR + BANK


def test_a_machine_whose_own_clock_was_set_back_moves_nothing() -> None:
    clock = after(start_clock(), (ClockEventKind.SHOWN, START, 0))
    assert away(clock, START + DAY, START - HOUR) == clock


def test_a_board_that_never_comes_holds_nobody_for_ever() -> None:
    assert start_clock().adjourn_at == START + UNCLAIMED
    assert after(start_clock(), (ClockEventKind.MOVE, START + 1, None)).adjourn_at is None
    assert after(start_clock(), (ClockEventKind.STOP, START, None)).adjourn_at is None


def test_clocks_of_days_are_stored_as_ever_and_never_wait() -> None:
    clock = clock_after(None, ClockEventKind.START, at=START, seat=0, text="7d+1d")
    assert "waits" not in json.loads(clock.text)
    with pytest.raises(ValueError, match="no clocks"):
        Clock.parse(json.dumps(json.loads(clock.text) | {"waits": True}))
    with pytest.raises(ValueError, match="no clocks"):
        Clock.parse(json.dumps(json.loads(start_clock().text) | {"waits": 1}))
