"""Guess the move: spectators guess how a running match continues."""

from typing import Final

from bot.cards.kit.card_lines import last_move_line, player_names, quote_move
from bot.cards.kit.choices import MatchIds, VisibleChoices, beside_board, choice_lines, choice_rows
from bot.cards.kit.kit import (
    OFFERED,
    PRIMARY,
    RUNNING,
    ActionButton,
    Card,
    framed_view,
    heading,
    row,
    small_print,
    text,
)
from bot.cards.kit.names import mention, safe_name
from bot.cards.kit.pictures import board_picture
from bot.cards.kit.ways import GUESS_MONTH
from bot.cards.play.picker import choices_picture, steps_line
from club.learning.guesses import GuessMonth, GuessPosition
from club.play.match.matches import Table
from data.learning.guesses import GuessMonthRow
from rendering.describe import explain_numbers
from rules.choosing import ChoiceNode
from words import Localizer, Phrase

ACTION_PREFIX: Final = "guess-"
"""What the actions of the buttons on the way to a guess begin with."""
LABELS: Final = ("button.guess.this", "button.guess.this")
"""Of what ends a move here: nothing is played by it."""


def guess_card(
    guessing: GuessPosition,
    node: ChoiceNode,
    choices: VisibleChoices,
    say: Localizer,
    *,
    theme: str,
    note: str | None = None,
) -> Card:
    """Return the card on which a member chooses the move that they guess.

    `choices` are those shown that continue from `node`.
    """
    table, ids = guessing.table, MatchIds(guessing.table.row.id, guessing.table.row.version, ACTION_PREFIX)
    view, steps = table.view(None), steps_line(node, say)
    facts = {"name": safe_name(table.player(guessing.seat).name), "side": table.side(guessing.seat)}
    month = ActionButton.create(GUESS_MONTH, say("button.guess.month"))
    return Card(
        framed_view(
            RUNNING,
            text(
                _heading(table, say),
                note,
                _last_guess_line(guessing, say),
                last_move_line(table, view, say),
                say("card.guess.next", steps=steps, **facts) if steps else say("card.guess.first", **facts),
                say.text(node.duty) if node.duty else None,
                small_print(explain_numbers(view, say.language)),
            ),
            *beside_board(
                choices_picture(view, node, choices, say, theme=theme),
                None,
                choice_lines(choices, say, player_names(table)),
            ),
            *choice_rows(node, choices, view, ids, say, extra_buttons=[month], labels=LABELS),
        )
    )


def guessed_card(guessing: GuessPosition, month: GuessMonth, say: Localizer, *, theme: str) -> Card:
    """Return a member's guess, with the position and the monthly table."""
    table, ids = guessing.table, MatchIds(guessing.table.row.id, guessing.table.row.version, ACTION_PREFIX)
    assert guessing.own_guess is not None  # they have guessed
    name = safe_name(table.player(guessing.seat).name)
    return Card(
        framed_view(
            RUNNING,
            text(
                _heading(table, say),
                say("card.guess.own", move=quote_move(guessing.own_guess), name=name),
                small_print(say("card.guess.alone")),
            ),
            board_picture(table.view(None), say, theme),
            text(*_month_lines(month, say)),
            row(ActionButton.create(ids.choice_id(()), say("button.guess.change"), PRIMARY)),
        )
    )


def guess_table_card(month: GuessMonth, say: Localizer) -> Card:
    """Return the members of a server who have guessed most moves this month."""
    return Card(
        framed_view(
            OFFERED,
            text(
                heading(say("card.guess.title")),
                *_month_lines(month, say),
                small_print(say("card.guess.how")),
            ),
        )
    )


def _last_guess_line(guessing: GuessPosition, say: Localizer) -> str | None:
    """Return the result of the member's last guess in the match.

    Return `None` if no move was ever played in that position.
    """
    last = guessing.previous_guess
    if last is None or last.played is None:
        return None
    if last.move == last.played:
        return say("card.guess.right", move=quote_move(last.move))
    return say("card.guess.wrong", move=quote_move(last.played), text=quote_move(last.move))


def _month_lines(month: GuessMonth, say: Localizer) -> list[str]:
    """Return the best guessers of the month, a line each.

    The member's own line is added if they are not among them.
    """
    lines = [say("card.guess.month") if month.best_scores else say("card.guess.month.none")]
    lines += [
        say("card.guess.line", number=place, name=mention(each.user_id), text=_score_phrase(each))
        for place, each in enumerate(month.best_scores, 1)
    ]
    if month.own_score and month.own_score not in month.best_scores:
        lines.append(f"-# {say('card.guess.mine', text=_score_phrase(month.own_score))}")
    return lines


def _score_phrase(row: GuessMonthRow) -> Phrase:
    return Phrase("card.guess.came_to", count=row.found, all=row.made)


def _heading(table: Table, say: Localizer) -> str:
    first, second = player_names(table)
    return say("card.guess", title=table.game.title, name=first, opponent=second)
