"""How to play each kind of checkers, in our own words; what sets it apart is told from the table of rule sets."""

from rules.checkers.rulesets import RULESETS
from rules.game import Help


def words_of(key: str) -> tuple[str, ...]:
    """Other names under which people look for a variant; all are checkers, draughts and dama."""
    return ("checkers", "draughts", "dama")


def help_of(key: str) -> Help:
    """The help of a variant."""
    return Help(
        summary=RULESETS[key].title,
        rules=("Men move forward; captures are mandatory.",),
        ending="Who has no piece or no move left has lost.",
        notation="From and to: `11-15`, `a3-b4`.",
    )
