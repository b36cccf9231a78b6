"""How a team plays one side of a match: its members vote on each move; its captain, whose seat it is, does the rest.

A ballot opens when the team is to move, and is about that position alone. It closes when enough have voted or its time
is up; of equals the move wins that had its votes first. The captain can leave a safe move, which counts where nobody
has voted. Where there is none either, the ballot is put off once; after that it waits for the next vote, and the
match's clock decides.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple

from club.clocks.control import HOUR, MINUTE, read_control
from club.play.match.appending import CHANGES
from club.play.match.followers import Changed, Follower
from club.play.match.sides import BOTH
from club.refusals import Refusal
from data.database.transaction import Transaction
from data.play import matches, votes
from data.play.challenges import NewChallenge
from data.play.matches import MatchRow, MatchStatus
from data.play.votes import BallotRow, VoteRow
from rules.catalogue import GAMES

Teams = Literal["own", "other", "both"]
"""Which sides are teams, as a challenger has it: their own, that of whoever accepts, both."""
TEAMS: Final[Sequence[Teams]] = ("own", "other", "both")
USUAL_SPAN: Final = 12 * HOUR
LEAST, USUAL, MOST = 2, 10, 100
"""Votes that close a ballot at once, and members of a team at most."""
SPARE: Final = 10 * MINUTE
"""Seconds before its clock has run out in which a team's ballot closes at the latest."""
SHORTEST: Final = MINUTE
"""Seconds for which a ballot is open even then."""


@dataclass(frozen=True, slots=True)
class Terms:
    """How a challenge wants its teams to vote: a ballot lasts `span` seconds, or until `quorum` have voted.

    With a role only its holders vote, and the captains.
    """

    teams: Teams
    span: float
    quorum: int
    role_id: int | None = None

    @property
    def text(self) -> str:
        """Return it as it is stored.

        >>> Terms("both", 43200.0, 10).text
        'both,43200,10'
        >>> Terms.read("own,3600,2,77").role_id, Terms("own", 3600.0, 2, 77).text
        (77, 'own,3600,2,77')
        """
        role = "" if self.role_id is None else f",{self.role_id}"
        return f"{self.teams},{self.span:.0f},{self.quorum}{role}"

    @classmethod
    def read(cls, stored: str) -> "Terms":
        """Return what is stored."""
        teams, span, quorum, *role = stored.split(",")
        role_id = int(role[0]) if role else None
        return cls(next(each for each in TEAMS if each == teams), float(span), int(quorum), role_id)

    def of_rematch(self, *, swapped: bool) -> "Terms":
        """Return it for a challenge by the one who had accepted (`swapped`), or who had challenged before."""
        other: dict[Teams, Teams] = {"own": "other", "other": "own", "both": "both"}
        return replace(self, teams=other[self.teams]) if swapped else self

    def seats(self, challenger: int) -> list[int]:
        """Return the seats of teams where the challenger has this one."""
        return {"own": [challenger], "other": [1 - challenger], "both": [0, 1]}[self.teams]


@dataclass(frozen=True, slots=True)
class Voter:
    """Somebody who wants to vote: whether they may write where the match is, and the roles that they have there."""

    user_id: int
    writes: bool
    roles: Collection[int] = ()


class Decided(NamedTuple):
    """The move of a ballot: `votes` of so many `voters` were for it; none where it is the captain's safe move."""

    move: str
    votes: int
    voters: int


def check_vote(asked: NewChallenge) -> None:
    """Raise a `Refusal` where a challenge asks for teams that cannot be, by its game, place, side or clock."""
    if asked.vote is None:
        return
    game, control = GAMES[asked.game], read_control(asked.clock or "")
    if game.hidden:
        raise Refusal("vote.hidden", title=game.title)
    if asked.user_install:
        raise Refusal("challenge.server")
    if asked.side == BOTH:
        raise Refusal("vote.both")
    if control is not None and control.sitdown:
        raise Refusal("vote.clock")


def check_voter(
    row: MatchRow, known: BallotRow, seat: int, voter: Voter, cast: Sequence[VoteRow]
) -> VoteRow | None:
    """Return the last vote of somebody who may vote for a seat; raise `Refusal` for who may not.

    Its captain may, from everywhere; everybody else who may write where the match is, has the role of its ballots, does
    not play against the seat, alone or in the other team, and comes before the team has all its members.
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
    """Return the votes of a team for one position, as they came; the safe move among them."""
    return [each for each in known if (each.seat, each.since) == (seat, since)]


def counts(cast: Sequence[VoteRow]) -> list[tuple[str, list[VoteRow]]]:
    """Return the votes for each move, the one that is ahead first: of equals, whose last vote came first."""
    by_move: dict[str, list[VoteRow]] = {}
    for each in cast:
        if not each.safe:
            by_move.setdefault(each.move, []).append(each)
    return sorted(by_move.items(), key=lambda item: (-len(item[1]), item[1][-1].id))


def decided(cast: Sequence[VoteRow]) -> Decided | None:
    """Return what the votes for a position come to, as they came; `None` where there are none, and no safe move."""
    found = counts(cast)
    if found:
        move, wanted = found[0]
        return Decided(move, len(wanted), sum(len(each) for _, each in found))
    return Decided(cast[0].move, 0, 0) if cast else None


def closing(match: MatchRow, span: float, now: float) -> float:
    """Return when a ballot closes that opens now: in time for the clock, if there is one."""
    at = now + span
    if match.deadline_at is not None:
        at = min(at, max(match.deadline_at - SPARE, now + SHORTEST))
    return at


async def seat_teams(tx: Transaction, made: MatchRow, terms: Terms, challenger: int) -> MatchRow:
    """Let teams have seats of a match that begins, and return it."""
    await votes.create(
        tx, BallotRow(made.id, terms.span, terms.quorum, role_id=terms.role_id), terms.seats(challenger)
    )
    return await matches.existing(tx, made.id)


class Balloting(Follower):
    """Opens a ballot where a team has become to move, and drops all votes where a match has ended.

    Then `ring` looks when it closes.
    """

    def __init__(self, ring: Callable[[], None], *, now: Callable[[], float]) -> None:
        self._ring = ring
        self._now = now

    async def store(self, tx: Transaction, changed: Changed) -> None:
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
        at = closing(row, known.span, self._now()) if row.team_to_move else None
        await votes.put(tx, replace(known, since=row.version, closes_at=at, empty=0), due_at=at)

    def after(self, changed: Changed) -> None:
        """Ring."""
        if _has_teams(changed.row):
            self._ring()


def _has_teams(row: MatchRow) -> bool:
    return any(seat.team for seat in row.seats)
