"""The main line of a record as steps: the squares that each token names."""

import re
from typing import Final, NamedTuple

from rules.checkers.notation import CAPTURE_SIGNS, QUIET_SIGNS
from rules.checkers.pdn.grammar import PdnGame, Span

_NAME: Final = re.compile(r"[a-l]?\d+")
_CAPTURE: Final = re.compile(f"[{CAPTURE_SIGNS}]")
_QUIET: Final = re.compile(f"[{QUIET_SIGNS}]")


class LineStep(NamedTuple):
    """A token of the main line with the squares it names.

    `captures` is its sign, `None` if it has none. A short move names its file first. `number` is the
    value of a token that may be a move number.
    """

    kind: str
    span: Span
    text: str
    names: tuple[str, ...] = ()
    captures: bool | None = None
    number: int | None = None


def line_steps(game: PdnGame, folded: str) -> list[LineStep]:
    """Return the steps of a game's main line."""
    return [
        _step(token.kind, Span(token.offset, token.end), folded[token.offset : token.end])
        for token in game.line
    ]


def _step(kind: str, span: Span, text: str) -> LineStep:
    if kind == "move":
        lowered = text.lower()
        return LineStep(kind, span, text, tuple(map(_plain_name, _NAME.findall(lowered))), _sign(lowered))
    if kind == "short":
        lowered = text.lower()
        return LineStep(kind, span, text, (lowered[0], *_NAME.findall(lowered[1:])), _sign(lowered))
    if kind in ("digits", "square"):
        number = int(text) if kind == "digits" and len(text) <= 4 else None
        return LineStep(kind, span, text, (text.lower(),), None, number)
    if kind in ("number", "listed"):
        found = re.match(r"\d+", text)
        return LineStep(kind, span, text, number=int(found[0]) if found else None)
    return LineStep(kind, span, text)


def _plain_name(name: str) -> str:
    """Return the name of a square without the zeros before a number."""
    return name.lstrip("0") or "0"


def _sign(text: str) -> bool | None:
    if _CAPTURE.search(text):
        return True
    return False if _QUIET.search(text) else None
