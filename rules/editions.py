"""Versions of the rules.

If the rules have changed since a stored match began, it continues by the rules it began with.
The version grows when the record of a match would be replayed to a different result than
before. The differences are kept as data, and only a match that today's rules do not fit is
replayed by them.

- 1: in Turkish and Armenian checkers, a man's step sideways cleared the earlier positions and
  restarted the counts.
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
    """Return the match of a record in our own form; raise `BadRecord`.

    `version` is the version of the rules by which it was begun, `over` says whether it had ended
    when it was stored. If today's rules end it too early, the rules of that version are used.
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
    """Return all games with the rules of version 1."""
    changed = [Checkers(key, sideways_lasts=True) for key, row in RULESETS.items() if row.men_go_sideways]
    return GAMES | {game.key: game for game in changed}
