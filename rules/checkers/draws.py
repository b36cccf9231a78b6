"""Automatic draws: repetition, and the move counts in a rule set's row.

Counts are in plies, so a rule of n moves by each side is due at 2n. Most of them are just the
quiet plies (since a capture or a man's step forward) while the material stands; those that
continue through more are tallied.
"""

from rules.checkers.moves import Board
from rules.checkers.rulesets import MoveCount, Ruleset
from words import Phrase

REPETITIONS = 3
"""A position that stands this often, with the same side to move, is a draw."""

Tallies = tuple[int | None, ...]
"""The plies counted for each of a rule set's `draws`.

`None` for a rule that is not tallied now, or ever.
"""


def begin_tallies(ruleset: Ruleset, board: Board, counted: int = 0) -> Tallies:
    """Return the tallies of a position in which `counted` plies already count."""
    return tuple(
        counted if rule.goes_on_through != "nothing" and has_material(rule, board) else None
        for rule in ruleset.draws
    )


def advance_tallies(ruleset: Ruleset, tallies: Tallies, after: Board, *, by_man: bool) -> Tallies:
    """Return the tallies after a move that led to the board `after`.

    `by_man` says that a man made the move.
    """
    return tuple(
        _tally(rule, tally, after, by_man) for rule, tally in zip(ruleset.draws, tallies, strict=True)
    )


def ending_rule(ruleset: Ruleset, tallies: Tallies, quiet: int, board: Board) -> MoveCount | None:
    """Return the move-count rule that ends the game now, `None` if none does."""
    for rule, tally in zip(ruleset.draws, tallies, strict=True):
        if rule.goes_on_through == "nothing":
            tally = quiet if has_material(rule, board) else None
        if tally is not None and tally >= 2 * rule.moves:
            return rule
    return None


def has_material(rule: MoveCount, board: Board) -> bool:
    """Whether the board has the material that a rule names."""
    if rule.pieces is None:
        return True
    fewest, most = rule.pieces
    for side, lone in ((board.white, board.black), (board.black, board.white)):
        if (
            lone.bit_count() == (lone & board.kings).bit_count() == 1
            and fewest <= side.bit_count() <= most
            and (side & board.kings).bit_count() >= rule.kings
        ):
            return True
    return False


def describe_rule(rule: MoveCount, ruleset: Ruleset) -> Phrase:
    """Describe a count: “15 moves by each side with three kings against one”."""
    if rule.pieces is None:
        code = "checkers.draw.no_step_forward" if ruleset.men_go_sideways else "checkers.draw.quiet"
        return Phrase(code, moves=rule.moves)
    fewest, most = rule.pieces
    count = {2: "two", 3: "three"}[most]
    kind = "kings" if rule.kings == most else "pieces"
    assert kind == "kings" or (fewest < most) == (most == 2), "the catalogue has no words for this count"
    return Phrase(f"checkers.draw.{count}_{kind}", moves=rule.moves)


def _tally(rule: MoveCount, tally: int | None, after: Board, by_man: bool) -> int | None:
    if rule.goes_on_through == "nothing":
        return None
    if tally is None or (by_man and rule.goes_on_through == "captures"):
        return 0 if has_material(rule, after) else None
    return tally + 1
