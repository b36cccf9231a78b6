"""Actions of members in competitions.

They make a league, sign up, leave, take a free place and rule on a result.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from club.clocks.time_control import TimeControl
from club.competitions.absences import check_member
from club.competitions.announcements import Announcements
from club.competitions.crosstable import Crosstable, stands_still
from club.competitions.kinds.all_kinds import kind_of
from club.competitions.kinds.kind import CompetitionKind, rated_points
from club.competitions.kinds.league import LeagueKind
from club.competitions.lookup import Official, crosstable_of, organised_by, section_of, stage_of
from club.competitions.redraws import put_season, put_section, redraw_section, redraw_stage
from club.competitions.seasons import LENGTH, NOTICE, Calendar
from club.competitions.team_boards import in_order
from club.competitions.tournaments import make, new_competition
from club.competitions.writer import Writer
from club.members.people import Act, Person
from club.play.match.own_matter import check_pairing
from club.refusals import Refusal
from data.competitions import competitions, entrants, pairings, teams
from data.competitions.competitions import (
    CompetitionPart,
    CompetitionRow,
    SectionRow,
    StageRow,
    StageStatus,
)
from data.competitions.entrants import EntrantRow
from data.competitions.pairings import PairingResult, PairingRow, TableChange, TableChangeRow
from data.competitions.teams import TeamRow
from data.database.store import Store
from data.database.transaction import Transaction
from data.members import servers
from rules.game import AnyGame

NAME: Final = 60
"""Characters of a league's name."""


@dataclass(frozen=True, slots=True)
class StageView:
    """A season with who is in it; `sections` are there once it has started.

    A team match has `teams`, side 0 first, and its entrants in the order of their line-ups; a rematch asks `again` who
    has played the last time, by side.
    """

    competition: CompetitionRow
    stage: StageRow
    entrants: Sequence[EntrantRow]
    sections: Sequence[SectionRow]
    teams: Sequence[TeamRow] = ()
    again: Sequence[tuple[int, int]] = ()


class Competitions(Writer):
    """The leagues of all servers; `announcements` follow their seasons."""

    def __init__(
        self,
        store: Store,
        announcements: Announcements,
        *,
        now: Callable[[], float],
        wake: Callable[[], None],
        expect: Callable[[], None],
    ) -> None:
        super().__init__(store, now=now, wake=wake, expect=expect)
        self._announcements = announcements

    async def create(
        self,
        *,
        name: str,
        game: AnyGame,
        options: Mapping[str, object],
        control: TimeControl,
        hour: int,
        organiser: Act,
        place: tuple[int, int],
        games: int = 1,
    ) -> CompetitionRow:
        """Make a league in a server's channel (`place`).

        Sign-up for its first season opens at once. Two entrants of a section meet in `games` games: in two
        games the sides are swapped.

        Raises `Refusal`, or the game's `BadOption`.
        """
        new = replace(
            new_competition(LeagueKind.key, name, (game, options), control, organiser, place), hour=hour
        )

        async def job(tx: Transaction) -> CompetitionRow:
            now, calendar = self._now(), Calendar(hour, (await servers.get(tx, new.guild_id)).zone)
            starts_at = calendar.after(now, NOTICE)
            return await make(
                tx,
                new,
                organiser.interaction_id,
                starts_at,
                now,
                closes_at=calendar.after(starts_at, LENGTH),
                seen_to_at=now,
                rounds=None if games == 1 else games,
            )

        return await self._write(job)

    async def join(self, stage_id: int, who: Person) -> StageView:
        """Sign a member up for a season and return it.

        Raise `Refusal` if sign-up is no longer possible.
        """

        async def job(tx: Transaction) -> None:
            stage, kind = await self._stage(tx, stage_id)
            await kind.enter(tx, stage, who, self._now())

        await self._write(job)
        return await self.stage_view(stage_id)

    async def leave(self, stage_id: int, user_id: int) -> StageView:
        """Take a member out of a season that has not started, and return it.

        Raise `Refusal` once it has started.
        """

        async def job(tx: Transaction) -> None:
            stage = await stage_of(tx, stage_id)
            row = await competitions.get(tx, stage.competition_id)
            kind = kind_of(row)
            kind.check_open(stage)
            if kind.exhibitor_id(row) == user_id:
                raise Refusal("simul.giver")
            if entrant := await entrants.entrant_of(tx, stage.id, user_id):
                await entrants.leave(tx, entrant.id)
                await redraw_stage(tx, stage.id, self._now())

        await self._write(job)
        return await self.stage_view(stage_id)

    async def withdraw(self, section_id: int, user_id: int) -> Crosstable:
        """Let a member finish the matches they have begun, and begin no more.

        Raise `Refusal` if the member does not play in this section.
        """

        async def job(tx: Transaction) -> None:
            entrant = await self._playing(tx, section_id, user_id)
            await self._withdraw(tx, entrant)

        await self._write(job)
        return await self.crosstable(section_id)

    async def playing(self, section_id: int, user_id: int) -> EntrantRow:
        """Return a member's place in a section; raise `Refusal` if they do not play in it."""
        return await self._store.read(lambda tx: self._playing(tx, section_id, user_id))

    async def take_place(
        self,
        section_id: int,
        entrant_id: int,
        who: Person,
        *,
        guild_id: int | None = None,
        roles: Collection[int] = (),
    ) -> Crosstable:
        """Give a member the place of an entrant who has not begun to play.

        In a team match the member must be one who could join that team, by their server and `roles`. Raises
        `Refusal` if the place is not free, or not for them.
        """

        async def job(tx: Transaction) -> None:
            section, stage = await section_of(tx, section_id)
            row = await competitions.get(tx, stage.competition_id)
            sides = await teams.of_competition(tx, row.id)
            own = await entrants.entrant_of(tx, stage.id, who.id)
            if own and (own.section_id is not None or not sides):
                raise Refusal("team.playing" if sides else "league.taken.in")
            idle = await entrants.not_begun(tx, stage.id)
            entrant = next((each for each in idle if each.id == entrant_id and each.absent_at), None)
            running = stage.status is StageStatus.RUNNING and self._now() < stage.closes_at
            if entrant is None or entrant.section_id != section.id or not running:
                raise Refusal("league.taken")
            if sides:
                check_member(row, sides[entrant.side or 0], guild_id, roles)
            await kind_of(row).replace_entrant(tx, row, stage, self._now())
            if own:  # they wait as a reserve no more
                await entrants.leave(tx, own.id)
            await entrants.replace(tx, entrant.id, who.id, who.name, at=self._now())
            await self._log_change(tx, section.id, TableChange.REPLACED, by=who.id, entrant_id=entrant.id)
            await competitions.hurry(tx, row.id, self._now())

        await self._write(job)
        return await self.crosstable(section_id)

    async def check_ruling(self, pairing_id: int, *, by: Official) -> None:
        """Raise `Refusal` for a member who may not rule on a pairing.

        Only an organiser may, and only if they do not play in it themselves.
        """
        await self._store.read(lambda tx: self._pairing_to_rule(tx, pairing_id, by))

    async def rule(self, pairing_id: int, result: PairingResult | None, *, by: Official) -> Crosstable:
        """Set the organiser's result of a pairing, or clear it (`None`).

        Return the pairing's section. The ruling counts instead of what the match came to. Raises `Refusal`
        for a member who may not rule, and while the match goes on.
        """

        async def job(tx: Transaction) -> int:
            pairing, stage = await self._pairing_to_rule(tx, pairing_id, by)
            if pairing.result is None and not await stands_still(tx, pairing):
                raise Refusal("league.rule.early")
            _, kind = await self._stage(tx, stage.id)
            kind.check_ruling(stage, pairing)
            if result != pairing.ruling or pairing.result is None:
                # A match that stands still counts nothing itself: if it can be played on, it is ended.
                await pairings.decide(tx, pairing.id, PairingResult.NONE)
                await pairings.rule(tx, pairing.id, result)
                await self._log_change(
                    tx,
                    pairing.section_id,
                    TableChange.RULED,
                    by=by.user_id,
                    pairing_id=pairing.id,
                    result=result,
                )
                await competitions.hurry(tx, stage.competition_id, self._now())
            return pairing.section_id

        section_id = await self._write(job)
        return await self.crosstable(section_id)

    async def stop(self, stage_id: int, *, by: Official) -> StageView:
        """End a league with the season that runs, and call off the one open for sign-up."""

        async def job(tx: Transaction) -> None:
            stage, kind = await self._stage(tx, stage_id)
            await organised_by(tx, stage, by)
            await competitions.stop(tx, stage.competition_id)
            for each in await competitions.stages_of(tx, stage.competition_id):
                if each.status is StageStatus.OPEN:
                    await competitions.set_stage(tx, replace(each, status=StageStatus.OVER))
                if each.status is not StageStatus.OVER:
                    await kind.redraw_stopped(tx, each, self._now())
            await competitions.hurry(tx, stage.competition_id, self._now())

        await self._write(job)
        return await self.stage_view(stage_id)

    async def load_as_organiser(self, stage_id: int, *, by: Official) -> StageView:
        """Load a season for a member with the organiser's rights.

        Raise `Refusal` for everyone else.
        """
        season = await self.stage_view(stage_id)
        by.check(season.competition)
        return season

    async def places(self, part: CompetitionPart, number: int) -> Sequence[tuple[int, int]]:
        """Return the (server, channel) pairs that have a competition's cards.

        The competition is named by a part of it.
        """
        return await self._store.read(lambda tx: competitions.places(tx, part, number))

    async def stage_view(self, stage_id: int) -> StageView:
        """Return a season with who is in it; raise `Refusal` if there is none."""

        async def job(tx: Transaction) -> StageView:
            stage = await stage_of(tx, stage_id)
            row = await competitions.get(tx, stage.competition_id)
            people, sides = await entrants.of_stage(tx, stage.id), await teams.of_competition(tx, row.id)
            if sides and stage.status is StageStatus.OPEN:
                people = in_order(people, await rated_points(tx, row, people))
            sections = await competitions.sections_of(tx, stage.id)
            return StageView(row, stage, people, sections, sides, await teams.met_before(tx, row.id))

        return await self._store.read(job)

    async def crosstable(self, section_id: int) -> Crosstable:
        """Return a section with its table; raise `Refusal` if there is none."""

        async def job(tx: Transaction) -> Crosstable:
            section, _ = await section_of(tx, section_id)
            return await crosstable_of(tx, section)

        return await self._store.read(job)

    async def mark_shown_away(
        self, tx: Transaction, of: StageView | Crosstable, team_id: int, message_id: int
    ) -> None:
        """Note that a message shows a season, or a section, in the server of guests.

        What has changed since is shown by another change.
        """
        await teams.show(tx, team_id, message_id, table=isinstance(of, Crosstable))
        stage = await stage_of(tx, of.stage.id)
        if isinstance(of, Crosstable):
            section, _ = await section_of(tx, of.section.id)
            if section.version != of.section.version:
                await put_section(tx, section.id, self._now())
            if message_id not in {each.section_message_id for each in of.teams}:
                await redraw_stage(tx, stage.id, self._now())
        elif stage.version != of.stage.version:
            await put_season(tx, stage.id, self._now())

    async def mark_stage_shown(self, tx: Transaction, season: StageView, message_id: int) -> None:
        """Record that a message shows a season.

        Later changes are shown by another change.
        """
        if await competitions.show_stage(tx, season.stage.id, message_id) != season.stage.version:
            await put_season(tx, season.stage.id, self._now())
        await self._announcements.follow(tx, season.stage.id)

    async def mark_crosstable_shown(self, tx: Transaction, sheet: Crosstable, message_id: int) -> None:
        """Record that a message shows a section.

        Later changes are shown by another change.
        """
        known = await competitions.section(tx, sheet.section.id)
        version = known.version if known else None
        if message_id != sheet.section.message_id:
            await redraw_stage(tx, sheet.stage.id, self._now())
            version = await competitions.show_section(tx, sheet.section.id, message_id)
        # What was only edited stays as it is: it may have to be posted anew by now.
        if version != sheet.section.version:
            await put_section(tx, sheet.section.id, self._now())

    async def drop_person(self, tx: Transaction, user_id: int) -> None:
        """Withdraw a user who is being forgotten from all competitions.

        Part of a transaction.
        """
        for entrant in await entrants.active_of_user(tx, user_id):
            if entrant.section_id is None:
                await entrants.leave(tx, entrant.id)
                await redraw_stage(tx, entrant.stage_id, self._now())
            else:
                await self._withdraw(tx, entrant)

    async def _pairing_to_rule(
        self, tx: Transaction, pairing_id: int, by: Official
    ) -> tuple[PairingRow, StageRow]:
        """Load a pairing and its stage for a member who may rule on it.

        Raise `Refusal` for everyone else.
        """
        pairing = await pairings.get(tx, pairing_id)
        if pairing is None:
            raise Refusal("league.gone")
        _, stage = await section_of(tx, pairing.section_id)
        await organised_by(tx, stage, by)
        await check_pairing(tx, pairing.id, by.user_id)
        return pairing, stage

    async def _stage(self, tx: Transaction, stage_id: int) -> tuple[StageRow, CompetitionKind]:
        stage = await stage_of(tx, stage_id)
        return stage, kind_of(await competitions.get(tx, stage.competition_id))

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
        if entrant.side is not None:
            await teams.forfeit(tx, entrant.id, running=False)
        await entrants.withdraw(tx, entrant.id)
        await self._log_change(
            tx, entrant.section_id, TableChange.WITHDRAWN, by=entrant.user_id, entrant_id=entrant.id
        )
        # No other entrant may hold up a round.
        own = await pairings.competition_of(tx, entrant.section_id)
        await competitions.hurry(tx, own, self._now())

    async def _log_change(
        self,
        tx: Transaction,
        section_id: int,
        what: TableChange,
        *,
        by: int,
        entrant_id: int | None = None,
        pairing_id: int | None = None,
        result: PairingResult | None = None,
    ) -> None:
        """Note what makes the table of a section jump, and have it drawn anew."""
        row = TableChangeRow(section_id, self._now(), by, what, entrant_id, pairing_id, result)
        await pairings.log(tx, row)
        await redraw_section(tx, section_id, self._now())
