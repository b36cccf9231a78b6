"""A knock-out: who loses plays no more."""

from club.competitions.kinds.tournament import RoundField, RoundsKind
from club.competitions.reckoning.bracket import bracket
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

    def usual_rounds(self, entrants: int) -> int:
        """Return how often so many entrants are halved.

        >>> KnockoutKind().usual_rounds(9)
        4
        """
        return (entrants - 1).bit_length()

    def check_ruling(self, stage: StageRow, pairing: PairingRow) -> None:
        """Raise `Refusal` for a pairing of an earlier round: who lost there plays no more."""
        if pairing.round != stage.round:
            raise Refusal("tournament.rule.round")

    def is_unpaired(self, field: RoundField) -> bool:
        """Return whether two of a tie are to play, or to play again."""
        return bool(self.pair(field).pairs)

    def pair(self, field: RoundField) -> RoundPairing:
        """Pair those who meet for the first time, or again after a draw."""
        people, number = field.people, field.stage.round
        ties = bracket([each.id for each in people], field.meetings, self.drop_outs(people))[number]
        return RoundPairing(
            [
                EntrantPair(number, *pair, turned=bool(tie.games))
                for tie in ties
                if (pair := tie.next_pair) is not None
            ]
        )
