"""How to play One Zero One; our own rulings are marked as such."""

from dataclasses import replace
from typing import Any

from rules.help import Figure, Help
from rules.one_zero_one.decks import HAND, Deck
from rules.one_zero_one.foretelling import explain_command
from rules.one_zero_one.playing_cards import KINDS, PLAIN
from rules.one_zero_one.position_setup import card_form
from words import Phrase


def _card_form(command: str, digit: int, points: str | None = None, **flags: bool) -> dict[str, Any]:
    """Return a CARD on the display, whose axis follows from its direction."""
    axis = None if points is None else "h" if points in "<>" else "v"
    return {"command": command, "axis": axis, "digit": digit, "points": points, **flags}


CARDS = {"SYNTAX": "syntax", "REM": "rem", "GOTO10": "goto", "ELSE": "else", "CUT": "cut", "PASTE": "paste"}
"""The commands missing from the base deck.

Each maps to the part of the help that explains it.
"""
_RULED = {command: f"one_zero_one.help.rulings.{command.lower()}" for command in ("IF", "SYNTAX", "REM")}
"""Rulings about one command."""

_ZERO, _ONE = _card_form("PLAIN", 0), _card_form("PLAIN", 1)

HelpTable = dict[str, list[dict[str, Any] | None]]

_EXAMPLES: dict[str, tuple[HelpTable, str]] = {
    "DELETE": ({"20": [_ONE]}, "DELETE-h< 20"),
    "ENTER": ({"20": [_ONE]}, "ENTER-h< 20"),
    "IF": ({"20": [_ONE]}, "IF-h< 20"),
    "PRINT": ({}, "PRINT-h> 20 : PLAIN"),
    "SAVE": ({"20": [_ONE]}, "SAVE-h< 20"),
    "SYNTAX": ({"10": [_ONE]}, "SYNTAX-v^ 20"),
    "REM": ({"20": [_ONE, _ONE]}, "REM-h< 20"),
    "GOTO10": ({"20": [_ONE]}, "GOTO10-h< 20"),
    "ELSE": ({"10": [None, _ONE], "20": [_ZERO]}, "ELSE 20"),
    "CUT": ({"20": [_ONE]}, "CUT-h< 20"),
    "PASTE": ({}, "PASTE-h> 20 : PLAIN"),
}
"""For each command what lies there, and a move of 0 that shows what it does."""


def _command_figure(command: str) -> Figure:
    """Return a figure of a command's effect."""
    lines, move = _EXAMPLES[command]
    card = next(card for card in KINDS if move.startswith(card.name))
    position = {
        "lines": lines,
        "hands": [list(map(card_form, (card, PLAIN, PLAIN))), [card_form(PLAIN)] * HAND],
        "cut": [card_form(PLAIN)] if command == "PASTE" else [],
        "turn": 0,
    }
    caption = Phrase("one_zero_one.card", card=command, text=explain_command(card))
    return Figure(caption, position, moves=(move,), change=True)


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
"""A whole match as the rules deal and play it.

It is told as the first match of the player at seat 0.
"""
_TURN = 7
"""After so many moves of it a turn has just shown what a command does."""


def _match_figure(name: str, plies: int) -> Figure:
    """Return a figure of a moment in the first match, with its part of the guide."""
    played = _FIRST_MATCH[:plies]
    return Figure(Phrase(f"one_zero_one.help.first.{name}"), moves=played, secret=_FIRST_SECRET, seat=0)


HELP = Help.from_subject(
    "one_zero_one",
    ("deck", "turn", "control"),
    (*CARDS.values(), "decks"),
    cards=True,
    rulings=("box", "open", "load", "if", "third", "last", "saves", "syntax", "rem", "enter"),
    figures={
        "cards": [_command_figure(command) for command in _EXAMPLES if command not in CARDS],
        "first": [
            _match_figure("hand", 0),
            _match_figure("turn", _TURN),
            _match_figure("end", len(_FIRST_MATCH)),
        ],
    },
)


def help_under(deck: Deck) -> Help:
    """Return the help of a match with a deck.

    Cards missing from the deck and the options to agree on are left out.
    """
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
        figures={
            **HELP.figures,
            "cards": tuple(_command_figure(command) for command in _EXAMPLES if command in held),
        },
    )
