"""Conversion of checkers matches to PDN and back.

Our own tags: `Rules` names the rulebook or federation. `Kings`, `First` and `Opening` have the
other options. `Variant` is the kind of checkers if PDN has no number for it. `Clock` has the
counters of a position set up, and `Secret` the match's secret.
"""

import json
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from rules.checkers import fen, openings, pdn
from rules.checkers.moves import BLACK, WHITE
from rules.checkers.position import SIDES, SYMBOLS, Position
from rules.checkers.rulesets import OPENING, OPTIONS, RULESETS, Ruleset, ruleset
from rules.game import AnyGame, BadPosition, BadRecord, Seat
from rules.json_text import parse_json
from rules.match import SECRET, Before, Match, attempt_at, bad_record, replay_moves, secret_of
from rules.record import Record, clip_name
from words import clip

VARIANT_OF = {str(row.gametype): key for key, row in RULESETS.items() if row.gametype}

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
    texts = [ply.text for ply in match.plies]
    return pdn.write(tags, texts, second_begins=origin.turn == 1, result=result)


def parse(text: str, games: Mapping[str, AnyGame], before: Before = lambda ply: None) -> Record:
    """Parse the first match of a file, and note whether more follow.

    Raise `BadRecord`.
    """
    found = pdn.parse_games(text)
    score = next(found, None)
    if score is None:
        raise bad_record("pdn.empty", pdn.place_finder(text, len(text)))
    match = _replay_score(text, score, games, before)
    return Record(match, _names(match, score.tags), goes_on=_has_another(found))


def _has_another(found: Iterator[pdn.PdnGame]) -> bool:
    """Whether another game follows; text that can no longer be read does not count."""
    try:
        return next(found, None) is not None
    except BadRecord:
        return True


def _names(match: Match, tags: Mapping[str, pdn.Tag]) -> tuple[str, str] | None:
    """Return the players' names by seat, or `None` if either is missing.

    `?` is not a name.
    """
    first, second = (tags[str(side)].value.strip() if str(side) in tags else "" for side in match.sides)
    return (clip_name(first), clip_name(second)) if first.strip("?") and second.strip("?") else None


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
    if outcome is None:
        return "*"
    results = _RESULTS["one_point" if row.size == _SMALL_BOARD else "two_points"]
    if outcome.winner is None:
        return results[None]
    return results[_colour(match, outcome.winner)]


def _colour(match: Match, seat: Seat) -> int:
    return SIDES.index(match.sides[seat])


def _replay_score(
    text: str, score: pdn.PdnGame, games: Mapping[str, AnyGame], before: Before = lambda ply: None
) -> Match:
    """Return the match of one game of a file; raise `BadRecord`."""
    key = _variant(text, score)
    tags = score.tags
    secret = _secret(text, tags)
    match = attempt_at(
        pdn.place_finder(text, score.offset), partial(Match, games[key], _options(key, tags), secret)
    )
    if "FEN" in tags and not _is_opening(match.origin, tags):
        attempt_at(pdn.place_finder(text, tags["FEN"].offset), partial(_set_position, match, tags))
    moves = ((pdn.place_finder(text, move.offset), move.text) for move in score.moves)
    replay_moves(match, moves, before, forgiving=True)
    _apply_result(match, score)
    return match


def _is_opening(origin: Position, tags: Mapping[str, pdn.Tag]) -> bool:
    """Whether the FEN only repeats the opening in which the match begins."""
    if origin.begun is None or "Clock" in tags:
        return False
    try:
        said = fen.parse(origin.generator, tags["FEN"].value)
    except BadPosition:
        return False
    return (origin.generator.build_board(said.pieces), said.colour) == (origin.board, origin.colour)


def _variant(text: str, score: pdn.PdnGame) -> str:
    """Return the key of the variant."""
    tags = score.tags
    if "GameType" in tags:
        key = VARIANT_OF.get(tags["GameType"].value.split(",")[0].strip())
        if key:
            return key
    if "Variant" in tags and tags["Variant"].value.strip().lower() in RULESETS:
        return tags["Variant"].value.strip().lower()
    for name in ("GameType", "Variant"):
        if name in tags:
            raise bad_record(
                "pdn.unknown_variant",
                pdn.place_finder(text, tags[name].offset),
                name=name,
                value=clip(tags[name].value),
                numbers=", ".join(sorted(VARIANT_OF)),
                known=", ".join(_NUMBERLESS),
            )
    raise bad_record("pdn.no_variant", pdn.place_finder(text, score.offset), known=", ".join(_NUMBERLESS))


_NUMBERLESS = tuple(key for key, row in RULESETS.items() if not row.gametype)


def _options(key: str, tags: Mapping[str, pdn.Tag]) -> dict[str, str]:
    """Return the options of a match.

    They come from our own tags, otherwise from the rules under which the first side begins,
    otherwise they are the federation's.
    """
    given = {
        name: tags[name.capitalize()].value.strip().lower()
        for name in OPTIONS.get(key, {})
        if name.capitalize() in tags
    }
    values = OPTIONS.get(key, {}).get("rules", {})
    if values and "rules" not in given:
        fields = tags["GameType"].value.split(",") if "GameType" in tags else []
        side = {"W": "white", "B": "black"}.get(fields[1].strip().upper()) if len(fields) > 1 else None
        fitting = [value for value in values if ruleset(key, rules=value).first == side]
        given["rules"] = fitting[0] if len(fitting) == 1 else "federation"
    if "first" in OPTIONS.get(key, {}):
        given.setdefault("first", "black")
    # Elsewhere the tag says in words what was played: ours comes with the position.
    told = tags["Opening"].value if "Opening" in tags and "FEN" in tags else ""
    if found := openings.find_by_name(key, told):
        given[OPENING] = found.name
    return given


def _secret(text: str, tags: Mapping[str, pdn.Tag]) -> bytes:
    """Return the secret of one of our matches.

    A file from elsewhere has none, so the secret is derived from its text.
    """
    if "Secret" not in tags:
        return secret_of(text)
    value = tags["Secret"].value
    if not SECRET.fullmatch(value):
        at = pdn.place_finder(text, tags["Secret"].offset)
        raise bad_record("pdn.secret", at, name="Secret", value=clip(value))
    return bytes.fromhex(value)


def _set_position(match: Match, tags: Mapping[str, pdn.Tag]) -> None:
    """Set up the match from its FEN, with its counters if it has them."""
    origin: Position = match.origin
    gen = origin.generator
    said = fen.parse(gen, tags["FEN"].value)
    data: dict[str, Any] = {
        "cells": {gen.squares[square]: SYMBOLS[piece] for square, piece in said.pieces.items()},
        "turn": origin.seat(said.colour),
        "clock": {"quiet": said.quiet},
    }
    if "Clock" in tags and tags["Clock"].value.lstrip().startswith("{"):
        data |= _parse_clock(tags["Clock"].value)
    match.set_position(data)


def _parse_clock(text: str) -> dict[str, Any]:
    """Return the `clock` and `history` of the tag Clock; raise `BadPosition`."""
    try:
        remembered = parse_json(text)
    except ValueError:
        remembered = None
    if not isinstance(remembered, dict):
        raise BadPosition("position.field", field="Clock")
    return {name: remembered[name] for name in ("clock", "history") if name in remembered}


def _apply_result(match: Match, score: pdn.PdnGame) -> None:
    """End the match by the file's result, unless its moves have ended it already."""
    result = score.result
    if result in (None, *pdn.UNFINISHED) and "Result" in score.tags:
        result = score.tags["Result"].value.strip()
    if result in (*pdn.WHITE_WINS, *pdn.BLACK_WINS):
        match.waive_draw()
    if match.outcome or result is None:
        return
    if result in pdn.WHITE_WINS:
        match.resign(match.sides.index(SIDES[BLACK]))
    elif result in pdn.BLACK_WINS:
        match.resign(match.sides.index(SIDES[WHITE]))
    elif result in pdn.DRAWN:
        match.agree_draw()
