"""Actions of members on ladders.

Members create a ladder, join it at any time, and challenge entrants above them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from club.clocks.time_control import TimeControl
from club.competitions.kinds.all_kinds import kind_of
from club.competitions.lookup import load_section
from club.competitions.reckoning.ladder import AGAIN, REACH, Ladder, replay_ladder
from club.competitions.redraws import queue_section_cards, redraw_and_step
from club.competitions.tournaments import new_competition, store_competition
from club.competitions.writer import CompetitionWriter
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
from words import discord_timestamp


@dataclass(frozen=True, slots=True)
class ChallengeTarget:
    """An entrant whom a member can challenge, and that entrant's place.

    If the two have met recently, the challenge is possible only from `open_from` on, in seconds since
    the epoch.
    """

    entrant: EntrantRow
    place: int
    open_from: float | None


class Ladders(CompetitionWriter):
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
        """Create a ladder in a server's channel (`place`: server id, channel id).

        Members can join it at any time. Raises `Refusal`, or the game's `BadOption`.
        """
        new = new_competition(LADDER, name, (game, options), control, organiser, place)

        async def job(tx: Transaction) -> CompetitionRow:
            now = self._now()
            row = await store_competition(
                tx, new, organiser.interaction_id, now, now, closes_at=now, first_step_at=now
            )
            stage = (await competitions.list_latest_stages(tx, row.id))[0]
            if stage.status is StageStatus.OPEN:
                await competitions.update_stage(tx, replace(stage, status=StageStatus.RUNNING))
                section = await competitions.add_section(tx, stage.id, 0)
                await queue_section_cards(tx, section.id, now)
            return row

        return await self._write(job)

    async def list_targets(self, section_id: int, user_id: int) -> Sequence[ChallengeTarget]:
        """List the entrants whom a member can challenge, the highest first.

        Raise `Refusal` if the member cannot challenge anyone.
        """

        async def job(tx: Transaction) -> Sequence[ChallengeTarget]:
            section, _, own, ladder = await self._load_challenger(tx, section_id, user_id)
            people = {each.id: each for each in await entrants.list_for_section(tx, section.id)}
            return [
                ChallengeTarget(people[each], ladder.place(each) or 0, self._again_at(ladder, own.id, each))
                for each in ladder.challengeable_entrants(own.id)
            ]

        return await self._store.read(job)

    async def challenge(self, section_id: int, entrant_id: int, user_id: int) -> ChallengeTarget:
        """Let a member challenge an entrant above them, and return that entrant.

        The challenged member moves first, unless they also did when the two last met. Raise `Refusal` if
        the challenge is not allowed.
        """

        async def job(tx: Transaction) -> ChallengeTarget:
            section, stage, own, ladder = await self._load_challenger(tx, section_id, user_id)
            if entrant_id not in ladder.challengeable_entrants(own.id):
                raise Refusal("ladder.reach", count=REACH)
            if again_at := self._again_at(ladder, own.id, entrant_id):
                raise Refusal("ladder.again", time=discord_timestamp(again_at))
            turned = frozenset((own.id, entrant_id)) in ladder.last_first_mover
            pair = (entrant_id, own.id)
            if ladder.last_first_mover.get(frozenset(pair)) == entrant_id:
                pair = (own.id, entrant_id)
            first, second = (ladder.place(each) or 0 for each in pair)
            await pairings.add(tx, section.id, 0, pair, turned=turned, places=(first, second))
            await redraw_and_step(tx, section, stage, self._now())
            people = {each.id: each for each in await entrants.list_for_section(tx, section.id)}
            return ChallengeTarget(people[entrant_id], ladder.place(entrant_id) or 0, None)

        return await self._write(job)

    async def _load_challenger(
        self, tx: Transaction, section_id: int, user_id: int
    ) -> tuple[SectionRow, StageRow, EntrantRow, Ladder]:
        """Load a ladder and the entry of a member who can challenge there now.

        Raise `Refusal` if the member cannot.
        """
        section, stage = await load_section(tx, section_id)
        row = await competitions.get(tx, stage.competition_id)
        kind_of(row).check_allows_challenges()
        if row.stopped or stage.status is not StageStatus.RUNNING:
            raise Refusal("ladder.over")
        own = await entrants.find_entrant(tx, stage.id, user_id)
        if own is None or own.withdrawn:
            raise Refusal("ladder.outside")
        ladder = replay_ladder(await ladders.list_facts(tx, section.id))
        if ladder.place(own.id) == 1:
            raise Refusal("ladder.top")
        for each in await ladders.list_recent_pairings(tx, section.id):
            if each.result is None and own.id == (each.second_id, each.first_id)[each.challenged_seat or 0]:
                raise Refusal("ladder.one")
        return section, stage, own, ladder

    def _again_at(self, ladder: Ladder, one: int, other: int) -> float | None:
        """Return when two entrants can play another challenge; `None` if now."""
        ended_at = ladder.last_ended_at.get(frozenset((one, other)))
        return None if ended_at is None or ended_at + AGAIN <= self._now() else ended_at + AGAIN
