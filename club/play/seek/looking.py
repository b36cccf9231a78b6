"""Looking for a game: members hear of open challenges to games they want, when they want, and of no more a day.

Each challenge that anyone may take is told after a while, if it is still open, by a row of the outbox for each person.
Whether they may see its place is asked of Discord when it is told.
"""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from club.clocks.rest import Rest
from club.clocks.zones import zone_of
from club.play.match.posts import put_card, put_seat
from data.database.store import Store
from data.database.transaction import Transaction
from data.members import preferences
from data.outbox import outbox
from data.outbox.outbox import OutboxRow
from data.play import challenges, looking
from data.play.challenges import ChallengeRow, ChallengeStatus
from data.play.looking import LookingRow
from rules.catalogue import GAMES

TOLD_AT_MOST: Final = 25
"""People who hear of one challenge: those who have not heard of any for longest."""
LOOKED_AT: Final = 500
"""People who want to hear of a game among whom they are looked for."""
COUNTED: Final = 1
"""The version of a row of the outbox that is counted among what somebody hears today."""
A_DAY: Final = (1, 2, 3, 5, 10)
"""How many a day somebody can choose to hear of."""


class Looking:
    """Keeps who wants to hear of what, and has them told."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store = store
        self._now = now

    async def get(self, user_id: int, guild_id: int) -> LookingRow:
        """Return what somebody wants to hear of on a server; nothing by default."""
        row = await self._store.read(lambda tx: looking.get(tx, user_id, guild_id))
        return row or LookingRow(user_id, guild_id, "[]")

    async def change(self, user_id: int, guild_id: int, **settings: Any) -> LookingRow:
        """Store some of what somebody wants, by the names of `LookingRow`, and return all; `games` are keys."""
        if "games" in settings:
            settings["games"] = json.dumps([game for game in GAMES if game in settings["games"]])

        async def job(tx: Transaction) -> LookingRow:
            known = await looking.get(tx, user_id, guild_id) or LookingRow(user_id, guild_id, "[]")
            changed = replace(known, **settings)
            await looking.put(tx, changed)
            return changed

        return await self._store.write(job)

    async def put_told(self, tx: Transaction, challenge: ChallengeRow) -> None:
        """Put into the outbox that those are told who want to hear of a new challenge; part of its transaction."""
        if challenge.opponent_id is not None or not challenge.home:
            return
        found = await looking.of_game(
            tx, challenge.guild_id, challenge.game, but=challenge.challenger_id, limit=LOOKED_AT
        )
        now = self._now()
        rests = [(row, Rest.read(rest)) for row, rest in found]
        wanting = [row for row, rest in rests if _is_awake(row, rest, now) and _has_room(row, rest, now)]
        for row in wanting[:TOLD_AT_MOST]:
            await put_seat(tx, challenge.id, row.user_id, now)

    async def wanted(self, row: OutboxRow, user_id: int) -> ChallengeRow | None:
        """Return the challenge that a row of the outbox tells somebody of, if it is open and they want that now."""
        return await self._store.read(lambda tx: self._wanted(tx, row, user_id))

    async def count(self, row: OutboxRow, user_id: int) -> bool:
        """Count what somebody is about to be told among what they hear today, once a row; return whether they want it.

        It is counted before it is sent: of several that are sent at once, none is more than they want.
        """

        async def job(tx: Transaction) -> bool:
            challenge = await self._wanted(tx, row, user_id)
            if challenge is None:
                return False
            if row.version != COUNTED:
                await self._note(tx, challenge.guild_id, user_id, told=1)
                await outbox.set_version(tx, row.id, COUNTED)
            return True

        return await self._store.write(job)

    async def pass_over(self, tx: Transaction, challenge: ChallengeRow, user_id: int) -> None:
        """Let others come first the next time, for somebody does not see the place of a challenge."""
        await self._note(tx, challenge.guild_id, user_id, told=0)

    async def count_told(self, tx: Transaction, challenge: ChallengeRow) -> None:
        """Count one more person who has been told of a challenge, whose card says how many; part of a transaction."""
        await challenges.add_told(tx, challenge.id)
        await put_card(tx, challenge.id, self._now())

    async def _wanted(self, tx: Transaction, row: OutboxRow, user_id: int) -> ChallengeRow | None:
        challenge, now = await challenges.get(tx, row.challenge_id or 0), self._now()
        if challenge is None or challenge.status is not ChallengeStatus.OPEN or challenge.expires_at <= now:
            return None
        known = await looking.get(tx, user_id, challenge.guild_id)
        if known is None or challenge.game not in json.loads(known.games):
            return None
        rest = Rest.read((await preferences.get(tx, user_id)).rest)
        wants = _is_awake(known, rest, now) and (row.version == COUNTED or _has_room(known, rest, now))
        return challenge if wants else None

    async def _note(self, tx: Transaction, guild_id: int, user_id: int, *, told: int) -> None:
        known, now = await looking.get(tx, user_id, guild_id), self._now()
        if known is not None:
            rest = Rest.read((await preferences.get(tx, user_id)).rest)
            await looking.put(tx, replace(known, told_at=now, told=_told_today(known, rest, now) + told))


def _is_awake(row: LookingRow, rest: Rest, now: float) -> bool:
    """Return whether it is an hour at which somebody wants to hear of challenges, and none of their quiet ones."""
    hour = datetime.fromtimestamp(now, zone_of(rest.zone)).hour
    return within(hour, row.since, row.until) and rest.awake(now) <= now


def _has_room(row: LookingRow, rest: Rest, now: float) -> bool:
    """Return whether somebody wants to hear of another one today."""
    return _told_today(row, rest, now) < row.most


def _told_today(row: LookingRow, rest: Rest, now: float) -> int:
    """Return of how many challenges somebody has heard on this day of theirs."""
    if row.told_at is None:
        return 0
    zone = zone_of(rest.zone)
    last, today = (datetime.fromtimestamp(at, zone).date() for at in (row.told_at, now))
    return row.told if last == today else 0


def within(hour: int, since: int | None, until: int | None) -> bool:
    """Return whether an hour is one of those from `since` to before `until`, which may be on the next day.

    >>> [within(hour, 22, 6) for hour in (21, 22, 5, 6)]
    [False, True, True, False]
    """
    if since is None or until is None:
        return True
    return since <= hour < until if since < until else hour >= since or hour < until
