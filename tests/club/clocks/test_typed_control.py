"""Clocks are read as cards write them, in every language."""

import re

import pytest

from club.clocks.time_control import clock_phrase, parse_control
from club.clocks.typed_control import parse_typed_control
from club.refusals import Refusal
from tests.sets import leave_to_ci
from words import languages, render_message
from words.english import MESSAGES

STORED = ("1d", "2d", "3d", "5d", "14d", "21d", "1h", "8h", "36h", "7d+12h", "2d+1m", "10m+5s", "30m+1s")


@pytest.mark.parametrize("language", leave_to_ci(languages(), but=("pl", "fr")))
def test_what_a_card_writes_is_read(language: str) -> None:
    for stored in STORED:
        control = parse_control(stored) if stored != "21d" else parse_control("21d+1d")
        written = clock_phrase(control).text(language)
        assert parse_typed_control(written, language) == control, written
        assert parse_typed_control(f"  {written.upper()} ", language) == control
    assert parse_typed_control(clock_phrase(None).text(language), language) is None


@pytest.mark.parametrize("language", leave_to_ci(languages(), but=("ru",)))
def test_what_a_sentence_proposes_is_read(language: str) -> None:
    proposing = [code for code, message in MESSAGES.items() if re.search("such as.*[13] days?", message.text)]
    assert len(proposing) > 8
    for code in proposing:
        text = render_message(code, dict.fromkeys(MESSAGES[code].facts, ""), language)
        found = re.search(r"[13] \w+\.?( \+ 24 \w+\.?)?", text)
        assert found and parse_typed_control(found[0], language), text


@pytest.mark.parametrize(
    ("text", "language", "stored"),
    [
        ("3 Tage + 12 Std", "de", None),
        ("3 Tage + 12 Stunden", "de", "3d+12h"),
        ("2 jours", "fr", "2d"),
        ("3 дня", "ru", "3d"),
        ("7 дн. + 12 ч.", "ru", "7d+12h"),
        ("12 godz.", "pl", "12h"),
        ("3d", "it", "3d"),
        ("5+5", "es", "5m+5s"),
        ("3 Tage", "fr", None),
        ("3 Tage Bier", "de", None),
        ("ke", "de", None),
    ],
)
def test_a_clock_is_typed_in_ones_own_words(text: str, language: str, stored: str | None) -> None:
    if stored is None:
        with pytest.raises(Refusal) as refusal:
            parse_typed_control(text, language)
        assert refusal.value.code == "clock.unreadable" and refusal.value.sentence.facts["value"] == text
    else:
        assert parse_typed_control(text, language) == parse_control(stored)


def test_a_clock_of_ones_own_words_is_held_to_the_bounds() -> None:
    with pytest.raises(Refusal) as refusal:
        parse_typed_control("300 Tage", "de")
    assert refusal.value.code == "clock.bounds.move"


def test_a_letter_that_begins_two_units_means_neither() -> None:
    with pytest.raises(Refusal) as refusal:
        parse_typed_control("7 Tage + 5 S", "de")  # Stunden or Sekunden: the letter is English then
    assert refusal.value.code == "clock.bounds.increment"


@pytest.mark.parametrize(
    ("text", "language"), [("keine", "de"), ("sans", "en"), ("bez", "pl"), ("без часов", "ru")]
)
def test_no_clock_is_typed_by_the_beginning_of_its_words(text: str, language: str) -> None:
    if language == "en":
        with pytest.raises(Refusal):
            parse_typed_control(text, language)
    else:
        assert parse_typed_control(text, language) is None
