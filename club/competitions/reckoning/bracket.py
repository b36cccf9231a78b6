"""The bracket of a knock-out: the pairs of each round, as far as they are decided.

The first two seeds can only meet in the final, the first four only in the rounds before it, and so
on; if places are empty, the best seeds have the first round free. A drawn tie is played again with
sides swapped, up to `GAMES` matches. Then the better seed goes on, who needs no proof, as a
champion keeps the title by a draw.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from data.competitions.pairings import PairingResult, PairingRow

GAMES: Final = 3
"""Matches of a tie, at most."""


@dataclass(frozen=True, slots=True)
class Tie:
    """Two places of a round, the upper one first, with the players in them.

    A player is `None` while the place is open, or if it is `free`. `games` are their matches, `winner`
    is the player who goes on. If one place is free, the other player goes on without a match.
    """

    upper: int | None
    lower: int | None
    games: tuple[PairingRow, ...] = ()
    winner: int | None = None
    free: bool = False

    @property
    def next_pair(self) -> tuple[int, int] | None:
        """The next pair to meet, with the first mover first; `None` if there is none now.

        Sides are swapped each time.
        """
        if self.winner is not None or self.upper is None or self.lower is None:
            return None
        if not self.games:
            return self.upper, self.lower
        last = self.games[-1]
        return None if last.counts is None else (last.second_id, last.first_id)


def places(size: int) -> list[int]:
    """Return the seeds of a bracket of so many places, a power of two, from the top.

    >>> places(8)
    [0, 7, 4, 3, 2, 5, 6, 1]
    """
    found = [0]
    while len(found) < size:
        both = 2 * len(found) - 1
        found = [
            seed
            for number, high in enumerate(found)
            for seed in ((high, both - high) if number % 2 == 0 else (both - high, high))
        ]
    return found


def bracket(
    seeds: Sequence[int], meetings: Sequence[PairingRow], withdrawn: Collection[int] = ()
) -> list[list[Tie]]:
    """Return the ties of all rounds, each from the top, of entrants by seed."""
    size = 1 << (len(seeds) - 1).bit_length()
    row = [seeds[seed] if seed < len(seeds) else None for seed in places(size)]
    rank = {entrant: seed for seed, entrant in enumerate(seeds)}
    found: list[list[Tie]] = []
    while len(row) > 1:
        number = len(found)
        games: dict[frozenset[int], list[PairingRow]] = {}
        for each in meetings:
            if each.round == number:
                games.setdefault(frozenset((each.first_id, each.second_id)), []).append(each)
        ties = []
        for upper, lower in zip(row[::2], row[1::2], strict=True):
            if number == 0 and (upper is None or lower is None):
                ties.append(Tie(upper, lower, winner=lower if upper is None else upper, free=True))
                continue
            if upper is None or lower is None:
                ties.append(Tie(upper, lower))
                continue
            met = tuple(games.get(frozenset((upper, lower)), ()))
            better, other = sorted((upper, lower), key=rank.__getitem__)
            ties.append(Tie(upper, lower, met, _winner(better, other, met, withdrawn)))
        found.append(ties)
        row = [tie.winner for tie in ties]
    return found


def _winner(better: int, other: int, games: Sequence[PairingRow], withdrawn: Collection[int]) -> int | None:
    """Return who of two goes on, the better seeded first; `None` while that is open."""
    for game in games:
        if game.counts in (PairingResult.FIRST, PairingResult.SECOND):
            return game.first_id if game.counts is PairingResult.FIRST else game.second_id
    if games and games[-1].counts is None:
        return None
    if better in withdrawn or other in withdrawn:
        return other if better in withdrawn else better
    if games and (len(games) >= GAMES or games[-1].counts is PairingResult.NONE):
        return better
    return None
