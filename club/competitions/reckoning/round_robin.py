"""Round robin: the pairs of each round, and who moves first.

This is the circle method: one player keeps their place while all others move on by one seat each
round, and players who sit opposite each other meet. First moves alternate along the seats, so the
players' numbers of first moves differ by one at most. With an odd number of players, the fixed
place is empty and gives a bye, and all players move first equally often.
"""


def round_robin(players: int) -> list[list[tuple[int, int]]]:
    """Return the rounds of a round robin for players numbered from 0.

    Each pair has the player who moves first, then the opponent.

    >>> round_robin(4)
    [[(0, 3), (1, 2)], [(3, 1), (2, 0)], [(2, 3), (0, 1)]]
    """
    ring = players - 1 + players % 2
    return [_round(number, ring, players) for number in range(ring)] if players > 1 else []


def _round(number: int, ring: int, players: int) -> list[tuple[int, int]]:
    """Return the pairs of a round.

    The fixed place meets the seat opposite it; each other seat meets its mirror image across that line.
    """
    fixed = [_ordered_pair(number % 2 == 1, number, ring)] if players > ring else []
    return fixed + [
        _ordered_pair(away % 2 == 0, (number + away) % ring, (number - away) % ring)
        for away in range(1, (ring + 1) // 2)
    ]


def _ordered_pair(turned: bool, one: int, other: int) -> tuple[int, int]:
    """Return a pair, reversed if `turned`."""
    return (other, one) if turned else (one, other)
