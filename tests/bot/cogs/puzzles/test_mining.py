"""Puzzles from finished matches, in Discord.

A manager switches them on, and both players agree. A refusal removes them.
"""

from dataclasses import replace
from typing import Any

import pytest

from club.puzzles.mining import AFTER, LEAST
from engines.puzzles.puzzle import Puzzle, load_shipped_puzzles, parse_puzzle
from engines.worker_messages import PuzzleRequest
from tests.bot.matches_over import give_up
from tests.bot.officials import manager
from tests.bot.puzzle_moves import next_puzzle
from tests.bot.server import Server, buttons, texts
from tests.bot.settings_cards import card_of, choose, chosen_values, own

pytestmark = pytest.mark.ci

TOLD = load_shipped_puzzles("yin-yang")[0]


async def make_puzzle(hunt: PuzzleRequest) -> Puzzle | None:
    """Return a puzzle that no file has."""
    return replace(TOLD, line=TOLD.line[:1], match=hunt.match_number)


@pytest.fixture(autouse=True)
def finds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every search through a match finds a puzzle."""
    monkeypatch.setattr("bot.host.workers.Workers.seek", lambda workers, hunt: make_puzzle(hunt))


async def switched_on(room: Server, member: Any) -> None:
    """A manager has matches looked through."""
    card = await card_of(room, member)
    assert "Only matches whose players have both agreed" in texts(card)
    told = await member.click(card, label="Puzzles from matches: no")
    assert "It holds for matches that end from now on" in texts(told.response)
    assert "Puzzles from matches: yes" in buttons(told.response)


async def set_consent(room: Server, member: Any, choice: str) -> None:
    """Choose a member's answer on the use of their matches."""
    card = await choose(member, await own(room, member), "mined", choice)
    assert "Saved" in texts(card)
    assert chosen_values(card, "mined") == [choice]


async def finish_match(room: Server, number: int, *, restart: bool = False) -> None:
    """Play a match of Ann and Ben to its end by any moves, and let time go on."""
    place = await room.begin("yin-yang")
    for ply in range(LEAST):
        match = await room.match(number)
        assert len(match.plies) == ply
        await (room.ben if match.turn else room.ann).slash(place, "move", move=match.moves()[0])
    await give_up(room.ann, place)
    if restart:
        await room.restart()
    await room.env.advance_time(AFTER + 1)
    await room.env.settle()


async def load_mined(room: Server) -> list[Puzzle]:
    """Load all mined puzzles from the store."""
    rows = await room.bot.club.store.read(lambda tx: tx.all("SELECT game, told FROM mined"))
    return [parse_puzzle(row["game"], row["told"]) for row in rows]


async def test_a_match_becomes_a_puzzle_of_its_server_over_a_restart_and_goes_when_one_says_no(
    room: Server,
) -> None:
    mo = manager(room)
    await switched_on(room, mo)
    await set_consent(room, room.ann, "named")
    await finish_match(room, 1)
    assert await load_mined(room) == [], "Ben has not agreed"
    await set_consent(room, room.ben, "named")
    await finish_match(room, 2, restart=True)
    (puzzle,) = await load_mined(room)
    shown = await room.cleo.slash(room.channel, "puzzle", game="yin-yang")
    assert f":{puzzle.key}" in "".join(buttons(shown.response).values())
    assert "From a match of Ann and Ben on this server." in texts(shown.response)
    told = await room.cleo.click(shown.response, label="Solution")
    assert "From a match of Ann and Ben on this server." in texts(told.response)
    assert "Your finished matches can become puzzles here too" in texts(told.response)
    theirs = await room.ann.slash(room.channel, "puzzle", game="yin-yang")
    told = await room.ann.click(theirs.response, label="Solution")
    assert "can become puzzles here too" not in texts(told.response), "she has said so"
    await choose(mo, await card_of(room, mo), "puzzle_channel", room.channel)
    (post,) = await next_puzzle(room)
    assert "From a match of Ann and Ben on this server." in texts(post)
    await set_consent(room, room.ben, "nameless")
    await room.env.settle()
    (post,) = [message for message in room.channel.history() if "Puzzle of the day" in texts(message)]
    assert "From a match on this server." in texts(post)
    assert "Ann" not in texts(post)
    await set_consent(room, room.ann, "auto")
    await room.env.settle()
    assert await load_mined(room) == []
    (post,) = [message for message in room.channel.history() if "Puzzle of the day" in texts(message)]
    assert "This puzzle is not there any more" in texts(post)
    assert buttons(post) == {}
    gone = await room.cleo.click(shown.response, label="Another")
    assert "not there any more" in texts(gone.response)


async def test_a_manager_who_switches_it_off_deletes_what_was_found(room: Server) -> None:
    mo = manager(room)
    await switched_on(room, mo)
    for member in (room.ann, room.ben):
        await set_consent(room, member, "nameless")
    await finish_match(room, 1)
    assert len(await load_mined(room)) == 1
    told = await mo.click(await card_of(room, mo), label="Puzzles from matches: yes")
    assert "The puzzles from matches here are deleted." in texts(told.response)
    assert await load_mined(room) == []
    refused = await room.cleo.slash(room.channel, "settings server")
    assert "may manage the server" in texts(refused.response)
