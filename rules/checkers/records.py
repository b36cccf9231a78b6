"""Matches of checkers as PDN; `reading` has the way back.

Our own tags: `Rules` names the rulebook or federation. `Kings`, `First` and `Opening` have the
other options. `Variant` is the kind of checkers if PDN has no number for it. `Clock` has the
counters of a position set up, and `Secret` the match's secret.
"""

import json
from collections.abc import Mapping

from rules.checkers import fen, lidraughts
from rules.checkers.moves import BLACK, WHITE
from rules.checkers.pdn.writing import write_pdn
from rules.checkers.position import SIDES, Position
from rules.checkers.rulesets import Ruleset
from rules.game import Seat
from rules.match import Match

_RESULTS = {
    "one_point": {WHITE: "1-0", BLACK: "0-1", None: "1/2-1/2"},
    "two_points": {WHITE: "2-0", BLACK: "0-2", None: "1-1"},
}
_SMALL_BOARD = 8
"""Games on larger boards are scored with two points, as their federation does it."""


def write(match: Match, names: Mapping[str, str] | None = None, *, seat: Seat | None = None) -> str:
    """Return a match in PDN.

    `names` are the values of tags such as White, Black, Event or Date. With a `seat`, the text has
    only what that seat knows: everything but the secret, which it may know once the match is over.
    """
    tags = write_tags(match, names, seat=seat)
    texts = [ply.text for ply in match.plies]
    return write_pdn(tags, texts, second_begins=match.origin.turn == 1, result=tags["Result"])


def write_tags(
    match: Match, names: Mapping[str, str] | None = None, *, seat: Seat | None = None
) -> dict[str, str]:
    """Return the tags of a match in order; for `names` and `seat` see `write`."""
    origin: Position = match.origin
    row = origin.generator.ruleset
    result = _result(match, row)
    tags = {"Event": "Twotone", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?"}
    tags |= {name: value for name, value in (names or {}).items() if name in tags}
    tags["Result"] = result
    if row.gametype:
        tags["GameType"] = _gametype(row)
    else:
        tags["Variant"] = row.key
    if name := lidraughts.variant_name(match):
        tags["Variant"] = name
    tags |= {name.capitalize(): str(value) for name, value in match.settled_options.items()}
    if seat is None or match.outcome:
        tags["Secret"] = match.secret.hex()
    if match.was_set or origin.begun:
        tags |= {"SetUp": "1", "FEN": fen.write(origin.generator, origin.board, origin.colour, ranges=False)}
        said = match.game.dump(origin)
        if said["clock"] != {"quiet": 0, "repeated": 1}:
            tags["Clock"] = json.dumps({"clock": said["clock"], "history": said["history"]})
    if match.outcome:
        tags["Termination"] = match.ending.reason if match.ending else "normal"
    return tags


def _gametype(row: Ruleset) -> str:
    """Return the value of PDN's GameType for a rule set.

    It has PDN's number, the side that begins, the board, the kind of notation, and whether the
    board is mirrored. The digit after the notation's letter is the corner from which squares are
    counted, seen by the side that begins: 0 left and 1 right at the bottom, 2 left and 3 right at
    the top. A match that starts from a position or an opening is of the same kind, regardless of
    the side to move in it.
    """
    first, corner = WHITE if row.first == "white" else BLACK, 0
    if row.notation == "numeric":
        corner = 1 if (row.numbering == "lower_right") == (first == WHITE) else 2
    mirrored = int((row.squares == "light") != (row.a1 == "light"))
    kind = "N" if row.notation == "numeric" else "A"
    return f"{row.gametype},{'WB'[first]},{row.size},{row.size},{kind}{corner},{mirrored}"


def _result(match: Match, row: Ruleset) -> str:
    outcome = match.outcome
    return write_result(match, row, outcome.winner) if outcome else "*"


def write_result(match: Match, row: Ruleset, winner: Seat | None) -> str:
    """Return the result of a match that a seat (`None`: nobody) has won."""
    results = _RESULTS["one_point" if row.size == _SMALL_BOARD else "two_points"]
    return results[None if winner is None else _colour(match, winner)]


def _colour(match: Match, seat: Seat) -> int:
    return SIDES.index(match.sides[seat])
