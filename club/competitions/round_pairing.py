"""The pairs of a round, and the results of pairings that count."""

from collections.abc import Sequence
from typing import NamedTuple

from club.competitions.reckoning.results import PlayedResult
from data.competitions.pairings import PairingResult as Counts
from data.competitions.pairings import PairingRow


class EntrantPair(NamedTuple):
    """Two entrants who meet in a round, by id, the first mover first.

    `turned` is set if who moves first follows from what the two have played before.
    """

    round: int
    first: int
    second: int
    turned: bool = False


class RoundPairing(NamedTuple):
    """The pairs of one or more rounds, and the entrant with the bye, if any."""

    pairs: Sequence[EntrantPair]
    bye: int | None = None


def counted_result(pairing: PairingRow) -> PlayedResult[int]:
    """Return the result that a pairing counts for."""
    counts = pairing.effective_result or Counts.NONE
    winner = {Counts.FIRST: pairing.first_id, Counts.SECOND: pairing.second_id}
    ahead = {Counts.FIRST_AHEAD: pairing.first_id, Counts.SECOND_AHEAD: pairing.second_id}
    return PlayedResult(pairing.first_id, pairing.second_id, winner.get(counts), ahead.get(counts))


def counted_pairings(meetings: Sequence[PairingRow]) -> list[PairingRow]:
    """Return the pairings whose result counts in a table."""
    return [pairing for pairing in meetings if pairing.effective_result not in (None, Counts.NONE)]
