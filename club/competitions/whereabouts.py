"""The channels and servers of competitions.

A competition is paused while its server or channel is gone, and it can be moved to another channel.
"""

from collections.abc import Collection
from dataclasses import replace

from club.competitions.forfeits import forfeit_team_matches, has_guest_team
from club.competitions.kinds.all_kinds import kind_of
from club.competitions.lookup import Official
from club.competitions.redraws import pairing_post, queue_season_cards, redraw_sections
from club.competitions.writer import CompetitionWriter
from club.play.match.posts import Post
from club.refusals import Refusal
from data.competitions import competitions, entrants, pairings, teams
from data.competitions.competitions import CompetitionRow, StageStatus
from data.database.persons import NOBODY
from data.database.transaction import Transaction
from data.members import servers
from data.outbox import outbox
from data.outbox.post_kinds import PostKind


class CompetitionPlaces(CompetitionWriter):
    """Pauses and resumes competitions as their places change, and moves them."""

    async def suspend_server(self, tx: Transaction, guild_id: int) -> None:
        """Pause a server's competitions, and forfeit its matches against others.

        The bot was removed from the server. This is part of the caller's transaction.
        """
        await forfeit_team_matches(tx, guild_id, self._now())
        for row in await competitions.list_for_server(tx, guild_id):
            if row.paused_at is None and not has_guest_team(await teams.list_for_competition(tx, row.id)):
                await competitions.pause(tx, row.id, self._now())

    async def resume_server(self, tx: Transaction, guild_id: int, places: Collection[int] | None) -> None:
        """Resume a server's competitions, later by the days the bot was away.

        Only those whose channel is in `places` resume; if `places` is `None`, all do, except those whose
        channel was deleted. This is part of the caller's transaction.
        """
        for row in await competitions.list_for_server(tx, guild_id):
            if row.paused_at is None:
                await competitions.bring_forward(tx, row.id, self._now())  # its matches can be ended now
            elif not row.adrift and (places is None or row.channel_id in places):
                await self._resume(tx, row)

    async def suspend_channel(self, tx: Transaction, channel_id: int) -> None:
        """Pause the competitions of a deleted channel, and notify their members.

        This is part of the caller's transaction.
        """
        for row in await competitions.list_for_channel(tx, channel_id):
            stages = [
                each for each in await competitions.list_latest_stages(tx, row.id) if _goes(each.status)
            ]
            if not stages:
                continue
            if row.paused_at is None:
                await competitions.pause(tx, row.id, self._now())
            await competitions.set_channel(tx, row.id, channel_id, adrift=True)
            people = {row.organiser_id}
            for stage in stages:
                here = await entrants.list_for_stage(tx, stage.id)
                people.update(each.user_id for each in here if not each.withdrawn)
            for user_id in sorted(each for each in people if each > NOBODY):
                named, told = f"a{row.id:x}u{user_id:x}", {"competition": row.id, "by": user_id}
                await outbox.put(tx, PostKind.UNPOSTED, self._now(), dedup=named, payload=told)

    async def find_thread_post(self, tx: Transaction, match_id: int) -> Post | None:
        """Return the post that creates the thread of a competition's match.

        Return `None` if the match belongs to no competition.
        """
        pairing = await pairings.find_by_match(tx, match_id)
        return pairing_post(pairing.id) if pairing else None

    async def load_stranded(self, competition_id: int) -> CompetitionRow | None:
        """Return a competition that has lost its channel.

        Return `None` if it has a channel again.
        """
        row = await self._store.read(lambda tx: competitions.get(tx, competition_id))
        return row if row.adrift else None

    async def list_movable(self, guild_id: int, official: Official) -> list[CompetitionRow]:
        """Return a server's competitions that a member may move elsewhere.

        Those that have lost their channel come first.
        """

        async def job(tx: Transaction) -> list[CompetitionRow]:
            return [row for row in await competitions.list_active(tx, guild_id) if official.may_organise(row)]

        return sorted(await self._store.read(job), key=lambda row: not row.adrift)

    async def move(self, competition_id: int, place: tuple[int, int], *, official: Official) -> None:
        """Move a competition to another channel of its server, and resume it.

        Its matches that have lost their place follow automatically. Raise `Refusal` if the member may not
        move it.
        """
        guild_id, channel_id = place

        async def job(tx: Transaction) -> None:
            here = await competitions.list_active(tx, guild_id)
            row = next((each for each in here if each.id == competition_id), None)
            if row is None:
                raise Refusal("league.gone")
            official.check_may_organise(row)
            if row.channel_id == channel_id and not row.adrift:
                raise Refusal("league.there")
            await competitions.set_channel(tx, row.id, channel_id, adrift=False)
            for stage in await competitions.list_latest_stages(tx, row.id):
                if _goes(stage.status):
                    await competitions.update_stage(tx, replace(stage, message_id=None))
                    await queue_season_cards(tx, stage.id, self._now())
                    await redraw_sections(tx, stage.id, self._now(), repost=True)
            await self._resume(tx, row)

        await self._write(job)

    async def _resume(self, tx: Transaction, row: CompetitionRow) -> None:
        """Resume a competition; if it was paused, shift its dates accordingly."""
        now, since = self._now(), row.paused_at
        if since is not None:
            zone = (await servers.get(tx, row.guild_id)).zone
            for stage in await competitions.list_latest_stages(tx, row.id):
                if _goes(stage.status):
                    moved = kind_of(row).resumed_stage(row, stage, zone, since=since, now=now)
                    await competitions.update_stage(tx, moved)
                    await queue_season_cards(tx, stage.id, now)
            await competitions.pause(tx, row.id, None)
        await competitions.bring_forward(tx, row.id, now)


def _goes(status: StageStatus) -> bool:
    return status is not StageStatus.OVER
