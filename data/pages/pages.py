"""Pages: the unguessable address of each, and what is there."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from data.database.columns import chunks, columns, from_row, insert, values
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
    """A page of a match or a competition on a server, or the server's own page.

    `address` is its public name, `made_at` the time when it was made.
    """

    address: str
    guild_id: int
    made_at: float
    match_id: int | None = None
    competition_id: int | None = None


_PAGE: Final = columns(PageRow, "page")
_ON: Final = "JOIN server ON server.guild_id = page.guild_id"
"""Where a server's settings say whether its pages are there."""


async def may_have_pages(tx: Transaction, guild_id: int) -> bool:
    """Whether a server wants pages."""
    row = await tx.one("SELECT pages FROM server WHERE guild_id = ?", guild_id)
    return row is not None and row["pages"] != NO_PAGES


async def put(tx: Transaction, page: PageRow) -> bool:
    """Store a page, unless the same thing has one; return whether it was stored."""
    return await tx.run(*insert("page", values(page), "ON CONFLICT DO NOTHING")) > 0


async def of_match(tx: Transaction, match_id: int) -> PageRow | None:
    """Return the page of a match, `None` where there is none or its server wants none."""
    row = await tx.one(
        f"SELECT {_PAGE} FROM page {_ON} WHERE page.match_id = ? AND server.pages <> ?", match_id, NO_PAGES
    )
    return from_row(PageRow, row) if row else None


async def of_competition(tx: Transaction, competition_id: int) -> PageRow | None:
    """Return the page of a competition.

    Return `None` if there is none or its server wants none.
    """
    sql = f"SELECT {_PAGE} FROM page {_ON} WHERE page.competition_id = ? AND server.pages <> ?"
    row = await tx.one(sql, competition_id, NO_PAGES)
    return from_row(PageRow, row) if row else None


async def of_server(tx: Transaction, guild_id: int) -> PageRow | None:
    """Return a server's own page, `None` where there is none or the server wants none."""
    sql = (
        f"SELECT {_PAGE} FROM page {_ON} WHERE page.guild_id = ? AND page.match_id IS NULL"
        " AND page.competition_id IS NULL AND server.pages <> ?"
    )
    row = await tx.one(sql, guild_id, NO_PAGES)
    return from_row(PageRow, row) if row else None


async def newest(tx: Transaction, guild_id: int, limit: int) -> Sequence[PageRow]:
    """Return the latest pages of a server's matches and competitions, newest first."""
    sql = (
        f"SELECT {_PAGE} FROM page WHERE guild_id = ? AND (match_id IS NOT NULL OR competition_id IS NOT NULL)"
        " ORDER BY made_at DESC, address LIMIT ?"
    )
    rows = await tx.all(sql, guild_id, limit)
    return [from_row(PageRow, row) for row in rows]


async def newest_of(tx: Transaction, guild_id: int, user_id: int, limit: int) -> Sequence[PageRow]:
    """Return the latest pages of a member's newest matches on a server, newest first."""
    sql = (
        "WITH newest AS MATERIALIZED"
        " (SELECT match_id FROM seat WHERE user_id = ? AND running = 0 ORDER BY match_id DESC LIMIT ?)"
        f" SELECT {_PAGE} FROM page WHERE +guild_id = ? AND match_id IN (SELECT match_id FROM newest)"
        " ORDER BY made_at DESC, address LIMIT ?"
    )
    rows = await tx.all(  # from the person's matches, however many pages the server has: hence the plus
        sql, user_id, LOOKED_AT, guild_id, limit
    )
    return [from_row(PageRow, row) for row in rows]


async def of_matches(tx: Transaction, match_ids: Sequence[int]) -> dict[int, str]:
    """Return the addresses of the pages that matches have, by match."""
    found: dict[int, str] = {}
    for marks, some in chunks(match_ids):
        rows = await tx.all(f"SELECT match_id, address FROM page WHERE match_id IN ({marks})", *some)
        found |= {row["match_id"]: row["address"] for row in rows}
    return found


async def at(tx: Transaction, address: str) -> tuple[PageRow, bool] | None:
    """Return the page at an address, and whether search engines may find it.

    Return `None` if its server wants none.
    """
    sql = (
        f"SELECT {_PAGE}, server.pages AS pages FROM page {_ON} WHERE page.address = ? AND server.pages <> ?"
    )
    row = await tx.one(sql, address, NO_PAGES)
    if row is None:
        return None
    listed = row.pop("pages") == LISTED
    return from_row(PageRow, row), listed


async def forget_match(tx: Transaction, match_id: int) -> None:
    """Remove the page of a match: one of its players is being forgotten."""
    await tx.run("DELETE FROM page WHERE match_id = ?", match_id)
