"""An engine's node count over fixed positions.

It changes when, and only when, a search changes.
"""

from collections.abc import Mapping

from engines.player import Player


def signature(players: Mapping[str, Player]) -> dict[str, int]:
    """Return the nodes of each engine, summed over the games that it plays."""
    counts: dict[str, int] = {}
    for player in players.values():
        counts[player.engine] = counts.get(player.engine, 0) + player.signature()
    return counts
