"""The catalogue is sound.

Every message is complete, every fact is explained, and every place is wide enough.
"""

import pytest

from rendering.themes import THEMES
from rules.board import FACINGS
from words import (
    PSEUDO,
    Phrase,
    TwotoneError,
    decimal,
    join_as_list,
    language_for_locale,
    localizer_for,
    render_message,
)
from words.english import MESSAGES
from words.facts import FACTS
from words.message import MessagePlace, PluralTemplate, make_messages, placeholders
from words.pseudo import russian_plural_form
from words.translation_check import example_facts


def test_no_message_is_empty_or_begins_or_ends_with_a_space() -> None:
    wrong = [
        code for code, row in MESSAGES.items() for text in row.templates if text.strip() != text or not text
    ]
    assert wrong == []


def test_every_fact_is_explained() -> None:
    unknown = {f"{code}: {name}" for code, row in MESSAGES.items() for name in row.facts if name not in FACTS}
    assert unknown == set()


def test_every_theme_and_every_way_to_face_a_board_has_words() -> None:
    named = {code for code in MESSAGES if code.startswith(("theme.", "facing."))}
    assert named == {f"theme.{theme}" for theme in THEMES} | {f"facing.{facing}" for facing in FACINGS}


def test_every_explained_fact_is_used() -> None:
    assert set(FACTS) - {name for row in MESSAGES.values() for name in row.facts} == set()


def test_what_is_counted_is_a_fact_of_both_forms() -> None:
    """Only what a picture writes below its number leaves the number out."""
    counted = [
        row for row in MESSAGES.values() if row.count_fact and not row.code.startswith("picture.counted.")
    ]
    assert [
        row.code
        for row in counted
        if any(row.count_fact not in set(placeholders(text)) for text in row.templates)
    ] == []


@pytest.mark.parametrize("language", ["en", PSEUDO])
def test_every_message_fits_its_place(language: str) -> None:
    long = [
        code
        for code, row in MESSAGES.items()
        if row.place is not MessagePlace.SIGN
        and len(render_message(code, example_facts(row), language)) > row.place.limit
    ]
    assert long == []


def test_a_code_that_is_not_in_the_catalogue_is_a_mistake() -> None:
    with pytest.raises(KeyError):
        render_message("no.such.code", {})


def test_two_meanings_cannot_share_a_code(monkeypatch: pytest.MonkeyPatch) -> None:
    from words import english
    from words.english.games import binar

    monkeypatch.setattr(english, "SUBJECTS", (binar, binar))
    with pytest.raises(ValueError, match=r"binar\."):
        english.catalogue()


def test_a_template_can_name_facts_and_nothing_else() -> None:
    for template in ("{square.__class__}", "{0}", "{square!r}", "{square:>3}", "{}"):
        with pytest.raises(ValueError, match="no fact"):
            list(placeholders(template))


def test_a_fact_may_be_said_too_and_is_told_in_the_same_language() -> None:
    reason = Phrase("resignation", loser="Black")
    assert (
        render_message("record.move", {"line": 3, "column": 4, "why": reason})
        == "Line 3, column 4: Black resigned"
    )
    assert render_message("record.move", {"line": 3, "column": 4, "why": reason}, PSEUDO) == (
        "[Líñé 3, çólúmñ 4: [Black résígñéd~~~]~~~~~~]"
    )


def test_numbers_take_the_plural_of_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    row = make_messages(
        MessagePlace.SENTENCE, {"test.count": PluralTemplate("count", "{count} card", "{count} cards")}
    )[0]
    monkeypatch.setitem(MESSAGES, "test.count", row)
    assert [render_message("test.count", {"count": count}) for count in (0, 1, 2)] == [
        "0 cards",
        "1 card",
        "2 cards",
    ]
    told = [render_message("test.count", {"count": count}, PSEUDO) for count in (1, 2, 5, 11, 21, 22)]
    assert [text[text.index("r") - 2 : text.index("~")] for text in told] == [
        "çárd¹",
        "çárds²",
        "çárds³",
        "çárds³",
        "çárd¹",
        "çárds²",
    ]


def test_the_pseudo_language_counts_as_russian_does() -> None:
    forms = {
        number: russian_plural_form(number)
        for number in (0, 1, 2, 4, 5, 11, 12, 14, 21, 24, 111, 112, 114, 122)
    }
    assert [number for number, form in forms.items() if form == 0] == [1, 21]
    assert [number for number, form in forms.items() if form == 1] == [2, 4, 24, 122]


def test_lists_are_enumerated_as_the_language_does() -> None:
    assert [str(join_as_list(items)) for items in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]


def test_an_error_can_be_told_in_any_language() -> None:
    refused = TwotoneError("occupied", square="c3")
    assert str(refused) == "c3 is already taken."
    assert (
        refused.text(PSEUDO)
        == localizer_for(PSEUDO)("occupied", square="c3")
        == refused.sentence.text(PSEUDO)
    )


def test_an_unknown_language_is_spoken_to_in_english() -> None:
    assert [language_for_locale(locale) for locale in (None, "", "en-US", "en-GB", "tlh", PSEUDO)] == [
        "en"
    ] * 5 + [PSEUDO]
    assert render_message("occupied", {"square": "c3"}, "tlh") == "c3 is already taken."


def test_things_said_are_values() -> None:
    assert (
        Phrase("occupied", square="c3") == Phrase("occupied", square="c3") != Phrase("occupied", square="c4")
    )
    assert len({Phrase("occupied", square="c3"), Phrase("occupied", square="c3")}) == 1
    assert repr(Phrase("occupied", square="c3")) == "Phrase('occupied', square='c3')"


def test_a_decimal_has_the_point_or_the_comma_of_its_language() -> None:
    assert [decimal(12.34).text(language) for language in ("en", "fr", "ru")] == ["12.3", "12,3", "12,3"]
    assert decimal(0.96).text("en") == "1.0"
