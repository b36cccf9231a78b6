"""The use-cases of a challenge, from the card to the first board."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from club.clocks.time_control import TimeControl, read_control
from club.members.people import Act, Person
from club.members.quotas import Limits, Pace
from club.members.servers import Servers
from club.play.course.ballots import BallotTerms, check_vote, seat_teams
from club.play.course.computer import TWOTONE
from club.play.course.outside_help import OutsideHelp
from club.play.match.followers import ChangedMatch, MatchBeginning
from club.play.match.match_starts import build_match_beside, game_of, new_match, seat_players
from club.play.match.matches import Matches, Table
from club.play.match.posts import (
    changed_card,
    first_post,
    new_card,
    put_card,
    put_challenge_post,
    put_found_card,
)
from club.play.match.rated_rule import is_to_be_rated
from club.play.match.rated_rule import never as never_rated
from club.play.match.rated_rule import of_match as rated_match
from club.play.match.sides import challenger_seat, check_side, side_codes
from club.play.match.waiting import NUDGE_AFTER
from club.play.seek.proposals import Proposal
from club.play.seek.seek_alerts import SeekAlerts
from club.refusals import Refusal
from data.database.persons import COMPUTER
from data.database.transaction import Transaction
from data.outbox import outbox
from data.outbox.post_kinds import PostKind
from data.play import challenges, thinking
from data.play.challenges import ChallengeRow, ChallengeStatus
from data.play.places import Place
from data.standing import club_cards
from engines.choose import levels
from rules.match import Match

DAYS: Final = 7
"""Days until an unaccepted challenge expires."""
LIFETIME: Final = DAYS * 24 * 3600
"""Seconds until an unaccepted challenge expires."""
SEEDS: Final = 1 << 32
"""The seed of the computer's choices in a match is drawn below this number."""


class Equal(Exception):  # noqa: N818 - an answer, not an error
    """The challenger has asked for the same match already.

    Their earlier `challenge` is still open.
    """

    def __init__(self, challenge: ChallengeRow) -> None:
        super().__init__(f"challenge {challenge.id} asks for the same")
        self.challenge = challenge


class Challenges:
    """All challenges; accepting one makes a match.

    `chance` draws a number below its argument, `secret` the bytes that decide a match's shuffles.
    """

    def __init__(
        self,
        matches: Matches,
        servers: Servers,
        outside: OutsideHelp,
        looking: SeekAlerts,
        *,
        limits: Limits,
        chance: Callable[[int], int],
        secret: Callable[[], bytes],
    ) -> None:
        self._matches = matches
        self._servers = servers
        self._outside = outside
        self._seek_alerts = looking
        self._store = matches.store
        self._now = matches.now
        self._limits = limits
        self.pace = Pace(
            at_once=limits.challenges_per_minute, per_minute=limits.challenges_per_minute, now=matches.now
        )
        """How often each person may make challenges.

        A challenge that is opened again counts too, and so does calling off a match.
        """
        self._chance = chance
        self._secret = secret

    def admit(self, user_id: int) -> None:
        """Count a request for a game that a user makes in another way.

        Raise `Refusal` if they ask too often.
        """
        if not self.pace.take(user_id):
            raise self._too_often()

    def _too_often(self) -> Refusal:
        return Refusal("limit.challenges", limit=self._limits.challenges_per_minute)

    async def make(
        self, proposal: Proposal, *, challenger: Person, place: Place, interaction_id: int
    ) -> ChallengeRow:
        """Store a challenge, whose card is to be the answer.

        Raises `Refusal`, the game's `BadOption`, or `Equal` instead of making the same again, or another rematch of it.
        """
        opponent = proposal.opponent
        if opponent and opponent.id == COMPUTER:
            self._servers.check_computer(place.home)
        proposal.check(challenger)
        full = proposal.game.read_options(proposal.options)
        await self._outside.check_start(challenger.id, proposal.game, full, proposal.start)
        asked = proposal.to_challenge(challenger, place, full)
        server = await self._servers.get(place.guild_id)
        never = never_rated(server, asked)
        if never and proposal.rated and proposal.rematch_of is None:
            raise Refusal(never)
        asked = replace(asked, rated=is_to_be_rated(server, asked, proposal.rated))
        now, in_time, made = self._now(), self.pace.take(challenger.id), False

        async def job(tx: Transaction) -> tuple[ChallengeRow, bool]:
            if first := await challenges.made_by_interaction(tx, interaction_id):
                return first, False
            rematch_of = asked.rematch_of
            if rematch_of is not None and (asked_for := await challenges.rematch_of(tx, rematch_of)):
                raise Equal(asked_for)
            if same := await challenges.open_equal(tx, asked, now):
                raise Equal(same)
            other = None if asked.opponent_id == COMPUTER else opponent
            await self._limits.check_new(tx, challenger.id, other, place.home)
            if not in_time:
                raise self._too_often()
            row = await challenges.create(
                tx, asked, at=now, expires_at=now + LIFETIME, interaction_id=interaction_id
            )
            await put_challenge_post(tx, row.id, PostKind.CARD, now, unclear=True)
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
        _open(row)  # the interaction may come again after the challenge was answered
        return row

    async def get(self, challenge_id: int) -> ChallengeRow:
        """Return a challenge; raise `Refusal` if there is none."""
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

    async def never_rated(self, asked: ChallengeRow) -> str | None:
        """Return the code of why a challenge cannot be rated, `None` if it can."""
        return never_rated(await self._servers.get(asked.guild_id), asked)

    async def confirm_card(self, challenge_id: int, message_id: int) -> None:
        """Store which message shows a challenge, so that the outbox need not post one."""

        async def job(tx: Transaction) -> None:
            row = await self.note_card(tx, challenge_id, message_id)
            await outbox.drop(tx, new_card(challenge_id))
            if row and row.status is not ChallengeStatus.OPEN:
                # Closed before anybody knew where its card is, which shows it as open.
                await put_found_card(tx, challenge_id, self._now())

        await self._store.write(job)
        self._matches.wake()  # what it would have woken for is done

    async def note_card(self, tx: Transaction, challenge_id: int, message_id: int) -> ChallengeRow | None:
        """Store which message shows a challenge, and return the challenge as it is by now.

        This is part of a transaction.
        """
        await challenges.set_message(tx, challenge_id, message_id)
        await club_cards.redraw_for_challenge(tx, challenge_id, self._now())
        return await challenges.get(tx, challenge_id)

    async def note_message(self, challenge_id: int, message_id: int | None) -> None:
        """Store which message shows a challenge when its button is pressed.

        Nothing changes if the message is known already.
        """
        if message_id is not None and (await self.get(challenge_id)).message_id is None:
            await self.confirm_card(challenge_id, message_id)

    async def post_card_now(self, challenge_id: int) -> None:
        """Have the outbox post the card of a new challenge now.

        No answer is going to show it.
        """
        await self._store.write(lambda tx: outbox.hurry(tx, new_card(challenge_id), self._now()))
        self._matches.wake()

    async def confirm_change(self, interaction_id: int) -> None:
        """Note that the answer to an interaction has shown its change.

        The outbox need not show it then.
        """
        await self._store.write(lambda tx: outbox.drop(tx, changed_card(interaction_id)))
        self._matches.wake()

    async def unseen(self, challenge_id: int) -> None:
        """Close a challenge whose card only its challenger sees; the answer says so."""

        async def job(tx: Transaction) -> None:
            row = await challenges.get(tx, challenge_id)
            if row and row.status is ChallengeStatus.OPEN and row.message_id is None:
                await challenges.close(tx, challenge_id, ChallengeStatus.EXPIRED, interaction_id=None)

        await self._store.write(job)

    async def withdraw(self, tx: Transaction, challenge_id: int) -> None:
        """Close a challenge whose card cannot be posted, and notify its challenger.

        This is part of a transaction.
        """
        row = await challenges.get(tx, challenge_id)
        if row and row.status is ChallengeStatus.OPEN and row.message_id is None:
            await challenges.close(tx, challenge_id, ChallengeStatus.EXPIRED, interaction_id=None)
            await put_challenge_post(tx, challenge_id, PostKind.WITHDRAWN, self._now())

    async def play_computer(self, challenge_id: int, act: Act, *, level: int) -> Table:
        """Let the computer take the other seat at this level.

        Raise `Refusal` for everyone but the challenger.
        """
        row = await self.get(challenge_id)
        self._servers.check_computer(row.home)
        if act.user_id != row.challenger_id:
            raise Refusal("computer.other", name=row.challenger_name)
        if row.opponent_id != COMPUTER or not 1 <= level <= levels(game_of(row)):
            raise Refusal("computer.level")
        await self._outside.check_start(act.user_id, game_of(row), json.loads(row.options), row.start)
        return await self.accept(challenge_id, taker=TWOTONE, interaction_id=act.interaction_id, level=level)

    async def accept(
        self, challenge_id: int, *, taker: Person, interaction_id: int, level: int | None = None
    ) -> Table:
        """Take the other seat and return the match, which begins.

        `level` is given if the computer takes it. Raise `Refusal` if the challenge cannot be accepted.
        """
        row = await self.get(challenge_id)
        if row.status is ChallengeStatus.OPEN and row.expires_at <= self._now():
            await self.expire()
            row = await self.get(challenge_id)
        if row.closed_by_interaction == interaction_id and row.match_id is not None:
            return await self._matches.load(row.match_id)
        _open(row)
        if taker.id == row.challenger_id:
            raise Refusal("challenge.own")
        if row.opponent_id is not None and taker.id != row.opponent_id:
            raise Refusal("challenge.reserved", name=row.opponent_name)
        match = await build_match_beside(row, self._secret())
        clock = read_control(row.clock or "")
        people = [(row.challenger_id, str(row.challenger_name)), (taker.id, taker.name)]
        if self._challenger_seat(row, match) == 1:
            people.reverse()
        lent = self._matches.lend(interaction_id)
        seed = 0 if level is None else self._chance(SEEDS)

        async def job(tx: Transaction) -> list[ChangedMatch]:
            now = self._now()
            await self._check_start(tx, row, taker)
            due_at = now + NUDGE_AFTER if row.has_route and not (clock or level) else None
            pair = row.challenger_id, taker.id
            rated = (
                await rated_match(tx, row.guild_id, pair, now=now, limits=self._limits) if row.rated else None
            )
            new = new_match(match, row, due_at=due_at, start=row.start, rated=rated)
            made = await seat_players(tx, new, people, clock, now)
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
                await thinking.sit(tx, made.id, made.computer, level=level, seed=seed)
            return await self._matches.begin(
                tx, MatchBeginning(made, match, first_post(row), interaction_id, lent)
            )

        try:
            begins = await self._store.write(job)
        except (challenges.RepeatedChallenge, challenges.Closed) as first:
            _open(first.challenge)
            raise
        self._matches.wake()
        self._matches.tell_followers(begins)
        return await self._matches.load(begins[0].row.id)

    async def _check_start(self, tx: Transaction, row: ChallengeRow, taker: Person) -> None:
        """Raise a `Refusal` if accepting an open challenge would exceed the match limits."""
        current = await challenges.get(tx, row.id)
        if current and current.status is ChallengeStatus.OPEN:
            await self._limits.check_start(
                tx,
                taker_id=row.challenger_id if taker.id == COMPUTER else taker.id,
                challenger_id=row.challenger_id,
                name=row.challenger_name,
                guild_id=row.home,
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
        """Close a challenge that its challenger takes back.

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
        """Change the terms of an open challenge.

        `side` is one of `side_codes`. A challenge that begins from a position keeps the options with which
        that position was reached. Raise `Refusal`, or the game's `BadOption`.
        """
        row = await self.load_own(challenge_id, user_id=act.user_id)
        _open(row)
        full = game_of(row).read_options(options if row.start is None else json.loads(row.options))
        if side not in side_codes(await build_match_beside(row, b"")):
            raise Refusal("challenge.side")
        changed_to = replace(row, side=side, clock=clock.text if clock else None)
        check_side(changed_to, full)
        check_vote(changed_to)
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
                await put_card(tx, challenge_id, self._now(), interaction_id=act.interaction_id)
            return changed

        if not await self._store.write(job):
            _open(await self.get(challenge_id))
        self._matches.wake()
        return await self.get(challenge_id)

    async def expire(self) -> float | None:
        """Expire what is due; return when the next one is due, `None` if none is open."""

        async def job(tx: Transaction) -> float | None:
            now = self._now()
            for row in await challenges.due(tx, now):
                await challenges.close(tx, row.id, ChallengeStatus.EXPIRED, interaction_id=None)
                await put_card(tx, row.id, now)
            return await challenges.next_due(tx)

        due = await self._store.write(job)
        self._matches.wake()
        return due

    async def _close(self, row: ChallengeRow, status: ChallengeStatus, interaction_id: int) -> ChallengeRow:
        async def job(tx: Transaction) -> ChallengeRow:
            closed = await challenges.close(tx, row.id, status, interaction_id=interaction_id)
            await put_card(tx, row.id, self._now(), interaction_id=interaction_id)
            return closed

        try:
            closed = await self._store.write(job)
        except challenges.RepeatedChallenge as first:
            return first.challenge
        except challenges.Closed as first:
            _open(first.challenge)
            raise
        self._matches.wake()
        return closed

    def _challenger_seat(self, row: ChallengeRow, match: Match) -> int:
        seat = challenger_seat(match, row.side)
        return self._chance(2) if seat is None else seat


def _open(row: ChallengeRow) -> None:
    """Raise a `Refusal` that says what became of a challenge, unless it is open."""
    if row.status is ChallengeStatus.OPEN:
        return
    if row.status is ChallengeStatus.EXPIRED:
        raise Refusal("challenge.closed.expired")
    who = row.challenger_name if row.status is ChallengeStatus.CANCELLED else row.opponent_name
    raise Refusal(f"challenge.closed.{row.status}", name=who)
