"""Coordinates training: which square is marked?

It is for one person alone, and the custom_ids hold the progress of a round.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from bot.cards.kit.kit import OFFERED, OVER, PRIMARY, Card, Press, framed_view, row, small, text
from bot.cards.kit.pictures import Drawing, picture
from bot.custom_ids import CustomId
from club.learning.coordinates import PENALTY, SQUARES, RoundResult, SquareQuestion
from rendering.picture import draw_bare
from rules.board import BoardView
from rules.catalogue import GAMES
from rules.game import AnyGame
from rules.squares import square_names
from words import Speaker, decimal

STATE: Final = re.compile(
    r"(?P<game>[a-z-]{1,30})/(?P<number>\d{1,2})/(?P<misses>\d{1,3})/(?P<seed>\d{1,6})/(?P<began>\d{1,14})/(?P<chosen>\d)"
)


@dataclass(frozen=True, slots=True)
class Round:
    """The progress of a round.

    It has the squares named, the wrong names given, the seed of the squares, the start (ms), and a
    choice.
    """

    game: AnyGame
    number: int
    misses: int
    seed: int
    began: int
    chosen: int = 0

    @classmethod
    def parse(cls, written: str) -> "Round | None":
        """Parse the end of a custom_id; return `None` if it is not valid."""
        form = STATE.fullmatch(written)
        if form is None or form["game"] not in GAMES or int(form["number"]) >= SQUARES:
            return None
        numbers = (int(form[name]) for name in ("number", "misses", "seed", "began", "chosen"))
        return cls(GAMES[form["game"]], *numbers)

    def choosing(self, chosen: int) -> CustomId:
        """Return the custom_id of a name."""
        parts = (self.game.key, self.number, self.misses, self.seed, self.began, chosen)
        return CustomId("coord", 0, rest="/".join(map(str, parts)))


def coordinates_press(game: AnyGame, say: Speaker) -> Press:
    """Return the button that says what a round is, and begins one."""
    return Press.of(CustomId("coords", 0, rest=game.key), say("button.coordinates"))


def begin_card(game: AnyGame, view: BoardView, best: float | None, say: Speaker, *, theme: str) -> Card:
    """Return the introduction to a round, before its clock runs.

    It has the board and the person's best time.
    """
    return Card(
        framed_view(
            OFFERED,
            text(
                say("card.coordinates", title=game.title),
                say("card.coordinates.about", count=SQUARES, seconds=round(PENALTY)),
                small(say("card.coordinates.best", seconds=decimal(best))) if best else None,
            ),
            _board(bare(view), say.text(game.title), say, theme),
            row(*_again(game, say, "button.coordinates.begin")),
        )
    )


def question_card(
    state: Round, view: BoardView, question: SquareQuestion, say: Speaker, *, theme: str, missed: str | None
) -> Card:
    """Return the board with a marked square, and the names to choose from.

    `missed` is the wrong name that was given before.
    """
    presses: Sequence[Press] = [
        Press.of(state.choosing(number), name, PRIMARY) for number, name in enumerate(question.names)
    ]
    return Card(
        framed_view(
            OFFERED,
            text(
                say("card.coordinates.which", number=state.number + 1, count=SQUARES),
                say("card.coordinates.missed", square=missed, seconds=round(PENALTY)) if missed else None,
            ),
            _marked_board(view, question.square, say, theme),
            row(*presses),
        )
    )


def end_card(game: AnyGame, result: RoundResult, say: Speaker) -> Card:
    """Return the person's time, and whether it is their best."""
    best = min(result.seconds, result.before or result.seconds)
    code = "card.coordinates.record" if result.before and result.seconds < result.before else None
    return Card(
        framed_view(
            OVER,
            text(
                say("card.coordinates", title=game.title),
                say("card.coordinates.time", count=result.misses, seconds=decimal(result.seconds)),
                say(code) if code else None,
                small(say("card.coordinates.best", seconds=decimal(best))),
            ),
            row(*_again(game, say, "button.coordinates.again")),
        )
    )


def bare(view: BoardView) -> BoardView:
    """Return an empty board: no pieces, numbers or room for sums."""
    return replace(view, cells={}, turn=None, score=None, hands=None, numbers={}, sums=False)


def blank(view: BoardView) -> BoardView:
    """Return an empty board without the letters and numbers that are asked for."""
    return replace(bare(view), labels=dict.fromkeys(square_names(view.size), ""))


def _marked_board(view: BoardView, square: str, say: Speaker, theme: str) -> Drawing:
    """Draw the board with a marked square.

    The alt text does not name it, because that is the question.
    """
    return _board(blank(view), say("alt.coordinates"), say, theme, (square,))


def _board(view: BoardView, alt: str, say: Speaker, theme: str, chosen: Sequence[str] = ()) -> Drawing:
    recipe = partial(draw_bare, view, alt, theme=theme, language=say.language, chosen=chosen)
    return picture(view, say, recipe)


def _again(game: AnyGame, say: Speaker, code: str) -> list[Press]:
    return [
        Press.of(CustomId("coord-go", 0, rest=game.key), say(code), PRIMARY),
        Press.of(CustomId("howto", 0, rest=game.key), say("button.howto")),
    ]
