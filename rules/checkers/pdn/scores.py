"""The end of a game in the words of its record: who won, and how."""

import re
from fractions import Fraction
from typing import Final, Literal, NamedTuple

from rules.checkers.pdn.folding import fold

Winner = Literal["white", "black", "draw"]

OPEN: Final = frozenset({"", "*", "**", "***", "-", "--", "?", "[empty]"})
"""Results that say that there is none."""
_PLUS_DRAWS: Final = frozenset({"1+-1-", "1--1+", "1+:1-", "1-:1+"})
_BY_FORFEIT: Final[dict[str, Winner]] = {
    "+-": "white",
    "+:-": "white",
    "+/-": "white",
    "-+": "black",
    "-:+": "black",
    "-/+": "black",
}
_IN_WORDS: Final[dict[str, Winner]] = {
    "white": "white",
    "whitewins": "white",
    "black": "black",
    "blackwins": "black",
    "draw": "draw",
    "drawn": "draw",
    "remise": "draw",
    "remis": "draw",
    "ничья": "draw",
    "patta": "draw",
    "nulle": "draw",
    "empate": "draw",
    "tablas": "draw",
}
_PAIR: Final = re.compile(r"(?P<white>[\d½./,]+)[-:](?P<black>[\d½./,]+)")
_NUMBER: Final = re.compile(r"(?P<whole>\d{0,3})(?:(?P<half>½|1/2)|[.,](?P<decimal>\d{1,3}))?")
_REMARK: Final = re.compile(r"\(([^()]*)\)$")
_WAYS: Final = (
    ("time", re.compile(r"time(?! ?controls? *[\d:])|flag|clock|\bzeit|\btijd|врем|просроч|\btempo\b|超时")),
    ("forfeit", re.compile(r"forfeit|walk ?over|no.?show|default|неявк|did not (?:move|appear)")),
    ("resign", re.compile(r"resign|opgegeven|aufgegeben|сдал")),
    ("agreement", re.compile(r"agree|соглаш")),
    ("adjudication", re.compile(r"adjudicat|arbit")),
    ("abandoned", re.compile(r"abandon|left the game")),
    ("infraction", re.compile(r"infraction|illegal")),
)


class Score(NamedTuple):
    """Who won by a record's word, and how; each is `None` if the record does not say."""

    winner: Winner | None = None
    how: str | None = None


def read_score(text: str) -> Score:
    """Return the meaning of a result, which PDN allows to be any text.

    Unequal points of which neither is 0 (Delft's, Go's) leave open who won.

    >>> read_score("2 : 0").winner, read_score("½-½").winner, read_score("4-6").winner
    ('white', 'draw', None)
    >>> read_score("1-0 (time)")
    Score(winner='white', how='time')
    """
    folded = fold(text).strip().lower()
    how = None
    if remark := _REMARK.search(folded):
        how, folded = read_way(remark[1]), folded[: remark.start()]
    if folded.strip() == "1 1/2 - 1/2" or re.match(r"\d 1/2", folded):
        folded = folded.replace(" 1/2", "½", 1)
    bare = "".join(folded.split())
    if bare in _BY_FORFEIT:
        return Score(_BY_FORFEIT[bare], "forfeit")
    if bare in _PLUS_DRAWS or bare in ("1/2", "½"):
        return Score("draw", how)
    if bare in _IN_WORDS:
        return Score(_IN_WORDS[bare], how)
    if pair := _PAIR.fullmatch(bare):
        white, black = _points(pair["white"]), _points(pair["black"])
        if white is not None and black is not None:
            return Score(_by_points(white, black), how)
    return Score(None, how)


def read_way(text: str) -> str | None:
    """Return the way in which a game ended, from the words of its tag Termination.

    >>> read_way("Time forfeit"), read_way("normal")
    ('time', None)
    """
    lowered = text.lower()
    return next((way for way, words in _WAYS if words.search(lowered)), None)


def is_same_result(one: str, other: str) -> bool:
    """Whether two results differ in spelling alone."""
    return "".join(fold(one).split()).lower() == "".join(fold(other).split()).lower()


def _points(text: str) -> Fraction | None:
    found = _NUMBER.fullmatch(text)
    if not found or not text:
        return None
    points = Fraction(int(found["whole"] or 0))
    if found["half"]:
        # 11/2 is one and a half, but 1/2 is a half.
        points = points + Fraction(1, 2)
    elif found["decimal"]:
        points += Fraction(int(found["decimal"]), 10 ** len(found["decimal"]))
    return points


def _by_points(white: Fraction, black: Fraction) -> Winner | None:
    if white == black:
        return "draw" if white else None
    if not black:
        return "white"
    return "black" if not white else None
