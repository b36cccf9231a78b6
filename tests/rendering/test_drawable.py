"""Names, as far as the faces of pictures can draw them."""

import pytest

from rendering.caption import drawable_name, drawable_signs
from rendering.fonts import SANS
from rendering.sprites import load_font


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ada", "Ada"),
        ("  Ada \t Lovelace\n", "Ada Lovelace"),
        ("Zoë", "Zoë"),
        ("Zoe\N{COMBINING DIAERESIS}", "Zoë"),
        ("Дмитро", "Дмитро"),
        ("Ωμέγα", "Ωμέγα"),
        ("★ Ada \N{GLOWING STAR}\N{VARIATION SELECTOR-16}", None),
        ("Ada \N{GLOWING STAR}", "Ada"),
        ("\N{GLOWING STAR}", None),
        ("", None),
        ("\N{CJK UNIFIED IDEOGRAPH-4E95}", None),
        ("Ada \N{HEBREW LETTER ALEF}", None),
        ("Ad\N{ZERO WIDTH SPACE}a", "Ada"),
        ("\N{RIGHT-TO-LEFT OVERRIDE}Ada", "Ada"),
        ("a" + "\N{COMBINING ACUTE ACCENT}" * 30, None),
    ],
)
def test_a_name_is_drawn_without_decoration_or_not_at_all(name: str, shown: str | None) -> None:
    assert drawable_name(name) == shown


def test_what_can_be_drawn_is_what_the_face_has() -> None:
    """None of our characters is drawn as the box that stands for a missing one.

    Every typeface has such a box.
    """
    face = load_font(40, SANS)
    box = (
        face.getmask("\N{CJK UNIFIED IDEOGRAPH-4E95}").getbbox(),
        bytes(face.getmask("\N{CJK UNIFIED IDEOGRAPH-4E95}")),  # pyrefly: ignore[bad-argument-type]  # its pixels
    )
    for sign in map(chr, sorted(drawable_signs())):
        if drawable_name(sign):
            assert (face.getmask(sign).getbbox(), bytes(face.getmask(sign))) != box, hex(ord(sign))  # pyrefly: ignore[bad-argument-type]  # as above
