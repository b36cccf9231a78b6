"""A knock-out: an entrant who loses is eliminated."""

from collections.abc import Mapping
from functools import partial

from club.competitions.crosstable import Crosstable
from club.competitions.kinds.tournament import RoundField, RoundsKind
from club.competitions.reckoning.bracket import Tie, build_bracket
from club.competitions.reckoning.results import ResultForPlayer
from club.competitions.round_pairing import (
    EntrantPair,
    RoundPairing,
    counted_pairings,
    counted_result,
)
from club.refusals import Refusal
from data.competitions import pairings
from data.competitions.competitions import StageRow
from data.competitions.pairings import PairingResult, PairingRow
from data.database.transaction import Transaction
from rendering.people.bracket import BracketPlayer, BracketTie, draw_bracket
from rendering.picture import Picture
from rules.catalogue import title_of
from words import Words


class KnockoutKind(RoundsKind):
    """A knock-out: a drawn tie is played again."""

    key = "knockout"
    least, most = 3, 16
    has_page = True
    is_lasting = True
    record_type = "Individual: Knock-Out"

    def default_rounds(self, entrants: int) -> int:
        """Return how often this many entrants are halved until one is left.

        >>> KnockoutKind().default_rounds(9)
        4
        """
        return (entrants - 1).bit_length()

    def check_ruling(self, stage: StageRow, pairing: PairingRow) -> None:
        """Raise `Refusal` for a pairing of an earlier round.

        Its loser has already been eliminated.
        """
        if pairing.round != stage.round:
            raise Refusal("tournament.rule.round")

    async def follow_ruling(self, tx: Transaction, pairing: PairingRow, result: PairingResult | None) -> None:
        """End the replay of a draw that now counts as won.

        The round must not wait for it.
        """
        if (result or pairing.result) in (PairingResult.FIRST, PairingResult.SECOND):
            await pairings.void_replay(tx, pairing)

    def winner_ids(self, sheet: Crosstable) -> list[int]:
        """Return the id of the entrant who has won the final."""
        winner = sheet.bracket_rounds[-1][0].winner
        return [] if winner is None else [winner]

    def standings_drawing(
        self, sheet: Crosstable, names: Mapping[int, str], part: Words, *, language: str
    ) -> partial[Picture]:
        """Return the drawing of the bracket."""
        rounds = [[_pictured_tie(tie, names) for tie in ties] for ties in sheet.bracket_rounds]
        title, name = title_of(sheet.competition.game), sheet.competition.name
        return partial(draw_bracket, name, part, title, rounds, language=language)

    def is_unpaired(self, field: RoundField) -> bool:
        """Whether a tie needs its first match, or another one after a draw."""
        return bool(self.pair(field).pairs)

    def pair(self, field: RoundField) -> RoundPairing:
        """Pair entrants who meet for the first time, or again after a draw."""
        people, number = field.people, field.stage.round
        withdrawn = [each.id for each in people if each.withdrawn]
        ties = build_bracket([each.id for each in people], field.meetings, withdrawn)[number]
        return RoundPairing(
            [
                EntrantPair(number, *pair, turned=bool(tie.games))
                for tie in ties
                if (pair := tie.next_pair) is not None
            ]
        )


def _pictured_tie(tie: Tie, names: Mapping[int, str]) -> BracketTie:
    """Return a tie of the bracket in the form that the picture needs."""
    players = (tie.upper, tie.lower)
    upper, lower = (None if each is None else BracketPlayer(each, names[each]) for each in players)
    forms: tuple[list[ResultForPlayer], list[ResultForPlayer]] = ([], [])
    for game in counted_pairings(tie.games):
        result = counted_result(game)
        for form, each in zip(forms, players, strict=True):
            assert each is not None  # they have met
            form.append(result.outcome_for(each))
    winner = None if tie.winner is None else players.index(tie.winner)
    return BracketTie((upper, lower), (tuple(forms[0]), tuple(forms[1])), winner, tie.is_bye)
