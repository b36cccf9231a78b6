"""What lies on every cell of the display: which key, or what an empty cell shows."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from rendering.kept import new_part
from rendering.one_zero_one.icons import arrow, hourglass
from rendering.one_zero_one.keys import USUAL, WIDE, Face, Format, on_panel
from rendering.sprites import Pen, Point
from rendering.themes import THEMES, TONES, Colour
from rules.one_zero_one.playing_cards import LINES, Cell, LaidCard, pointed
from rules.one_zero_one.view import Placement, ProgramView

COLUMNS_OF_50 = 3
"""The cells of line 50 are seen from the start: when all are filled, the program runs."""


class Slot(NamedTuple):
    """An empty cell as it is drawn: a gap, a legal cell with its letter, a card that left it, a SAVE that waits."""

    letter: str = ""
    chosen: bool = False
    waits: bool = False
    ghost: str = ""
    """`deleted`, `cut` or `moved`."""
    way: str = ""
    """Where a moved card went: `v` or `^`."""
    digit: int = 0


def faces(view: ProgramView) -> dict[Cell, Face]:
    """Return every card on the display as it is drawn."""
    last = view.last
    placed = {laid.cell for laid in last.placed} if last else set()
    flipped = {effect.cell for effect in last.effects if effect.kind == "flipped"} if last else set()
    moved = {effect.to for effect in last.effects if effect.kind == "moved"} if last else set()
    found = {}
    for line, cards in zip(LINES, view.lines, strict=True):
        for column, laid in enumerate(cards, 1):
            if laid:
                cell = Cell(line, column)
                found[cell] = Face(
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
    """Return whether a card's command acts: played just now, a SAVE in force or waiting, a REM that ran."""
    if laid.command == "SAVE":
        return just_played or laid.saved or laid.pending
    return just_played or (laid.command == "REM" and not laid.inert)


def slots(view: ProgramView, chosen: Sequence[str], choices: Sequence[str]) -> dict[Cell, Slot]:
    """Return the empty cells that show something: gaps, legal cells, cards that have just left, saves that wait."""
    found = {
        Cell(line, column): Slot()
        for line, cards in zip(LINES, view.lines, strict=True)
        for column, laid in enumerate(cards, 1)
        if not laid
    }
    for column in range(len(view.lines[-1]) + 1, COLUMNS_OF_50 + 1):
        found[Cell(50, column)] = Slot()
    for effect in view.last.effects if view.last else ():
        if effect.kind in ("deleted", "cut", "moved") and not view.at(effect.cell):
            way = "v" if effect.to and effect.to.line > effect.cell.line else "^"
            found[effect.cell] = Slot(ghost=effect.kind, way=way, digit=effect.before.digit)
    for line, cards in zip(LINES, view.lines, strict=True):
        for column, laid in enumerate(cards, 1):
            # Once the match is over, nothing comes that a SAVE could wait for.
            if laid and laid.pending and laid.points and not view.over:
                target = pointed(Cell(line, column), laid.points)
                if target and not view.at(target):
                    found[target] = found.get(target, Slot())._replace(waits=True)
    for place, taken in lettered(view, chosen, choices):
        former = found.get(place.cell, Slot())
        found[place.cell] = former._replace(letter=place.letter, chosen=taken)
    return found


def lettered(
    view: ProgramView, chosen: Sequence[str], choices: Sequence[str]
) -> Iterator[tuple[Placement, bool]]:
    """Yield the cells that have a letter, with whether they are chosen; every legal one where nothing is marked."""
    for place in view.placements:
        taken = place.letter in chosen
        if taken or place.letter in choices or not (chosen or choices):
            yield place, taken


@lru_cache(maxsize=512)
def slot(theme: str, empty: Slot, form: Format = USUAL) -> Image.Image:
    """Return an empty cell on its place."""
    new_part()
    colours = THEMES[theme].program.names
    pen = form.pen()
    left, top, right, low = form.box
    box = (left + 2, top + 2, right - 2, low - 2)
    x, y = WIDE / 2, form.high / 2
    if empty.chosen:
        pen.tile(box, 10, colours["legal"])
    elif empty.ghost:
        pen.tile(box, 10, colours["bar"])
    ghost_low = form.high * 0.27
    if empty.ghost:
        at, size = ((x, low - ghost_low - 2), 40) if empty.letter else ((x, y), 66)
        _draw_ghost(pen, at, min(size, form.high * 0.5), empty, colours)
    if not empty.chosen:
        line = "legal" if empty.letter else "lock" if empty.waits else "shut"
        pen.dashed(box, 4 if empty.letter else 3 if empty.waits else 2, colours[line])
    if empty.letter:
        ink = colours["legal_ink" if empty.chosen else "legal"]
        pen.text((x, top + form.high * 0.25 if empty.ghost else y), empty.letter, 52, ink)
    if empty.waits and (empty.letter or empty.ghost):
        hourglass(pen, (right - 20, top + 22), 28, colours["lock"])
    elif empty.waits:
        hourglass(pen, (x, y), 52, colours["lock"])
    return on_panel(theme, form.place, [(pen.done(), (0, 0))])


def _draw_ghost(pen: Pen, at: Point, size: float, empty: Slot, colours: Mapping[str, Colour]) -> None:
    """Draw the card that was here: its digit struck out, or beside an arrow to where it went."""
    arm = size * 0.46
    x, y = at
    ink = colours[TONES[empty.digit] + "_rim"]
    if empty.ghost == "moved":
        pen.text((x - arm * 0.6, y), str(empty.digit), size, ink)
        arrow(pen, (x + arm * 0.9, y), arm * 1.1, empty.way, colours["last"])
        return
    pen.text(at, str(empty.digit), size, ink)
    # One stroke: a cross would hide a 1.
    for width, name in ((0.24, "bar"), (0.11, "last")):
        pen.line([(x - arm, y + arm * 0.9), (x + arm, y - arm * 0.9)], size * width, colours[name])
