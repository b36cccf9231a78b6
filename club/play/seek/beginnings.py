"""Cancelling a match before its first move, and asking for a rematch."""

import json
from functools import partial

from club.clocks.time_control import parse_control
from club.members.people import Act, Person
from club.members.servers import Servers
from club.play.course.ballots import BallotTerms
from club.play.match.access import SpectatorRefusal
from club.play.match.matches import MatchChange, Matches, Table
from club.play.match.minimatches import find_first_challenge
from club.play.match.posts import cancel_posts, put_challenge_post
from club.play.match.sides import BOTH, GIVES, TAKES, detect_given_odds, odds_of
from club.play.seek.challenges import LIFETIME, Challenges, DuplicateChallenge
from club.play.seek.proposals import Proposal
from club.play.seek.seek_alerts import SeekAlerts
from club.refusals import Refusal
from data.competitions import pairings
from data.database.persons import COMPUTER, NOBODY
from data.database.transaction import Transaction
from data.outbox.post_kinds import PostKind
from data.play import challenges
from data.play.challenges import ChallengeRow, ChallengeStatus
from data.play.matches import EventKind
from data.play.places import Place
from rules.game import Seat
from words import Phrase


class MatchRestarter:
    """Cancels matches before their first move, and asks for rematches.

    Both can lead back to a challenge.
    """

    def __init__(
        self, matches: Matches, club_challenges: Challenges, servers: Servers, seek_alerts: SeekAlerts
    ) -> None:
        self._matches = matches
        self._challenges = club_challenges
        self._servers = servers
        self._seek_alerts = seek_alerts
        self._store = matches.store
        self._now = matches.now

    async def may_cancel(self, table: Table) -> bool:
        """Whether a match can be cancelled.

        It can before its first move, unless it belongs to a competition.
        """
        if table.match.plies:
            return False
        return await self._store.read(lambda tx: pairings.find_by_match(tx, table.row.id)) is None

    async def cancel(
        self, match_id: int, act: Act, *, channel_id: int | None
    ) -> tuple[Table, ChallengeRow | None]:
        """End a match before its first move, without a result.

        Return the match, and its challenge if that has been opened again. A challenge that anyone could
        accept is posted again, unless its challenger is over their limit of challenges per minute. In a
        user install that is possible only from the match's own place. Raise `Refusal` once a move has
        been made.
        """
        table, answered = await self._matches.load_for_act(match_id, act)
        if answered:
            return table, await self._find_reopened(act)
        before, paired = await self._store.read(partial(_made_from, match_id=match_id))
        seat = self._matches.require_seat(table, act.user_id)
        if table.match.plies:
            raise Refusal("cancel.late")
        if paired:
            raise Refusal("cancel.league")
        again = before if before is not None and self._may_open_again(before, channel_id) else None
        match = table.match.copy()
        change = MatchChange(EventKind.CANCEL, seat, act, cancel_posts(match), reason="ended.cancelled")
        also = None if again is None else partial(self._open_again, before=again, act=act)
        opened: ChallengeRow | None = None
        try:
            after = await self._matches.store_change(table, match, change, also)
            opened = await self._find_reopened(act) if again else None
        finally:
            if again is not None and opened is None:
                self._challenges.pace.give_back(again.challenger_id)
        # Two who ask, accept and call off in turn make a thread each time: it is no cheaper than asking alone.
        self._challenges.pace.try_take(act.user_id)
        self._matches.expect()
        return after, opened

    async def request_rematch(
        self, match_id: int, *, person: Person, interaction_id: int
    ) -> tuple[ChallengeRow, Table | None]:
        """Ask the opponent of a finished match for a rematch with sides swapped.

        If the opponent has already asked for it, the match begins at once. Return the challenge, and the
        match if it begins. Raise `Refusal`, or `DuplicateChallenge` if there is already such a challenge
        that this person cannot accept.
        """
        table = await self._matches.load(match_id)
        seat = table.seat_of(person.id)
        if seat is None:
            raise SpectatorRefusal(table.row)
        if not table.is_over:
            raise Refusal("rematch.running")
        if any(player.guest for player in table.row.seats):
            raise Refusal("rematch.guest")  # they would never see a challenge here
        asked = await self._store.read(lambda tx: challenges.find_rematch(tx, match_id))
        if asked is None:
            try:
                return await self._ask(table, seat, person, interaction_id), None
            except DuplicateChallenge as first_asked:
                asked = first_asked.challenge  # both have pressed at the same moment
        if asked.opponent_id == COMPUTER and asked.status is ChallengeStatus.OPEN:
            self._servers.check_computer(asked.home_server_id)
        theirs = asked.rematch_of == match_id and asked.opponent_id == person.id
        if theirs and (asked.status is ChallengeStatus.OPEN or asked.closed_by_interaction == interaction_id):
            return asked, await self._challenges.accept(asked.id, taker=person, interaction_id=interaction_id)
        raise DuplicateChallenge(asked)

    async def _ask(self, table: Table, seat: Seat, who: Person, interaction_id: int) -> ChallengeRow:
        other = table.player(1 - seat)
        if other.user_id == NOBODY:
            raise Refusal("rematch.former")
        asked, mini = await self._store.read(partial(_find_challenges, match_id=table.row.id))
        # That no more than the first move was given is known from the challenge alone: nothing on the board shows it.
        odds = detect_given_odds(table.match) or (odds_of(asked.side) if asked else None)
        side = Phrase((TAKES, GIVES)[seat] + odds) if odds else Phrase(BOTH) if mini else table.side(1 - seat)
        proposal = Proposal(
            game=table.game,
            options=json.loads(mini.options if mini else table.row.options),
            opponent=Person(other.user_id, str(other.name), is_bot=other.user_id == COMPUTER),
            side=str(side),
            clock=parse_control(table.row.control or ""),
            start=None if odds else table.row.start,
            rematch_of=table.row.id,
            rated=table.row.rated is not None,
            vote=None if asked is None else _rematch_terms(asked, who),
        )
        row = await self._challenges.make(
            proposal,
            challenger=who,
            place=Place(table.row.guild_id, table.row.channel_id, table.row.abroad),
            interaction_id=interaction_id,
        )
        await self._challenges.post_card_now(row.id)
        return row

    def _may_open_again(self, before: ChallengeRow, channel_id: int | None) -> bool:
        """Whether a challenge may be opened again.

        If so, it counts against its challenger's limit.
        """
        there = before.is_reached_from(channel_id)
        return before.anyone and there and self._challenges.pace.try_take(before.challenger_id)

    async def _find_reopened(self, act: Act) -> ChallengeRow | None:
        """Return the challenge that was opened again when an act cancelled its match.

        Return `None` if there is none.
        """
        return await self._store.read(lambda tx: challenges.find_by_interaction(tx, act.interaction_id))

    async def _open_again(self, tx: Transaction, *, before: ChallengeRow, act: Act) -> None:
        """Store a challenge that anyone could accept once more.

        Its card is posted at once; in a user install the answer to the press shows it. It is announced
        again, but not to the member who had taken the seat.
        """
        now = self._now()
        row = await challenges.create(
            tx, before.open_to_anyone(), at=now, expires_at=now + LIFETIME, interaction_id=act.interaction_id
        )
        if row.has_route:
            await put_challenge_post(tx, row.id, PostKind.CARD, now, wait=0.0)
        await self._seek_alerts.put_announcements(tx, row, without=before.opponent_id)


async def _made_from(tx: Transaction, match_id: int) -> tuple[ChallengeRow | None, bool]:
    """Return a match's challenge, and whether the match belongs to a competition."""
    return await challenges.find_by_match(tx, match_id), await pairings.find_by_match(
        tx, match_id
    ) is not None


def _rematch_terms(asked: ChallengeRow, who: Person) -> BallotTerms | None:
    """Return the terms of team votes in a rematch that `who` asks for.

    Return `None` if no team has played the match.
    """
    if asked.vote is None:
        return None
    return BallotTerms.parse(asked.vote).for_rematch(swapped=who.id != asked.challenger_id)


async def _find_challenges(tx: Transaction, match_id: int) -> tuple[ChallengeRow | None, ChallengeRow | None]:
    """Return the challenge of a match, and the challenge of its mini-match.

    The two are the same unless the match is the second game of a mini-match. Either is `None` if there
    was none.
    """
    asked = await challenges.find_by_match(tx, match_id)
    if asked is None or asked.side == BOTH:
        return asked, asked
    return asked, await find_first_challenge(tx, asked)
