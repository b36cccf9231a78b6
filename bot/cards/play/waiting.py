"""The questions to a player whose opponent does not move."""

from bot.cards.kit.board_remarks import give_time_button, waiting_buttons, waiting_lines
from bot.cards.kit.kit import ASKED, OFFERED, SUCCESS, ActionButton, Card, framed_view, row, text
from bot.cards.kit.names import safe_name
from bot.custom_ids import CustomId
from club.clocks.time_control import duration_phrase, parse_control
from club.play.match.matches import Table
from rules.game import Seat
from words import Localizer, discord_timestamp


def nudge_card(table: Table, seat: Seat, say: Localizer) -> Card:
    """Return the card that asks a player to move.

    The player at `seat`, who has waited long, sends it to the other.
    """
    other = safe_name(table.player(1 - seat).name)
    words = say(
        "card.nudge", title=table.game.title, name=other, from_time=discord_timestamp(table.row.turn_at)
    )
    return Card(
        framed_view(OFFERED, text(words), row(*waiting_buttons(table, say, may_nudge=True, may_claim=False)))
    )


def claim_card(table: Table, seat: Seat, say: Localizer) -> Card:
    """Return the question whether to claim the win or end without a result.

    It is for the player at `seat`, who has waited long enough. In a match with a clock, they can also
    give the opponent more time.
    """
    other = safe_name(table.player(1 - seat).name)
    control = parse_control(table.row.control or "")
    if control is None:
        words = say(
            "card.claim", title=table.game.title, name=other, from_time=discord_timestamp(table.row.turn_at)
        )
    else:
        facts = {
            "from_time": discord_timestamp(table.row.deadline_at or 0.0),
            "span": duration_phrase(control.grant_seconds),
        }
        words = say("card.claim.time", title=table.game.title, name=other, **facts)
    buttons = row(
        ActionButton.create(
            CustomId("claim-win", table.row.id, table.row.version), say("button.claim_win"), SUCCESS
        ),
        ActionButton.create(CustomId("adjourn", table.row.id, table.row.version), say("button.adjourn")),
        *([give_time_button(table, say)] if control else []),
    )
    return Card(framed_view(ASKED, text(words, *waiting_lines(table, say, to_mover=False)), buttons))
