"""Positions for the help: for each kind of checkers the rule that sets it apart, played. White moves in all of them."""

from rules.game import Figure, Options


def _figure(
    caption: str, white: str, black: str, move: str, *, seat: int = 0, options: Options | None = None
) -> Figure:
    """A figure from the squares of each side (a capital K before a king), White being `seat`."""
    cells = {
        square.removeprefix("K"): symbol.upper() if square.startswith("K") else symbol
        for squares, symbol in ((white, "w"), (black, "b"))
        for square in squares.split()
    }
    return Figure(caption, {"cells": cells, "turn": seat}, options or {}, move)


_MOST = "White could take one piece or two: two must be taken."

FIGURES: dict[str, tuple[Figure, ...]] = {
    "american": (
        _figure(
            "The man jumps to the far rank, is crowned and stops, although another piece could be jumped.",
            "b6",
            "Kc7 Ke7",
            "b6xd8",
            seat=1,
        ),
    ),
    "international": (
        _figure(_MOST, "b2 i3", "c3 h4 f6", "i3xe7", seat=1),
        _figure(
            "The man only passes the far rank: it goes on and stays a man.", "b8", "c9 e9", "b8xf8", seat=1
        ),
    ),
    "german": (
        _figure(
            "The king captures from afar, and lands just behind the piece.", "Ka3", "d6", "a3xe7", seat=1
        ),
    ),
    "pool": (
        _figure(
            "The man is crowned where it stops; a king could have gone on, but it captures as a man.",
            "h6",
            "g7 Kb4",
            "h6xf8",
            seat=1,
        ),
    ),
    "russian": (
        _figure(
            "The man is a king as soon as it reaches the far rank, and goes on as one.",
            "h6",
            "g7 Kb4",
            "h6:a3",
        ),
    ),
    "brazilian": (
        _figure(
            "The man is crowned where it stops; a king could have gone on, but it captures as a man.",
            "h6",
            "g7 Kb4",
            "h6xf8",
        ),
    ),
    "spanish": (
        _figure(
            "Each capture takes one piece: the one that takes the king must be chosen.",
            "Kd3",
            "e2 Kc4",
            "d3xb5",
        ),
    ),
    "italian": (_figure("A man may not capture a king: it can only step aside.", "c6", "Kb7", "c6-d7"),),
    "czech": (_figure("Man and king could both capture: the king must.", "Kb6 b4", "c5", "b6xd4"),),
    "turkish": (
        _figure("The man is crowned where it stops; it does not go on as a king.", "a6", "a7 Ke8", "a6xa8"),
        _figure(
            "The king takes one piece: it may not turn straight round for the other.",
            "Kc1",
            "Kb1 Kd1",
            "c1xa1",
        ),
    ),
    "armenian": (
        _figure(
            "The man is a king as soon as it reaches the far rank, and goes on as one.",
            "a6",
            "a7 Ke8",
            "a6xf8",
        ),
    ),
    "gothic": (
        _figure("Men capture sideways, straight ahead and diagonally forward.", "d3", "e3 g4", "d3xh5"),
    ),
    "malaysian": (
        _figure(
            "White moves another man instead of capturing: the man that could have captured is forfeited.",
            "c3 g3",
            "d4 j8",
            "g3-h4",
            options={"first": "white"},
        ),
    ),
    "frisian": (
        _figure(
            "Pieces also capture straight, over a piece on the next square of their colour.",
            "d4",
            "d6",
            "d4xd8",
            seat=1,
        ),
        _figure(
            "By the federation's rules two kings are worth more than three men: they must be taken.",
            "Kf10",
            "e9 i9 a3 Kg9 Ki7",
            "f10xj6",
            options={"rules": "federation"},
        ),
    ),
    "canadian": (
        _figure("The king flies, takes one piece, turns and takes another.", "Ka1", "d4 g5", "a1xh4", seat=1),
    ),
}
