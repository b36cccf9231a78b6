"""Texts that strangers can make long, each for any number of characters.

None of them may take long to read.
"""

import json
from collections.abc import Callable
from functools import lru_cache

from rules.catalogue import GAMES
from tests.rules.playouts import random_match

Hostile = Callable[[int], str]
"""How many characters → about so long a text."""

PDN = '[GameType "21"]\n'
START = '"cells": {"c3": "W", "d4": "B"}, "turn": 0'


def many(piece: str, *, between: str = "") -> Hostile:
    """One piece again and again."""
    return lambda length: between.join([piece] * (length // len(piece + between)))


def within(before: str, inner: Hostile, after: str = "") -> Hostile:
    return lambda length: before + inner(length) + after


def own(key: str, field: str, inner: Hostile, after: str = "") -> Hostile:
    """A record in our own form with one long field."""
    return within(f"Twotone: 1\nGame: {key}\n{field}: ", inner, f"{after}\n\n")


@lru_cache
def _moves(key: str) -> list[str]:
    return [ply.spelled for ply in random_match(GAMES[key], {"first": "white"}, seed=2, limit=600).plies]


def legal(length: int) -> str:
    """A long match in JSON, whose moves stand far behind the beginning."""
    head = {"padding": [1] * (length // 3), "game": "malaysian", "options": {"first": "white"}}
    return json.dumps({**head, "moves": _moves("malaysian")})


CARD = '{"command": "PLAIN", "axis": null}'

HOSTILE: dict[str, Hostile] = {
    "history": own(
        "american", "Start", within(f'{{{START}, "history": [', many('"W:W1"', between=",")), "]}"
    ),
    "history of numbers": own(
        "american", "Start", within(f'{{{START}, "history": [', many("1", between=",")), "]}"
    ),
    "clock": within(
        PDN + '[FEN "W:WK18:BK22"]\n[Clock "{\\"history\\": [', many('\\"W:W1\\"', between=","), ']}"]\n'
    ),
    "nested clock": within(PDN + '[FEN "W:WK18:BK22"]\n[Clock "{', many("["), '"]\n'),
    "history in JSON": within(
        f'{{"game": "american", "start": {{{START}, "history": [', many('"W:W1"', between=","), "]}}"
    ),
    "header": within("Twotone: 1\n", many("a:\n")),
    "blank lines": own("american", "Options", lambda length: "{}" + "\n" * length),
    "a number of a move": own("american", "Options", within("{}\n\n", many("1"), ". 11-15")),
    "moves of our own form": own("russian", "Options", within("{}\n\n", many("c3-d4\nb6-a5\n"))),
    "laps": own(
        "russian", "Start", within('"W:WKa1,Ke1:BKb8,Kf8"\n\n', many("e1-h4\nf8-h6\nh4-e1\nh6-f8\n"))
    ),
    "a move": own("american", "Options", within("{}\n\n", many("1-"))),
    "options": own(
        "american",
        "Options",
        lambda length: json.dumps({str(number): 1 for number in range(length // 12)}),
    ),
    "an option": own("binar", "Options", within('{"size": [', many("1", between=","), "]}")),
    "a deck": own("one-zero-one", "Options", within('{"deck": [', many(CARD, between=","), "]}")),
    "a deck in words": own("one-zero-one", "Options", within('{"deck": "', many("9 a,"), '"}')),
    "a deck of one word": own("one-zero-one", "Options", within('{"deck": "', many("a "), '"}')),
    "a position string": own("american", "Start", within('"W:W', many("K1,"), '"')),
    "sides of a position string": own("american", "Start", within('"W', many(":W"), '"')),
    "a cut pile": own(
        "one-zero-one", "Start", within('{"lines": {}, "cut": [', many(CARD, between=","), "]}")
    ),
    "a turn": own("binar", "Start", within('{"cells": {}, "turn": [', many("1", between=","), "]}")),
    "a secret": own("binar", "Secret", many("0")),
    "an ending": own("binar", "Ended", many("a ")),
    "spaces": many(" "),
    "spaces in JSON": within("{", many(" ")),
    "a field's name": within('{"', many("\\\\")),
    "nested JSON": within('{"a":', many("[")),
    "JSON nested and closed": within(
        '{"game": "american", "a":', lambda n: "[" * 400 + "]" * 400 + " " * n, "}"
    ),
    "digits": within('{"twotone":', many("9"), "}"),
    "moves of no kind": within('{"game": "american", "moves": [', many("1", between=","), "]}"),
    "moves in JSON": within('{"game": "american", "moves": [', many('"11-15"', between=","), "]}"),
    "a match behind padding": legal,
    "fields again": within('{"game": "american",', many('"options": {}', between=","), "}"),
    "names": within('{"game": "american", "players": [{"name": "', many("x"), '"}, {"name": "b"}]}'),
    "tags": within(PDN, many('[A "b"]\n')),
    "a tag": within(PDN + '[A "', many("b")),
    "quotes in a tag": within(PDN + '[A "', many('" ')),
    "marked quotes": within(PDN + '[A "', many('\\"')),
    "open tags": within(PDN, many('[A "b" ')),
    "lines in a tag": within(PDN + '[A "b"', many("\n")),
    "variations": within(PDN, many("(")),
    "closed variations": within(PDN, lambda length: "(" * (length // 2) + ")" * (length // 2)),
    "moves in a variation": within(PDN + "(", many("11-15 "), ")"),
    "comments": within(PDN, many("{a}")),
    "an open comment": within(PDN + "{", many("a")),
    "numbers": within(PDN, many("1. ")),
    "a long number": within(PDN, many("1"), "x"),
    "a number and spaces": within(PDN + "1", many(" "), "x"),
    "a chain": within(PDN + "11", many("-15")),
    "an open chain": within(PDN + "11", many(" - 15"), " -"),
    "letters": within(PDN, many("a1")),
    "moves": within(PDN, many("11-15 ")),
    "games": many(PDN + "*\n"),
    "open variations after a game": within(PDN + "*\n", many("(")),
    "escapes": within(PDN, many("%a\n")),
    "annotations": within(PDN, many("$1")),
    "results": within(PDN + '[Result "', many("1-0 "), '"]'),
    "kinds": within('[GameType "', many("2,"), '"]\n'),
    "a position string in PDN": within(PDN + '[FEN "W:W', many("1,"), '"]\n'),
    "noise": within(PDN, many("é")),
}
