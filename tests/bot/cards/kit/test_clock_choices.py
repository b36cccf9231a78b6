"""A clock is chosen in words or written freely.

Every choice offered can be read back, in every language.
"""

import pytest

from bot.cards.kit.clock_choices import (
    EVERY_KIND,
    OFFERED,
    ClockKind,
    clock_completions,
    clock_options,
    clock_value,
    read_clock,
)
from club.clocks.time_control import TimeControl, parse_control
from club.refusals import Refusal
from words import ENGLISH, PSEUDO, localizer_for
from words.message import MessagePlace

SAY = localizer_for(ENGLISH)
DAYS, LIVE = ClockKind.DAYS, ClockKind.LIVE


@pytest.mark.parametrize("language", [ENGLISH, PSEUDO])
def test_whatever_is_offered_is_read_back_by_its_value_and_by_its_words(language: str) -> None:
    say = localizer_for(language)
    for value, words in clock_options(say):
        assert clock_value(read_clock(value, say)) == clock_value(read_clock(words, say)) == value
        assert len(words) <= MessagePlace.OPTION.limit
    for typed in ("", "3", "36 hours", "1d", "7 days + 1 day"):
        for words, value in clock_completions(typed, say):
            assert clock_value(read_clock(value, say)) == value
            assert words == dict(clock_options(say, parse_control(value)))[value]


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("", "no clock"),
        ("3", "3 days a move"),
        ("36 hours", "1 day 12 hours a move"),
        ("3 days a move", "3 days a move"),
        ("7d + 1d", "7 days, and 1 day more with each turn"),
        ("no", "no clock"),
        ("14", "14 days a move"),
        ("hours", "12 hours a move"),
    ],
)
def test_the_likeliest_is_offered_first(typed: str, first: str) -> None:
    assert next(clock_completions(typed, SAY))[0] == first


def test_a_number_alone_may_be_days_hours_or_a_bank() -> None:
    assert [value for _, value in clock_completions("3", SAY)][:4] == ["3d", "3h", "3d+1d", "3d+12h"]
    assert [value for _, value in clock_completions("999", SAY)] == []


def test_nothing_is_offered_twice_and_junk_gets_nothing() -> None:
    offered = [value for _, value in clock_completions("7 days", SAY)]
    assert len(offered) == len(set(offered))
    assert list(clock_completions("a fortnight or so", SAY)) == []


@pytest.mark.parametrize(
    ("kinds", "first", "count"),
    [((LIVE, DAYS), "5m+5s", 18), ((DAYS,), "1d", 15), ((LIVE,), "5m+5s", 3), (EVERY_KIND, "none", 19)],
)
def test_a_command_is_offered_the_clocks_that_it_takes(
    kinds: tuple[ClockKind, ...], first: str, count: int
) -> None:
    offered = [value for _, value in clock_completions("", SAY, kinds)]
    assert (offered[0], len(offered)) == (first, count)
    typed = [
        value for text in ("no", "3", "5+5", "36 hours") for _, value in clock_completions(text, SAY, kinds)
    ]
    assert ("none" in typed) is (ClockKind.NONE in kinds)
    assert any(value.endswith("s") for value in typed) is (LIVE in kinds)
    assert ("3d" in typed) is (DAYS in kinds)


def test_every_offered_clock_is_stored_as_it_is_named() -> None:
    assert [clock_value(parse_control(text)) for text in OFFERED] == list(OFFERED)
    assert clock_value(None) == "none"


def test_a_menu_holds_the_clock_that_is_set_however_rare_it_is() -> None:
    rare = TimeControl(5 * 3600)
    assert ("5h", "5 hours a move") in clock_options(SAY, rare)
    assert len(clock_options(SAY, rare)) == len(OFFERED) + 2 <= 25
    assert len(clock_options(SAY, TimeControl(3 * 24 * 3600))) == len(OFFERED) + 1


def test_junk_is_refused_in_a_sentence_that_shows_how() -> None:
    with pytest.raises(Refusal, match="“quickly” is no clock"):
        read_clock("quickly", SAY)
