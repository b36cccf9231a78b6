"""All games of a section as one PDN file."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from club.competitions.crosstable import Crosstable
from club.competitions.table_files import event_title
from club.play.match.matches import Table
from data.competitions.pairings import PairingRow
from data.play.matches import MatchStatus
from rules.catalogue import GAMES
from rules.checkers import records
from rules.checkers.game import Checkers

MOST: Final = 300
"""Games of a file: those of a Swiss of sixty."""


def finished_pairings(sheet: Crosstable) -> list[PairingRow]:
    """Return the pairings whose matches are over, in the order of play.

    There are at most `MOST`, the last ones, and none of another game than checkers.
    """
    if not isinstance(GAMES.get(sheet.competition.game), Checkers):
        return []
    found = [each for each in sheet.pairings if _is_over(sheet, each)]
    return found[-MOST:]


def _is_over(sheet: Crosstable, pairing: PairingRow) -> bool:
    listed = sheet.listed_matches.get(pairing.match_id or 0)
    return listed is not None and listed.status is MatchStatus.OVER


def to_pdn(sheet: Crosstable, games: Sequence[tuple[PairingRow, Table]]) -> str:
    """Return games as PDN, with the event, the round and both names in their headers.

    This is slow for many games: call it off the event loop.
    """
    title = event_title(sheet)
    return "\n".join(
        records.write(
            table.match,
            {
                "Event": title,
                "Date": f"{datetime.fromtimestamp(table.row.created_at, UTC):%Y.%m.%d}",
                "Round": str(pairing.round + 1),
                **{str(table.side(seat)): str(table.row.seats[seat].name) for seat in (0, 1)},
            },
        )
        for pairing, table in games
    )
