"""A round robin: everybody plays everybody, in rounds paired at once."""

from club.competitions.kinds.tournament import RoundField, TournamentKind
from club.competitions.reckoning.round_robin import round_robin
from club.competitions.round_pairing import EntrantPair, RoundPairing


class RoundRobinKind(TournamentKind):
    """A round robin."""

    key = "robin"
    least, most = 3, 16
    has_page = True
    has_reach = True
    counts_points = True

    def consecutive_matches(self, entrants: int) -> int:
        """Return the number of rounds, because they are played one after another."""
        return len(round_robin(entrants))

    def pair(self, field: RoundField) -> RoundPairing:
        """Pair all rounds."""
        people = field.people
        every = enumerate(round_robin(len(people)))
        return RoundPairing(
            [EntrantPair(at, people[one].id, people[other].id) for at, pairs in every for one, other in pairs]
        )
