"""The places of a ladder, derived from its events in order and never stored.

A new member stands at the foot. A member who beats one above takes their place, and those in
between slide one down; a draw or a loss changes nothing. After a month of silence a member slides
one down. An organiser's ruling counts from when the match was played, and all that came later
follows from that.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Final

from club.clocks.time_control import DAY
from club.competitions.reckoning.results import DRAW, WIN
from club.competitions.reckoning.results import PlayedResult as Played
from club.competitions.reckoning.table import StandingsRow
from data.competitions.ladders import LadderFact
from data.competitions.pairings import PairingResult, TableChange

REACH: Final = 3
"""Places above one's own that can be challenged."""
ANSWER: Final = 3 * DAY
"""Seconds on their own clock that a challenged member has for the first move.

After that they lose their place.
"""
SILENCE: Final = 30 * DAY
"""Seconds without a challenge after which a member slides one place."""
AGAIN: Final = 7 * DAY
"""Seconds from a challenge's end until the same two can play for that place again."""
TOLD: Final = 4
"""What has happened last, as far as the card says it."""


@dataclass(frozen=True, slots=True)
class LadderEffect:
    """What a fact has changed: `entrant_id` stands at `place` by it.

    Of a challenge `other_id` is who was challenged; it is `taken`, or else they have kept that place.
    """

    fact: LadderFact
    entrant_id: int
    place: int
    other_id: int | None = None
    taken: bool = False


@dataclass(slots=True)
class Ladder:
    """The entrants in their `order`, the first at the top, with what they have played.

    `heard` says when each of them has come or played last, `since` from when on their next month of silence counts.
    """

    order: list[int] = field(default_factory=list)
    heard: dict[int, float] = field(default_factory=dict)
    since: dict[int, float] = field(default_factory=dict)
    results: dict[int, list[Played[int]]] = field(default_factory=dict)
    effects: list[LadderEffect] = field(default_factory=list)
    counted: set[int] = field(default_factory=set)
    ended_at: dict[frozenset[int], float] = field(default_factory=dict)
    """When two have ended their last challenge."""
    first_last: dict[frozenset[int], int] = field(default_factory=dict)
    """Who moved first in it."""

    def place(self, entrant_id: int) -> int | None:
        """Return an entrant's place, 1 being the top; `None` if they are not on it."""
        return self.order.index(entrant_id) + 1 if entrant_id in self.order else None

    def above(self, entrant_id: int) -> list[int]:
        """Return the entrants whom an entrant can challenge, the highest first."""
        at = self.order.index(entrant_id)
        return self.order[max(at - REACH, 0) : at]

    def follow(self, fact: LadderFact) -> None:
        """Let one more thing happen."""
        entrant_id = fact.entrant_id
        if entrant_id is None:
            self._play(fact)
            return
        self.since[entrant_id] = fact.at
        if fact.what is TableChange.LATE and entrant_id not in self.order:
            self.order.append(entrant_id)
            self.heard[entrant_id] = fact.at
            self._add_effect(fact, entrant_id)
        elif fact.what is TableChange.WITHDRAWN and entrant_id in self.order:
            self._add_effect(fact, entrant_id)
            self.order.remove(entrant_id)
        elif fact.what is TableChange.SLID and entrant_id in self.order[:-1]:
            at = self.order.index(entrant_id)
            self.order[at : at + 2] = reversed(self.order[at : at + 2])
            self._add_effect(fact, entrant_id)

    def row(self, entrant_id: int) -> StandingsRow[int]:
        """Return an entrant's line of the table.

        Its rank is their place, or 0 if they have left.
        """
        played = self.results.get(entrant_id, [])
        won = [result.points(entrant_id) for result in played]
        return StandingsRow(
            player=entrant_id,
            rank=self.place(entrant_id) or 0,
            points=sum(won),
            played=len(played),
            wins=won.count(WIN),
            draws=won.count(DRAW),
            losses=won.count(0),
            sonneborn_berger=0,
            solkoff=0,
        )

    def _play(self, fact: LadderFact) -> None:
        """Let a challenge have ended; what is ruled on it later counts from here on."""
        first, second = fact.first_id, fact.second_id
        if first is None or second is None or fact.challenged is None or fact.pairing_id in self.counted:
            return
        self.counted.add(fact.pairing_id or 0)
        pair = frozenset((first, second))
        self.ended_at[pair], self.first_last[pair] = fact.at, first
        for each in pair:
            self.heard[each] = self.since[each] = fact.at
        if fact.counts in (None, PairingResult.NONE):
            return
        winner = {PairingResult.FIRST: first, PairingResult.SECOND: second}.get(
            fact.counts or PairingResult.NONE
        )
        for each in (first, second):
            self.results.setdefault(each, []).append(Played(first, second, winner))
        challenger, other = (second, first) if fact.challenged == 0 else (first, second)
        up, down = self.place(other), self.place(challenger)
        if up is None or down is None:
            return  # one of them has left
        taken = winner == challenger and up < down
        if taken:
            self.order.remove(challenger)
            self.order.insert(up - 1, challenger)
        self._add_effect(fact, challenger, other, place=up, taken=taken)

    def _add_effect(
        self,
        fact: LadderFact,
        entrant_id: int,
        other_id: int | None = None,
        *,
        place: int | None = None,
        taken: bool = False,
    ) -> None:
        """Append the effect that a fact has on an entrant."""
        stands = self.order.index(entrant_id) + 1 if place is None else place
        self.effects.append(LadderEffect(fact, entrant_id, stands, other_id, taken))


def replay_ladder(facts: Iterable[LadderFact]) -> Ladder:
    """Return the ladder that results from all its facts, in their order."""
    ladder = Ladder()
    for fact in facts:
        ladder.follow(fact)
    return ladder


def month_over(ladder: Ladder, entrant_id: int, *, since: float) -> float:
    """Return when an entrant's month of silence ends.

    Before `since` no one could be heard of.
    """
    return max(ladder.since[entrant_id], since) + SILENCE


def slides(
    ladder: Ladder, playing: Collection[int], *, since: float, now: float
) -> list[tuple[int, TableChange]]:
    """Return the entrants whose month of silence is over, from the foot up.

    Each comes with whether they slide: past one who was not silent. An entrant whose challenge is being
    played (`playing`) is not silent.
    """

    def silent(entrant_id: int) -> bool:
        return entrant_id not in playing and max(ladder.heard[entrant_id], since) + SILENCE <= now

    order, found = list(ladder.order), []
    for at in range(len(order) - 1, -1, -1):
        own = order[at]
        if not silent(own) or month_over(ladder, own, since=since) > now:
            continue
        passed = at + 1 < len(order) and not silent(order[at + 1])
        found.append((own, TableChange.SLID if passed else TableChange.SILENT))
        if passed:
            order[at : at + 2] = reversed(order[at : at + 2])
    return found
