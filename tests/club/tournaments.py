"""Tournaments as they are played in virtual time."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from club.clocks.time_control import parse_control
from club.club import Club
from club.competitions.crosstable import Crosstable
from club.competitions.kinds.all_kinds import KINDS
from club.competitions.kinds.tournament import TournamentKind
from club.competitions.lookup import Official
from club.competitions.scheduler import CompetitionScheduler
from club.members.people import Person
from data.competitions import competitions, entrants, pairings
from data.competitions.competitions import CompetitionRow, StageRow
from data.competitions.entrants import EntrantRow
from data.competitions.pairings import PairingResult, PairingRow
from rules.catalogue import GAMES
from tests.ample import AMPLE
from tests.club.leagues import MO
from tests.club.people import CHANNEL, GUILD, act
from tests.club.room import Room

SOON = 600.0
"""Seconds from the making of a tournament to its start."""
PEOPLE = [Person(100 + number, f"Member {number}") for number in range(20)]


async def tournament(
    club: Club, kind: str = "swiss", *, clock: str = "10+5", rounds: int | None = None, **given: Any
) -> CompetitionRow:
    """A tournament of Mo's that people sign up for."""
    control = parse_control(clock)
    meant = KINDS[kind]
    assert control is not None and isinstance(meant, TournamentKind)
    meant_by: dict[str, Any] = {"name": "Friday", "organiser": act(MO), "place": (GUILD, CHANNEL)}
    return await club.competitions.tournaments.create(
        kind=meant,
        control=control,
        starts_in=SOON,
        rounds=rounds,
        **meant_by | {"game": GAMES["binar"], "options": {"size": 3}} | given,
    )


class Evening:
    """A tournament that has just started, with these people in it.

    The table is `crosstable`.
    """

    def __init__(self, room: Room, people: Sequence[Person]) -> None:
        self.room, self.club, self.people = room, room.club, list(people)

    @classmethod
    async def start(
        cls, room: Room, people: Sequence[Person], kind: str = "swiss", **given: Any
    ) -> "Evening":
        """Start a tournament that these people have joined."""
        await tournament(room.club, kind, **given)
        for person in people:
            await room.club.competitions.all.join(1, person)
        room.time[0] += SOON
        await room.club.competitions.scheduler.take_due_steps()
        return cls(room, people)

    async def sheet(self) -> Crosstable:
        return await self.club.competitions.all.load_crosstable(1)

    async def stage(self) -> StageRow:
        return (await self.club.competitions.all.load_stage_view(1)).stage

    async def pairings(self) -> list[PairingRow]:
        """The pairings of the round that is played, none while people are called to it."""
        number = (await self.stage()).round
        return [
            each
            for each in await self.club.store.read(lambda tx: pairings.list_for_section(tx, 1))
            if each.round == number
        ]

    async def entrants(self) -> dict[int, EntrantRow]:
        return {
            each.id: each for each in await self.club.store.read(lambda tx: entrants.list_for_section(tx, 1))
        }

    async def here(self, *people: Person) -> None:
        """These say that they are there, or all."""
        for person in people or self.people:
            await self.club.competitions.tournaments.check_in(1, person.id)
        await self.club.competitions.scheduler.take_due_steps()

    async def wait(self, seconds: float) -> None:
        self.room.time[0] += seconds
        await self.club.competitions.scheduler.take_due_steps()

    async def lose(self, pairing: PairingRow, loser_id: int) -> None:
        """One of two gives up their match."""
        user_id = (await self.entrants())[loser_id].user_id
        await self.club.play.matches.resign(pairing.match_id or 0, act(Person(user_id, "")))
        await self.club.competitions.scheduler.take_due_steps()

    async def draw(self, pairing: PairingRow) -> None:
        """The organiser lets a match that one has lost count as a draw."""
        user_id = (await self.entrants())[pairing.first_id].user_id
        await self.club.play.matches.resign(pairing.match_id or 0, act(Person(user_id, "")))
        await self.club.competitions.all.rule_on(
            pairing.id, PairingResult.DRAW, official=Official(MO.id), why="fair"
        )
        await self.club.competitions.scheduler.take_due_steps()

    async def play(
        self, loser: Callable[[PairingRow], int] = lambda pairing: max(pairing.first_id, pairing.second_id)
    ) -> None:
        """All matches of the round are played; the later entrant loses, or as it is said."""
        for pairing in await self.pairings():
            if pairing.effective_result is None:
                await self.lose(pairing, loser(pairing))

    async def due(self) -> float | None:
        return await self.club.store.read(competitions.next_due_time)


async def take_steps_at_once(room: Room) -> None:
    """Let two processes take the steps that are due, each twice, all at once."""
    club, first = room.club, room.club.competitions.scheduler
    other = CompetitionScheduler(
        club.play.matches, club.play.analyses, club.pages.hooks, limits=AMPLE, secret=lambda: bytes(32)
    )
    await asyncio.gather(*(each.take_due_steps() for each in (first, other, first, other)))
