"""The differences between rule sets.

Traits by aspect, as codes of `words` with their facts.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from rules.checkers import draws
from rules.checkers.rulesets import (
    DIAGONALS,
    EIGHT,
    FORWARD_AND_SIDES,
    FORWARD_DIAGONALS,
    ORTHOGONALS,
    Direction,
    Ruleset,
)
from words import Phrase, Words, join_phrases

_WAYS: Mapping[frozenset[Direction], str] = {
    frozenset(FORWARD_DIAGONALS): "forward_diagonals",
    frozenset(DIAGONALS): "diagonals",
    frozenset(FORWARD_AND_SIDES): "forward_and_sides",
    frozenset(ORTHOGONALS): "orthogonals",
    frozenset(FORWARD_AND_SIDES + FORWARD_DIAGONALS): "forward_five",
    frozenset(EIGHT): "eight",
}
_NUMBERS = ("none", "one", "two", "three", "four", "five")
MANY_COUNTS: Final = 3
"""Counts that a sentence names one by one; more are a list."""
_LACKING = {"victims": "no_victims", "reversal": "no_reversal", "king_limit": "no_king_limit"}
"""What is said of a rule set that lacks an aspect which another has."""


class Trait(NamedTuple):
    """One statement about a rule set; equal traits mean the same rule."""

    code: str
    facts: tuple[tuple[str, Any], ...] = ()

    @property
    def clause(self) -> Phrase:
        """The trait as part of a list."""
        return Phrase(f"checkers.clause.{self.code}", **dict(self.facts))

    @property
    def sentence(self) -> Phrase:
        """The trait as a sentence."""
        return Phrase(f"checkers.sentence.{self.code}", **dict(self.facts))


def traits(row: Ruleset) -> dict[str, Trait]:
    """Return the defining aspects of a rule set.

    They are in the order in which one would explain them.
    """
    found = {
        "board": Trait(f"board.{'turned' if row.a1 == 'light' else row.squares}", (("size", row.size),)),
        "men": _men(row),
        "first": Trait(f"first.{row.first}"),
        "man_moves": Trait(f"men_move.{direction_code(row.man_moves)}"),
        "man_captures": Trait(f"men_capture.{direction_code(row.man_captures)}"),
        "king_moves": Trait(f"kings_{'fly' if row.flying else 'step'}.{direction_code(row.king_moves)}"),
        "king_captures": Trait(
            f"kings_capture.{row.landing if row.flying else 'beside'}.{direction_code(row.king_captures)}"
        ),
    }
    if not row.men_capture_kings:
        found["victims"] = Trait("victims")
    found["obligation"] = Trait(f"obligation.{'optional' if row.optional_capture else 'mandatory'}")
    found["choice"] = Trait(f"choice.{'_'.join(row.choice) or 'free'}")
    found["promotion"] = Trait(f"promotion.{row.promotion}")
    found["removal"] = Trait(f"removal.{row.removal}")
    if not row.reversal:
        found["reversal"] = Trait("reversal")
    if row.king_quiet_limit is not None:
        found["king_limit"] = Trait("king_limit", (("limit", row.king_quiet_limit),))
    found["aim"] = Trait(f"aim.{row.aim}")
    found["draws"] = Trait(f"draws.{count_code(row)}", tuple(count_facts(row).items()))
    return found


def differences(row: Ruleset, other: Ruleset) -> list[Phrase]:
    """Return clauses on the rules that a rule set has or lacks, compared with another."""
    own, theirs = traits(row), traits(other)
    found = [trait.clause for aspect, trait in own.items() if theirs.get(aspect) != trait]
    lacking = [Trait(_LACKING[aspect]).clause for aspect in theirs if aspect not in own]
    return found + lacking


def direction_code(directions: tuple[Direction, ...]) -> str:
    """Return the part of a message code that stands for these directions."""
    return _WAYS[frozenset(directions)]


def count_facts(row: Ruleset) -> dict[str, Words]:
    """Return the move counts that draw, as facts `count_a`, `count_b` …, or a list."""
    counts = [draws.describe_rule(rule, row) for rule in row.draws]
    if len(counts) > MANY_COUNTS:
        return {"clauses": join_phrases("series.clauses", counts)}
    return {f"count_{'abc'[number]}": count for number, count in enumerate(counts)}


def count_code(row: Ruleset) -> str:
    """Return the part of a message code that gives the number of such counts."""
    return "many" if len(row.draws) > MANY_COUNTS else _NUMBERS[len(row.draws)]


def _men(row: Ruleset) -> Trait:
    first, last = row.men_rows
    count = (last - first + 1) * (row.size if row.squares == "all" else row.size // 2)
    rows = f"first_{_NUMBERS[last]}" if first == 1 else "second_and_third"
    return Trait(f"men.{rows}", (("count", count),))
