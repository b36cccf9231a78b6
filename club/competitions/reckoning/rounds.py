"""Everybody against everybody: who meets whom in which round, and who moves first.

The circle of the round robin: one player keeps their place while all others move on by one seat each round, and who
sit opposite meet. First moves take turns along the seats, so that nobody moves first more than once oftener than
anybody else; with an odd number, where the fixed place is empty and gives a bye, everybody does exactly as often.
"""


def round_robin(players: int) -> list[list[tuple[int, int]]]:
    """Return the rounds of so many players, numbered from 0: in each who moves first and whom they meet.

    >>> round_robin(4)
    [[(0, 3), (1, 2)], [(3, 1), (2, 0)], [(2, 3), (0, 1)]]
    """
    ring = players - 1 + players % 2
    return [_round(number, ring, players) for number in range(ring)] if players > 1 else []


def _round(number: int, ring: int, players: int) -> list[tuple[int, int]]:
    """Return the pairs of a round: the fixed place with the seat that faces it, and seats as far to either side."""
    fixed = [_turned(number % 2 == 1, number, ring)] if players > ring else []
    return fixed + [
        _turned(away % 2 == 0, (number + away) % ring, (number - away) % ring)
        for away in range(1, (ring + 1) // 2)
    ]


def _turned(turned: bool, one: int, other: int) -> tuple[int, int]:
    return (other, one) if turned else (one, other)
