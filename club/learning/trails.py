"""The line that a match adds to the opening tree of its game.

A line is the positions of a match, each with the move that was played. A position is identified by
its board and the side to move, so that lines that transpose meet again. A match that began from a
named opening is counted from the usual start, with the moves of that opening first.
"""

import json
from hashlib import sha256
from typing import Any, Final

from data.learning.trees import START, GameKind, TreeLine
from rules.catalogue import GAMES
from rules.checkers import openings
from rules.checkers.game import NO_OPENING
from rules.checkers.rulesets import OPENING
from rules.game import AnyGame, Options, RulesError
from rules.match import Match

BOARD: Final = ("cells", "lines")
"""The parts of a position that are compared, whichever of them it has.

The turn is compared by the name of the side, because either seat can have it.
"""
PLIES: Final = 20
"""Plies of a match that are counted, including those of its opening."""
SECRET_BYTES: Final = 32
"""Of a secret that decides nothing: the options say what a lot has drawn."""
BYTES: Final = 8
"""Of a hash that a position is known by: 64 bits."""


def tree_line(match: Match) -> TreeLine | None:
    """Return the line that a finished match adds to the tree of its game.

    Return `None` for games with hidden cards, and for matches that began from a position set up by a
    member. Call it off the event loop, because it replays the match.
    """
    if match.game.hidden or match.was_set or not match.plies:
        return None
    options, before = _split_opening(match)
    start = Match(match.game, options, bytes(SECRET_BYTES))
    origin = start.origin
    for move in before:
        start.play(move)
    if board_key(match.game, start.position) != board_key(match.game, match.origin):
        return None
    positions = [origin, *(ply.position for ply in start.plies), *(ply.position for ply in match.plies)]
    replies = [ply.text for ply in (*start.plies, *match.plies)][:PLIES]
    steps = {
        (START if number == 0 else node_number(match.game, position), reply): None
        for number, (position, reply) in enumerate(zip(positions, replies, strict=False))
    }
    turned = start.turn != match.game.turn(match.origin)
    return TreeLine(match.game.key, json.dumps(options, sort_keys=True), turned, tuple(steps))


def tree_start(kind: GameKind) -> Match | None:
    """Return a match before its first move, at the start of a tree.

    `kind` is the game of the tree with its options. Return `None` if this version no longer has it.
    """
    if kind.game not in GAMES:
        return None
    try:
        return Match(GAMES[kind.game], json.loads(kind.options), bytes(SECRET_BYTES))
    except RulesError:
        return None


def node_number(game: AnyGame, position: Any) -> int:
    """Return the number that identifies a position in the tree: a hash."""
    found = sha256(board_key(game, position).encode()).digest()[:BYTES]
    return int.from_bytes(found, signed=True)


def board_key(game: AnyGame, position: Any) -> str:
    """Return a text that is equal for equal boards with the same side to move.

    It is made from what all players see, because the memory that a position keeps of earlier ones can
    be a hundred times as long.
    """
    board = [value for name, value in game.show(game.seen_by(position, None)).items() if name in BOARD]
    turn = game.turn(position)
    side = None if turn is None else str(game.sides_in(position)[turn])
    return json.dumps([board, side], sort_keys=True)


def _split_opening(match: Match) -> tuple[Options, tuple[str, ...]]:
    """Return a match's options without its opening, and the opening's moves.

    The options include the results of chance decisions. An opening without moves stays in the options.
    """
    options = dict(match.settled_options)
    found = openings.find_by_name(match.game.key, str(options[OPENING])) if OPENING in options else None
    if found is None or not found.moves:
        return options, ()
    return {**options, OPENING: NO_OPENING}, found.moves
