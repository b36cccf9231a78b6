"""Whole games against the computer at its weakest level.

They are played by the bot's own commands and cards.
"""

import random
from contextlib import nullcontext
from typing import Any

import pytest

from bot.cards.kit.card_lines import result
from club.play.course.computer import ComputersTurn
from engines.choose import levels
from rules.catalogue import GAMES
from rules.match import Match
from tests.bot.server import SECRET, Server, buttons, texts
from tests.bot.test_computer import PAUSE, answer, begin_computer, jobs
from tests.sets import leave_to_ci
from tests.simulation.drawing import undrawn

QUICK = {
    "binar": 8,
    "binary": 3,
    "yin-yang": 1,
    "incorrect-checkers": 6,
    "one-zero-one": 4,
    "american": 7,
    "international": 9,
    "pool": 1,
    "russian": 5,
    "brazilian": 10,
    "spanish": 11,
    "italian": 5,
    "czech": 6,
    "turkish": 6,
    "armenian": 3,
    "gothic": 1,
    "malaysian": 2,
    "frisian": 1,
    "canadian": 2,
}
"""Seeds of Ann's blindly drawn moves that soon end a match.

A game without an entry has the seed 0.
"""
EVERY_TIME = ("binar", "yin-yang", "one-zero-one", "gothic")
"""A game of each kind of player.

The bot's own code is the same for all, and `make test-deep` plays the others.
"""
LONG = ("malaysian", "canadian")
"""Kinds whose matches take more than a hundred moves however they are played.

Their boards are not drawn here.
"""
MOVES_AT_MOST = 400


@pytest.fixture(autouse=True)
def pause(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the computer answer when the test lets time pass.

    Its choices have the same seed in every match.
    """
    monkeypatch.setattr(ComputersTurn, "pause", PAUSE)
    monkeypatch.setattr("club.play.seek.challenges.SEEDS", 1)


async def play_whole_game(room: Server, game: str) -> tuple[Any, Match]:
    """Play the computer to the end as Ann, and return the place and the match."""
    sizes = {option.name: option.choices[0] for option in GAMES[game].options if option.name == "size"}
    named: dict[str, Any] = {"options": f"{size}"} if (size := sizes.get("size")) else {}
    place = await begin_computer(room, game, side=str(Match(GAMES[game], sizes, SECRET).sides[0]), **named)
    chance = random.Random(QUICK.get(game, 0))
    for _ in range(MOVES_AT_MOST):
        match = await room.match()
        if match.turn is None:
            break
        if match.turn == 0:
            await room.ann.slash(place, "move", move=chance.choice(match.moves()))
        else:
            await answer(room)
    return place, match


@pytest.mark.parametrize(
    "game",
    leave_to_ci(
        [
            pytest.param(key, marks=() if key in EVERY_TIME else pytest.mark.deep)
            for key, game in GAMES.items()
            if levels(game)
        ],
        but=("russian",),
    ),
)
async def test_a_whole_match_ends_with_a_result(room: Server, game: str) -> None:
    with undrawn() if game in LONG else nullcontext():
        place, match = await play_whole_game(room, game)
    assert match.outcome is not None
    assert [ply.seat for ply in match.plies].count(1) in (len(match.plies) // 2, (len(match.plies) + 1) // 2)
    table = await room.bot.club.matches.load(1)
    assert (table.over, table.row.computer, table.match.position) == (True, 1, match.position)
    board = room.board(place)
    assert "Rematch" in buttons(board)
    assert str(result(table)) in texts(board)
    assert await jobs(room) == []
