"""Matches with another aim that were rated before it had a key get that key."""

import json
import sqlite3
from contextlib import closing

from data.database.schema import all_migrations
from data.sqlite import schema

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


def test_rated_matches_get_the_key_of_their_aim_and_their_servers_are_counted_again() -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        for migration in all_migrations():
            if migration.number < 62:
                schema.apply_migration(connection, migration)
        for number, (game, options, _) in enumerate(STORED, 1):
            if options is not None:
                connection.execute(
                    "INSERT INTO match (id, game, options, secret, rules_version, status, version, guild_id,"
                    " channel_id, record, created_at, updated_at)"
                    " VALUES (?, ?, ?, x'00', 1, 'over', 0, 1, 2, '', 3, 3)",
                    (number, game.partition(":")[0], json.dumps(options)),
                )
            connection.execute(
                "INSERT INTO rated (guild_id, number, match_id, game, first_id, first_name, second_id, second_name, at,"
                " edge, on_time) VALUES (?, ?, ?, ?, 5, 'Ada', 6, 'Bob', 3, 0, 0)",
                (1 + (game == "binar"), number, number, game),
            )
        connection.executemany("INSERT INTO rating_list (guild_id, last, at) VALUES (?, 6, 3)", [(1,), (2,)])
        [step] = [each for each in all_migrations() if each.number == 62]
        schema.apply_migration(connection, step)
        keys = connection.execute("SELECT game FROM rated ORDER BY number").fetchall()
        assert keys == [(key,) for _, _, key in STORED]
        counted = connection.execute("SELECT guild_id, recount <> recounted FROM rating_list ORDER BY 1")
        assert counted.fetchall() == [(1, 1), (2, 0)]
