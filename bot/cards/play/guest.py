"""The match of a guest, a player from another server, in direct messages.

The message has everything that a board in a thread has.
"""

from typing import Any, Final

from bot.cards.competitions.every_kind import cards_for_kind
from bot.cards.competitions.league_lines import numbered_id
from bot.cards.kit.board_remarks import story_lines, waiting_buttons
from bot.cards.kit.card_lines import (
    clock_line,
    last_move_line,
    message_link,
    named_players_line,
    options_line,
)
from bot.cards.kit.kit import (
    OFFERED,
    OVER,
    PRIMARY,
    RUNNING,
    SUCCESS,
    ActionButton,
    Card,
    framed_view,
    heading,
    row,
    text,
)
from bot.cards.kit.names import mention, safe_name
from bot.cards.kit.pictures import hand_picture
from bot.cards.kit.unfolding import more_button
from bot.cards.play.board import match_picture, result_lines, running_status_lines
from bot.cards.play.clock import clock_lines
from bot.cards.play.moves import analyse_button, replay_button
from bot.cards.play.offer import DECLINE, accept_offer_id
from bot.custom_ids import CustomId
from club.play.after.history import MatchContext
from club.play.match.matches import Table
from data.competitions.teams import TeamRow
from rendering.describe import hand_in_words
from rules.game import Seat
from rules.one_zero_one.view import ProgramView
from words import Localizer

SEND: Final = "guest-send"
"""The action that sends a guest their board once more."""


def guest_match_card(
    table: Table, seat: Seat, say: Localizer, story: MatchContext, team: TeamRow | None = None
) -> Card:
    """Return the direct message with a guest's match, from their side.

    Once it is over, it leads to the table on the server of their `team`.
    """
    view, turn = table.view(seat), table.turn
    hidden = view if isinstance(view, ProgramView) and not table.is_over else None
    asks = waiting_buttons(table, say, may_nudge=story.may_nudge, may_claim=story.may_claim)
    below = [
        None if hidden is None else hand_in_words(view, say.language),
        last_move_line(table, view, say) if table.is_running else None,
        *running_status_lines(table, view, say),
        *story_lines(table, story, say, to_mover=turn == seat, for_guest=True),
        None if turn is None else _turn_line(table, seat, turn, say),
        *clock_lines(table, say, is_time_up=story.may_claim, now=story.now),
        _table_line(team, say) if team and table.is_over else None,
    ]
    return Card(
        framed_view(
            RUNNING if table.is_running else OVER,
            text(
                heading(say.text(table.game.title)),
                named_players_line(table, say),
                options_line(table.game, table.match.settled_options, say),
                clock_line(table.row.control, say),
                None
                if story.reason is None
                else cards_for_kind(story.reason.kind).reason_line(table, story.reason, say),
                *result_lines(table, view, story, say),
            ),
            match_picture(table, view, say) if hidden is None else hand_picture(hidden, say),
            text(*below) if any(below) else None,
            row(*_buttons(table, seat, say)),
            row(*answers) if (answers := _answer_buttons(table, seat, story, say)) else None,
            row(*asks) if asks and turn is not None and turn != seat else None,
        )
    )


def _table_line(team: TeamRow, say: Localizer) -> str | None:
    """Return the link to the match's table on a team's own server, if that shows it."""
    if not team.is_away or team.section_message_id is None:
        return None
    there = message_link(*team.place, team.section_message_id)
    return say("card.tournament.over", link=f"[{say('card.tournament.link')}]({there})")


def _turn_line(table: Table, seat: Seat, turn: Seat, say: Localizer) -> str:
    """Return whose turn it is."""
    name, side = safe_name(table.player(turn).name), table.side(turn)
    return say("card.to_move" if turn == seat else "card.is_to_move", name=name, side=side)


def _buttons(table: Table, seat: Seat, say: Localizer) -> list[ActionButton]:
    match_id, version = table.row.id, table.row.version
    view = ActionButton.create(CustomId("view", match_id, version), say("button.view"))
    if not table.is_running:
        moves = ActionButton.create(CustomId("moves", match_id, version), say("button.moves"))
        return [view, *replay_button(table, say), *analyse_button(table, say), moves]
    play = ActionButton.create(
        CustomId("play", match_id, version), say("button.play"), PRIMARY, disabled=table.turn != seat
    )
    return [play, view, more_button(table, say)]


def _answer_buttons(table: Table, seat: Seat, story: MatchContext, say: Localizer) -> list[ActionButton]:
    """Return the buttons with which a guest answers the opponent's offer."""
    offer = story.offer
    if offer is None or offer.seat == seat or not table.is_running:
        return []
    version = table.row.version
    return [
        ActionButton.create(
            accept_offer_id(table, offer, version), say(f"button.accept_{offer.kind}"), SUCCESS
        ),
        ActionButton.create(
            CustomId(DECLINE[offer.kind], table.row.id, version), say(f"button.decline_{offer.kind}")
        ),
    ]


def guest_dms_closed_card(table: Table, seat: Seat, section_id: int, say: Localizer) -> Card:
    """Return the note to a guest whom no direct message reaches.

    It is posted on the guest's own server, and says what they can do.
    """
    user_id = table.player(seat).user_id
    other = safe_name(table.player(1 - seat).name)
    buttons: list[Any] = [
        ActionButton.create(_send_again_id(table, seat), say("button.guest.send"), PRIMARY),
        ActionButton.create(numbered_id("team-board", section_id), say("button.team.board")),
    ]
    return Card(
        framed_view(
            OFFERED,
            text(
                say("card.guest.dms", name=mention(user_id), opponent=other),
            ),
            row(*buttons),
        ),
        pings=(user_id,),
    )


def guest_marker_id(table: Table, seat: Seat) -> str:
    """Return the custom_id that identifies the note to a guest."""
    return str(_send_again_id(table, seat))


def _send_again_id(table: Table, seat: Seat) -> CustomId:
    return CustomId(SEND, table.row.id, 0, str(seat))
