"""The contents of each cell of the display: a card, or what is shown instead.

Both the PNG and the SVG pictures use it.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rules.one_zero_one.playing_cards import LINES, Cell, LaidCard, pointed_cell
from rules.one_zero_one.view import Placement, ProgramView

COLUMNS_OF_50 = 3
"""Cells of line 50 that are shown from the start.

When all are filled, the program runs.
"""


class CardFace(NamedTuple):
    """A card as it is drawn; also the key of its cached picture.

    `pointers` are the sides to which it points. `live` means that the command acts now, so its plate is
    filled. `is_discounted` means that a REM excludes the card from the count. `flipped` means that the last
    move turned it over. `rim` is `last` (played just now), `moved` or empty.
    """

    digit: int
    command: str
    pointers: str = ""
    live: bool = False
    saved: bool = False
    is_discounted: bool = False
    flipped: bool = False
    rim: str = ""


class EmptySlot(NamedTuple):
    """An empty cell as it is drawn.

    It can be a gap between cards, a cell that may be played to (with its `letter`), a cell whose card has
    just left, or one that a SAVE command waits for.
    """

    letter: str = ""
    chosen: bool = False
    awaits_save: bool = False
    ghost: str = ""
    """`deleted`, `cut` or `moved`."""
    direction: str = ""
    """Where a moved card went: `v` or `^`."""
    digit: int = 0


def card_faces(view: ProgramView) -> dict[Cell, CardFace]:
    """Return the face of every card on the display, by cell."""
    last = view.last
    placed = {laid.cell for laid in last.placed} if last else set()
    flipped = {effect.cell for effect in last.effects if effect.kind == "flipped"} if last else set()
    moved = {effect.to for effect in last.effects if effect.kind == "moved"} if last else set()
    found = {}
    for line, cards in zip(LINES, view.lines, strict=True):
        for column, laid in enumerate(cards, 1):
            if laid:
                cell = Cell(line, column)
                found[cell] = CardFace(
                    laid.digit,
                    laid.command,
                    laid.points or ("<>^v" if laid.command == "ELSE" else ""),
                    _is_live(laid, cell in placed),
                    laid.saved,
                    cell in view.discounted,
                    cell in flipped,
                    "last" if cell in placed else "moved" if cell in moved else "",
                )
    return found


def _is_live(laid: LaidCard, just_played: bool) -> bool:
    """Whether a card's command acts.

    The command of a card just played acts, and so do a SAVE in force or waiting and a REM that ran.
    """
    if laid.command == "SAVE":
        return just_played or laid.saved or laid.pending
    return just_played or (laid.command == "REM" and not laid.inert)


def empty_slots(view: ProgramView, chosen: Sequence[str], choices: Sequence[str]) -> dict[Cell, EmptySlot]:
    """Return the empty cells that show something.

    These are gaps, legal cells, cells that a card has just left, and saves that wait.
    """
    found = {
        Cell(line, column): EmptySlot()
        for line, cards in zip(LINES, view.lines, strict=True)
        for column, laid in enumerate(cards, 1)
        if not laid
    }
    for column in range(len(view.lines[-1]) + 1, COLUMNS_OF_50 + 1):
        found[Cell(50, column)] = EmptySlot()
    for effect in view.last.effects if view.last else ():
        if effect.kind in ("deleted", "cut", "moved") and not view.card_at(effect.cell):
            way = "v" if effect.to and effect.to.line > effect.cell.line else "^"
            found[effect.cell] = EmptySlot(ghost=effect.kind, direction=way, digit=effect.before.digit)
    for line, cards in zip(LINES, view.lines, strict=True):
        for column, laid in enumerate(cards, 1):
            # Once the match is over, nothing comes that a SAVE could wait for.
            if laid and laid.pending and laid.points and not view.over:
                target = pointed_cell(Cell(line, column), laid.points)
                if target and not view.card_at(target):
                    found[target] = found.get(target, EmptySlot())._replace(awaits_save=True)
    for place, taken in lettered_cells(view, chosen, choices):
        former = found.get(place.cell, EmptySlot())
        found[place.cell] = former._replace(letter=place.letter, chosen=taken)
    return found


def lettered_cells(
    view: ProgramView, chosen: Sequence[str], choices: Sequence[str]
) -> Iterator[tuple[Placement, bool]]:
    """Yield each cell that has a letter, and whether it is chosen.

    If nothing is marked, yield every legal one.
    """
    for place in view.placements:
        taken = place.letter in chosen
        if taken or place.letter in choices or not (chosen or choices):
            yield place, taken
