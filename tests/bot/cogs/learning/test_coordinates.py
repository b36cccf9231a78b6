"""Coordinates: name thirty squares by buttons.

One of four names is right. Only its owner reads a best time.
"""

from dataclasses import replace
from typing import Any

import pytest

from bot.cards.kit.kit import Card
from bot.cards.kit.pictures import Drawing
from bot.cards.learning.coordinates import CoordinatesRound, intro_card, question_card, unlabelled_board
from bot.custom_ids import LIMIT, parse_custom_id
from club.learning.coordinates import (
    LONGEST,
    NAMES,
    PENALTY,
    SQUARES,
    make_question,
    opening_board,
    square_names,
)
from rendering.picture import Picture, draw
from rendering.themes import DEFAULT_THEME
from rules.board import BoardGame, BoardView
from rules.catalogue import GAMES
from tests.bot.server import Server, buttons, texts
from tests.examples.every_game import BOARD_GAMES, EVERY_BOARD_GAME, UNLIKE
from words import ENGLISH, localizer_for


def board(key: str) -> BoardView:
    """The board of a game that has one."""
    view = opening_board(GAMES[key])
    assert view is not None
    return view


def test_every_game_with_a_board_asks_for_squares(key: str) -> None:
    assert (opening_board(GAMES[key]) is not None) is isinstance(GAMES[key], BoardGame)


def test_squares_are_asked_for_by_the_games_own_notation() -> None:
    assert sorted(map(int, square_names(board("international")).values())) == list(range(1, 51))
    assert sorted(map(int, square_names(board("american")).values())) == list(range(1, 33))
    assert len(square_names(board("russian"))) == 32 and square_names(board("russian"))["a1"] == "a1"
    assert len(square_names(board("turkish"))) == 64
    assert len(square_names(board("zong-heng"))) == 64, "its pieces leave the squares on which they begin"
    assert len(square_names(board("binar"))) == 25


@pytest.mark.parametrize("key", EVERY_BOARD_GAME, indirect=True)
def test_each_question_has_one_right_name_among_four_and_is_the_same_when_asked_again(key: str) -> None:
    view, last, right = board(key), "", set()
    known = square_names(view)
    for number in range(SQUARES):
        question = make_question(view, 7, number)
        assert question == make_question(view, 7, number)
        assert len(set(question.names)) == NAMES and set(question.names) <= set(known.values())
        assert question.names[question.answer_index] == known[question.square]
        assert question.square != last
        last = question.square
        right.add(question.answer_index)
    assert len(right) == NAMES


@pytest.mark.parametrize("key", EVERY_BOARD_GAME, indirect=True)
def test_a_board_that_is_asked_about_shows_neither_pieces_nor_letters_nor_numbers(key: str) -> None:
    view = board(key)
    assert not unlabelled_board(view).cells
    files = draw(replace(unlabelled_board(view), labels={})).png
    named = draw(replace(view, cells={})).png
    assert draw(unlabelled_board(view)).png not in (files, named)
    assert set(unlabelled_board(view).labels.values()) == {""}
    assert unlabelled_board(view).turn is None, "nobody is to move"


@pytest.mark.parametrize(
    "key",
    [pytest.param(each, marks=() if each in UNLIKE else pytest.mark.deep) for each in BOARD_GAMES],
    indirect=True,
)
def test_no_picture_of_a_board_on_which_nobody_plays_counts_pieces(key: str) -> None:
    view, say, game = board(key), localizer_for(ENGLISH), GAMES[key]
    question = question_card(
        CoordinatesRound(game, 3, 0, 7, 0),
        view,
        make_question(view, 7, 3),
        say,
        theme=DEFAULT_THEME,
        missed_name=None,
    )
    for card in (intro_card(game, view, None, say, theme=DEFAULT_THEME), question):
        made = picture_of(card)
        assert made.height < draw(view).height, "there is no strip that says how a match stands"
        assert "none" not in made.alt and "over" not in made.alt


def test_the_words_of_the_picture_do_not_say_which_square_it_is() -> None:
    view, say = board("russian"), localizer_for(ENGLISH)
    question = make_question(view, 7, 3)
    card = question_card(
        CoordinatesRound(GAMES["russian"], 3, 0, 7, 0),
        view,
        question,
        say,
        theme=DEFAULT_THEME,
        missed_name=None,
    )
    assert picture_of(card).alt == "An empty board without letters and numbers; one square is marked."


def picture_of(card: Card) -> Picture:
    """Make the picture of a card."""
    [drawing] = [each for each in card.view.walk_children() if isinstance(each, Drawing)]
    made = drawing.make()
    assert isinstance(made, Picture)
    return made


def test_a_round_fits_into_its_buttons_and_is_read_back(key: str) -> None:
    state = CoordinatesRound(GAMES[key], SQUARES - 1, 999, 999_999, 99_999_999_999_999, 3)
    written = str(state.choice_id(3))
    assert len(written) <= LIMIT
    assert CoordinatesRound.parse(written.split(":", 4)[4]) == state


def right_of(shown: Any, *, wrong: bool = False) -> str:
    """The button of the right name, or of a wrong one."""
    for custom_id in buttons(shown.response).values():
        read = parse_custom_id(custom_id)
        state = CoordinatesRound.parse(read.rest) if read else None
        assert state is not None
        question = make_question(board(state.game.key), state.seed, state.number)
        if (state.chosen == question.answer_index) is not wrong:
            return custom_id
    raise AssertionError("no such button")


async def begin_round(room: Server, member: Any, game: str = "russian") -> Any:
    """Begin a round of coordinates from the rules of a game."""
    rules = await member.slash(room.channel, "rules", game=game)
    shown = await member.click(rules.response, label="Coordinates")
    assert shown.ephemeral
    return await member.click(shown.response, label="Begin")


async def finish_round(room: Server, member: Any, *, seconds: float, misses: int = 0) -> str:
    """Play a round that takes `seconds`, with `misses` wrong names.

    Return the words of its last card.
    """
    shown = await begin_round(room, member)
    for number in range(SQUARES):
        for _ in range(misses if not number else 0):
            shown = await member.click(shown.response, custom_id=right_of(shown, wrong=True))
            assert "Look again." in texts(shown.response) and "**1/30**" in texts(shown.response)
        if number == SQUARES - 1:
            await room.env.advance_time(seconds)
        shown = await member.click(shown.response, custom_id=right_of(shown))
    return texts(shown.response)


async def test_a_round_from_the_rules_to_a_best_time_that_only_gets_better(room: Server) -> None:
    told = await finish_round(room, room.ann, seconds=60.0, misses=2)
    best = await room.bot.club.learning.coordinates.load_best_time(room.ann.id, "russian")
    assert best is not None and 60.0 + 2 * PENALTY <= best < 75.0
    assert f"**{best:.1f} seconds**, with 2 wrong names counted in." in told and "faster" not in told
    told = await finish_round(room, room.ann, seconds=40.0)
    assert "That is faster than ever before!" in told and "with 0 wrong names" in told
    faster = await room.bot.club.learning.coordinates.load_best_time(room.ann.id, "russian")
    assert faster is not None and faster < 45.0
    told = await finish_round(room, room.ann, seconds=50.0)
    assert "faster" not in told and f"Your best time: {faster:.1f} seconds" in told
    assert await room.bot.club.learning.coordinates.load_best_time(room.ann.id, "russian") == faster
    rules = await room.ben.slash(room.channel, "rules", game="russian")
    assert "Your best time" not in texts((await room.ben.click(rules.response, label="Coordinates")).response)


async def test_a_round_that_was_left_alone_counts_no_more(room: Server) -> None:
    shown = await begin_round(room, room.ann)
    await room.env.advance_time(LONGEST + 1)
    late = await room.ann.click(shown.response, custom_id=right_of(shown))
    assert "has taken too long to count" in texts(late.response)
