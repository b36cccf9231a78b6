"""The choices of a level as rows of buttons: of the picker, and of Try it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

import discord

from bot.cards.kit import PRIMARY, SUCCESS, Press, row
from bot.cards.picking import BUTTONS, Node, even, in_reading_order, parts, rows, small_board
from bot.custom_ids import CustomId
from rules.board import BoardView
from rules.game import Step, View
from words import Speaker

MOVE_LIMIT: Final = 12
"""Characters of a move on the button of its piece: five of them are side by side."""


class Ids(Protocol):
    """The custom_ids of the buttons of one walk to a move."""

    def pick(self, path: Sequence[str]) -> CustomId:
        """Return what goes on to the level of a path, and plays the move that ends there."""

    def part(self, number: int, path: Sequence[str]) -> CustomId:
        """Return what shows one part of the choices of a level."""

    def do(self, path: Sequence[str]) -> CustomId:
        """Return what plays the move of a path, though others go on from there."""


@dataclass(frozen=True, slots=True)
class Choices:
    """The choices in sight, in the viewer's reading order; where they are too many for buttons, in `parts`."""

    steps: list[Step]
    parts: list[list[Step]]


def in_sight(reached: Node, view: View, part: int | None) -> Choices:
    """Return the choices of a level; of the `part` that was asked for, where there are parts."""
    steps = in_reading_order(reached.choices, view)
    if len(steps) <= BUTTONS:
        return Choices(steps, [])
    split = parts(steps)
    return Choices(steps, split) if part is None else Choices(split[part % len(split)], [])


def choice_rows(
    reached: Node, shown: Choices, view: View, ids: Ids, say: Speaker, *, further: Sequence[Press] = ()
) -> list[discord.ui.ActionRow[Any]]:
    """Return the choices in sight as rows of buttons, and below them the ways back and on with the `further` ones."""
    found: list[discord.ui.ActionRow[Any]] = []
    if reached.only is not None and not small_board(shown.steps, view):
        label = say("button.only_move", move=reached.text)
        found.append(row(Press.of(ids.do(reached.only), label, SUCCESS)))
    elif shown.parts:
        buttons = [_part(number, steps, reached, ids, say) for number, steps in enumerate(shown.parts)]
        found += [row(*line) for line in even(buttons)]
    elif shown.steps:
        found += _grid(shown.steps, reached, view, ids, say)
    below = []
    if reached.move is not None:
        label = say("button.play_this", move=reached.text) if reached.choices else say("button.confirm")
        below.append(Press.of(ids.do(reached.path), label, SUCCESS))
    back = reached.path if len(shown.steps) < len(reached.choices) else reached.back
    if back is not None:
        below.append(Press.of(ids.pick(back), say("button.back")))
    below += further
    return [*found, row(*below)] if below else found


def _part(number: int, steps: Sequence[Step], reached: Node, ids: Ids, say: Speaker) -> Press:
    """Return the button of one part; where it holds one choice only, that choice."""
    if len(steps) == 1:
        return _choice(steps[0], reached, ids, say)
    label = say("button.part", first_choice=steps[0].label, last_choice=steps[-1].label)
    return Press.of(ids.part(number, reached.path), label, PRIMARY)


def _grid(
    steps: Sequence[Step], reached: Node, view: View, ids: Ids, say: Speaker
) -> list[discord.ui.ActionRow[Any]]:
    """Return the rows of choices; a small board whole, with what is taken in its place."""
    by_square = {step.square: step for step in steps}
    return [
        row(
            *(
                _choice(by_square[name], reached, ids, say)
                if name in by_square
                else _taken(name, reached, view, ids)
                for name in line
            )
        )
        for line in small_board(steps, view)
    ] or [row(*(_choice(step, reached, ids, say) for step in line)) for line in rows(steps, view)]


def _choice(step: Step, reached: Node, ids: Ids, say: Speaker) -> Press:
    """Return the button of a choice; where one move alone goes on from a piece, that move, which saves a tap."""
    path, written = reached.whole.get(step.value, ((), ""))
    if step.square is not None and path and len(written) <= MOVE_LIMIT:
        return Press.of(ids.pick(path), written, PRIMARY)
    return Press.of(ids.pick((*reached.path, step.value)), say.text(step.label), PRIMARY)


def _taken(name: str, reached: Node, view: View, ids: Ids) -> Press:
    """Return a square that cannot be chosen as a button that cannot be pressed: what lies there, or its name."""
    label = view.cells.get(name, name) if isinstance(view, BoardView) and view.pieces == "digits" else name
    return Press.of(ids.pick((*reached.path, name)), label, disabled=True)
