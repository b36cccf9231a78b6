"""Ladders as they are played in virtual time."""

from collections.abc import Sequence

from club.clocks.time_control import parse_control
from club.club import Club
from club.competitions.crosstable import Crosstable
from club.competitions.seasons import CONTROL
from club.members.people import Person
from data.competitions import entrants, ladders, pairings
from data.competitions.competitions import CompetitionRow
from data.competitions.entrants import EntrantRow
from data.competitions.pairings import PairingRow
from rules.catalogue import GAMES
from tests.club.leagues import MO
from tests.club.people import CHANNEL, GUILD, act
from tests.club.room import Room


async def ladder(club: Club, *, clock: str = CONTROL) -> CompetitionRow:
    """A ladder of Mo's."""
    control = parse_control(clock)
    assert control is not None
    return await club.competitions.ladders.create(
        name="Club",
        game=GAMES["binar"],
        options={"size": 3},
        control=control,
        organiser=act(MO),
        place=(GUILD, CHANNEL),
    )


class Climb:
    """A ladder with these people on it, the first at the top."""

    def __init__(self, room: Room, people: Sequence[Person]) -> None:
        self.room, self.club, self.people = room, room.club, list(people)

    @classmethod
    async def start(cls, room: Room, people: Sequence[Person], *, clock: str = CONTROL) -> "Climb":
        """Start a ladder that these people have joined."""
        await ladder(room.club, clock=clock)
        for person in people:
            await room.club.competitions.all.join(1, person)
        await room.club.competitions.scheduler.take_due_steps()
        return cls(room, people)

    async def sheet(self) -> Crosstable:
        return await self.club.competitions.all.load_crosstable(1)

    async def names(self) -> list[str]:
        """Who stands on it, from the top down."""
        return [str(line.entrant.name) for line in (await self.sheet()).lines if line.row.rank]

    async def entrant(self, person: Person) -> EntrantRow:
        found = await self.club.store.read(lambda tx: entrants.find_entrant(tx, 1, person.id))
        assert found is not None
        return found

    async def challenge(self, challenger: Person, other: Person) -> PairingRow:
        """One challenges the other; their match has begun."""
        await self.club.competitions.ladders.challenge(1, (await self.entrant(other)).id, challenger.id)
        await self.club.competitions.scheduler.take_due_steps()
        return (await self.club.store.read(lambda tx: ladders.list_recent_pairings(tx, 1)))[-1]

    async def win(self, pairing: PairingRow, winner: Person) -> None:
        """One of two wins, for the other gives up."""
        won = (await self.entrant(winner)).id
        loser_id = pairing.second_id if pairing.first_id == won else pairing.first_id
        people = {
            each.id: each for each in await self.club.store.read(lambda tx: entrants.list_for_section(tx, 1))
        }
        await self.club.play.matches.resign(pairing.match_id or 0, act(Person(people[loser_id].user_id, "")))
        await self.club.competitions.scheduler.take_due_steps()

    async def pairing(self, pairing: PairingRow) -> PairingRow:
        """It as it is now."""
        found = await self.club.store.read(lambda tx: pairings.get(tx, pairing.id))
        assert found is not None
        return found

    async def wait(self, seconds: float) -> None:
        self.room.time[0] += seconds
        await self.club.competitions.scheduler.take_due_steps()
