"""Messages to players that it is their turn, or that time is running low."""

from typing import Any

from bot.cards.kit.board_remarks import waiting_buttons
from bot.cards.kit.card_lines import last_move_line, place_link
from bot.cards.kit.kit import (
    ASKED,
    RUNNING,
    ActionButton,
    Card,
    framed_view,
    link_button,
    row,
    small_print,
    text,
)
from bot.cards.kit.names import mention, safe_name
from bot.custom_ids import CustomId
from club.play.match.matches import Table
from rules.game import Seat
from words import Localizer, discord_timestamp, relative_timestamp


def turn_card(table: Table, seat: Seat, say: Localizer) -> Card:
    """Return the message that the player at `seat` is to move, with a link."""
    other = safe_name(table.player(1 - seat).name)
    words = text(
        say("card.turn", title=table.game.title, name=other), last_move_line(table, table.view(seat), say)
    )
    return Card(framed_view(RUNNING, words, row(link_button(say("button.to_match"), place_link(table.row)))))


def time_up_card(table: Table, seat: Seat, say: Localizer) -> Card:
    """Return the message to the player at `seat` that the other's time is up."""
    facts = {
        "title": table.game.title,
        "name": safe_name(table.player(1 - seat).name),
        "since": relative_timestamp(table.row.deadline_at or 0.0),
    }
    ways: list[Any] = waiting_buttons(table, say, may_nudge=False, may_claim=True)
    if not table.player(seat).guest:  # a guest does not see that place
        ways.append(link_button(say("button.to_match"), place_link(table.row)))
    return Card(framed_view(ASKED, text(say("card.time_up", **facts)), row(*ways)))


def reminder_card(table: Table, seat: Seat, version: int, say: Localizer, *, in_public: bool = False) -> Card:
    """Return the reminder to the player at `seat` that time is running low.

    It links to the settings that stop clocks. With `in_public` it is for the channel of the match, or of
    a guest's team, and it mentions and notifies the player. `version` is that of the match.
    """
    player, other = table.player(seat), safe_name(table.player(1 - seat).name)
    deadline = table.row.deadline_at or 0.0
    facts = {
        "title": table.game.title,
        "opponent": other,
        "since": relative_timestamp(deadline),
        "time": discord_timestamp(deadline),
    }
    words = (
        say("card.reminder.aloud", name=mention(player.user_id), **facts)
        if in_public
        else say("card.reminder", **facts)
    )
    rest = ActionButton.create(_reminder(table, version), say("button.my-time"))
    to_match: list[Any] = [] if in_public else [link_button(say("button.to_match"), place_link(table.row))]
    if player.guest:  # they do not see that place
        to_match = [ActionButton.create(CustomId("view", table.row.id, version), say("button.view"))]
    return Card(
        framed_view(ASKED, text(words, small_print(say("card.reminder.rest"))), row(*to_match, rest)),
        pings=(player.user_id,) if in_public else (),
    )


def reminder_marker_id(table: Table, version: int) -> str:
    """Return the custom_id that identifies a reminder about a match."""
    return str(_reminder(table, version))


def _reminder(table: Table, version: int) -> CustomId:
    return CustomId("my-time", table.row.id, version)
