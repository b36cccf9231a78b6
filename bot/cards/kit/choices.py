"""The choices of a level as rows of buttons: of the picker, and of Try it."""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import discord

from bot.cards.kit.kit import PRIMARY, SUCCESS, Press, row, small, text
from bot.cards.kit.picking import BUTTONS, NUMBERED, WIDTH, even, parts, rows, small_board
from bot.custom_ids import CustomId
from rules.board import BoardView
from rules.choosing import ChoiceNode, foretell, in_reading_order
from rules.game import Step, View
from rules.match import Match
from words import Phrase, Speaker, Words, by_name

MOVE_LIMIT: Final = 12
"""Characters of a move on the button of its piece: five of them are side by side."""


ROOM: Final = 12
"""Lines of small print between a board and its buttons that keep both on a phone."""
HAND_LINES: Final = 6
"""Lines that are as high as a hand."""
LINE: Final = 44
"""Characters of small print in a line on a phone."""


PLAYED: Final = ("button.only_move", "button.play_this")
"""Codes of the buttons that play the only move, and a move that others continue."""
WALK: Final = r"(?:(?P<part>\d{1,2}):|(?P<sure>!))?(?P<path>.*)"
"""Pattern of the end of a custom_id whose one action serves a whole walk.

It holds the choices, after the number of the part in sight, or after the mark that plays them.
"""


def read_walk(form: re.Match[str]) -> tuple[tuple[str, ...], int | None, bool]:
    """Return the choices, the part of the next ones in sight, and whether to play.

    `form` is a match of `WALK`.
    """
    path, part = form["path"], form["part"]
    return tuple(path.split(",")) if path else (), int(part) if part else None, form["sure"] is not None


class Ids(ABC):
    """The custom_ids of the buttons of one walk to a move."""

    __slots__ = ()

    def pick(self, path: Sequence[str]) -> CustomId:
        """Return the custom_id that moves on or back to the level of a path.

        If a move ends there, it is played.
        """
        return self._at("pick", ",".join(path))

    def part(self, number: int, path: Sequence[str]) -> CustomId:
        """Return what shows one part of the choices of a level."""
        return self._at("page", f"{number}:" + ",".join(path))

    def do(self, path: Sequence[str]) -> CustomId:
        """Return what plays the move of a path, though others go on from there."""
        return self._at("do", ",".join(path))

    @abstractmethod
    def _at(self, action: str, choices: str) -> CustomId:
        """Return the custom_id that does this (`pick`, `page` or `do`) with these choices."""

    @staticmethod
    def _walk(action: str, choices: str) -> str:
        """Return what is to be done with these choices as `WALK` reads it."""
        return f"!{choices}" if action == "do" else choices


@dataclass(frozen=True, slots=True)
class MatchIds(Ids):
    """The custom_ids of a walk in a match at a version.

    `walk` is the prefix of their actions, such as "vote-".
    """

    match: int
    version: int
    walk: str = ""

    def _at(self, action: str, choices: str) -> CustomId:
        return CustomId(self.walk + action, self.match, self.version, choices)


@dataclass(frozen=True, slots=True)
class Choices:
    """The choices in sight, in the viewer's reading order.

    If there are too many for buttons, `parts` holds them instead. `told` gives the effect of each
    choice by its value, if it is not obvious; `ends` the effect of the move that ends here.
    `numbers_are` says what the effects mean if they are numbers.
    """

    steps: list[Step]
    parts: list[list[Step]]
    told: Mapping[str, Words] = field(default_factory=dict)
    ends: Words | None = None
    numbers_are: Phrase | None = None


def in_sight(reached: ChoiceNode, view: View, part: int | None, most: int = BUTTONS) -> Choices:
    """Return the choices of a level, or the given `part` of them.

    There are parts if the level has more than `most` choices.
    """
    steps = in_reading_order(reached.choices, view)
    split = parts(steps)
    if part is None or not split:
        return Choices(steps, split if len(steps) > most else [])
    return Choices(split[part % len(split)], [])


def foresee(match: Match, reached: ChoiceNode, view: View, part: int | None) -> Choices:
    """Return the choices in sight with the effect of each.

    Call this off the event loop, because it plays some moves. With numbers beside them, fewer choices
    fit on a phone.
    """
    numbers_are = match.game.foretells
    shown = in_sight(reached, view, part)
    told, ends = foretell(match.game, match.position, reached, [] if shown.parts else shown.steps)
    if numbers_are and told and part is None and len(shown.steps) > WIDTH * NUMBERED:
        shown, told = in_sight(reached, view, part, WIDTH * NUMBERED), {}
    return replace(shown, told=told, ends=ends, numbers_are=numbers_are)


def choice_lines(
    shown: Choices, say: Speaker, names: tuple[Words, Words]
) -> discord.ui.TextDisplay[Any] | None:
    """Return the effect of each choice in sight, one per line.

    If the buttons show numbers, return the meaning of those. Otherwise return `None`.
    """
    if shown.numbers_are:
        lines = [say.text(shown.numbers_are)] if shown.told else []
    else:
        lines = [
            say("card.pick.told", item=step.label, text=by_name(words, names))
            for step in shown.steps
            if (words := shown.told.get(step.value))
        ]
        if not shown.steps and shown.ends:
            lines.append(say.text(by_name(shown.ends, names)))
    return text(*map(small, lines)) if lines else None


def beside_board(
    board: discord.ui.Item[Any], hand: discord.ui.Item[Any] | None, told: discord.ui.TextDisplay[Any] | None
) -> list[discord.ui.Item[Any] | None]:
    """Return the board, the hand and the effects of the choices, in card order.

    The effects are next to the buttons, but above the board if they would push it off a phone's screen.
    """
    lines = sum(-(-len(line) // LINE) for line in told.content.split("\n")) if told else 0
    if lines > ROOM - (HAND_LINES if hand else 0):
        return [told, board, hand]
    return [board, hand, told]


def choice_rows(
    reached: ChoiceNode,
    shown: Choices,
    view: View,
    ids: Ids,
    say: Speaker,
    *,
    further: Sequence[Press] = (),
    labels: tuple[str, str] = PLAYED,
    asks: bool = False,
) -> list[discord.ui.ActionRow[Any]]:
    """Return the choices in sight as rows of buttons, then the ways back and on.

    The `further` buttons come with the latter. `labels` are the codes for playing the only move, and
    for a move that others continue. A player who wants to be asked first (`asks`) gets no button for a
    move that is not on the board yet.
    """
    only, this = labels
    found: list[discord.ui.ActionRow[Any]] = []
    if reached.only is not None and not small_board(shown.steps, view):
        label = say(only, move=reached.said)
        found.append(row(Press.of(ids.do(reached.only), label, SUCCESS)))
    elif shown.parts:
        buttons = [_part(number, steps, reached, shown, ids, say) for number, steps in enumerate(shown.parts)]
        found += [row(*line) for line in even(buttons)]
    elif shown.steps:
        found += _grid(reached, shown, view, ids, say)
        found += [] if asks else _stops(reached, shown, ids, say, WIDTH - len(found))
    below = []
    if reached.move is not None:
        label = say(this, move=reached.said) if reached.choices else say("button.confirm")
        label = _numbered_label(label, shown.ends, shown, say)
        below.append(Press.of(ids.do(reached.path), label, SUCCESS))
    back = reached.path if len(shown.steps) < len(reached.choices) else reached.back
    if back is not None:
        below.append(Press.of(ids.pick(back), say("button.back")))
    below += further
    return [*found, row(*below)] if below else found


def _part(
    number: int, steps: Sequence[Step], reached: ChoiceNode, shown: Choices, ids: Ids, say: Speaker
) -> Press:
    """Return the button of one part; where it holds one choice only, that choice."""
    if len(steps) == 1:
        return _choice(steps[0], reached, shown, ids, say)
    label = say("button.part", first_choice=steps[0].label, last_choice=steps[-1].label)
    return Press.of(ids.part(number, reached.path), label, PRIMARY)


def _grid(
    reached: ChoiceNode, shown: Choices, view: View, ids: Ids, say: Speaker
) -> list[discord.ui.ActionRow[Any]]:
    """Return the rows of choices; a small board is shown whole, with blocked squares."""
    by_square = {step.square: step for step in shown.steps}
    return [
        row(
            *(
                _choice(by_square[name], reached, shown, ids, say)
                if name in by_square
                else _blocked_square(name, reached, view, ids)
                for name in line
            )
        )
        for line in small_board(shown.steps, view)
    ] or [
        row(*(_choice(step, reached, shown, ids, say) for step in line))
        for line in rows(shown.steps, view, NUMBERED if shown.numbers_are and shown.told else WIDTH)
    ]


def _stops(
    reached: ChoiceNode, shown: Choices, ids: Ids, say: Speaker, most: int
) -> list[discord.ui.ActionRow[Any]]:
    """Return buttons for moves that end here although others continue, in `most` rows.

    Only a part has them: it cost a tap to get there, which they save.
    """
    ends = [step for step in shown.steps if step.value in reached.stops]
    if not ends or len(shown.steps) == len(reached.choices):
        return []
    buttons = [
        Press.of(ids.do((*reached.path, step.value)), say("button.just", move=step.label), SUCCESS)
        for step in ends
    ]
    lines = even(buttons)
    return [row(*line) for line in lines] if len(lines) <= most else []


def _choice(step: Step, reached: ChoiceNode, shown: Choices, ids: Ids, say: Speaker) -> Press:
    """Return the button of a choice.

    If only one move continues from a piece, it plays that move, which saves a tap.
    """
    path, written = reached.whole.get(step.value, ((), ""))
    if not path or len(written) > MOVE_LIMIT:
        path, written = (*reached.path, step.value), say.text(step.label)
    return Press.of(ids.pick(path), _numbered_label(written, shown.told.get(step.value), shown, say), PRIMARY)


def _numbered_label(label: str, told: Words | None, shown: Choices, say: Speaker) -> str:
    """Return a button's label, with the numbers that tell the choice's effect."""
    if told is None or shown.numbers_are is None:
        return label
    return say("button.foretold", item=label, text=told)


def _blocked_square(name: str, reached: ChoiceNode, view: View, ids: Ids) -> Press:
    """Return a disabled button for a square that cannot be chosen.

    Its label is the piece on the square, or the square's name.
    """
    label = view.cells.get(name, name) if isinstance(view, BoardView) and view.pieces == "digits" else name
    return Press.of(ids.pick((*reached.path, name)), label, disabled=True)
