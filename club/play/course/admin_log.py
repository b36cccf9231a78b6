"""The log of changed server settings and of moderators' acts on matches.

`/admin log` lists it. Each row is stored in the transaction of the act that it records. Rows hold no
names of players: readers learn about a match from the match's own row, if they may see it.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Final

from club.members.people import Act
from club.members.quotas import Limits
from club.play.match.access import Asker
from club.play.match.match_lists import ListedMatch
from data.database.store import Store
from data.database.transaction import Transaction
from data.members import admin_log
from data.members.admin_log import AdminLogRow
from data.members.bars import BarRow
from data.members.servers import ServerRow
from data.play import listing
from data.play.listing import ListedRow
from data.play.matches import MatchRow
from data.standing import rated_rows

NO_SETTINGS: Final = frozenset(("guild_id", "greeted_at", "puzzle_by", "card_by", "digest_by"))
"""What a server's row holds besides settings."""
SETTINGS: Final = tuple(field.name for field in fields(ServerRow) if field.name not in NO_SETTINGS)
ENDED: Final = "end"
REOPENED: Final = "reopen"
MOVED: Final = "move"
VOIDED: Final = "void"
COUNTED: Final = "count"
BARRED: Final = "bar"
UNBARRED: Final = "unbar"
PAGE: Final = 6
"""Rows on a page.

That many fit into a message even if each row changes ten channels for ten others.
"""


@dataclass(frozen=True, slots=True)
class AdminLogEntry:
    """A row of the log with the match that it is about.

    `match` is `None` if the row is not about a match, if the match is no longer stored, or if the reader
    may not see it.
    """

    row: AdminLogRow
    match: ListedMatch | None = None
    is_hidden: bool = False
    """Whether the match is there, in a place that the reader cannot see."""
    reason: str | None = None
    """Why a rated match was voided or counts again.

    This is the reason given by the last moderator to change it.
    """


@dataclass(frozen=True, slots=True)
class AdminLogPage:
    """A page of a server's log, newest entries first.

    `number` is the number of the page, from 0, out of `page_count`. Only the newest `kept_limit` entries
    of a server are kept.
    """

    entries: Sequence[AdminLogEntry]
    number: int
    page_count: int
    kept_limit: int


class AdminLog:
    """Logs changes of server settings and acts of moderators, and lists them."""

    def __init__(self, store: Store, now: Callable[[], float], limits: Limits) -> None:
        self._store = store
        self._now = now
        self._limits = limits

    async def follow_server(
        self, tx: Transaction, user_id: int | None, before: ServerRow, after: ServerRow
    ) -> None:
        """Log each server setting that has changed.

        `user_id` is the user who changed them, if known.
        """
        for name in SETTINGS:
            was, became = getattr(before, name), getattr(after, name)
            if was != became:
                row = AdminLogRow(
                    guild_id=after.guild_id,
                    at=self._now(),
                    user_id=user_id,
                    what=name,
                    was=json.dumps(was),
                    became=json.dumps(became),
                )
                await self._add(tx, row)

    async def log_end(self, tx: Transaction, *, act: Act, match: MatchRow, why: str) -> None:
        """Log that a moderator ends a match, with the reason."""
        await self._log_for_reason(tx, ENDED, act, match, why)

    async def log_reopening(self, tx: Transaction, *, act: Act, match: MatchRow, why: str) -> None:
        """Log that a moderator undoes the end of a match, with the reason."""
        await self._log_for_reason(tx, REOPENED, act, match, why)

    async def _log_for_reason(self, tx: Transaction, what: str, act: Act, match: MatchRow, why: str) -> None:
        row = AdminLogRow(
            guild_id=match.guild_id,
            at=self._now(),
            user_id=act.user_id,
            what=what,
            became=json.dumps(why),
            match_id=match.id,
        )
        await self._add(tx, row)

    async def log_place_change(self, tx: Transaction, *, act: Act, match: MatchRow, channel_id: int) -> None:
        """Log that a moderator moves a match to another channel."""
        row = AdminLogRow(
            guild_id=match.guild_id,
            at=self._now(),
            user_id=act.user_id,
            what=MOVED,
            was=json.dumps(match.place_id),
            became=json.dumps(channel_id),
            match_id=match.id,
        )
        await self._add(tx, row)

    async def log_rating_change(
        self, tx: Transaction, *, user_id: int, guild_id: int, match_id: int, void: bool
    ) -> None:
        """Log that a moderator voids a rated match, or lets it count again.

        The moderator's reason is stored with the match's rating, not in the log.
        """
        row = AdminLogRow(
            guild_id=guild_id,
            at=self._now(),
            user_id=user_id,
            what=VOIDED if void else COUNTED,
            match_id=match_id,
        )
        await self._add(tx, row)

    async def log_bar(self, tx: Transaction, *, act: Act, row: BarRow) -> None:
        """Log that a moderator bars a member, with the reason."""
        await self._log_bar(tx, BARRED, act, row, {"until": row.until, "why": row.why})

    async def log_bar_end(self, tx: Transaction, *, act: Act, row: BarRow, why: str) -> None:
        """Log that a moderator lets a barred member back, with the reason."""
        await self._log_bar(tx, UNBARRED, act, row, {"why": why})

    async def _log_bar(
        self, tx: Transaction, what: str, act: Act, row: BarRow, became: dict[str, object]
    ) -> None:
        logged = AdminLogRow(
            guild_id=row.guild_id,
            at=self._now(),
            user_id=act.user_id,
            what=what,
            became=json.dumps(became),
            whom_id=row.user_id,
        )
        await self._add(tx, logged)

    async def _add(self, tx: Transaction, row: AdminLogRow) -> None:
        await admin_log.add(tx, row, keep=self._limits.log_entries_kept)

    async def load_page(self, asker: Asker, guild_id: int, number: int) -> AdminLogPage:
        """Return a page of a server's log as `asker` may see it.

        If there is no page with this number, return the nearest one.
        """

        async def job(
            tx: Transaction,
        ) -> tuple[int, int, list[AdminLogRow], list[ListedRow], dict[int, str | None]]:
            pages = max(1, -(-await admin_log.count(tx, guild_id) // PAGE))
            shown = max(0, min(number, pages - 1))
            rows = await admin_log.list_newest(tx, guild_id, skip=shown * PAGE, limit=PAGE)
            ids = {row.match_id for row in rows if row.match_id is not None}
            reasons: dict[int, str | None] = {}
            about = {row.match_id for row in rows if row.match_id and row.what in (VOIDED, COUNTED)}
            for match_id in about:
                entry = await rated_rows.find_by_match(tx, match_id)
                reasons[match_id] = entry.void_why if entry else None
            return shown, pages, rows, await listing.list_by_ids(tx, sorted(ids)), reasons

        shown, pages, rows, found, reasons = await self._store.read(job)
        matches = {row.id: ListedMatch(row) for row in found}
        seen = {row.id: await asker.may_see(row) for row in found}
        entries = [_entry(row, matches, seen, reasons) for row in rows]
        return AdminLogPage(entries, shown, pages, self._limits.log_entries_kept)


def _entry(
    row: AdminLogRow, matches: dict[int, ListedMatch], seen: dict[int, bool], reasons: dict[int, str | None]
) -> AdminLogEntry:
    if row.match_id is None or row.match_id not in matches:
        return AdminLogEntry(row)
    if not seen[row.match_id]:
        return AdminLogEntry(row, is_hidden=True)
    return AdminLogEntry(row, matches[row.match_id], reason=reasons.get(row.match_id))
