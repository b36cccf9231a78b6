"""Offers of a draw or a take-back, which take effect if the opponent accepts.

Only events are stored; whether an offer is open follows from the events since it was made. Each kind of
offer has a row in `TERMS`, which says which events it causes, who may make it, and what accepting it does
to the match.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from club.members.people import Act
from club.play.match.match_acts import once_per_act
from club.play.match.matches import MatchChange, Matches, Table
from club.play.match.open_offers import find_open_offer_event
from club.play.match.posts import Post, end_posts, move_posts, redraw_post
from club.refusals import Refusal
from data.outbox.post_kinds import PostKind
from data.play.matches import EventKind, EventRow
from rules.game import Seat
from rules.match import Match, Ply

DRAW_FROM: Final = 20
"""Moves of both together before which the computer agrees to no draw."""
EVEN: Final = 500
"""A chance to win, in thousandths, at which neither is ahead."""


class OfferKind(StrEnum):
    """What a player can offer the opponent."""

    DRAW = "draw"
    TAKEBACK = "takeback"


def plies_to_take_back(match: Match, seat: Seat) -> Sequence[Ply]:
    """Return the plies that a take-back by a seat would undo.

    These are its last ply and all later ones. Raise `Refusal` if there are none. Also raise it if
    something hidden has been revealed since then, because a player cannot unsee it.
    """
    plies = match.plies
    last = max((number for number, ply in enumerate(plies) if ply.seat == seat), default=None)
    if last is None:
        raise Refusal("takeback.nothing")
    before = match.copy_at(last)
    hides = match.game.unseen
    if any(hides(before.view(viewer)) != hides(match.view(viewer)) for viewer in (0, 1)):
        raise Refusal("takeback.seen")
    return plies[last:]


def _take_back(match: Match, seat: Seat) -> str:
    """Take the moves back, and return their number as text."""
    moves = plies_to_take_back(match, seat)
    for _ in moves:
        match.undo()
    return str(len(moves))


def _draw(match: Match, seat: Seat) -> str:
    """End the match as a draw; the event needs no text."""
    match.agree_draw()
    return ""


def _allow_always(match: Match, seat: Seat) -> None:
    """Let either player make this offer at any time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferTerms:
    """The rules of one kind of offer.

    The three events record that it is made, accepted or declined. `check` raises `Refusal` if a seat
    cannot make the offer. `carry_out` changes the match after the offer of a seat was accepted, and
    returns the text of the event. If `is_mutual`, making the same offer as the opponent accepts theirs.
    """

    offer_event: EventKind
    accept_event: EventKind
    decline_event: EventKind
    check: Callable[[Match, Seat], object]
    carry_out: Callable[[Match, Seat], str]
    is_mutual: bool


TERMS: Final[Mapping[OfferKind, OfferTerms]] = {
    OfferKind.DRAW: OfferTerms(
        offer_event=EventKind.DRAW_OFFER,
        accept_event=EventKind.DRAW,
        decline_event=EventKind.DRAW_DECLINE,
        check=_allow_always,
        carry_out=_draw,
        is_mutual=True,
    ),
    OfferKind.TAKEBACK: OfferTerms(
        offer_event=EventKind.TAKEBACK_OFFER,
        accept_event=EventKind.TAKEBACK,
        decline_event=EventKind.TAKEBACK_DECLINE,
        check=plies_to_take_back,
        carry_out=_take_back,
        is_mutual=False,
    ),
}
KINDS: Final = {terms.offer_event: kind for kind, terms in TERMS.items()}
"""The kind of offer that an event makes."""


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer of a kind that the player at `seat` has made."""

    kind: OfferKind
    seat: Seat


class Offers:
    """Makes, accepts and declines offers."""

    def __init__(self, matches: Matches) -> None:
        self.matches = matches

    @once_per_act
    async def offer(self, table: Table, act: Act, kind: OfferKind) -> Table:
        """Make an offer, or accept the opponent's equal one; return the match.

        Raise `Refusal` if the player already has an open offer, has not moved since an offer of this kind
        was declined, must answer another offer first, or has nothing to offer. The computer answers at
        once: it allows every take-back, and accepts a draw only if `is_draw_acceptable`; a draw offer
        that it refuses is not stored.
        """
        seat = self.matches.require_seat(table, act.user_id)
        if table.row.computer is not None:
            return await self._ask_computer(table, act, kind, seat)
        table, events = await self.matches.load_with_events(table.row.id)
        match find_open_offer(events):
            case Offer(known, by) if by == seat:
                raise Refusal(f"offer.{known}.open")
            case Offer(known) if known is kind and TERMS[kind].is_mutual:
                return await self.accept(table.row.id, act, kind)
            case Offer(known, by):
                raise Refusal(f"offer.{known}.first", name=table.player(by).name)
        TERMS[kind].check(table.match, seat)
        if _is_declined_since_move(events, kind, seat):
            raise Refusal(f"offer.{kind}.declined")
        change = MatchChange(
            TERMS[kind].offer_event, seat, act, [redraw_post(events), Post(PostKind.OFFER, 1 - seat)]
        )
        return await self.matches.store_change(table, table.match.copy(), change)

    async def _ask_computer(self, table: Table, act: Act, kind: OfferKind, seat: Seat) -> Table:
        """Carry out an offer to the computer if it agrees.

        Raise `Refusal` if it does not. The event belongs to the computer's seat, but is stored with the
        id of the user who made the offer, so that it counts as that user's data.
        """
        TERMS[kind].check(table.match, seat)
        if kind is OfferKind.DRAW and not is_draw_acceptable(table):
            raise Refusal("computer.no_draw")
        return await self._carry_out(table, act, kind, 1 - seat)

    @once_per_act
    async def accept(self, table: Table, act: Act, kind: OfferKind) -> Table:
        """Accept the opponent's offer and return the match after it.

        Raise `Refusal` if there is no such offer.
        """
        table, seat, _ = await self._load_offer(table.row.id, act, kind)
        return await self._carry_out(table, act, kind, seat)

    @once_per_act
    async def decline(self, table: Table, act: Act, kind: OfferKind) -> Table:
        """Decline the opponent's offer and return the match after it.

        Raise `Refusal` if there is no such offer.
        """
        table, seat, events = await self._load_offer(table.row.id, act, kind)
        change = MatchChange(TERMS[kind].decline_event, seat, act, [redraw_post(events)])
        return await self.matches.store_change(table, table.match.copy(), change)

    async def _carry_out(self, table: Table, act: Act, kind: OfferKind, seat: Seat) -> Table:
        """Carry out an offer that the player at a seat accepts, and return the match."""
        match = table.match.copy()
        text = TERMS[kind].carry_out(match, 1 - seat)
        change = MatchChange(
            TERMS[kind].accept_event,
            seat,
            act,
            end_posts(match) if match.outcome else move_posts(match),
            text=text,
        )
        return await self.matches.store_change(table, match, change)

    async def _load_offer(
        self, match_id: int, act: Act, kind: OfferKind
    ) -> tuple[Table, Seat, list[EventRow]]:
        """Return the match, the user's seat and the match's events.

        Raise `Refusal` if the user has no offer of this kind to answer.
        """
        table, events = await self.matches.load_with_events(match_id)
        seat = self.matches.require_seat(table, act.user_id)
        if find_open_offer(events) != Offer(kind, 1 - seat):
            raise Refusal(f"offer.{kind}.none")
        return table, seat, events


def is_draw_acceptable(table: Table) -> bool:
    """Whether the computer accepts a draw.

    It does after ten moves by each side, unless it considers itself ahead.
    """
    assert table.row.computer is not None  # or the computer has not been asked
    chance = table.player(table.row.computer).chance
    return len(table.match.plies) >= DRAW_FROM and chance is not None and chance <= EVEN


def find_open_offer(events: Sequence[EventRow]) -> Offer | None:
    """Return the open offer, or `None` if there is none."""
    made = find_open_offer_event(events)
    return None if made is None or made.seat is None else Offer(KINDS[made.kind], made.seat)


def may_offer(table: Table, kind: OfferKind, seat: Seat) -> bool:
    """Whether a seat has something of this kind to offer.

    Whether an open or a declined offer prevents it is not checked.
    """
    try:
        TERMS[kind].check(table.match, seat)
    except Refusal:
        return False
    return True


def find_offer(events: Sequence[EventRow], version: int) -> Offer | None:
    """Return the offer that the event with this version made, open or not.

    Return `None` if that event made no offer.
    """
    made = next((event for event in events if event.version == version), None)
    if made is None or made.kind not in KINDS or made.seat is None:
        return None
    return Offer(KINDS[made.kind], made.seat)


def _is_declined_since_move(events: Sequence[EventRow], kind: OfferKind, seat: Seat) -> bool:
    """Whether the seat's last such offer since its last move was not accepted."""
    for event in reversed(events):
        if event.kind is TERMS[kind].accept_event or (event.kind is EventKind.MOVE and event.seat == seat):
            return False
        if event.kind is TERMS[kind].offer_event and event.seat == seat:
            return True
    return False
