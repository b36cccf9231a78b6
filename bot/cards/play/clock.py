"""The clock lines on a board."""

from bot.cards.kit.kit import small_print
from bot.cards.kit.names import safe_name
from club.clocks.clock import Clock
from club.clocks.time_control import duration_phrase, exact_duration_phrase
from club.play.match.matches import Table
from words import Localizer, discord_timestamp, relative_timestamp


def clock_lines(table: Table, say: Localizer, *, is_time_up: bool, now: float) -> list[str | None]:
    """Return the lines on the time left at `now`.

    `is_time_up` means that the player to move has run out of time. Discord shows the end of the time in
    each reader's own time zone, and counts down to it. A live clock starts only when the board has been
    posted; the lines are written as if that happened at `now`.
    """
    row, turn = table.row.clock, table.turn
    if row is None or turn is None:
        return []
    name, other = safe_name(table.player(turn).name), safe_name(table.player(1 - turn).name)
    clock = Clock.parse(row.state)
    left, told = (
        clock.seconds_left(turn, now),
        exact_duration_phrase if clock.control.is_live else duration_phrase,
    )
    ends_at = now + left if clock.waits else row.deadline_at
    if ends_at is None or not clock.going:
        return [say("card.clock.stands")]
    since = relative_timestamp(ends_at)
    if is_time_up:
        return [say("card.clock.up", name=name, since=since, opponent=other)]
    vacations = clock.sides[turn].vacations
    away = next((span for span in vacations if span[1] > now and span[0] < ends_at), None)
    code = "card.clock.sitdown.runs" if clock.control.is_live else "card.clock.runs"
    lines = [small_print(say(code, name=name, span=told(left), since=since))]
    if away is not None:
        begins, ends = map(discord_timestamp, away)
        way = "card.clock.vacation" if away[0] <= now else "card.clock.vacation.planned"
        lines.insert(0, say(way, name=name, from_time=begins, time=ends))
    if clock.control.increment is not None:
        lines.append(small_print(say("card.clock.other", name=other, span=told(clock.sides[1 - turn].left))))
    return lines
