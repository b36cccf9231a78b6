"""A guest's match in their direct messages.

A guest is a player from another server. The message has all that a board in a thread has.
"""

from typing import Any, Final

from bot.cards.competitions.every_kind import cards_of
from bot.cards.competitions.league_lines import numbered_id
from bot.cards.kit.board_remarks import story_lines, waiting_buttons
from bot.cards.kit.card_lines import clock_line, last_move_line, options_line
from bot.cards.kit.kit import (
    OFFERED,
    OVER,
    PRIMARY,
    RUNNING,
    SUCCESS,
    Card,
    Press,
    framed_view,
    heading,
    row,
    text,
)
from bot.cards.kit.names import mention, plain
from bot.cards.kit.pictures import hand_picture
from bot.cards.play.board import counted_lines, ended_lines, shown_board
from bot.cards.play.clock import clock_lines
from bot.cards.play.moves import replay_button
from bot.cards.play.offer import DECLINE, accepting
from bot.custom_ids import CustomId
from club.play.after.history import Story
from club.play.match.matches import Table
from rendering.describe import hand_in_words
from rules.game import Seat
from rules.one_zero_one.view import ProgramView
from words import Speaker

SEND: Final = "guest-send"
"""The action that sends a guest their board once more."""


def guest_card(table: Table, seat: Seat, say: Speaker, story: Story) -> Card:
    """Return the direct message with a guest's match from their side, and its actions."""
    view, turn = table.view(seat), table.turn
    hidden = view if isinstance(view, ProgramView) and not table.over else None
    first, second = (plain(player.name) for player in table.row.seats)
    asks = waiting_buttons(table, say, may_nudge=story.may_nudge, may_claim=story.may_claim)
    below = [
        None if hidden is None else hand_in_words(view, say.language),
        last_move_line(table, view, say) if table.running else None,
        *counted_lines(table, view, say),
        *story_lines(table, story, say),
        None if turn is None else _whose(table, seat, turn, say),
        *clock_lines(table, say, up=story.may_claim, now=story.now),
    ]
    return Card(
        framed_view(
            RUNNING if table.running else OVER,
            text(
                heading(say.text(table.game.title)),
                say("card.players", side=table.side(0), name=first, other=table.side(1), opponent=second),
                options_line(table.game, table.match.settled_options, say),
                clock_line(table.row.control, say),
                None
                if story.reason is None
                else cards_of(story.reason.kind).reason_line(table, story.reason, say),
                *ended_lines(table, view, story, say),
            ),
            shown_board(table, view, say) if hidden is None else hand_picture(hidden, say),
            text(*below) if any(below) else None,
            row(*_buttons(table, seat, say)),
            row(*answers) if (answers := _answers(table, seat, story, say)) else None,
            row(*asks) if asks and turn is not None and turn != seat else None,
        )
    )


def _whose(table: Table, seat: Seat, turn: Seat, say: Speaker) -> str:
    """Return whose turn it is."""
    name, side = plain(table.player(turn).name), table.side(turn)
    return say("card.to_move" if turn == seat else "card.is_to_move", name=name, side=side)


def _buttons(table: Table, seat: Seat, say: Speaker) -> list[Press]:
    match_id, version = table.row.id, table.row.version
    view = Press.of(CustomId("view", match_id, version), say("button.view"))
    if not table.running:
        moves = Press.of(CustomId("moves", match_id, version), say("button.moves"))
        return [view, *replay_button(table, say), moves]
    play = Press.of(
        CustomId("play", match_id, version), say("button.play"), PRIMARY, disabled=table.turn != seat
    )
    return [play, view, Press.of(CustomId("more", match_id, version), say("button.more"))]


def _answers(table: Table, seat: Seat, story: Story, say: Speaker) -> list[Press]:
    """Return how a guest answers an offer of their opponent's."""
    offer = story.offer
    if offer is None or offer.by == seat or not table.running:
        return []
    version = table.row.version
    return [
        Press.of(accepting(table, offer, version), say(f"button.accept_{offer.kind}"), SUCCESS),
        Press.of(CustomId(DECLINE[offer.kind], table.row.id, version), say(f"button.decline_{offer.kind}")),
    ]


def closed_card(table: Table, seat: Seat, section_id: int, say: Speaker) -> Card:
    """Return the note, on the guest's own server, that no direct message reaches them.

    It says what they can do about it.
    """
    user_id = table.player(seat).user_id
    other = plain(table.player(1 - seat).name)
    buttons: list[Any] = [
        Press.of(_again(table, seat), say("button.guest.send"), PRIMARY),
        Press.of(numbered_id("team-board", section_id), say("button.team.board")),
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


def guest_mark(table: Table, seat: Seat) -> str:
    """Return by which component the word to a guest is known."""
    return str(_again(table, seat))


def _again(table: Table, seat: Seat) -> CustomId:
    return CustomId(SEND, table.row.id, 0, str(seat))
