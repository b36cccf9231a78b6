"""The questions to a player whose opponent does not move."""

from bot.cards.kit.board_remarks import give_button, waiting_buttons, waiting_lines
from bot.cards.kit.kit import ASKED, OFFERED, SUCCESS, Card, Press, framed_view, row, text
from bot.cards.kit.names import plain
from bot.custom_ids import CustomId
from club.clocks.time_control import read_control, span
from club.play.match.matches import Table
from rules.game import Seat
from words import Speaker, when


def nudge_card(table: Table, seat: Seat, say: Speaker) -> Card:
    """Return the actions of a player who has waited long, with the nudge button."""
    other = plain(table.player(1 - seat).name)
    words = say("card.nudge", title=table.game.title, name=other, from_time=when(table.row.turn_at))
    return Card(
        framed_view(OFFERED, text(words), row(*waiting_buttons(table, say, may_nudge=True, may_claim=False)))
    )


def claim_card(table: Table, seat: Seat, say: Speaker) -> Card:
    """Return the question whether to claim the win or end the match without a result.

    It is for the player at `seat`.
    """
    other = plain(table.player(1 - seat).name)
    control = read_control(table.row.control or "")
    if control is None:
        words = say("card.claim", title=table.game.title, name=other, from_time=when(table.row.turn_at))
    else:
        facts = {"from_time": when(table.row.deadline_at or 0.0), "span": span(control.grant)}
        words = say("card.claim.time", title=table.game.title, name=other, **facts)
    buttons = row(
        Press.of(CustomId("claim-win", table.row.id, table.row.version), say("button.claim_win"), SUCCESS),
        Press.of(CustomId("adjourn", table.row.id, table.row.version), say("button.adjourn")),
        *([give_button(table, say)] if control else []),
    )
    return Card(framed_view(ASKED, text(words, *waiting_lines(table, say)), buttons))
