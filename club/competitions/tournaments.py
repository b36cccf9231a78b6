"""Actions of members in tournaments.

They create a tournament, start it early, check in for rounds, and take rounds back.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from club.clocks.time_control import TimeControl
from club.competitions.crosstable import Crosstable
from club.competitions.kinds.all_kinds import KINDS, kind_of
from club.competitions.kinds.kind import load_only_stage
from club.competitions.kinds.tournament import RoundsKind, TournamentKind
from club.competitions.lookup import (
    Official,
    load_crosstable,
    load_organised_competition,
    load_section,
    load_stage,
)
from club.competitions.reckoning.results import SCORINGS
from club.competitions.redraws import queue_season_cards, redraw_and_step, redraw_section, redraw_stage
from club.competitions.table_reading import ReadTournament
from club.competitions.writer import CompetitionWriter
from club.members.bars import check_not_barred
from club.members.people import Act, Person
from club.play.match.own_matter import check_uninvolved_in_round
from club.refusals import Refusal
from data.competitions import competitions, entrants, pairings
from data.competitions.competitions import (
    CompetitionRow,
    NewCompetition,
    SectionRow,
    StageRow,
    StageStatus,
)
from data.competitions.pairings import PairingResult, TableChange, TableChangeRow
from data.database.transaction import Transaction
from data.members import servers
from rules.catalogue import rating_key
from rules.checkers.game import Checkers
from rules.game import AnyGame

PER_SERVER: Final = 10
"""Most running leagues and tournaments of a server.

Simuls, which every member may give, have the same limit of their own.
"""


class Tournaments(CompetitionWriter):
    """The tournaments of all servers."""

    async def create(
        self,
        *,
        kind: TournamentKind,
        name: str,
        game: AnyGame,
        options: Mapping[str, object],
        control: TimeControl,
        starts_in: float,
        rounds: int | None,
        organiser: Act,
        place: tuple[int, int],
        exhibitor: Person | None = None,
        sides: str | None = None,
        scoring: str = "usual",
        system: str = "club",
        began: ReadTournament | None = None,
    ) -> CompetitionRow:
        """Create a tournament in a server's channel.

        `place` has the ids of the server and the channel. The tournament starts in `starts_in` seconds. A
        simul has an `exhibitor`, who is also its organiser, and `sides` says on which boards they move
        first. `scoring` is the name of what the ends of matches are worth, `system` of the rules that pair
        a Swiss. What `began` elsewhere goes on: members take its places, and its next round is called for
        `starts_in` seconds. Raises `Refusal`, or the game's `BadOption`.
        """
        kind.check_clock(control)
        check_scoring(scoring, game, options)
        if scoring != "usual" and not kind.counts_points:
            raise Refusal("scoring.none")
        kind.check_system(system)
        if began is not None:
            kind.check_can_go_on()
        new = replace(
            new_competition(kind.key, name, (game, options), control, organiser, place), sides=sides
        )

        async def job(tx: Transaction) -> CompetitionRow:
            starts_at = self._now() + starts_in
            made = await store_competition(
                tx,
                new,
                organiser.interaction_id,
                starts_at,
                self._now(),
                closes_at=starts_at,
                first_step_at=starts_at,
                rounds=kind.chosen_rounds(rounds),
                scoring=scoring,
                system=system,
            )
            if began is not None:
                await _seat_places(tx, made, kind, began, self._now())
            if exhibitor is not None:
                await check_not_barred(tx, exhibitor.id, made.guild_id)
                stage = (await competitions.list_latest_stages(tx, made.id))[0]
                await entrants.join(tx, stage.id, exhibitor.id, exhibitor.name, at=self._now())
            return made

        return await self._write(job)

    async def start(self, stage_id: int, *, official: Official) -> None:
        """Start a tournament, or a league's season, now.

        Raise `Refusal` if the member may not start it, or if there are too few entrants.
        """

        async def job(tx: Transaction) -> None:
            stage = await load_stage(tx, stage_id)
            row = await load_organised_competition(tx, stage, official)
            kind = kind_of(row)
            kind.check_sign_up_open(stage)
            if kind.field_size(await entrants.list_for_stage(tx, stage.id)) < kind.least:
                raise Refusal(kind.too_few, count=kind.least)
            await kind.start_now(tx, row, stage, self._now())
            await competitions.bring_forward(tx, row.id, self._now())

        await self._write(job)

    async def check_in(self, section_id: int, user_id: int) -> int:
        """Check a member in for the next round; return its number, from 1.

        That is the round that entrants are being called to or, during a round, the one after it. Raise
        `Refusal` if there is no such round.
        """

        async def job(tx: Transaction) -> int:
            section, stage, kind = await self._running(tx, section_id)
            entrant = await entrants.find_entrant(tx, stage.id, user_id)
            if entrant is None or entrant.section_id != section.id:
                raise Refusal("tournament.outside")
            if entrant.withdrawn:
                raise Refusal("tournament.withdrawn")
            number = await kind.next_round(tx, section, stage)
            if entrant.here != number:
                await entrants.set_present(tx, entrant.id, number, at=self._now())
                await redraw_and_step(tx, section, stage, self._now())
            return number + 1

        return await self._write(job)

    async def take_place(self, section_id: int, entrant_id: int, person: Person) -> int:
        """Give a member a place from a file; return their next round, from 1.

        The place keeps its name, by which others know the player. A member who has just joined, and was not
        paired yet, leaves the place that they had. Raise `Refusal` if the place is taken, if the member plays
        already, or if no round is to come.
        """

        async def job(tx: Transaction) -> int:
            section, stage, kind = await self._running(tx, section_id)
            await check_not_barred(tx, person.id, (await competitions.get(tx, stage.competition_id)).guild_id)
            known = await entrants.list_for_section(tx, section.id)
            place = next((each for each in known if each.id == entrant_id and each.is_unclaimed), None)
            if place is None:
                raise Refusal("league.taken")
            number, now = await kind.next_round(tx, section, stage), self._now()
            if own := await entrants.find_entrant(tx, stage.id, person.id):
                played = await pairings.list_for_section(tx, section.id)
                if own.bye is not None or any(own.id in (each.first_id, each.second_id) for each in played):
                    raise Refusal("tournament.playing")
                await entrants.leave(tx, own.id)
            await entrants.replace(tx, place.id, person.id, str(place.name), at=now)
            await entrants.set_present(tx, place.id, number, at=now)
            late = TableChangeRow(section.id, now, person.id, TableChange.LATE, place.id, round=number)
            await pairings.log_change(tx, late)
            await redraw_stage(tx, stage.id, now)
            await redraw_and_step(tx, section, stage, now)
            return number + 1

        return await self._write(job)

    async def check_may_take_back(self, section_id: int, *, official: Official) -> None:
        """Raise `Refusal` if a member may not take back the last round."""
        await self._store.read(lambda tx: self._last_round(tx, section_id, official))

    async def take_back_round(self, section_id: int, *, official: Official) -> Crosstable:
        """Undo the pairings of the last round, and return the section.

        Its running matches are ended, and the round is paired anew. Raises `Refusal` if the member may not
        do this, or if there is no round to take back.
        """

        async def job(tx: Transaction) -> Crosstable:
            section, stage, kind, number = await self._last_round(tx, section_id, official)
            now = self._now()
            await pairings.take_back_round(tx, section.id, number)
            await entrants.clear_round(tx, section.id, number)
            called = replace(stage, round=number, called_at=now, closes_at=now + kind.call_time)
            await competitions.update_stage(tx, called)
            await pairings.log_change(
                tx, TableChangeRow(section.id, now, official.user_id, TableChange.TAKEN_BACK, round=number)
            )
            await redraw_and_step(tx, section, stage, now, repost=True)
            return await load_crosstable(tx, section)

        return await self._write(job)

    async def _last_round(
        self, tx: Transaction, section_id: int, by: Official
    ) -> tuple[SectionRow, StageRow, RoundsKind, int]:
        """Load a running stage and its last round, for a member who may undo it.

        Raise `Refusal` if they may not.
        """
        section, stage, kind = await self._running(tx, section_id)
        await load_organised_competition(tx, stage, by)
        number = await kind.last_round(tx, section, stage)
        await check_uninvolved_in_round(tx, section.id, number, by.user_id)
        return section, stage, kind, number

    async def _running(self, tx: Transaction, section_id: int) -> tuple[SectionRow, StageRow, RoundsKind]:
        """Load a running stage that is paired round by round.

        Raise `Refusal` if there is none.
        """
        section, stage = await load_section(tx, section_id)
        kind = kind_of(await competitions.get(tx, stage.competition_id))
        if stage.status is not StageStatus.RUNNING or not isinstance(kind, RoundsKind):
            raise Refusal("tournament.over")
        return section, stage, kind


async def _seat_places(
    tx: Transaction, row: CompetitionRow, kind: TournamentKind, began: ReadTournament, now: float
) -> None:
    """Store what was played elsewhere, and call members to the next round.

    The entrants keep the order of their numbers; before the first round, the higher rating is first.
    Raise `Refusal` if no round is left.
    """
    stage = await load_only_stage(tx, row)
    if stage.status is not StageStatus.OPEN:
        return  # Discord has repeated the command
    count = len(began.entrants)
    rounds = min(stage.rounds or began.rounds or kind.default_rounds(count), count - 1)
    if began.rounds_played >= rounds:
        raise Refusal("trf.over")
    section = await competitions.add_section(tx, stage.id, 0)
    order = list(range(count))
    if not began.rounds_played:
        order.sort(key=lambda place: -(began.entrants[place].rating or 0))
    ids = {}
    for seed, place in enumerate(order):
        name, rating, bye = began.entrants[place]
        ids[place] = await entrants.add_place(
            tx, (stage.id, section.id), seed, name, rating=rating, bye=bye, at=now
        )
    for each in began.pairings:
        await pairings.add(
            tx,
            section.id,
            each.round,
            (ids[each.first], ids[each.second]),
            turned=False,
            result=PairingResult.NONE if each.is_ruled else each.result,
            ruling=each.result if each.is_ruled else None,
        )
    running = replace(
        stage,
        status=StageStatus.RUNNING,
        round=began.rounds_played,
        rounds=rounds,
        called_at=now,
        closes_at=stage.starts_at,
    )
    await competitions.update_stage(tx, running)
    await redraw_section(tx, section.id, now)


def check_scoring(scoring: str, game: AnyGame, options: Mapping[str, object]) -> None:
    """Raise `Refusal` if a game cannot be scored so.

    Plus draws are told by the material of checkers with the usual aim.
    """
    if scoring not in SCORINGS:
        raise Refusal("scoring.unknown")
    if SCORINGS[scoring].knows_plus_draws and not (
        isinstance(game, Checkers) and rating_key(game.key, options) == game.key
    ):
        raise Refusal("scoring.checkers")


def new_competition(
    kind: str,
    name: str,
    game_with_options: tuple[AnyGame, Mapping[str, object]],
    control: TimeControl,
    organiser: Act,
    place: tuple[int, int],
) -> NewCompetition:
    """Return the row to store for a new competition.

    `game_with_options` is its game with the options chosen. Raises the game's `BadOption`.
    """
    (guild_id, channel_id), (game, options) = place, game_with_options
    return NewCompetition(
        guild_id=guild_id,
        channel_id=channel_id,
        kind=kind,
        name=name,
        organiser_id=organiser.user_id,
        game=game.key,
        options=json.dumps(game.read_options(options)),
        control=control.text,
        hour=0,
    )


async def store_competition(
    tx: Transaction,
    new: NewCompetition,
    interaction_id: int,
    starts_at: float,
    now: float,
    *,
    closes_at: float,
    first_step_at: float,
    rounds: int | None = None,
    scoring: str = "usual",
    system: str = "club",
) -> CompetitionRow:
    """Store a competition with its first stage, and return the competition.

    If Discord repeats an interaction, the competition that it created before is returned. The first
    step is due at `first_step_at`. Raises `Refusal` if the server already has too many competitions.
    """
    if first := await competitions.find_by_interaction(tx, interaction_id):
        return first
    await servers.lock(tx, new.guild_id)  # two commands at once would each see a server without the other
    too_many = KINDS[new.kind].too_many
    going = [
        row
        for row in await competitions.list_for_server(tx, new.guild_id)
        if not row.stopped and kind_of(row).too_many == too_many
    ]
    await KINDS[new.kind].check_new(tx, new)
    if len(going) >= PER_SERVER:
        raise Refusal(too_many, limit=PER_SERVER)
    row = await competitions.create(tx, new, at=now, interaction_id=interaction_id)
    stage = await competitions.add_stage(
        tx,
        row.id,
        0,
        starts_at=starts_at,
        closes_at=closes_at,
        rounds=rounds,
        scoring=scoring,
        system=system,
    )
    await competitions.schedule(tx, row.id, first_step_at)
    await queue_season_cards(tx, stage.id, now)
    return row
