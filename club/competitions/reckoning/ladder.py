"""The places on a ladder: derived from its events in order, never stored.

A new member starts at the foot. A member who beats an entrant above takes their place, and everyone
in between moves one down; a draw or a loss changes nothing. A member who plays no challenge for a
month slides one place down. An organiser's ruling counts from when the match was played, and
everything after it is computed again.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Final

from club.clocks.time_control import DAY
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
    """The effect of one event (`fact`) on a ladder.

    `entrant_id` is at `place` after it. After a challenge, `other_id` is the challenged entrant;
    `place_taken` says whether the challenger has won that entrant's place.
    """

    fact: LadderFact
    entrant_id: int
    place: int
    other_id: int | None = None
    place_taken: bool = False


@dataclass(slots=True)
class Ladder:
    """The entrants of a ladder in `order` from the top, with their results.

    `last_active_at` is when each of them last joined or played; `silence_starts_at` is when their
    current month of inactivity began.
    """

    order: list[int] = field(default_factory=list)
    last_active_at: dict[int, float] = field(default_factory=dict)
    silence_starts_at: dict[int, float] = field(default_factory=dict)
    results: dict[int, list[Played[int]]] = field(default_factory=dict)
    effects: list[LadderEffect] = field(default_factory=list)
    counted_pairings: set[int] = field(default_factory=set)
    last_ended_at: dict[frozenset[int], float] = field(default_factory=dict)
    """When two have ended their last challenge."""
    last_first_mover: dict[frozenset[int], int] = field(default_factory=dict)
    """Who moved first in it."""

    def place(self, entrant_id: int) -> int | None:
        """Return an entrant's place, counted from 1 at the top.

        Return `None` if they are not on the ladder.
        """
        return self.order.index(entrant_id) + 1 if entrant_id in self.order else None

    def challengeable_entrants(self, entrant_id: int) -> list[int]:
        """Return the entrants whom an entrant can challenge, the highest first."""
        at = self.order.index(entrant_id)
        return self.order[max(at - REACH, 0) : at]

    def apply(self, fact: LadderFact) -> None:
        """Apply the next event to the ladder."""
        entrant_id = fact.entrant_id
        if entrant_id is None:
            self._play(fact)
            return
        self.silence_starts_at[entrant_id] = fact.at
        if fact.what is TableChange.LATE and entrant_id not in self.order:
            self.order.append(entrant_id)
            self.last_active_at[entrant_id] = fact.at
            self._add_effect(fact, entrant_id)
        elif fact.what is TableChange.WITHDRAWN and entrant_id in self.order:
            self._add_effect(fact, entrant_id)
            self.order.remove(entrant_id)
        elif fact.what is TableChange.SLID and entrant_id in self.order[:-1]:
            at = self.order.index(entrant_id)
            self.order[at : at + 2] = reversed(self.order[at : at + 2])
            self._add_effect(fact, entrant_id)

    def standings_row(self, entrant_id: int) -> StandingsRow[int]:
        """Return an entrant's line of the table.

        Its rank is their place, or 0 if they have left the ladder.
        """
        played = self.results.get(entrant_id, [])
        ends = [result.outcome_for(entrant_id) for result in played]
        return StandingsRow(
            player=entrant_id,
            rank=self.place(entrant_id) or 0,
            points=sum(result.points(entrant_id) for result in played),
            played=len(played),
            wins=ends.count("won"),
            draws=ends.count("drawn"),
            losses=ends.count("lost"),
            sonneborn_berger=0,
            solkoff=0,
        )

    def _play(self, fact: LadderFact) -> None:
        """Apply the end of a challenge.

        A later ruling on it counts from here, so the match is counted only once.
        """
        first, second = fact.first_id, fact.second_id
        if (
            first is None
            or second is None
            or fact.challenged is None
            or fact.pairing_id in self.counted_pairings
        ):
            return
        self.counted_pairings.add(fact.pairing_id or 0)
        pair = frozenset((first, second))
        self.last_ended_at[pair], self.last_first_mover[pair] = fact.at, first
        for each in pair:
            self.last_active_at[each] = self.silence_starts_at[each] = fact.at
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
        """Append the effect that an event has on an entrant."""
        stands = self.order.index(entrant_id) + 1 if place is None else place
        self.effects.append(LadderEffect(fact, entrant_id, stands, other_id, taken))


def replay_ladder(facts: Iterable[LadderFact]) -> Ladder:
    """Return the ladder that results from all its events, in order."""
    ladder = Ladder()
    for fact in facts:
        ladder.apply(fact)
    return ladder


def silence_month_end(ladder: Ladder, entrant_id: int, *, since: float) -> float:
    """Return when an entrant's current month of inactivity ends.

    Time before `since` does not count, because the ladder was paused.
    """
    return max(ladder.silence_starts_at[entrant_id], since) + SILENCE


def find_slides(
    ladder: Ladder, playing: Collection[int], *, since: float, now: float
) -> list[tuple[int, TableChange]]:
    """Return the entrants whose month of inactivity is over, from the foot up.

    Each comes with a change: they slide one place down if the entrant below them is active, otherwise
    they stay. An entrant with an open challenge (`playing`) is active. Time before `since` does not
    count.
    """

    def silent(entrant_id: int) -> bool:
        return entrant_id not in playing and max(ladder.last_active_at[entrant_id], since) + SILENCE <= now

    found: list[tuple[int, TableChange]] = []
    order = list(ladder.order)
    for at in range(len(order) - 1, -1, -1):
        own = order[at]
        if not silent(own) or silence_month_end(ladder, own, since=since) > now:
            continue
        passed = at + 1 < len(order) and not silent(order[at + 1])
        found.append((own, TableChange.SLID if passed else TableChange.SILENT))
        if passed:
            order[at : at + 2] = reversed(order[at : at + 2])
    return found
