"""Who meets whom in a round, and what of that counts."""

from collections.abc import Sequence
from typing import NamedTuple

from club.competitions.reckoning.results import PlayedResult
from data.competitions.pairings import PairingResult as Counts
from data.competitions.pairings import PairingRow


class EntrantPair(NamedTuple):
    """Two entrants who meet in a round, the one who moves first first.

    `turned` is set if that follows from what they have played before.
    """

    round: int
    first: int
    second: int
    turned: bool = False


class RoundPairing(NamedTuple):
    """Who meets, and who has the bye."""

    pairs: Sequence[EntrantPair]
    bye: int | None = None


def counted_result(pairing: PairingRow) -> PlayedResult[int]:
    """Return the result of a pairing that counts."""
    winner = {Counts.FIRST: pairing.first_id, Counts.SECOND: pairing.second_id}
    return PlayedResult(pairing.first_id, pairing.second_id, winner.get(pairing.counts or Counts.NONE))


def counting(meetings: Sequence[PairingRow]) -> list[PairingRow]:
    """Return the pairings that have given a result."""
    return [pairing for pairing in meetings if pairing.counts not in (None, Counts.NONE)]
