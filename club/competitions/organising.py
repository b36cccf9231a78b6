"""What people do in tournaments besides what they do in leagues: make one, start it, say that they are there."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from club.clocks.control import HOUR, Control
from club.competitions.boards import fielded
from club.competitions.found import Official, organised_by, section_of, stage_of
from club.competitions.kinds import KINDS, Kind, kind_of
from club.competitions.redrawing import redraw_season, redraw_section
from club.competitions.sheets import Sheet, sheet_of
from club.competitions.stepping import CALL, of_round
from club.competitions.writer import Writer
from club.members.people import Act, Person
from club.play.match.own_matter import check_round
from club.play.match.posts import put_season
from club.refusals import Refusal
from data.competitions import competitions, entrants, pairings
from data.competitions.competitions import (
    CompetitionRow,
    NewCompetition,
    SectionRow,
    StageRow,
    StageStatus,
)
from data.competitions.pairings import Jump, LogRow
from data.database.transaction import Transaction
from data.members import servers
from rules.game import AnyGame

PER_SERVER: Final = 10
"""Leagues and tournaments of a server that go on; of simuls, which everybody may give, as many besides."""
LONGEST_BANK: Final = HOUR
"""Seconds of a bank with which an evening can still be played."""


class Tournaments(Writer):
    """The tournaments of all servers."""

    async def create(
        self,
        *,
        kind: Kind,
        name: str,
        game: AnyGame,
        options: Mapping[str, object],
        control: Control,
        starts_in: float,
        rounds: int | None,
        organiser: Act,
        place: tuple[int, int],
        giver: Person | None = None,
        sides: str | None = None,
    ) -> CompetitionRow:
        """Make a tournament in a server's channel (`place`), which starts in so many seconds.

        A simul has a `giver`, its organiser, who plays with these `sides`. Raises `Refusal`, or the game's `BadOption`.
        """
        if kind.called and not (control.sitdown and control.time <= LONGEST_BANK):
            raise Refusal("tournament.clock")
        new = replace(planned(kind.key, name, (game, options), control, organiser, place), sides=sides)

        async def job(tx: Transaction) -> CompetitionRow:
            starts_at = self._now() + starts_in
            made = await make(
                tx, new, organiser.interaction_id, starts_at, self._now(),
                closes_at=starts_at, seen_to_at=starts_at, rounds=rounds if kind.called else None,
            )  # fmt: skip
            if giver is not None:
                stage = (await competitions.stages_of(tx, made.id))[0]
                await entrants.join(tx, stage.id, giver.id, giver.name, at=self._now())
            return made

        return await self._write(job)

    async def start(self, stage_id: int, *, by: Official) -> None:
        """Let a tournament start now; raise `Refusal` for whoever may not, and with too few entrants."""

        async def job(tx: Transaction) -> None:
            stage = await stage_of(tx, stage_id)
            row = await organised_by(tx, stage, by)
            if stage.status is not StageStatus.OPEN:
                raise Refusal("tournament.started")
            kind = kind_of(row)
            if fielded(kind, await entrants.of_stage(tx, stage.id)) < kind.least:
                raise (
                    Refusal("simul.few")
                    if kind.giver
                    else Refusal("team.few" if kind.teams else "tournament.few", count=kind.least)
                )
            await competitions.set_stage(tx, replace(stage, starts_at=self._now()))
            await competitions.hurry(tx, row.id, self._now())

        await self._write(job)

    async def here(self, section_id: int, user_id: int) -> int:
        """Note that somebody is there for the next round, and return its number, from 1; raise `Refusal` if none is.

        While people are called to a round, that is the one; while one is played, the one after it.
        """

        async def job(tx: Transaction) -> int:
            section, stage, kind = await self._running(tx, section_id)
            entrant = await entrants.entrant_of(tx, stage.id, user_id)
            if entrant is None or entrant.section_id != section.id:
                raise Refusal("tournament.outside")
            if entrant.withdrawn:
                raise Refusal("tournament.withdrawn")
            number = await next_round(tx, kind, section, stage)
            if entrant.here != number:
                await entrants.set_here(tx, entrant.id, number, at=self._now())
                await redraw(tx, section, stage, self._now())
            return number + 1

        return await self._write(job)

    async def organised(self, section_id: int, *, by: Official) -> None:
        """Raise `Refusal` where somebody cannot take back a round: it is not theirs to do, or there is none."""
        await self._store.read(lambda tx: self._last_round(tx, section_id, by))

    async def take_back(self, section_id: int, *, by: Official) -> Sheet:
        """Let the last round that was paired be as if it had never been, and be paired anew; return the section.

        Raises `Refusal` for whoever may not, and where there is none. Its matches that run are ended.
        """

        async def job(tx: Transaction) -> Sheet:
            section, stage, kind, number = await self._last_round(tx, section_id, by)
            now = self._now()
            await pairings.round_back(tx, section.id, number)
            await entrants.round_back(tx, section.id, number)
            closes_at = now + (CALL if kind.called else 0.0)
            await competitions.set_stage(tx, replace(stage, round=number, called_at=now, closes_at=closes_at))
            await pairings.log(tx, LogRow(section.id, now, by.user_id, Jump.TAKEN_BACK, round=number))
            await redraw(tx, section, stage, now, anew=True)
            return await sheet_of(tx, section)

        return await self._write(job)

    async def _last_round(
        self, tx: Transaction, section_id: int, by: Official
    ) -> tuple[SectionRow, StageRow, Kind, int]:
        """Return what runs, and its last round to who may take that back; raise `Refusal` for everybody else."""
        section, stage, kind = await self._running(tx, section_id)
        await organised_by(tx, stage, by)
        number = await last_round(tx, kind, section, stage)
        await check_round(tx, section.id, number, by.user_id)
        return section, stage, kind, number

    async def _running(self, tx: Transaction, section_id: int) -> tuple[SectionRow, StageRow, Kind]:
        """Return what runs; raise `Refusal` where nothing does."""
        section, stage = await section_of(tx, section_id)
        kind = kind_of(await competitions.get(tx, stage.competition_id))
        if stage.status is not StageStatus.RUNNING or not kind.by_rounds:
            raise Refusal("tournament.over")
        return section, stage, kind


def planned(
    kind: str,
    name: str,
    played: tuple[AnyGame, Mapping[str, object]],
    control: Control,
    organiser: Act,
    place: tuple[int, int],
) -> NewCompetition:
    """Return what is stored of a competition that somebody wants to make: a game is `played` by options.

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
    """Store a competition with its first stage, and return it; an interaction makes one only once.

    It is seen to at `seen_to_at` first. Raises `Refusal` where its server has as many as it can have.
    """
    if first := await competitions.made_by_interaction(tx, interaction_id):
        return first
    await servers.hold(tx, new.guild_id)  # two commands at once would each see a server without the other
    given = KINDS[new.kind].giver
    going = [
        row
        for row in await competitions.of_server(tx, new.guild_id)
        if not row.stopped and kind_of(row).giver == given
    ]
    if given and await competitions.going_of(tx, new.guild_id, new.organiser_id, new.kind):
        raise Refusal("simul.own")
    if len(going) >= PER_SERVER:
        raise Refusal("simul.many" if given else "league.many", limit=PER_SERVER)
    row = await competitions.create(tx, new, at=now, interaction_id=interaction_id)
    stage = await competitions.add_stage(
        tx, row.id, 0, starts_at=starts_at, closes_at=closes_at, rounds=rounds
    )
    await competitions.plan(tx, row.id, seen_to_at)
    await put_season(tx, stage.id, now)
    return row


async def enter_late(tx: Transaction, stage: StageRow, kind: Kind, who: Person, now: float) -> None:
    """Let somebody play from the next round on in a stage that runs; raise `Refusal` where there is none.

    Who has withdrawn comes back the same way.
    """
    section = (await competitions.sections_of(tx, stage.id))[0]
    known = await entrants.entrant_of(tx, stage.id, who.id)
    if known is not None and not known.withdrawn:
        return
    number = await next_round(tx, kind, section, stage)
    people = await entrants.of_section(tx, section.id)
    if known is None and len(people) >= kind.most:
        raise Refusal("league.full", limit=kind.most)
    if known is None:
        await entrants.join(tx, stage.id, who.id, who.name, at=now)
        known = await entrants.entrant_of(tx, stage.id, who.id)
        assert known is not None  # they have just come
        await entrants.seat(tx, known.id, section.id, len(people))
    else:
        await entrants.come_back(tx, known.id)
    await entrants.set_here(tx, known.id, number, at=now)
    await pairings.log(tx, LogRow(section.id, now, who.id, Jump.LATE, known.id, round=number))
    await redraw_season(tx, stage.id, now)
    await redraw(tx, section, stage, now)


async def next_round(tx: Transaction, kind: Kind, section: SectionRow, stage: StageRow) -> int:
    """Return the round that people are called to, or that comes after the one that is played.

    Raises `Refusal` if there is none.
    """
    meetings = await pairings.pairings(tx, section.id)
    number = stage.round + bool(of_round(kind, stage, meetings))
    row = await competitions.get(tx, stage.competition_id)
    if number >= (stage.rounds or 0) or row.stopped:
        raise Refusal("tournament.last")
    return number


async def last_round(tx: Transaction, kind: Kind, section: SectionRow, stage: StageRow) -> int:
    """Return the last round that was paired; raise `Refusal` if none was."""
    meetings = await pairings.pairings(tx, section.id)
    number = stage.round if of_round(kind, stage, meetings) else stage.round - 1
    if number < 0:
        raise Refusal("tournament.back.none")
    return number


async def redraw(
    tx: Transaction, section: SectionRow, stage: StageRow, now: float, *, anew: bool = False
) -> None:
    """Have the card of a section show how it is now, and look whether there is something to do."""
    await redraw_section(tx, section.id, now, anew=anew)
    await competitions.hurry(tx, stage.competition_id, now)


def put_off(stage: StageRow, seconds: float, *, since: float) -> StageRow:
    """Return a stage with those of its moments later that were still to come at a time."""
    starts_at, closes_at = (at + seconds if at > since else at for at in (stage.starts_at, stage.closes_at))
    return replace(stage, starts_at=starts_at, closes_at=closes_at)
