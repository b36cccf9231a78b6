"""How to play One Zero One, with every ruling of ours named as one."""

from typing import Any

from rules.help import Figure, Help
from words import Said


def _card(command: str, digit: int, points: str | None = None, **flags: bool) -> dict[str, Any]:
    """Return a CARD on the display; its axis follows from where it points."""
    axis = None if points is None else "h" if points in "<>" else "v"
    return {"command": command, "axis": axis, "digit": digit, "points": points, **flags}


_ZERO, _ONE = _card("PLAIN", 0), _card("PLAIN", 1)
_PRINT = {"command": "PRINT", "axis": "h"}
_DELETE = {"command": "DELETE", "axis": "v"}
_SAVE = {"command": "SAVE", "axis": "h"}
_PLAIN = {"command": "PLAIN", "axis": None}

HELP = Help.of(
    "one_zero_one",
    ("deck", "turn", "target", "commands", "variants", "control", "decks"),
    rulings=("box", "open", "load", "last", "saves", "syntax", "rem", "enter"),
    figures=(
        Figure(
            Said("one_zero_one.help.figures.print"),
            {
                "lines": {"10": [_ZERO, _ONE, _ONE], "20": [_ONE, _ZERO]},
                "hands": [[_PRINT, _DELETE, _PLAIN], [_PLAIN, _PLAIN, _PLAIN]],
                "turn": 0,
            },
            move="PRINT-h> 20 : DELETE-v^",
        ),
        Figure(
            Said("one_zero_one.help.figures.save"),
            {
                "lines": {"10": [_ZERO, _ONE, _ONE], "20": [_ONE, _ZERO]},
                "hands": [[_SAVE, _DELETE, _PLAIN], [_PLAIN, _PLAIN, _PLAIN]],
                "turn": 0,
            },
            move="SAVE-h< 20",
        ),
    ),
)
