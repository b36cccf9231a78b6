"""A gauntlet: the best entrant by rating meets each of the others once."""

from club.competitions.kinds.tournament import RoundField, TournamentKind
from club.competitions.round_pairing import EntrantPair, RoundPairing


class GauntletKind(TournamentKind):
    """A gauntlet: the others do not play one another."""

    key = "gauntlet"
    least, most = 3, 16
    is_lasting = True

    def consecutive_matches(self, entrants: int) -> int:
        """Return how many matches the best plays, one after the other with a live clock."""
        return entrants - 1

    def pair(self, field: RoundField) -> RoundPairing:
        """Pair the best with each of the others, who moves first in every other match."""
        best, *others = (each.id for each in field.people)
        return RoundPairing(
            [
                EntrantPair(at, best, other) if at % 2 else EntrantPair(at, other, best)
                for at, other in enumerate(others)
            ]
        )
