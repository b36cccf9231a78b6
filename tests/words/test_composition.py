"""Messages are put together with a value of every kind that can reach them."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tests.words.test_po import leave_few_messages, translate_file
from words.__main__ import english_composer, main
from words.composition import Composer
from words.english import MESSAGES
from words.fact_kinds import PARTS, possible_values
from words.faults import WORD
from words.message import Message, MessagePlace
from words.slash import SLASH_MENTIONS

ENGLISH = english_composer()


def texts(code: str, composer: Composer = ENGLISH) -> list[str]:
    return [each.text for each in composer.compose(MESSAGES[code])]


def test_people_sides_teams_and_the_forgotten_reach_a_result() -> None:
    told = texts("card.result.won")
    assert "Ada (Black) wins: Ben resigned" in told
    for part in (
        "wins: White resigned",
        "wins: Former player ran out of time",
        "wins: Former player cannot draw back",
        "Ada's team (Black) wins",
    ):
        assert any(part in text for text in told), part


def test_facts_change_one_by_one_and_together() -> None:
    told = texts("card.result.won")
    assert any("Ada (White)" in text for text in told) and any(
        "Former player (Black)" in text for text in told
    )
    assert any("Ada" not in text and "(Black)" not in text for text in told)


def test_words_of_a_button_are_given_and_those_of_a_side_are_not() -> None:
    given = {word for each in ENGLISH.compose(MESSAGES["card.daily.task.material"]) for word in each.given}
    assert "Solve" in given and "Black" not in given


def test_counts_take_every_plural_form() -> None:
    told = texts("checkers.did.captured")
    assert [f"captured {count} piece" in " ".join(told) for count in (0, 1, 2, 21, 101)] == [True] * 5


def test_a_part_of_a_part_is_one_too() -> None:
    assert {"computer.strength", "strength.1"} <= PARTS
    assert "card.challenge.anyone" not in PARTS


def test_each_text_is_composed_once() -> None:
    assert len(set(texts("card.clock"))) == len(texts("card.clock")) > 8


def test_a_fact_without_kinds_has_its_example() -> None:
    assert texts("occupied") == ["c3 is already taken."]
    assert possible_values("occupied", "square") == ("c3",)


def test_a_message_that_is_not_translated_leaves_out_what_needs_it() -> None:
    without = replace(ENGLISH, sound=ENGLISH.sound - {"resignation"})
    assert texts("resignation", without) == []
    assert not any("resigned" in text for text in texts("card.result.won", without))
    assert any("ran out of time" in text for text in texts("card.result.won", without))


def test_a_fault_is_named_with_its_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    leave_few_messages(monkeypatch, "card.result.won")

    def translate(message: Message) -> Sequence[str]:
        return ("{loser}: resigned",) if message.code == "resignation" else message.templates

    found = list(replace(ENGLISH, translate=translate).find_faults())
    named = [(code, fault) for code, fault, _ in found]
    assert named.count(("card.result.won", "two colons in a sentence")) == 1
    assert "Ada (Black) wins: Ben: resigned" in [text for _, _, text in found]


def test_only_what_people_and_programs_type_is_left_to_an_english_example() -> None:
    typed = {
        fact
        for code, message in MESSAGES.items()
        for fact in message.facts - {message.count_fact, *SLASH_MENTIONS}
        for value in possible_values(code, fact)
        if isinstance(value, str) and message.place is not MessagePlace.CONSOLE
        if WORD.search(value) and not value.startswith(("<", "http", "["))
    }
    assert typed == {"field", "flag", "key", "league", "name", "value"}


def test_a_draw_has_the_reasons_of_draws() -> None:
    told = texts("card.result.draw")
    assert any("by agreement" in text for text in told) and any(
        "repetition" in text or "position" in text for text in told
    )
    assert not any("resigned" in text or "wins" in text for text in told)


@pytest.mark.ci
def test_the_check_looks_at_what_a_file_puts_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    leave_few_messages(monkeypatch, "card.challenge.anyone")
    translate_file(tmp_path / "uk.po", change={"person.former": "хтось"})
    assert main(["--folder", str(tmp_path), "check"]) == 1
    fault = "  card.challenge.anyone: a sentence that begins with a small letter: [хтось"
    assert fault in capsys.readouterr().out
    translate_file(tmp_path / "uk.po", change={"person.former": "Хтось"})
    assert main(["--folder", str(tmp_path), "check"]) == 0
