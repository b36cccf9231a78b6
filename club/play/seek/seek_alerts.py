"""Seek alerts tell members about open challenges to games they want.

Members choose the games, the hours and how many alerts a day they want. A challenge that anyone may
accept is announced to them after a while, if it is still open. Whether a member may see the challenge's
place is checked when the alert is sent.
"""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from club.clocks.rest import Rest
from club.clocks.zones import load_zone
from club.play.match.posts import put_card_update
from data.database.store import Store
from data.database.transaction import Transaction
from data.members import bars, preferences
from data.outbox import outbox
from data.outbox.outbox import OutboxRow
from data.outbox.post_kinds import PostKind
from data.play import challenges, seek_alerts
from data.play.challenges import ChallengeRow, ChallengeStatus
from data.play.seek_alerts import SeekAlertRow
from rules.catalogue import GAMES

TOLD_AT_MOST: Final = 25
"""People who hear of one challenge: those who have not heard of any for longest."""
LOOKED_AT: Final = 500
"""People who want to hear of a game among whom they are looked for."""
COUNTED: Final = 1
"""Version of an outbox row that is counted in its receiver's quota for the day."""
A_DAY: Final = (1, 2, 3, 5, 10)
"""The numbers of challenges a day that a member can choose to hear of."""


class SeekAlerts:
    """Stores members' settings for seek alerts, and queues the alerts."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store = store
        self._now = now

    async def get(self, user_id: int, guild_id: int) -> SeekAlertRow:
        """Return a member's settings for seek alerts on a server.

        By default they get none.
        """
        row = await self._store.read(lambda tx: seek_alerts.get(tx, user_id, guild_id))
        return row or SeekAlertRow(user_id, guild_id, "[]")

    async def change_settings(self, user_id: int, guild_id: int, **settings: Any) -> SeekAlertRow:
        """Change some of a member's settings for seek alerts, and return all of them.

        `settings` are named like the fields of `SeekAlertRow`; `games` holds keys of games.
        """
        if "games" in settings:
            settings["games"] = json.dumps([game for game in GAMES if game in settings["games"]])

        async def job(tx: Transaction) -> SeekAlertRow:
            known = await seek_alerts.get(tx, user_id, guild_id) or SeekAlertRow(user_id, guild_id, "[]")
            changed = replace(known, **settings)
            await seek_alerts.put(tx, changed)
            return changed

        return await self._store.write(job)

    async def put_announcements(
        self, tx: Transaction, challenge: ChallengeRow, *, without: int | None = None
    ) -> None:
        """Queue alerts about a new challenge to the members who want them.

        `without` is a member who knows of it. This is part of the challenge's transaction. Nothing is queued
        for a challenge to one player.
        """
        if challenge.opponent_id is not None or not challenge.home_server_id:
            return
        found = await seek_alerts.list_for_game(
            tx, challenge.guild_id, challenge.game, except_user_id=challenge.challenger_id, limit=LOOKED_AT
        )
        now = self._now()
        rests = [(row, Rest.parse(rest)) for row, rest in found]
        wanting = [row for row, rest in rests if _is_awake(row, rest, now) and _has_room(row, rest, now)]
        wanting = [row for row in wanting if row.user_id != without]
        for row in wanting[:TOLD_AT_MOST]:
            to = {"to": row.user_id}
            await outbox.put(tx, PostKind.SEAT, now, payload=to, challenge_id=challenge.id)

    async def find_wanted_challenge(self, row: OutboxRow, user_id: int) -> ChallengeRow | None:
        """Return the challenge that an outbox row announces to a user.

        Return `None` if it is no longer open, or if the user does not want to hear of it now.
        """
        return await self._store.read(lambda tx: self._find_wanted(tx, row, user_id))

    async def count_alert(self, row: OutboxRow, user_id: int) -> bool:
        """Count an alert against a user's daily limit; return whether they want it.

        Each row is counted only once. It is counted before it is sent, so that several alerts sent at the
        same time do not exceed the limit.
        """

        async def job(tx: Transaction) -> bool:
            challenge = await self._find_wanted(tx, row, user_id)
            if challenge is None:
                return False
            if row.version != COUNTED:
                await self._note(tx, challenge.guild_id, user_id, told=1)
                await outbox.set_version(tx, row.id, COUNTED)
            return True

        return await self._store.write(job)

    async def move_to_back(self, tx: Transaction, challenge: ChallengeRow, user_id: int) -> None:
        """Give other members precedence over this user for the next alert.

        The user cannot see the challenge's place. This is part of a transaction.
        """
        await self._note(tx, challenge.guild_id, user_id, told=0)

    async def count_recipient(self, tx: Transaction, challenge: ChallengeRow) -> None:
        """Count one more user who has heard of a challenge.

        The card of the challenge shows the number. This is part of a transaction.
        """
        await challenges.count_told(tx, challenge.id)
        await put_card_update(tx, challenge.id, self._now())

    async def _find_wanted(self, tx: Transaction, row: OutboxRow, user_id: int) -> ChallengeRow | None:
        """Return the challenge that an outbox row announces to a user.

        Return `None` if it is no longer open, if the user does not want to hear of it now, or if they or
        the challenger are barred on its server.
        """
        challenge, now = await challenges.get(tx, row.challenge_id or 0), self._now()
        if challenge is None or challenge.status is not ChallengeStatus.OPEN or challenge.expires_at <= now:
            return None
        known = await seek_alerts.get(tx, user_id, challenge.guild_id)
        if known is None or challenge.game not in json.loads(known.games):
            return None
        for player_id in (user_id, challenge.challenger_id):
            if await bars.get(tx, challenge.guild_id, player_id) is not None:
                return None  # the seat would be refused
        rest = Rest.parse((await preferences.get(tx, user_id)).rest)
        wants = _is_awake(known, rest, now) and (row.version == COUNTED or _has_room(known, rest, now))
        return challenge if wants else None

    async def _note(self, tx: Transaction, guild_id: int, user_id: int, *, told: int) -> None:
        known, now = await seek_alerts.get(tx, user_id, guild_id), self._now()
        if known is not None:
            rest = Rest.parse((await preferences.get(tx, user_id)).rest)
            await seek_alerts.put(tx, replace(known, told_at=now, told=_told_today(known, rest, now) + told))


def _is_awake(row: SeekAlertRow, rest: Rest, now: float) -> bool:
    """Whether a member wants to hear of challenges at this hour.

    They do not during their quiet hours.
    """
    hour = datetime.fromtimestamp(now, load_zone(rest.zone)).hour
    return is_hour_within(hour, row.since, row.until) and rest.next_awake_time(now) <= now


def _has_room(row: SeekAlertRow, rest: Rest, now: float) -> bool:
    """Whether a member wants another alert today."""
    return _told_today(row, rest, now) < row.most


def _told_today(row: SeekAlertRow, rest: Rest, now: float) -> int:
    """Return how many alerts a member has had today, in their own time zone."""
    if row.told_at is None:
        return 0
    zone = load_zone(rest.zone)
    last, today = (datetime.fromtimestamp(at, zone).date() for at in (row.told_at, now))
    return row.told if last == today else 0


def is_hour_within(hour: int, since: int | None, until: int | None) -> bool:
    """Whether an hour is from `since` to before `until`, possibly past midnight.

    It is if `since` or `until` is `None`.

    >>> [is_hour_within(hour, 22, 6) for hour in (21, 22, 5, 6)]
    [False, True, True, False]
    """
    if since is None or until is None:
        return True
    return since <= hour < until if since < until else hour >= since or hour < until
