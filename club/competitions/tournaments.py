"""Actions of members in tournaments, beyond those in leagues.

They make a tournament, start it and check in.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from club.clocks.time_control import TimeControl
from club.competitions.crosstable import Crosstable
from club.competitions.kinds.all_kinds import KINDS, kind_of
from club.competitions.kinds.tournament import RoundsKind, TournamentKind
from club.competitions.lookup import Official, crosstable_of, organised_by, section_of, stage_of
from club.competitions.redraws import put_season, redraw_and_step
from club.competitions.writer import Writer
from club.members.people import Act, Person
from club.play.match.own_matter import check_round
from club.refusals import Refusal
from data.competitions import competitions, entrants, pairings
from data.competitions.competitions import (
    CompetitionRow,
    NewCompetition,
    SectionRow,
    StageRow,
    StageStatus,
)
from data.competitions.pairings import TableChange, TableChangeRow
from data.database.transaction import Transaction
from data.members import servers
from rules.game import AnyGame

PER_SERVER: Final = 10
"""Most running leagues and tournaments of a server.

Simuls, which every member may give, have the same limit of their own.
"""


class Tournaments(Writer):
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
        giver: Person | None = None,
        sides: str | None = None,
    ) -> CompetitionRow:
        """Make a tournament in a server's channel (`place`).

        It starts in `starts_in` seconds. In a simul the `giver`, who is its organiser, plays with these
        `sides`. Raises `Refusal`, or the game's `BadOption`.
        """
        kind.check_clock(control)
        new = replace(
            new_competition(kind.key, name, (game, options), control, organiser, place), sides=sides
        )

        async def job(tx: Transaction) -> CompetitionRow:
            starts_at = self._now() + starts_in
            made = await make(
                tx,
                new,
                organiser.interaction_id,
                starts_at,
                self._now(),
                closes_at=starts_at,
                seen_to_at=starts_at,
                rounds=kind.chosen_rounds(rounds),
            )
            if giver is not None:
                stage = (await competitions.stages_of(tx, made.id))[0]
                await entrants.join(tx, stage.id, giver.id, giver.name, at=self._now())
            return made

        return await self._write(job)

    async def start(self, stage_id: int, *, by: Official) -> None:
        """Start a tournament now.

        Raise `Refusal` for a member who may not, and if there are too few entrants.
        """

        async def job(tx: Transaction) -> None:
            stage = await stage_of(tx, stage_id)
            row = await organised_by(tx, stage, by)
            kind = kind_of(row)
            if stage.status is not StageStatus.OPEN or not isinstance(kind, TournamentKind):
                raise Refusal("tournament.started")
            if kind.field_size(await entrants.of_stage(tx, stage.id)) < kind.least:
                raise Refusal(kind.too_few, count=kind.least)
            await competitions.set_stage(tx, replace(stage, starts_at=self._now()))
            await competitions.hurry(tx, row.id, self._now())

        await self._write(job)

    async def here(self, section_id: int, user_id: int) -> int:
        """Check a member in for the next round and return its number, from 1.

        While members are called to a round, that is the one; while one is played, it is the one after it.
        Raise `Refusal` if there is no such round.
        """

        async def job(tx: Transaction) -> int:
            section, stage, kind = await self._running(tx, section_id)
            entrant = await entrants.entrant_of(tx, stage.id, user_id)
            if entrant is None or entrant.section_id != section.id:
                raise Refusal("tournament.outside")
            if entrant.withdrawn:
                raise Refusal("tournament.withdrawn")
            number = await kind.next_round(tx, section, stage)
            if entrant.here != number:
                await entrants.set_here(tx, entrant.id, number, at=self._now())
                await redraw_and_step(tx, section, stage, self._now())
            return number + 1

        return await self._write(job)

    async def check_take_back(self, section_id: int, *, by: Official) -> None:
        """Raise `Refusal` if a member may not take back a round, or there is none."""
        await self._store.read(lambda tx: self._last_round(tx, section_id, by))

    async def take_back(self, section_id: int, *, by: Official) -> Crosstable:
        """Undo the pairing of the last round and return the section.

        The round is paired anew. Its running matches are ended. Raises `Refusal` for a member who may not
        do so, and if there is no such round.
        """

        async def job(tx: Transaction) -> Crosstable:
            section, stage, kind, number = await self._last_round(tx, section_id, by)
            now = self._now()
            await pairings.round_back(tx, section.id, number)
            await entrants.clear_round(tx, section.id, number)
            called = replace(stage, round=number, called_at=now, closes_at=now + kind.call_time)
            await competitions.set_stage(tx, called)
            await pairings.log(
                tx, TableChangeRow(section.id, now, by.user_id, TableChange.TAKEN_BACK, round=number)
            )
            await redraw_and_step(tx, section, stage, now, anew=True)
            return await crosstable_of(tx, section)

        return await self._write(job)

    async def _last_round(
        self, tx: Transaction, section_id: int, by: Official
    ) -> tuple[SectionRow, StageRow, RoundsKind, int]:
        """Load what runs and its last round, for a member who may take that round back.

        Raise `Refusal` for everyone else.
        """
        section, stage, kind = await self._running(tx, section_id)
        await organised_by(tx, stage, by)
        number = await kind.last_round(tx, section, stage)
        await check_round(tx, section.id, number, by.user_id)
        return section, stage, kind, number

    async def _running(self, tx: Transaction, section_id: int) -> tuple[SectionRow, StageRow, RoundsKind]:
        """Return what runs; raise `Refusal` where nothing does."""
        section, stage = await section_of(tx, section_id)
        kind = kind_of(await competitions.get(tx, stage.competition_id))
        if stage.status is not StageStatus.RUNNING or not isinstance(kind, RoundsKind):
            raise Refusal("tournament.over")
        return section, stage, kind


def new_competition(
    kind: str,
    name: str,
    played: tuple[AnyGame, Mapping[str, object]],
    control: TimeControl,
    organiser: Act,
    place: tuple[int, int],
) -> NewCompetition:
    """Return the row to store for a new competition: a game `played` with options.

    Raises the game's `BadOption`.
    """
    (guild_id, channel_id), (game, options) = place, played
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


async def make(
    tx: Transaction,
    new: NewCompetition,
    interaction_id: int,
    starts_at: float,
    now: float,
    *,
    closes_at: float,
    seen_to_at: float,
    rounds: int | None = None,
) -> CompetitionRow:
    """Store a competition with its first stage, and return it.

    An interaction makes one only once. The first step is due at `seen_to_at`. Raises `Refusal` if the
    server has as many as it can have.
    """
    if first := await competitions.made_by_interaction(tx, interaction_id):
        return first
    await servers.hold(tx, new.guild_id)  # two commands at once would each see a server without the other
    too_many = KINDS[new.kind].too_many
    going = [
        row
        for row in await competitions.of_server(tx, new.guild_id)
        if not row.stopped and kind_of(row).too_many == too_many
    ]
    await KINDS[new.kind].check_new(tx, new)
    if len(going) >= PER_SERVER:
        raise Refusal(too_many, limit=PER_SERVER)
    row = await competitions.create(tx, new, at=now, interaction_id=interaction_id)
    stage = await competitions.add_stage(
        tx, row.id, 0, starts_at=starts_at, closes_at=closes_at, rounds=rounds
    )
    await competitions.plan(tx, row.id, seen_to_at)
    await put_season(tx, stage.id, now)
    return row
