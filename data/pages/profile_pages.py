"""Web pages of members' profiles: one for each member who wants it."""

from dataclasses import dataclass
from typing import Final

from data.database.columns import column_list, column_values, insert_statement
from data.database.transaction import Transaction
from data.pages.pages import NO_PAGES


@dataclass(frozen=True, slots=True)
class ProfilePageRow:
    """The web page of a member's profile on a server.

    `address` is the unguessable last part of its public URL.
    """

    user_id: int
    guild_id: int
    address: str
    made_at: float


_PAGE: Final = column_list(ProfilePageRow, "profile_page")
_ON: Final = "JOIN server ON server.guild_id = profile_page.guild_id AND server.pages <> ?"
"""Where a server's settings say that its pages are there."""


async def put(tx: Transaction, page: ProfilePageRow) -> None:
    """Store a member's profile page unless they already have one there."""
    await tx.run(*insert_statement("profile_page", column_values(page), "ON CONFLICT DO NOTHING"))


async def get(tx: Transaction, user_id: int, guild_id: int) -> ProfilePageRow | None:
    """Return a member's profile page, or `None` if they have none.

    Return `None` also if the server has disabled pages.
    """
    sql = (
        f"SELECT {_PAGE} FROM profile_page {_ON} WHERE profile_page.user_id = ? AND profile_page.guild_id = ?"
    )
    row = await tx.one(sql, NO_PAGES, user_id, guild_id)
    return ProfilePageRow(**row) if row else None


async def find_by_address(tx: Transaction, address: str) -> ProfilePageRow | None:
    """Return the profile page at an address, or `None` if there is none.

    Return `None` also if the server has disabled pages.
    """
    row = await tx.one(f"SELECT {_PAGE} FROM profile_page {_ON} WHERE address = ?", NO_PAGES, address)
    return ProfilePageRow(**row) if row else None


async def remove(tx: Transaction, user_id: int, guild_id: int) -> None:
    """Remove a member's profile page; its address stops working."""
    await tx.run("DELETE FROM profile_page WHERE user_id = ? AND guild_id = ?", user_id, guild_id)
