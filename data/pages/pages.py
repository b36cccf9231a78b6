"""Web pages: the unguessable address of each, and what it shows."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from data.database.columns import column_list, column_values, from_row, insert_statement, placeholder_chunks
from data.database.transaction import Transaction

NO_PAGES: Final = "none"
"""What a server has set that wants no pages."""
LISTED: Final = "listed"
"""What a server has set whose pages search engines may find."""
PAGES: Final = (NO_PAGES, "unlisted", LISTED)
"""Settings of a server: no pages, unlisted pages, or pages for search engines."""


LOOKED_AT: Final = 400
"""How many of a member's newest matches are searched for pages.

The search is for a list of the member's pages. The matches may have been played anywhere.
"""


@dataclass(frozen=True, slots=True)
class PageRow:
    """A page of a match or of a competition on a server, or a server's own page.

    `address` is the unguessable last part of its public URL, and `made_at` is when it was made.
    """

    address: str
    guild_id: int
    made_at: float
    match_id: int | None = None
    competition_id: int | None = None


_PAGE: Final = column_list(PageRow, "page")
_ON: Final = "JOIN server ON server.guild_id = page.guild_id"
"""Where a server's settings say whether its pages are there."""


async def may_have_pages(tx: Transaction, guild_id: int) -> bool:
    """Whether a server has enabled web pages."""
    row = await tx.one("SELECT pages FROM server WHERE guild_id = ?", guild_id)
    return row is not None and row["pages"] != NO_PAGES


async def put(tx: Transaction, page: PageRow) -> bool:
    """Store a page; return whether it was stored.

    Nothing is stored if the match, competition or server already has one.
    """
    return await tx.run(*insert_statement("page", column_values(page), "ON CONFLICT DO NOTHING")) > 0


async def find_by_match(tx: Transaction, match_id: int) -> PageRow | None:
    """Return the page of a match, or `None` if it has none.

    Return `None` also if the server has disabled pages.
    """
    row = await tx.one(
        f"SELECT {_PAGE} FROM page {_ON} WHERE page.match_id = ? AND server.pages <> ?", match_id, NO_PAGES
    )
    return from_row(PageRow, row) if row else None


async def find_by_competition(tx: Transaction, competition_id: int) -> PageRow | None:
    """Return the page of a competition, or `None` if it has none.

    Return `None` also if the server has disabled pages.
    """
    sql = f"SELECT {_PAGE} FROM page {_ON} WHERE page.competition_id = ? AND server.pages <> ?"
    row = await tx.one(sql, competition_id, NO_PAGES)
    return from_row(PageRow, row) if row else None


async def find_by_server(tx: Transaction, guild_id: int) -> PageRow | None:
    """Return a server's own page, or `None` if it has none.

    Return `None` also if the server has disabled pages.
    """
    sql = (
        f"SELECT {_PAGE} FROM page {_ON} WHERE page.guild_id = ? AND page.match_id IS NULL"
        " AND page.competition_id IS NULL AND server.pages <> ?"
    )
    row = await tx.one(sql, guild_id, NO_PAGES)
    return from_row(PageRow, row) if row else None


async def find_by_competition_of_match(tx: Transaction, match_id: int) -> PageRow | None:
    """Return the page of the competition that a match was played in.

    Return `None` if there is none, and also if the server has disabled pages.
    """
    row = await tx.one(
        f"SELECT {_PAGE} FROM pairing JOIN section ON section.id = pairing.section_id"
        " JOIN stage ON stage.id = section.stage_id"
        f" JOIN page ON page.competition_id = stage.competition_id {_ON}"
        " WHERE pairing.match_id = ? AND server.pages <> ?",
        match_id,
        NO_PAGES,
    )
    return from_row(PageRow, row) if row else None


async def list_newest(tx: Transaction, guild_id: int, limit: int, *, skip: int = 0) -> Sequence[PageRow]:
    """Return the latest pages of matches and competitions after `skip`, newest first."""
    sql = (
        f"SELECT {_PAGE} FROM page WHERE guild_id = ? AND (match_id IS NOT NULL OR competition_id IS NOT NULL)"
        " ORDER BY made_at DESC, address LIMIT ? OFFSET ?"
    )
    rows = await tx.all(sql, guild_id, limit, skip)
    return [from_row(PageRow, row) for row in rows]


async def list_newest_for_user(
    tx: Transaction, guild_id: int, user_id: int, limit: int, *, skip: int = 0
) -> Sequence[PageRow]:
    """Return the latest pages of a member's matches on a server, newest first.

    The first ones are left out, as many as there are to `skip`. Only the member's most recent matches are considered.
    """
    sql = (
        "WITH newest AS MATERIALIZED"
        " (SELECT match_id FROM seat WHERE user_id = ? AND running = 0 ORDER BY match_id DESC LIMIT ?)"
        f" SELECT {_PAGE} FROM page WHERE +guild_id = ? AND match_id IN (SELECT match_id FROM newest)"
        " ORDER BY made_at DESC, address LIMIT ? OFFSET ?"
    )
    rows = await tx.all(  # from the person's matches, however many pages the server has: hence the plus
        sql, user_id, LOOKED_AT, guild_id, limit, skip
    )
    return [from_row(PageRow, row) for row in rows]


async def find_addresses(tx: Transaction, match_ids: Sequence[int]) -> dict[int, str]:
    """Return the page addresses of the given matches, by match ID.

    Matches without a page are left out.
    """
    found: dict[int, str] = {}
    for marks, some in placeholder_chunks(match_ids):
        rows = await tx.all(f"SELECT match_id, address FROM page WHERE match_id IN ({marks})", *some)
        found |= {row["match_id"]: row["address"] for row in rows}
    return found


async def find_by_address(tx: Transaction, address: str) -> tuple[PageRow, bool] | None:
    """Return the page at an address, and whether search engines may index it.

    Return `None` if there is none or the server has disabled pages.
    """
    sql = (
        f"SELECT {_PAGE}, server.pages AS pages FROM page {_ON} WHERE page.address = ? AND server.pages <> ?"
    )
    row = await tx.one(sql, address, NO_PAGES)
    if row is None:
        return None
    listed = row.pop("pages") == LISTED
    return from_row(PageRow, row), listed


async def remove_for_match(tx: Transaction, match_id: int) -> None:
    """Remove the page of a match because the data of a player is being deleted."""
    await tx.run("DELETE FROM page WHERE match_id = ?", match_id)
