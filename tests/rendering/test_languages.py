"""Every word of a picture, an alt text or a text board comes from the catalogue."""

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import ImageDraw

from rendering import sprites
from rendering.describe import ALT_LIMIT, describe, hand_in_words, summary_lines, text_board
from rendering.fonts import MONO, SANS
from rendering.picture import draw, draw_hand
from rules.board import BoardView
from rules.catalogue import GAMES
from rules.game import View
from rules.one_zero_one.view import ProgramView
from tests.rendering.fresh_pictures import forget_pictures
from tests.rendering.samples import BOARDS, EARLY, VIEWS
from tests.rules.playouts import random_match
from tests.sets import leave_to_ci
from tests.untranslated import untranslated_words, vocabulary
from words import PSEUDO, Phrase
from words.telling import FOLDER

IN_BRACKETS = re.compile(r"\[[^\[\]]*\]")


@pytest.fixture(scope="module")
def painted() -> Iterator[set[str]]:
    """Every text painted since the tests of this file began.

    Cached parts were painted before.
    """
    texts: set[str] = set()
    paint = sprites.draw_text

    def spy(
        draw: ImageDraw.ImageDraw,
        at: sprites.Point,
        text: str,
        size: int,
        colour: tuple[int, ...],
        anchor: str,
        face: str = MONO,
    ) -> None:
        texts.add(text)
        paint(draw, at, text, size, colour, anchor, face)

    forget_pictures()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sprites, "draw_text", spy)
        yield texts
    forget_pictures()


def last_move_text(view: View) -> str | None:
    """Return the last move as written, which no language changes."""
    if isinstance(view, BoardView):
        return view.last_move
    assert isinstance(view, ProgramView)
    return view.last.text if view.last else None


def foreign(text: str, view: View) -> list[str]:
    """Return the words of a pseudo-language text that the catalogue did not give.

    These are plain words, or words outside brackets.
    """
    text = text.replace(last_move_text(view) or " ", " ")
    outside = text
    while IN_BRACKETS.search(outside):
        outside = IN_BRACKETS.sub("", outside)
    # A text that was cut has lost its last brackets.
    outside = "" if text.endswith("…") else outside
    small = re.findall(r"(?<![\w-])[a-z]{2,}(?!\w)", outside)
    return [*untranslated_words(text), *small]


def test_one_function_paints_every_word() -> None:
    """The tests below watch it, so none may paint beside it."""
    room = Path(sprites.__file__).parent
    found = [
        path.relative_to(room).as_posix()
        for path in room.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and any(word.arg == "font" for word in node.keywords)
    ]
    assert found == ["sprites.py"]


@pytest.mark.parametrize("name", leave_to_ci(VIEWS, every=6))
def test_every_word_of_a_picture_comes_from_the_catalogue(name: str, painted: set[str]) -> None:
    view = VIEWS[name]
    draw(view, language=PSEUDO)
    assert {text: words for text in painted if (words := foreign(text, view))} == {}


def test_every_word_of_a_hand_comes_from_the_catalogue(painted: set[str]) -> None:
    for view in (EARLY, *(_with_hand(game) for game in ("base", "everything"))):
        alt = draw_hand(view, language=PSEUDO).alt
        assert alt.startswith("[") and foreign(alt, view) == []
        assert foreign(hand_in_words(view, PSEUDO), view) == []
    assert {text: words for text in painted if (words := foreign(text, EARLY))} == {}


def _with_hand(deck: str) -> ProgramView:
    match = random_match(GAMES["one-zero-one"], {"deck": deck}, seed=4, limit=3)
    view = match.view(0)
    assert isinstance(view, ProgramView)
    return view


@pytest.mark.parametrize("name", leave_to_ci(VIEWS, every=6))
def test_every_word_about_a_sample_comes_from_the_catalogue(name: str) -> None:
    view = VIEWS[name]
    for told in (describe(view, PSEUDO), *summary_lines(view, PSEUDO), text_board(view, PSEUDO)):
        assert foreign(told, view) == [], told


@pytest.mark.ci
def test_every_game_is_told_in_any_language(key: str, painted: set[str]) -> None:
    for seed, limit in ((1, 40), (2, 300)):
        match = random_match(GAMES[key], {}, seed=seed, limit=limit)
        for seat in (None, 1):
            view = match.view(seat)
            alt = draw(view, language=PSEUDO).alt
            assert 0 < len(alt) <= ALT_LIMIT
            for told in (alt, *summary_lines(view, PSEUDO), text_board(view, PSEUDO)):
                assert foreign(told, view) == [], told
            assert len(text_board(view, PSEUDO)) <= 1900
            assert {text: words for text in painted if (words := foreign(text, view))} == {}


@pytest.mark.ci
def test_a_picture_in_one_language_never_shows_another(painted: set[str]) -> None:
    """The cached ranks and sprites of one language are never used for another."""
    for view in VIEWS.values():
        first = draw(view)
        assert draw(view, language=PSEUDO).png != first.png
        assert draw(view) == first


def test_what_a_view_says_is_told_in_the_language() -> None:
    skipped = Phrase("zong_heng.skipped", side="○", other="●")
    said = replace(BOARDS["zong-heng"], note=skipped)
    assert skipped.text(PSEUDO) in describe(said, PSEUDO)
    assert "○ had nothing to shift and was skipped: ● moves again." in describe(said)


LETTERS = "aáàâãäåæçčďéęğíıłñńõöøœřšßțúůýžđạảấ ζΩπ БбЖжЄєЇїҐґЎў ¹²³ “”…№"


@pytest.mark.parametrize(
    "letter", leave_to_ci(sorted({*LETTERS, *"".join(map(chr, range(33, 127)))} - {" "}), after=3)
)
def test_the_font_has_the_letters_of_latin_greek_and_cyrillic(letter: str) -> None:
    face = sprites.load_font(40)
    missing = bytes(face.getmask("\uffff"))  # pyrefly: ignore[bad-argument-type]  # its pixels
    assert bytes(face.getmask(letter)) != missing  # pyrefly: ignore[bad-argument-type]  # as above


@pytest.mark.ci
@pytest.mark.parametrize("face", [MONO, SANS])
def test_both_faces_have_every_letter_of_every_language(face: str) -> None:
    letters = {letter for path in FOLDER.glob("*.po") for word in vocabulary(path.stem) for letter in word}
    assert set("çéłñżъ") <= letters
    shown = sprites.load_font(40, face)
    missing = bytes(shown.getmask("\uffff"))  # pyrefly: ignore[bad-argument-type]  # as above
    both = letters | {letter.upper() for letter in letters if len(letter.upper()) == 1}
    assert [letter for letter in sorted(both) if bytes(shown.getmask(letter)) == missing] == []  # pyrefly: ignore[bad-argument-type]  # as above
