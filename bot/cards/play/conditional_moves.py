"""Conditional moves: a player's answers, stored before the opponent moves.

The card is for that player only. It has the lines, each with a button that deletes it, a button for a
new line, and a form to type them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import discord

from bot.cards.kit.card_lines import player_names
from bot.cards.kit.choices import ChoiceIds, VisibleChoices, beside_board, choice_lines, choice_rows
from bot.cards.kit.forms import form, labelled_field
from bot.cards.kit.kit import PRIMARY, RUNNING, ActionButton, Card, framed_view, row, small_print, text
from bot.cards.kit.names import safe_name
from bot.cards.play.picker import choices_picture, steps_line
from bot.custom_ids import CustomId
from club.play.course.conditional_moves import LINES, PreparedMoves, digest_lines, digest_texts
from club.play.match.matches import Table
from data.play.conditional_moves import ConditionalLine
from rendering.describe import explain_numbers
from rules.choosing import ChoiceNode
from words import Localizer, Words, clip

FACTS: Final = ("move", "answer", "next_move", "next_answer")
"""What the moves of a line are called in its sentence, in their order."""
LABELS: Final = ("button.advance.only", "button.advance.this")
"""Of what ends a move here: nothing is played yet."""
FORM_LIMIT: Final = 4000
"""Characters of the form, Discord's maximum.

It has room for ten lines, even of captures that leave no man on any board.
"""
BETWEEN: Final = ", "
"""Stands between the moves of a line in the form."""


class TypedLines(NamedTuple):
    """The conditional moves that a player typed into the form.

    `base_digest` is the digest of the lines that existed when the form was opened.
    """

    text: str
    base_digest: str

    @property
    def key(self) -> str:
        """A short key that identifies the text."""
        return digest_texts((self.text,))


@dataclass(frozen=True, slots=True)
class ConditionalIds(ChoiceIds):
    """The custom_ids with which a move of a conditional line is chosen.

    `earlier_moves` are the moves of the line before it, each as its number among the legal ones.
    """

    match_id: int
    version: int
    earlier_moves: tuple[int, ...] = ()

    def _custom_id(self, action: str, choices: str) -> CustomId:
        before = ".".join(map(str, self.earlier_moves))
        return CustomId(f"adv-{action}", self.match_id, self.version, f"{before}:{choices}")


def conditional_moves_button(table: Table, say: Localizer) -> ActionButton:
    """Return the button that opens the presser's own conditional moves."""
    return ActionButton.create(CustomId("advance", table.row.id, table.row.version), say("button.advance"))


def conditional_moves_card(
    prepared_moves: PreparedMoves,
    say: Localizer,
    *,
    continuation: tuple[tuple[int, ...], str] | None = None,
    note: str | None = None,
    refused_text: TypedLines | None = None,
) -> Card:
    """Return a player's conditional moves, each line with a delete button.

    `continuation` is given if the line just made can be continued: the numbers of its moves, and its
    last answer in notation. If `refused_text` is given, the form opens with it again.
    """
    table = prepared_moves.table
    ids = ConditionalIds(table.row.id, table.row.version)
    lines = [
        discord.ui.Section(
            text(line_in_words(line, say)),
            accessory=ActionButton.create(
                CustomId("adv-drop", ids.match_id, ids.version, digest_texts(line)),
                say("button.advance.delete"),
            ),
        )
        for line in prepared_moves.lines
    ]
    ways = []
    if len(lines) < LINES:
        ways.append(ActionButton.create(ids.choice_id(()), say("button.advance.add"), PRIMARY))
    if continuation is not None:
        before, answer = continuation
        label = say("button.advance.on", move=answer)
        ways.append(
            ActionButton.create(ConditionalIds(ids.match_id, ids.version, before).choice_id(()), label)
        )
    again = f"{refused_text.key},{refused_text.base_digest}" if refused_text else ""
    ways.append(
        ActionButton.create(
            CustomId("adv-write", ids.match_id, ids.version, again), say("button.advance.type")
        )
    )
    head = text(
        say("card.advance", name=_opponent_name(prepared_moves)),
        note,
        say("card.advance.lines" if lines else "card.advance.none", name=_opponent_name(prepared_moves)),
        say("card.advance.alone"),
    )
    return Card(framed_view(RUNNING, head, *lines, row(*ways)))


def conditional_choice_card(
    prepared_moves: PreparedMoves,
    future_table: Table,
    ids: ConditionalIds,
    node: ChoiceNode,
    choices: VisibleChoices,
    say: Localizer,
    *,
    theme: str,
) -> Card:
    """Return the card on which the next move of a conditional line is chosen.

    It is a move of the opponent's or the answer to one. `future_table` is the match as it would be
    after the moves of the line so far.
    """
    seat, turn = prepared_moves.seat, future_table.turn
    assert turn is not None  # there is a choice
    view = future_table.view(seat)
    made = tuple(ply.text for ply in future_table.match.plies[len(prepared_moves.table.match.plies) :])
    code = "card.advance.then" if turn == seat else "card.advance.if"
    facts = {"name": _opponent_name(prepared_moves), "side": future_table.side(turn)}
    steps = steps_line(node, say)
    words = say(f"{code}.next", steps=steps, **facts) if steps else say(code, **facts)
    further = [
        ActionButton.create(CustomId("advance", ids.match_id, ids.version), say("button.advance.lines"))
    ]
    return Card(
        framed_view(
            RUNNING,
            text(
                say("card.advance", name=_opponent_name(prepared_moves)),
                line_in_words(made, say) if made else None,
                words,
                say.text(node.duty) if node.duty and turn == seat else None,
                small_print(explain_numbers(view, say.language)),
            ),
            *beside_board(
                choices_picture(view, node, choices, say, theme=theme),
                None,
                choice_lines(choices, say, player_names(future_table)),
            ),
            *choice_rows(node, choices, view, ids, say, extra_buttons=further, labels=LABELS),
        )
    )


def conditional_moves_form(
    prepared_moves: PreparedMoves, say: Localizer, refused_text: TypedLines | None = None
) -> discord.ui.Modal:
    """Return the form that holds all conditional moves as text to edit.

    It holds the refused text instead, if there is one. The form carries the digest of the lines that
    its writer saw.
    """
    text, shown = refused_text or TypedLines(
        format_lines(prepared_moves.lines), digest_lines(prepared_moves.lines)
    )
    area: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id="lines",
        style=discord.TextStyle.paragraph,
        default=text,
        required=False,
        max_length=FORM_LIMIT,
    )
    field = labelled_field(say("form.advance.label"), area, say("form.advance.how"))
    custom_id = CustomId("adv-written", prepared_moves.table.row.id, prepared_moves.table.row.version, shown)
    return form(say("form.advance"), custom_id, field)


def format_lines(lines: Sequence[ConditionalLine]) -> str:
    """Return conditional moves as the text of the form, a line each."""
    return "\n".join(BETWEEN.join(line) for line in lines)


def parse_lines(text: str) -> list[list[str]]:
    r"""Parse conditional moves: a line each, split at commas or else at spaces.

    >>> parse_lines("23-18, 12-16\n\nd4 up, d5\n24-20 8-11")
    [['23-18', '12-16'], ['d4 up', 'd5'], ['24-20', '8-11']]
    """
    lines = [line.strip().strip(",") for line in text.splitlines()]
    return [
        [move.strip() for move in line.split(",")] if "," in line else line.split() for line in lines if line
    ]


def line_in_words(line: ConditionalLine, say: Localizer) -> str:
    """Return a line of conditional moves, complete or not, as a sentence.

    Captures that are longer than any in practice are cut.
    """
    facts = {name: f"`{clip(move)}`" for name, move in zip(FACTS, line, strict=False)}
    return say(f"advance.line.{len(line)}", **facts)


def _opponent_name(prepared_moves: PreparedMoves) -> Words:
    return safe_name(prepared_moves.table.player(1 - prepared_moves.seat).name)
