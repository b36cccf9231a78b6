"""What the board of a match with a clock says of the time, and the ways on once it is up."""

from bot.cards.kit import small
from bot.cards.names import plain
from club.clocks.clock import Clock
from club.clocks.control import span
from club.play.matches import Table
from words import Speaker, ago


def clock_lines(table: Table, say: Speaker, *, up: bool) -> list[str | None]:
    """Return how much time there is; `up` says that the player to move has none left.

    Discord shows the time of the end as each reader's own, and counts down to it.
    """
    row, turn = table.row.clock, table.turn
    if row is None or turn is None:
        return []
    name, other = plain(table.player(turn).name), plain(table.player(1 - turn).name)
    if row.deadline_at is None:
        return [say("card.clock.stands")]
    since = ago(row.deadline_at)
    if up:
        return [say("card.clock.up", name=name, since=since, opponent=other)]
    lines = [small(say("card.clock.runs", name=name, since=since))]
    clock = Clock.read(row.state)
    if clock.control.increment is not None:
        left = span(clock.sides[1 - turn].left)
        lines.append(small(say("card.clock.other", name=other, span=left)))
    return lines
