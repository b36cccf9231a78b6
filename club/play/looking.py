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
from club.play.posts import put_card, put_seat
from data import challenges, looking, preferences
from data.challenges import ChallengeRow, ChallengeStatus
from data.looking import LookingRow
from data.store import Store
from data.transaction import Transaction
from rules.catalogue import GAMES

TOLD_AT_MOST: Final = 25
"""People who hear of one challenge: those who have not heard of any for longest."""
LOOKED_AT: Final = 500
"""People who want to hear of a game among whom they are looked for."""
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
        wanting = [row for row, rest in found if _wants_one(row, Rest.read(rest), now)]
        for row in wanting[:TOLD_AT_MOST]:
            await put_seat(tx, challenge.id, row.user_id, now)

    async def wanted(self, challenge_id: int, user_id: int) -> ChallengeRow | None:
        """Return a challenge if it is still open, and somebody still wants to hear of it now."""

        async def job(tx: Transaction) -> ChallengeRow | None:
            challenge = await challenges.get(tx, challenge_id)
            if challenge is None or challenge.status is not ChallengeStatus.OPEN:
                return None
            row = await looking.get(tx, user_id, challenge.guild_id)
            if row is None or challenge.game not in json.loads(row.games):
                return None
            rest = Rest.read((await preferences.get(tx, user_id)).rest)
            return challenge if _wants_one(row, rest, self._now()) else None

        return await self._store.read(job)

    async def told(self, tx: Transaction, challenge: ChallengeRow, user_id: int) -> None:
        """Count that somebody has been told of a challenge, whose card says how many have; part of a transaction."""
        row, now = await looking.get(tx, user_id, challenge.guild_id), self._now()
        if row is not None:
            rest = Rest.read((await preferences.get(tx, user_id)).rest)
            await looking.put(tx, replace(row, told_at=now, told=_told_today(row, rest, now) + 1))
        await challenges.add_told(tx, challenge.id)
        await put_card(tx, challenge.id, now)


def _wants_one(row: LookingRow, rest: Rest, now: float) -> bool:
    """Return whether somebody who wants to hear of a challenge wants that now, and not too often today."""
    hour = datetime.fromtimestamp(now, zone_of(rest.zone)).hour
    if not within(hour, row.since, row.until) or rest.awake(now) > now:
        return False
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
