"""The use cases of a challenge, from posting its card to beginning the match."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from club.clocks.time_control import TimeControl, parse_control
from club.members.people import Act, Person
from club.members.quotas import Limits, RateLimiter
from club.members.servers import Servers
from club.play.course.ballots import BallotTerms, check_team_vote, seat_teams
from club.play.course.computer import TWOTONE
from club.play.course.outside_help import OutsideHelpGuard
from club.play.match.followers import ChangedMatch, MatchBeginning
from club.play.match.match_starts import build_match_on_thread, create_match, find_game, new_match
from club.play.match.matches import Matches, Table
from club.play.match.posts import (
    card_change_name,
    first_post,
    new_card_name,
    put_card_update,
    put_challenge_post,
    put_found_card_update,
)
from club.play.match.rated_rule import find_rated_status as rated_match
from club.play.match.rated_rule import find_unrated_reason as never_rated
from club.play.match.rated_rule import is_to_be_rated
from club.play.match.sides import challenger_seat, check_side, side_codes
from club.play.match.waiting import NUDGE_AFTER
from club.play.seek.proposals import Proposal
from club.play.seek.seek_alerts import SeekAlerts
from club.refusals import Refusal
from data.database.persons import COMPUTER
from data.database.transaction import Transaction
from data.members import blocks
from data.outbox import outbox
from data.outbox.post_kinds import PostKind
from data.play import challenges, thinking
from data.play.challenges import ChallengeRow, ChallengeStatus
from data.play.places import Place
from data.standing import club_cards
from engines.choose import level_count
from rules.match import Match

DAYS: Final = 7
"""Days until an unaccepted challenge expires."""
LIFETIME: Final = DAYS * 24 * 3600
"""Seconds until an unaccepted challenge expires."""
AT_ONCE: Final = 50
"""Challenges that expire in one transaction; the next ones follow at once."""
SEAT_TAKEN: Final = "challenge.closed.accepted"
"""Message code of the refusal for all who come too late, or are kept away."""
SEEDS: Final = 1 << 32
"""The seed of the computer's choices in a match is drawn below this number."""


class DuplicateChallenge(Exception):  # noqa: N818 - an answer, not an error
    """The challenger has already asked for the same match.

    The earlier challenge is `challenge`.
    """

    def __init__(self, challenge: ChallengeRow) -> None:
        super().__init__(f"challenge {challenge.id} asks for the same")
        self.challenge = challenge


class Challenges:
    """The use cases of challenges; accepting one begins a match.

    `chance` draws a number below its argument. `secret` draws the random bytes that decide a match's
    shuffles.
    """

    def __init__(
        self,
        matches: Matches,
        servers: Servers,
        outside_help: OutsideHelpGuard,
        seek_alerts: SeekAlerts,
        *,
        limits: Limits,
        chance: Callable[[int], int],
        secret: Callable[[], bytes],
    ) -> None:
        self._matches = matches
        self._servers = servers
        self._outside = outside_help
        self._seek_alerts = seek_alerts
        self._store = matches.store
        self._now = matches.now
        self._limits = limits
        self.pace = RateLimiter(
            at_once=limits.challenges_per_minute, per_minute=limits.challenges_per_minute, now=matches.now
        )
        """How often each person may make challenges.

        A challenge that is opened again counts too, and so does calling off a match.
        """
        self._chance = chance
        self._secret = secret

    def count_request(self, user_id: int) -> None:
        """Count another request for a match against a user's limit of challenges.

        Raise `Refusal` if they ask too often.
        """
        if not self.pace.try_take(user_id):
            raise self._too_often()

    def _too_often(self) -> Refusal:
        return Refusal("limit.challenges", limit=self._limits.challenges_per_minute)

    async def make(
        self, proposal: Proposal, *, challenger: Person, place: Place, interaction_id: int
    ) -> ChallengeRow:
        """Store a challenge, which the answer to the interaction is going to show.

        Raise `Refusal`, the game's `BadOption`, or `DuplicateChallenge` if the same challenge or another
        challenge to the same rematch exists.
        """
        opponent = proposal.opponent
        if opponent and opponent.id == COMPUTER:
            self._servers.check_computer(place.home_server_id)
        proposal.check(challenger)
        full = proposal.game.read_options(proposal.options)
        await self._outside.check_start_position(challenger.id, proposal.game, full, proposal.start)
        asked = proposal.to_challenge(challenger, place, full)
        server = await self._servers.get(place.guild_id)
        never = never_rated(server, asked)
        if never and proposal.rated and proposal.rematch_of is None:
            raise Refusal(never)
        asked = replace(asked, rated=is_to_be_rated(server, asked, proposal.rated))
        now, in_time, made = self._now(), self.pace.try_take(challenger.id), False

        async def job(tx: Transaction) -> tuple[ChallengeRow, bool]:
            if first := await challenges.find_by_interaction(tx, interaction_id):
                return first, False
            rematch_of = asked.rematch_of
            if rematch_of is not None and (asked_for := await challenges.find_rematch(tx, rematch_of)):
                raise DuplicateChallenge(asked_for)
            if same := await challenges.find_open_duplicate(tx, asked, now):
                raise DuplicateChallenge(same)
            other = None if asked.opponent_id == COMPUTER else opponent
            await self._limits.check_new_challenge(tx, challenger.id, other, place.home_server_id)
            if not in_time:
                raise self._too_often()
            row = await challenges.create(
                tx, asked, at=now, expires_at=now + LIFETIME, interaction_id=interaction_id
            )
            await put_challenge_post(tx, row.id, PostKind.CARD, now, may_be_posted=True)
            await self._seek_alerts.put_announcements(tx, row)
            return row, True

        try:
            row, made = await self._store.write(job)
        except challenges.RepeatedChallenge as first:
            row = first.challenge
        finally:
            if in_time and not made:
                self.pace.give_back(challenger.id)
        self._matches.expect()
        self._matches.wake()
        _check_open(row)  # the interaction may come again after the challenge was answered
        return row

    async def get(self, challenge_id: int) -> ChallengeRow:
        """Return a challenge; raise `Refusal` if there is none with this id."""
        row = await self._store.read(lambda tx: challenges.get(tx, challenge_id))
        if row is None:
            raise Refusal("challenge.unknown")
        return row

    async def load_own(self, challenge_id: int, *, user_id: int) -> ChallengeRow:
        """Return a challenge to the user who made it, to change its options.

        Raise `Refusal` for everyone else.
        """
        row = await self.get(challenge_id)
        if user_id != row.challenger_id:
            raise Refusal("challenge.options", name=row.challenger_name)
        return row

    async def find_unrated_reason(self, challenge: ChallengeRow) -> str | None:
        """Return the message code of why a challenge cannot be rated, or `None`."""
        return never_rated(await self._servers.get(challenge.guild_id), challenge)

    async def load_rated_status(self, challenge: ChallengeRow) -> str | None:
        """Return the rated status that a challenge's match will have, as far as is known."""
        return await self._store.read(
            lambda tx: self._find_rated_status(tx, challenge, challenge.opponent_id)
        )

    async def _find_rated_status(
        self, tx: Transaction, row: ChallengeRow, opponent_id: int | None
    ) -> str | None:
        """Return the rated status of a challenge's match.

        It is as of when the challenge was made: its card has said so, and both have agreed to that.
        """
        if not row.rated:
            return None
        pair = row.challenger_id, opponent_id
        return await rated_match(tx, row.guild_id, pair, now=row.created_at, limits=self._limits)

    async def confirm_card(self, challenge_id: int, message_id: int) -> None:
        """Store which message shows a challenge.

        The outbox then need not post one.
        """

        async def job(tx: Transaction) -> None:
            row = await self.set_card_message(tx, challenge_id, message_id)
            await outbox.drop(tx, new_card_name(challenge_id))
            if row and row.status is not ChallengeStatus.OPEN:
                # Closed before anybody knew where its card is, which shows it as open.
                await put_found_card_update(tx, challenge_id, self._now())

        await self._store.write(job)
        self._matches.wake()  # what it would have woken for is done

    async def set_card_message(
        self, tx: Transaction, challenge_id: int, message_id: int
    ) -> ChallengeRow | None:
        """Store which message shows a challenge, and return the current challenge.

        This is part of a transaction. Return `None` if the challenge no longer exists.
        """
        await challenges.set_message(tx, challenge_id, message_id)
        await club_cards.request_update_for_challenge(tx, challenge_id, self._now())
        return await challenges.get(tx, challenge_id)

    async def confirm_pressed_card(self, challenge_id: int, message_id: int | None) -> None:
        """Store which message shows a challenge when its button is pressed.

        Nothing changes if the message is known already.
        """
        if message_id is not None and (await self.get(challenge_id)).message_id is None:
            await self.confirm_card(challenge_id, message_id)

    async def post_card_now(self, challenge_id: int) -> None:
        """Have the outbox post the card of a new challenge now.

        This is for a challenge that no answer to an interaction shows.
        """
        await self._store.write(lambda tx: outbox.make_due(tx, new_card_name(challenge_id), self._now()))
        self._matches.wake()

    async def confirm_card_change(self, interaction_id: int) -> None:
        """Note that the answer to an interaction shows the changed challenge.

        The outbox then need not update the challenge's card.
        """
        await self._store.write(lambda tx: outbox.drop(tx, card_change_name(interaction_id)))
        self._matches.wake()

    async def close_unseen(self, challenge_id: int) -> None:
        """Close a challenge whose card only its challenger can see.

        The answer to the challenger says that it is closed.
        """

        async def job(tx: Transaction) -> None:
            row = await challenges.get(tx, challenge_id)
            if row and row.status is ChallengeStatus.OPEN and row.message_id is None:
                await challenges.close(tx, challenge_id, ChallengeStatus.EXPIRED, interaction_id=None)

        await self._store.write(job)

    async def close_unpostable(self, tx: Transaction, challenge_id: int) -> None:
        """Close a challenge whose card cannot be posted, and notify its challenger.

        This is part of a transaction.
        """
        row = await challenges.get(tx, challenge_id)
        if row and row.status is ChallengeStatus.OPEN and row.message_id is None:
            await challenges.close(tx, challenge_id, ChallengeStatus.EXPIRED, interaction_id=None)
            await put_challenge_post(tx, challenge_id, PostKind.WITHDRAWN, self._now())

    async def play_computer(self, challenge_id: int, act: Act, *, level: int) -> Table:
        """Let the computer accept a challenge at this level; return the match.

        Raise `Refusal` for everyone but the challenger.
        """
        row = await self.get(challenge_id)
        self._servers.check_computer(row.home_server_id)
        if act.user_id != row.challenger_id:
            raise Refusal("computer.other", name=row.challenger_name)
        if row.opponent_id != COMPUTER or not 1 <= level <= level_count(find_game(row)):
            raise Refusal("computer.level")
        await self._outside.check_start_position(
            act.user_id, find_game(row), json.loads(row.options), row.start
        )
        return await self.accept(challenge_id, taker=TWOTONE, interaction_id=act.interaction_id, level=level)

    async def accept(
        self, challenge_id: int, *, taker: Person, interaction_id: int, level: int | None = None
    ) -> Table:
        """Accept a challenge and return the match, which begins.

        `level` is given if the computer accepts it. Raise `Refusal` if the challenge cannot be accepted.
        """
        row = await self.get(challenge_id)
        if row.status is ChallengeStatus.OPEN and row.expires_at <= self._now():
            await self.expire_due()
            row = await self.get(challenge_id)
        if row.closed_by_interaction == interaction_id and row.match_id is not None:
            return await self._matches.load(row.match_id)
        _check_open(row)
        if row.expires_at <= self._now():  # many others have expired before it
            raise Refusal("challenge.closed.expired")
        if taker.id == row.challenger_id:
            raise Refusal("challenge.own")
        if row.opponent_id is not None and taker.id != row.opponent_id:
            raise Refusal("challenge.reserved", name=row.opponent_name)
        match = await build_match_on_thread(row, self._secret())
        clock = parse_control(row.clock or "")
        people = [(row.challenger_id, str(row.challenger_name)), (taker.id, taker.name)]
        if self._challenger_seat(row, match) == 1:
            people.reverse()
        lent = self._matches.find_token(interaction_id)
        seed = 0 if level is None else self._chance(SEEDS)

        async def job(tx: Transaction) -> list[ChangedMatch]:
            now = self._now()
            await self._check_start(tx, row, taker)
            due_at = now + NUDGE_AFTER if row.has_route and not (clock or level) else None
            rated = await self._find_rated_status(tx, row, taker.id)
            new = new_match(match, row, due_at=due_at, start=row.start, rated=rated)
            made = await create_match(tx, new, people, clock, now)
            if row.vote is not None:
                at = made.user_ids.index(row.challenger_id)
                made = await seat_teams(tx, made, BallotTerms.parse(row.vote), at)
            await challenges.close(
                tx,
                challenge_id,
                ChallengeStatus.ACCEPTED,
                interaction_id=interaction_id,
                match_id=made.id,
                opponent_id=taker.id,
                opponent_name=taker.name,
            )
            if level is not None and made.computer is not None:
                await thinking.seat_computer(tx, made.id, made.computer, level=level, seed=seed)
            return await self._matches.begin(
                tx, MatchBeginning(made, match, first_post(row), interaction_id, lent)
            )

        try:
            begins = await self._store.write(job)
        except (challenges.RepeatedChallenge, challenges.ChallengeClosed) as first:
            _check_open(first.challenge)
            raise
        self._matches.wake()
        self._matches.notify_followers(begins)
        return await self._matches.load(begins[0].row.id)

    async def _check_start(self, tx: Transaction, row: ChallengeRow, taker: Person) -> None:
        """Raise `Refusal` if accepting an open challenge would exceed match limits.

        Whom the challenger has blocked finds a seat for anyone taken; one that was kept for them is theirs.
        """
        current = await challenges.get(tx, row.id)
        if current and current.status is ChallengeStatus.OPEN:
            if row.opponent_id is None and await blocks.is_blocked(tx, taker.id, by=row.challenger_id):
                raise Refusal(SEAT_TAKEN)
            await self._limits.check_new_match(
                tx,
                taker_id=row.challenger_id if taker.id == COMPUTER else taker.id,
                challenger_id=row.challenger_id,
                name=row.challenger_name,
                guild_id=row.home_server_id,
            )

    async def decline(self, challenge_id: int, act: Act) -> ChallengeRow:
        """Close a challenge that the challenged player declines.

        Raise `Refusal` for everyone else.
        """
        row = await self.get(challenge_id)
        if row.opponent_id is None:
            raise Refusal("challenge.anyone")
        if act.user_id != row.opponent_id:
            raise Refusal("challenge.decline", name=row.opponent_name)
        return await self._close(row, ChallengeStatus.DECLINED, act.interaction_id)

    async def cancel(self, challenge_id: int, act: Act) -> ChallengeRow:
        """Close a challenge that its challenger cancels.

        Raise `Refusal` for everyone else.
        """
        row = await self.get(challenge_id)
        if act.user_id != row.challenger_id:
            raise Refusal("challenge.cancel", name=row.challenger_name)
        return await self._close(row, ChallengeStatus.CANCELLED, act.interaction_id)

    async def change_options(
        self,
        challenge_id: int,
        act: Act,
        *,
        options: Mapping[str, object],
        clock: TimeControl | None,
        side: str,
        rated: bool,
    ) -> ChallengeRow:
        """Change the options, clock, side and rating of an open challenge.

        `side` is one of the codes that `side_codes` returns. A challenge that begins from a set position
        keeps its options. Raise `Refusal`, or the game's `BadOption`.
        """
        row = await self.load_own(challenge_id, user_id=act.user_id)
        _check_open(row)
        full = find_game(row).read_options(options if row.start is None else json.loads(row.options))
        if side not in side_codes(await build_match_on_thread(row, b"")):
            raise Refusal("challenge.side")
        changed_to = replace(row, side=side, clock=clock.text if clock else None)
        check_side(changed_to, full)
        check_team_vote(changed_to)
        rates = is_to_be_rated(await self._servers.get(row.guild_id), changed_to, rated)

        async def job(tx: Transaction) -> bool:
            changed = await challenges.set_options(
                tx,
                challenge_id,
                json.dumps(full),
                clock=clock.text if clock else None,
                side=side,
                rated=rates,
            )
            if changed:
                await put_card_update(tx, challenge_id, self._now(), interaction_id=act.interaction_id)
            return changed

        if not await self._store.write(job):
            _check_open(await self.get(challenge_id))
        self._matches.wake()
        return await self.get(challenge_id)

    async def expire_due(self) -> float | None:
        """Expire challenges that are due, `AT_ONCE` at most.

        Return when the next one is due, or `None` if none is open.
        """

        async def job(tx: Transaction) -> float | None:
            now = self._now()
            for row in await challenges.list_expired(tx, now, AT_ONCE):
                await challenges.close(tx, row.id, ChallengeStatus.EXPIRED, interaction_id=None)
                await put_card_update(tx, row.id, now)
            return await challenges.next_due_time(tx)

        due = await self._store.write(job)
        self._matches.wake()
        return due

    async def _close(self, row: ChallengeRow, status: ChallengeStatus, interaction_id: int) -> ChallengeRow:
        async def job(tx: Transaction) -> ChallengeRow:
            closed = await challenges.close(tx, row.id, status, interaction_id=interaction_id)
            await put_card_update(tx, row.id, self._now(), interaction_id=interaction_id)
            return closed

        try:
            closed = await self._store.write(job)
        except challenges.RepeatedChallenge as first:
            return first.challenge
        except challenges.ChallengeClosed as first:
            _check_open(first.challenge)
            raise
        self._matches.wake()
        return closed

    def _challenger_seat(self, row: ChallengeRow, match: Match) -> int:
        seat = challenger_seat(match, row.side)
        return self._chance(2) if seat is None else seat


def _check_open(row: ChallengeRow) -> None:
    """Raise a `Refusal` that says how a challenge was closed, unless it is open."""
    if row.status is ChallengeStatus.OPEN:
        return
    if row.status is ChallengeStatus.EXPIRED:
        raise Refusal("challenge.closed.expired")
    if row.status is ChallengeStatus.ACCEPTED:
        raise Refusal(SEAT_TAKEN)
    who = row.challenger_name if row.status is ChallengeStatus.CANCELLED else row.opponent_name
    raise Refusal(f"challenge.closed.{row.status}", name=who)
