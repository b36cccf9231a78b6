"""Team matches of two teams with reserves."""

from club.clocks.time_control import parse_control
from club.competitions.teams import TeamDraft
from club.members.people import Person
from data.competitions.competitions import CompetitionRow
from rules.catalogue import GAMES
from tests.club.leagues import MO
from tests.club.people import CHANNEL, GUILD, act
from tests.club.room import Room

RED, BLUE = ([Person(start + each, f"P{start + each}") for each in range(3)] for start in (100, 200))

RESERVES = Person(108, "P108"), Person(208, "P208")


async def create_team_match(
    room: Room, *, other: bool = True, interaction: Person = MO, game: str = "binar", scoring: str = "usual"
) -> CompetitionRow:
    """Create a team match of Red and Blue on three boards."""
    control = parse_control("3d+1d")
    assert control is not None
    return await room.club.competitions.teams.create(
        drafts=(TeamDraft("Red", MO.id), TeamDraft("Blue", MO.id) if other else None),
        boards=3,
        game=GAMES[game],
        options={"size": 3} if game == "binar" else {},
        control=control,
        starts_in=600.0,
        organiser=act(interaction),
        place=(GUILD, CHANNEL),
        scoring=scoring,
    )


async def start_with_reserves(room: Room) -> None:
    """Start a team match that all of both teams have joined."""
    await create_team_match(room)
    for side, people in enumerate((RED, BLUE)):
        for person in (*people, RESERVES[side]):
            await room.club.competitions.teams.join(1, side, person, guild_id=GUILD, roles=())
    room.time[0] += 600.0
    await room.club.competitions.scheduler.take_due_steps()
