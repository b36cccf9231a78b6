"""Ann and Ben, and a match between them."""

from itertools import count

from club.clocks.control import read_control
from club.club import Club
from club.members.people import Act, Person
from club.play.matches import Table
from data.challenges import ChallengeRow
from rules.catalogue import GAMES

ANN, BEN, CLEO = Person(1, "Ann"), Person(2, "Ben"), Person(3, "Cleo")
GUILD, CHANNEL = 10, 11
interactions = count(1000)
"""Ids of interactions, each once."""


def act(who: Person) -> Act:
    """The next press of somebody."""
    return Act(who.id, next(interactions))


async def asked(
    club: Club,
    game: str = "binar",
    *,
    people: tuple[Person, Person] = (ANN, BEN),
    guild_id: int = GUILD,
    clock: str = "",
    abroad: str | None = None,
) -> ChallengeRow:
    """A challenge of Ann to Ben, or of others, whose card nobody has posted yet."""
    first, second = people
    return await club.challenges.make(
        game=GAMES[game],
        options={},
        side="random",
        language="en",
        challenger=first,
        opponent=second,
        guild_id=guild_id,
        channel_id=CHANNEL,
        interaction_id=next(interactions),
        clock=read_control(clock),
        abroad=abroad,
    )


async def begun(
    club: Club,
    game: str = "binar",
    *,
    people: tuple[Person, Person] = (ANN, BEN),
    guild_id: int = GUILD,
    clock: str = "",
    abroad: str | None = None,
) -> Table:
    """A match of Ann at seat 0 and Ben at seat 1, or of others."""
    _, second = people
    row = await asked(club, game, people=people, guild_id=guild_id, clock=clock, abroad=abroad)
    return await club.challenges.accept(row.id, taker=second, interaction_id=next(interactions))


async def unfollowed(*_: object) -> None:
    """Nothing comes of a change of settings."""
