"""The letters of files in old encodings."""

import pytest

from rules.encodings import decode

NAMES = {
    "windows-1251": "Иванов Сергей, г. Ёлкин №5",
    "windows-1250": "Łukasz Żółkiewski, Świętochłowice",
    "windows-1252": "Müller – Café Zürich, 40° “Dam”",
    "windows-1257": "Žemaitis, Šiauliai, Kęstutis",
    "gb18030": "高文龙 对 周伟",
}
LANGUAGES = {
    "windows-1251": "ru",
    "windows-1250": "pl",
    "windows-1252": "de",
    "windows-1257": "lt",
    "gb18030": "zh-CN",
}


@pytest.mark.parametrize("encoding", NAMES)
def test_the_reader_s_language_comes_first(encoding: str) -> None:
    found = decode(NAMES[encoding].encode(encoding), LANGUAGES[encoding])
    assert found == (NAMES[encoding], encoding, True)


@pytest.mark.parametrize("encoding", ["windows-1251", "windows-1250", "windows-1252", "gb18030"])
@pytest.mark.parametrize("language", [None, "en", "ru"])
def test_then_comes_the_encoding_that_gives_words(encoding: str, language: str | None) -> None:
    assert decode(NAMES[encoding].encode(encoding), language).text == NAMES[encoding]


@pytest.mark.parametrize("encoding", ["koi8-r", "cp866"])
@pytest.mark.parametrize("language", [None, "ru", "zh-CN"])
def test_russian_from_before_windows_is_known_by_its_words(encoding: str, language: str | None) -> None:
    text = "Куперман И. - Щеголев В., Москва, полуфинал"
    assert decode(text.encode(encoding), language) == (text, encoding, True)


def test_capitals_are_less_likely_than_small_letters() -> None:
    text = "хороший ход, но слабый"
    assert decode(text.encode("windows-1251")) == (text, "windows-1251", True)
    assert not decode(text.upper().encode("windows-1251")).is_sure, "in KOI8-R its letters are small"
    assert not decode(text.encode("koi8-r")).is_sure
    # The reader's encoding has capitals for the small words, and no words for the two names.
    text = f"Иванов, Петров, {', '.join([text] * 4)}"
    assert decode(text.encode("koi8-r"), "ru") == (text, "koi8-r", True)


def test_a_guess_says_so() -> None:
    assert not decode("Žemaitis, Šiauliai".encode("windows-1257")).is_sure
    assert not decode(b"\x81\x8d\x9d \xff\xfe\xfd").is_sure


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_unicode_is_known_with_and_without_its_mark(encoding: str) -> None:
    found = decode('[White "高"] 1. 32-28 19-23'.encode(encoding), "ru")
    assert found.text.lstrip("\ufeff") == '[White "高"] 1. 32-28 19-23'
    assert found.is_sure


def test_a_file_cut_off_in_the_middle_of_a_letter_is_still_utf_8() -> None:
    assert decode("1. 32-28 {Ж".encode()[:-1]).text == "1. 32-28 {\ufffd"
