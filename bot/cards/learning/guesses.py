"""Guess the move: the choices, the member's own guess, and the monthly table."""

from typing import Final

from bot.cards.kit.card_lines import last_move_line, names_of, quote_move
from bot.cards.kit.choices import Choices, MatchIds, beside_board, choice_lines, choice_rows
from bot.cards.kit.kit import (
    OFFERED,
    PRIMARY,
    RUNNING,
    Card,
    Press,
    framed_view,
    heading,
    row,
    small,
    text,
)
from bot.cards.kit.names import mention, plain
from bot.cards.kit.pictures import board_picture
from bot.cards.kit.ways import GUESS_MONTH
from bot.cards.play.picker import choosing, steps_line
from club.learning.guesses import GuessPosition, Month
from club.play.match.matches import Table
from data.learning.guesses import GuessMonthRow
from rendering.describe import explain_numbers
from rules.choosing import ChoiceNode
from words import Phrase, Speaker

WALK: Final = "guess-"
"""What the actions of the buttons on the way to a guess begin with."""
LABELS: Final = ("button.guess.this", "button.guess.this")
"""Of what ends a move here: nothing is played by it."""


def guess_card(
    guessing: GuessPosition,
    reached: ChoiceNode,
    shown: Choices,
    say: Speaker,
    *,
    theme: str,
    note: str | None = None,
) -> Card:
    """Return the next choices on the way to a guess.

    `shown` are the choices in sight of the level reached.
    """
    table, ids = guessing.table, MatchIds(guessing.table.row.id, guessing.table.row.version, WALK)
    view, steps = table.view(None), steps_line(reached, say)
    facts = {"name": plain(table.player(guessing.seat).name), "side": table.side(guessing.seat)}
    month = Press.of(GUESS_MONTH, say("button.guess.month"))
    return Card(
        framed_view(
            RUNNING,
            text(
                _heading(table, say),
                note,
                _last_guess_line(guessing, say),
                last_move_line(table, view, say),
                say("card.guess.next", steps=steps, **facts) if steps else say("card.guess.first", **facts),
                say.text(reached.duty) if reached.duty else None,
                small(explain_numbers(view, say.language)),
            ),
            *beside_board(
                choosing(view, reached, shown, say, theme=theme),
                None,
                choice_lines(shown, say, names_of(table)),
            ),
            *choice_rows(reached, shown, view, ids, say, further=[month], labels=LABELS),
        )
    )


def guessed_card(guessing: GuessPosition, month: Month, say: Speaker, *, theme: str) -> Card:
    """Return a member's guess, with its position and the monthly table."""
    table, ids = guessing.table, MatchIds(guessing.table.row.id, guessing.table.row.version, WALK)
    assert guessing.own is not None  # they have guessed
    name = plain(table.player(guessing.seat).name)
    return Card(
        framed_view(
            RUNNING,
            text(
                _heading(table, say),
                say("card.guess.own", move=quote_move(guessing.own), name=name),
                small(say("card.guess.alone")),
            ),
            board_picture(table.view(None), say, theme),
            text(*_month_lines(month, say)),
            row(Press.of(ids.pick(()), say("button.guess.change"), PRIMARY)),
        )
    )


def month_card(month: Month, say: Speaker) -> Card:
    """Return who has guessed most moves of a server this month."""
    return Card(
        framed_view(
            OFFERED,
            text(heading(say("card.guess.title")), *_month_lines(month, say), small(say("card.guess.how"))),
        )
    )


def _last_guess_line(guessing: GuessPosition, say: Speaker) -> str | None:
    """Return the result of the member's last guess in the match.

    Return `None` if that move was never played.
    """
    last = guessing.last
    if last is None or last.played is None:
        return None
    if last.move == last.played:
        return say("card.guess.right", move=quote_move(last.move))
    return say("card.guess.wrong", move=quote_move(last.played), text=quote_move(last.move))


def _month_lines(month: Month, say: Speaker) -> list[str]:
    """Return the best of the month, a line each.

    The member's own line is added if it is not among them.
    """
    lines = [say("card.guess.month") if month.best else say("card.guess.month.none")]
    lines += [
        say("card.guess.line", number=place, name=mention(each.user_id), text=_came_to(each))
        for place, each in enumerate(month.best, 1)
    ]
    if month.own and month.own not in month.best:
        lines.append(f"-# {say('card.guess.mine', text=_came_to(month.own))}")
    return lines


def _came_to(row: GuessMonthRow) -> Phrase:
    return Phrase("card.guess.came_to", count=row.found, all=row.made)


def _heading(table: Table, say: Speaker) -> str:
    first, second = names_of(table)
    return say("card.guess", title=table.game.title, name=first, opponent=second)
