"""Team votes: a team plays one side of a match by voting on each move.

The team's captain holds its seat and does everything else. A ballot is the vote on one move. It opens
when the team is to move, and closes when enough members have voted or when its time is up. The move with
the most votes wins; in a tie, the move that reached its number of votes first. The captain can leave a
safe move, which is played if no member has voted. Without one, the ballot is extended once; after that it
waits for the next vote, and the match's clock decides.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple

from club.clocks.time_control import HOUR, MINUTE, parse_control
from club.play.match.event_append import CHANGES
from club.play.match.followers import ChangedMatch, Follower
from club.play.match.sides import BOTH
from club.refusals import Refusal
from data.database.transaction import Transaction
from data.play import challenges, history, matches, votes
from data.play.challenges import NewChallenge
from data.play.matches import EventKind, MatchRow, MatchStatus
from data.play.votes import BallotRow, VoteRow
from rules.catalogue import GAMES

Teams = Literal["own", "other", "both"]
"""The sides that are teams, seen from the challenger.

Their own, that of the player who accepts, or both.
"""
TEAMS: Final[Sequence[Teams]] = ("own", "other", "both")
USUAL_SPAN: Final = 12 * HOUR
LEAST, USUAL, MOST = 2, 10, 100
"""Votes that close a ballot at once, and members of a team at most."""
SPARE: Final = 10 * MINUTE
"""Seconds before its clock runs out in which a team's ballot must have closed."""
SHORTEST: Final = MINUTE
"""Seconds for which a ballot is open even then."""


@dataclass(frozen=True, slots=True)
class BallotTerms:
    """The terms on which the teams of a challenge vote.

    A ballot closes after `span` seconds, or once `quorum` members have voted. If `role_id` is given, only
    members with that role and the captains may vote.
    """

    teams: Teams
    span: float
    quorum: int
    role_id: int | None = None

    @property
    def text(self) -> str:
        """The terms in their stored form.

        >>> BallotTerms("both", 43200.0, 10).text
        'both,43200,10'
        >>> BallotTerms.parse("own,3600,2,77").role_id, BallotTerms("own", 3600.0, 2, 77).text
        (77, 'own,3600,2,77')
        """
        role = "" if self.role_id is None else f",{self.role_id}"
        return f"{self.teams},{self.span:.0f},{self.quorum}{role}"

    @classmethod
    def parse(cls, stored: str) -> "BallotTerms":
        """Parse terms from their stored form."""
        teams, span, quorum, *role = stored.split(",")
        role_id = int(role[0]) if role else None
        return cls(next(each for each in TEAMS if each == teams), float(span), int(quorum), role_id)

    def for_rematch(self, *, swapped: bool) -> "BallotTerms":
        """Return the terms for a challenge to a rematch.

        With `swapped`, the rematch is requested by the player who accepted the first challenge.
        """
        other: dict[Teams, Teams] = {"own": "other", "other": "own", "both": "both"}
        return replace(self, teams=other[self.teams]) if swapped else self

    def team_seats(self, challenger_seat: int) -> list[int]:
        """Return the seats that teams play, given the challenger's seat."""
        return {"own": [challenger_seat], "other": [1 - challenger_seat], "both": [0, 1]}[self.teams]


@dataclass(frozen=True, slots=True)
class Voter:
    """A user who wants to vote.

    `may_write` says whether they may write in the match's channel. `role_ids` are their roles on its
    server.
    """

    user_id: int
    may_write: bool
    role_ids: Collection[int] = ()


class BallotDecision(NamedTuple):
    """The winning move of a ballot.

    It received `votes` of the votes of `voters` members. Both are 0 if the captain's safe move is played
    because no member has voted.
    """

    move: str
    votes: int
    voters: int


def check_team_vote(challenge: NewChallenge) -> None:
    """Raise `Refusal` if a challenge asks for impossible team votes.

    Team votes need a game without hidden information and a place that the bot can post to by itself. They
    are impossible in a mini-match, in which each player has each side once, and with a live clock.
    """
    if challenge.vote is None:
        return
    game, control = GAMES[challenge.game], parse_control(challenge.clock or "")
    if game.hidden:
        raise Refusal("vote.hidden", title=game.title)
    if not challenge.has_route:
        raise Refusal("challenge.server")
    if challenge.side == BOTH:
        raise Refusal("vote.both")
    if control is not None and control.is_live:
        raise Refusal("vote.clock")


def check_voter(
    row: MatchRow, ballot: BallotRow, seat: int, voter: Voter, cast_votes: Sequence[VoteRow]
) -> VoteRow | None:
    """Return a user's last vote for a seat, or `None` if there is none.

    Raise `Refusal` if they may not vote for it. The captain may vote from anywhere. Any other user must
    be allowed to write in the match's channel, have the role that the ballot requires, and not play or
    vote for the opponent. The team must also have room for another member.
    """
    captain = row.seats[seat].user_id == voter.user_id
    if row.seats[1 - seat].user_id == voter.user_id and not captain:
        raise Refusal("vote.opponent")
    if not captain and not voter.may_write:
        raise Refusal("vote.silent")
    if not captain and ballot.role_id is not None and ballot.role_id not in voter.role_ids:
        raise Refusal("vote.role", role=f"<@&{ballot.role_id}>")
    own = next((each for each in cast_votes if each.user_id == voter.user_id), None)
    if own is not None and own.seat != seat:
        raise Refusal("vote.other_team")
    if own is None and not captain and sum(each.seat == seat for each in cast_votes) >= MOST:
        raise Refusal("vote.full", limit=MOST)
    return own


def votes_on_position(cast_votes: Sequence[VoteRow], seat: int, since: int) -> list[VoteRow]:
    """Select a team's votes on one position, the oldest first.

    `since` is the version of the match at which the position arose. The safe move is included.
    """
    return [each for each in cast_votes if (each.seat, each.since) == (seat, since)]


def count_votes(cast_votes: Sequence[VoteRow]) -> list[tuple[str, list[VoteRow]]]:
    """Group the votes by move, with the leading move first.

    In a tie, the move whose last vote was cast first leads. Safe moves are not counted.
    """
    by_move: dict[str, list[VoteRow]] = {}
    for each in cast_votes:
        if not each.safe:
            by_move.setdefault(each.move, []).append(each)
    return sorted(by_move.items(), key=lambda item: (-len(item[1]), item[1][-1].id))


def decide_ballot(cast_votes: Sequence[VoteRow]) -> BallotDecision | None:
    """Return the outcome of the votes on a position.

    `cast_votes` are in the order in which they were cast.

    Return `None` if there are no votes and no safe move.
    """
    found = count_votes(cast_votes)
    if found:
        move, wanted = found[0]
        return BallotDecision(move, len(wanted), sum(len(each) for _, each in found))
    return BallotDecision(cast_votes[0].move, 0, 0) if cast_votes else None


def closing_time(match: MatchRow, span: float, now: float) -> float:
    """Return when a ballot that opens now closes.

    It lasts `span` seconds, but closes early enough before the team's time on the clock runs out.
    """
    at = now + span
    if match.deadline_at is not None:
        at = min(at, max(match.deadline_at - SPARE, now + SHORTEST))
    return at


async def seat_teams(tx: Transaction, row: MatchRow, terms: BallotTerms, challenger_seat: int) -> MatchRow:
    """Make teams the players of a new match, and return its row."""
    await votes.create(
        tx,
        BallotRow(row.id, terms.span, terms.quorum, role_id=terms.role_id),
        terms.team_seats(challenger_seat),
    )
    return await matches.get_existing(tx, row.id)


class BallotFollower(Follower):
    """Opens a ballot when a team is to move, and deletes old votes.

    The votes of a match are deleted when it ends. `ring` makes the club check when the next ballot
    closes.
    """

    def __init__(self, ring: Callable[[], None], *, now: Callable[[], float]) -> None:
        self._ring = ring
        self._now = now

    async def store(self, tx: Transaction, changed: ChangedMatch) -> None:
        """Open the ballot for a new position, or delete the votes of an ended match."""
        row = changed.row
        if not _has_teams(row):
            return
        if row.status is MatchStatus.OVER:
            await votes.drop(tx, row.id)
            return
        known = await votes.get_ballot(tx, row.id)
        if changed.kind is EventKind.REOPEN:
            await self._open_again(tx, row)
            return
        if known is None or not (changed.kind is None or changed.kind in CHANGES):
            return
        at = closing_time(row, known.span, self._now()) if row.is_team_to_move else None
        await votes.update_ballot(tx, replace(known, since=row.version, closes_at=at, empty=0), due_at=at)

    async def _open_again(self, tx: Transaction, row: MatchRow) -> None:
        """Open a ballot on the same terms in a match that goes on again.

        Old votes are gone.
        """
        asked = await challenges.find_by_match(tx, row.id)
        if asked is None or asked.vote is None:
            raise Refusal("end.undo.late")
        terms = BallotTerms.parse(asked.vote)
        at = closing_time(row, terms.span, self._now()) if row.is_team_to_move else None
        since = await history.position_version(tx, row.id)
        fresh = BallotRow(row.id, terms.span, terms.quorum, role_id=terms.role_id)
        await votes.create(tx, fresh, [])
        await votes.update_ballot(tx, replace(fresh, since=since, closes_at=at), due_at=at)

    def act_on_change(self, changed: ChangedMatch) -> None:
        """Schedule the closing of the ballot."""
        if _has_teams(changed.row):
            self._ring()


def _has_teams(row: MatchRow) -> bool:
    return any(seat.team for seat in row.seats)
