"""Random players: they read their messages, and press, choose or type."""

import random
from collections.abc import Awaitable, Callable
from functools import partial

from playground.world.errors import JSON
from playground.world.state import ADA_ID, BEN_ID, GAMES_ID
from tests.wire.live_bot import Scene
from tests.wire.visible_message import EPHEMERAL, buttons, match_number, version, words

Way = Callable[..., Awaitable[list[str]]]
"""A way of playing: `by_commands` or `by_buttons`."""
LONGEST = 250
"""Plies after which a game counts as endless."""
CONFIRMED = "You played "
UNDOING = ("Type a move", "Back", "Open the board")
"""How buttons of a picker begin that choose nothing."""


def mover(board: JSON) -> str:
    """Who is to move, as the board tells it."""
    return next(member for member in (ADA_ID, BEN_ID) if f"<@{member}> to move" in words(board))


async def by_commands(scene: Scene, place: str, chance: random.Random, limit: int = LONGEST) -> list[str]:
    """Play with /move and its completions until the end or for `limit` plies.

    Return the confirmed moves.
    """
    played: list[str] = []
    while len(played) < limit and "Play" in buttons(board := scene.board(place)):
        played.append(await command(scene, mover(board), place, chance))
        await scene.wait_for_board(place, version(board))
    return played


async def command(scene: Scene, member_id: str, place: str, chance: random.Random) -> str:
    """One move by command."""
    move = chance.choice(await completions(scene, member_id, place))
    said = words(await scene.answer(scene.world.slash(member_id, place, "move", {"move": move})))
    return confirmed_move(said)


async def command_elsewhere(scene: Scene, member_id: str, place: str, chance: random.Random) -> str:
    """Make one move by a command given in another channel than the match's.

    No token of that command can post the board.
    """
    move = chance.choice(await completions(scene, member_id, place))
    options = {"match": match_number(scene.board(place)), "move": move}
    said = words(await scene.answer(scene.world.slash(member_id, GAMES_ID, "move", options)))
    return confirmed_move(said)


def confirmed_move(said: str) -> str:
    """The move that an answer confirms."""
    assert said.startswith(CONFIRMED), said
    return said.removeprefix(CONFIRMED).partition(".")[0].strip("`")


async def completions(scene: Scene, member_id: str, place: str) -> list[str]:
    """What /move offers before anything is typed."""
    offered = await scene.world.complete(member_id, place, "move", {"move": ""}, "move")
    return [str(choice["value"]) for choice in offered]


async def by_buttons(scene: Scene, place: str, chance: random.Random, limit: int = LONGEST) -> list[str]:
    """Play with the board's own buttons until the end or for `limit` plies.

    Return the confirmed moves.
    """
    played: list[str] = []
    while len(played) < limit and "Play" in buttons(board := scene.board(place)):
        played.append(await pick_move(scene, mover(board), board, chance))
        await scene.wait_for_board(place, version(board))
    return played


async def by_hands(scene: Scene, place: str, chance: random.Random, limit: int = LONGEST) -> list[str]:
    """Play from the hands in direct messages until the end or for `limit` plies.

    Return the confirmed moves.
    """
    played: list[str] = []
    while len(played) < limit and "Play" in buttons(board := scene.board(place)):
        member_id = mover(board)
        card = await scene.until(partial(hand, scene, member_id, place))
        played.append(await pick_move(scene, member_id, card, chance))
        await scene.wait_for_board(place, version(board))
    return played


async def pick_move(scene: Scene, member_id: str, card: JSON, chance: random.Random) -> str:
    """Make one move from a card's Play button, through every picker that it opens.

    Return the confirmed move.
    """
    shown = await scene.press(member_id, card["id"], "Play")
    while not (said := words(shown)).startswith(CONFIRMED):
        shown = await choose(scene, member_id, shown, chance)
    return confirmed_move(said)


async def choose(scene: Scene, member_id: str, picker: JSON, chance: random.Random) -> JSON:
    """Press something that goes on; the picker after it."""
    labels = [label for label in buttons(picker) if not label.startswith(UNDOING)]
    return await scene.press(member_id, picker["id"], chance.choice(labels))


def hand(scene: Scene, member_id: str, place: str) -> JSON | None:
    """The direct message from which a member can play in the match of `place`.

    `None` if no message tells them that it is their turn.
    """
    told = [
        body
        for dm in scene.world.member_view(member_id)["dms"]
        for body in dm["messages"]
        if f"/{place}" in str(body) and not body["flags"] & EPHEMERAL
    ]
    return told[-1] if told and "Your turn." in words(told[-1]) else None
