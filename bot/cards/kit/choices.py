"""Buttons that choose a move step by step, with their custom_ids.

The picker, Try it, votes, guesses and puzzles use them.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import discord

from bot.cards.kit.kit import PRIMARY, SUCCESS, ActionButton, row, small_print, text
from bot.cards.kit.picking import (
    BUTTONS,
    NUMBERED,
    PAIRED,
    WIDTH,
    arrange_in_rows,
    even_rows,
    small_board_squares,
    split_choices,
)
from bot.custom_ids import CustomId
from rules.board import BoardView
from rules.choosing import ChoiceNode, foretell_effects, in_reading_order
from rules.game import Step, View
from rules.match import Match
from words import Localizer, Phrase, Words, insert_player_names

MOVE_LIMIT: Final = 12
"""Characters of a move on the button of its piece: five of them are side by side."""


ROOM: Final = 12
"""Lines of small print with which a board and one row of buttons fit a phone."""
ROW_LINES: Final = 3
"""Lines that are as high as a further row of buttons."""
HAND_LINES: Final = 6
"""Lines that are as high as a hand."""
LINE: Final = 44
"""Characters of small print in a line on a phone."""


PLAYED: Final = ("button.only_move", "button.play_this")
"""Codes of the buttons that play the only move, and a move that others continue."""
CHOICES_PATTERN: Final = r"(?:(?P<part>\d{1,2}):|(?P<sure>!))?(?P<path>.*)"
"""Pattern of the end of a custom_id whose one action serves a whole walk.

It holds the choices, after the number of the part in sight, or after the mark that plays them.
"""


def parse_choices(match: re.Match[str]) -> tuple[tuple[str, ...], int | None, bool]:
    """Return the choices made, the part of the next ones, and the play flag.

    `match` is a match of `CHOICES_PATTERN`. If there are too many next choices for one message, they
    are shown in numbered parts. The flag says that the choices made are played as they are.
    """
    path, part = match["path"], match["part"]
    return tuple(path.split(",")) if path else (), int(part) if part else None, match["sure"] is not None


class ChoiceIds(ABC):
    """The custom_ids of the buttons with which one move is chosen.

    A path is the sequence of the choices made so far, by their values.
    """

    __slots__ = ()

    def choice_id(self, path: Sequence[str]) -> CustomId:
        """Return the custom_id that goes to the choices after a path.

        If a move ends there, it is played.
        """
        return self._custom_id("pick", ",".join(path))

    def part_id(self, number: int, path: Sequence[str]) -> CustomId:
        """Return the custom_id that shows one part of the choices after a path."""
        return self._custom_id("page", f"{number}:" + ",".join(path))

    def play_id(self, path: Sequence[str]) -> CustomId:
        """Return the custom_id that plays the move of a path.

        The move is played even if longer moves begin with the same path.
        """
        return self._custom_id("do", ",".join(path))

    @abstractmethod
    def _custom_id(self, action: str, choices: str) -> CustomId:
        """Return the custom_id of an action ("pick", "page" or "do") on choices."""

    @staticmethod
    def _mark_choices(action: str, choices: str) -> str:
        """Return the choices in the form that `CHOICES_PATTERN` matches.

        The action "do" adds the mark that plays them.
        """
        return f"!{choices}" if action == "do" else choices


@dataclass(frozen=True, slots=True)
class MatchIds(ChoiceIds):
    """The custom_ids with which a move of a match is chosen.

    `version` is the version of the match, `action_prefix` the start of the actions' names, such as
    "vote-".
    """

    match_id: int
    version: int
    action_prefix: str = ""

    def _custom_id(self, action: str, choices: str) -> CustomId:
        return CustomId(self.action_prefix + action, self.match_id, self.version, choices)


@dataclass(frozen=True, slots=True)
class VisibleChoices:
    """The choices shown at one point on the way to a move, in reading order.

    If there are too many for buttons, `parts` holds them in groups. `effects` gives the effect of each
    choice by its value, unless it is obvious, and `end_effect` that of the move that ends here.
    `number_meaning` explains the effects if they are numbers. `headings` are choices that the steps go
    beyond; their effects are told first.
    """

    steps: list[Step]
    parts: list[list[Step]]
    effects: Mapping[str, Words] = field(default_factory=dict)
    end_effect: Words | None = None
    number_meaning: Phrase | None = None
    headings: Sequence[Step] = ()


def visible_choices(node: ChoiceNode, view: View, part: int | None, limit: int = BUTTONS) -> VisibleChoices:
    """Return the choices that continue from `node`, or one `part` of them.

    They are divided into parts if there are more than `limit`.
    """
    steps = in_reading_order(node.offers, view)
    split = split_choices(steps)
    if part is None or not split:
        return VisibleChoices(steps, split if len(steps) > limit else [])
    return VisibleChoices(split[part % len(split)], [])


def preview_choices(match: Match, node: ChoiceNode, view: View, part: int | None) -> VisibleChoices:
    """Return the choices that continue from `node`, with the effect of each.

    Call this off the event loop, because it plays some moves. If numbers are shown beside the choices,
    fewer choices fit on a phone.
    """
    numbers_are = match.game.foretells
    shown = visible_choices(node, view, part)
    headings = [step for step in node.choices if step not in node.shortcuts] if node.shortcuts else []
    told, ends = foretell_effects(
        match.game, match.position, node, [] if shown.parts else [*headings, *shown.steps]
    )
    if numbers_are and told and part is None and len(shown.steps) > WIDTH * NUMBERED:
        told: dict[str, Phrase | str] = {}
        shown = visible_choices(node, view, part, WIDTH * NUMBERED)
    return replace(shown, effects=told, end_effect=ends, number_meaning=numbers_are, headings=headings)


def choice_lines(
    choices: VisibleChoices, say: Localizer, names: tuple[Words, Words]
) -> discord.ui.TextDisplay[Any] | None:
    """Return the effects of the choices shown, one per line.

    If the buttons show the effects as numbers, return the meaning of those numbers. Return `None` if
    there is nothing to say.
    """
    if choices.number_meaning:
        lines = [say.text(choices.number_meaning)] if choices.effects else []
    else:
        alike: dict[Words, list[str]] = {}
        for step in (*choices.headings, *choices.steps):
            if words := choices.effects.get(step.value):
                alike.setdefault(words, []).append(say.text(step.label))
        lines = [
            say("card.pick.told", item=", ".join(labels), text=insert_player_names(words, names))
            for words, labels in alike.items()
        ]
        if not choices.steps and choices.end_effect:
            lines.append(say.text(insert_player_names(choices.end_effect, names)))
    return text(*map(small_print, lines)) if lines else None


def beside_board(
    board: discord.ui.Item[Any],
    hand: discord.ui.Item[Any] | None,
    effects: discord.ui.TextDisplay[Any] | None,
    rows: int = 1,
) -> list[discord.ui.Item[Any] | None]:
    """Return the board, the hand and the effects in the order of the card.

    The effects are below the board, next to the `rows` of buttons, unless they are so long that they
    would push the board off a phone's screen.
    """
    lines = sum(-(-len(line) // LINE) for line in effects.content.split("\n")) if effects else 0
    if lines > ROOM - (HAND_LINES if hand else 0) - ROW_LINES * (rows - 1):
        return [effects, board, hand]
    return [board, hand, effects]


def choice_rows(
    node: ChoiceNode,
    choices: VisibleChoices,
    view: View,
    ids: ChoiceIds,
    say: Localizer,
    *,
    extra_buttons: Sequence[ActionButton] = (),
    labels: tuple[str, str] = PLAYED,
    confirm: bool = False,
) -> list[discord.ui.ActionRow[Any]]:
    """Return the rows of buttons with which the next choice is made.

    Below the choices are the buttons that play the move or go back, and the `extra_buttons`. `labels`
    are the message codes of the play button: the first if the move is the only legal one, the second if
    it could also be continued (a longer capture). With `confirm`, the player wants to be asked first, so
    no button plays a move that is not on the board yet.
    """
    only, this = labels
    found: list[discord.ui.ActionRow[Any]] = []
    if node.only is not None and not small_board_squares(choices.steps, view):
        label = say(only, move=node.wording)
        found.append(row(ActionButton.create(ids.play_id(node.only), label, SUCCESS)))
    elif choices.parts:
        buttons = [
            _part_button(number, steps, node, choices, ids, say) for number, steps in enumerate(choices.parts)
        ]
        found += [row(*line) for line in even_rows(buttons)]
    elif choices.steps:
        found += _choice_grid(node, choices, view, ids, say)
        found += [] if confirm else _end_here_rows(node, choices, ids, say, WIDTH - len(found))
    below = []
    if node.move is not None:
        label = say(this, move=node.wording) if node.choices else say("button.confirm")
        label = _numbered_label(label, choices.end_effect, choices, say)
        below.append(ActionButton.create(ids.play_id(node.path), label, SUCCESS))
    back = node.path if len(choices.steps) < len(node.offers) else node.back
    if back is not None:
        below.append(ActionButton.create(ids.choice_id(back), say("button.back")))
    below += extra_buttons
    return [*found, row(*below)] if below else found


def _part_button(
    number: int,
    steps: Sequence[Step],
    node: ChoiceNode,
    choices: VisibleChoices,
    ids: ChoiceIds,
    say: Localizer,
) -> ActionButton:
    """Return the button of one part, or of its choice if it has only one."""
    if len(steps) == 1:
        return _choice_button(steps[0], node, choices, ids, say)
    label = say("button.part", first_choice=steps[0].label, last_choice=steps[-1].label)
    return ActionButton.create(ids.part_id(number, node.path), label, PRIMARY)


def _choice_grid(
    node: ChoiceNode, choices: VisibleChoices, view: View, ids: ChoiceIds, say: Localizer
) -> list[discord.ui.ActionRow[Any]]:
    """Return the rows of choices; a small board is shown with all squares."""
    by_square = {step.square: step for step in choices.steps}
    return [
        row(
            *(
                _choice_button(by_square[name], node, choices, ids, say)
                if name in by_square
                else _blocked_square(name, node, view, ids)
                for name in line
            )
        )
        for line in small_board_squares(choices.steps, view)
    ] or [
        row(*(_choice_button(step, node, choices, ids, say) for step in line))
        for line in arrange_in_rows(choices.steps, view, _width(choices))
    ]


def _width(choices: VisibleChoices) -> int:
    """Return how many choices stand side by side at most."""
    if any("," in step.value for step in choices.steps):
        return WIDTH if any(step.group for step in choices.steps) else PAIRED
    return NUMBERED if choices.number_meaning and choices.effects else WIDTH


def _end_here_rows(
    node: ChoiceNode, choices: VisibleChoices, ids: ChoiceIds, say: Localizer, most: int
) -> list[discord.ui.ActionRow[Any]]:
    """Return the buttons of moves that end here although others continue.

    They save a tap when the choices are shown in parts. There are none if they need more than `most`
    rows.
    """
    ends = [step for step in choices.steps if step.value in node.move_ends]
    if not ends or len(choices.steps) == len(node.offers):
        return []
    buttons = [
        ActionButton.create(
            ids.play_id((*node.path, step.value)), say("button.just", move=step.label), SUCCESS
        )
        for step in ends
    ]
    lines = even_rows(buttons)
    return [row(*line) for line in lines] if len(lines) <= most else []


def _choice_button(
    step: Step, node: ChoiceNode, choices: VisibleChoices, ids: ChoiceIds, say: Localizer
) -> ActionButton:
    """Return the button of a choice.

    If only one move of the chosen piece exists, the button plays it, which saves a tap.
    """
    path, written = node.single_moves.get(step.value, ((), ""))
    if not path or len(written) > MOVE_LIMIT:
        path, written = (*node.path, step.value), say.text(step.label)
    return ActionButton.create(
        ids.choice_id(path), _numbered_label(written, choices.effects.get(step.value), choices, say), PRIMARY
    )


def _numbered_label(label: str, effect: Words | None, choices: VisibleChoices, say: Localizer) -> str:
    """Return a button's label, with the numbers that tell the choice's effect."""
    if effect is None or choices.number_meaning is None:
        return label
    return say("button.foretold", item=label, text=effect)


def _blocked_square(name: str, node: ChoiceNode, view: View, ids: ChoiceIds) -> ActionButton:
    """Return a disabled button for a square that cannot be chosen.

    Its label is the piece on the square, or the square's name.
    """
    label = view.cells.get(name, name) if isinstance(view, BoardView) and view.pieces == "digits" else name
    return ActionButton.create(ids.choice_id((*node.path, name)), label, disabled=True)
