"""How moderators bar a member from playing on their server, and let them back.

A bar ends what the member has going there: matches end without a result, and competitions are left. It
stands in the log of the server with its reason.
"""

from collections.abc import Awaitable, Callable
from typing import Final

from club.members.people import Act, Person
from club.play.course.admin_log import AdminLog
from club.play.course.moderation import Moderation
from club.play.match.matches import Matches
from club.play.match.own_matter import check_uninvolved_in_match
from club.refusals import Refusal
from data.database.transaction import Transaction
from data.members import bars
from data.members.bars import BarRow
from data.play import listing
from data.standing import club_cards

EVERY_MATCH: Final = 1000
"""More matches than one person can have going."""
LOOKS: Final = 3
"""How often it is looked for matches that began while the bar was stored, at most."""

WithdrawFromServer = Callable[[Transaction, int, int], Awaitable[None]]
"""Withdraws a member from all competitions of a server, given both ids."""


class Barring:
    """Bars members from servers on behalf of moderators, and lets them back."""

    def __init__(
        self, matches: Matches, moderation: Moderation, log: AdminLog, withdraw: WithdrawFromServer
    ) -> None:
        self._matches = matches
        self._moderation = moderation
        self._log = log
        self._withdraw = withdraw

    async def bar(self, guild_id: int, member: Person, act: Act, *, why: str, until: float | None) -> None:
        """Bar a member from a server until a time, or for good if `until` is `None`.

        An earlier bar is replaced. Raise `Refusal` if the moderator has a part in a match that would end.
        """
        if member.id == act.user_id:
            raise Refusal("bar.self")
        if member.is_bot:
            raise Refusal("bar.bot", name=member.name)

        async def going(tx: Transaction) -> list[int]:
            running = await listing.list_for_user(tx, member.id, guild_id=guild_id, limit=EVERY_MATCH)
            stopped = await listing.list_suspended(tx, member.id, limit=EVERY_MATCH)
            return [row.id for row in (*running, *stopped) if row.home_server_id == guild_id]

        async def job(tx: Transaction) -> list[int]:
            ids = await going(tx)
            for match_id in ids:
                await check_uninvolved_in_match(tx, match_id, act.user_id)
            row = BarRow(guild_id=guild_id, user_id=member.id, why=why, at=self._matches.now(), until=until)
            await bars.put(tx, row)
            await self._log.log_bar(tx, act=act, row=row)
            await self._withdraw(tx, member.id, guild_id)
            await club_cards.request_update(tx, guild_id, self._matches.now())  # it lists their open seats
            return ids

        ids = await self._matches.store.write(job)
        for _ in range(LOOKS):
            for match_id in ids:
                await self._moderation.end_barred_match(match_id)
            if not (ids := await self._matches.store.read(going)):
                break  # none has begun meanwhile
        self._matches.expect()
        self._matches.wake()

    async def let_back(self, guild_id: int, member: Person, act: Act, *, why: str) -> None:
        """Let a barred member play on a server again.

        Raise `Refusal` if they are not barred.
        """
        if member.id == act.user_id:
            raise Refusal("bar.self")

        async def job(tx: Transaction) -> None:
            row = await bars.get(tx, guild_id, member.id)
            if row is None:
                raise Refusal("bar.not", name=member.name)
            await bars.remove(tx, guild_id, member.id)
            await self._log.log_bar_end(tx, act=act, row=row, why=why)
            await club_cards.request_update(tx, guild_id, self._matches.now())

        await self._matches.store.write(job)
        self._matches.wake()
