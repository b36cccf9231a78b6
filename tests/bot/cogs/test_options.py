"""Options of a match as people write them: in words of either language, in any order, or as names and values."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.cogs.options import completions, read_options
from club.refusals import Refusal
from rules.catalogue import GAMES
from rules.game import Option
from words import ENGLISH, PSEUDO, Said, speaker

SAY = speaker(ENGLISH)


@pytest.mark.parametrize("language", [ENGLISH, PSEUDO])
@pytest.mark.parametrize("game", [game.key for game in GAMES.values() if game.options])
def test_whatever_is_offered_is_read_back_in_the_same_words(game: str, language: str) -> None:
    say, offered = speaker(language), dict(completions(GAMES[game], "", speaker(language)))
    assert len(offered) == sum(len(option.choices) for option in GAMES[game].options)
    for name in list(offered):
        offered |= dict(completions(GAMES[game], name, say))
    for name, value in offered.items():
        named = {option: str(chosen) for option, chosen in read_options(GAMES[game], name, say).items()}
        assert dict(part.split("=") for part in value.split()) == named
        assert read_options(GAMES[game], value, say) == read_options(GAMES[game], name, say)


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
        ("binar", "lines=triple", "Binar has no option “lines=triple”; it has: double lines, single lines."),
        ("binar", "7, lines", "“lines” may be double lines, single lines. Say which one."),
        ("binar", "5×5 board, size=7", "“7×7 board” and “5×5 board” exclude each other. Choose one of them."),
        ("russian", "7", "Russian checkers has no options."),
    ],
)
def test_what_is_no_option_or_two_of_them_is_refused_in_words(game: str, text: str, said: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_options(GAMES[game], text, SAY)
    assert refused.value.told(ENGLISH).startswith(said)


def test_the_likeliest_is_offered_first() -> None:
    def offered(typed: str) -> list[str]:
        return [name for name, _ in completions(GAMES["binar"], typed, SAY)]

    assert offered("s")[:2] == ["single lines", "3×3 board"]
    assert offered("7 li") == ["7×7 board, double lines", "7×7 board, single lines"]
    assert offered("7×7 board, single") == [
        "7×7 board, single lines",
        "7×7 board, single lines, own digits",
        "7×7 board, single lines, either digit",
    ]
    assert offered("quick") == offered("5 7") == []


def test_english_is_read_beside_every_language() -> None:
    read = read_options(GAMES["binar"], "7×7 board, single lines", speaker(PSEUDO))
    assert read == {"size": 7, "lines": "single"}


def test_what_is_named_in_full_goes_before_what_only_begins_so() -> None:
    size = Option("size", (10, 1), 1, Said("zong_heng.option.size"))
    lines = Option("lines", ("single",), "single", Said("binar.option.lines"))
    game: Any = SimpleNamespace(options=(size, lines), title="Tiny")
    assert [value for _, value in completions(game, "1", SAY)] == ["size=1", "size=10"]
    assert read_options(game, "1", SAY) == {"size": 1}
    assert read_options(game, "1 single", SAY) == {"size": 1, "lines": "single"}
