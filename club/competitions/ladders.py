"""Actions of members on ladders, beyond those in leagues.

They make a ladder, join at any time and challenge a member above.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from club.clocks.time_control import DAY, TimeControl
from club.competitions.kinds import CompetitionKind, kind_of
from club.competitions.lookup import section_of
from club.competitions.reckoning.ladder import AGAIN, REACH, Ladder, replay_ladder
from club.competitions.redraws import put_section
from club.competitions.tournaments import make, new_competition, redraw
from club.competitions.writer import Writer
from club.members.people import Act, Person
from club.refusals import Refusal
from data.competitions import competitions, entrants, ladders, pairings
from data.competitions.competitions import (
    LADDER,
    CompetitionRow,
    SectionRow,
    StageRow,
    StageStatus,
)
from data.competitions.entrants import EntrantRow
from data.competitions.pairings import TableChange, TableChangeRow
from data.database.transaction import Transaction
from rules.game import AnyGame
from words import when


@dataclass(frozen=True, slots=True)
class ReachablePlace:
    """An entrant whom a member can challenge.

    `place` is that entrant's place. If the two have just met, the challenge is open from `again_at` on.
    """

    entrant: EntrantRow
    place: int
    again_at: float | None


class Ladders(Writer):
    """The ladders of all servers."""

    async def create(
        self,
        *,
        name: str,
        game: AnyGame,
        options: Mapping[str, object],
        control: TimeControl,
        organiser: Act,
        place: tuple[int, int],
    ) -> CompetitionRow:
        """Make a ladder in a server's channel (`place`), which people join at any time.

        Raises `Refusal`, or the game's `BadOption`.
        """
        new = new_competition(LADDER, name, (game, options), control, organiser, place)

        async def job(tx: Transaction) -> CompetitionRow:
            now = self._now()
            row = await make(tx, new, organiser.interaction_id, now, now, closes_at=now, seen_to_at=now)
            stage = (await competitions.stages_of(tx, row.id))[0]
            if stage.status is StageStatus.OPEN:
                await competitions.set_stage(tx, replace(stage, status=StageStatus.RUNNING))
                section = await competitions.add_section(tx, stage.id, 0)
                await put_section(tx, section.id, now)
            return row

        return await self._write(job)

    async def list_targets(self, section_id: int, user_id: int) -> Sequence[ReachablePlace]:
        """List the entrants whom a member can challenge, the highest first.

        Raise `Refusal` if the member can challenge no one.
        """

        async def job(tx: Transaction) -> Sequence[ReachablePlace]:
            section, _, own, ladder = await self._standing(tx, section_id, user_id)
            people = {each.id: each for each in await entrants.of_section(tx, section.id)}
            return [
                ReachablePlace(people[each], ladder.place(each) or 0, self._again_at(ladder, own.id, each))
                for each in ladder.above(own.id)
            ]

        return await self._store.read(job)

    async def challenge(self, section_id: int, entrant_id: int, user_id: int) -> ReachablePlace:
        """Let a member challenge an entrant above, and return that entrant.

        The challenged member begins, unless they did so when the two met last. Raise `Refusal` if the
        member cannot challenge them.
        """

        async def job(tx: Transaction) -> ReachablePlace:
            section, stage, own, ladder = await self._standing(tx, section_id, user_id)
            if entrant_id not in ladder.above(own.id):
                raise Refusal("ladder.reach", count=REACH)
            if again_at := self._again_at(ladder, own.id, entrant_id):
                raise Refusal("ladder.again", time=when(again_at))
            turned = frozenset((own.id, entrant_id)) in ladder.first_last
            pair = (entrant_id, own.id)
            if ladder.first_last.get(frozenset(pair)) == entrant_id:
                pair = (own.id, entrant_id)
            first, second = (ladder.place(each) or 0 for each in pair)
            await pairings.add(tx, section.id, 0, pair, turned=turned, places=(first, second))
            await redraw(tx, section, stage, self._now())
            people = {each.id: each for each in await entrants.of_section(tx, section.id)}
            return ReachablePlace(people[entrant_id], ladder.place(entrant_id) or 0, None)

        return await self._write(job)

    async def _standing(
        self, tx: Transaction, section_id: int, user_id: int
    ) -> tuple[SectionRow, StageRow, EntrantRow, Ladder]:
        """Load a ladder and the place of a member who can challenge there now.

        Raise `Refusal` if the member cannot.
        """
        section, stage = await section_of(tx, section_id)
        row = await competitions.get(tx, stage.competition_id)
        if not kind_of(row).ladder or row.stopped or stage.status is not StageStatus.RUNNING:
            raise Refusal("ladder.over")
        own = await entrants.entrant_of(tx, stage.id, user_id)
        if own is None or own.withdrawn:
            raise Refusal("ladder.outside")
        ladder = replay_ladder(await ladders.facts(tx, section.id))
        if ladder.place(own.id) == 1:
            raise Refusal("ladder.top")
        for each in await ladders.pairings(tx, section.id):
            if each.result is None and own.id == (each.second_id, each.first_id)[each.challenged_seat or 0]:
                raise Refusal("ladder.one")
        return section, stage, own, ladder

    def _again_at(self, ladder: Ladder, one: int, other: int) -> float | None:
        """Return from when on two can play another challenge, `None` for now."""
        ended_at = ladder.ended_at.get(frozenset((one, other)))
        return None if ended_at is None or ended_at + AGAIN <= self._now() else ended_at + AGAIN


async def enter(tx: Transaction, stage: StageRow, kind: CompetitionKind, who: Person, now: float) -> None:
    """Put a member at the foot of a ladder; one who has left comes back the same way.

    Raise `Refusal` if the ladder is over or has no room.
    """
    section = (await competitions.sections_of(tx, stage.id))[0]
    row = await competitions.get(tx, stage.competition_id)
    if row.stopped or stage.status is not StageStatus.RUNNING:
        raise Refusal("ladder.over")
    known = await entrants.entrant_of(tx, stage.id, who.id)
    if known is not None and not known.withdrawn:
        return
    people = await entrants.of_section(tx, section.id)
    if sum(not each.withdrawn for each in people) >= kind.most:
        raise Refusal("league.full", limit=kind.most)
    if known is None:
        await entrants.join(tx, stage.id, who.id, who.name, at=now)
        known = await entrants.entrant_of(tx, stage.id, who.id)
        assert known is not None  # they have just come
        await entrants.seat(tx, known.id, section.id, len(people))
    else:
        # All events are kept and counted for ever: no one can make them many by leaving and coming.
        facts = await ladders.facts(tx, section.id)
        gone = [
            each.at for each in facts if (each.what, each.entrant_id) == (TableChange.WITHDRAWN, known.id)
        ]
        if gone and gone[-1] + DAY > now:
            raise Refusal("ladder.back", time=when(gone[-1] + DAY))
        await entrants.come_back(tx, known.id)
    await pairings.log(tx, TableChangeRow(section.id, now, who.id, TableChange.LATE, known.id))
    await redraw(tx, section, stage, now)
