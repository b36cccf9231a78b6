"""Names in places where they could do harm: a thread's name, a card."""

import unicodedata

import pytest

from bot.cards.kit import plain
from bot.cards.names import INVISIBLE, THREAD_LIMIT, thread_name, tidy
from rules.catalogue import GAMES
from words import ENGLISH, PSEUDO, speaker

RUSSIAN = GAMES["russian"].title
SAY = speaker(ENGLISH)


def test_the_players_come_first() -> None:
    assert thread_name("Ada", "Ben", RUSSIAN, SAY) == "Ada vs Ben · Russian checkers"


@pytest.mark.parametrize(
    ("name", "left"),
    [
        ("A\u202eda", "Ada"),
        ("A\u200b\u2066da\n x", "Ada x"),
        ("\u3164\u2800", ""),
        ("Z" + "\u0336" * 40 + "o", "Z\u0336\u0336o"),
        ("  Ada \t ", "Ada"),
        ("\u0000\ud800", ""),
    ],
)
def test_what_shows_nothing_or_too_much_is_taken_out(name: str, left: str) -> None:
    assert tidy(name) == left
    expected = left or "somebody"
    assert thread_name(name, "Ben", RUSSIAN, SAY) == f"{expected} vs Ben · Russian checkers"
    assert str(plain(name)) == expected


def test_long_names_are_cut_and_the_game_is_still_named() -> None:
    for first, second in (("a" * 80, "b" * 80), ("a" * 80, "Ben"), ("Ada", "b" * 200)):
        for language in (ENGLISH, PSEUDO):
            name = thread_name(first, second, RUSSIAN, speaker(language))
            assert len(name) <= THREAD_LIMIT
            assert speaker(language).told(RUSSIAN) in name
            assert "…" in name
    assert "Ben ·" in thread_name("a" * 200, "Ben", RUSSIAN, SAY)
    assert len(thread_name("a" * 200, "Ben", RUSSIAN, SAY)) > 90


def test_a_name_from_right_to_left_keeps_what_is_beside_it_in_place() -> None:
    name = thread_name("\u05d0\u05d3\u05d4", "Ben", RUSSIAN, SAY)
    assert name == "\u2068\u05d0\u05d3\u05d4\u2069 vs Ben · Russian checkers"
    assert all(
        unicodedata.category(each) not in INVISIBLE for each in thread_name("Ada", "Ben", RUSSIAN, SAY)
    )
