"""A view as an SVG picture with its words."""

from collections.abc import Sequence

from rendering.describe import describe
from rendering.svg.board import BoardDrawing
from rendering.svg.markup import svg_document
from rendering.svg.program import ProgramDrawing
from rules.board import BoardView
from rules.game import View
from rules.one_zero_one.view import ProgramView
from words import ENGLISH


def draw(
    view: View, *, language: str = ENGLISH, chosen: Sequence[str] = (), choices: Sequence[str] = ()
) -> str:
    """Return the SVG of a view, with its alt text in a language.

    `chosen` and `choices` are values of `Step.square`. Each choice has an element of the class `tap`, with
    the square in its attribute `data-square`. Raise `TypeError` for a view of an unknown kind.

    >>> from rules.catalogue import GAMES
    >>> from rules.match import Match
    >>> picture = draw(Match(GAMES["yin-yang"], {}, bytes(32)).view(None), choices=["c4"])
    >>> picture.count("data-square"), picture[:4]
    (1, '<svg')
    """
    made: BoardDrawing | ProgramDrawing
    if isinstance(view, BoardView):
        made = BoardDrawing(view, chosen, choices)
    elif isinstance(view, ProgramView):
        made = ProgramDrawing(view, chosen, choices)
    else:
        raise TypeError(f"no drawing for {type(view).__name__}")
    return svg_document(made.size, describe(view, language, chosen, choices), list(made.elements()))
