"""Automatic draws: repetition, and the move counts in a rule set's row.

Counts are in plies, so a rule of n moves by each side is due at 2n. Most of them are just the
quiet plies (since a capture or a man's step forward) while the material stands; those that
continue through more are tallied.
"""

from functools import lru_cache

from rules.checkers.geometry import Geometry
from rules.checkers.moves import Board
from rules.checkers.rulesets import RULESETS, MoveCount, Ruleset
from words import Phrase

REPETITIONS = 3
"""A position that stands this often, with the same side to move, is a draw."""

Tallies = tuple[int | None, ...]
"""The plies counted for each of a rule set's `draws`.

`None` for a rule that is not tallied now, or ever.
"""


def begin_tallies(ruleset: Ruleset, board: Board, counted: int = 0) -> Tallies:
    """Return the tallies of a position in which `counted` plies already count.

    How many of them a lone king made on the main road nobody knows, so none count there.
    """
    return tuple(
        (0 if rule.main_road else counted)
        if rule.goes_on_through != "nothing" and has_material(rule, board)
        else None
        for rule in ruleset.draws
    )


def advance_tallies(
    ruleset: Ruleset, tallies: Tallies, after: Board, moved: int, *, by_man: bool, changed: bool
) -> Tallies:
    """Return the tallies after a move that led to the board `after`.

    `moved` are the pieces of the side that moved, `by_man` says that a man made the move, and `changed`
    that it captured or crowned.
    """
    return tuple(
        _tally(rule, tally, after, moved, by_man, changed)
        for rule, tally in zip(ruleset.draws, tallies, strict=True)
    )


def ending_rule(ruleset: Ruleset, tallies: Tallies, quiet: int, board: Board) -> MoveCount | None:
    """Return the move-count rule that ends the game now, `None` if none does."""
    for rule, tally in zip(ruleset.draws, tallies, strict=True):
        if rule.goes_on_through == "nothing":
            tally = quiet if has_material(rule, board) else None
        if tally is not None and tally >= rule.due:
            return rule
    return None


def has_material(rule: MoveCount, board: Board) -> bool:
    """Whether the board has the material that a rule names, in its place."""
    if rule.in_all is not None:
        fewest, most = rule.in_all
        pieces = board.white | board.black
        return (
            fewest <= pieces.bit_count() <= most
            and board.white & board.kings != 0
            and board.black & board.kings != 0
        )
    if rule.pieces is None:
        return True
    fewest, most = rule.pieces
    for side, lone in ((board.white, board.black), (board.black, board.white)):
        if lone.bit_count() == (lone & board.kings).bit_count() == 1 and fewest <= side.bit_count() <= most:
            kings = (side & board.kings).bit_count()
            if kings >= (side.bit_count() if rule.kings == "all" else rule.kings):
                return not rule.main_road or (side | lone) & main_road() == lone
    return False


@lru_cache
def main_road() -> int:
    """Return the bits of the main road, a1 to h8, where a count names it.

    All kinds with such a count are played on the same board.
    """
    geometry = Geometry(RULESETS["russian"])
    return sum(bit for bit, (file, rank) in zip(geometry.bits, geometry.places, strict=True) if file == rank)


def describe_rule(rule: MoveCount, ruleset: Ruleset) -> Phrase:
    """Describe a count: “15 moves by each side with three kings against one”."""
    return Phrase(f"checkers.draw.{_name_count(rule, ruleset)}", moves=rule.moves)


def _name_count(rule: MoveCount, ruleset: Ruleset) -> str:
    if rule.in_all is not None:
        return {(4, 5): "four_or_five", (6, 7): "six_or_seven"}[rule.in_all]
    if rule.pieces is None:
        return "no_step_forward" if ruleset.men_go_sideways else "quiet"
    if rule.main_road:
        return "main_road"
    if rule.kings == "all":
        return "kings"
    names: dict[tuple[tuple[int, int], int], str] = {
        ((3, 3), 3): "three_kings",
        ((2, 2), 2): "two_kings",
        ((1, 1), 1): "one_king",
        ((3, 3), 1): "three_pieces",
        ((1, 2), 1): "two_pieces",
    }
    return names[rule.pieces, rule.kings]


def _tally(
    rule: MoveCount, tally: int | None, after: Board, moved: int, by_man: bool, changed: bool
) -> int | None:
    if rule.goes_on_through == "nothing":
        return None
    stands = has_material(rule, after)
    if rule.ends_with_material and not stands:
        return None
    begins_again = {"captures": by_man, "steps": changed, "everything": False}[rule.goes_on_through]
    if tally is None or begins_again:
        return 0 if stands else None
    if rule.main_road:
        return tally + (moved & moved - 1 == 0)
    return tally + 1
