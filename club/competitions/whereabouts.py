"""Where competitions are.

They stand still while their server or channel is gone, and can be taken to another channel.
"""

from collections.abc import Collection
from dataclasses import replace

from club.competitions.forfeits import against_server, server_left
from club.competitions.kinds.all_kinds import kind_of
from club.competitions.lookup import Official
from club.competitions.redraws import pairing_post, put_season, redraw_sections
from club.competitions.writer import Writer
from club.play.match.posts import Post
from club.refusals import Refusal
from data.competitions import competitions, entrants, pairings, teams
from data.competitions.competitions import CompetitionRow, StageStatus
from data.database.persons import NOBODY
from data.database.transaction import Transaction
from data.members import servers
from data.outbox import outbox
from data.outbox.post_kinds import PostKind


class CompetitionPlaces(Writer):
    """Follows what becomes of the places of competitions, and moves them."""

    async def server_gone(self, tx: Transaction, guild_id: int) -> None:
        """Suspend a server's leagues and forfeit its matches against other servers.

        Part of a transaction.
        """
        await server_left(tx, guild_id, self._now())
        for row in await competitions.of_server(tx, guild_id):
            if row.paused_at is None and not against_server(await teams.of_competition(tx, row.id)):
                await competitions.pause(tx, row.id, self._now())

    async def server_back(self, tx: Transaction, guild_id: int, places: Collection[int] | None) -> None:
        """Resume a server's leagues, later by the days the bot was away.

        Part of a transaction. Only those in one of `places` resume; if the places are not known, all do,
        except those whose channel was deleted.
        """
        for row in await competitions.of_server(tx, guild_id):
            if row.paused_at is None:
                await competitions.hurry(tx, row.id, self._now())  # its matches can be ended now
            elif not row.adrift and (places is None or row.channel_id in places):
                await self._go_on(tx, row)

    async def channel_gone(self, tx: Transaction, channel_id: int) -> None:
        """Suspend the competitions of a deleted channel and tell their members.

        Part of a transaction.
        """
        for row in await competitions.in_channel(tx, channel_id):
            stages = [each for each in await competitions.stages_of(tx, row.id) if _goes(each.status)]
            if not stages:
                continue
            if row.paused_at is None:
                await competitions.pause(tx, row.id, self._now())
            await competitions.place(tx, row.id, channel_id, adrift=True)
            people = {row.organiser_id}
            for stage in stages:
                here = await entrants.of_stage(tx, stage.id)
                people.update(each.user_id for each in here if not each.withdrawn)
            for user_id in sorted(each for each in people if each > NOBODY):
                named, told = f"a{row.id:x}u{user_id:x}", {"competition": row.id, "by": user_id}
                await outbox.put(tx, PostKind.UNPOSTED, self._now(), dedup=named, payload=told)

    async def thread_post(self, tx: Transaction, match_id: int) -> Post | None:
        """Return the post that makes the thread of a competition's match."""
        pairing = await pairings.of_match(tx, match_id)
        return pairing_post(pairing.id) if pairing else None

    async def adrift(self, competition_id: int) -> CompetitionRow | None:
        """Return a competition that has lost its channel, or `None` if it has one again."""
        row = await self._store.read(lambda tx: competitions.get(tx, competition_id))
        return row if row.adrift else None

    async def movable(self, guild_id: int, by: Official) -> list[CompetitionRow]:
        """Return a server's competitions that a member may move to another channel.

        Those without a channel come first.
        """

        async def job(tx: Transaction) -> list[CompetitionRow]:
            return [row for row in await competitions.going_in(tx, guild_id) if by.may(row)]

        return sorted(await self._store.read(job), key=lambda row: not row.adrift)

    async def move(self, competition_id: int, place: tuple[int, int], *, by: Official) -> None:
        """Move a competition to another channel of its server, where it goes on.

        Raise `Refusal` for a member who may not. Matches of it that have lost their place follow it there
        by themselves.
        """
        guild_id, channel_id = place

        async def job(tx: Transaction) -> None:
            here = await competitions.going_in(tx, guild_id)
            row = next((each for each in here if each.id == competition_id), None)
            if row is None:
                raise Refusal("league.gone")
            by.check(row)
            if row.channel_id == channel_id and not row.adrift:
                raise Refusal("league.there")
            await competitions.place(tx, row.id, channel_id, adrift=False)
            for stage in await competitions.stages_of(tx, row.id):
                if _goes(stage.status):
                    await competitions.set_stage(tx, replace(stage, message_id=None))
                    await put_season(tx, stage.id, self._now())
                    await redraw_sections(tx, stage.id, self._now(), anew=True)
            await self._go_on(tx, row)

        await self._write(job)

    async def _go_on(self, tx: Transaction, row: CompetitionRow) -> None:
        """Let a competition go on, later by the days that it stood still, if it did."""
        now, since = self._now(), row.paused_at
        if since is not None:
            zone = (await servers.get(tx, row.guild_id)).zone
            for stage in await competitions.stages_of(tx, row.id):
                if _goes(stage.status):
                    moved = kind_of(row).resume(row, stage, zone, since=since, now=now)
                    await competitions.set_stage(tx, moved)
                    await put_season(tx, stage.id, now)
            await competitions.pause(tx, row.id, None)
        await competitions.hurry(tx, row.id, now)


def _goes(status: StageStatus) -> bool:
    return status is not StageStatus.OVER
