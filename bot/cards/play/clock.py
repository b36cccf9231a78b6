"""Clock lines on a board, and the actions open once time is up."""

from bot.cards.kit.kit import small
from bot.cards.kit.names import plain
from club.clocks.clock import Clock
from club.clocks.time_control import fine_span, span
from club.play.match.matches import Table
from words import Speaker, ago


def clock_lines(table: Table, say: Speaker, *, up: bool, now: float) -> list[str | None]:
    """Return the time left at `now`; `up` means that the player to move has none.

    Discord shows the end in each reader's own time zone, and counts down to it. A live clock runs only
    once the board is posted, which shows it as if that were now: it is never up before that.
    """
    row, turn = table.row.clock, table.turn
    if row is None or turn is None:
        return []
    name, other = plain(table.player(turn).name), plain(table.player(1 - turn).name)
    clock = Clock.parse(row.state)
    left, told = clock.seconds_left(turn, now), fine_span if clock.control.is_live else span
    ends_at = now + left if clock.waits else row.deadline_at
    if ends_at is None or not clock.going:
        return [say("card.clock.stands")]
    since = ago(ends_at)
    if up:
        return [say("card.clock.up", name=name, since=since, opponent=other)]
    code = "card.clock.sitdown.runs" if clock.control.is_live else "card.clock.runs"
    lines = [small(say(code, name=name, span=told(left), since=since))]
    if clock.control.increment is not None:
        lines.append(small(say("card.clock.other", name=other, span=told(clock.sides[1 - turn].left))))
    return lines
