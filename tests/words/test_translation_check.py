"""What a report on a translation calls sound, complete and done."""

from words.translation_check import TranslationReport


def test_reworded_english_leaves_a_language_sound_but_not_complete() -> None:
    found = TranslationReport("ru", 4, fuzzy=["occupied"])
    assert found.is_sound and not found.is_complete
    assert found.status.split(maxsplit=1)[1] == "75 %  3 of 4, 1 fuzzy, 0 missing"


def test_what_is_missing_leaves_a_language_sound_but_not_complete() -> None:
    found = TranslationReport("ru", 4, missing=["occupied", "unknown"])
    assert found.is_sound and not found.is_complete
    assert found.status.split(maxsplit=1)[1] == "50 %  2 of 4, 0 fuzzy, 2 missing"
