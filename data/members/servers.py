"""Servers: settings of their moderators, and whether the bot has greeted there."""

import json
from dataclasses import dataclass
from typing import Final

from data.database.columns import columns, from_row, upsert, values
from data.database.transaction import Row, Transaction
from data.pages.pages import NO_PAGES

NO_RATINGS: Final = "none"
"""Setting of a server that wants no ratings: nothing is rated, no number is shown."""
RATINGS: Final = ("rated", "unrated", NO_RATINGS)
"""Settings for ratings: the default of a challenge that names none, or no ratings."""


@dataclass(frozen=True, slots=True)
class ServerRow:
    """One server's settings.

    `channels` are where games are played, none for everywhere; `threads` says whether a match gets one of its own.
    `running_limit` and `open_limit` are how many matches and challenges one member can have there at a time, `None`
    where the server sets none. `language` is what public cards speak, `None` for the server's own at Discord.
    `greeted_at` is when the bot introduced itself. `clock` is the clock, as it is stored, of a challenge that names
    none; `clock_least` and `clock_most` are the seconds that a clock there gives at least and at most, `None` where the
    server sets none. `computers` says whether members can play against the computer there. `puzzle_channel` is where
    the daily puzzle is posted, `None` for nowhere, at `puzzle_hour` by the clocks of `zone`, UTC for `None`;
    `puzzle_by` has chosen the channel. `mined` says whether finished matches may be looked through for puzzles.
    `card_channel` is where the server's card is, `None` for nowhere; `card_by` has chosen it. `digest_channel` is where
    the weekly digest is posted, `None` for nowhere, at `digest_hour` of `digest_day`, 0 being Monday, by the clocks of
    `zone`; `digest_by` has chosen the channel.
    `pages` says whether matches that are over have pages, one of `PAGES`; `lab` whether cards lead to the lab.
    `ratings` says whether a challenge that names neither is `"rated"` or `"unrated"`, or is `NO_RATINGS`.
    """

    guild_id: int
    channels: tuple[int, ...] = ()
    threads: bool = True
    running_limit: int | None = None
    open_limit: int | None = None
    language: str | None = None
    greeted_at: float | None = None
    clock: str | None = None
    clock_least: int | None = None
    clock_most: int | None = None
    computers: bool = True
    zone: str | None = None
    puzzle_channel: int | None = None
    puzzle_hour: int = 9
    puzzle_by: int | None = None
    mined: bool = False
    ratings: str = "rated"
    card_channel: int | None = None
    card_by: int | None = None
    digest_channel: int | None = None
    digest_day: int = 6
    digest_hour: int = 18
    digest_by: int | None = None
    pages: str = NO_PAGES
    lab: bool = True


async def get(tx: Transaction, guild_id: int) -> ServerRow:
    """Return a server's settings, or the defaults if it has set none."""
    row = await tx.one(f"SELECT {columns(ServerRow)} FROM server WHERE guild_id = ?", guild_id)
    return _row(row) if row else ServerRow(guild_id)


async def put(tx: Transaction, server: ServerRow) -> None:
    """Store all settings of a server."""
    stored = values(server) | {"channels": json.dumps(server.channels)}
    await tx.run(*upsert("server", "guild_id", stored))


async def hold(tx: Transaction, guild_id: int) -> None:
    """Let no other transaction that holds the same server run at the same time.

    One of the two tries again.
    """
    stored = {"guild_id": guild_id, "channels": "[]", "threads": True}
    await tx.run(*upsert("server", "guild_id", stored, changed=("guild_id",)))


async def unusual(tx: Transaction) -> list[ServerRow]:
    """Return the servers whose cards are not the usual ones.

    These have a language of their own or play without the computer.
    """
    rows = await tx.all(
        f"SELECT {columns(ServerRow)} FROM server WHERE language IS NOT NULL OR computers = 0"
    )
    return [_row(row) for row in rows]


async def locales(tx: Transaction) -> dict[int, str]:
    """Return the languages that servers have on Discord, as far as they were seen.

    One of several processes may have seen them.
    """
    rows = await tx.all("SELECT guild_id, locale FROM server WHERE locale IS NOT NULL")
    return {row["guild_id"]: row["locale"] for row in rows}


async def saw(tx: Transaction, guild_id: int, locale: str) -> None:
    """Store the language that a server has at Discord."""
    stored = {"guild_id": guild_id, "channels": "[]", "threads": True, "locale": locale}
    await tx.run(*upsert("server", "guild_id", stored, changed=("locale",)))


def _row(row: Row) -> ServerRow:
    return from_row(ServerRow, row | {"channels": tuple(json.loads(row["channels"]))})
