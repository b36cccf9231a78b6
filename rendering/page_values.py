"""The page's view of a match, as JSON values: picture, words and choices.

One seat may see them.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from rendering.describe import hand_in_words, summary_lines, text_board
from rendering.standing import describe_standing
from rendering.svg.picture import draw
from rules.board import BoardView
from rules.choosing import ChoiceNode, in_reading_order, reach_match_choice
from rules.game import IllegalMove, Seat, View
from rules.match import Match, move_numbers
from rules.one_zero_one.view import ProgramView
from words import Localizer, Words, insert_player_names
from words.english.members.settings import CHOSEN
from words.english.pages.live_page import LABELS

PageValues = dict[str, Any]
THEME_NAMES: Final = [message.code for message in CHOSEN if message.code.startswith("theme.")]
"""The codes of the themes' names; the palettes themselves need Pillow."""
MOVES: Final = 400
"""Moves of a match that the page lists, the last ones."""


def board(
    match: Match,
    viewer: Seat | None,
    path: Sequence[str],
    say: Localizer,
    *,
    asks: bool,
    view: View | None = None,
) -> PageValues:
    """Return a match as one seat (`None`: everyone) sees it.

    If it `asks`, include the choices after a path. `way` are the squares of the last move, start first.
    `view` is what the seat sees, if it is not the match's own view.
    """
    view = match.view(viewer) if view is None else view
    node = reach_match_choice(match, path) if asks else None
    offered = in_reading_order(node.choices, view) if node else []
    squares = [step.square for step in offered if step.square]
    chosen = [step.square for step in node.chain if step.square] if node else []
    shown = draw(view, language=say.language, chosen=chosen, choices=squares)
    return {
        "picture": shown,
        "text": text_board(view, say.language, squares),
        "standing": describe_standing(view, say),
        "lines": [*_last(view, say), *summary_lines(view, say.language)],
        "hand": _hand(view, viewer, say),
        "moves": _moves(match, say),
        "way": list(view.trace.path) if isinstance(view, BoardView) and view.trace else [],
        "turn": match.turn,
        "over": match.turn is None,
        "asks": node is not None,
        **(_choice_values(node, offered, say) if node else {"choices": [], "chosen": []}),
    }


def look_back(
    match: Match,
    viewer: Seat | None,
    number: int,
    say: Localizer,
    view_of: Callable[[Match], View] | None = None,
) -> PageValues:
    """Return an earlier position, after `number` moves, with all moves and no choices.

    `view_of` returns what the seat sees of it, if that is not the match's own view. Raise
    `IllegalMove` for a number beyond them.
    """
    if not 0 <= number <= len(match.plies):
        raise IllegalMove("nothing_to_undo")
    before = match.copy_at(number)
    earlier = board(before, viewer, (), say, asks=False, view=None if view_of is None else view_of(before))
    return {**earlier, "moves": _moves(match, say), "over": match.turn is None, "look": number}


def page_words(say: Localizer) -> PageValues:
    """Return the words of the page itself: its labels, and the names of themes."""
    return {
        "language": say.language,
        "labels": {name: say(code) for name, code in LABELS.items()},
        "themes": [{"key": code.removeprefix("theme."), "label": say(code)} for code in THEME_NAMES],
    }


def _last(view: View, say: Localizer) -> list[str]:
    """Return what the last move did, and what people must hear about it."""
    told: list[Words] = [insert_player_names(words, view.players) for words in (view.did, view.note) if words]
    return [say.text(words) for words in told]


def _hand(view: View, viewer: Seat | None, say: Localizer) -> str:
    """Return the viewer's cards in words, empty where they have none to see."""
    if not isinstance(view, ProgramView) or viewer is None or view.hands[viewer] is None or view.over:
        return ""
    return hand_in_words(view, say.language)


def _moves(match: Match, say: Localizer) -> list[PageValues]:
    numbered = zip(move_numbers(match.plies), match.plies, strict=True)
    return [
        {"number": number, "ply": at, "seat": ply.seat, "move": say.text(ply.said)}
        for at, (number, ply) in list(enumerate(numbered, 1))[-MOVES:]
    ]


def _choice_values(node: ChoiceNode, offered: Sequence[Any], say: Localizer) -> PageValues:
    """Return the choices on offer, with the path that each leads to.

    The move that could end here is included.
    """
    return {
        "choices": [
            {"path": [*node.path, step.value], "label": say.text(step.label), "square": step.square}
            for step in offered
        ],
        "chosen": [say.text(step.label) for step in node.chain],
        "back": None if node.back is None and not node.path else list(node.back or ()),
        "ends": say.text(node.wording) if node.move is not None else None,
        "path": list(node.path),
        "duty": say.text(node.duty) if node.duty else None,
    }
