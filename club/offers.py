"""Offers that take effect when the opponent consents: one mechanism for every kind of them.

Nothing but events is stored: whether an offer is open follows from what happened since it was made. A kind of offer
is a row of `TERMS`: the events that tell its story, and what accepting does to the match.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from club.matches import Change, Matches, Table
from club.posts import Post, ended, moved, redrawn
from club.refusals import Refusal
from data.matches import EventKind, EventRow
from data.outbox import PostKind
from rules.game import Seat
from rules.match import Match


class OfferKind(StrEnum):
    """What a player can offer the opponent."""

    DRAW = "draw"


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What one kind of offer is: its events, and what accepting it does to the match."""

    offered: EventKind
    accepted: EventKind
    declined: EventKind
    carry_out: Callable[[Match], None]


TERMS: Final[Mapping[OfferKind, Terms]] = {
    OfferKind.DRAW: Terms(
        offered=EventKind.DRAW_OFFER,
        accepted=EventKind.DRAW,
        declined=EventKind.DRAW_DECLINE,
        carry_out=Match.agree_draw,
    )
}


@dataclass(frozen=True, slots=True)
class Offer:
    """An open offer: its kind and who made it."""

    kind: OfferKind
    by: Seat


class Offers:
    """Makes and answers offers; the match they are about may end by it."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches

    async def offer(self, match_id: int, kind: OfferKind, *, user_id: int, interaction_id: int) -> Table:
        """Make an offer, or accept the same one that the opponent has made; return the match after it.

        Raises `Refusal` if the user's own offer is open, or was declined and they have not moved since.
        """
        table, answered = await self._matches.asked(match_id, interaction_id)
        if answered:
            return table
        seat = self._matches.seated(table, user_id)
        table, events = await self._matches.with_events(match_id)
        match open_offer(events):
            case Offer(known, by) if known is kind and by != seat:
                return await self.accept(match_id, kind, user_id=user_id, interaction_id=interaction_id)
            case Offer(by=by) if by == seat:
                raise Refusal(f"offer.{kind}.open")
        if _declined_since_move(events, kind, seat):
            raise Refusal(f"offer.{kind}.declined")
        change = Change(
            kind=TERMS[kind].offered,
            seat=seat,
            user_id=user_id,
            interaction_id=interaction_id,
            posts=[redrawn(events), Post(PostKind.OFFER, 1 - seat)],
        )
        return await self._matches.append(table, table.match.copy(), change)

    async def accept(self, match_id: int, kind: OfferKind, *, user_id: int, interaction_id: int) -> Table:
        """Accept the opponent's offer and return the match after it; raise `Refusal` if there is none."""
        table, answered = await self._matches.asked(match_id, interaction_id)
        if answered:
            return table
        table, seat, _ = await self._to_answer(match_id, kind, user_id)
        match = table.match.copy()
        TERMS[kind].carry_out(match)
        change = Change(
            kind=TERMS[kind].accepted,
            seat=seat,
            user_id=user_id,
            interaction_id=interaction_id,
            posts=ended(match) if match.outcome else moved(match),
        )
        return await self._matches.append(table, match, change)

    async def decline(self, match_id: int, kind: OfferKind, *, user_id: int, interaction_id: int) -> Table:
        """Decline the opponent's offer and return the match after it; raise `Refusal` if there is none."""
        table, answered = await self._matches.asked(match_id, interaction_id)
        if answered:
            return table
        table, seat, events = await self._to_answer(match_id, kind, user_id)
        change = Change(
            kind=TERMS[kind].declined,
            seat=seat,
            user_id=user_id,
            interaction_id=interaction_id,
            posts=[redrawn(events)],
        )
        return await self._matches.append(table, table.match.copy(), change)

    async def _to_answer(
        self, match_id: int, kind: OfferKind, user_id: int
    ) -> tuple[Table, Seat, list[EventRow]]:
        """Return the match, the user's seat and the events; raise `Refusal` if the user has nothing to answer."""
        table, events = await self._matches.with_events(match_id)
        seat = self._matches.seated(table, user_id)
        if open_offer(events) != Offer(kind, 1 - seat):
            raise Refusal(f"offer.{kind}.none")
        return table, seat, events


def open_offer(events: Sequence[EventRow]) -> Offer | None:
    """Return the open offer: it is open until the other player answers or moves. `None` if there is none."""
    kinds = {terms.offered: kind for kind, terms in TERMS.items()}
    for event in reversed(events):
        if event.kind in kinds and event.seat is not None:
            answered = any(later.seat != event.seat for later in events if later.version > event.version)
            return None if answered else Offer(kinds[event.kind], event.seat)
    return None


def _declined_since_move(events: Sequence[EventRow], kind: OfferKind, seat: Seat) -> bool:
    """Return whether that seat's last offer of this kind was declined and it has not moved since."""
    for event in reversed(events):
        if event.seat == seat:
            return event.kind is TERMS[kind].offered
    return False
