"""The glossary: its entries, its remarks on a translation, and its parsing."""

from collections.abc import Iterator
from gettext import NullTranslations
from pathlib import Path

import pytest

from words import glossary
from words.english import MESSAGES
from words.glossary import find_glossary_breaches, load_terms
from words.message import Message, MessagePlace
from words.telling import translations_of
from words.translation_check import check_translation

LANGUAGES = {"pt-BR", "nl", "pl", "fr", "de", "it", "es", "ru"}


def a_message(text: str, code: str = "checkers.no_such_code", plural: str = "") -> Message:
    return Message(code, text, MessagePlace.SENTENCE, plural, "count" if plural else "")


@pytest.fixture
def other_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """Return a file that is read in place of the glossary."""
    path = tmp_path / "glossary.csv"
    monkeypatch.setattr(glossary, "FILE", path)
    load_terms.cache_clear()
    yield path
    load_terms.cache_clear()


def test_it_has_seventy_terms_in_eight_languages_each_with_its_source() -> None:
    assert len(load_terms()) >= 70
    assert {term.name: LANGUAGES - term.wordings.keys() for term in load_terms()} == {
        term.name: set() for term in load_terms()
    }
    assert [
        (term.name, language)
        for term in load_terms()
        for language, wording in term.wordings.items()
        if language != "en" and not wording.source
    ] == []


def test_no_term_forbids_its_own_word() -> None:
    for term in load_terms():
        for wording in term.wordings.values():
            assert not set(wording.words.split("|")) & set(filter(None, wording.forbidden.split("|")))


@pytest.mark.ci
def test_every_term_is_called_for_by_some_english_sentence() -> None:
    uncalled = [
        term.name
        for term in load_terms()
        if term.wordings["en"].words and not any(_calls(term, message) for message in MESSAGES.values())
    ]
    assert uncalled == []


def _calls(term: glossary.Term, message: Message) -> bool:
    """Return whether a translation without the term's word breaks the glossary."""
    term.wordings["x"] = glossary.Wording("no such word", "", "a test")
    try:
        return bool(list(term.find_breaches("x", message, ["…"])))
    finally:
        del term.wordings["x"]


@pytest.mark.ci
def test_the_english_keeps_to_it() -> None:
    assert check_translation("en", lambda message: message.templates).glossary_breaches == []


@pytest.mark.parametrize(
    "english, german, wrong",
    [
        ("A man moves forward.", "Ein Stein zieht vorwärts.", []),
        (
            "A man moves forward.",
            "Ein Bauer zieht vorwärts.",
            ["“Bauer” is not the word", "“man” is “stein*"],
        ),
        ("A man moves forward.", "Er zieht vorwärts.", ["“man” is “stein*”"]),
        ("Men move forward.", "STEINE ziehen vorwärts.", []),
        ("The woman moves.", "Sie zieht.", []),
        ("`man` is a command", "`man` ist ein Befehl", []),
        ("{man} moves.", "{man} zieht.", []),
    ],
)
def test_a_translation_uses_the_word_and_no_forbidden_one(
    english: str, german: str, wrong: list[str]
) -> None:
    found = find_glossary_breaches("de", a_message(english), [german])
    assert len(found) == len(wrong)
    assert all(fault.startswith(expected) for fault, expected in zip(found, wrong, strict=True))


def test_a_term_counts_where_it_is_meant() -> None:
    assert (
        find_glossary_breaches("de", a_message("A man waits.", code="config.port"), ["Jemand wartet."]) == []
    )


def test_where_only_one_plural_form_has_the_word_none_is_asked_for() -> None:
    one = a_message("Nothing is captured.", plural="{count} are gone.")
    assert find_glossary_breaches("de", one, ["Nichts.", "{count} sind weg."]) == []
    both = a_message("One man is gone.", plural="{count} men are gone.")
    assert find_glossary_breaches("de", both, ["Ein Stein ist weg.", "{count} sind weg."]) == []
    assert find_glossary_breaches("de", both, ["Weg.", "Weg."]) == ["“man” is “stein*”"]


def test_a_language_that_is_not_in_it_is_held_to_nothing() -> None:
    assert find_glossary_breaches("en-XA", a_message("A man moves."), ["A queen moves."]) == []


def test_a_report_names_what_breaks_it_and_is_not_sound() -> None:
    men = next(
        message
        for message in MESSAGES.values()
        if "“Bauer” is" in str(find_glossary_breaches("de", message, ["Bauer"]))
    )
    found = check_translation("de", lambda message: ["Bauer"] if message is men else [])
    assert not found.is_sound
    assert any(each.startswith(f"{men.code}: “Bauer” is not the word") for each in found.glossary_breaches)
    assert found.glossary_breaches[-1] in "\n".join(found.detail_lines())
    assert "not sound" in str(found)


@pytest.mark.parametrize(
    "rows, fault",
    [
        ("man,de,stein,,us,\n", "line 2: a term's rows stand together"),
        ("man,en,man,,,\nking,de,dame,,us,\n", "line 3: a term's rows stand together"),
        ("man,en,man,,,\nman,de,stein,,us,\nman,de,stein,,us,\n", "line 4: a term's rows stand together"),
        ("man,en,man,,,\nman,de,,,us,\n", "line 3: a row needs"),
        ("man,,man,,,\n", "line 2: a row needs"),
    ],
)
def test_a_broken_row_is_named(other_file: Path, rows: str, fault: str) -> None:
    other_file.write_text("term,language,words,forbidden,source,where\n" + rows)
    with pytest.raises(ValueError, match=fault):
        load_terms()


def test_a_file_without_rows_has_no_terms(other_file: Path) -> None:
    other_file.write_text("term,language,words,forbidden,source,where\n")
    assert load_terms() == ()


def test_what_is_not_translated_yet_breaks_nothing() -> None:
    assert check_translation("de", lambda message: [""]).glossary_breaches == []
    assert check_translation("de", lambda message: []).glossary_breaches == []


def test_a_sentence_that_is_right_without_the_term_is_named_in_its_row(other_file: Path) -> None:
    other_file.write_text(
        "term,language,words,forbidden,source,where\n"
        "man,en,man,,,\nman,de,stein,bauer,us,checkers.no_such_code|other\n"
    )
    assert find_glossary_breaches("de", a_message("A man moves."), ["Er zieht."]) == []
    assert find_glossary_breaches("de", a_message("A man moves.", code="checkers.this"), ["Er zieht."]) != []
    assert find_glossary_breaches("de", a_message("A man moves."), ["Ein Bauer zieht."]) != []


def test_every_sentence_that_is_named_so_is_there() -> None:
    named = {
        code for term in load_terms() for wording in term.wordings.values() for code in wording.exempt_codes
    }
    assert named <= MESSAGES.keys()


SAID_OF_EVERY_KIND = (
    *(f"card.tournament.{code}" for code in ("in", "starts", "starting", "running", "over", "off")),
    "tournament.started",
)
"""What members read of a simul or a team match too."""


@pytest.mark.parametrize("language", ["en", *sorted(LANGUAGES)])
def test_a_simul_or_a_team_match_is_not_called_a_tournament(language: str) -> None:
    (term,) = (term for term in load_terms() if term.name == "tournament")
    nothing, named = glossary.Wording("", "", ""), glossary.Wording("", term.wordings[language].words, "")
    taboo = glossary.Term("no tournament", (), {"en": nothing, language: named})
    told = NullTranslations() if language == "en" else translations_of(language)
    said = {code: told.pgettext(code, MESSAGES[code].text) for code in SAID_OF_EVERY_KIND}
    assert [
        code for code, text in said.items() if list(taboo.find_breaches(language, MESSAGES[code], [text]))
    ] == []
