"""Hints: where to look, then the move, marked on the board of a match or puzzle."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.cards.kit.choices import MatchIds
from bot.cards.kit.kit import OFFERED, PRIMARY, Card, Press, framed_view, row, small, text
from bot.cards.kit.pictures import Drawing, picture
from bot.cards.play.picker import raised_hand
from bot.custom_ids import CustomId
from club.play.course.hints import Hint
from club.play.match.matches import Table
from rendering.describe import describe
from rendering.picture import Picture, draw
from rules.choosing import ChoiceNode
from rules.game import Seat, Step, View
from words import Speaker


@dataclass(frozen=True, slots=True)
class ShownHint:
    """A hint as a card shows it: where to look or, with `whole`, the move.

    The board marks the squares of either, and the cards are drawn higher than the others of the hand.
    """

    hint: Hint
    squares: tuple[str, ...]
    cards: tuple[str, ...]
    whole: bool


def shown_hint(hint: Hint, choices: Sequence[Step], *, whole: bool) -> ShownHint:
    """Return a hint in the form that cards take.

    `choices` are those of the level at which its steps begin.
    """
    first = hint.steps[0]
    marked = list(hint.steps if whole else hint.steps[:1])
    if (
        not whole and len(hint.steps) == 1 and first.group
    ):  # the one choice is the move: all its group is marked
        marked = [step for step in choices if step.group == first.group]
    squares, cards = [step.square for step in marked], [step.card for step in marked]
    return ShownHint(hint, tuple(filter(None, squares)), tuple(filter(None, cards)), whole)


def hint_line(shown: ShownHint, say: Speaker, move: str = "card.hint.move") -> str:
    """Return where to look in words, or the move by the code that says it."""
    if shown.whole:
        return say(move, move=shown.hint.move)
    return say("card.hint.look", item=shown.hint.look)


def hinted_board(view: View, shown: ShownHint, say: Speaker, theme: str) -> Drawing:
    """Draw the board with the squares of a hint marked.

    The alt text is that of the plain board, because the card words the hint.
    """
    chosen, choices = (shown.squares, ()) if shown.whole else ((), shown.squares)

    def recipe() -> Picture:
        drawn = draw(view, theme=theme, chosen=chosen, choices=choices, language=say.language)
        return replace(drawn, alt=describe(view, say.language))

    return picture(view, say, recipe)


def _ending(shown: ShownHint, say: Speaker) -> str | None:
    """Return the endgame tables' verdict on the position, once the move is shown.

    Before that, it would give away where to look.
    """
    ending = shown.hint.ending
    return small(say("card.tables", item=ending.phrase())) if shown.whole and ending else None


def hint_card(
    table: Table,
    seat: Seat,
    reached: ChoiceNode,
    shown: ShownHint,
    say: Speaker,
    *,
    theme: str,
    confirm: bool,
) -> Card:
    """Return the hint where to look, or the move with the button that plays it.

    `reached` is the node where the choices begin. With `confirm`, the button asks first, as its player
    wants.
    """
    ids, view = MatchIds(table.row.id, table.row.version), table.view(seat)
    way = Press.of(CustomId("hint-move", ids.match, ids.version), say("button.hint-move"))
    if shown.whole:
        path = [step.value for step in shown.hint.steps]
        way = Press.of(ids.pick(path) if confirm else ids.do(path), say("button.play"), PRIMARY)
    return Card(
        framed_view(
            OFFERED,
            text(hint_line(shown, say), _ending(shown, say)),
            hinted_board(view, shown, say, theme),
            raised_hand(view, reached, say, theme, pointed_at=shown.cards),
            row(way),
        )
    )
