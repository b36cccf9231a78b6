"""Which player is ahead in a match that is not over."""

from engines.chances import curve_of
from engines.observation import observe
from engines.player import Assessment
from engines.review import PositionQuery, of_seat
from rules.match import Match


def asked_now(match: Match) -> PositionQuery:
    """Return the query that shows which player is ahead in an unfinished match."""
    assert match.turn is not None  # it is not over
    return PositionQuery(observe(match, match.turn))


def chance_now(match: Match, found: Assessment) -> int:
    """Return seat 0's chance in a running match by a look's finding.

    It is in thousandths, draws half.
    """
    chance = curve_of(match.game.key, match.options.get("size")).chance
    return of_seat(match.turn or 0, chance(found.worth))
