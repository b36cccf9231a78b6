"""A database with simuls named after their exhibitors loses those names if opened."""

import sqlite3
from contextlib import closing

from data.database.schema import all_migrations
from data.sqlite import schema

BEFORE = 56


def test_a_simul_is_not_named_after_its_giver_any_more() -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        for migration in all_migrations()[:BEFORE]:
            schema.apply_migration(connection, migration)
        for number, (kind, name) in enumerate((("simul", "Ann plays many"), ("league", "Ann's league"))):
            connection.execute(
                "INSERT INTO competition (guild_id, channel_id, kind, name, organiser_id, game, options, control, hour,"
                " created_at, interaction_id) VALUES (1, 2, ?, ?, 3, 'binar', '{}', '1d', 0, 4, ?)",
                (kind, name, number),
            )
        schema.apply_migration(connection, all_migrations()[BEFORE])
        assert connection.execute("SELECT name FROM competition ORDER BY id").fetchall() == [
            ("Simul",),
            ("Ann's league",),
        ]
