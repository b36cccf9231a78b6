"""Matches that begin from a position which somebody has brought along."""

import json

from club.refusals import Refusal
from data.challenges import ChallengeRow
from rules.catalogue import GAMES
from rules.game import AnyGame
from rules.match import Match


def game_of(row: ChallengeRow) -> AnyGame:
    """Return the game of a challenge; raise `Refusal` if this version does not know it."""
    if row.game not in GAMES:
        raise Refusal("challenge.game")
    return GAMES[row.game]


def begun(row: ChallengeRow, secret: bytes) -> Match:
    """Return the match that a challenge begins, before its first move; raise `Refusal` as `game_of` does."""
    match = Match(game_of(row), json.loads(row.options), secret)
    if row.start is not None:
        match.set(json.loads(row.start))
    return match
