"""How to play One Zero One, with every ruling of ours named as one."""

from dataclasses import replace
from typing import Any

from rules.help import Figure, Help
from rules.one_zero_one.decks import Deck
from words import Said


def _card(command: str, digit: int, points: str | None = None, **flags: bool) -> dict[str, Any]:
    """Return a CARD on the display; its axis follows from where it points."""
    axis = None if points is None else "h" if points in "<>" else "v"
    return {"command": command, "axis": axis, "digit": digit, "points": points, **flags}


CARDS = {"SYNTAX": "syntax", "REM": "rem", "GOTO10": "goto", "ELSE": "else", "CUT": "cut", "PASTE": "paste"}
"""The commands that the base deck has not, with the parts of the help that explain them."""
_RULED = {"SYNTAX": "one_zero_one.help.rulings.syntax", "REM": "one_zero_one.help.rulings.rem"}
"""Rulings about one command."""

_ZERO, _ONE = _card("PLAIN", 0), _card("PLAIN", 1)
_PRINT = {"command": "PRINT", "axis": "h"}
_DELETE = {"command": "DELETE", "axis": "v"}
_SAVE = {"command": "SAVE", "axis": "h"}
_PLAIN = {"command": "PLAIN", "axis": None}

_FIRST_SECRET = bytes([12] * 32)
_FIRST_MATCH = (
    "PRINT-vv 20 : DELETE-h<",
    "ENTER-vv 20",
    "PRINT-h> 10 : SAVE-h<",
    "SAVE-h> 30",
    "ENTER-h> 30",
    "PRINT-vv 40 : PLAIN",
    "IF-h< 20",
    "PRINT-h> 40 : PLAIN",
    "ENTER-vv 50",
    "ENTER-h> 50",
)
"""A whole match as the rules deal and play it, told as the first match of whoever sits at seat 0."""
_TURN = 7
"""After so many moves of it a turn has just shown what a command does."""


def _first(name: str, plies: int) -> Figure:
    """Return a moment of the first match, with its part of the guide."""
    played = _FIRST_MATCH[:plies]
    return Figure(Said(f"one_zero_one.help.first.{name}"), moves=played, secret=_FIRST_SECRET, seat=0)


HELP = Help.of(
    "one_zero_one",
    ("deck", "turn", "target", "control"),
    ("commands", *CARDS.values(), "decks"),
    rulings=("box", "open", "load", "last", "saves", "syntax", "rem", "enter"),
    figures={
        "first": [_first("hand", 0), _first("turn", _TURN), _first("end", len(_FIRST_MATCH))],
        "special": [
            Figure(
                Said("one_zero_one.help.figures.print"),
                {
                    "lines": {"10": [_ZERO, _ONE, _ONE], "20": [_ONE, _ZERO]},
                    "hands": [[_PRINT, _DELETE, _PLAIN], [_PLAIN, _PLAIN, _PLAIN]],
                    "turn": 0,
                },
                moves=("PRINT-h> 20 : DELETE-v^",),
            ),
            Figure(
                Said("one_zero_one.help.figures.save"),
                {
                    "lines": {"10": [_ZERO, _ONE, _ONE], "20": [_ONE, _ZERO]},
                    "hands": [[_SAVE, _DELETE, _PLAIN], [_PLAIN, _PLAIN, _PLAIN]],
                    "turn": 0,
                },
                moves=("SAVE-h< 20",),
            ),
        ],
    },
)


def help_under(deck: Deck) -> Help:
    """Return the help of a match with a deck: without the cards that it has not, and what may be agreed on before."""
    held = {card.command for card in deck}
    absent = {f"one_zero_one.help.rules.{name}" for command, name in CARDS.items() if command not in held}
    absent.add("one_zero_one.help.rules.decks")
    if not held & CARDS.keys():
        absent.add("one_zero_one.help.rulings.box")
    absent |= {code for command, code in _RULED.items() if command not in held}
    return replace(
        HELP,
        special=tuple(said for said in HELP.special if said.code not in absent),
        rulings=tuple(said for said in HELP.rulings if said.code not in absent),
    )
