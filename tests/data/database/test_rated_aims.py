"""Matches with another aim that were rated before it had a key get that key."""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing

import pytest

from data.database.schema import all_migrations
from data.postgres import schema
from data.postgres.connecting import connect
from data.sqlite import schema as sqlite_schema
from data.store_opening import open_store

STORED = (
    ("russian", {"aim": "lose"}, "russian:lose"),
    ("american", {"aim": "crown", "men": 3}, "american:crown"),
    ("russian", {"aim": "capture"}, "russian"),
    ("binar", {"size": 7}, "binar"),
    ("russian:lose", {"aim": "lose"}, "russian:lose"),
    ("russian", None, "russian"),
)
"""The key and the options of each match, and the key that it gets.

The options are `None` if it is removed.
"""


MATCH = (
    "INSERT INTO match (id, game, options, secret, rules_version, status, version, guild_id, channel_id, record,"
    " created_at, updated_at) VALUES ({number}, '{game}', '{options}', '{secret}', 1, 'over', 0, 1, 2, '', 3, 3)"
)
RATED = (
    "INSERT INTO rated (guild_id, number, match_id, game, first_id, first_name, second_id, second_name, at, edge,"
    " on_time) VALUES ({server}, {number}, {number}, '{game}', 5, 'Ada', 6, 'Bob', 3, 0, 0)"
)
LISTS = "INSERT INTO rating_list (guild_id, last, at) VALUES (1, 6, 3), (2, 6, 3)"
BEFORE = [each for each in all_migrations() if each.number < 62]
UPTO = [each for each in all_migrations() if each.number <= 62]


def statements() -> Iterator[str]:
    """Fill a database of the version before with rated matches."""
    for number, (game, options, _) in enumerate(STORED, 1):
        if options is not None:
            stored = json.dumps(options)
            yield MATCH.format(number=number, game=game.partition(":")[0], options=stored, secret="00")
        yield RATED.format(server=1 + (game == "binar"), number=number, game=game)
    yield LISTS


def check(keys: Sequence[str], counted: Sequence[tuple[int, bool]]) -> None:
    """`counted` says of each server whether it is to be counted again."""
    assert keys == [key for _, _, key in STORED]
    assert counted == [(1, True), (2, False)]


def test_rated_matches_get_the_key_of_their_aim_and_their_servers_are_counted_again() -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        for migration in BEFORE:
            sqlite_schema.apply_migration(connection, migration)
        for statement in statements():
            connection.execute(statement.replace("'00'", "x'00'"))
        sqlite_schema.apply_migration(connection, UPTO[-1])
        keys = connection.execute("SELECT game FROM rated ORDER BY number").fetchall()
        counted = connection.execute(
            "SELECT guild_id, recount <> recounted FROM rating_list ORDER BY 1"
        ).fetchall()
        check([key for (key,) in keys], [(server, bool(again)) for server, again in counted])


@pytest.mark.ci
async def test_so_they_do_on_postgresql(address: str) -> None:
    async with await connect(address) as connection:
        await connection.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        await schema.migrate(connection, BEFORE, "x")
        for statement in statements():
            await connection.execute(statement.encode())
        await schema.migrate(connection, UPTO, "x")
        keys = await (await connection.execute("SELECT game FROM rated ORDER BY number")).fetchall()
        found = await connection.execute(
            "SELECT guild_id, recount <> recounted AS again FROM rating_list ORDER BY 1"
        )
        counted = await found.fetchall()
        check([row["game"] for row in keys], [(row["guild_id"], row["again"]) for row in counted])
        await connection.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    await (await open_store(address)).close()  # the tests after this one find it as it was
