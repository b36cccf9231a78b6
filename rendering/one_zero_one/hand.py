"""A hand of One Zero One: its cards large, each with the name that moves write."""

from collections.abc import Sequence

from PIL import Image

from rendering.one_zero_one.keys import Face, Format, card
from rendering.one_zero_one.stacks import ways
from rendering.sprites import lay, lettering, plate
from rendering.themes import THEMES
from rules.one_zero_one.playing_cards import Card
from words import speaker

FORM = Format(factor=1.4)
"""The cards of a hand are larger than those of the display."""
LIFT = 28
"""How many pixels a card stands above the others while it is being chosen."""
TYPE = 30
NAME = 46
"""Height of the plate that a name is on."""
FEWEST = 3
"""A hand has no more cards than these, and its picture is as wide with fewer."""


def paint_hand(
    cards: Sequence[Card], digit: int, theme: str, language: str, raised: Sequence[str] | None = None
) -> Image.Image:
    """Return a hand side by side, with the name of each card below it as moves write it.

    Where cards are being chosen, there is room above the hand: those that `raised` names are lifted, and their names
    are on a bright plate.
    """
    palette = THEMES[theme].program
    width, height = FORM.place
    lift, left = (0, []) if raised is None else (LIFT, list(raised))
    picture = palette.blank((max(FEWEST, len(cards)) * width + 24, lift + height + NAME + 18), "panel")
    if not cards:
        text = speaker(language)("picture.no_cards")
        words = lettering(palette, text, 40, "quiet", "panel", room=picture.width - 24)
        lay(picture, words, ((picture.width - words.width) // 2, (picture.height - words.height) // 2))
    for i, held in enumerate(cards):
        x, y = 12 + i * width, 8 + lift
        ink, ground = "line_ink", "panel"
        if held.name in left:
            left.remove(held.name)
            y, ink, ground = 8, "panel", "last"
        lay(picture, card(theme, Face(digit, held.command, ways(held)), FORM), (x, y))
        top = y + height
        if ground == "last":
            lay(picture, plate(palette, (width - 8, NAME), 12, ground, "panel"), (x + 4, top))
        name = lettering(palette, held.name, TYPE, ink, ground, room=width - 20)
        lay(picture, name, (x + (width - name.width) // 2, top + (NAME - name.height) // 2))
    return picture
