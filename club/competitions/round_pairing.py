"""Who meets whom in the next round of a tournament, by its kind."""

from collections.abc import Sequence
from typing import NamedTuple

from club.competitions.kinds import CompetitionKind
from club.competitions.reckoning import swiss
from club.competitions.reckoning.bracket import bracket
from club.competitions.reckoning.results import WIN, PlayedResult
from club.competitions.reckoning.results import points as points_of
from club.competitions.reckoning.round_robin import round_robin
from data.competitions.entrants import EntrantRow
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


def pair_round(
    kind: CompetitionKind,
    here: Sequence[EntrantRow],
    people: Sequence[EntrantRow],
    meetings: Sequence[PairingRow],
    number: int,
    *,
    sides: str | None = None,
) -> RoundPairing | None:
    """Pair round `number` of a tournament, or all rounds if they are paired at once.

    Return `None` if no round is left. `people` are all entrants by seed, `here` those of them who play
    it. A simul's exhibitor comes first, and has these `sides`.
    """
    if kind.has_exhibitor:
        return RoundPairing(boards(people, sides))
    if kind.called:
        return _swiss(here, meetings, number)
    if kind.teams:
        return RoundPairing(_on_boards(people))
    if not kind.by_rounds:
        every = enumerate(round_robin(len(people)))
        return RoundPairing(
            [EntrantPair(at, people[one].id, people[other].id) for at, pairs in every for one, other in pairs]
        )
    return RoundPairing(knockout_pairs(people, meetings, number))


def boards(people: Sequence[EntrantRow], sides: str | None) -> list[EntrantPair]:
    """Pair the exhibitor of a simul, the first entrant, with each of the others."""
    giver, *others = (each.id for each in people)
    return [
        EntrantPair(0, giver, other)
        if sides == "first" or (sides == "turns" and not at % 2)
        else EntrantPair(0, other, giver)
        for at, other in enumerate(others)
    ]


def knockout_pairs(
    people: Sequence[EntrantRow], meetings: Sequence[PairingRow], number: int
) -> list[EntrantPair]:
    """Return the pairs still to play in a knock-out round.

    They meet for the first time, or again after a draw.
    """
    withdrawn = [entrant.id for entrant in people if entrant.withdrawn]
    ties = bracket([entrant.id for entrant in people], meetings, withdrawn)[number]
    return [
        EntrantPair(number, *pair, turned=bool(tie.games))
        for tie in ties
        if (pair := tie.next_pair) is not None
    ]


def counted_result(pairing: PairingRow) -> PlayedResult[int]:
    """Return the result of a pairing that counts."""
    winner = {Counts.FIRST: pairing.first_id, Counts.SECOND: pairing.second_id}
    return PlayedResult(pairing.first_id, pairing.second_id, winner.get(pairing.counts or Counts.NONE))


def counting(meetings: Sequence[PairingRow]) -> list[PairingRow]:
    """Return the pairings that have given a result."""
    return [pairing for pairing in meetings if pairing.counts not in (None, Counts.NONE)]


def _on_boards(people: Sequence[EntrantRow]) -> list[EntrantPair]:
    """Pair people, ordered as by `lined_up`, board by board.

    Side 0 moves first on boards 1, 3 and so on.
    """
    pairs = zip(people[::2], people[1::2], strict=True)
    return [
        EntrantPair(number, *((one.id, other.id) if number % 2 == 0 else (other.id, one.id)))
        for number, (one, other) in enumerate(pairs)
    ]


def _swiss(here: Sequence[EntrantRow], meetings: Sequence[PairingRow], number: int) -> RoundPairing | None:
    counted = counting(meetings)
    everybody = {entrant.id for entrant in here}.union(
        *((pairing.first_id, pairing.second_id) for pairing in counted)
    )
    points = points_of(list(everybody), map(counted_result, counted))
    met: dict[int, set[int]] = {player: set() for player in everybody}
    firsts = dict.fromkeys(everybody, 0)
    for pairing in counted:
        met[pairing.first_id].add(pairing.second_id)
        met[pairing.second_id].add(pairing.first_id)
        firsts[pairing.first_id] += 1
    if len(here) < 2:
        return None
    found = swiss.pair(
        [
            swiss.Entrant(
                entrant.id,
                points[entrant.id] + (0 if entrant.bye is None else WIN),
                firsts[entrant.id],
                met[entrant.id],
                entrant.bye is not None,
            )
            for entrant in here
        ]
    )
    if found is None:
        return None
    pairs, bye = found
    return RoundPairing(
        [EntrantPair(number, first, second, firsts[first] < firsts[second]) for first, second in pairs], bye
    )
