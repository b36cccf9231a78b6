"""Ann and Ben, and a match between them."""

from dataclasses import replace
from itertools import count
from typing import Any

from club.clocks.time_control import parse_control
from club.club import Club
from club.members.people import Act, Person
from club.play.match.matches import Table
from club.play.seek.proposals import Proposal
from data.play.challenges import ChallengeRow
from data.play.places import Place
from rules.catalogue import GAMES

ANN, BEN, CLEO = Person(1, "Ann"), Person(2, "Ben"), Person(3, "Cleo")
GUILD, CHANNEL = 10, 11
interactions = count(1000)
"""Ids of interactions, each once."""


def act(who: Person) -> Act:
    """Return a new press by a member."""
    return Act(who.id, next(interactions))


async def make_challenge(
    club: Club,
    game: str = "binar",
    *,
    people: tuple[Person, Person | None] = (ANN, BEN),
    guild_id: int = GUILD,
    channel_id: int = CHANNEL,
    clock: str = "",
    abroad: str | None = None,
    interaction_id: int | None = None,
    **given: Any,
) -> ChallengeRow:
    """Make a challenge of Ann to Ben, or of others, whose card is not posted yet.

    `given` are other fields of the proposal.
    """
    challenger, opponent = people
    proposal = Proposal(game=GAMES[game], options={}, opponent=opponent, clock=parse_control(clock))
    return await club.play.challenges.make(
        replace(proposal, **given),
        challenger=challenger,
        place=Place(guild_id, channel_id, abroad),
        interaction_id=interaction_id or next(interactions),
    )


async def start_match(
    club: Club,
    game: str = "binar",
    *,
    people: tuple[Person, Person] = (ANN, BEN),
    guild_id: int = GUILD,
    clock: str = "",
    abroad: str | None = None,
    **given: Any,
) -> Table:
    """Start a match of Ann at seat 0 and Ben at seat 1, or of others.

    `given` are other fields of the challenge.
    """
    _, second = people
    row = await make_challenge(
        club, game, people=people, guild_id=guild_id, clock=clock, abroad=abroad, **given
    )
    return await club.play.challenges.accept(row.id, taker=second, interaction_id=next(interactions))


async def make_first_moves(club: Club, table: Table, count: int = 1) -> Table:
    """Let the players make the first legal move so many times."""
    for _ in range(count):
        assert table.turn is not None
        press = Act(table.player(table.turn).user_id, next(interactions))
        table = await club.play.matches.play(table.row.id, press, table.match.moves()[0])
    return table
