"""Names in places where they could do harm: a thread's name, a card."""

import sys
import unicodedata
from itertools import product

import pytest

from bot.cards.kit.names import (
    LIVE,
    THREAD_LIMIT,
    refusal_text,
    safe_facts,
    safe_name,
    thread_name,
    tidy_name,
)
from bot.cards.kit.visible import INVISIBLE, ZWJ, ZWNJ, strip_invisible
from rendering.caption import drawable_name, drawable_signs
from rules.catalogue import GAMES
from words import ENGLISH, PSEUDO, Phrase, localizer_for

RUSSIAN = GAMES["russian"].title
SAY = localizer_for(ENGLISH)


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
    assert tidy_name(name) == left
    expected = left or "Nameless"
    assert thread_name(name, "Ben", RUSSIAN, SAY) == f"{expected} vs Ben · Russian checkers"
    assert str(safe_name(name)) == expected


JOINED = (
    "علی\u200cرضا",  # Persian
    "می\u200cخواهم",
    "ශ්\u200dරී",  # Sinhala
    "क्\u200dष क्\u200cष",  # Hindi
    "র\u200d্যাব",  # Bengali
    "അവന്\u200d",  # Malayalam
    "👩\u200d👩\u200d👧\u200d👦",
    "👩🏽\u200d🔬",
    "🏳\ufe0f\u200d🌈",
    "🏴\u200d☠\ufe0f",
    "❤\ufe0f\u200d🔥",
    "🙂\u200d↔\ufe0f",
    "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",  # England
    "1\ufe0f\u20e3",
    "葛\U000e0100城",
    "ᠠ\u180b",
)
"""Names that are written with characters which show nothing by themselves."""


@pytest.mark.parametrize("name", JOINED)
def test_what_joins_letters_or_emoji_stays_in_a_name(name: str) -> None:
    assert tidy_name(name) == str(safe_name(name)) == safe_facts({"name": name})["name"] == name
    assert safe_facts({"text": f"{name}, {name}"})["text"] == f"{name}, {name}"
    assert name in thread_name(name, "Ben", RUSSIAN, SAY)
    assert name in refusal_text(Phrase("game.unknown", text=name), ENGLISH)


@pytest.mark.parametrize(
    ("name", "left"),
    [
        ("A\u200dda", "Ada"),
        ("A\u200cda", "Ada"),
        ("Ada\u200d", "Ada"),
        ("\u200dAda\u200c", "Ada"),
        ("Ada\ufe0f\ufe0f", "Ada"),
        ("A\ufe0f\u200d🌟", "A🌟"),
        ("👩\u200d\u200d🔬", "👩🔬"),
        ("👩\u200d\ufe0f\ufe0f🔬", "👩\u200d🔬"),
        ("👩\u200c🔬", "👩🔬"),
        ("👩\u200d", "👩"),
        ("👩\u200d\u202e🔬", "👩\u200d🔬"),
        ("دا\u200cر", "دار"),  # those two do not join anyway
        ("علی\u200c", "علی"),
        ("علی\u200dرضا", "علیرضا"),
        ("क\u200dष", "कष"),
        ("Ada\U000e0067\U000e007f", "Ada"),
        ("🏴\U000e0061\U000e0062\U000e0063\U000e007f", "🏴"),
        ("Ada\U000e0100", "Ada"),
        ("葛\U000e0100\U000e0101", "葛\U000e0100"),
        ("a\u180b", "a"),
        ("\u2066علی\u200cرضا\u2069\u200f\u061c", "علی\u200cرضا"),
    ],
)
def test_what_would_join_nothing_is_padding_and_taken_out(name: str, left: str) -> None:
    assert tidy_name(name) == strip_invisible(name) == left


@pytest.mark.ci
def test_no_joiner_stands_where_it_joins_nothing_however_a_name_is_made_or_cut() -> None:
    signs = ("a", "ب", "ا", "क", "\u094d", "👩", "🏽", "\ufe0f", ZWJ, ZWNJ, "\u3164")
    for parts in product(signs, repeat=4):
        name = tidy_name("".join(parts))
        assert tidy_name(name) == name, ascii(name)
        for limit in range(len(name) + 1):
            shown = tidy_name(name, limit)
            assert not shown.startswith((ZWJ, ZWNJ, "\ufe0f")), ascii(name)
            assert not shown.endswith((ZWJ, ZWNJ)), ascii(name)
            assert tidy_name(shown) == shown, ascii(name)
        assert not any(one + other in name for one in (ZWJ, ZWNJ) for other in (ZWJ, ZWNJ)), ascii(name)


@pytest.mark.ci
def test_what_turns_a_line_around_stays_nowhere() -> None:
    turning = [sign for sign in map(chr, range(sys.maxunicode + 1)) if unicodedata.category(sign) == "Cf"]
    for sign in turning:
        for before, after in (("a", "b"), ("ی", "ر"), ("ක්", "ර"), ("👩", "🔬"), ("🏴", "🏴"), ("葛", "葛")):
            name = tidy_name(before + sign + after)
            assert sign in (ZWJ, ZWNJ) or name == before + after, ascii(sign)
            assert unicodedata.bidirectional(sign) == "BN" or sign not in name, ascii(sign)


def test_long_names_are_cut_and_the_game_is_still_named() -> None:
    for first, second in (("a" * 80, "b" * 80), ("a" * 80, "Ben"), ("Ada", "b" * 200)):
        for language in (ENGLISH, PSEUDO):
            name = thread_name(first, second, RUSSIAN, localizer_for(language))
            assert len(name) <= THREAD_LIMIT
            assert localizer_for(language).text(RUSSIAN) in name
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
    "<@80351110224678912>",
    "<@!1>",
    "<@&1>",
    "<#1>",
    "</help:1>",
    "<t:0:R>",
    "<:x:1>",
    "<a:x:1>",
    "<id:guide>",
    "<https://x.y>",
    "<mailto:a@b.c>",
    "https://x.y",
    "steam://x",
    "discord.gg/abc",
    "discord.gift/abc",
    "discord.new/abc",
    "discord.com/invite/abc",
    "DISCORDAPP.COM/invite/x",
    "@everyone",
    "@here",
)
"""What Discord would show as something else, or lead somewhere by."""


@pytest.mark.parametrize("name", LIVING)
def test_nothing_in_a_name_is_live(name: str) -> None:
    for shown in (
        str(safe_name(f"x {name}")),
        safe_facts({"name": name})["name"],
        safe_facts({"text": name})["text"],
    ):
        assert "\\" in shown
        assert all(shown[found.start() - 1] == "\\" for found in LIVE.finditer(shown)), shown
    told = refusal_text(Phrase("game.unknown", text=name), ENGLISH)
    assert "\\" in told
    assert all(told[found.start() - 1] == "\\" for found in LIVE.finditer(told)), told


def test_what_is_to_be_live_stays_so() -> None:
    facts = {"channel": "<#1>", "link": "https://discord.com/channels/1/2", "since": "<t:0:R>"}
    assert safe_facts(facts) == facts
    assert "<#1>" in refusal_text(Phrase("answer.moved", channel="<#1>"), ENGLISH)


def test_a_refusal_keeps_its_own_markup_and_takes_none_from_what_it_repeats() -> None:
    told = refusal_text(Phrase("computer.meanwhile", name="**Ada** `x`", slash_play="</play:1>"), ENGLISH)
    assert told.startswith("\\*\\*Ada\\*\\* \\`x\\`") and "**Accept**" in told and "</play:1>" in told


def test_an_echo_is_neither_invisible_nor_of_several_lines() -> None:
    told = refusal_text(Phrase("game.unknown", text="a\u202eb\n# c"), ENGLISH)
    assert "ab # c" in told
    assert "\n" not in told


def test_what_stands_within_another_sentence_is_not_live_either() -> None:
    inner = Phrase("answer.nudged", name="<@1>")
    assert "\\<\\@1>" in refusal_text(Phrase("game.unknown", text=inner), ENGLISH)


@pytest.mark.ci
def test_no_character_that_a_name_may_have_becomes_a_box_on_a_picture() -> None:
    """Each is in the face that draws it, is left out, or has the whole name left out."""
    known, drawn = drawable_signs(), 0
    for sign in map(chr, range(sys.maxunicode + 1)):
        if unicodedata.category(sign) in ("Cn", "Co", "Cs") or not (name := tidy_name(f"A{sign}b")):
            continue
        shown = drawable_name(name)
        assert shown is None or known.issuperset(map(ord, shown)), hex(ord(sign))
        drawn += shown is not None and sign in shown
    assert drawn > 500
