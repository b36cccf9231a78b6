"""Choices of a turn that take several steps at once, for pickers.

A card and its line are one choice. All that follows is one choice more, if there are few enough ways
to go on. A direction is asked only where it changes something.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Final

from rules.game import Step
from rules.one_zero_one.notation import ARROWS
from rules.one_zero_one.turn import Move, Position, execute

PLACED: Final = 2
"""Steps that lay the first card: the card and its line."""
FIRST_MOST: Final = 9
"""Cards with their lines that are offered side by side: three rows of three."""
MOST: Final = 10
"""Choices at any later point: five rows of two fit a phone."""
_ARROWS: Final = {str(point): arrow for point, arrow in ARROWS.items()}

Way = tuple[tuple[Step, ...], Move]
"""A legal move with all its steps."""


def list_shortcuts(position: Position, ways: Sequence[Way], taken: int) -> list[Step]:
    """Return the choices after the first `taken` steps, which all `ways` share.

    The value of each lists its steps. Of several moves with the same effect only the first is offered.
    """
    effect = cache(partial(effect_key, position))
    if taken == 0:
        placings = _group(ways, PLACED, effect, FIRST_MOST)
        return [_join_steps(steps, 0) for steps in placings]
    found: list[tuple[Step, ...]] = []
    for depth in range(taken + 1, 1 + max(len(steps) for steps, _ in ways)):
        if not (groups := _group(ways, depth, effect, MOST)):
            break
        found = groups
    return [_join_steps(steps, taken) for steps in found]


def effect_key(position: Position, move: Move) -> Hashable:
    """Return a value that two moves share if their difference changes nothing.

    That is a direction at which a command does nothing. A direction goes on to matter on a REM and on a
    SAVE that waits.
    """
    after = execute(position, move)
    lines = tuple(
        tuple(
            card if card is None or card.command == "REM" or card.pending else replace(card, points=None)
            for card in line
        )
        for line in after.lines
    )
    return lines, after.hands, after.cut, after.ended


def _group(
    ways: Sequence[Way], depth: int, effect: Callable[[Move], Hashable], most: int
) -> list[tuple[Step, ...]]:
    """Return the first `depth` steps of each way, or all if the rest changes nothing.

    Of several whole moves on one line with the same effect only the first is returned. Return nothing
    if there are more than `most`.
    """
    groups: dict[tuple[str, ...], list[Way]] = {}
    for steps, move in ways:
        groups.setdefault(tuple(step.value for step in steps[:depth]), []).append((steps, move))
    found: list[tuple[Step, ...]] = []
    met = set[Hashable]()
    for group in groups.values():
        steps, move = group[0]
        done = steps[1].value, effect(move)
        if any(effect(other) != done[1] for _, other in group[1:]):
            found.append(steps[:depth])
        elif done not in met:
            found.append(steps)
            met.add(done)
        if len(found) > most:
            return []
    return found


def _join_steps(steps: Sequence[Step], taken: int) -> Step:
    """Return the steps after the first `taken` ones as one choice."""
    rest = steps[taken:]
    if len(rest) == 1:
        return rest[0]
    label = _name_cards(rest)
    if taken < PLACED:
        line = steps[1].value
        label = f"{line} {label}" if taken else f"{label} {line}"
    return Step(
        ",".join(step.value for step in rest),
        label,
        group=steps[taken].value if taken < PLACED else "",
        square=next((step.square for step in rest if step.square), None),
        card=next((step.card for step in rest if step.card), None),
    )


def _name_cards(steps: Sequence[Step]) -> str:
    """Return cards with their directions as people read them: `→ DELETE ↑`."""
    said: list[str] = []
    for step in steps:
        if arrow := _ARROWS.get(step.value):
            said.append(" ".join(filter(None, (said.pop().partition(" ")[0] if said else "", arrow))))
        elif not step.square:
            said.append(str(step.label))
    return " ".join(said)
