"""A knock-out: an entrant who loses is eliminated."""

from club.competitions.crosstable import Crosstable
from club.competitions.kinds.tournament import RoundField, RoundsKind
from club.competitions.reckoning.bracket import build_bracket
from club.competitions.round_pairing import EntrantPair, RoundPairing
from club.refusals import Refusal
from data.competitions.competitions import StageRow
from data.competitions.pairings import PairingRow


class KnockoutKind(RoundsKind):
    """A knock-out: a drawn tie is played again."""

    key = "knockout"
    least, most = 3, 16
    has_page = True
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

    def winner_ids(self, sheet: Crosstable) -> list[int]:
        """Return the id of the entrant who has won the final."""
        winner = sheet.bracket_rounds[-1][0].winner
        return [] if winner is None else [winner]

    def is_unpaired(self, field: RoundField) -> bool:
        """Whether a tie needs its first match, or another one after a draw."""
        return bool(self.pair(field).pairs)

    def pair(self, field: RoundField) -> RoundPairing:
        """Pair entrants who meet for the first time, or again after a draw."""
        people, number = field.people, field.stage.round
        ties = build_bracket([each.id for each in people], field.meetings, self.drop_outs(people))[number]
        return RoundPairing(
            [
                EntrantPair(number, *pair, turned=bool(tie.games))
                for tie in ties
                if (pair := tie.next_pair) is not None
            ]
        )
