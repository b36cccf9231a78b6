"""A position with thousands of moves is never listed on the event loop.

So no one else waits for it.
"""

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from club.members.people import Act
from club.play.match.replay_cache import ReplayCache
from rules.catalogue import GAMES
from rules.checkers.moves import Board, Generator, Move
from rules.checkers.position import MANY_TO_CAPTURE
from rules.match import Match
from tests.bot.server import Server, buttons, press_play, reply_text, texts
from tests.sets import leave_to_ci

KINGS = "W:WKa2,c1:Bb7,d6,c5,f5,e4,d3,c2"
"""A position with 219 moves for White.

Most are captures that end like others. With a few men more it has thousands.
"""


pytestmark = pytest.mark.usefixtures("nothing_on_the_loop")


@pytest.fixture
def nothing_on_the_loop(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Check that the event loop lists no moves of flying kings with much to capture."""
    found: list[str] = []
    loop = threading.get_ident()

    def watch(name: str) -> None:
        through = getattr(Generator, name)

        def list_and_check(
            self: Generator, board: Board, colour: int, *given: Any, **named: Any
        ) -> list[Move]:
            own, other = board.sides(colour)
            if threading.get_ident() == loop and own & board.kings and other.bit_count() >= MANY_TO_CAPTURE:
                found.append(name)
            listed: list[Move] = through(self, board, colour, *given, **named)
            return listed

        monkeypatch.setattr(Generator, name, list_and_check)

    for name in ("moves", "routes", "captures", "barring_preference"):
        watch(name)
    yield
    assert found == []


async def begin_crowded(room: Server) -> Any:
    """Begin a match in which Ann is to move with flying kings."""
    place = await room.begin("gothic", side="White", options="kings=flying")
    match = Match(GAMES["gothic"], {"kings": "flying"}, bytes(32))
    match.set_position(KINGS)
    assert match.game.is_crowded(match.position)
    await room.bot.club.store.write(lambda tx: tx.run("UPDATE match SET record = ?", match.save()))
    forget(room)
    return place


def forget(room: Server) -> None:
    """No match is in memory any more."""
    room.bot.club.play.matches.replays = ReplayCache()


async def test_a_move_by_buttons(room: Server) -> None:
    place = await begin_crowded(room)
    await room.bot.club.members.preferences.change(room.ann.id, confirm=True)
    shown = (await press_play(room.ann, room.board(place))).response
    while "Confirm" not in buttons(shown):
        forget(room)
        choices = [label for label in buttons(shown) if label not in ("Back", "Type a move")]
        shown = (await room.ann.click(shown, label=choices[0])).response
        assert len(texts(shown)) > 0
    forget(room)
    await room.ann.click(shown, label="Confirm")
    assert (await room.bot.club.play.matches.load(1)).row.plies == 1


async def test_a_move_whose_match_is_not_at_hand_any_more(room: Server) -> None:
    await begin_crowded(room)
    matches = room.bot.club.play.matches
    table = await matches.load(1)
    move = (await asyncio.to_thread(table.game.moves, table.match.position))[0]
    forget(room)
    after = await matches.play(1, Act(room.ann.id, 1), move)
    assert after.row.plies == 1


@pytest.mark.ci
async def test_a_written_move_and_what_completes_and_refuses_it(room: Server) -> None:
    place = await begin_crowded(room)
    assert "fits several moves" in reply_text(await room.ann.slash(place, "move", move="a2xg5"))
    forget(room)
    offered = await room.ann.autocomplete(place, "move", "move", "a2")
    assert len(offered) == 25
    forget(room)
    await room.ann.slash(place, "move", move=offered[0]["value"])
    forget(room)
    assert (await room.bot.club.play.matches.load(1)).row.plies == 1


@pytest.mark.parametrize(
    "command", leave_to_ci(["board", "games", "draw", "takeback", "claim", "resign", "cancel"], after=2)
)
async def test_every_command_about_it(room: Server, command: str) -> None:
    place = await begin_crowded(room)
    await room.ann.slash(place, command)
    forget(room)
    await room.ann.slash(place, command)


async def test_a_text_board_and_the_buttons_of_the_board(room: Server) -> None:
    place = await begin_crowded(room)
    await room.ann.slash(place, "board", **{"as": "text"})
    for label in ("More", "My view"):
        forget(room)
        await room.ann.click(room.board(place), label=label)


@pytest.mark.ci
async def test_a_replayed_match_with_such_a_position_in_its_past(room: Server) -> None:
    place = await begin_crowded(room)
    offered = await room.ann.autocomplete(place, "move", "move", "a2")
    await room.ann.slash(place, "move", move=offered[0]["value"])
    forget(room)
    await room.ben.slash(place, "board")
    await room.restart()
    await room.ben.slash(place, "board")
