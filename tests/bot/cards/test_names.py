"""Names in places where they could do harm: a thread's name, a card."""

import sys
import unicodedata

import pytest

from bot.cards.names import INVISIBLE, LIVE, THREAD_LIMIT, echoed, harmless, plain, thread_name, tidy
from rendering.caption import _signs, drawable
from rules.catalogue import GAMES
from words import ENGLISH, PSEUDO, Said, speaker

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
            assert speaker(language).text(RUSSIAN) in name
            assert "…" in name
    assert "Ben ·" in thread_name("a" * 200, "Ben", RUSSIAN, SAY)
    assert len(thread_name("a" * 200, "Ben", RUSSIAN, SAY)) > 90


@pytest.mark.parametrize("letter", ["a", "\u05d0"])
def test_two_long_names_leave_the_game_whole_and_room_for_what_isolates_them(letter: str) -> None:
    name = thread_name(letter * 200, letter * 200, RUSSIAN, SAY)
    assert name.endswith(" · Russian checkers")
    assert THREAD_LIMIT - 1 <= len(name) + (4 if letter == "a" else 0) <= THREAD_LIMIT


def test_a_name_from_right_to_left_keeps_what_is_beside_it_in_place() -> None:
    name = thread_name("\u05d0\u05d3\u05d4", "Ben", RUSSIAN, SAY)
    assert name == "\u2068\u05d0\u05d3\u05d4\u2069 vs Ben · Russian checkers"
    assert all(
        unicodedata.category(each) not in INVISIBLE for each in thread_name("Ada", "Ben", RUSSIAN, SAY)
    )


LIVING = (
    "<@80351110224678912>", "<@!1>", "<@&1>", "<#1>", "</help:1>", "<t:0:R>", "<:x:1>", "<a:x:1>", "<id:guide>",
    "<https://x.y>", "<mailto:a@b.c>", "https://x.y", "steam://x", "discord.gg/abc", "discord.gift/abc",
    "discord.new/abc", "discord.com/invite/abc", "DISCORDAPP.COM/invite/x", "@everyone", "@here",
)  # fmt: skip
"""What Discord would show as something else, or lead somewhere by."""


@pytest.mark.parametrize("name", LIVING)
def test_nothing_in_a_name_is_live(name: str) -> None:
    for shown in (
        str(plain(f"x {name}")),
        harmless({"name": name})["name"],
        harmless({"text": name})["text"],
    ):
        assert "\\" in shown
        assert all(shown[found.start() - 1] == "\\" for found in LIVE.finditer(shown)), shown
    told = echoed(Said("game.unknown", text=name), ENGLISH)
    assert "\\" in told
    assert all(told[found.start() - 1] == "\\" for found in LIVE.finditer(told)), told


def test_what_is_to_be_live_stays_so() -> None:
    facts = {"channel": "<#1>", "link": "https://discord.com/channels/1/2", "since": "<t:0:R>"}
    assert harmless(facts) == facts
    assert "<#1>" in echoed(Said("answer.moved", channel="<#1>"), ENGLISH)


def test_an_echo_is_neither_invisible_nor_of_several_lines() -> None:
    told = echoed(Said("game.unknown", text="a\u202eb\n# c\ue000"), ENGLISH)
    assert "ab # c" in told
    assert "\ue000" not in told and "\n" not in told


def test_what_stands_within_another_sentence_is_not_live_either() -> None:
    inner = Said("answer.nudged", name="<@1>")
    assert "\\<\\@1>" in echoed(Said("game.unknown", text=inner), ENGLISH)


def test_no_character_that_a_name_may_have_becomes_a_box_on_a_picture() -> None:
    """Each is in the face that draws it, is left out, or has the whole name left out."""
    known, drawn = _signs(), 0
    for sign in map(chr, range(sys.maxunicode + 1)):
        if unicodedata.category(sign) in ("Cn", "Co", "Cs") or not (name := tidy(f"A{sign}b")):
            continue
        shown = drawable(name)
        assert shown is None or known.issuperset(map(ord, shown)), hex(ord(sign))
        drawn += shown is not None and sign in shown
    assert drawn > 500
