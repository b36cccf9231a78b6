"""Messages about turns, for players who want them, and about time running low."""

from typing import Any

from bot.cards.kit.card_lines import last_move_line, place_link
from bot.cards.kit.kit import ASKED, RUNNING, Card, Press, framed_view, link, row, small, text
from bot.cards.kit.names import plain
from bot.custom_ids import CustomId
from club.play.match.matches import Table
from rules.game import Seat
from words import Speaker, ago, when


def turn_card(table: Table, seat: Seat, say: Speaker) -> Card:
    """Return the message that the player at `seat` is to move, with a link."""
    other = plain(table.player(1 - seat).name)
    words = text(
        say("card.turn", title=table.game.title, name=other), last_move_line(table, table.view(seat), say)
    )
    return Card(framed_view(RUNNING, words, row(link(say("button.to_match"), place_link(table.row)))))


def reminder_card(table: Table, seat: Seat, version: int, say: Speaker, *, aloud: bool = False) -> Card:
    """Return the reminder to the player at `seat` that time runs low.

    It links to the settings that stop clocks. With `aloud`, for the place where the match is played, it
    names and pings them. `version` is that of the match.
    """
    player, other = table.player(seat), plain(table.player(1 - seat).name)
    deadline = table.row.deadline_at or 0.0
    facts = {
        "title": table.game.title,
        "opponent": other,
        "since": ago(deadline),
        "time": when(deadline),
    }
    words = (
        say("card.reminder.aloud", name=f"<@{player.user_id}>", **facts)
        if aloud
        else say("card.reminder", **facts)
    )
    rest = Press.of(_reminder(table, version), say("button.my-time"))
    to_match: list[Any] = [] if aloud else [link(say("button.to_match"), place_link(table.row))]
    if player.guest:  # they do not see that place
        to_match = [Press.of(CustomId("view", table.row.id, version), say("button.view"))]
    return Card(
        framed_view(ASKED, text(words, small(say("card.reminder.rest"))), row(*to_match, rest)),
        pings=(player.user_id,) if aloud else (),
    )


def reminder_mark(table: Table, version: int) -> str:
    """Return by which component the reminder of a match at a version is known."""
    return str(_reminder(table, version))


def _reminder(table: Table, version: int) -> CustomId:
    return CustomId("my-time", table.row.id, version)
