"""Options of a match as people write them.

They are words of either language in any order, or names and values.
"""

from time import process_time
from types import SimpleNamespace
from typing import Any

import pytest

from bot.cogs.naming.options import option_completions, read_options
from rules.catalogue import GAMES
from rules.options import Option
from tests.pace import slowness
from words import ENGLISH, PSEUDO, Phrase, TwotoneError, localizer_for

OWN_DIGITS = "own digits (Even 0 and Odd 1)"
DOUBLE = "double lines (row and column together)"
SINGLE = "single lines (the first full one decides)"

SAY = localizer_for(ENGLISH)


@pytest.mark.ci
@pytest.mark.parametrize("language", [pytest.param(ENGLISH, marks=pytest.mark.deep), PSEUDO])
def test_whatever_is_offered_is_read_back_in_the_same_words(key: str, language: str) -> None:
    game, say = GAMES[key], localizer_for(language)
    offered = dict(option_completions(game, "", say))
    choices = [option.choices for option in game.options if len(option.choices) > 1]
    assert len(offered) == sum(map(len, choices))
    for name in list(offered):
        offered |= dict(option_completions(game, name, say))
    for name, value in offered.items():
        named = {option: str(chosen) for option, chosen in read_options(game, name, say).items()}
        assert dict(part.split("=") for part in value.split()) == named
        assert read_options(game, value, say) == read_options(game, name, say)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("", {}),
        ("7", {"size": 7}),
        ("7X7", {"size": 7}),
        ("own 7", {"digits": "own", "size": 7}),
        ("Single lines; 3×3 board", {"lines": "single", "size": 3}),
        ("either,double lines", {"digits": "choose", "lines": "double"}),
        ("size=7 lines=single", {"size": 7, "lines": "single"}),
    ],
)
def test_words_are_read_in_any_order_and_as_short_as_they_are_clear(
    text: str, read: dict[str, object]
) -> None:
    assert read_options(GAMES["binar"], text, SAY) == read


def test_as_many_words_as_name_one_value_belong_together() -> None:
    read = read_options(GAMES["one-zero-one"], "deck with REM and SYNTAX ERROR, open", SAY)
    assert read == {"deck": "remarks", "hands": "open"}
    assert read_options(GAMES["malaysian"], "white federation", SAY) == {
        "first": "white",
        "rules": "federation",
    }


@pytest.mark.parametrize(
    ("game", "text", "said"),
    [
        ("binar", "big", "Binar has no option “big”; it has: 3×3 board, 4×4 board, "),
        ("binar", "!!!", "Binar has no option “!!!”; it has: 3×3 board, "),
        (
            "binar",
            "lines=triple",
            f"Binar has no option “lines=triple”; it has: {DOUBLE}, {SINGLE}.",
        ),
        (
            "binar",
            "7, lines",
            f"“lines” may be {DOUBLE}, {SINGLE}. Say which one.",
        ),
        ("binar", "5×5 board, size=7", "“7×7 board” and “5×5 board” exclude each other. Choose one of them."),
        ("yin-yang", "7", "Yin Yang has no options."),
        (
            "american",
            "opening=3-mvoe 017",
            "“3 mvoe 017” is no opening of American checkers; its tables are 2-move, ",
        ),
        ("american", "3-move", "“3 move” may be opening 3-move 001, opening 3-move 002, "),
        ("american", "lot " * 51, "The options are a text of at most 200 characters; this one has 204."),
    ],
)
def test_what_is_no_option_or_two_of_them_is_refused_in_words(game: str, text: str, said: str) -> None:
    with pytest.raises(TwotoneError) as refused:
        read_options(GAMES[game], text, SAY)
    assert refused.value.text(ENGLISH).startswith(said)


def test_the_likeliest_is_offered_first() -> None:
    def offers(typed: str) -> list[str]:
        return [name for name, _ in option_completions(GAMES["binar"], typed, SAY)]

    assert offers("s")[:2] == [SINGLE, "3×3 board"]
    assert offers("7 li") == [
        f"7×7 board, {DOUBLE}",
        f"7×7 board, {SINGLE}",
    ]
    assert offers("7×7 board, single") == [
        f"7×7 board, {SINGLE}",
        f"7×7 board, {SINGLE}, {OWN_DIGITS}",
        f"7×7 board, {SINGLE}, either digit",
    ]
    assert offers("quick") == offers("5 7") == []


def test_english_is_read_beside_every_language() -> None:
    read = read_options(GAMES["binar"], "7×7 board, single lines", localizer_for(PSEUDO))
    assert read == {"size": 7, "lines": "single"}


def test_what_is_named_in_full_goes_before_what_only_begins_so() -> None:
    size = Option("size", (10, 1), 1, Phrase("zong_heng.option.size"))
    lines = Option("lines", ("single", "double"), "single", Phrase("binar.option.lines"))
    game: Any = SimpleNamespace(options=(size, lines), title="Tiny")
    assert [value for _, value in option_completions(game, "1", SAY)] == ["size=1", "size=10"]
    assert read_options(game, "1", SAY) == {"size": 1}
    assert read_options(game, "1 single", SAY) == {"size": 1, "lines": "single"}


@pytest.mark.parametrize(
    ("game", "text", "name"),
    [
        ("american", "opening=3-move 001", "3-move 001"),
        ("american", "3-move 001", "3-move 001"),
        ("american", "Opening 2-move 49", "2-move 49"),
        ("russian", "opening=IDF basic 15-VIII", "IDF basic 15-VIII"),
        ("russian", "fmjd-64 1-i", "FMJD-64 1-I"),
        ("brazilian", "opening=lot", "lot"),
        ("brazilian", "from the start", "none"),
    ],
)
def test_an_opening_is_named_with_its_table(game: str, text: str, name: str) -> None:
    assert read_options(GAMES[game], text, SAY) == {"opening": name}


@pytest.mark.ci
def test_an_opening_is_completed_and_what_is_completed_is_read() -> None:
    for typed, count in (("3-move", 25), ("3-move 00", 9), ("opening=2", 25), ("idf", 25)):
        offered = dict(option_completions(GAMES["russian" if typed == "idf" else "american"], typed, SAY))
        assert len(offered) == count
        for words, written in offered.items():
            assert words.startswith("opening ")
            game = GAMES["russian" if typed == "idf" else "american"]
            name = written.removeprefix("opening=")
            assert read_options(game, written, SAY) == read_options(game, words, SAY) == {"opening": name}


def test_a_long_text_completes_to_nothing_at_once(key: str) -> None:
    began = process_time()
    for typed in ("a " * 3000, "3 " * 3000, "opening=" * 750, "lot opening=3 " * 14):
        assert len(list(option_completions(GAMES[key], typed, SAY))) < 30
    assert process_time() - began < 0.1 * slowness()


def test_four_times_as_many_words_take_four_times_as_long_and_not_sixteen() -> None:
    def measure(words: int) -> float:
        began = process_time()
        for _ in range(5):
            with pytest.raises(TwotoneError):
                read_options(GAMES["one-zero-one"], "a " * words + "x", SAY)
        return process_time() - began

    measure(1)
    few, many = min(measure(24) for _ in range(3)), min(measure(96) for _ in range(3))
    assert many < 8 * few
