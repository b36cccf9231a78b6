"""The settings of users, and the language that each was last seen using."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from data.database.columns import column_list, column_values, from_row, placeholder_chunks, upsert_statement
from data.database.transaction import Transaction

SHOWS_PROFILE: Final = "COALESCE(preference.profile_shown, 1) = 1"
"""Condition: a user shows their profile.

Their row must be joined with their `preference`, if they have any.
"""


@dataclass(frozen=True, slots=True)
class Preference:
    """The settings of one user.

    `theme` is `None` for the default theme. `dm_closed_at` is when Discord last refused a direct
    message to the user. `language` is the language of Discord when they were last seen, `own_language`
    the one that they have chosen, if any. `dm_channel_id` is the channel of direct messages with them,
    once opened. `facing` says which side of a board they see at the bottom, `None` for their own.
    `dm_turn` asks for a direct message when it becomes their turn. `rest` holds their times of rest as
    JSON text, if set. `mined` allows puzzles to be made from their matches, with their name ("named")
    or without it ("nameless"); `None` forbids it. `profile_shown` lets others see their profile,
    `learning` turns their own mistakes into exercises, and `pictured` allows their name in pictures of
    finished matches. `handle` is Discord's name of them (`neko.san`), kept only while pictures need it,
    because they cannot draw the letters of their name.
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
    handle: str | None = None

    @property
    def spoken_language(self) -> str | None:
        """The language in which to address the user.

        It is `None` if they have chosen none and were never seen.
        """
        return self.own_language or self.language


_PREFERENCE: Final = column_list(Preference)


async def get(tx: Transaction, user_id: int) -> Preference:
    """Return a user's settings, or the defaults if none are stored."""
    row = await tx.one(f"SELECT {_PREFERENCE} FROM preference WHERE user_id = ?", user_id)
    return from_row(Preference, row) if row else Preference(user_id)


async def hidden_users(tx: Transaction, user_ids: Collection[int]) -> set[int]:
    """Return those of the given users whose profile is hidden."""
    found = set[int]()
    for marks, some in placeholder_chunks(sorted(set(user_ids))):
        rows = await tx.all(
            f"SELECT user_id FROM preference WHERE profile_shown = 0 AND user_id IN ({marks})", *some
        )
        found |= {row["user_id"] for row in rows}
    return found


async def list_handles(tx: Transaction, user_ids: Collection[int]) -> dict[int, str]:
    """Return the handles that pictures need for the given users, by user."""
    return await _list_column(tx, "handle", user_ids)


async def list_rests(tx: Transaction, user_ids: Collection[int]) -> dict[int, str]:
    """Return when the given users rest, in its stored form, by user."""
    return await _list_column(tx, "rest", user_ids)


async def _list_column(tx: Transaction, column: str, user_ids: Collection[int]) -> dict[int, str]:
    """Return a column's values for the given users who have one, by user."""
    found = dict[int, str]()
    for marks, some in placeholder_chunks(sorted(set(user_ids))):
        rows = await tx.all(
            f"SELECT user_id, {column} FROM preference WHERE {column} IS NOT NULL AND user_id IN ({marks})",
            *some,
        )
        found |= {row["user_id"]: row[column] for row in rows}
    return found


async def put(tx: Transaction, preference: Preference) -> None:
    """Store all settings of a user."""
    await tx.run(*upsert_statement("preference", "user_id", column_values(preference)))
