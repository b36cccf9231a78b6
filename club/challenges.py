"""The use-cases of a challenge, from the card to the first board."""

import json
from collections.abc import Callable, Mapping
from typing import Final

from club.matches import RULES_VERSION, Matches, Table
from club.people import Person
from club.posts import Post, put_card, put_post
from club.refusals import Refusal
from data import challenges, matches
from data.challenges import ChallengeRow, ChallengeStatus
from data.outbox import PostKind
from data.store import Transaction
from rules.catalogue import GAMES
from rules.game import AnyGame, Options, RulesError
from rules.match import Match
from words import clip

LIFETIME: Final = 7 * 24 * 3600
"""Seconds until a challenge that nobody accepts expires."""

RANDOM_SIDE: Final = "random"


class Challenges:
    """All challenges; accepting one makes a match.

    `chance` draws a number below its argument, `secret` the bytes that decide a match's shuffles; `expect` is called
    whenever there is a new challenge, which will expire one day.
    """

    def __init__(
        self,
        matches: Matches,
        *,
        chance: Callable[[int], int],
        secret: Callable[[], bytes],
        expect: Callable[[], None],
    ) -> None:
        self._matches = matches
        self._store = matches.store
        self._now = matches.now
        self._chance = chance
        self._secret = secret
        self._expect = expect

    async def make(
        self,
        *,
        game: AnyGame,
        options: Mapping[str, object],
        side: str,
        challenger: Person,
        opponent: Person | None,
        guild_id: int,
        channel_id: int,
        interaction_id: int,
    ) -> ChallengeRow:
        """Store a challenge and return it; raise `Refusal` or the game's `BadOption`."""
        if opponent and opponent.id == challenger.id:
            raise Refusal(
                "You cannot challenge yourself. Leave the opponent out, and anyone may take the seat."
            )
        if opponent and opponent.bot:
            raise Refusal(
                f"{opponent.name} is a bot, and bots do not play here. Challenge a member, or anyone."
            )
        full = game.read_options(options)
        now = self._now()

        async def job(tx: Transaction) -> ChallengeRow:
            return await challenges.create(
                tx,
                game=game.key,
                options=json.dumps(full),
                side=_side(game, full, side),
                challenger_id=challenger.id,
                challenger_name=challenger.name,
                opponent_id=opponent.id if opponent else None,
                opponent_name=opponent.name if opponent else None,
                guild_id=guild_id,
                channel_id=channel_id,
                at=now,
                expires_at=now + LIFETIME,
                interaction_id=interaction_id,
            )

        try:
            made = await self._store.write(job)
        except challenges.Repeated as first:
            made = first.challenge
        self._expect()
        return made

    async def get(self, challenge_id: int) -> ChallengeRow:
        """Return a challenge; raise `Refusal` if there is none."""
        row = await self._store.read(lambda tx: challenges.get(tx, challenge_id))
        if row is None:
            raise Refusal("This challenge is not known here any more.")
        return row

    async def own(self, challenge_id: int, *, user_id: int) -> ChallengeRow:
        """Return a challenge to the user who made it, to change its options; raise `Refusal` for everybody else."""
        row = await self.get(challenge_id)
        if user_id != row.challenger_id:
            raise Refusal(f"Only {row.challenger_name} can change the options of this challenge.")
        return row

    async def posted(self, challenge_id: int, message_id: int) -> None:
        """Store which message shows the challenge."""
        await self._store.write(lambda tx: challenges.set_message(tx, challenge_id, message_id))

    async def accept(self, challenge_id: int, *, taker: Person, interaction_id: int) -> Table:
        """Take the other seat and return the match, which begins; raise `Refusal`."""
        row = await self.get(challenge_id)
        if row.status is ChallengeStatus.OPEN and row.expires_at <= self._now():
            await self.expire()
            row = await self.get(challenge_id)
        if row.closed_by_interaction == interaction_id and row.match_id is not None:
            return await self._matches.get(row.match_id)
        _open(row)
        if taker.id == row.challenger_id:
            raise Refusal("This is your own challenge; somebody else has to take it.")
        if row.opponent_id is not None and taker.id != row.opponent_id:
            raise Refusal(f"This challenge is for {row.opponent_name}. You can start your own with /play.")
        match = Match(GAMES[row.game], json.loads(row.options), self._secret())
        people = [(row.challenger_id, row.challenger_name), (taker.id, taker.name)]
        if self._challenger_seat(row, match) == 1:
            people.reverse()

        async def job(tx: Transaction) -> int:
            now = self._now()
            made = await matches.create(
                tx,
                game=row.game,
                options=row.options,
                secret=match.secret,
                rules_version=RULES_VERSION,
                turn=match.turn,
                guild_id=row.guild_id,
                channel_id=row.channel_id,
                record=match.save(),
                seats=people,
                at=now,
            )
            await challenges.close(
                tx,
                challenge_id,
                ChallengeStatus.ACCEPTED,
                interaction_id=interaction_id,
                match_id=made.id,
                opponent_id=taker.id,
                opponent_name=taker.name,
            )
            await put_post(tx, made.id, 0, Post(PostKind.PLACE, payload={"challenge": challenge_id}), now)
            return made.id

        try:
            match_id = await self._store.write(job)
        except (challenges.Repeated, challenges.Closed) as first:
            _open(first.challenge)
            raise
        self._matches.wake()
        return await self._matches.get(match_id)

    async def decline(self, challenge_id: int, *, user_id: int, interaction_id: int) -> ChallengeRow:
        """Close a challenge that the challenged player declines; raise `Refusal` for everybody else."""
        row = await self.get(challenge_id)
        if row.opponent_id is None:
            raise Refusal("This challenge is open to anyone: if you do not want to play, just leave it.")
        if user_id != row.opponent_id:
            raise Refusal(f"Only {row.opponent_name} can decline this challenge.")
        return await self._close(row, ChallengeStatus.DECLINED, interaction_id)

    async def cancel(self, challenge_id: int, *, user_id: int, interaction_id: int) -> ChallengeRow:
        """Close a challenge that its challenger takes back; raise `Refusal` for everybody else."""
        row = await self.get(challenge_id)
        if user_id != row.challenger_id:
            raise Refusal(f"Only {row.challenger_name} can cancel this challenge.")
        return await self._close(row, ChallengeStatus.CANCELLED, interaction_id)

    async def change_options(
        self, challenge_id: int, *, user_id: int, options: Mapping[str, object]
    ) -> ChallengeRow:
        """Change the options while nobody has accepted yet; raise `Refusal` or the game's `BadOption`."""
        row = await self.own(challenge_id, user_id=user_id)
        _open(row)
        full = GAMES[row.game].read_options(options)
        if not await self._store.write(lambda tx: challenges.set_options(tx, challenge_id, json.dumps(full))):
            _open(await self.get(challenge_id))
        return await self.get(challenge_id)

    async def waiting_for(self, user_id: int) -> list[ChallengeRow]:
        """Return the open challenges to this user."""
        return await self._store.read(lambda tx: challenges.open_for(tx, user_id))

    async def made_by(self, user_id: int) -> list[ChallengeRow]:
        """Return the open challenges that this user made."""
        return await self._store.read(lambda tx: challenges.open_by(tx, user_id))

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
        try:
            return await self._store.write(
                lambda tx: challenges.close(tx, row.id, status, interaction_id=interaction_id)
            )
        except challenges.Repeated as first:
            return first.challenge
        except challenges.Closed as first:
            _open(first.challenge)
            raise

    def _challenger_seat(self, row: ChallengeRow, match: Match) -> int:
        if row.side == RANDOM_SIDE:
            return self._chance(2)
        return [str(side) for side in match.sides].index(row.side)


def _open(row: ChallengeRow) -> None:
    """Raise a `Refusal` that says what became of a challenge, unless it is open."""
    if row.status is ChallengeStatus.OPEN:
        return
    ends = {
        ChallengeStatus.ACCEPTED: f"{row.opponent_name} has taken it already",
        ChallengeStatus.DECLINED: f"{row.opponent_name} declined it",
        ChallengeStatus.CANCELLED: f"{row.challenger_name} cancelled it",
        ChallengeStatus.EXPIRED: "it has expired",
    }
    raise Refusal(f"This challenge is closed: {ends[row.status]}.")


def _side(game: AnyGame, options: Options, wanted: str) -> str:
    """Return the side asked for, as the match will name it; raise `RulesError` if the game has no such side."""
    if not wanted or wanted.casefold() == RANDOM_SIDE:
        return RANDOM_SIDE
    sides = tuple(map(str, Match(game, options, b"").sides))
    for side in sides:
        if side.casefold() == wanted.strip().casefold():
            return side
    raise RulesError(
        "unknown_value", name="side", value=clip(wanted), choices=", ".join((*sides, RANDOM_SIDE))
    )
