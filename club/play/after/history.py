"""What a match's events say about its earlier states.

For example, a board message may still show moves that have been taken back since.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from club.clocks.rest import Span
from club.play.course.offers import Offer, find_open_offer
from club.play.course.votes import VoteSummary
from club.play.match.matches import Table
from club.play.match.waiting import waiting_options
from data.competitions.pairings import PairingReason
from data.play.match_events import ply_change
from data.play.matches import EventKind, EventRow
from data.play.places import NOWHERE
from data.play.rematches import SeriesScore
from rules.game import Seat


@dataclass(frozen=True, slots=True)
class TakeBack:
    """A take-back that no move has followed yet.

    `count` plies were undone at the request of the player at `seat`.
    """

    seat: Seat
    count: int


def count_plies_shown(ply_count: int, later_events: Sequence[EventRow]) -> int | None:
    """Return how many of the match's current plies an earlier board shows.

    The match now has `ply_count` plies, and `later_events` are all events since that board. Return `None`
    if moves that the board shows have been taken back.
    """
    since = list(accumulate((ply_change(event.kind, event.text) for event in later_events), initial=0))
    return None if min(since) < 0 else ply_count - since[-1]


def last_take_back(events: Sequence[EventRow]) -> TakeBack | None:
    """Return the latest take-back, or `None` if a move has followed it.

    Also return `None` if there was no take-back.
    """
    for event in reversed(events):
        if event.kind is EventKind.MOVE:
            return None
        if event.kind is EventKind.TAKEBACK and event.seat is not None:
            return TakeBack(1 - event.seat, int(event.text))
    return None


def is_last_move_conditional(events: Sequence[EventRow]) -> bool:
    """Whether the last move was played automatically as a conditional move.

    Players prepare conditional moves in advance. This is false if the move has been taken back.
    """
    for event in reversed(events):
        if event.kind in (EventKind.MOVE, EventKind.TAKEBACK):
            return event.advance
    return False


@dataclass(frozen=True, slots=True)
class PlaceChange:
    """A change of the match's channel that no move has followed yet.

    `user_id` is the user who moved the match and `seat` their seat, which is `None` for a moderator.
    `channel_id` is the channel where the match was before.
    """

    user_id: int | None
    seat: Seat | None
    channel_id: int


def last_place_change(events: Sequence[EventRow]) -> PlaceChange | None:
    """Return the match's last change of channel, if no move has followed it.

    Return `None` otherwise, and also if a private match was made public.
    """
    for event in reversed(events):
        if event.kind is EventKind.MOVE:
            return None
        if event.kind is EventKind.PLACE:
            channel_id = int(event.text.partition("/")[2])
            return None if channel_id == NOWHERE else PlaceChange(event.user_id, event.seat, channel_id)
    return None


@dataclass(frozen=True, slots=True)
class TimeGift:
    """Extra seconds that the player at `seat` gave the opponent, who is to move."""

    seat: Seat
    seconds: float


def last_time_gift(events: Sequence[EventRow]) -> TimeGift | None:
    """Return the time given to the opponent since the last move, or `None`."""
    for event in reversed(events):
        if event.kind is EventKind.MOVE:
            return None
        if event.kind is EventKind.GIVE and event.seat is not None:
            return TimeGift(event.seat, float(event.text))
    return None


@dataclass(frozen=True, slots=True)
class MatchContext:
    """What a board message tells beside the position: offers, clocks, take-backs.

    `place_change` is a move to another channel, and `ended_by` the user id of the moderator who ended the
    match, `ended_why` their reason, if one is known. `may_nudge` and `may_claim` say what the player who
    waits for the opponent can do at time `now`. `time_gift` is time that a player gave, and
    `seconds_given_back` the bot's downtime, which counts on no clock. `series` is the score if the match
    is a rematch; only its first and last boards show it. `reason` says why a competition paired the two
    players. `is_conditional` says that the last move was a prepared conditional move. `vote` describes
    the vote on a team's next move, if teams play. `vacation` is the present or next vacation of the player
    to move in a match without a clock.
    """

    offer: Offer | None = None
    take_back: TakeBack | None = None
    place_change: PlaceChange | None = None
    ended_by: int | None = None
    ended_why: str = ""
    may_nudge: bool = False
    may_claim: bool = False
    time_gift: TimeGift | None = None
    seconds_given_back: float = 0.0
    now: float = 0.0
    series: SeriesScore | None = None
    reason: PairingReason | None = None
    is_conditional: bool = False
    vote: VoteSummary | None = None
    vacation: Span | None = None


def match_context(
    table: Table,
    events: Sequence[EventRow],
    now: float,
    *,
    seconds_given_back: float = 0.0,
    reason: PairingReason | None = None,
    vacation: Span | None = None,
) -> MatchContext:
    """Return what a board message tells beside the position.

    `events` are the match's events. `seconds_given_back` is how long the bot was away, as far as a player
    has not been told yet; that time counts on no player's clock. `vacation` is that of the player to
    move, if no clock says so.
    """
    if not table.is_running:
        last = events[-1] if events else None
        end = last if last and last.kind is EventKind.END else None
        return MatchContext(
            ended_by=end.user_id if end else None,
            ended_why=end.text if end else "",
            reason=reason,
            is_conditional=is_last_move_conditional(events),
        )
    silence = waiting_options(table.row)
    return MatchContext(
        offer=find_open_offer(events),
        take_back=last_take_back(events),
        place_change=last_place_change(events),
        may_nudge=silence.may_nudge(now),
        may_claim=silence.may_claim(now),
        time_gift=last_time_gift(events),
        seconds_given_back=seconds_given_back,
        now=now,
        reason=reason,
        vacation=vacation,
        is_conditional=is_last_move_conditional(events),
    )
