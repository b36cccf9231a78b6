"""Hints in matches and puzzles: first where to look, then the move."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.cards.kit.choices import MatchIds
from bot.cards.kit.kit import OFFERED, PRIMARY, ActionButton, Card, framed_view, row, small_print, text
from bot.cards.kit.pictures import Drawing, view_picture
from bot.cards.play.picker import raised_hand
from bot.custom_ids import CustomId
from club.play.course.hints import Hint
from club.play.match.matches import Table
from rendering.describe import describe
from rendering.picture import Picture, draw
from rules.choosing import ChoiceNode
from rules.game import Seat, Step, View
from words import Localizer


@dataclass(frozen=True, slots=True)
class ShownHint:
    """A hint as a card shows it: where to look, or the move (`shows_move`).

    The board marks `squares`, and `cards` are drawn higher than the other cards of the hand.
    """

    hint: Hint
    squares: tuple[str, ...]
    cards: tuple[str, ...]
    shows_move: bool


def shown_hint(hint: Hint, choices: Sequence[Step], *, shows_move: bool) -> ShownHint:
    """Return a hint in the form that cards need.

    `choices` are the first choices of the move to be made.
    """
    first = hint.steps[0]
    marked = list(hint.steps if shows_move else hint.steps[:1])
    if (
        not shows_move and len(hint.steps) == 1 and first.group
    ):  # the one choice is the move: all its group is marked
        marked = [step for step in choices if step.group == first.group]
    squares, cards = [step.square for step in marked], [step.card for step in marked]
    return ShownHint(hint, tuple(filter(None, squares)), tuple(filter(None, cards)), shows_move)


def hint_line(hint: ShownHint, say: Localizer, move_code: str = "card.hint.move") -> str:
    """Return a hint as a sentence: a clue where to look, or the whole move.

    `move_code` is the message code of the sentence that names the move.
    """
    if hint.shows_move:
        return say(move_code, move=hint.hint.move)
    return say("card.hint.look", item=hint.hint.clue)


def hinted_board(view: View, hint: ShownHint, say: Localizer, theme: str) -> Drawing:
    """Draw the board with the squares of a hint marked.

    The alt text is that of the plain board, because the card states the hint in words.
    """
    chosen, choices = (hint.squares, ()) if hint.shows_move else ((), hint.squares)

    def recipe() -> Picture:
        drawn = draw(view, theme=theme, chosen=chosen, choices=choices, language=say.language)
        return replace(drawn, alt=describe(view, say.language))

    return view_picture(view, say, recipe)


def _ending_line(hint: ShownHint, say: Localizer) -> str | None:
    """Return the endgame tables' verdict on the position, once the move is shown.

    Before that, it would give away where to look.
    """
    ending = hint.hint.ending
    return small_print(say("card.tables", item=ending.phrase())) if hint.shows_move and ending else None


def hint_card(
    table: Table,
    seat: Seat,
    node: ChoiceNode,
    hint: ShownHint,
    say: Localizer,
    *,
    theme: str,
    confirm: bool,
) -> Card:
    """Return a hint: where to look, or the move with a button that plays it.

    `node` holds the first choices of the move. With `confirm`, the button asks before it plays the
    move.
    """
    ids, view = MatchIds(table.row.id, table.row.version), table.view(seat)
    way = ActionButton.create(CustomId("hint-move", ids.match_id, ids.version), say("button.hint-move"))
    if hint.shows_move:
        path = [step.value for step in hint.hint.steps]
        way = ActionButton.create(
            ids.choice_id(path) if confirm else ids.play_id(path), say("button.play"), PRIMARY
        )
    return Card(
        framed_view(
            OFFERED,
            text(
                hint_line(hint, say),
                say.text(hint.hint.why) if hint.shows_move and hint.hint.why else None,
                _ending_line(hint, say),
            ),
            hinted_board(view, hint, say, theme),
            raised_hand(view, node, say, theme, hinted_cards=hint.cards),
            row(way),
        )
    )
