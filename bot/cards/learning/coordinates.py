"""Coordinates training: name the marked square against the clock.

It is for one person only, and the custom_ids hold the progress of a round.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from bot.cards.kit.kit import OFFERED, OVER, PRIMARY, ActionButton, Card, framed_view, row, small_print, text
from bot.cards.kit.pictures import Drawing, view_picture
from bot.custom_ids import CustomId
from club.learning.coordinates import PENALTY, SQUARES, RoundResult, SquareQuestion
from rendering.picture import draw_bare_board
from rules.board import BoardView
from rules.catalogue import GAMES
from rules.game import AnyGame
from rules.squares import square_names
from words import Localizer, decimal

STATE: Final = re.compile(
    r"(?P<game>[a-z-]{1,30})/(?P<number>\d{1,2})/(?P<misses>\d{1,3})/(?P<seed>\d{1,6})/(?P<began>\d{1,14})/(?P<chosen>\d)"
)


@dataclass(frozen=True, slots=True)
class CoordinatesRound:
    """The progress of a round of coordinates training.

    `number` squares have been named so far, with `misses` wrong names. `seed` determines the squares,
    `started_ms` is the start in milliseconds, and `chosen` is the index of the name just chosen.
    """

    game: AnyGame
    number: int
    misses: int
    seed: int
    started_ms: int
    chosen: int = 0

    @classmethod
    def parse(cls, text: str) -> "CoordinatesRound | None":
        """Parse the end of a custom_id; return `None` if it is not valid."""
        form = STATE.fullmatch(text)
        if form is None or form["game"] not in GAMES or int(form["number"]) >= SQUARES:
            return None
        numbers = (int(form[name]) for name in ("number", "misses", "seed", "began", "chosen"))
        return cls(GAMES[form["game"]], *numbers)

    def choice_id(self, choice: int) -> CustomId:
        """Return the custom_id that chooses the name with an index."""
        parts = (self.game.key, self.number, self.misses, self.seed, self.started_ms, choice)
        return CustomId("coord", 0, rest="/".join(map(str, parts)))


def coordinates_button(game: AnyGame, say: Localizer) -> ActionButton:
    """Return the button that opens the introduction to a round."""
    return ActionButton.create(CustomId("coords", 0, rest=game.key), say("button.coordinates"))


def intro_card(game: AnyGame, view: BoardView, best: float | None, say: Localizer, *, theme: str) -> Card:
    """Return the introduction to a round, before its clock runs.

    It has the board and the person's best time.
    """
    return Card(
        framed_view(
            OFFERED,
            text(
                say("card.coordinates", title=game.title),
                say("card.coordinates.about", count=SQUARES, seconds=round(PENALTY)),
                small_print(say("card.coordinates.best", seconds=decimal(best))) if best else None,
            ),
            _board(bare_board(view), say.text(game.title), say, theme),
            row(*_round_buttons(game, say, "button.coordinates.begin")),
        )
    )


def question_card(
    state: CoordinatesRound,
    view: BoardView,
    question: SquareQuestion,
    say: Localizer,
    *,
    theme: str,
    missed_name: str | None,
) -> Card:
    """Return the board with a marked square, and the names to choose from.

    `missed_name` is the wrong name that was chosen before, if any.
    """
    presses: Sequence[ActionButton] = [
        ActionButton.create(state.choice_id(number), name, PRIMARY)
        for number, name in enumerate(question.names)
    ]
    return Card(
        framed_view(
            OFFERED,
            text(
                say("card.coordinates.which", number=state.number + 1, count=SQUARES),
                say("card.coordinates.missed", square=missed_name, seconds=round(PENALTY))
                if missed_name
                else None,
            ),
            _marked_board(view, question.square, say, theme),
            row(*presses),
        )
    )


def end_card(game: AnyGame, result: RoundResult, say: Localizer) -> Card:
    """Return the result of a round: the time, and the person's best time."""
    best = min(result.seconds, result.previous_best or result.seconds)
    code = (
        "card.coordinates.record" if result.previous_best and result.seconds < result.previous_best else None
    )
    return Card(
        framed_view(
            OVER,
            text(
                say("card.coordinates", title=game.title),
                say("card.coordinates.time", count=result.misses, seconds=decimal(result.seconds)),
                say(code) if code else None,
                small_print(say("card.coordinates.best", seconds=decimal(best))),
            ),
            row(*_round_buttons(game, say, "button.coordinates.again")),
        )
    )


def bare_board(view: BoardView) -> BoardView:
    """Return an empty board: no pieces, numbers or room for sums."""
    return replace(view, cells={}, turn=None, score=None, hands=None, numbers={}, sums=False)


def unlabelled_board(view: BoardView) -> BoardView:
    """Return an empty board without coordinates, since they are the question."""
    return replace(bare_board(view), labels=dict.fromkeys(square_names(view.size), ""))


def _marked_board(view: BoardView, square: str, say: Localizer, theme: str) -> Drawing:
    """Draw the board with a marked square.

    The alt text does not name the square, because that is the question.
    """
    return _board(unlabelled_board(view), say("alt.coordinates"), say, theme, (square,))


def _board(view: BoardView, alt: str, say: Localizer, theme: str, chosen: Sequence[str] = ()) -> Drawing:
    recipe = partial(draw_bare_board, view, alt, theme=theme, language=say.language, chosen=chosen)
    return view_picture(view, say, recipe)


def _round_buttons(game: AnyGame, say: Localizer, code: str) -> list[ActionButton]:
    return [
        ActionButton.create(CustomId("coord-go", 0, rest=game.key), say(code), PRIMARY),
        ActionButton.create(CustomId("howto", 0, rest=game.key), say("button.howto")),
    ]
