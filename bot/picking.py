"""Walking the legal moves choice by choice: what one picker needs to serve every game."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from rules.game import AnyGame, Step
from words import Words

MENU_LIMIT: Final = 25
"""Options of one select menu (Discord)."""
MENUS_LIMIT: Final = 6
"""Menus on one screen: nobody takes in more."""


@dataclass(frozen=True, slots=True)
class Level:
    """A point on the way to a move: `chain` chosen so far, `choices` that go on, and the move that ends here.

    `back` is the path to the last real choice: the picker takes single ways on by itself, so they are left out.
    """

    chain: tuple[Step, ...]
    choices: tuple[Step, ...]
    move: Any | None
    back: tuple[str, ...] = ()

    @property
    def path(self) -> tuple[str, ...]:
        """Return the values chosen so far."""
        return tuple(step.value for step in self.chain)


@dataclass(frozen=True, slots=True)
class Menu:
    """Up to 25 choices, with the first and the last group that they belong to; empty where they have no groups."""

    first: Words
    last: Words
    steps: tuple[Step, ...]


def level(game: AnyGame, position: Any, path: Sequence[str]) -> Level | None:
    """Return the level that `path` leads to; `None` if no legal move begins so."""
    depth = len(path)
    wanted = tuple(path)
    chain: tuple[Step, ...] | None = None if depth else ()
    choices: dict[str, Step] = {}
    ends: Any | None = None
    forks = {0, 1}
    for move in game.routes(position):
        steps = game.steps(position, move)
        shared = _shared(steps, wanted)
        if shared < depth:
            forks.add(shared)
            continue
        chain = chain if chain is not None else steps[:depth]
        if len(steps) == depth:
            ends = move
        else:
            choices.setdefault(steps[depth].value, steps[depth])
    if chain is None or (ends is None and not choices):
        return None
    back = max((fork for fork in forks if fork < depth), default=0)
    return Level(chain, tuple(choices.values()), ends, wanted[:back])


def _shared(steps: Sequence[Step], path: Sequence[str]) -> int:
    """Return how many of the steps, from the first, have the values of a path."""
    shared = 0
    for step, value in zip(steps, path, strict=False):
        if step.value != value:
            break
        shared += 1
    return shared


def menus(steps: Sequence[Step]) -> list[Menu]:
    """Return the choices as menus, split between groups if possible; the caller pages beyond `MENUS_LIMIT`."""
    groups: dict[Words, list[Step]] = {}
    for step in steps:
        groups.setdefault(step.group, []).append(step)
    packed: list[Menu] = []
    names: list[Words] = []
    held: list[Step] = []

    def close() -> None:
        if held:
            packed.append(Menu(names[0], names[-1], tuple(held)))
            names.clear()
            held.clear()

    for name, members in groups.items():
        for first in range(0, len(members), MENU_LIMIT):
            part = members[first : first + MENU_LIMIT]
            if len(held) + len(part) > MENU_LIMIT:
                close()
            names.append(name)
            held.extend(part)
    close()
    return packed
