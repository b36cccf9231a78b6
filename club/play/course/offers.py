"""Offers that take effect when the opponent consents: one mechanism for all kinds.

Only events are stored: whether an offer is open follows from what happened since it was made. A
kind of offer is a row of `TERMS`: the events that tell its story, who may make it, and what
accepting it does to the match.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from club.members.people import Act
from club.play.match.match_acts import once
from club.play.match.matches import MatchChange, Matches, Table
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
    """Return the plies that a seat would take back: its last one and all later ones.

    Raise `Refusal` if it cannot. A player cannot unsee what has been revealed since a move, so a
    take-back never crosses a move that revealed something.
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
    """Take the moves back, and return how many."""
    moves = plies_to_take_back(match, seat)
    for _ in moves:
        match.undo()
    return str(len(moves))


def _draw(match: Match, seat: Seat) -> str:
    """End the match as a draw; nothing more is to be said of it."""
    match.agree_draw()
    return ""


def _anybody(match: Match, seat: Seat) -> None:
    """Let both seats make this offer at any time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferTerms:
    """The rules of one kind of offer.

    They are its events, who may make it, and what accepting it does to the match. `check` raises
    `Refusal` if the seat has nothing to offer. `carry_out` changes the match for the seat that made the
    offer, and returns the text of the event. `mutual` says that making the same offer accepts it.
    """

    offered: EventKind
    accepted: EventKind
    declined: EventKind
    check: Callable[[Match, Seat], object]
    carry_out: Callable[[Match, Seat], str]
    mutual: bool


TERMS: Final[Mapping[OfferKind, OfferTerms]] = {
    OfferKind.DRAW: OfferTerms(
        offered=EventKind.DRAW_OFFER,
        accepted=EventKind.DRAW,
        declined=EventKind.DRAW_DECLINE,
        check=_anybody,
        carry_out=_draw,
        mutual=True,
    ),
    OfferKind.TAKEBACK: OfferTerms(
        offered=EventKind.TAKEBACK_OFFER,
        accepted=EventKind.TAKEBACK,
        declined=EventKind.TAKEBACK_DECLINE,
        check=plies_to_take_back,
        carry_out=_take_back,
        mutual=False,
    ),
}
KINDS: Final = {terms.offered: kind for kind, terms in TERMS.items()}
"""The kind of offer that an event makes."""


@dataclass(frozen=True, slots=True)
class Offer:
    """An open offer: its kind and who made it."""

    kind: OfferKind
    by: Seat


class Offers:
    """Makes and answers offers; the match they are about may end by it."""

    def __init__(self, matches: Matches) -> None:
        self.matches = matches

    @once
    async def offer(self, table: Table, act: Act, kind: OfferKind) -> Table:
        """Make an offer, or accept the same offer of the opponent; return the match.

        Raise `Refusal` if an offer of the player's is open, or was declined and they have not moved since;
        if they have another offer to answer first; or if there is nothing to offer. The computer answers at
        once: it allows every take-back, and refuses a draw, with nothing stored, unless it `agrees`.
        """
        seat = self.matches.require_seat(table, act.user_id)
        if table.row.computer is not None:
            return await self._ask_computer(table, act, kind, seat)
        table, events = await self.matches.load_with_events(table.row.id)
        match open_offer(events):
            case Offer(known, by) if by == seat:
                raise Refusal(f"offer.{known}.open")
            case Offer(known) if known is kind and TERMS[kind].mutual:
                return await self.accept(table.row.id, act, kind)
            case Offer(known, by):
                raise Refusal(f"offer.{known}.first", name=table.player(by).name)
        TERMS[kind].check(table.match, seat)
        if _is_declined_since_move(events, kind, seat):
            raise Refusal(f"offer.{kind}.declined")
        change = MatchChange(
            TERMS[kind].offered, seat, act, [redraw_post(events), Post(PostKind.OFFER, 1 - seat)]
        )
        return await self.matches.append(table, table.match.copy(), change)

    async def _ask_computer(self, table: Table, act: Act, kind: OfferKind, seat: Seat) -> Table:
        """Carry out an offer that the computer agrees to, as an act of its seat.

        Raise `Refusal` if it does not agree. The user who pressed is stored with the act, so that it is
        theirs to read and to have forgotten.
        """
        TERMS[kind].check(table.match, seat)
        if kind is OfferKind.DRAW and not agrees(table):
            raise Refusal("computer.no_draw")
        return await self._carry_out(table, act, kind, 1 - seat)

    @once
    async def accept(self, table: Table, act: Act, kind: OfferKind) -> Table:
        """Accept the opponent's offer and return the match after it.

        Raise `Refusal` if there is none.
        """
        table, seat, _ = await self._load_offer(table.row.id, act, kind)
        return await self._carry_out(table, act, kind, seat)

    @once
    async def decline(self, table: Table, act: Act, kind: OfferKind) -> Table:
        """Decline the opponent's offer and return the match after it.

        Raise `Refusal` if there is none.
        """
        table, seat, events = await self._load_offer(table.row.id, act, kind)
        change = MatchChange(TERMS[kind].declined, seat, act, [redraw_post(events)])
        return await self.matches.append(table, table.match.copy(), change)

    async def _carry_out(self, table: Table, act: Act, kind: OfferKind, seat: Seat) -> Table:
        """Carry out the offer that a seat consents to, and return the match after it."""
        match = table.match.copy()
        text = TERMS[kind].carry_out(match, 1 - seat)
        change = MatchChange(
            TERMS[kind].accepted,
            seat,
            act,
            end_posts(match) if match.outcome else move_posts(match),
            text=text,
        )
        return await self.matches.append(table, match, change)

    async def _load_offer(
        self, match_id: int, act: Act, kind: OfferKind
    ) -> tuple[Table, Seat, list[EventRow]]:
        """Return the match, the user's seat and the events.

        Raise `Refusal` if the user has no offer to answer.
        """
        table, events = await self.matches.load_with_events(match_id)
        seat = self.matches.require_seat(table, act.user_id)
        if open_offer(events) != Offer(kind, 1 - seat):
            raise Refusal(f"offer.{kind}.none")
        return table, seat, events


def agrees(table: Table) -> bool:
    """Whether the computer agrees to a draw.

    It does after ten moves by each side, unless it thinks that it is ahead.
    """
    assert table.row.computer is not None  # or the computer has not been asked
    chance = table.player(table.row.computer).chance
    return len(table.match.plies) >= DRAW_FROM and chance is not None and chance <= EVEN


def open_offer(events: Sequence[EventRow]) -> Offer | None:
    """Return the open offer, `None` if there is none.

    An offer is open until the other player answers it or moves.
    """
    for event in reversed(events):
        if event.kind in KINDS and event.seat is not None:
            answered = any(later.seat != event.seat for later in events if later.version > event.version)
            return None if answered else Offer(KINDS[event.kind], event.seat)
    return None


def may_offer(table: Table, kind: OfferKind, seat: Seat) -> bool:
    """Whether a seat has something to offer.

    An open or a declined offer may still stand in the way.
    """
    try:
        TERMS[kind].check(table.match, seat)
    except Refusal:
        return False
    return True


def offer_at(events: Sequence[EventRow], version: int) -> Offer | None:
    """Return the offer that was made at a version, open or not.

    Return `None` if that version made no offer.
    """
    made = next((event for event in events if event.version == version), None)
    if made is None or made.kind not in KINDS or made.seat is None:
        return None
    return Offer(KINDS[made.kind], made.seat)


def _is_declined_since_move(events: Sequence[EventRow], kind: OfferKind, seat: Seat) -> bool:
    """Whether such an offer by that seat came to nothing since its last move."""
    for event in reversed(events):
        if event.kind is TERMS[kind].accepted or (event.kind is EventKind.MOVE and event.seat == seat):
            return False
        if event.kind is TERMS[kind].offered and event.seat == seat:
            return True
    return False
