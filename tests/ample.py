"""Limits that no test comes near, for whole evenings in a moment."""

from typing import Final

from club.members.quotas import Limits

AMPLE: Final = Limits(
    open_per_person=50,
    challenges_per_minute=1000,
    analyses_per_minute=1000,
    replays_per_minute=1000,
    imports_per_minute=1000,
    presses_per_minute=10**6,
    presses_at_once=10**6,
    presses_in_work=10**6,
)
"""Whole evenings pass here while the clock stands."""
