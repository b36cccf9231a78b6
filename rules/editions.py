"""Versions of the rules.

A stored match goes by the rules that it began with. The version grows when the record of a match
would be replayed to a different result than before. The differences are kept as data.

- 1: in Turkish and Armenian checkers, a man's step sideways cleared the earlier positions and
  restarted the counts.
- 2: Russian, Brazilian and Frisian checkers counted fewer kinds of endings, and Black began in two
  openings of the FMJD-64 tables.
"""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from rules.catalogue import GAMES
from rules.checkers.game import NO_CHANGE, Checkers
from rules.checkers.rulesets import MoveCount
from rules.game import AnyGame, RulesError
from rules.match import Match, read_record

RULES_VERSION: Final = 3
"""The version of the rules that new matches are played by."""


class FormerRules(NamedTuple):
    """What was different in a kind of checkers up to a version.

    The fields of its rule set, and the positions of openings by name.
    """

    last: int
    key: str
    changed: Mapping[str, Any]
    told: Mapping[str, str] = NO_CHANGE


_SIDEWAYS: Final = MappingProxyType({"sideways_lasts": True})
_FIFTEEN: Final = MappingProxyType({"draws": (MoveCount(15, pieces=(3, 3), kings=3), MoveCount(15))})
_SEVEN: Final = MappingProxyType({"draws": (MoveCount(7, pieces=(2, 2), kings=2),)})
_BLACK_BEGAN: Final = MappingProxyType(
    {
        "FMJD-64 22-XV": "B:W13,21,22,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,8,9,10,11,12,16",
        "FMJD-64 45-IX": "B:W19,20,21,22,24,25,26,27,29,30,31,32:B1,2,3,4,6,7,8,9,11,12,13,14",
    }
)
FORMER: Final = (
    FormerRules(1, "turkish", _SIDEWAYS),
    FormerRules(1, "armenian", _SIDEWAYS),
    FormerRules(2, "russian", _FIFTEEN, _BLACK_BEGAN),
    FormerRules(2, "brazilian", _FIFTEEN, _BLACK_BEGAN),
    FormerRules(2, "frisian", _SEVEN),
)


def replay(record: str, *, version: int, over: bool) -> Match:
    """Return the match of a record in our own form; raise `BadRecord`.

    `version` is the version of the rules by which it was begun, `over` says whether it had ended
    when it was stored. One that was ended by rules of a later version, as happened to matches of
    version 1, stays ended by them.
    """
    match = read_record(record, edition(version))
    if over and match.outcome is None:
        for later in range(version + 1, RULES_VERSION + 1):
            try:
                ended = read_record(record, edition(later))
            except RulesError:
                break
            if ended.outcome:
                return ended
    return match


def edition(version: int) -> Mapping[str, AnyGame]:
    """Return all games by the rules of a version."""
    return {**GAMES, **_former_games(version)} if version < RULES_VERSION else GAMES


@lru_cache
def _former_games(version: int) -> Mapping[str, AnyGame]:
    former = [rules for rules in FORMER if version <= rules.last]
    return {rules.key: Checkers(rules.key, changed=rules.changed, told=rules.told) for rules in former}
