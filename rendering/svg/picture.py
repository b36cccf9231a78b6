"""A view as an SVG picture with its words."""

from collections.abc import Sequence

from rendering.standing import describe_standing
from rendering.svg.board import BoardDrawing
from rendering.svg.grid import draw_grid
from rendering.svg.markup import svg_document
from rendering.svg.program import ProgramDrawing
from rules.board import BoardView
from rules.game import View
from rules.one_zero_one.view import ProgramView
from words import ENGLISH, localizer_for


def draw(
    view: View, *, language: str = ENGLISH, chosen: Sequence[str] = (), choices: Sequence[str] = ()
) -> str:
    """Return the SVG of a view, with words in a language.

    `chosen` and `choices` are values of `Step.square`. What is drawn is hidden from screen readers, which
    read the grid of squares above it (see `rendering.svg.grid`). Raise `TypeError` for a view of an unknown kind.

    >>> from rules.catalogue import GAMES
    >>> from rules.match import Match
    >>> picture = draw(Match(GAMES["yin-yang"], {}, bytes(32)).view(None), choices=["c4"])
    >>> picture.count('class="tap"'), picture[:4]
    (1, '<svg')
    """
    made: BoardDrawing | ProgramDrawing
    if isinstance(view, BoardView):
        made = BoardDrawing(view, chosen, choices)
    elif isinstance(view, ProgramView):
        made = ProgramDrawing(view, chosen, choices)
    else:
        raise TypeError(f"no drawing for {type(view).__name__}")
    say = localizer_for(language)
    drawn = f'<g aria-hidden="true">{"".join(made.elements())}</g>'
    return svg_document(made.size, drawn + draw_grid(made.grid_rows(say), describe_standing(view, say), say))
