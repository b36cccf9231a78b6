"""The encoding of a file, found out because files do not say it."""

import codecs
import re
import unicodedata
from typing import Final, NamedTuple

UNICODE: Final = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
"""Encodings by the mark at the beginning of a file; longer marks first."""
OF_LANGUAGE: Final = {
    **dict.fromkeys(("ru", "uk", "be", "bg", "mk", "sr", "kk", "mn"), "windows-1251"),
    **dict.fromkeys(("pl", "cs", "sk", "hu", "hr", "ro", "sl"), "windows-1250"),
    **dict.fromkeys(("lt", "lv", "et"), "windows-1257"),
    **dict.fromkeys(("zh",), "gb18030"),
    **dict.fromkeys(("tr",), "windows-1254"),
}
"""The encoding of Windows where a language is spoken; elsewhere `WESTERN`."""
WESTERN: Final = "windows-1252"
_BEFORE_WINDOWS: Final = ("koi8-r", "cp866")
"""Encodings of Russian in the archives of the eighties and nineties."""
_CANDIDATES: Final = (
    *(WESTERN, "windows-1251", "windows-1250", "windows-1257", *_BEFORE_WINDOWS),
    "gb18030",
)
_SAMPLE: Final = 50_000
"""Bytes looked at to judge an encoding."""
_WORD: Final = re.compile(rb"[^\x00-\x40\x5b-\x60\x7b-\x7f]*[\x80-\xff][^\x00-\x40\x5b-\x60\x7b-\x7f]*")
_ENOUGH: Final = 0.8
"""Share of the words that must look like words in the reader's encoding."""
_COMMON_HANZI: Final = range(0xB0, 0xD8)
"""First bytes of the common characters of GB 2312."""
_SIGNS: Final = frozenset("«»„“”‘’–—…№°½¼¾×±•·§©®™€ªº¡¿")
_ICELANDIC: Final = frozenset("ÞþÐð")
"""Letters that mean another encoding oftener than Icelandic."""


class DecodedText(NamedTuple):
    """A text and the encoding it was in; `is_sure` is false if it is a guess."""

    text: str
    encoding: str
    is_sure: bool


def decode(data: bytes, language: str | None = None) -> DecodedText:
    """Return the text of a file.

    It is in UTF-8 or UTF-16, else in the encoding of the reader's language if that gives words, else
    in the one that gives most.

    >>> decode("Иванов".encode("windows-1251"), "ru")
    DecodedText(text='Иванов', encoding='windows-1251', is_sure=True)
    >>> decode(b"1. 32-28").encoding
    'utf-8'
    """
    for mark, encoding in UNICODE.items():
        if data.startswith(mark):
            text = data.decode(encoding, errors="replace")
            return DecodedText(text, encoding.removesuffix("-sig"), "\ufffd" not in text)
    if wide := _wide_encoding(data):
        text = data.decode(wide, errors="replace")
        return DecodedText(text, wide, "\ufffd" not in text)
    try:
        return DecodedText(data.decode("utf-8"), "utf-8", True)
    except UnicodeDecodeError as fault:
        # A file that was cut off in the middle of a character.
        if fault.start >= len(data) - 3:
            return DecodedText(data.decode("utf-8", errors="replace"), "utf-8", False)
    return _decode_bytes(data, language)


def _decode_bytes(data: bytes, language: str | None) -> DecodedText:
    """Return a text in one of the encodings of one or two bytes a character."""
    words = [found[0] for found in _WORD.finditer(data[:_SAMPLE])]
    own = OF_LANGUAGE.get((language or "").split("-")[0].lower()) if language else None
    marks = {encoding: _mark(words, encoding) for encoding in dict.fromkeys((own or WESTERN, *_CANDIDATES))}
    best = max(marks, key=lambda encoding: marks[encoding])
    if own and marks[own] >= max(_ENOUGH, *(marks[older] for older in _BEFORE_WINDOWS)):
        return DecodedText(data.decode(own, errors="replace"), own, True)
    text = data.decode(best, errors="replace")
    rivals = [other for other, mark in marks.items() if other != best and mark == marks[best]]
    others = [data.decode(other, errors="replace") for other in rivals]
    is_sure = marks[best] >= _ENOUGH and all(
        # KOI8-R has capitals where Windows has small letters, and a whole file is seldom in them.
        other == text or (_is_in_capitals(other) and not _is_in_capitals(text))
        for other in others
    )
    return DecodedText(text, best, is_sure)


def _is_in_capitals(text: str) -> bool:
    """Whether no letter beyond ASCII is small."""
    return not any(letter.islower() for letter in text if not letter.isascii())


def _wide_encoding(data: bytes) -> str | None:
    """Return UTF-16 with its byte order if many of every other byte are zeros."""
    sample = data[:2000]
    pairs = len(sample) // 2
    if pairs < 2:
        return None
    low, high = sample[1 : 2 * pairs : 2].count(0), sample[0 : 2 * pairs : 2].count(0)
    if low > pairs * 0.3 and not high:
        return "utf-16-le"
    return "utf-16-be" if high > pairs * 0.3 and not low else None


def _mark(words: list[bytes], encoding: str) -> float:
    """Return the share of the words that look like words in an encoding."""
    if not words:
        return 1.0
    good = sum(
        _looks_chinese(word) if encoding == "gb18030" else _looks_like_word(word, encoding) for word in words
    )
    return good / len(words)


def _looks_like_word(word: bytes, encoding: str) -> bool:
    """Whether all letters are of one script, and capitals stand where words have them.

    A long Latin word has some letter without an accent.
    """
    try:
        text = word.decode(encoding)
    except UnicodeDecodeError:
        return False
    letters = [letter for letter in text if letter not in _SIGNS]
    if not all(letter.isalpha() for letter in letters):
        return False
    scripts = {unicodedata.name(letter, "?").split()[0] for letter in letters}
    plain = "".join(letters)
    if len(scripts) > 1 or (scripts == {"LATIN"} and len(plain) > 4 and not re.search("[A-Za-z]", plain)):
        return False
    if encoding == WESTERN and _ICELANDIC.intersection(plain):
        return False
    small = plain[1:]
    return not plain or small == small.lower() or plain == plain.upper()


def _looks_chinese(word: bytes) -> bool:
    """Whether the bytes are pairs, and most of them common characters."""
    wide = word.lstrip(bytes(range(0x80))).rstrip(bytes(range(0x80)))
    try:
        text = wide.decode("gb18030")
    except UnicodeDecodeError:
        return False
    hanzi = sum("\u4e00" <= letter <= "\u9fff" for letter in text)
    common = sum(first in _COMMON_HANZI for first in wide[::2])
    return len(wide) % 2 == 0 and hanzi == len(text) and common * 3 >= len(wide)
