"""Preferences: the choices of users, and the language they were last seen in."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from data.database.columns import chunks, columns, from_row, upsert, values
from data.database.transaction import Transaction

SHOWS_PROFILE: Final = "COALESCE(preference.profile_shown, 1) = 1"
"""Condition: a user shows their profile.

Their row must be joined with their `preference`, if they have any.
"""


@dataclass(frozen=True, slots=True)
class Preference:
    """One user's settings.

    `theme` is `None` for the default one. `dm_closed_at` is when Discord last refused a DM.
    `language` is the one in which they were last seen, `None` if they never were; `own_language` the
    one that they have chosen, `None` if they leave it to Discord. `dm_channel_id` is the channel of
    the direct messages with them, once it has been opened. `facing` says whose side of a board they
    see at the bottom, `None` for their own. `dm_turn` says that they want a direct message when it
    becomes their turn, `rest` (JSON text) when they rest, `None` if they have set nothing. `mined`
    says that their matches may become puzzles, with their name ("named") or without it ("nameless");
    `None` means that they may not. `profile_shown` says that others may look at their profile,
    `learning` that their own mistakes come back to them as exercises, `pictured` that pictures of
    ends call them by their name.
    """

    user_id: int
    theme: str | None = None
    confirm: bool = False
    dm_closed_at: float | None = None
    language: str | None = None
    dm_channel_id: int | None = None
    facing: str | None = None
    dm_turn: bool = False
    own_language: str | None = None
    rest: str | None = None
    mined: str | None = None
    profile_shown: bool = True
    learning: bool = False
    pictured: bool = True

    @property
    def spoken_language(self) -> str | None:
        """Language to speak with the user.

        It is `None` if they were never seen and have chosen none.
        """
        return self.own_language or self.language


_PREFERENCE: Final = columns(Preference)


async def get(tx: Transaction, user_id: int) -> Preference:
    """Return the user's preferences, or the defaults if they have set none."""
    row = await tx.one(f"SELECT {_PREFERENCE} FROM preference WHERE user_id = ?", user_id)
    return from_row(Preference, row) if row else Preference(user_id)


async def hiding(tx: Transaction, user_ids: Collection[int]) -> set[int]:
    """Return which of these users have a hidden profile."""
    found = set[int]()
    for marks, some in chunks(sorted(set(user_ids))):
        rows = await tx.all(
            f"SELECT user_id FROM preference WHERE profile_shown = 0 AND user_id IN ({marks})", *some
        )
        found |= {row["user_id"] for row in rows}
    return found


async def put(tx: Transaction, preference: Preference) -> None:
    """Store all preferences of a user."""
    await tx.run(*upsert("preference", "user_id", values(preference)))
