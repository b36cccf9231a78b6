"""Games walked at random: the same walk by the rules alone, by commands and by buttons."""

import random
from typing import Any

from rules.match import Match
from tests.bot.club import Club, buttons, menus, texts

SHORT = {"yin-yang": 60, "binar": 30, "binary": 40, "zong-heng": 40, "one-zero-one": 80}
"""Plies within which a random game of these is over; of any other game only an opening is played."""
OPENING = 8
CHECKERS_TO_THE_END = {"american": 3, "armenian": 171}
"""Seeds of short random games with captures of several pieces."""

ANSWERS = ("Type a move", "Back", "More choices")
"""Buttons of a picker that choose nothing, by how their labels begin."""


async def by_commands(club: Club, place: Any, seed: int, limit: int, *, restart: bool = False) -> list[str]:
    """Play random moves with /move until the end or `limit` plies; returns the moves as written."""
    chance = random.Random(seed)
    players = await club.players()
    played: list[str] = []
    while len(played) < limit:
        match = await club.match()
        if match.turn is None:
            break
        move = chance.choice([text for text in match.moves() if len(text) <= 100])
        result = await players[match.turn].slash(place, "move", move=move)
        assert result.ephemeral
        assert f"You played `{move}`" in texts(result.response)
        played.append(move)
        if restart:
            await club.restart()
    return played


async def by_buttons(club: Club, place: Any, seed: int, limit: int, *, restart: bool = False) -> list[str]:
    """Play random moves with the board's Play button and whatever it opens, reading only what Discord shows."""
    chance = random.Random(seed)
    members = {member.id: member for member in (club.ann, club.ben)}
    played: list[str] = []
    while len(played) < limit and "Play" in buttons(board := club.board(place)):
        mover = next(who for number, who in members.items() if f"<@{number}> to move" in texts(board))
        shown = await mover.click(board, label="Play")
        while not (words := texts(shown.response)).startswith("You played `"):
            if restart:
                await club.restart()
            shown = await _choose(mover, shown.response, chance)
        played.append(words.split("`")[1])
        if restart:
            await club.restart()
    return played


def alone(match: Match, moves: list[str]) -> Match:
    """The moves played by the rules alone, from the opening that `match` had."""
    other = Match(match.game, match.settings, match.secret)
    for move in moves:
        other.play(move)
    return other


async def _choose(mover: Any, response: Any, chance: random.Random) -> Any:
    """Press or choose something at random that goes on."""
    shown = buttons(response)
    pressable = [label for label in shown if not label.startswith(ANSWERS)]
    offered = [(menu["custom_id"], option["value"]) for menu in menus(response) for option in menu["options"]]
    pick = chance.randrange(len(pressable) + len(offered))
    if pick < len(pressable):
        return await mover.click(response.message, custom_id=shown[pressable[pick]])
    custom_id, value = offered[pick - len(pressable)]
    return await mover.select(response.message, [value], custom_id=custom_id)


def captures_of_several(match: Match) -> int:
    """Moves of a match that took a way of several choices: piece, square, square …"""
    count = 0
    position = match.origin
    for ply in match.plies:
        count += len(match.game.steps(position, match.game.read(position, ply.spelled))) > 2
        position = ply.position
    return count
