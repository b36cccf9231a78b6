"""Current chances in a match that is not over."""

from engines.chances import curve_of
from engines.observation import observe
from engines.player import Assessment
from engines.review import PositionQuery, chance_for_seat
from rules.match import Match


def current_position_query(match: Match) -> PositionQuery:
    """Return a query for the current position of an unfinished match."""
    assert match.turn is not None  # it is not over
    return PositionQuery(observe(match, match.turn))


def current_chance(match: Match, assessment: Assessment) -> int:
    """Return seat 0's chance to win an unfinished match, in thousandths.

    A draw counts half. `assessment` is the answer to `current_position_query`.
    """
    chance = curve_of(match.game.key, match.options.get("size")).chance
    return chance_for_seat(match.turn or 0, chance(assessment.worth))
