"""Versions of the rules: a stored match is played on by the rules that it began with, where they have changed since.

The version grows when the record of a match would be replayed to something else than before. What was different then is
kept as data, and only a match that today's rules do not fit is replayed by it.

- 1: in Turkish and Armenian checkers, a man's step sideways cleared what had stood before and began the counts again.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from rules.catalogue import GAMES
from rules.checkers.game import Checkers
from rules.checkers.rulesets import RULESETS
from rules.game import AnyGame, RulesError
from rules.match import Match, read_record

RULES_VERSION: Final = 2
"""The version of the rules that new matches are played by."""


def replay(record: str, *, version: int, over: bool) -> Match:
    """Return the match of a record in our own form, which was begun by a version of the rules; raise `BadRecord`.

    `over` says whether it had ended when it was stored. Where today's rules end it too early, those of then are taken.
    """
    try:
        match = read_record(record, GAMES)
    except RulesError:
        if version >= RULES_VERSION:
            raise
    else:
        if version >= RULES_VERSION or over or match.outcome is None:
            return match
    return read_record(record, _first_edition())


@lru_cache
def _first_edition() -> Mapping[str, AnyGame]:
    """Return all games as version 1 had them."""
    changed = [Checkers(key, sideways_lasts=True) for key, row in RULESETS.items() if row.men_go_sideways]
    return GAMES | {game.key: game for game in changed}
