"""The settings of servers, and whether the bot has introduced itself there."""

import json
from dataclasses import dataclass
from typing import Final

from data.database.columns import column_list, column_values, from_row, upsert_statement
from data.database.transaction import Row, Transaction
from data.pages.pages import NO_PAGES

NO_RATINGS: Final = "none"
"""Setting of a server that wants no ratings: nothing is rated, no number is shown."""
RATINGS: Final = ("rated", "unrated", NO_RATINGS)
"""Settings for ratings: the default of a challenge that names none, or no ratings."""


@dataclass(frozen=True, slots=True)
class ServerRow:
    """The settings of one server.

    `channels` are the channels where games may be played, empty for everywhere; `threads` says whether
    each match gets its own thread. `running_limit` and `open_limit` are the most matches and open
    challenges that one member may have, `None` for no limit. `language` is that of public cards, `None`
    for the server's language on Discord. `greeted_at` is when the bot introduced itself. `clock` is the
    stored time control of challenges that specify none; `clock_least` and `clock_most` are the fewest
    and most seconds that a clock may give, `None` for no limit. `computers` allows playing against the
    computer.

    `puzzle_channel` is where the daily puzzle is posted at `puzzle_hour`, `None` for nowhere;
    `puzzle_by` is the person who chose it. `zone` is the server's time zone, `None` for UTC. `mined`
    allows puzzles to be made from finished matches. `card_channel` is where the server's card is shown,
    chosen by `card_by`. `digest_channel` is where the weekly digest is posted on `digest_day` (0 is
    Monday) at `digest_hour`, chosen by `digest_by`. `pages` is one of `PAGES` and says whether finished
    matches get web pages; `lab` says whether cards link to the lab. `ratings` is `"rated"` or
    `"unrated"`, the default for challenges that specify neither, or `NO_RATINGS`.
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
    """Return a server's settings, or the defaults if none are stored."""
    row = await tx.one(f"SELECT {column_list(ServerRow)} FROM server WHERE guild_id = ?", guild_id)
    return _row(row) if row else ServerRow(guild_id)


async def put(tx: Transaction, server: ServerRow) -> None:
    """Store all settings of a server."""
    stored = column_values(server) | {"channels": json.dumps(server.channels)}
    await tx.run(*upsert_statement("server", "guild_id", stored))


async def lock(tx: Transaction, guild_id: int) -> None:
    """Lock a server's row until the end of the transaction.

    Of two transactions that lock the same server at the same time, one is run again.
    """
    stored = {"guild_id": guild_id, "channels": "[]", "threads": True}
    await tx.run(*upsert_statement("server", "guild_id", stored, changed=("guild_id",)))


async def list_customised(tx: Transaction) -> list[ServerRow]:
    """Return the servers whose cards differ from the default.

    They have a language of their own or do not allow playing against the computer.
    """
    rows = await tx.all(
        f"SELECT {column_list(ServerRow)} FROM server WHERE language IS NOT NULL OR computers = 0"
    )
    return [_row(row) for row in rows]


async def get_locales(tx: Transaction) -> dict[int, str]:
    """Return the languages that servers have on Discord, by server ID.

    Only servers that some process has already seen are included.
    """
    rows = await tx.all("SELECT guild_id, locale FROM server WHERE locale IS NOT NULL")
    return {row["guild_id"]: row["locale"] for row in rows}


async def set_locale(tx: Transaction, guild_id: int, locale: str) -> None:
    """Store the language that a server has on Discord."""
    stored = {"guild_id": guild_id, "channels": "[]", "threads": True, "locale": locale}
    await tx.run(*upsert_statement("server", "guild_id", stored, changed=("locale",)))


def _row(row: Row) -> ServerRow:
    return from_row(ServerRow, row | {"channels": tuple(json.loads(row["channels"]))})
