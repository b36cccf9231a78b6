"""Actions of members in competitions of all kinds, and in leagues.

Members create a league, sign up, leave, take over a free place, and rule on results.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from club.clocks.time_control import TimeControl
from club.competitions.absences import check_may_join_team
from club.competitions.announcements import Announcements
from club.competitions.crosstable import Crosstable, is_match_suspended
from club.competitions.decided import DecidedSection, load_decided
from club.competitions.kinds.all_kinds import kind_of
from club.competitions.kinds.kind import CompetitionKind, load_rating_points
from club.competitions.kinds.league import LeagueKind
from club.competitions.lookup import (
    Official,
    load_crosstable,
    load_organised_competition,
    load_section,
    load_stage,
)
from club.competitions.redraws import (
    queue_season_cards,
    queue_section_cards,
    redraw_section,
    redraw_stage,
    redraw_without,
)
from club.competitions.rulings import (
    PairingRulings,
    is_contestable,
    load_contested_ruling,
    load_rulings,
    queue_ruling_notice,
)
from club.competitions.seasons import LENGTHS, NOTICE, Calendar
from club.competitions.team_boards import order_line_up
from club.competitions.tournaments import check_scoring, new_competition, store_competition
from club.competitions.writer import CompetitionWriter
from club.members.bars import check_not_barred
from club.members.people import Act, Person
from club.play.match.own_matter import check_uninvolved_in_pairing
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
from data.play.places import PlacedRow
from rules.game import AnyGame

NAME: Final = 60
"""Characters of a league's name."""


@dataclass(frozen=True, slots=True)
class StageView:
    """A stage of a competition (of a league, a season) with its entrants.

    It has `sections` once it has started. A team match has `teams`, side 0 first, and its entrants are
    in line-up order. In a rematch, `former_players` are the players of the previous match, as pairs of
    their side in this match and their user id. It `is_superseded` once there is a newer stage, or once all
    that is left of an evening is its table: the sign-up card goes. It may have a next round.
    """

    competition: CompetitionRow
    stage: StageRow
    entrants: Sequence[EntrantRow]
    sections: Sequence[SectionRow]
    teams: Sequence[TeamRow] = ()
    former_players: Sequence[tuple[int, int]] = ()
    is_superseded: bool = False
    has_next_round: bool = True


class Competitions(CompetitionWriter):
    """The competitions of all servers; leagues are also created here.

    `announcements` keeps Discord's scheduled events up to date with their stages.
    """

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
        scoring: str = "usual",
        length: str = "weeks",
    ) -> CompetitionRow:
        """Create a league in a server's channel (`place`: server id, channel id).

        Sign-up for its first season opens at once. Its seasons start at `hour`; `length` is one of
        `LENGTHS`, and an evening needs a live clock, which no other season can have. Any two entrants
        of a section play `games` games against each other; in two games each of them moves first once.
        `scoring` is the name of what the ends of matches are worth.

        Raises `Refusal`, or the game's `BadOption`.
        """
        check_scoring(scoring, game, options)
        days = LENGTHS[length]
        if control.is_live is not (length == "evening"):
            raise Refusal("league.clock" if control.is_live else "league.clock.evening")
        new = replace(
            new_competition(LeagueKind.key, name, (game, options), control, organiser, place),
            hour=hour,
            days=days,
        )

        async def job(tx: Transaction) -> CompetitionRow:
            now, calendar = self._now(), Calendar(hour, (await servers.get(tx, new.guild_id)).zone, days)
            starts_at = calendar.moment_after(now, NOTICE)
            return await store_competition(
                tx,
                new,
                organiser.interaction_id,
                starts_at,
                now,
                closes_at=calendar.close_after(starts_at),
                first_step_at=now,
                rounds=None if games == 1 else games,
                scoring=scoring,
            )

        return await self._write(job)

    async def join(self, stage_id: int, person: Person) -> StageView:
        """Sign a member up for a stage, and return the stage.

        Raise `Refusal` if sign-up is no longer possible.
        """

        async def job(tx: Transaction) -> None:
            stage, kind = await self._stage(tx, stage_id)
            await check_not_barred(tx, person.id, (await competitions.get(tx, stage.competition_id)).guild_id)
            await kind.enter(tx, stage, person, self._now())

        await self._write(job)
        return await self.load_stage_view(stage_id)

    async def leave(self, stage_id: int, user_id: int) -> StageView:
        """Remove a member from a stage that has not started, and return it.

        Raise `Refusal` if it has started.
        """

        async def job(tx: Transaction) -> None:
            stage = await load_stage(tx, stage_id)
            row = await competitions.get(tx, stage.competition_id)
            kind = kind_of(row)
            kind.check_sign_up_open(stage)
            if kind.exhibitor_id(row) == user_id:
                raise Refusal("simul.giver")
            if entrant := await entrants.find_entrant(tx, stage.id, user_id):
                await entrants.leave(tx, entrant.id)
                await redraw_stage(tx, stage.id, self._now())

        await self._write(job)
        return await self.load_stage_view(stage_id)

    async def withdraw(self, section_id: int, user_id: int) -> Crosstable:
        """Withdraw a member from a section, and return the section.

        They can finish the matches that have begun, but no new ones begin. Raise `Refusal` if they do not
        play in this section.
        """

        async def job(tx: Transaction) -> None:
            entrant = await self._load_playing_entrant(tx, section_id, user_id)
            await self._withdraw(tx, entrant)

        await self._write(job)
        return await self.load_crosstable(section_id)

    async def load_playing_entrant(self, section_id: int, user_id: int) -> EntrantRow:
        """Return a member's entry in a section that they still play in.

        Raise `Refusal` if they do not.
        """
        return await self._store.read(lambda tx: self._load_playing_entrant(tx, section_id, user_id))

    async def take_over_place(
        self,
        section_id: int,
        entrant_id: int,
        person: Person,
        *,
        guild_id: int | None = None,
        roles: Collection[int] = (),
    ) -> Crosstable:
        """Give a member the place of an entrant who has not begun to play.

        In a team match, the member must be allowed to join that team by their server and `roles`. Return
        the section. Raises `Refusal` if the place is not free, or not open to this member.
        """

        async def job(tx: Transaction) -> None:
            section, stage = await load_section(tx, section_id)
            row = await competitions.get(tx, stage.competition_id)
            await check_not_barred(tx, person.id, guild_id, row.guild_id)
            sides = await teams.list_for_competition(tx, row.id)
            own = await entrants.find_entrant(tx, stage.id, person.id)
            if own and (own.section_id is not None or not sides):
                raise Refusal("team.playing" if sides else "league.taken.in")
            idle = await entrants.list_not_begun(tx, stage.id)
            entrant = next((each for each in idle if each.id == entrant_id and each.absent_at), None)
            running = stage.status is StageStatus.RUNNING and self._now() < stage.closes_at
            if entrant is None or entrant.section_id != section.id or not running:
                raise Refusal("league.taken")
            if sides:
                check_may_join_team(row, sides[entrant.side or 0], guild_id, roles)
            await kind_of(row).extend_for_replacement(tx, row, stage, self._now())
            if own:  # they wait as a reserve no more
                await entrants.leave(tx, own.id)
            await entrants.replace(tx, entrant.id, person.id, person.name, at=self._now())
            await self._log_change(tx, section.id, TableChange.REPLACED, by=person.id, entrant_id=entrant.id)
            await competitions.bring_forward(tx, row.id, self._now())

        await self._write(job)
        return await self.load_crosstable(section_id)

    async def check_ruling(self, pairing_id: int, *, official: Official) -> None:
        """Raise `Refusal` if a member may not rule on a pairing.

        Only an organiser may, and only if they do not play in it themselves.
        """
        await self._store.read(lambda tx: self._pairing_to_rule(tx, pairing_id, official))

    async def rule_on(
        self, pairing_id: int, result: PairingResult | None, *, official: Official, why: str
    ) -> Crosstable:
        """Set or clear (`None`) a ruling on a pairing, and tell both players `why`.

        The ruling replaces the result of the match. Return the pairing's section. Raises `Refusal` if the
        member may not rule on it, if the match is still running, or if their own ruling is contested.
        """

        async def job(tx: Transaction) -> int:
            pairing, stage = await self._pairing_to_rule(tx, pairing_id, official)
            if pairing.result is None and not await is_match_suspended(tx, pairing):
                raise Refusal("league.rule.early")
            _, kind = await self._stage(tx, stage.id)
            kind.check_ruling(stage, pairing)
            contested = await load_contested_ruling(tx, pairing)
            if contested is not None and contested.user_id == official.user_id:
                raise Refusal("league.rule.contested")
            if result != pairing.ruling or pairing.result is None or contested is not None:
                # A match that stands still counts nothing itself: if it can be played on, it is ended.
                await pairings.set_result(tx, pairing.id, PairingResult.NONE)
                await pairings.set_ruling(tx, pairing.id, result)
                await kind.follow_ruling(tx, pairing, result)
                await self._log_change(
                    tx,
                    pairing.section_id,
                    TableChange.RULED,
                    by=official.user_id,
                    pairing_id=pairing.id,
                    result=result,
                    why=why,
                )
                await queue_ruling_notice(tx, pairing, self._now())
                await competitions.bring_forward(tx, stage.competition_id, self._now())
            return pairing.section_id

        section_id = await self._write(job)
        return await self.load_crosstable(section_id)

    async def contest(self, pairing_id: int, user_id: int) -> None:
        """Ask another manager to look at a ruling, once, as one of the two players.

        Raise `Refusal` for everyone else, and if there is no ruling that can be contested.
        """

        async def job(tx: Transaction) -> None:
            pairing = await pairings.get(tx, pairing_id)
            if pairing is None:
                raise Refusal("league.gone")
            if user_id not in [player for player, _ in await pairings.get_players(tx, pairing.id)]:
                raise Refusal("league.outside")
            if not is_contestable(await pairings.list_rulings(tx, pairing)):
                raise Refusal("league.contested")
            what = TableChange.CONTESTED
            await self._log_change(tx, pairing.section_id, what, by=user_id, pairing_id=pairing.id)
            await queue_ruling_notice(tx, pairing, self._now())

        await self._write(job)

    async def load_rulings(self, pairing_id: int) -> PairingRulings:
        """Return the rulings on a pairing; raise `Refusal` if it is gone."""
        return await self._store.read(lambda tx: load_rulings(tx, pairing_id))

    async def stop(self, stage_id: int, *, official: Official) -> StageView:
        """Stop a competition on an organiser's request.

        A running stage is still played to its end; a stage that is open for sign-up is called off.
        """

        async def job(tx: Transaction) -> None:
            stage, kind = await self._stage(tx, stage_id)
            await load_organised_competition(tx, stage, official)
            await competitions.stop(tx, stage.competition_id)
            for each in await competitions.list_latest_stages(tx, stage.competition_id):
                if each.status is StageStatus.OPEN:
                    await competitions.update_stage(tx, replace(each, status=StageStatus.OVER))
                if each.status is not StageStatus.OVER:
                    await kind.redraw_stopped(tx, each, self._now())
            await competitions.bring_forward(tx, stage.competition_id, self._now())

        await self._write(job)
        return await self.load_stage_view(stage_id)

    async def load_as_organiser(self, stage_id: int, *, official: Official) -> StageView:
        """Load a stage for a member with the organiser's rights.

        Raise `Refusal` if they do not have them.
        """
        season = await self.load_stage_view(stage_id)
        official.check_may_organise(season.competition)
        return season

    async def load_card_places(self, part: CompetitionPart, part_id: int) -> Sequence[tuple[int, int]]:
        """Return the (server id, channel id) pairs that show a competition.

        The competition is identified by one of its parts, such as a stage or section, and the id of that
        part.
        """
        return await self._store.read(lambda tx: competitions.list_card_places(tx, part, part_id))

    async def load_stage_view(self, stage_id: int) -> StageView:
        """Return a stage with its entrants; raise `Refusal` if it is gone."""

        async def job(tx: Transaction) -> StageView:
            stage = await load_stage(tx, stage_id)
            row = await competitions.get(tx, stage.competition_id)
            people, sides = (
                await entrants.list_for_stage(tx, stage.id),
                await teams.list_for_competition(tx, row.id),
            )
            if sides and stage.status is StageStatus.OPEN:
                people = order_line_up(people, await load_rating_points(tx, row, people))
            sections = await competitions.list_sections(tx, stage.id)
            newest = (await competitions.list_latest_stages(tx, row.id))[0]
            is_over = stage.status is StageStatus.OVER and kind_of(row).is_one_evening and bool(sections)
            former = await teams.list_previous_players(tx, row.id)
            gone = is_over or newest.id != stage.id
            another = await kind_of(row).has_next_round(tx, row, stage, sections)
            return StageView(row, stage, people, sections, sides, former, gone, another)

        return await self._store.read(job)

    async def load_crosstable(self, section_id: int) -> Crosstable:
        """Return a section with its table; raise `Refusal` if it is gone."""

        async def job(tx: Transaction) -> Crosstable:
            section, _ = await load_section(tx, section_id)
            return await load_crosstable(tx, section)

        return await self._store.read(job)

    async def list_decided(
        self, guild_id: int, since: float, until: float, is_visible: Callable[[PlacedRow], bool]
    ) -> list[DecidedSection]:
        """Return what was decided on a server in a period, in channels that are visible."""
        return await load_decided(self._store, guild_id, since, until, is_visible)

    async def mark_shown_to_guests(
        self, tx: Transaction, view: StageView | Crosstable, team_id: int, message_id: int
    ) -> None:
        """Record that a message on the guests' server shows a stage or section.

        If it has changed since the message was drawn, queue another update.
        """
        await teams.set_message(tx, team_id, message_id, table=isinstance(view, Crosstable))
        stage = await load_stage(tx, view.stage.id)
        if isinstance(view, Crosstable):
            section, _ = await load_section(tx, view.section.id)
            if section.version != view.section.version:
                await queue_section_cards(tx, section.id, self._now())
            if message_id not in {each.section_message_id for each in view.teams}:
                await redraw_stage(tx, stage.id, self._now())
        elif stage.version != view.stage.version:
            await queue_season_cards(tx, stage.id, self._now())

    async def mark_stage_shown(self, tx: Transaction, season: StageView, message_id: int) -> None:
        """Record that a message shows a stage.

        If the stage has changed since the message was drawn, queue another update.
        """
        if await competitions.set_stage_message(tx, season.stage.id, message_id) != season.stage.version:
            await queue_season_cards(tx, season.stage.id, self._now())
        await self._announcements.queue_next(tx, season.stage.id)

    async def mark_crosstable_shown(self, tx: Transaction, sheet: Crosstable, message_id: int) -> None:
        """Record that a message shows a section.

        If the section has changed since the message was drawn, queue another update.
        """
        known = await competitions.get_section(tx, sheet.section.id)
        version = known.version if known else None
        if message_id != sheet.section.message_id:
            await redraw_stage(tx, sheet.stage.id, self._now())
            version = await competitions.set_section_message(tx, sheet.section.id, message_id)
        # What was only edited stays as it is: it may have to be posted anew by now.
        if version != sheet.section.version:
            await queue_section_cards(tx, sheet.section.id, self._now())

    async def drop_person(self, tx: Transaction, user_id: int) -> None:
        """Withdraw a user whose data is being deleted from all competitions.

        This is part of the caller's transaction.
        """
        await pairings.forget_reasons(tx, user_id)
        await redraw_without(tx, user_id, self._now())
        await self._withdraw_all(tx, await entrants.list_active_for_user(tx, user_id))

    async def withdraw_from_server(self, tx: Transaction, user_id: int, guild_id: int) -> None:
        """Withdraw a member from all competitions of a server, and its teams elsewhere.

        This is part of the caller's transaction.
        """
        here = []
        for entrant in await entrants.list_active_for_user(tx, user_id):
            row = await competitions.get(tx, (await load_stage(tx, entrant.stage_id)).competition_id)
            sides = await teams.list_for_competition(tx, row.id)
            own = [each.guild_id for each in sides if each.guest and each.side == entrant.side]
            if guild_id in (row.guild_id, *own):
                here.append(entrant)
        await self._withdraw_all(tx, here)

    async def _withdraw_all(self, tx: Transaction, places: Sequence[EntrantRow]) -> None:
        for entrant in places:
            if entrant.section_id is None:
                await entrants.leave(tx, entrant.id)
                await redraw_stage(tx, entrant.stage_id, self._now())
            else:
                await self._withdraw(tx, entrant)

    async def _pairing_to_rule(
        self, tx: Transaction, pairing_id: int, by: Official
    ) -> tuple[PairingRow, StageRow]:
        """Load a pairing and its stage for a member who may rule on it.

        Raise `Refusal` if they may not.
        """
        pairing = await pairings.get(tx, pairing_id)
        if pairing is None:
            raise Refusal("league.gone")
        _, stage = await load_section(tx, pairing.section_id)
        await load_organised_competition(tx, stage, by)
        await check_uninvolved_in_pairing(tx, pairing.id, by.user_id)
        return pairing, stage

    async def _stage(self, tx: Transaction, stage_id: int) -> tuple[StageRow, CompetitionKind]:
        stage = await load_stage(tx, stage_id)
        return stage, kind_of(await competitions.get(tx, stage.competition_id))

    async def _load_playing_entrant(self, tx: Transaction, section_id: int, user_id: int) -> EntrantRow:
        section, stage = await load_section(tx, section_id)
        entrant = await entrants.find_entrant(tx, stage.id, user_id)
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
        own = await pairings.get_competition_id(tx, entrant.section_id)
        await competitions.bring_forward(tx, own, self._now())

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
        why: str | None = None,
    ) -> None:
        """Log a change of a section's table besides a result, and redraw it."""
        row = TableChangeRow(section_id, self._now(), by, what, entrant_id, pairing_id, result, why=why)
        await pairings.log_change(tx, row)
        await redraw_section(tx, section_id, self._now())
