"""No user decides about a match or a competition in which they have a part.

This is checked before anyone ends, voids or rules on other people's matches.
"""

from club.refusals import Refusal
from data.database.transaction import Transaction
from data.play import parties


async def check_uninvolved_in_match(tx: Transaction, match_id: int, user_id: int) -> None:
    """Raise `Refusal` if a user is involved in a match.

    They are if they play it, vote in it, or belong to a team that it is played for.
    """
    _check(await parties.is_involved_in_match(tx, match_id, user_id))


async def check_uninvolved_in_pairing(tx: Transaction, pairing_id: int, user_id: int) -> None:
    """Raise `Refusal` if a user is involved in a pairing of a competition.

    They are if they are one of the two opponents, or a member of a team that one of them plays for.
    """
    _check(await parties.is_involved_in_pairing(tx, pairing_id, user_id))


async def check_uninvolved_in_round(
    tx: Transaction, section_id: int, round_number: int, user_id: int
) -> None:
    """Raise `Refusal` if a user has an opponent in a round of a tournament.

    Undoing the round would undo the result of their own match.
    """
    _check(await parties.has_pairing_in_round(tx, section_id, round_number, user_id))


def _check(own: bool) -> None:
    if own:
        raise Refusal("matter.own")
