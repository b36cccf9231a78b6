"""Conditional moves, for their player alone.

The card has the lines, each with a button that deletes it, the way to a new line, and the form.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import discord

from bot.cards.kit.card_lines import names_of
from bot.cards.kit.choices import Choices, Ids, beside_board, choice_lines, choice_rows
from bot.cards.kit.forms import form, labelled_field
from bot.cards.kit.kit import PRIMARY, RUNNING, Card, Press, framed_view, row, small, text
from bot.cards.kit.names import plain
from bot.cards.play.picker import choosing, steps_line
from bot.custom_ids import CustomId
from club.play.course.conditional_moves import LINES, PreparedMoves, digest, mark
from club.play.match.matches import Table
from data.play.conditional_moves import ConditionalLine
from rendering.describe import explain_numbers
from rules.choosing import ChoiceNode
from words import Speaker, Words, clip

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
    """The text that a player typed into a form.

    `shown` is the digest of the lines that existed when the form was opened.
    """

    text: str
    shown: str

    @property
    def name(self) -> str:
        """Return what tells the text apart from all others."""
        return mark((self.text,))


@dataclass(frozen=True, slots=True)
class ConditionalIds(Ids):
    """The custom_ids of the walk to a move of a line.

    Each move before it is given by its number among the legal ones.
    """

    match: int
    version: int
    before: tuple[int, ...] = ()

    def _at(self, action: str, choices: str) -> CustomId:
        before = ".".join(map(str, self.before))
        return CustomId(f"adv-{action}", self.match, self.version, f"{before}:{choices}")


def conditional_button(table: Table, say: Speaker) -> Press:
    """Return the button that shows its presser what they have prepared."""
    return Press.of(CustomId("advance", table.row.id, table.row.version), say("button.advance"))


def conditional_card(
    ahead: PreparedMoves,
    say: Speaker,
    *,
    on: tuple[tuple[int, ...], str] | None = None,
    note: str | None = None,
    typed: TypedLines | None = None,
) -> Card:
    """Return the player's conditional lines, each with a button that deletes it.

    `on` has the moves of the line just made, by their numbers, and its answer in notation, if another
    move of the opponent's can follow it. `typed` was refused: the form opens with it again.
    """
    table = ahead.table
    ids = ConditionalIds(table.row.id, table.row.version)
    lines = [
        discord.ui.Section(
            text(line_in_words(line, say)),
            accessory=Press.of(
                CustomId("adv-drop", ids.match, ids.version, mark(line)), say("button.advance.delete")
            ),
        )
        for line in ahead.lines
    ]
    ways = []
    if len(lines) < LINES:
        ways.append(Press.of(ids.pick(()), say("button.advance.add"), PRIMARY))
    if on is not None:
        before, answer = on
        label = say("button.advance.on", move=answer)
        ways.append(Press.of(ConditionalIds(ids.match, ids.version, before).pick(()), label))
    again = f"{typed.name},{typed.shown}" if typed else ""
    ways.append(Press.of(CustomId("adv-write", ids.match, ids.version, again), say("button.advance.type")))
    head = text(
        say("card.advance", name=_opponent(ahead)),
        note,
        say("card.advance.lines" if lines else "card.advance.none", name=_opponent(ahead)),
        say("card.advance.alone"),
    )
    return Card(framed_view(RUNNING, head, *lines, row(*ways)))


def prepared_card(
    ahead: PreparedMoves,
    then: Table,
    ids: ConditionalIds,
    reached: ChoiceNode,
    shown: Choices,
    say: Speaker,
    *,
    theme: str,
) -> Card:
    """Return the next choices on the way to a line.

    They are among the opponent's moves, or among the answers to one. `then` is the match as it would be
    after the moves of the line so far.
    """
    seat, turn = ahead.seat, then.turn
    assert turn is not None  # there is a choice
    view = then.view(seat)
    made = tuple(ply.text for ply in then.match.plies[len(ahead.table.match.plies) :])
    code = "card.advance.then" if turn == seat else "card.advance.if"
    facts = {"name": _opponent(ahead), "side": then.side(turn)}
    steps = steps_line(reached, say)
    words = say(f"{code}.next", steps=steps, **facts) if steps else say(code, **facts)
    further = [Press.of(CustomId("advance", ids.match, ids.version), say("button.advance.lines"))]
    return Card(
        framed_view(
            RUNNING,
            text(
                say("card.advance", name=_opponent(ahead)),
                line_in_words(made, say) if made else None,
                words,
                say.text(reached.duty) if reached.duty and turn == seat else None,
                small(explain_numbers(view, say.language)),
            ),
            *beside_board(
                choosing(view, reached, shown, say, theme=theme),
                None,
                choice_lines(shown, say, names_of(then)),
            ),
            *choice_rows(reached, shown, view, ids, say, further=further, labels=LABELS),
        )
    )


def conditional_form(ahead: PreparedMoves, say: Speaker, typed: TypedLines | None = None) -> discord.ui.Modal:
    """Return the form with all lines as text to edit, or the refused text.

    It carries the digest of the lines that its writer saw.
    """
    text, shown = typed or TypedLines(in_form(ahead.lines), digest(ahead.lines))
    area: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id="lines",
        style=discord.TextStyle.paragraph,
        default=text,
        required=False,
        max_length=FORM_LIMIT,
    )
    field = labelled_field(say("form.advance.label"), area, say("form.advance.how"))
    custom_id = CustomId("adv-written", ahead.table.row.id, ahead.table.row.version, shown)
    return form(say("form.advance"), custom_id, field)


def in_form(lines: Sequence[ConditionalLine]) -> str:
    """Return lines as the form has them, one below the other."""
    return "\n".join(BETWEEN.join(line) for line in lines)


def read_form(written: str) -> list[list[str]]:
    """Return the moves of each line of text, separated by commas or else by spaces.

    >>> read_form("23-18, 12-16\\n\\nd4 up, d5\\n24-20 8-11")
    [['23-18', '12-16'], ['d4 up', 'd5'], ['24-20', '8-11']]
    """
    lines = [line.strip().strip(",") for line in written.splitlines()]
    return [
        [move.strip() for move in line.split(",")] if "," in line else line.split() for line in lines if line
    ]


def line_in_words(line: ConditionalLine, say: Speaker) -> str:
    """Return a line as a sentence, whole or as far as it goes.

    Captures longer than any in play are cut to their beginning.
    """
    facts = {name: f"`{clip(move)}`" for name, move in zip(FACTS, line, strict=False)}
    return say(f"advance.line.{len(line)}", **facts)


def _opponent(ahead: PreparedMoves) -> Words:
    return plain(ahead.table.player(1 - ahead.seat).name)
