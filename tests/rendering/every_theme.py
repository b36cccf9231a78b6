"""Every theme, and every way of seeing it."""

from rendering.themes import THEMES
from tests.sets import leave_to_ci

SIGHTS: dict[str, tuple[tuple[float, float, float], ...]] = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.01182, 0.04294, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.3039),
    ),
    "grey": ((0.2126, 0.7152, 0.0722),) * 3,
}
"""Matrices by which eyes mix linear red, green and blue, by kind of vision.

They are those of Machado, Oliveira and Fernandes 2009, severity 1.
"""

EVERY_THEME = leave_to_ci(THEMES, but=("wood", "night", "contrast"))
"""Light, dark, and the one of the strongest contrast are everybody's."""
EVERY_SIGHT = leave_to_ci(SIGHTS, but=("deuteranopia", "grey"))
"""The eye that most colour-blind people have, and none for colours at all."""
