"""The painter of One Zero One: the program display, and a hand."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from rendering.one_zero_one.playing_cards import (
    CARD,
    GAP,
    NAMED_EDGE,
    PLACE,
    TONES,
    USUAL,
    Face,
    Format,
    Slot,
    card,
    on_panel,
    slot,
)
from rendering.sprites import ADVANCE, Pen, fitting, lettering
from rendering.themes import THEMES, Palette
from rules.game import Seat
from rules.one_zero_one.playing_cards import LINES, Card, Cell, LaidCard, pointed
from rules.one_zero_one.view import Control, ProgramView
from words import Speaker, speaker

HEIGHT = 706
TOP = 58
LEFT = 229
"""Where the places for cards begin: below the header, right of the control and line cards."""
MARGIN = 11
FEWEST, MOST = 7, 9
"""Columns of the usual width; with more, all become narrower, so that neighbours stay one above the other."""
WITH_PILE = 8
"""How many columns leave room for the cut pile beside RUN."""
NARROWEST = 48
HAND = Format(factor=1.5)
"""The cards of a hand are larger."""
LIFT = 26
"""How many pixels a card of a hand stands above the others while it is being chosen."""


def paint(
    view: ProgramView, theme: str, language: str, chosen: Sequence[str], choices: Sequence[str]
) -> Image.Image:
    """Return the display, 706 pixels high and 898 to 1,086 wide, in the numbers of the theme's program palette."""
    palette, say = THEMES[theme].program, speaker(language)
    faces, slots = _faces(view), _slots(view, chosen, choices)
    longest = max([cell.column for cell in (*faces, *slots)], default=0)
    room = max(longest, *(len(line) + 1 for line in view.lines[:4]))
    columns = min(MOST, max(FEWEST, room, WITH_PILE * bool(view.cut)))
    form = _format(columns, longest)
    pitch = (columns * PLACE[0] - form.place[0]) / (max(columns, longest) - 1)
    picture = palette.blank((LEFT + columns * PLACE[0] + MARGIN, HEIGHT), "panel")
    _draw_header(picture, palette, view, say)
    for i, line in enumerate(LINES):
        picture.paste(_control(theme, view.control[i]), (12, TOP + i * PLACE[1]))
        picture.paste(_line_card(theme, line, view.open_lines[i]), (135, TOP + i * PLACE[1]))
    for cell in sorted({*faces, *slots}):
        art = card(theme, faces[cell], form) if cell in faces else slot(theme, slots[cell], form)
        picture.paste(art, _corner(cell, pitch))
    picture.paste(_run(theme, form), _corner(Cell(50, 4), pitch))
    _draw_stacks(picture, theme, view, say)
    return picture


def paint_hand(
    cards: Sequence[Card], digit: int, theme: str, language: str, raised: Sequence[str] | None = None
) -> Image.Image:
    """Return a hand side by side, with the name of each card below it as moves write it.

    Where cards are being chosen, there is room above the hand: those that `raised` names are lifted, and their names
    are on a bright plate.
    """
    palette = THEMES[theme].program
    width, height = HAND.place
    lift, left = (0, []) if raised is None else (LIFT, list(raised))
    picture = palette.blank((max(3, len(cards)) * width + 24, lift + height + 52), "panel")
    if not cards:
        text = speaker(language)("picture.no_cards")
        words = lettering(palette, text, fitting(text, 26, picture.width - 24), "quiet", "panel")
        picture.paste(words, ((picture.width - words.width) // 2, height // 2))
    for i, held in enumerate(cards):
        x, y = 12 + i * width, 8 + lift
        ink, ground = "line_ink", "panel"
        if held.name in left:
            left.remove(held.name)
            y, ink, ground = 8, "panel", "last"
            box = (x + 4, 8 + height, x + width - 5, height + lift + 38)
            ImageDraw.Draw(picture).rounded_rectangle(box, 9, palette.index(ground))
        picture.paste(card(theme, _held(held, digit), HAND), (x, y))
        name = lettering(palette, held.name, 22, ink, ground)
        picture.paste(name, (x + (width - name.width) // 2, height + 8 + lift))
    return picture


def _format(columns: int, longest: int) -> Format:
    """Return the size of cards: narrower where a line has many, down to a width below which they overlap."""
    if longest <= columns:
        return USUAL
    return Format(max(NARROWEST, columns * PLACE[0] // longest - GAP[0]))


def _corner(cell: Cell, pitch: float) -> tuple[int, int]:
    return LEFT + round((cell.column - 1) * pitch), TOP + (cell.line // 10 - 1) * PLACE[1]


def _held(held: Card, digit: int) -> Face:
    """Return a card that is not yet played, with an arrow to each side to which it can point."""
    ways = "".join(way for way in held.points if way) or ("<>^v" if held.command == "ELSE" else "")
    edge = NAMED_EDGE[held.axis] if held.axis else "v" if held.command == "ELSE" else ""
    return Face(digit, held.command, edge, ways)


def _faces(view: ProgramView) -> dict[Cell, Face]:
    """Return every card on the display as it is drawn."""
    last = view.last
    placed = {laid.cell for laid in last.placed} if last else set()
    flipped = {effect.cell for effect in last.effects if effect.kind == "flipped"} if last else set()
    moved = {effect.to for effect in last.effects if effect.kind == "moved"} if last else set()
    faces = {}
    for line, cards in zip(LINES, view.lines, strict=True):
        for column, laid in enumerate(cards, 1):
            if laid:
                cell = Cell(line, column)
                faces[cell] = Face(
                    laid.digit,
                    laid.command,
                    _edge(laid),
                    laid.points or ("<>^v" if laid.command == "ELSE" else ""),
                    _is_live(laid, cell in placed),
                    laid.saved,
                    cell in view.discounted,
                    cell in flipped,
                    "last" if cell in placed else "moved" if cell in moved else "",
                )
    return faces


def _edge(laid: LaidCard) -> str:
    if laid.command == "PLAIN":
        return ""
    return laid.points or (NAMED_EDGE[laid.axis] if laid.axis else "v")


def _is_live(laid: LaidCard, just_played: bool) -> bool:
    """Return whether a card's command acts: played just now, a SAVE in force or waiting, a REM that ran."""
    if laid.command == "SAVE":
        return just_played or laid.saved or laid.pending
    return just_played or (laid.command == "REM" and not laid.inert)


def _slots(view: ProgramView, chosen: Sequence[str], choices: Sequence[str]) -> dict[Cell, Slot]:
    """Return the empty cells that show something: gaps, legal cells, cards that have just left, saves that wait."""
    slots = {
        Cell(line, column): Slot()
        for line, cards in zip(LINES, view.lines, strict=True)
        for column, laid in enumerate(cards, 1)
        if not laid
    }
    for effect in view.last.effects if view.last else ():
        if effect.kind in ("deleted", "cut", "moved") and not view.at(effect.cell):
            way = "v" if effect.to and effect.to.line > effect.cell.line else "^"
            slots[effect.cell] = Slot(ghost=effect.kind, way=way, digit=effect.before.digit)
    for line, cards in zip(LINES, view.lines, strict=True):
        for column, laid in enumerate(cards, 1):
            if laid and laid.pending and laid.points:
                target = pointed(Cell(line, column), laid.points)
                if target and not view.at(target):
                    slots[target] = slots.get(target, Slot())._replace(waits=True)
    for place in view.placements:
        if not choices or place.letter in choices or place.letter in chosen:
            former = slots.get(place.cell, Slot())
            slots[place.cell] = former._replace(letter=place.letter, chosen=place.letter in chosen)
    return slots


def _draw_header(picture: Image.Image, palette: Palette, view: ProgramView, say: Speaker) -> None:
    """Draw the points of both digits, 0's at the left; the side to move is on its own ground, not on the dark one."""
    width = (picture.width - 28) // 2
    draw = ImageDraw.Draw(picture)
    for digit in (0, 1):
        seat = view.digits.index(digit)
        tone = TONES[digit]
        moves = view.turn == seat
        ground, ink = (tone, tone + "_ink") if moves else ("bar", tone + "_rim")
        left = 10 if digit == 0 else picture.width - 10 - width
        draw.rounded_rectangle((left, 8, left + width - 1, 55), 9, palette.index(ground))
        said = _said(view, seat, say)
        name = lettering(palette, str(digit), 37, ink, ground)
        points = lettering(palette, str(view.score[seat]), 37, ink, ground)
        size = fitting(said, 22 if len(said) < 20 else 18, width - 94 - points.width)
        words = lettering(palette, said, size, ink, ground)
        middle = 32
        places = (left + 18, left + 64, left + width - 18 - points.width)
        if digit == 1:
            places = (left + width - 18 - name.width, left + width - 64 - words.width, left + 18)
        for art, x in zip((name, words, points), places, strict=True):
            picture.paste(art, (x, middle - art.height // 2))


def _said(view: ProgramView, seat: Seat, say: Speaker) -> str:
    """Return what the header says of a seat besides its points."""
    you = ".you" if view.viewer == seat else ""
    if view.over:
        return say(f"picture.over{you}")
    if view.preview and view.last and view.last.seat == seat:
        return say("picture.preview")
    state = "to_play" if view.turn == seat else "waits"
    return say(f"picture.{state}{you}", count=view.hand_sizes[seat])


@lru_cache(maxsize=512)
def _control(theme: str, held: Control) -> Image.Image:
    """Return a control card: upright and hollow while nobody controls the line, else turned and filled."""
    palette = THEMES[theme].program
    colours = palette.names
    size = (120, PLACE[1])
    pen = Pen(*size)
    x, y = size[0] / 2, size[1] / 2
    count = f"{held.zeros}:{held.ones}"
    if held.digit is None:
        pen.tile((x - 39, y - 55, x + 39, y + 55), 9, None, rim=colours["shut_ink"], width=2)
        pen.text((x, y), count, 29 if len(count) < 4 else 24, colours["quiet"])
    else:
        tone = TONES[held.digit]
        pen.tile((x - 55, y - 39, x + 55, y + 39), 9, colours[tone], rim=colours[tone + "_rim"], width=3)
        pen.text((x - 27, y), str(held.digit), 56, colours[tone + "_ink"])
        pen.text(
            (x + 21, y), count, 29 if len(count) < 4 else 24 if len(count) < 5 else 19, colours[tone + "_ink"]
        )
    return on_panel(theme, size, [(pen.done(), (0, 0))])


@lru_cache(maxsize=32)
def _line_card(theme: str, line: int, is_open: bool) -> Image.Image:
    """Return a line card with its number; dim and dashed while nothing may be played there."""
    colours = THEMES[theme].program.names
    pen = Pen(*PLACE)
    box = (5, 6, 5 + CARD[0], 6 + CARD[1])
    if is_open:
        pen.tile(box, 10, colours["line"])
    else:
        pen.tile(box, 10, colours["shut"])
        pen.dashed((6, 7, 4 + CARD[0], 5 + CARD[1]), 2, colours["line"])
    pen.text((PLACE[0] / 2, PLACE[1] / 2), str(line), 46, colours["line_ink" if is_open else "shut_ink"])
    return on_panel(theme, PLACE, [(pen.done(), (0, 0))])


@lru_cache(maxsize=32)
def _run(theme: str, form: Format) -> Image.Image:
    """Return the RUN card."""
    colours = THEMES[theme].program.names
    pen = form.pen()
    x, y = form.middle
    pen.tile(form.box, 10, colours["run"])
    pen.text((x, y - 15), "RUN", min(34, (form.width - 8) / 3 / ADVANCE), colours["run_ink"])
    pen.shape([(x - 12, y + 8), (x - 12, y + 38), (x + 16, y + 23)], colours["run_ink"])
    return on_panel(theme, form.place, [(pen.done(), (0, 0))])


def _draw_stacks(picture: Image.Image, theme: str, view: ProgramView, say: Speaker) -> None:
    """Draw the two decks at the right end of line 50, 0's first, and the cut pile between RUN and them."""
    palette = THEMES[theme].program
    top = TOP + 4 * PLACE[1]
    left = picture.width - MARGIN - 2 * STACK
    for digit in (0, 1):
        deck = view.decks[view.digits.index(digit)]
        picture.paste(_deck(theme, digit, deck.top, deck.count), (left + digit * STACK, top))
    if not view.cut:
        return
    counted: Mapping[str, int] = {held.name: view.cut.count(held) for held in view.cut}
    from_left = LEFT + 4 * PLACE[0] + 8
    said = say("picture.cut_pile", count=len(view.cut))
    title = lettering(palette, said, fitting(said, 16, left - from_left - 4), "line_ink", "panel")
    picture.paste(title, (from_left, top + 2))
    for i, (name, count) in enumerate(counted.items()):
        line = lettering(palette, name + (f" ×{count}" if count > 1 else ""), 15, "quiet", "panel")
        picture.paste(line, (from_left, top + 24 + i * 16))


STACK = 106


@lru_cache(maxsize=256)
def _deck(theme: str, digit: int, top: Card | None, count: int) -> Image.Image:
    """Return a deck: its top card, the rims of the cards below, its count."""
    palette = THEMES[theme].program
    colours = palette.names
    tone = TONES[digit]
    size = (STACK, PLACE[1])
    under = Pen(*size)
    for i in range(min(2, max(0, count - 1)), 0, -1):
        x = 5 + 6 * i
        under.tile((x, 6, x + CARD[0], 6 + CARD[1]), 10, colours["panel"])
        under.tile((x, 6, x + CARD[0], 6 + CARD[1]), 10, None, rim=colours[tone + "_rim"], width=3)
    if not top:
        under.dashed((7, 8, 3 + CARD[0], 4 + CARD[1]), 2, colours[tone + "_rim"])
    sheet = on_panel(theme, size, [(under.done(), (0, 0))]).convert("RGBA")
    if top:
        held = _held(top, digit)
        face = card(theme, held._replace(pointers="", edge="^" if held.edge == "v" else held.edge))
        sheet.paste(face.convert("RGBA").crop((5, 6, 5 + CARD[0], 6 + CARD[1])), (5, 6), _card_shape())
    badge = Pen(*size)
    width = 20 + 13 * len(str(count))
    badge.tile(
        (STACK - 4 - width, 92, STACK - 4, 122), 7, colours["lock_bed"], rim=colours[tone + "_rim"], width=2
    )
    badge.text((STACK - 4 - width / 2, 107), f"×{count}", 21, colours["line_ink"])
    sheet.alpha_composite(badge.done())
    return palette.fit(sheet.convert("RGB"))


@lru_cache(maxsize=1)
def _card_shape() -> Image.Image:
    pen = Pen(*CARD)
    pen.tile((0, 0, *CARD), 10, (255, 255, 255))
    return pen.done().getchannel("A")
