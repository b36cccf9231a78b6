"""Nobody decides in their own matter: whoever ends, voids or rules on what others play is asked for here first."""

from club.refusals import Refusal
from data.database.transaction import Transaction
from data.play import parties


async def check_match(tx: Transaction, match_id: int, user_id: int) -> None:
    """Raise `Refusal` for somebody who plays a match or votes in it, or is of a team that it is played for."""
    _check(await parties.is_of_match(tx, match_id, user_id))


async def check_pairing(tx: Transaction, pairing_id: int, user_id: int) -> None:
    """Raise `Refusal` for one of the two who meet, and for everybody of a team that they play for."""
    _check(await parties.is_of_pairing(tx, pairing_id, user_id))


async def check_round(tx: Transaction, section_id: int, round_number: int, user_id: int) -> None:
    """Raise `Refusal` for somebody who meets anybody in a round: taking it back takes back their own result."""
    _check(await parties.is_of_round(tx, section_id, round_number, user_id))


def _check(own: bool) -> None:
    if own:
        raise Refusal("matter.own")
