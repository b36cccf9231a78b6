"""The example of docs/add-a-game.md is a game like any other, once it is in the catalogues."""

import inspect
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tests.bot.cards.test_guide as guide
import tests.bot.cards.test_words as cards
import tests.rendering.test_end as end
import tests.rules.test_contract as contract
from engines.choose import levels
from engines.puzzles.matches import puzzle_in
from rendering.describe import describe
from rendering.picture import draw
from rules.__main__ import Session
from rules.match import Match
from tests.bot.server import buttons, served, texts
from tests.bot.walks import Walk, alone, by_buttons, by_commands
from tests.examples.three_in_a_row import english
from tests.examples.three_in_a_row.game import ThreeInARow
from tests.untranslated import untranslated
from words import PSEUDO, Said, tell
from words.facts import FACTS

PROMISES = [
    promise
    for module in (contract, cards, end, guide)
    for name, promise in vars(module).items()
    if name.startswith("test_") and list(inspect.signature(promise).parameters) in (["key"], ["game"])
]
"""What these ask of every game, if nothing but the game is chosen."""


def test_black_wins_with_three_in_a_line(game: ThreeInARow) -> None:
    match = Match(game, {}, bytes(32))
    for move in ("a1", "b1", "b2", "b3", "c3"):
        match.play(move)
    assert match.outcome
    assert (match.outcome.winner, match.outcome.text) == (0, "Black has three in a line")


def test_a_full_board_without_a_line_is_a_draw(game: ThreeInARow) -> None:
    match = Match(game, {}, bytes(32))
    for move in ("a1", "b1", "c1", "b2", "b3", "a2", "c2", "c3", "a3"):
        match.play(move)
    assert match.outcome
    assert (match.outcome.winner, match.outcome.reason) == (None, "three_in_a_row.full")


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.__name__)
def test_the_game_keeps_what_every_game_promises(game: ThreeInARow, promise: Callable[..., None]) -> None:
    promise(game.key)


def test_the_pipe_plays_it(game: ThreeInARow) -> None:
    session = Session()

    def ask(**request: Any) -> dict[str, Any]:
        return session.answer(json.dumps(request).encode())

    assert ask(do="games")["games"][-1] == {
        "key": "three-in-a-row",
        "title": "Three in a row",
        "sides": ["Black", "White"],
        "options": [],
    }
    assert ask(do="new", game=game.key, seed="x") == {"ok": True, "turn": 0, "sides": ["Black", "White"]}
    assert ask(do="perft", depth=3)["counts"] == [9, 72, 504]
    assert ask(do="play", move="d4")["error"] == "d4 is not a square of this board: they run from a1 to c3."


def test_its_words_are_complete_fit_their_places_and_can_be_translated(game: ThreeInARow) -> None:
    for message in english.MESSAGES:
        assert message.facts <= set(FACTS)
        facts = {name: Said("side.black") for name in message.facts}
        for language in ("en", PSEUDO):
            assert len(tell(message.code, facts, language)) <= message.place.limit
        assert untranslated(tell(message.code, facts, PSEUDO)) == []


def test_its_board_is_drawn_and_told(game: ThreeInARow) -> None:
    match = Match(game, {}, bytes(32))
    for move in ("b2", "a1"):
        match.play(move)
    picture = draw(match.view(None))
    assert picture.png.startswith(b"\x89PNG")
    assert describe(match.view(None)) == ("Last move: a1. Black to move. White: a1. Black: b2.")


async def test_it_has_neither_a_computer_nor_puzzles_and_nothing_breaks(
    game: ThreeInARow, tmp_path: Path
) -> None:
    assert levels(game) == 0
    match = Match(game, {}, bytes(32))
    assert puzzle_in(game, match.options, [match.position], 1) is None
    async with served(tmp_path / "twotone.db") as room:
        offer = await room.ann.slash(room.channel, "play", game=game.key)
        assert "Play Twotone meanwhile" not in buttons(offer.response)
        refused = await room.ann.slash(room.channel, "play", game=game.key, opponent=room.twotone)
        assert "Three in a row" in texts(refused.response)
        none = await room.ann.slash(room.channel, "puzzle", game=game.key)
        assert "There are no puzzles of Three in a row yet." in texts(none.response)
        tried = await room.ann.slash(room.channel, "rules", game=game.key)
        shown = await room.ann.click(tried.response, label="Try it")
        assert "### Try" in texts(shown.response)


@pytest.mark.parametrize("walk", [by_buttons, by_commands])
async def test_a_whole_match_is_played_in_the_bot(game: ThreeInARow, tmp_path: Path, walk: Walk) -> None:
    async with served(tmp_path / "twotone.db") as room:
        place = await room.begin(game.key)
        assert "### Three in a row" in texts(room.board(place))
        moves = await walk(room, place, seed=1, limit=9)
        match = await room.match()
        assert match.outcome is not None
        assert match.position == alone(match, moves).position
        assert match.outcome.text in texts(room.board(place))
        assert "Moves" in buttons(room.board(place))
        shown = await room.cleo.slash(room.channel, "rules", game=game.key)
        assert str(game.help.summary) in texts(shown.response)
