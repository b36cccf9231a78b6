"""Matches against the computer."""

from typing import Any

from engines.worker_messages import PracticeRequest, answer_practice_request
from tests.bot.server import Server, buttons, texts

PAUSE = 60
"""Seconds until the computer thinks: longer than these tests wait by themselves."""


async def begin_computer(room: Server, game: str = "binar", level: int = 1, **options: Any) -> Any:
    """Begin a match of Ann against the computer at a level, and return the thread."""
    options = {"options": "3", "side": "Even"} | options if game == "binar" else options
    shown = await room.ann.slash(room.channel, "play", game=game, opponent=room.twotone, **options)
    label = list(buttons(shown.response))[level - 1]
    await room.ann.click(shown.response, label=label)
    return room.place


async def newest(room: Server) -> int:
    """The id of the match that was begun last."""
    found = await room.bot.club.play.lists.list_running(room.ann.id)
    return max(listed.row.id for listed in found)


async def answer(room: Server) -> None:
    """Wait until the computer has moved."""
    await room.env.advance_time(PAUSE + 1)


async def jobs(room: Server) -> list[Any]:
    """The jobs that wait in the store."""
    return await room.bot.club.store.read(lambda tx: tx.all("SELECT * FROM thinking"))


async def play_out(room: Server, place: Any, number: int) -> Any:
    """Ann always makes the first legal move; returns the match when it is over."""
    for _ in range(200):
        match = await room.match(number)
        if match.turn is None:
            return match
        table = await room.bot.club.play.matches.load(number)
        if table.turn == table.row.computer:
            await answer(room)
        else:
            await room.ann.slash(place, "move", move=match.moves()[0])
    raise AssertionError("the match does not end")


async def restarted_while_it_thinks(room: Server) -> None:
    """After a restart the computer's move is made, once."""
    place = await begin_computer(room)
    await room.ann.slash(place, "move", move="b2")
    assert len(await jobs(room)) == 1
    await room.restart()
    await answer(room)
    assert [ply.seat for ply in (await room.match()).plies] == [0, 1]
    assert await jobs(room) == []
    assert "Twotone placed" in texts(room.board(place))


async def practised_here(practice: PracticeRequest) -> Any:
    return answer_practice_request(practice)
