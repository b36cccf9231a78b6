"""Games walked at random.

The same walk is made by the rules alone, by commands and by buttons.
"""

import random
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from rules.match import Match
from tests.bot.server import Server, buttons, press_play, texts

SOON = 100
"""Plies within which a random game is over, but for those of `SHORTEST`."""
SHORTEST = {
    "incorrect-checkers": 4,
    "american": 2935,
    "international": 710,
    "german": 745,
    "pool": 1776,
    "russian": 879,
    "brazilian": 705,
    "spanish": 18,
    "italian": 1054,
    "czech": 163,
    "turkish": 2649,
    "armenian": 2315,
    "gothic": 1214,
    "malaysian": 2677,
    "frisian": 883,
    "canadian": 356,
}
"""Seeds of the shortest of many games that `whole_game` plays.

Only games that are long at random are listed. The checkers games have captures of several pieces.
"""
Walk = Callable[..., Awaitable[list[str]]]
"""`by_commands` or `by_buttons`."""
Follow = Callable[[Server, Any, list[str]], Awaitable[None]]
"""`follow_by_commands` or `follow_by_buttons`."""

CONFIRMED = "You played "
ANSWERS = ("Type a move", "Back")
"""Buttons of a picker that choose nothing, by how their labels begin."""


def confirmed_move(words: str) -> str:
    """The move that an answer confirms: notation is in code, words are not."""
    assert words.startswith(CONFIRMED)
    return words.removeprefix(CONFIRMED).partition(".")[0].strip("`")


async def by_commands(
    server: Server, place: Any, seed: int, limit: int, *, restart: bool = False
) -> list[str]:
    """Play random moves with /move until the end or `limit` plies.

    Return the moves as they were confirmed.
    """
    chance = random.Random(seed)
    players = await server.players()
    played: list[str] = []
    while len(played) < limit:
        match = await server.match()
        if match.turn is None:
            break
        move = chance.choice([text for text in match.moves() if len(text) <= 100])
        said = str(match.game.in_words(match.position, match.game.read(match.position, move)))
        result = await players[match.turn].slash(place, "move", move=move)
        assert result.ephemeral
        assert confirmed_move(texts(result.response)) == said
        played.append(said)
        if restart:
            await server.restart()
    return played


async def by_buttons(
    server: Server, place: Any, seed: int, limit: int, *, restart: bool = False
) -> list[str]:
    """Play random moves with the board's Play button and all that it opens.

    Only what Discord shows is read.
    """
    chance = random.Random(seed)
    members = {member.id: member for member in (server.ann, server.ben)}
    played: list[str] = []
    while len(played) < limit and "Play" in buttons(board := server.board(place)):
        mover = next(who for number, who in members.items() if f"<@{number}> to move" in texts(board))
        shown = await press_play(mover, board)
        while not (words := texts(shown.response)).startswith(CONFIRMED):
            if restart:
                await server.restart()
            shown = await _choose(mover, shown.response, chance)
        played.append(confirmed_move(words))
        if restart:
            await server.restart()
    return played


def whole_game(match: Match, seed: int) -> list[str]:
    """A game from the match's opening to a win, as its seed in `SHORTEST` has it."""
    other = Match(match.game, match.options, match.secret)
    chance = random.Random(seed)
    while other.turn is not None:
        moves = other.moves()
        if other.game.key == "incorrect-checkers":  # at random no man ever gets home
            chance.shuffle(moves)
            other.play(max(moves, key=partial(_homeward, other.turn)))
        elif other.game.key == "malaysian":  # games without forced captures are long
            other.play(chance.choice([move for move in moves if "x" in move] or moves))
        else:
            other.play(chance.choice(moves))
    return [ply.text for ply in other.plies]


async def follow_by_commands(server: Server, place: Any, moves: list[str]) -> None:
    """Play the given moves with /move."""
    players = await server.players()
    for move in moves:
        turn = (await server.match()).turn
        assert turn is not None
        result = await players[turn].slash(place, "move", move=move)
        assert confirmed_move(texts(result.response)) == move


async def follow_by_buttons(server: Server, place: Any, moves: list[str]) -> None:
    """Play the given moves with the Play button and the choices that lead to each."""
    players = await server.players()
    for move in moves:
        match = await server.match()
        assert match.turn is not None
        mover, game, position = players[match.turn], match.game, match.position
        path = [step.value for step in game.steps(position, game.read(position, move))]
        shown = await press_play(mover, server.board(place))
        while not (words := texts(shown.response)).startswith(CONFIRMED):
            shown = await _go_along(mover, shown.response, path)
        assert confirmed_move(words) == move


def alone(match: Match, moves: list[str]) -> Match:
    """Play the confirmed moves by the rules alone, from the opening that `match` had."""
    other, game = Match(match.game, match.options, match.secret), match.game
    for said in moves:
        at = other.position
        other.make_move(next(move for move in game.moves(at) if str(game.in_words(at, move)) == said))
    return other


async def played_out(server: Server, key: str, walk: Walk) -> None:
    """Play a random game to its end, which is the one that the rules alone come to."""
    place = await server.begin(key)
    moves = await walk(server, place, seed=1, limit=SOON)
    match = await server.match()
    assert match.position == alone(match, moves).position
    assert match.outcome is not None
    assert await server.reason() in texts(server.board(place))


async def won_by(server: Server, game: str, follow: Follow) -> Match:
    """Play a whole game to a win, which is the one that the rules alone come to."""
    place = await server.begin(game)
    moves = whole_game(await server.match(), SHORTEST[game])
    await follow(server, place, moves)
    match = await server.match()
    assert match.outcome is not None
    assert match.outcome.winner is not None
    assert match.position == alone(match, moves).position
    assert await server.reason() in texts(server.board(place))
    return match


async def _choose(mover: Any, response: Any, chance: random.Random) -> Any:
    """Press something at random that goes on."""
    shown = buttons(response)
    label = chance.choice([label for label in shown if not label.startswith(ANSWERS)])
    return await mover.click(response.message, custom_id=shown[label])


async def _go_along(mover: Any, response: Any, path: list[str]) -> Any:
    """Press the button that leads furthest along the path.

    If the choices are in parts, look through these.
    """
    found = _leading(response, path)
    for custom_id in buttons(response).values():
        if ":page:" not in custom_id:
            continue
        part = await mover.click(response.message, custom_id=custom_id)
        found = max(found, _leading(part.response, path))
        if found == _leading(part.response, path):
            break
    return await mover.click(response.message, custom_id=found[-1])


def _leading(response: Any, path: list[str]) -> tuple[int, bool, str]:
    """The button that leads furthest along the path.

    The result is how far it leads, whether it plays, and its custom_id.
    """
    leading = [(-1, False, "")]
    for custom_id in buttons(response).values():
        _, _, action, _, *rest = custom_id.split(":", 4)
        chosen = _values(rest[0]) if rest else []
        if (action == "do" and chosen == path) or (action == "pick" and chosen == path[: len(chosen)]):
            leading.append((len(chosen), action == "do", custom_id))
    return max(leading)


def _values(text: str) -> list[str]:
    return text.split(",") if text else []


def _homeward(turn: int, move: str) -> int:
    """How much a move of Incorrect Checkers brings home, those from the rear first."""
    first, last = (int(square[1:]) for square in (move.split("-")[0], move.split("-")[-1]))
    forward = 1 if turn == 0 else -1
    return forward * (last - first) * 10 - abs(first - (1 if turn == 0 else 8)) * 3


def captures_of_several(match: Match) -> int:
    """Moves of a match that took a way of several choices: piece, square, square …"""
    count = 0
    position = match.origin
    for ply in match.plies:
        count += len(match.game.steps(position, match.game.read(position, ply.spelled))) > 2
        position = ply.position
    return count
