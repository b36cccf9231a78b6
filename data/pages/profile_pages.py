"""Profile pages: one of each person on a server, if they want it."""

from dataclasses import dataclass
from typing import Final

from data.database.columns import columns, insert, values
from data.database.transaction import Transaction
from data.pages.pages import NO_PAGES


@dataclass(frozen=True, slots=True)
class ProfilePageRow:
    """The page of a member's profile on a server; `address` is its public name."""

    user_id: int
    guild_id: int
    address: str
    made_at: float


_PAGE: Final = columns(ProfilePageRow, "profile_page")
_ON: Final = "JOIN server ON server.guild_id = profile_page.guild_id AND server.pages <> ?"
"""Where a server's settings say that its pages are there."""


async def put(tx: Transaction, page: ProfilePageRow) -> None:
    """Store the page of a profile, unless there is one."""
    await tx.run(*insert("profile_page", values(page), "ON CONFLICT DO NOTHING"))


async def get(tx: Transaction, user_id: int, guild_id: int) -> ProfilePageRow | None:
    """Return the page of a member's profile.

    Return `None` if there is none or its server wants none.
    """
    sql = (
        f"SELECT {_PAGE} FROM profile_page {_ON} WHERE profile_page.user_id = ? AND profile_page.guild_id = ?"
    )
    row = await tx.one(sql, NO_PAGES, user_id, guild_id)
    return ProfilePageRow(**row) if row else None


async def at(tx: Transaction, address: str) -> ProfilePageRow | None:
    """Return the page of an address, `None` where its server wants none."""
    row = await tx.one(f"SELECT {_PAGE} FROM profile_page {_ON} WHERE address = ?", NO_PAGES, address)
    return ProfilePageRow(**row) if row else None


async def remove(tx: Transaction, user_id: int, guild_id: int) -> None:
    """Remove the page of a member's profile: its address leads nowhere any more."""
    await tx.run("DELETE FROM profile_page WHERE user_id = ? AND guild_id = ?", user_id, guild_id)
