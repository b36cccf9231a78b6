"""A club on a store that may be damaged."""

from club.clocks.time_control import DAY
from club.club import Club
from club.members.people import Person
from tests.club.people import act

LATER = 15 * DAY
"""Seconds after which every clock has run out and a waiting player can nudge."""


async def make_move(club: Club, number: int, person: Person) -> None:
    """Let a player make the first legal move, if there is one."""
    table = await club.play.matches.load(number)
    if moves := table.match.moves():
        await club.play.matches.play(number, act(person), moves[0])
