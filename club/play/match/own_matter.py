"""No one decides in their own matter.

Anyone who ends, voids or rules on other people's play is checked here first.
"""

from club.refusals import Refusal
from data.database.transaction import Transaction
from data.play import parties


async def check_match(tx: Transaction, match_id: int, user_id: int) -> None:
    """Raise `Refusal` for a person who has a part in a match.

    They play it, vote in it, or belong to a team that it is played for.
    """
    _check(await parties.is_of_match(tx, match_id, user_id))


async def check_pairing(tx: Transaction, pairing_id: int, user_id: int) -> None:
    """Raise `Refusal` for either of the two who meet in a pairing.

    Also raise it for every member of a team that they play for.
    """
    _check(await parties.is_of_pairing(tx, pairing_id, user_id))


async def check_round(tx: Transaction, section_id: int, round_number: int, user_id: int) -> None:
    """Raise `Refusal` for a person who has an opponent in a round.

    Taking the round back would take back their own result.
    """
    _check(await parties.is_of_round(tx, section_id, round_number, user_id))


def _check(own: bool) -> None:
    if own:
        raise Refusal("matter.own")
