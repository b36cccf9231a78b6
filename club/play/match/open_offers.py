"""Whether an offer to the opponent is still open, and its card while it is.

An offer is open until the other player answers it or moves. Who offers a draw may move meanwhile, and the
match may go on elsewhere. Who asks for a take-back and moves has let it lapse: it was not about that move.
"""

from collections.abc import Sequence
from typing import Final

from club.play.match.posts import Post, put_post
from data.database.transaction import Transaction
from data.outbox.post_kinds import PostKind
from data.play import match_events
from data.play.matches import EventKind, EventRow, MatchRow, MatchStatus

OFFERS: Final = (EventKind.DRAW_OFFER, EventKind.TAKEBACK_OFFER)
"""Offers that a player has to answer themselves."""
NO_ANSWERS: Final = (EventKind.PLACE, EventKind.END, EventKind.REOPEN, EventKind.GIVE, EventKind.NUDGE)
"""The events that leave an offer open, even if the other player has caused them."""


def find_open_offer_event(events: Sequence[EventRow]) -> EventRow | None:
    """Return the event of the open offer, or `None` if there is none.

    `events` are in order.
    """
    offer = next((each for each in reversed(events) if each.kind in OFFERS), None)
    return offer if offer is not None and find_answer(events, offer) is None else None


def find_answer(events: Sequence[EventRow], offer: EventRow) -> EventRow | None:
    """Return the event that has closed an offer, or `None` while it is open.

    `events` are in order.
    """
    later = (each for each in events if each.version > offer.version and each.kind not in NO_ANSWERS)
    return next((each for each in later if each.seat != offer.seat or _ends_own_offer(each, offer)), None)


def _ends_own_offer(event: EventRow, offer: EventRow) -> bool:
    """Whether an event of the player who made an offer has closed it."""
    return offer.kind is EventKind.TAKEBACK_OFFER and event.kind is EventKind.MOVE


async def renew_offer_post(tx: Transaction, row: MatchRow, now: float) -> None:
    """Queue a new card of an offer that is still open.

    Its former card lapses; in a user install that keeps its buttons, and there is no new one.
    """
    if row.status is not MatchStatus.RUNNING or not row.has_route or row.is_private:
        return
    offer = find_open_offer_event(await match_events.list_for_match(tx, row.id))
    if offer is not None and offer.seat is not None and offer.version != row.version:
        await put_post(tx, row.id, row.version, Post(PostKind.OFFER, 1 - offer.seat), now)
