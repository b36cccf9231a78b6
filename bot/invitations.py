"""The use-cases of a challenge, from the card to the first board. Knows no Discord."""

import json
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from bot.refusals import Refusal
from bot.tables import RULES_VERSION, Post, Table, Tables, put_post
from data import challenges, matches, outbox
from data.challenges import ChallengeRow
from data.store import Transaction
from rules.catalogue import GAMES
from rules.game import AnyGame, RulesError, Settings
from rules.match import Match
from words import clip

LIFETIME: Final = 7 * 24 * 3600
"""Seconds until a challenge that nobody takes expires."""

RANDOM_SIDE: Final = "random"


@dataclass(frozen=True, slots=True)
class Person:
    """A user as a use-case needs him."""

    id: int
    name: str
    bot: bool = False


class Invitations:
    """Challenges; accepting one makes a match. `chance` draws a number below its argument, each as likely."""

    def __init__(self, tables: Tables, chance: Callable[[int], int] = secrets.randbelow) -> None:
        self.tables = tables
        self.store = tables.store
        self.clock = tables.clock
        self._chance = chance

    async def challenge(
        self,
        game: AnyGame,
        options: Mapping[str, object],
        side: str,
        challenger: Person,
        opponent: Person | None,
        guild_id: int,
        channel_id: int,
        interaction_id: int,
    ) -> ChallengeRow:
        """Post a challenge; raises `Refusal` or the game's `BadOption`."""
        if opponent and opponent.id == challenger.id:
            raise Refusal(
                "You cannot challenge yourself. Leave the opponent out, and anyone may take the seat."
            )
        if opponent and opponent.bot:
            raise Refusal(
                f"{opponent.name} is a bot, and bots do not play here. Challenge a member, or anyone."
            )
        settings = game.settings(options)
        now = self.clock()

        async def job(tx: Transaction) -> ChallengeRow:
            return await challenges.create(
                tx,
                game=game.key,
                options=json.dumps(settings),
                side=_side(game, settings, side),
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
            return await self.store.write(job)
        except challenges.Repeated as first:
            return first.challenge

    async def get(self, challenge_id: int) -> ChallengeRow:
        """A challenge; raises `Refusal` if there is none."""
        row = await self.store.read(lambda tx: challenges.get(tx, challenge_id))
        if row is None:
            raise Refusal("This challenge is not known here any more.")
        return row

    async def posted(self, challenge_id: int, message_id: int) -> None:
        """Remember the message that shows the challenge."""
        await self.store.write(lambda tx: challenges.set_message(tx, challenge_id, message_id))

    async def accept(self, challenge_id: int, taker: Person, interaction_id: int) -> Table:
        """Take the other seat: the match begins."""
        row = await self.get(challenge_id)
        if row.status == "open" and row.expires_at <= self.clock():
            await self.expire()
            row = await self.get(challenge_id)
        if row.closed_by_interaction == interaction_id and row.match_id is not None:
            return await self.tables.get(row.match_id)
        _open(row)
        if taker.id == row.challenger_id:
            raise Refusal("This is your own challenge; somebody else has to take it.")
        if row.opponent_id is not None and taker.id != row.opponent_id:
            raise Refusal(f"This challenge is for {row.opponent_name}. You can start your own with /play.")
        match = Match(GAMES[row.game], json.loads(row.options))
        people = [(row.challenger_id, row.challenger_name), (taker.id, taker.name)]
        if self._challenger_seat(row, match) == 1:
            people.reverse()

        async def job(tx: Transaction) -> int:
            now = self.clock()
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
                "accepted",
                interaction_id=interaction_id,
                match_id=made.id,
                opponent_id=taker.id,
                opponent_name=taker.name,
            )
            await put_post(tx, made.id, 0, Post("place", payload={"challenge": challenge_id}), now)
            return made.id

        try:
            match_id = await self.store.write(job)
        except (challenges.Repeated, challenges.Closed) as first:
            _open(first.challenge)
            raise
        self.tables.wake()
        return await self.tables.get(match_id)

    async def decline(self, challenge_id: int, user_id: int, interaction_id: int) -> ChallengeRow:
        """The challenged player does not want to."""
        row = await self.get(challenge_id)
        if row.opponent_id is None:
            raise Refusal("This challenge is open to anyone: if you do not want to play, just leave it.")
        if user_id != row.opponent_id:
            raise Refusal(f"Only {row.opponent_name} can decline this challenge.")
        return await self._close(row, "declined", interaction_id)

    async def cancel(self, challenge_id: int, user_id: int, interaction_id: int) -> ChallengeRow:
        """The challenger takes it back."""
        row = await self.get(challenge_id)
        if user_id != row.challenger_id:
            raise Refusal(f"Only {row.challenger_name} can cancel this challenge.")
        return await self._close(row, "cancelled", interaction_id)

    async def change_options(
        self, challenge_id: int, user_id: int, options: Mapping[str, object]
    ) -> ChallengeRow:
        """Other options, while nobody has accepted yet."""
        row = await self.get(challenge_id)
        if user_id != row.challenger_id:
            raise Refusal(f"Only {row.challenger_name} can change the options of this challenge.")
        _open(row)
        settings = GAMES[row.game].settings(options)
        if not await self.store.write(
            lambda tx: challenges.set_options(tx, challenge_id, json.dumps(settings))
        ):
            _open(await self.get(challenge_id))
        return await self.get(challenge_id)

    async def waiting_for(self, user_id: int) -> list[ChallengeRow]:
        """Open challenges to this user."""
        return await self.store.read(lambda tx: challenges.open_for(tx, user_id))

    async def made_by(self, user_id: int) -> list[ChallengeRow]:
        """Open challenges of this user."""
        return await self.store.read(lambda tx: challenges.open_by(tx, user_id))

    async def expire(self) -> float | None:
        """Expire what is due; when the next one will be, `None` if none is open."""

        async def job(tx: Transaction) -> float | None:
            now = self.clock()
            for row in await challenges.due(tx, now):
                await challenges.close(tx, row.id, "expired", interaction_id=None)
                await put_card(tx, row.id, now)
            return await challenges.next_due(tx)

        due = await self.store.write(job)
        self.tables.wake()
        return due

    async def _close(self, row: ChallengeRow, status: str, interaction_id: int) -> ChallengeRow:
        try:
            return await self.store.write(
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
        return match.sides.index(row.side)


async def put_card(tx: Transaction, challenge_id: int, now: float) -> None:
    """Put into the outbox that a challenge's card is to show what became of it."""
    await outbox.put(
        tx,
        dedup=f"c{challenge_id}",
        kind="challenge",
        version=0,
        payload="{}",
        at=now,
        challenge_id=challenge_id,
    )


def _open(row: ChallengeRow) -> None:
    """Raise a `Refusal` that says what became of a challenge, unless it is open."""
    if row.status == "open":
        return
    ends = {
        "accepted": f"{row.opponent_name} has taken it already",
        "declined": f"{row.opponent_name} declined it",
        "cancelled": f"{row.challenger_name} cancelled it",
        "expired": "it has expired",
    }
    raise Refusal(f"This challenge is closed: {ends[row.status]}.")


def _side(game: AnyGame, settings: Settings, wanted: str) -> str:
    """The side asked for, as the match will name it."""
    if not wanted or wanted.casefold() == RANDOM_SIDE:
        return RANDOM_SIDE
    sides = Match(game, settings, b"").sides
    for side in sides:
        if side.casefold() == wanted.strip().casefold():
            return side
    raise RulesError(
        "unknown_value", name="side", value=clip(wanted), choices=", ".join((*sides, RANDOM_SIDE))
    )
