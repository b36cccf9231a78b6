"""All kinds of checkers as rows of data.

It also has the options that change a row. Source: the rulebook "Checkers" of Kanare Kato;
points it leaves open follow the federations. Everything that sets one variant apart from
another is here, so that the generator, the draws, the notation and the help all read the same
facts.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final, Literal

from words import Phrase

Direction = tuple[int, int]
"""A step as the mover sees it: files to the right, ranks forward.

Black's are rotated to point down the board.
"""

FORWARD_DIAGONALS: tuple[Direction, ...] = ((-1, 1), (1, 1))
DIAGONALS: tuple[Direction, ...] = (*FORWARD_DIAGONALS, (-1, -1), (1, -1))
FORWARD_AND_SIDES: tuple[Direction, ...] = ((0, 1), (-1, 0), (1, 0))
ORTHOGONALS: tuple[Direction, ...] = (*FORWARD_AND_SIDES, (0, -1))
EIGHT: tuple[Direction, ...] = (*DIAGONALS, *ORTHOGONALS)

Aim = Literal["capture", "lose", "crown"]
"""The way to win.

To leave the other side no piece or no move, to have no piece or no move oneself, or to be the first
to have a king (or to leave the other side no piece or no move).
"""

CapturePreference = Literal["pieces", "value", "by_king", "kings", "king_earliest"]
"""One criterion for the capture that must be chosen.

The most pieces taken, the most value taken (`man_value`, `king_value`), a king as the capturing
piece, the most kings taken, the first king taken as early as possible.
"""


@dataclass(frozen=True, slots=True)
class MoveCount:
    """A draw after `moves` moves by *each* side with certain material.

    Moves are counted while that material remains. Without `pieces` and `in_all` any material counts.
    With `pieces`, one side must have only a lone king, and the other between `pieces[0]` and
    `pieces[1]` pieces, at least `kings` of them kings, or nothing but kings if `kings` is "all". With
    `in_all`, both sides must have a king, and together so many pieces.

    A man's step forward and a capture restart the count, except those that `goes_on_through` names:
    nothing, captures, a man's steps that do not crown it ("steps"), or both ("everything"). With
    `main_road` only the lone king's moves count, those that it makes while it stands alone on the main
    road, and men may move as they like.
    """

    moves: int
    pieces: tuple[int, int] | None = None
    kings: int | Literal["all"] = 0
    in_all: tuple[int, int] | None = None
    main_road: bool = False
    goes_on_through: Literal["nothing", "captures", "steps", "everything"] = "nothing"

    @property
    def due(self) -> int:
        """The tally at which the draw comes: plies, or moves of the lone king."""
        return self.moves if self.main_road else 2 * self.moves

    @property
    def ends_with_material(self) -> bool:
        """Whether nothing is tallied any more once the material or its place is gone."""
        return self.main_road or self.in_all is not None


MOST_PIECES = 30
"""Pieces of a side that no board has more of."""

FMJD_64 = (
    MoveCount(15, pieces=(3, MOST_PIECES), kings="all"),
    MoveCount(5, pieces=(3, 3), kings=1, main_road=True, goes_on_through="everything"),
    MoveCount(5, pieces=(1, 2), kings=1, goes_on_through="everything"),
    MoveCount(15),
    MoveCount(30, in_all=(4, 5), goes_on_through="steps"),
    MoveCount(60, in_all=(6, 7), goes_on_through="steps"),
)
"""The counts of FMJD-64, 7.2.4 to 7.2.8.

With four to seven pieces two count side by side (a ruling).
"""


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One kind of checkers with its options applied.

    `size` is the board's edge in squares. Play is on the `squares` of one tone or on all of them;
    `a1` is the tone of the corner a1. White stands on the ranks `men_rows` (first, last) and moves
    up; Black mirrors this. Directions are the mover's (see `Direction`). If only one tone is played,
    an orthogonal step is two squares long, to the next square of that tone.

    `landing` and `reversal` apply to flying kings: the squares on which they land behind the jumped
    piece, and whether they may turn straight round between two captures. `choice` is applied from
    left to right; an empty one leaves the choice free. `promotion` is the fate of a man that reaches
    the far rank while capturing. `removal` is the time at which captured pieces leave the board. With
    `optional_capture` a quiet move is always legal, and costs a piece if a capture was possible.
    `king_quiet_limit` is the number of quiet moves in a row that one king may make while its side
    still has men.

    `numbering` is the corner of square 1, from which rows are read. `notation` is the variant's
    written form. `gametype` is PDN's number for the variant, if it has one. `federation` is true if
    the federation's rules apply instead of the rulebook's. `sideways_lasts` is true for matches of
    version 1 of the rules (see `rules.editions`), in which a man's step sideways counted like one
    forward. `aim` is the way to win.
    """

    key: str
    size: int = 8
    squares: Literal["dark", "light", "all"] = "dark"
    a1: Literal["dark", "light"] = "dark"
    men_rows: tuple[int, int] = (1, 3)
    first: Literal["black", "white", "lot"] = "white"
    man_moves: tuple[Direction, ...] = FORWARD_DIAGONALS
    man_captures: tuple[Direction, ...] = FORWARD_DIAGONALS
    king_moves: tuple[Direction, ...] = DIAGONALS
    king_captures: tuple[Direction, ...] = DIAGONALS
    flying: bool = True
    landing: Literal["any", "behind"] = "any"
    reversal: bool = True
    choice: tuple[CapturePreference, ...] = ()
    man_value: int = 1
    king_value: int = 1
    promotion: Literal["stops", "as_man", "king_at_once"] = "stops"
    removal: Literal["end", "at_once"] = "end"
    men_capture_kings: bool = True
    optional_capture: bool = False
    king_quiet_limit: int | None = None
    draws: tuple[MoveCount, ...] = (MoveCount(40),)
    notation: Literal["numeric", "algebraic"] = "numeric"
    numbering: Literal["upper_left", "lower_right"] = "upper_left"
    capture_sign: Literal["x", ":"] = "x"
    gametype: int | None = None
    federation: bool = False
    sideways_lasts: bool = False
    aim: Aim = "capture"

    @property
    def men_go_sideways(self) -> bool:
        """Whether men may also move along their rank.

        They can then return to an earlier square.
        """
        return any(ranks == 0 for _, ranks in self.man_moves)

    @property
    def title(self) -> Phrase:
        """The name of the variant."""
        return Phrase(f"title.{self.key}")

    @property
    def family(self) -> str:
        """The group of kinds that feel alike.

        Those on large boards, on all squares, with flying kings or with short-range kings.
        """
        if self.size > 8:
            return "large"
        if self.squares == "all":
            return "straight"
        return "flying" if self.flying else "stepping"

    @property
    def source(self) -> Phrase:
        """The source of these rules, for a sentence that names one.

        The variant, or its federation's form.
        """
        return Phrase("title.federation", title=self.title) if self.federation else self.title


_ROWS = (
    Ruleset(
        "american",
        first="black",
        flying=False,
        gametype=21,
    ),
    Ruleset(
        "international",
        size=10,
        men_rows=(1, 4),
        first="black",
        man_captures=DIAGONALS,
        choice=("pieces",),
        promotion="as_man",
        draws=(
            MoveCount(25),
            MoveCount(16, pieces=(3, 3), kings=1, goes_on_through="captures"),
            MoveCount(5, pieces=(1, 2), kings=1, goes_on_through="everything"),
        ),
        gametype=20,
    ),
    Ruleset(
        "german",
        first="black",
        landing="behind",
    ),
    Ruleset(
        "pool",
        first="black",
        man_captures=DIAGONALS,
        promotion="as_man",
        draws=(MoveCount(13, pieces=(3, 3), kings=3),),
        gametype=23,
    ),
    Ruleset(
        "russian",
        man_captures=DIAGONALS,
        promotion="king_at_once",
        draws=FMJD_64,
        notation="algebraic",
        capture_sign=":",
        gametype=25,
    ),
    Ruleset(
        "brazilian",
        man_captures=DIAGONALS,
        choice=("pieces",),
        promotion="as_man",
        draws=FMJD_64,
        notation="algebraic",
        gametype=26,
    ),
    Ruleset(
        "spanish",
        squares="light",
        choice=("pieces", "kings"),
        numbering="lower_right",
        gametype=24,
    ),
    Ruleset(
        "italian",
        a1="light",
        flying=False,
        choice=("pieces", "by_king", "kings", "king_earliest"),
        men_capture_kings=False,
        gametype=22,
    ),
    Ruleset(
        "czech",
        choice=("by_king",),
        notation="algebraic",
        gametype=29,
    ),
    Ruleset(
        "turkish",
        squares="all",
        men_rows=(2, 3),
        man_moves=FORWARD_AND_SIDES,
        man_captures=ORTHOGONALS,
        king_moves=ORTHOGONALS,
        king_captures=ORTHOGONALS,
        reversal=False,
        choice=("pieces",),
        promotion="as_man",
        removal="at_once",
        notation="algebraic",
        gametype=30,
    ),
    Ruleset(
        "armenian",
        squares="all",
        men_rows=(2, 3),
        man_moves=(*FORWARD_AND_SIDES, *FORWARD_DIAGONALS),
        man_captures=ORTHOGONALS,
        king_moves=EIGHT,
        king_captures=ORTHOGONALS,
        reversal=False,
        choice=("pieces",),
        promotion="king_at_once",
        removal="at_once",
        notation="algebraic",
    ),
    Ruleset(
        "gothic",
        squares="all",
        men_rows=(1, 2),
        man_captures=(*FORWARD_AND_SIDES, *FORWARD_DIAGONALS),
        king_moves=EIGHT,
        king_captures=EIGHT,
        flying=False,
        promotion="as_man",
        notation="algebraic",
    ),
    Ruleset(
        "malaysian",
        size=12,
        men_rows=(1, 5),
        first="lot",
        flying=False,
        optional_capture=True,
        draws=(MoveCount(50),),
    ),
    Ruleset(
        "frisian",
        size=10,
        men_rows=(1, 4),
        first="black",
        man_captures=EIGHT,
        king_captures=EIGHT,
        choice=("value",),
        man_value=2,
        king_value=3,
        promotion="as_man",
        draws=(MoveCount(7, pieces=(2, 2), kings=2), MoveCount(2, pieces=(1, 1), kings=1)),
        gametype=40,
    ),
    Ruleset(
        "canadian",
        size=12,
        men_rows=(1, 5),
        first="black",
        man_captures=DIAGONALS,
        choice=("pieces",),
        promotion="as_man",
        draws=(MoveCount(50),),
        gametype=27,
    ),
)

RULESETS: Mapping[str, Ruleset] = MappingProxyType({row.key: row for row in _ROWS})
"""The rows in the rulebook's form, by key."""

_RULEBOOK: Mapping[str, Any] = {}
_AIMS: Mapping[str, Mapping[str, Any]] = {
    "capture": _RULEBOOK,
    "lose": {"aim": "lose"},
    "crown": {"aim": "crown"},
}
_WHITE_FIRST: Mapping[str, Any] = {"federation": True, "first": "white"}
_NO_BACKWARD_CAPTURE: Mapping[str, Any] = {"federation": True, "man_captures": FORWARD_AND_SIDES}

# A king just under two men: with 100 and 199, n kings outweigh 2n − 1 men and never 2n, for any n a board can hold.
_FRISIAN_FEDERATION: Mapping[str, Any] = {
    **_WHITE_FIRST,
    "choice": ("value", "by_king"),
    "man_value": 100,
    "king_value": 199,
    "king_quiet_limit": 3,
}

AIM: Final = "aim"
"""The option that every kind has: the way to win."""
GIVEAWAY: Final = "lose"
"""The aim of losing all pieces."""

_OPTIONS: Mapping[str, Mapping[str, Mapping[str, Mapping[str, Any]]]] = MappingProxyType(
    {
        "international": {"rules": {"rulebook": _RULEBOOK, "federation": _WHITE_FIRST}},
        "turkish": {"rules": {"rulebook": _RULEBOOK, "federation": _NO_BACKWARD_CAPTURE}},
        "armenian": {"rules": {"rulebook": _RULEBOOK, "federation": _NO_BACKWARD_CAPTURE}},
        "gothic": {"kings": {"short": _RULEBOOK, "flying": {"flying": True}}},
        "malaysian": {
            "rules": {
                "rulebook": _RULEBOOK,
                "federation": {"federation": True, "flying": True, "choice": ("pieces",)},
            },
            "first": {"lot": _RULEBOOK, "black": {"first": "black"}, "white": {"first": "white"}},
        },
        "frisian": {
            "rules": {"rulebook": _RULEBOOK, "federation": _FRISIAN_FEDERATION},
            "men": {"20": _RULEBOOK, "5": {"men_rows": (1, 1)}},
        },
        "canadian": {"rules": {"rulebook": _RULEBOOK, "federation": _WHITE_FIRST}},
    }
)

OPTIONS: Mapping[str, Mapping[str, Mapping[str, Mapping[str, Any]]]] = MappingProxyType(
    {key: {**_OPTIONS.get(key, {}), AIM: _AIMS} for key in RULESETS}
)
"""Per variant: option name -> value -> the fields it replaces.

The first value of each option is the default.
"""

OPENING: Final = "opening"
"""The option that every kind has: the position in which a match begins."""
LEFT_OUT: Final[Mapping[str, object]] = MappingProxyType({OPENING: "none", AIM: "capture", "men": 20})
"""The options that a match has only if they differ from these values.

Records from before there were such options have none of them.
"""


def ruleset(key: str, **options: object) -> Ruleset:
    """Return the rules of the variant `key`, with `options` applied.

    For example `ruleset("frisian", rules="federation", men=5)`. An `opening` is ignored, because it
    changes no rule. Raise `KeyError` for a variant, an option or a value that is not in `RULESETS`
    and `OPTIONS`.
    """
    row = RULESETS[key]
    for name, value in options.items():
        if name != OPENING:
            row = replace(row, **OPTIONS[key][name][str(value)])
    return row
