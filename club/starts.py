"""Matches that begin from a position which somebody has brought along."""

import json

from data.challenges import ChallengeRow
from rules.catalogue import GAMES
from rules.match import Match


def begun(row: ChallengeRow, secret: bytes) -> Match:
    """Return the match that a challenge begins, before its first move."""
    match = Match(GAMES[row.game], json.loads(row.options), secret)
    if row.start is not None:
        match.set(json.loads(row.start))
    return match
