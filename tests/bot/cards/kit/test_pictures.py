"""The sender of a card draws its picture, once.

New parts are drawn on another thread. If drawing fails, the card uses words.
"""

import threading
from collections.abc import Callable
from typing import Any

import pytest

from bot.cards.kit import pictures
from bot.cards.kit.kit import Card, framed_view, text
from bot.cards.kit.pictures import Drawing, board_picture, draw_card, end_picture, hand_picture
from bot.cards.learning.guide import HelpSubject, rules_card
from rendering import picture
from rendering.picture import Picture
from rules.catalogue import GAMES
from rules.game import View
from rules.match import Match
from rules.one_zero_one.view import ProgramView
from tests.rendering.cold import forget_parts
from words import localizer_for

LOOP = threading.main_thread()
SAY = localizer_for("en")


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> list[threading.Thread]:
    """Nothing is kept, and which threads begin and end a picture."""
    forget_parts()
    found: list[threading.Thread] = []

    def draw_and_note(*given: Any, **named: Any) -> Picture:
        drawn = picture.draw(*given, **named)
        found.append(threading.current_thread())
        return drawn

    monkeypatch.setattr(pictures, "draw", draw_and_note)
    return found


def begins(key: str) -> View:
    return Match(GAMES[key], {}, bytes(32)).view(None)


def board(key: str = "international") -> Card:
    return Card(framed_view(None, text("A board"), board_picture(begins(key), SAY), text("below")))


@pytest.mark.ci
async def test_what_was_never_drawn_is_drawn_on_another_thread(threads: list[threading.Thread]) -> None:
    card = board()
    assert threads == [], "making a card draws nothing"
    [file] = await draw_card(card)
    assert file.fp.read().startswith(b"\x89PNG")
    assert len(threads) == 1 and LOOP not in threads
    [again] = await draw_card(board())
    assert threads[1:] == [LOOP], "all of it is kept now"
    file.reset()
    assert again.fp.read() == file.fp.read()


@pytest.mark.ci
async def test_one_new_picture_of_several_takes_all_to_the_other_thread(
    threads: list[threading.Thread],
) -> None:
    await draw_card(board())
    both = Card(
        framed_view(
            None,
            board_picture(begins("international"), SAY),
            board_picture(begins("binar"), SAY, name="b.png"),
        )
    )
    del threads[:]
    assert [file.filename for file in await draw_card(both)] == ["board.png", "b.png"]
    assert threads[0] is LOOP and LOOP not in threads[1:]
    assert len(threads) == 3


@pytest.mark.ci
async def test_a_card_that_is_sent_again_is_not_drawn_again(threads: list[threading.Thread]) -> None:
    card = board()
    [first] = await draw_card(card)
    first.close()
    [second] = await draw_card(card)
    assert second.fp.read().startswith(b"\x89PNG")
    assert len(threads) == 1
    assert parts(card)[1]["items"] == [
        {"media": {"url": "attachment://board.png"}, "description": second.description, "spoiler": False}
    ]


@pytest.mark.ci
async def test_the_alt_text_comes_with_the_picture() -> None:
    card = rules_card(HelpSubject(GAMES["binar"]), SAY)
    files = await draw_card(card)
    told = [item["description"] for part in parts(card) for item in part.get("items", ())]
    assert told == [file.description for file in files] != []
    assert all(told)


def parts(card: Card) -> list[dict[str, Any]]:
    """The parts of a card's frame, as Discord is sent them."""
    sent: list[dict[str, Any]] = card.view.children[0].to_component_dict()["components"]
    return sent


def fail_to_draw(*given: Any, **named: Any) -> Picture:
    """Fail with an error that names a hand."""
    raise RuntimeError("a hand of JUMP and LOAD")


def end() -> Drawing:
    match = Match(GAMES["binar"], {}, bytes(32))
    match.resign(0)
    return end_picture(match.view(None), match, None, SAY)


@pytest.mark.parametrize("make", [lambda: board_picture(begins("binar"), SAY), end], ids=["board", "end"])
async def test_a_board_that_cannot_be_drawn_is_told_in_words_in_its_place(
    make: Callable[[], Drawing], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "draw", fail_to_draw)
    monkeypatch.setattr(pictures, "draw_end", fail_to_draw)
    card = Card(framed_view(None, text("A board"), make(), text("below")))
    assert await draw_card(card) == []
    above, shown, below = (part["content"] for part in parts(card))
    assert (above, below) == ("A board", "below")
    assert shown.startswith("```\n") and "a b c d e" in shown.lower().replace("  ", " ")


async def test_a_hand_that_cannot_be_drawn_leaves_its_place_empty_and_says_nothing_in_the_log(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(pictures, "draw_hand", fail_to_draw)
    view = Match(GAMES["one-zero-one"], {}, bytes(32)).view(0)
    assert isinstance(view, ProgramView)
    card = Card(framed_view(None, text("A hand"), hand_picture(view, SAY), text("in words")))
    assert await draw_card(card) == []
    assert [part["content"] for part in parts(card)] == ["A hand", "in words"]
    assert "RuntimeError" in str(vars(caplog.records[-1]))
    assert "JUMP" not in caplog.text
