"""Matches that are played for some moves or are over, and files about them."""

from typing import Any

from rules.catalogue import GAMES
from tests.bot.server import Server, walk
from tests.club.learner import blunder_match
from tests.rendering.strict_gif import Decoded, decode
from tests.rules.playouts import random_match


async def animate(message: Any) -> Decoded:
    """The animation of a card."""
    [file] = message.attachments
    assert file.filename == "replay.gif"
    return decode(await file.read())


async def play_plies(room: Server, plies: int, game: str = "russian", **options: Any) -> Any:
    """Play so many plies of a match, Ann's the first, and return its place."""
    wanted: dict[str, Any] = {"side": "White", **options}
    place = await room.begin(game, **wanted)
    first, second = await room.players()
    for number in range(plies):
        move = (await room.match()).moves()[0]
        await (first, second)[number % 2].slash(place, "move", move=move)
    return place


async def give_up(who: Any, place: Any) -> None:
    """A player resigns the match of a place."""
    asked = await who.slash(place, "resign")
    await who.click(asked.response, label="Resign")


async def resign(room: Server, place: Any) -> None:
    """Resign the match as Ben."""
    await give_up(room.ben, place)


async def over(room: Server, game: str, plies: int, **options: Any) -> Any:
    """A match in which so many plies were made, and which Ben then resigned."""
    place = await room.begin(game, **options)
    wanted = [ply.text for ply in random_match(GAMES[game.partition(":")[0]], {}, 3, limit=plies).plies]
    for number in range(plies):
        mover = (await room.players())[(await room.match()).turn or 0]
        text = wanted[number] if wanted[number] in (await room.match()).moves() else None
        await mover.slash(place, "move", move=text or (await room.match()).moves()[0])
    await resign(room, place)
    return place


async def files(message: Any) -> dict[str, str]:
    """The files of a card by their endings; each is shown by a part of the card."""
    shown = {
        part["file"]["url"].rpartition("/")[2].partition("?")[0]
        for part in walk(message.components)
        if part["type"] == 13
    }
    assert shown == {file.filename for file in message.attachments}
    return {file.filename.rpartition(".")[2]: (await file.read()).decode() for file in message.attachments}


async def play_blunders(room: Server) -> dict[int, Any]:
    """Play a match that is lost by a blunder; return its players by their ids."""
    place = await room.begin("binar")
    members = {each.id: each for each in (room.ann, room.ben)}
    for text in [ply.text for ply in blunder_match().plies]:
        match = await room.bot.club.play.matches.load(1)
        assert match.turn is not None
        await members[match.player(match.turn).user_id].slash(place, "move", move=text)
    return members
