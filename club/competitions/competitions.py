"""What people do in competitions: make a league, sign up, leave, take a place that is free, rule on a result."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from club.clocks.control import Control
from club.competitions.found import organised_by, section_of, stage_of
from club.competitions.kinds import Kind, kind_of
from club.competitions.organising import enter_late, make, put_off
from club.competitions.seasons import LEAGUE, LENGTH, NOTICE, Calendar
from club.competitions.sheets import Sheet, sheet_of
from club.members.people import Act, Person
from club.play.posts import put_season, put_section
from club.refusals import Refusal
from data import competitions, entrants, pairings, servers
from data.competitions import CompetitionRow, NewCompetition, SectionRow, StageRow, StageStatus
from data.entrants import EntrantRow
from data.pairings import Jump, LogRow, Result
from data.store import Store
from data.transaction import Transaction
from rules.game import AnyGame

NAME: Final = 60
"""Characters of a league's name."""
DAY: Final = 24 * 3600.0


@dataclass(frozen=True, slots=True)
class Season:
    """A season with who is in it; `sections` are there once it has started."""

    competition: CompetitionRow
    stage: StageRow
    entrants: Sequence[EntrantRow]
    sections: Sequence[SectionRow]


class Competitions:
    """The leagues of all servers.

    `wake` is called when the outbox has something new, `expect` when something may be due.
    """

    def __init__(
        self,
        store: Store,
        *,
        now: Callable[[], float],
        wake: Callable[[], None],
        expect: Callable[[], None],
    ) -> None:
        self._store = store
        self._expect = expect
        self._now = now
        self._wake = wake

    async def create(
        self,
        *,
        name: str,
        game: AnyGame,
        options: Mapping[str, object],
        control: Control,
        hour: int,
        organiser: Act,
        place: tuple[int, int],
    ) -> CompetitionRow:
        """Make a league in a server's channel (`place`), whose first season people sign up for from now on.

        Raises `Refusal`, or the game's `BadOption`.
        """
        guild_id, channel_id = place
        new = NewCompetition(
            guild_id=guild_id,
            channel_id=channel_id,
            kind=LEAGUE,
            name=name,
            organiser_id=organiser.user_id,
            game=game.key,
            options=json.dumps(game.read_options(options)),
            control=control.text,
            hour=hour,
        )

        async def job(tx: Transaction) -> CompetitionRow:
            now, calendar = self._now(), Calendar(hour, (await servers.get(tx, guild_id)).zone)
            starts_at = calendar.after(now, NOTICE)
            return await make(
                tx, new, organiser.interaction_id, starts_at, now,
                closes_at=calendar.after(starts_at, LENGTH), seen_to_at=now,
            )  # fmt: skip

        row = await self._store.write(job)
        self._changed()
        return row

    async def join(self, stage_id: int, who: Person) -> Season:
        """Sign somebody up for a season, and return it; raise `Refusal` where that is not possible any more."""

        async def job(tx: Transaction) -> None:
            stage, kind = await self._stage(tx, stage_id)
            if kind.called and stage.status is StageStatus.RUNNING:
                await enter_late(tx, stage, kind, who, self._now())
                return
            stage = await self._open(tx, stage_id)
            joined = await entrants.of_stage(tx, stage.id)
            if len(joined) >= kind.most and all(entrant.user_id != who.id for entrant in joined):
                raise Refusal("league.full", limit=kind.most)
            if await entrants.join(tx, stage.id, who.id, who.name, at=self._now()):
                await self._redraw_season(tx, stage.id)

        await self._store.write(job)
        self._changed()
        return await self.season(stage_id)

    async def leave(self, stage_id: int, user_id: int) -> Season:
        """Take somebody out of a season that has not started, and return it; raise `Refusal` once it has."""

        async def job(tx: Transaction) -> None:
            stage = await self._open(tx, stage_id)
            if entrant := await entrants.entrant_of(tx, stage.id, user_id):
                await entrants.leave(tx, entrant.id)
                await self._redraw_season(tx, stage.id)

        await self._store.write(job)
        self._changed()
        return await self.season(stage_id)

    async def withdraw(self, section_id: int, user_id: int) -> Sheet:
        """Let somebody play on what they have begun and nothing more; raise `Refusal` for who plays nothing here."""

        async def job(tx: Transaction) -> None:
            entrant = await self._playing(tx, section_id, user_id)
            await self._withdraw(tx, entrant)

        await self._store.write(job)
        self._changed()
        return await self.sheet(section_id)

    async def playing(self, section_id: int, user_id: int) -> EntrantRow:
        """Return the place of somebody who plays in a section; raise `Refusal` for everybody else."""
        return await self._store.read(lambda tx: self._playing(tx, section_id, user_id))

    async def take_place(self, section_id: int, entrant_id: int, who: Person) -> Sheet:
        """Give somebody the place of a person who has not begun to play; raise `Refusal` where it is not free."""

        async def job(tx: Transaction) -> None:
            section, stage = await section_of(tx, section_id)
            if await entrants.entrant_of(tx, stage.id, who.id):
                raise Refusal("league.taken.in")
            idle = await entrants.not_begun(tx, stage.id)
            entrant = next((each for each in idle if each.id == entrant_id and each.absent_at), None)
            running = stage.status is StageStatus.RUNNING and self._now() < stage.closes_at
            if entrant is None or entrant.section_id != section.id or not running:
                raise Refusal("league.taken")
            await entrants.replace(tx, entrant.id, who.id, who.name, at=self._now())
            await self._jump(tx, section.id, Jump.REPLACED, by=who.id, entrant_id=entrant.id)
            await competitions.hurry(tx, stage.competition_id, self._now())

        await self._store.write(job)
        self._changed()
        return await self.sheet(section_id)

    async def rule(self, pairing_id: int, result: Result | None, *, by: int) -> Sheet:
        """Let a result count for a pairing instead of what became of it, or that again (`None`); return its section.

        Raises `Refusal` for everybody but the organiser, and while the match goes on.
        """

        async def job(tx: Transaction) -> int:
            pairing = await pairings.get(tx, pairing_id)
            if pairing is None:
                raise Refusal("league.gone")
            _, stage = await section_of(tx, pairing.section_id)
            await organised_by(tx, stage, by)
            if pairing.result is None:
                raise Refusal("league.rule.early")
            _, kind = await self._stage(tx, stage.id)
            if kind.by_rounds and not kind.called and pairing.round != stage.round:
                raise Refusal("tournament.rule.round")  # who lost there plays no more
            if result != pairing.ruling:
                await pairings.rule(tx, pairing.id, result)
                await self._jump(
                    tx, pairing.section_id, Jump.RULED, by=by, pairing_id=pairing.id, result=result
                )
                await competitions.hurry(tx, stage.competition_id, self._now())
            return pairing.section_id

        section_id = await self._store.write(job)
        self._changed()
        return await self.sheet(section_id)

    async def stop(self, stage_id: int, *, by: int) -> Season:
        """Let a league end with the season that runs, and call off the one that people sign up for."""

        async def job(tx: Transaction) -> None:
            stage = await stage_of(tx, stage_id)
            await organised_by(tx, stage, by)
            await competitions.stop(tx, stage.competition_id)
            for each in await competitions.stages_of(tx, stage.competition_id):
                if each.status is StageStatus.OPEN:
                    await competitions.set_stage(tx, replace(each, status=StageStatus.OVER))
                    await put_season(tx, each.id, self._now())
            await competitions.hurry(tx, stage.competition_id, self._now())

        await self._store.write(job)
        self._changed()
        return await self.season(stage_id)

    async def organised(self, stage_id: int, *, by: int) -> Season:
        """Return a season to the organiser of its league; raise `Refusal` for everybody else."""
        season = await self.season(stage_id)
        if season.competition.organiser_id != by:
            raise Refusal("league.organiser")
        return season

    async def season(self, stage_id: int) -> Season:
        """Return a season with who is in it; raise `Refusal` if there is none."""

        async def job(tx: Transaction) -> Season:
            stage = await stage_of(tx, stage_id)
            return Season(
                await competitions.get(tx, stage.competition_id),
                stage,
                await entrants.of_stage(tx, stage.id),
                await competitions.sections_of(tx, stage.id),
            )

        return await self._store.read(job)

    async def sheet(self, section_id: int) -> Sheet:
        """Return a section with its table; raise `Refusal` if there is none."""

        async def job(tx: Transaction) -> Sheet:
            section, _ = await section_of(tx, section_id)
            return await sheet_of(tx, section)

        return await self._store.read(job)

    async def season_shown(self, tx: Transaction, season: Season, message_id: int) -> None:
        """Note that a message shows a season; what has changed since is shown by another change."""
        if await competitions.show_stage(tx, season.stage.id, message_id) != season.stage.version:
            await put_season(tx, season.stage.id, self._now())

    async def sheet_shown(self, tx: Transaction, sheet: Sheet, message_id: int) -> None:
        """Note that a message shows a section; what has changed since is shown by another change.

        The card of the season leads to it.
        """
        known = await competitions.section(tx, sheet.section.id)
        version = known.version if known else None
        if message_id != sheet.section.message_id:
            await self._redraw_season(tx, sheet.stage.id)
            version = await competitions.show_section(tx, sheet.section.id, message_id)
        # What was only edited stays as it is: it may have to be posted anew by now.
        if version != sheet.section.version:
            await put_section(tx, sheet.section.id, self._now())

    async def drop_person(self, tx: Transaction, user_id: int) -> None:
        """Withdraw somebody who is being forgotten from all that they are in; part of a transaction."""
        for entrant in await entrants.entered(tx, user_id):
            if entrant.section_id is None:
                await entrants.leave(tx, entrant.id)
                await self._redraw_season(tx, entrant.stage_id)
            else:
                await self._withdraw(tx, entrant)

    async def server_gone(self, tx: Transaction, guild_id: int) -> None:
        """Let the leagues of a server stand still; part of a transaction."""
        for row in await competitions.of_server(tx, guild_id):
            if row.paused_at is None:
                await competitions.pause(tx, row.id, self._now())

    async def server_back(self, tx: Transaction, guild_id: int) -> None:
        """Let the leagues of a server go on, later by the days that the bot was not there; part of a transaction."""
        now, zone = self._now(), (await servers.get(tx, guild_id)).zone
        for row in await competitions.of_server(tx, guild_id):
            if row.paused_at is None:
                continue
            days = -int(-(now - row.paused_at) // DAY)
            for stage in await competitions.stages_of(tx, row.id):
                if stage.status is not StageStatus.OVER:
                    moved = put_off(stage, now - row.paused_at, since=row.paused_at)
                    if kind_of(row).seasons:
                        moved = Calendar(row.hour, zone).moved(stage, days, since=row.paused_at)
                    await competitions.set_stage(tx, moved)
                    await put_season(tx, stage.id, now)
            await competitions.pause(tx, row.id, None)
            await competitions.hurry(tx, row.id, now)

    def _changed(self) -> None:
        self._wake()
        self._expect()

    async def _stage(self, tx: Transaction, stage_id: int) -> tuple[StageRow, Kind]:
        stage = await stage_of(tx, stage_id)
        return stage, kind_of(await competitions.get(tx, stage.competition_id))

    async def _open(self, tx: Transaction, stage_id: int) -> StageRow:
        """Return a stage that people can sign up for; raise `Refusal` for every other."""
        stage, kind = await self._stage(tx, stage_id)
        if stage.status is not StageStatus.OPEN:
            raise Refusal("league.started" if kind.seasons else "tournament.started")
        return stage

    async def _playing(self, tx: Transaction, section_id: int, user_id: int) -> EntrantRow:
        section, stage = await section_of(tx, section_id)
        entrant = await entrants.entrant_of(tx, stage.id, user_id)
        if entrant is None or entrant.section_id != section.id:
            raise Refusal("league.outside")
        if entrant.withdrawn or stage.status is not StageStatus.RUNNING:
            raise Refusal("league.withdrawn")
        return entrant

    async def _withdraw(self, tx: Transaction, entrant: EntrantRow) -> None:
        assert entrant.section_id is not None  # their season runs
        await entrants.withdraw(tx, entrant.id)
        await self._jump(tx, entrant.section_id, Jump.WITHDRAWN, by=entrant.user_id, entrant_id=entrant.id)
        # A round may wait for nobody else.
        own = await pairings.competition_of(tx, entrant.section_id)
        await competitions.hurry(tx, own, self._now())

    async def _redraw_season(self, tx: Transaction, stage_id: int) -> None:
        await competitions.touch_stage(tx, stage_id)
        await put_season(tx, stage_id, self._now())

    async def _jump(
        self,
        tx: Transaction,
        section_id: int,
        what: Jump,
        *,
        by: int,
        entrant_id: int | None = None,
        pairing_id: int | None = None,
        result: Result | None = None,
    ) -> None:
        """Note what makes the table of a section jump, and have it drawn anew."""
        row = LogRow(section_id, self._now(), by, what, entrant_id, pairing_id, result)
        await pairings.log(tx, row)
        await competitions.touch_section(tx, section_id)
        await put_section(tx, section_id, self._now())
