"""The picker: buttons that walk the legal moves choice by choice, for one person.

The custom_id holds the progress of the walk (the values chosen so far), so that it survives a
restart; the version in it keeps it from being played on another position.
"""

from collections.abc import Sequence
from textwrap import shorten
from typing import Any

import discord

from bot.cards.kit.card_lines import names_of, quote_move, title_line
from bot.cards.kit.choices import Choices, MatchIds, beside_board, choice_lines, choice_rows
from bot.cards.kit.forms import form, labelled_field
from bot.cards.kit.kit import RUNNING, Card, Press, framed_view, row, small, text
from bot.cards.kit.pictures import Drawing, board_picture, hand_picture
from bot.cards.play.private import first_presses, private_line, strengths
from bot.custom_ids import CustomId
from club.play.match.matches import Table
from rendering.describe import explain_numbers, open_hands
from rules.choosing import ChoiceNode
from rules.game import TEXT_LIMIT, Seat, View
from rules.one_zero_one.view import ProgramView
from words import Speaker, Words, by_name
from words.message import MessagePlace


def picker_card(
    table: Table,
    seat: Seat,
    reached: ChoiceNode,
    shown: Choices,
    say: Speaker,
    *,
    theme: str,
    lesson: Words | None = None,
    new: bool = False,
    note: str | None = None,
    asks: bool = False,
) -> Card:
    """Return the choices at the level reached, or the complete move to confirm.

    `shown` are the choices of that level in sight; `lesson` is what people who are `new` to the game
    must know there. A private match introduces itself before its first move. Some people want to be
    asked before a move counts (`asks`).
    """
    side, ids = table.side(seat), MatchIds(table.row.id, table.row.version)
    view = table.view(seat)
    if reached.move is not None and not reached.choices:
        view = table.preview(reached.move, seat)
        board = board_picture(view, say, theme)
        words = say("card.pick.confirm", move=quote_move(reached.said), side=side)
    else:
        board = choosing(view, reached, shown, say, theme=theme)
        words = say("card.pick.first", side=side)
        if steps := steps_line(reached, say):
            words = say("card.pick.next", steps=steps, side=side)
    begins = table.row.private and not table.match.plies and not reached.chain
    further = [Press.of(CustomId("write", ids.match, ids.version), say("button.type"))]
    if begins:
        further = first_presses(table, say)
    elif table.row.computer is not None:  # it is played in this card alone
        further.append(Press.of(CustomId("more", ids.match, ids.version), say("button.more")))
    card = framed_view(
        RUNNING,
        text(
            title_line(table, say),
            private_line(table, say) if begins else None,
            say.text(table.game.help.summary) if begins and new and not lesson else None,
            note,
            words,
            alike_line(reached, say),
            say.text(by_name(lesson, names_of(table))) if lesson else None,
            say.text(reached.duty) if reached.duty else None,
            small(open_hands(view, say.language, names_of(table)) or explain_numbers(view, say.language)),
        ),
        *beside_board(
            board, raised_hand(view, reached, say, theme), choice_lines(shown, say, names_of(table))
        ),
        *choice_rows(reached, shown, view, ids, say, further=further, asks=asks),
        row(strengths(table, say)) if begins else None,
    )
    return Card(card)


def thinking_card(table: Table, seat: Seat, say: Speaker, *, theme: str) -> Card:
    """Return the board after a player's move, while the computer thinks.

    It has a button in case that takes long.
    """
    name = table.player(1 - seat).name
    words = say(
        "card.pick.thinking", move=quote_move(table.last_move_of(table.player(seat).user_id)), name=name
    )
    later = Press.of(CustomId("play", table.row.id, table.row.version), say("button.go_on"))
    board = board_picture(table.view(seat), say, theme)
    return Card(framed_view(RUNNING, text(title_line(table, say), words), board, row(later)))


def choosing(view: View, reached: ChoiceNode, shown: Choices, say: Speaker, *, theme: str) -> Drawing:
    """Return the board with the squares that are chosen already and those that can be."""
    return board_picture(
        view,
        say,
        theme,
        chosen=[step.square for step in reached.chain if step.square],
        choices=[step.square for step in shown.steps if step.square],
        low=True,
    )


def steps_line(reached: ChoiceNode, say: Speaker) -> str:
    """Return the choices made so far in words; empty before the first."""
    return " › ".join(say.text(step.label) for step in reached.chain)


def alike_line(reached: ChoiceNode, say: Speaker) -> str | None:
    """Return the note that all cards in the hand are alike.

    The picker has then chosen the card by itself. Otherwise return `None`.
    """
    if reached.back is not None or not reached.chain or not reached.chain[0].card:
        return None
    return say("card.pick.alike", card=reached.chain[0].label)


def raised_hand(
    view: View, reached: ChoiceNode, say: Speaker, theme: str, pointed_at: Sequence[str] = ()
) -> Drawing | None:
    """Return the hand while a card is chosen from it; `None` for other choices.

    The chosen cards are raised, or those that a hint has `pointed_at`.
    """
    if not isinstance(view, ProgramView) or not any(step.card for step in reached.choices):
        return None
    raised = list(pointed_at) or [step.card for step in reached.chain if step.card]
    return hand_picture(view, say, theme, raised=raised)


def move_form(table: Table, version: int, say: Speaker) -> discord.ui.Modal:
    """Return the form for a written move."""
    field: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id="move", placeholder=table.game.example, max_length=TEXT_LIMIT
    )
    # A form shows no Markdown.
    how = shorten(
        say.text(table.game.help.notation).replace("`", ""), MessagePlace.DESCRIPTION.limit, placeholder=" …"
    )
    title, custom_id = say("form.move", title=table.game.title), CustomId("written", table.row.id, version)
    return form(title, custom_id, labelled_field(say("form.move.label"), field, how))
