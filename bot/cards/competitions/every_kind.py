"""The cards of every kind of competition, looked up by kind."""

from typing import Final

from bot.cards.competitions.kind_cards import CompetitionCards
from bot.cards.competitions.knockout import KnockoutCards
from bot.cards.competitions.ladder import LadderCards
from bot.cards.competitions.league import LeagueCards
from bot.cards.competitions.simul import SimulCards
from bot.cards.competitions.swiss import SwissCards
from bot.cards.competitions.teams import TeamMatchCards
from bot.cards.competitions.tournament import TournamentCards
from club.competitions.kinds.all_kinds import KINDS
from club.competitions.kinds.kind import CompetitionKind
from club.competitions.kinds.knockout import KnockoutKind
from club.competitions.kinds.ladder import LadderKind
from club.competitions.kinds.league import LeagueKind
from club.competitions.kinds.simul import SimulKind
from club.competitions.kinds.swiss import SwissKind
from club.competitions.kinds.teams import TeamMatchKind
from club.competitions.kinds.tournament import TournamentKind

CARDS: Final[dict[type[CompetitionKind], CompetitionCards]] = {
    KnockoutKind: KnockoutCards(),
    LadderKind: LadderCards(),
    LeagueKind: LeagueCards(),
    SimulKind: SimulCards(),
    SwissKind: SwissCards(),
    TeamMatchKind: TeamMatchCards(),
    TournamentKind: TournamentCards(),
}
"""A kind without cards of its own has those of the kind that it derives from."""


def cards_for_kind(kind: str) -> CompetitionCards:
    """Return the cards for a kind of competition, given its key."""
    return next(CARDS[each] for each in type(KINDS[kind]).__mro__ if each in CARDS)
