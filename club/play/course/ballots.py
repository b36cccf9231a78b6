"""Team votes: a team plays one side of a match by voting on each move.

The captain holds the team's seat and does everything else. A ballot opens when the team is to move,
and is about that position alone. It closes when enough members have voted or its time is up. Of
moves with equally many votes, the one that had its votes first wins. The captain can leave a safe
move, which counts if no member has voted. Without one the ballot is put off once; after that it
waits for the next vote, and the match's clock decides.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple

from club.clocks.time_control import HOUR, MINUTE, read_control
from club.play.match.event_append import CHANGES
from club.play.match.followers import ChangedMatch, Follower
from club.play.match.sides import BOTH
from club.refusals import Refusal
from data.database.transaction import Transaction
from data.play import matches, votes
from data.play.challenges import NewChallenge
from data.play.matches import MatchRow, MatchStatus
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
    """How a challenge wants its teams to vote.

    A ballot lasts `span` seconds, or until `quorum` members have voted. With a role only its holders
    and the captains vote.
    """

    teams: Teams
    span: float
    quorum: int
    role_id: int | None = None

    @property
    def text(self) -> str:
        """Return it as it is stored.

        >>> BallotTerms("both", 43200.0, 10).text
        'both,43200,10'
        >>> BallotTerms.parse("own,3600,2,77").role_id, BallotTerms("own", 3600.0, 2, 77).text
        (77, 'own,3600,2,77')
        """
        role = "" if self.role_id is None else f",{self.role_id}"
        return f"{self.teams},{self.span:.0f},{self.quorum}{role}"

    @classmethod
    def parse(cls, stored: str) -> "BallotTerms":
        """Return the terms from their stored form."""
        teams, span, quorum, *role = stored.split(",")
        role_id = int(role[0]) if role else None
        return cls(next(each for each in TEAMS if each == teams), float(span), int(quorum), role_id)

    def of_rematch(self, *, swapped: bool) -> "BallotTerms":
        """Return the terms for a rematch challenge.

        `swapped` says that the former accepter makes it, not the former challenger.
        """
        other: dict[Teams, Teams] = {"own": "other", "other": "own", "both": "both"}
        return replace(self, teams=other[self.teams]) if swapped else self

    def seats(self, challenger: int) -> list[int]:
        """Return the seats of teams where the challenger has this one."""
        return {"own": [challenger], "other": [1 - challenger], "both": [0, 1]}[self.teams]


@dataclass(frozen=True, slots=True)
class Voter:
    """A user who wants to vote.

    `writes` says whether they may write in the match's place, `roles` which roles they have there.
    """

    user_id: int
    writes: bool
    roles: Collection[int] = ()


class BallotDecision(NamedTuple):
    """The winning move of a ballot: it had `votes` of the votes of `voters`.

    Both are 0 if it is the captain's safe move.
    """

    move: str
    votes: int
    voters: int


def check_vote(asked: NewChallenge) -> None:
    """Raise a `Refusal` if a challenge asks for teams that are not possible.

    The game, the place, the side or the clock may rule them out.
    """
    if asked.vote is None:
        return
    game, control = GAMES[asked.game], read_control(asked.clock or "")
    if game.hidden:
        raise Refusal("vote.hidden", title=game.title)
    if not asked.has_route:
        raise Refusal("challenge.server")
    if asked.side == BOTH:
        raise Refusal("vote.both")
    if control is not None and control.is_live:
        raise Refusal("vote.clock")


def check_voter(
    row: MatchRow, known: BallotRow, seat: int, voter: Voter, cast: Sequence[VoteRow]
) -> VoteRow | None:
    """Return the last vote of a user who may vote for a seat.

    Raise `Refusal` for a user who may not. The captain may vote from everywhere. Anyone else must be
    allowed to write in the match's place, have the role of its ballots, and not play against the seat,
    alone or in the other team. They must also come before the team has all its members.
    """
    captain = row.seats[seat].user_id == voter.user_id
    if row.seats[1 - seat].user_id == voter.user_id and not captain:
        raise Refusal("vote.opponent")
    if not captain and not voter.writes:
        raise Refusal("vote.silent")
    if not captain and known.role_id is not None and known.role_id not in voter.roles:
        raise Refusal("vote.role", role=f"<@&{known.role_id}>")
    own = next((each for each in cast if each.user_id == voter.user_id), None)
    if own is not None and own.seat != seat:
        raise Refusal("vote.other_team")
    if own is None and not captain and sum(each.seat == seat for each in cast) >= MOST:
        raise Refusal("vote.full", limit=MOST)
    return own


def for_position(known: Sequence[VoteRow], seat: int, since: int) -> list[VoteRow]:
    """Return a team's votes for one position in the order in which they came.

    The safe move is among them.
    """
    return [each for each in known if (each.seat, each.since) == (seat, since)]


def count_votes(cast: Sequence[VoteRow]) -> list[tuple[str, list[VoteRow]]]:
    """Return the votes for each move, with the leading move first.

    Of moves with equally many votes, the one whose last vote came first is ahead.
    """
    by_move: dict[str, list[VoteRow]] = {}
    for each in cast:
        if not each.safe:
            by_move.setdefault(each.move, []).append(each)
    return sorted(by_move.items(), key=lambda item: (-len(item[1]), item[1][-1].id))


def decide(cast: Sequence[VoteRow]) -> BallotDecision | None:
    """Return the outcome of the votes for a position, given in the order they came.

    Return `None` if there are no votes and no safe move.
    """
    found = count_votes(cast)
    if found:
        move, wanted = found[0]
        return BallotDecision(move, len(wanted), sum(len(each) for _, each in found))
    return BallotDecision(cast[0].move, 0, 0) if cast else None


def closing_time(match: MatchRow, span: float, now: float) -> float:
    """Return when a ballot that opens now closes.

    It closes in time for the clock, if there is one.
    """
    at = now + span
    if match.deadline_at is not None:
        at = min(at, max(match.deadline_at - SPARE, now + SHORTEST))
    return at


async def seat_teams(tx: Transaction, made: MatchRow, terms: BallotTerms, challenger: int) -> MatchRow:
    """Let teams have seats of a match that begins, and return it."""
    await votes.create(
        tx, BallotRow(made.id, terms.span, terms.quorum, role_id=terms.role_id), terms.seats(challenger)
    )
    return await matches.existing(tx, made.id)


class Balloting(Follower):
    """Opens a ballot when a team is to move, and drops all votes of an ended match.

    `ring` then checks when the ballot closes.
    """

    def __init__(self, ring: Callable[[], None], *, now: Callable[[], float]) -> None:
        self._ring = ring
        self._now = now

    async def store(self, tx: Transaction, changed: ChangedMatch) -> None:
        """Store it."""
        row = changed.row
        if not _has_teams(row):
            return
        if row.status is MatchStatus.OVER:
            await votes.drop(tx, row.id)
            return
        known = await votes.ballot(tx, row.id)
        if known is None or not (changed.kind is None or changed.kind in CHANGES):
            return
        at = closing_time(row, known.span, self._now()) if row.team_to_move else None
        await votes.put(tx, replace(known, since=row.version, closes_at=at, empty=0), due_at=at)

    def after(self, changed: ChangedMatch) -> None:
        """Ring."""
        if _has_teams(changed.row):
            self._ring()


def _has_teams(row: MatchRow) -> bool:
    return any(seat.team for seat in row.seats)
