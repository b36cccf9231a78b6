"""All kinds of competitions."""

from typing import Final

from club.competitions.kinds.kind import CompetitionKind
from club.competitions.kinds.knockout import KnockoutKind
from club.competitions.kinds.ladder import LadderKind
from club.competitions.kinds.league import LeagueKind
from club.competitions.kinds.robin import RoundRobinKind
from club.competitions.kinds.simul import SimulKind
from club.competitions.kinds.swiss import SwissKind
from club.competitions.kinds.teams import TeamMatchKind
from club.competitions.kinds.tournament import TournamentKind
from data.competitions.competitions import CompetitionRow

TOURNAMENTS: Final[dict[str, TournamentKind]] = {
    kind.key: kind for kind in (SwissKind(), RoundRobinKind(), KnockoutKind())
}
"""The kinds that `/tournament create` offers, in its order."""
KINDS: Final[dict[str, CompetitionKind]] = {
    kind.key: kind
    for kind in (LeagueKind(), *TOURNAMENTS.values(), TeamMatchKind(), LadderKind(), SimulKind())
}


def kind_of(row: CompetitionRow) -> CompetitionKind:
    """Return the kind of a competition."""
    return KINDS[row.kind]
