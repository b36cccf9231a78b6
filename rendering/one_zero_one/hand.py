"""A hand of One Zero One: large cards, each with its name in move notation."""

from collections.abc import Sequence

from PIL import Image

from rendering.one_zero_one.cell_faces import CardFace
from rendering.one_zero_one.keys import KeyFormat, draw_card
from rendering.one_zero_one.stacks import pointer_directions
from rendering.sprites import paste_art, render_text
from rendering.themes import THEMES
from rules.one_zero_one.playing_cards import PlayingCard
from words import localizer_for

FORM = KeyFormat(scale=1.4)
"""The cards of a hand are larger than those of the display."""
LIFT = 28
"""How many pixels a card stands above the others while it is being chosen."""
TYPE = 30
NAME = 46
"""Height of the plate that a name is on."""
FEWEST = 3
"""A hand has no more cards than these, and its picture is as wide with fewer."""


def paint_hand(
    cards: Sequence[PlayingCard],
    digit: int,
    theme: str,
    language: str,
    raised_cards: Sequence[str] | None = None,
) -> Image.Image:
    """Return a hand side by side, with each card's name in move notation below it.

    While cards are being chosen, the buttons below the picture have the names instead, and the cards named
    in `raised_cards` are drawn higher.
    """
    palette = THEMES[theme].program
    width, height = FORM.size_px
    left = list(raised_cards or ())
    lift, foot = LIFT if left else 0, NAME if raised_cards is None else 0
    picture = palette.blank((max(FEWEST, len(cards)) * width + 24, lift + height + foot + 18), "panel")
    if not cards:
        text = localizer_for(language)("picture.no_cards")
        words = render_text(palette, text, 40, "quiet", "panel", max_width=picture.width - 24)
        paste_art(picture, words, ((picture.width - words.width) // 2, (picture.height - words.height) // 2))
    for i, held in enumerate(cards):
        x, y = 12 + i * width, 8 + lift
        rim = ""
        if held.name in left:
            left.remove(held.name)
            y, rim = 8, "last"
        paste_art(
            picture,
            draw_card(theme, CardFace(digit, held.command, pointer_directions(held), rim=rim), FORM),
            (x, y),
        )
        if foot:
            name = render_text(palette, held.name, TYPE, "line_ink", "panel", max_width=width - 20)
            paste_art(picture, name, (x + (width - name.width) // 2, y + height + (NAME - name.height) // 2))
    return picture
