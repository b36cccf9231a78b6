"""Actions of members on ladders, beyond those in leagues.

They make a ladder, join at any time and challenge a member above.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from club.clocks.time_control import TimeControl
from club.competitions.kinds.all_kinds import kind_of
from club.competitions.lookup import section_of
from club.competitions.reckoning.ladder import AGAIN, REACH, Ladder, replay_ladder
from club.competitions.redraws import put_section, redraw_and_step
from club.competitions.tournaments import make, new_competition
from club.competitions.writer import Writer
from club.members.people import Act
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
            await redraw_and_step(tx, section, stage, self._now())
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
        kind_of(row).check_challenges()
        if row.stopped or stage.status is not StageStatus.RUNNING:
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
