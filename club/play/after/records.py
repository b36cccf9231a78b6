"""Export of a match as game record files.

Until the match ends, a record holds only what the user may know; after that it holds everything.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from club.play.match.matches import Table
from rules import json_records
from rules.checkers import lidraughts, records
from rules.checkers.game import Checkers
from rules.game import Seat


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """One exported file: its name, format and content.

    The name reveals nothing about the moves.
    """

    name: str
    format: Literal["pdn", "json"]
    text: str


@dataclass(frozen=True, slots=True)
class RecordExport:
    """The record of a match as one user may see it, with links to Lidraughts.

    `position_url` leads to an analysis board with the last position and `game_url` to the whole game.
    Both are `None` while the match goes on, because an analysis board with an engine would be outside
    help. `game_url` is also `None` if the match does not follow Lidraughts' rules.
    """

    table: Table
    seat: Seat | None
    files: tuple[ExportedFile, ...]
    position_url: str | None
    game_url: str | None


def export_record(table: Table, user_id: int, *, may_link: bool) -> RecordExport:
    """Export the record of a match for a user.

    This is slow for a long match, so call it off the event loop. While the match goes on, the record
    holds only what the user's seat has seen, or what everyone has seen if the user is a spectator. It has
    links to Lidraughts only if the user `may_link` to an engine.
    """
    position = lidraughts.analysis_url(table.match) if table.is_over and may_link else None
    first, second = (str(each.name) for each in table.row.seats)
    names = first, second
    return RecordExport(
        table,
        seat := table.seat_of(user_id),
        tuple(export_files(table, seat, names)),
        position,
        lidraughts.import_url(table.match) if position else None,
    )


def export_files(table: Table, seat: Seat | None, names: tuple[str, str]) -> Iterator[ExportedFile]:
    """Yield the record as PDN (for checkers only) and as JSON.

    `names` are the two players' names by seat.
    """
    match, row = table.match, table.row
    first, second = names
    began = datetime.fromtimestamp(row.created_at, UTC)
    stem = f"{row.game}-{row.id}"
    if isinstance(table.game, Checkers):
        named = {str(table.side(0)): first, str(table.side(1)): second}
        tags = {**named, "Date": f"{began:%Y.%m.%d}"}
        text = records.write(match, tags, seat=None if table.is_over else 0)
        yield ExportedFile(f"{stem}.pdn", "pdn", text)
    text = json_records.write(
        match,
        whole=table.is_over,
        seat=seat,
        names=(first, second),
        date=f"{began:%Y-%m-%d}",
    )
    yield ExportedFile(f"{stem}.json", "json", text)
