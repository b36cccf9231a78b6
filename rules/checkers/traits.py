"""A rule set in words, aspect by aspect; what sets two rule sets apart is found by comparing them."""

from rules.checkers import draws
from rules.checkers.rulesets import (
    DIAGONALS,
    EIGHT,
    FORWARD_AND_SIDES,
    FORWARD_DIAGONALS,
    ORTHOGONALS,
    Direction,
    MoveCount,
    Preference,
    Ruleset,
)

_WAYS: dict[frozenset[Direction], str] = {
    frozenset(FORWARD_DIAGONALS): "diagonally forward",
    frozenset(DIAGONALS): "diagonally forward or back",
    frozenset(FORWARD_AND_SIDES): "straight forward or sideways",
    frozenset(ORTHOGONALS): "straight forward, back or sideways",
    frozenset(FORWARD_AND_SIDES + FORWARD_DIAGONALS): "straight forward, sideways or diagonally forward",
    frozenset(EIGHT): "in any of the eight directions",
}
_FIRST = {
    "black": "Black moves first",
    "white": "White moves first",
    "lot": "a lot decides who moves first",
}
_PREFERENCES: dict[Preference, str] = {
    "pieces": "the capture that takes the most pieces must be chosen",
    "value": "the capture that takes the highest value must be chosen",
    "by king": "a king must capture rather than a man",
    "kings": "the capture with the most kings among the taken must be chosen",
    "king earliest": "the capture that meets a king first must be chosen",
}
_PROMOTION = {
    "stops": "a man that reaches the far rank in the middle of a capture is crowned and stops there",
    "as man": "a man that only passes the far rank in the middle of a capture stays a man and goes on",
    "king at once": "a man that reaches the far rank in the middle of a capture is a king at once and goes on as one",
}
_REMOVAL = {
    "end": "captured pieces stay, and block, until the whole capture is made",
    "at once": "each captured piece leaves the board at once",
}


_COUNT = {2: "two", 3: "three", 4: "four", 5: "five"}


def traits(row: Ruleset) -> dict[str, str]:
    """The aspects of a rule set that make the game, each as a clause, in the order in which one would explain them."""
    told = {
        "board": _board(row),
        "men": f"each side has {_men(row)} men, on its {_rows(row)}",
        "first": _FIRST[row.first],
        "man moves": f"men move one square {ways(row.man_moves)}",
        "man captures": f"men capture {ways(row.man_captures)}",
        "king moves": f"kings move {_reach(row)} {ways(row.king_moves)}",
        "king captures": f"kings capture {ways(row.king_captures)}, {_landing(row)}",
    }
    if not row.men_capture_kings:
        told["victims"] = "men cannot capture kings"
    told["obligation"] = (
        "captures are optional, but declining one costs a piece"
        if row.optional_capture
        else "captures are mandatory"
    )
    told["choice"] = _choice(row)
    told["promotion"] = _PROMOTION[row.promotion]
    told["removal"] = _REMOVAL[row.removal]
    if not row.reversal:
        told["reversal"] = "no half turn between two captures"
    if row.king_quiet_limit is not None:
        told["king limit"] = (
            f"the same king makes at most {row.king_quiet_limit} quiet moves in a row while its side has men"
        )
    told["draws"] = "a draw after " + ", or ".join(map(move_count, row.draws))
    return told


def differences(row: Ruleset, other: Ruleset) -> list[str]:
    """What a rule set has that another has not, as clauses; also what it lacks."""
    own, theirs = traits(row), traits(other)
    found = [clause for aspect, clause in own.items() if theirs.get(aspect) != clause]
    lacking = {
        "victims": "men capture kings too",
        "reversal": "a capture may turn round",
        "king limit": "no limit on a king's quiet moves",
    }
    return found + [lacking[aspect] for aspect in theirs if aspect not in own]


def ways(directions: tuple[Direction, ...]) -> str:
    """Directions in words."""
    return _WAYS[frozenset(directions)]


def move_count(rule: MoveCount) -> str:
    """A move-count rule in words."""
    return f"{rule.moves} moves by each side {draws.material(rule)}"


def _board(row: Ruleset) -> str:
    squares = "all squares" if row.squares == "all" else f"the {row.squares} squares"
    corner = ", turned so that the corner at each player's right is dark" if row.a1 == "light" else ""
    return f"play is on {squares} of a board of {row.size}×{row.size}{corner}"


def _men(row: Ruleset) -> int:
    first, last = row.men_rows
    return (last - first + 1) * (row.size if row.squares == "all" else row.size // 2)


def _rows(row: Ruleset) -> str:
    first, last = row.men_rows
    return f"first {_COUNT[last]} rows" if first == 1 else "second and third rows"


def _reach(row: Ruleset) -> str:
    return "any distance" if row.flying else "one square"


def _landing(row: Ruleset) -> str:
    if not row.flying:
        return "jumping what stands next to them"
    if row.landing == "behind":
        return "from any distance, landing just behind the piece"
    return "from any distance, landing on any free square behind the piece"


def _choice(row: Ruleset) -> str:
    if not row.choice:
        return "the choice between captures is free"
    value = ""
    if "value" in row.choice:
        worth = "1½ men" if row.king_value * 2 == row.man_value * 3 else "just under two men"
        value = f" (a king counts {worth})"
    first, *rest = (_PREFERENCES[preference] for preference in row.choice)
    return "; if equal, ".join([first + value, *rest])
