"""Moves in advance, prepared and as they are stored."""

from club.club import Club
from club.members.people import Person
from club.play.match.matches import Table
from data.play import conditional_moves
from tests.club.people import act


async def prepare(club: Club, table: Table, who: Person, *lines: str) -> None:
    """Let a player add lines, each of moves with spaces between."""
    for line in lines:
        ahead = await club.play.conditional_moves.get(table.row.id, who.id)
        await club.play.conditional_moves.add_line(ahead, act(who), line.split())


async def stored_lines(club: Club, table: Table) -> dict[int, list[str]]:
    """Return the stored lines by seat."""
    found = await club.store.read(lambda tx: conditional_moves.list_for_match(tx, table.row.id))
    return {each.seat: [" ".join(line) for line in each.lines] for each in found}
