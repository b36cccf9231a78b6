"""Engine signatures: node counts over fixed positions.

A signature changes if, and only if, the search changes.
"""

from collections.abc import Mapping

from engines.player import Player


def engine_signatures(players: Mapping[str, Player]) -> dict[str, int]:
    """Return the node count of each engine, summed over the games that it plays."""
    counts: dict[str, int] = {}
    for player in players.values():
        counts[player.engine] = counts.get(player.engine, 0) + player.count_bench_nodes()
    return counts
