"""The bracket of a knock-out: the ties of each round.

A tie is a pair of entrants of whom one goes on.

The first two seeds can only meet in the final, the first four not before the semi-finals, and so
on. If the bracket is not full, the best seeds have a bye in the first round. A drawn tie is played
again with sides swapped, up to `GAMES` matches. If all of them are drawn, the better seed goes on,
as a champion keeps the title by a draw.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from data.competitions.pairings import PairingResult, PairingRow

GAMES: Final = 3
"""Matches of a tie, at most."""


@dataclass(frozen=True, slots=True)
class Tie:
    """Two places in a round of a bracket, the upper one first.

    `upper` and `lower` are the ids of the entrants; each is `None` while it is not known, or if its
    place stays empty because of a bye (`is_bye`). `games` are their matches, and `winner` is the
    entrant who goes on; with a bye, no match is played.
    """

    upper: int | None
    lower: int | None
    games: tuple[PairingRow, ...] = ()
    winner: int | None = None
    is_bye: bool = False

    @property
    def next_pair(self) -> tuple[int, int] | None:
        """The next two entrants to play, first mover first; `None` for nobody now.

        Sides are swapped after each match.
        """
        if self.winner is not None or self.upper is None or self.lower is None:
            return None
        if not self.games:
            return self.upper, self.lower
        last = self.games[-1]
        return None if last.effective_result is None else (last.second_id, last.first_id)


def bracket_seeds(size: int) -> list[int]:
    """Return the seeds in bracket order from the top, counted from 0.

    `size` is the number of places, a power of two.

    >>> bracket_seeds(8)
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


def build_bracket(
    seeds: Sequence[int], meetings: Sequence[PairingRow], withdrawn: Collection[int] = ()
) -> list[list[Tie]]:
    """Return the ties of all rounds of a knock-out, each round from the top.

    `seeds` are the entrants' ids in order of seed.
    """
    size = 1 << (len(seeds) - 1).bit_length()
    row = [seeds[seed] if seed < len(seeds) else None for seed in bracket_seeds(size)]
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
                ties.append(Tie(upper, lower, winner=lower if upper is None else upper, is_bye=True))
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
    """Return the winner of a tie, or `None` if it is still open.

    `better` is the entrant with the better seed.
    """
    for game in games:
        if game.effective_result in (PairingResult.FIRST, PairingResult.SECOND):
            return game.first_id if game.effective_result is PairingResult.FIRST else game.second_id
    if games and games[-1].effective_result is None:
        return None
    if better in withdrawn or other in withdrawn:
        return other if better in withdrawn else better
    if games and (len(games) >= GAMES or games[-1].effective_result is PairingResult.NONE):
        return better
    return None
