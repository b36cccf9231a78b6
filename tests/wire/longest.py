"""The longest input that Discord lets people send: texts, names, files, records.

The records are legal all the same.
"""

import json
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, Final

from bot.cogs.naming import completion
from club.play.after.imports import MOVES
from playground.world.components import BUTTON, ROW, STRING_SELECT, TEXT_INPUT, walk_components
from playground.world.errors import JSON
from rules.catalogue import GAMES
from rules.checkers import fen
from rules.checkers.counters import HISTORY
from rules.match import Match

FILE: Final = 256 * 1024
"""Bytes of a record that the bot reads."""
PASTED, OPTION, NAME, SERVER, CUSTOM_ID, VALUE = 4000, 6000, 32, 100, 100, 100
"""Most characters of each kind of input.

In order: a form's field, an option, a person's name, a server's name, a custom_id, a menu's value.
"""
LOOKED_AT: Final = completion.LONGEST
"""Characters typed of which completions are looked for."""
PIECES: Final = (
    "a ",
    "i ",
    "x",
    "9",
    "9 ",
    "size=",
    "*_`",
    "İ",
    "\u0301",
    "1,",
    "=",
    "<@1>",
    "a1-",
    "👩‍👩‍👧",
    "W:",
)
"""Pieces of text that may be slow to handle when repeated many times.

Words, one word, numbers, marks, characters that grow or join.
"""
MEN: Final = 26
"""Pieces of a side on the largest board, so that there is room for a move."""


def long(piece: str, length: int) -> str:
    """A piece again and again, as long as it may be; Discord cuts spaces off its ends."""
    return (piece * length)[:length].strip().ljust(length, "x")


def longest(option: JSON) -> int:
    """Characters that Discord lets through in a text option or a field."""
    return min(int(option.get("max_length", OPTION)), OPTION)


@lru_cache
def _remembering() -> dict[str, Any]:
    """The largest board, crowded, with the longest memory that is read."""
    match = Match(GAMES["canadian"], {}, bytes(32))
    squares = match.origin.generator.squares
    sides = {"W": squares[-MEN:], "B": squares[:MEN]}
    start: dict[str, Any] = {
        "cells": {name: side for side, names in sides.items() for name in names},
        "turn": 0,
    }
    match.set_position(start)
    position = match.position
    stood = fen.write(position.generator, position.board, 1 - position.colour)
    return {**start, "history": [stood] * HISTORY}


def _own() -> bytes:
    return f"Twotone: 1\nGame: canadian\nOptions: {{}}\nStart: {json.dumps(_remembering())}\n".encode()


def _json() -> bytes:
    return json.dumps({"game": "canadian", "start": _remembering()}).encode()


def _endless() -> bytes:
    """As many moves as may be read, of kings that wander."""
    moves = ["e1-h4", "f8-h6", "h4-e1", "h6-f8"] * (MOVES // 4)
    written = "\n".join(f"{number}. {move}" for number, move in enumerate(moves, 1))
    return f'Twotone: 1\nGame: russian\nOptions: {{}}\nStart: "W:WKa1,Ke1:BKb8,Kf8"\n\n{written}\n'.encode()


def _annotated_record() -> bytes:
    """A short game in a file full of comments.

    Its players' names are as long as the tags hold.
    """
    tags = f'[GameType "21"]\n[White "{"W" * 9999}"]\n[Black "{"B" * 9999}"]\n'
    moves = "11-15 23-19 8-11 22-17 "
    return f"{tags}{moves}{{{'so ' * ((FILE - len(tags + moves) - 9) // 3)}}}".encode()


def _crowded_record() -> bytes:
    """A position with hundreds of thousands of ways to move."""
    position = "W:WKa6,Ka2,Kh2,Kc1:Bd8,f8,b7,h7,d6,c5,f5,c4,e4,d3,g3,c2,e2,Ke1"
    return f'Twotone: 1\nGame: gothic\nOptions: {{"kings": "flying"}}\nStart: "{position}"\n\n'.encode()


LEGAL: Final[dict[str, Callable[[], bytes]]] = {
    "a long memory in our own form": _own,
    "a long memory in JSON": _json,
    "moves without end": _endless,
    "a long comment": _annotated_record,
    "a million routes": _crowded_record,
}
"""Records that can be read and played on from, each the longest of its kind."""


def fields(modal: JSON) -> Iterator[JSON]:
    """The text fields of a form."""
    return (each for each in walk_components(modal["components"]) if each["type"] == TEXT_INPUT)


def button(custom_id: str) -> JSON:
    """A row with a button that carries anything."""
    pressed = {"type": BUTTON, "id": 2, "style": 2, "label": "forged", "custom_id": custom_id}
    return {"type": ROW, "id": 1, "components": [pressed]}


def menu(custom_id: str, value: str) -> JSON:
    """A row with a menu that carries anything and offers anything."""
    option = {"label": "forged", "value": value}
    chosen = {"type": STRING_SELECT, "id": 2, "custom_id": custom_id, "options": [option]}
    return {"type": ROW, "id": 1, "components": [chosen]}
