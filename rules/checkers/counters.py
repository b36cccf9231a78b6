"""The memory of draw rules, in the protocol's form.

A position's counters (its field `clock`) and the positions before it.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from rules.checkers import draws, fen
from rules.checkers.moves import Board, Generator
from rules.checkers.position import Key, Position, Streak, set_up_position
from rules.checkers.rulesets import MoveCount
from rules.game import BadPosition
from words import clip

HISTORY: Final = 400
"""Positions remembered before one that is set up.

The longest count ends a match after 100 plies without progress. If nothing is counted, older
positions are forgotten.
"""
_LONGEST = 10_000
"""No counter is higher: it guards against absurd input, not against long games."""


def show_counters(position: Position) -> dict[str, Any]:
    """Return the counters of a position.

    They are the plies without a capture or a man's step forward, how often the position has
    occurred, and other counts. `counts` has the plies of the counts that continue through more, by
    their rule's number of moves, and the lone king's moves by the name `main_road`. `same_king` has
    for each colour the king that moved last and its quiet moves in a row, if these are limited.
    `played_on` says that the position is a draw that no player claimed.
    """
    ruleset = position.generator.ruleset
    shown: dict[str, Any] = {"quiet": position.quiet, "repeated": position.occurrences}
    counts = {
        _count_name(rule): tally
        for rule, tally in zip(ruleset.draws, position.tallies, strict=True)
        if tally is not None
    }
    if counts:
        shown["counts"] = counts
    if position.waived:
        shown["played_on"] = True
    if any(position.streaks):
        shown["same_king"] = {
            "wb"[colour]: [position.generator.squares[streak[0]], streak[1]]
            for colour, streak in enumerate(position.streaks)
            if streak
        }
    return shown


def show_history(position: Position) -> list[str]:
    """Return the earlier positions that can recur, as FEN; only the most recent ones."""
    return [fen.write(position.generator, board, colour) for board, colour in position.keys[:-1][-HISTORY:]]


def restore(
    generator: Generator, board: Board, colour: int, first: int, given: object, history: object
) -> Position:
    """Return the position with the given counters and history.

    `None` for the counters means that nothing has happened yet. Raise `BadPosition`.
    """
    if given is None:
        given = dict[str, object]()
    if not isinstance(given, Mapping) or not isinstance(history, list):
        raise BadPosition("position.field", field="clock")
    quiet = _count(given, "quiet", 0)
    counts = given.get("counts", {})
    streaks = given.get("same_king", {})
    if not isinstance(counts, Mapping) or not isinstance(streaks, Mapping):
        raise BadPosition("position.field", field="clock")
    tallies = tuple(
        tally
        if rule.goes_on_through == "nothing" or (tally is None and rule.ends_with_material)
        else _count(counts, _count_name(rule), tally)
        for rule, tally in zip(
            generator.ruleset.draws, draws.begin_tallies(generator.ruleset, board, quiet), strict=True
        )
    )
    repeated = _count(given, "repeated", 1, least=1)
    if len(history) > HISTORY:
        raise BadPosition("checkers.history", count=len(history), limit=HISTORY)
    earlier = [_earlier(generator, text) for text in history]
    if not earlier:
        earlier = [(board, colour)] * min(repeated - 1, draws.REPETITIONS)
    position = set_up_position(
        generator,
        board,
        colour,
        first,
        quiet=quiet,
        tallies=tallies,
        earlier=earlier,
        streaks=(_streak(generator, streaks.get("w")), _streak(generator, streaks.get("b"))),
    )
    return replace(position, waived=_played_on(given) and position.claimable_draw is not None)


def _count_name(rule: MoveCount) -> str:
    return "main_road" if rule.main_road else str(rule.moves)


def _played_on(given: Mapping[str, Any]) -> bool:
    said = given.get("played_on", False)
    if type(said) is not bool:
        raise BadPosition("position.field", field="clock.played_on")
    return said


def _count(counts: Mapping[str, Any], name: str, default: int | None, least: int = 0) -> Any:
    """Return one counter, or its default if it is missing."""
    count = counts.get(name, default)
    if count is not default and (type(count) is not int or not least <= count <= _LONGEST):
        raise BadPosition("position.field", field=f"clock.{name}")
    return count


def _streak(generator: Generator, given: object) -> Streak | None:
    match given:
        case None:
            return None
        case [str(square), int(count)] if square in generator.index and 0 <= count <= _LONGEST:
            return generator.index[square], count
    raise BadPosition("position.field", field="clock.same_king")


def _earlier(generator: Generator, text: object) -> Key:
    if not isinstance(text, str):
        raise BadPosition("position.field", field="history")
    said = fen.parse(generator, text)
    if said.colour is None:
        raise BadPosition("checkers.fen", part=clip(text))
    return generator.build_board(said.pieces), said.colour
