"""The record of a match as files.

Before the end of the match it holds only what the user may know, after it everything.
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
    """One file: its name, which says nothing of what is in it, its form, and its text."""

    name: str
    form: Literal["pdn", "json"]
    text: str


@dataclass(frozen=True, slots=True)
class Export:
    """The record of a match as a user may know it, with its Lidraughts addresses.

    There are no addresses while a match goes on, because an analysis board with an engine is outside
    help. `game` is missing if the rules of Lidraughts do not replay the match.
    """

    table: Table
    seat: Seat | None
    files: tuple[ExportedFile, ...]
    position: str | None
    game: str | None


def export(table: Table, user_id: int, *, may_lead: bool) -> Export:
    """Return the record of a match for a user.

    It takes time for a long match, so call it off the event loop. While the match goes on, the record
    holds only what the user's seat has seen, or for others what everyone has seen. Addresses are there
    only if they `may_lead` this user to an engine.
    """
    position = lidraughts.analysis_url(table.match) if table.over and may_lead else None
    first, second = (str(each.name) for each in table.row.seats)
    names = first, second
    return Export(
        table,
        seat := table.seat_of(user_id),
        tuple(files(table, seat, names)),
        position,
        lidraughts.import_url(table.match) if position else None,
    )


def files(table: Table, seat: Seat | None, names: tuple[str, str]) -> Iterator[ExportedFile]:
    """Yield the record as PDN for checkers and as JSON for every game.

    `names` are the two players' names.
    """
    match, row = table.match, table.row
    first, second = names
    began = datetime.fromtimestamp(row.created_at, UTC)
    stem = f"{row.game}-{row.id}"
    if isinstance(table.game, Checkers):
        named = {str(table.side(0)): first, str(table.side(1)): second}
        tags = {**named, "Date": f"{began:%Y.%m.%d}"}
        text = records.write(match, tags, seat=None if table.over else 0)
        yield ExportedFile(f"{stem}.pdn", "pdn", text)
    text = json_records.write(
        match,
        whole=table.over,
        seat=seat,
        names=(first, second),
        date=f"{began:%Y-%m-%d}",
    )
    yield ExportedFile(f"{stem}.json", "json", text)
