"""Positions for the help: for each kind of checkers the rule that sets it apart, played. White moves in all of them."""

from rules.game import Options
from rules.help import Figure
from words import Said


def _figure(
    caption: str, white: str, black: str, move: str, *, seat: int = 0, options: Options | None = None
) -> Figure:
    """Return a figure from the squares of each side (a capital K before a king), White being `seat`."""
    cells = {
        square.removeprefix("K"): symbol.upper() if square.startswith("K") else symbol
        for squares, symbol in ((white, "w"), (black, "b"))
        for square in squares.split()
    }
    return Figure(
        Said(f"checkers.help.figures.{caption}"), {"cells": cells, "turn": seat}, options or {}, move
    )


FIGURES: dict[str, tuple[Figure, ...]] = {
    "american": (
        _figure(
            "far_rank",
            "b6",
            "Kc7 Ke7",
            "b6xd8",
            seat=1,
        ),
    ),
    "international": (
        _figure("most", "b2 i3", "c3 h4 f6", "i3xe7", seat=1),
        _figure("passes", "b8", "c9 e9", "b8xf8", seat=1),
    ),
    "german": (_figure("behind", "Ka3", "d6", "a3xe7", seat=1),),
    "pool": (
        _figure(
            "as_man",
            "h6",
            "g7 Kb4",
            "h6xf8",
            seat=1,
        ),
    ),
    "russian": (
        _figure(
            "king_at_once",
            "h6",
            "g7 Kb4",
            "h6:a3",
        ),
    ),
    "brazilian": (
        _figure(
            "as_man",
            "h6",
            "g7 Kb4",
            "h6xf8",
        ),
    ),
    "spanish": (
        _figure(
            "takes_king",
            "Kd3",
            "e2 Kc4",
            "d3xb5",
        ),
    ),
    "italian": (_figure("not_a_king", "c6", "Kb7", "c6-d7"),),
    "czech": (_figure("king_must", "Kb6 b4", "c5", "b6xd4"),),
    "turkish": (
        _figure("stays_man", "a6", "a7 Ke8", "a6xa8"),
        _figure(
            "no_turn",
            "Kc1",
            "Kb1 Kd1",
            "c1xa1",
        ),
    ),
    "armenian": (
        _figure(
            "king_at_once",
            "a6",
            "a7 Ke8",
            "a6xf8",
        ),
    ),
    "gothic": (_figure("sideways", "d3", "e3 g4", "d3xh5"),),
    "malaysian": (
        _figure(
            "forfeit",
            "c3 g3",
            "d4 j8",
            "g3-h4",
            options={"first": "white"},
        ),
    ),
    "frisian": (
        _figure(
            "straight",
            "d4",
            "d6",
            "d4xd8",
            seat=1,
        ),
        _figure(
            "value",
            "Kf10",
            "e9 i9 a3 Kg9 Ki7",
            "f10xj6",
            options={"rules": "federation"},
        ),
    ),
    "canadian": (_figure("turns", "Ka1", "d4 g5", "a1xh4", seat=1),),
}
