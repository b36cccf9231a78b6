"""Matches that begin from a position which somebody has brought along."""

import asyncio
import json
from typing import Final

from club.refusals import Refusal
from data.challenges import ChallengeRow
from rules.catalogue import GAMES
from rules.game import AnyGame
from rules.match import Match

REMEMBERED: Final = 40
"""Positions before it that the start of a match remembers. What stood longer ago comes again as if for the first time;
counts of moves go on. A record can tell of hundreds, and all of them would be read with every card and every match."""


def start_at(match: Match) -> str:
    """Return the position that a match has reached as another may begin from it. Call it off the loop.

    Raises `IllegalMove` where it has more moves than can be listed.
    """
    match.game.moves(match.position)
    data = match.game.dump(match.position)
    if "history" in data:
        data["history"] = data["history"][-REMEMBERED:]
    return json.dumps(data)


def game_of(row: ChallengeRow) -> AnyGame:
    """Return the game of a challenge; raise `Refusal` if this version does not know it."""
    if row.game not in GAMES:
        raise Refusal("challenge.game")
    return GAMES[row.game]


def begun(row: ChallengeRow, secret: bytes) -> Match:
    """Return the match that a challenge begins, before its first move; raise `Refusal` as `game_of` does.

    From a position it takes some time.
    """
    match = Match(game_of(row), json.loads(row.options), secret)
    if row.start is not None:
        match.set(json.loads(row.start))
    return match


async def begun_beside(row: ChallengeRow, secret: bytes) -> Match:
    """Return the match that a challenge begins, made beside the loop where it begins from a position."""
    return begun(row, secret) if row.start is None else await asyncio.to_thread(begun, row, secret)
