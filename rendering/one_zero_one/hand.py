"""A hand of One Zero One: large cards, each with its name in move notation."""

from collections.abc import Sequence

from PIL import Image

from rendering.one_zero_one.cell_faces import Face
from rendering.one_zero_one.keys import Format, card
from rendering.one_zero_one.stacks import ways
from rendering.sprites import lay, lettering
from rendering.themes import THEMES
from rules.one_zero_one.playing_cards import PlayingCard
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
    cards: Sequence[PlayingCard], digit: int, theme: str, language: str, raised: Sequence[str] | None = None
) -> Image.Image:
    """Return a hand side by side, with each card's name in move notation below it.

    While cards are being chosen, buttons have the names, and the cards named in `raised` are lifted.
    """
    palette = THEMES[theme].program
    width, height = FORM.place
    left = list(raised or ())
    lift, foot = LIFT if left else 0, NAME if raised is None else 0
    picture = palette.blank((max(FEWEST, len(cards)) * width + 24, lift + height + foot + 18), "panel")
    if not cards:
        text = speaker(language)("picture.no_cards")
        words = lettering(palette, text, 40, "quiet", "panel", room=picture.width - 24)
        lay(picture, words, ((picture.width - words.width) // 2, (picture.height - words.height) // 2))
    for i, held in enumerate(cards):
        x, y = 12 + i * width, 8 + lift
        rim = ""
        if held.name in left:
            left.remove(held.name)
            y, rim = 8, "last"
        lay(picture, card(theme, Face(digit, held.command, ways(held), rim=rim), FORM), (x, y))
        if foot:
            name = lettering(palette, held.name, TYPE, "line_ink", "panel", room=width - 20)
            lay(picture, name, (x + (width - name.width) // 2, y + height + (NAME - name.height) // 2))
    return picture
