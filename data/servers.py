"""Servers: what their moderators have set, and whether the bot has introduced itself there."""

import json
from dataclasses import dataclass

from data.columns import columns
from data.transaction import Row, Transaction


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


async def get(tx: Transaction, guild_id: int) -> ServerRow:
    """Return a server's settings, or the defaults if it has set none."""
    row = await tx.one(f"SELECT {columns(ServerRow)} FROM server WHERE guild_id = ?", guild_id)
    return _row(row) if row else ServerRow(guild_id)


async def put(tx: Transaction, server: ServerRow) -> None:
    """Store all settings of a server."""
    await tx.run(
        "INSERT INTO server (guild_id, channels, threads, running_limit, open_limit, language, greeted_at, clock,"
        " clock_least, clock_most, computers, zone, puzzle_channel, puzzle_hour, puzzle_by, mined)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (guild_id) DO UPDATE SET channels = excluded.channels, threads = excluded.threads,"
        " running_limit = excluded.running_limit, open_limit = excluded.open_limit, language = excluded.language,"
        " greeted_at = excluded.greeted_at, clock = excluded.clock, clock_least = excluded.clock_least,"
        " clock_most = excluded.clock_most, computers = excluded.computers, zone = excluded.zone,"
        " puzzle_channel = excluded.puzzle_channel, puzzle_hour = excluded.puzzle_hour, puzzle_by = excluded.puzzle_by,"
        " mined = excluded.mined",
        server.guild_id, json.dumps(server.channels), int(server.threads), server.running_limit,
        server.open_limit, server.language, server.greeted_at, server.clock, server.clock_least, server.clock_most,
        int(server.computers), server.zone, server.puzzle_channel, server.puzzle_hour, server.puzzle_by,
        int(server.mined),
    )  # fmt: skip


async def unusual(tx: Transaction) -> list[ServerRow]:
    """Return the servers whose cards are not the usual ones: in a language of their own, or without the computer."""
    rows = await tx.all(
        f"SELECT {columns(ServerRow)} FROM server WHERE language IS NOT NULL OR computers = 0"
    )
    return [_row(row) for row in rows]


async def locales(tx: Transaction) -> dict[int, str]:
    """Return the languages that servers have at Discord, as far as they were ever seen by one of several processes."""
    rows = await tx.all("SELECT guild_id, locale FROM server WHERE locale IS NOT NULL")
    return {row["guild_id"]: row["locale"] for row in rows}


async def saw(tx: Transaction, guild_id: int, locale: str) -> None:
    """Store the language that a server has at Discord."""
    await tx.run(
        "INSERT INTO server (guild_id, channels, threads, locale) VALUES (?, '[]', 1, ?)"
        " ON CONFLICT (guild_id) DO UPDATE SET locale = excluded.locale",
        guild_id, locale,
    )  # fmt: skip


def _row(row: Row) -> ServerRow:
    return ServerRow(
        **row
        | {"channels": tuple(json.loads(row["channels"])), "threads": bool(row["threads"])}
        | {"computers": bool(row["computers"]), "mined": bool(row["mined"])}
    )
