"""Every column of every table says whether it holds a person.

A new column fails here until it does.
"""

from data.database.persons import TABLES
from data.database.transaction import Transaction
from data.sqlite.store import SqliteStore

HINT = "say in data/database/persons.py what this column holds: /privacy exports and deletes by that"


async def columns(tx: Transaction) -> dict[str, set[str]]:
    """Every table that a fresh database has, with its columns."""
    rows = await tx.all(
        "SELECT m.name AS name, c.name AS holds FROM sqlite_master m, pragma_table_info(m.name) c"
        " WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'"
    )
    found: dict[str, set[str]] = {}
    for row in rows:
        found.setdefault(row["name"], set()).add(row["holds"])
    return found


async def test_every_column_of_every_table_says_whether_it_holds_a_person(sqlite_store: SqliteStore) -> None:
    found = await sqlite_store.read(columns)
    there = {f"{table}.{column}" for table, names in found.items() for column in names}
    said = {f"{table}.{column}" for table, declared in TABLES.items() for column in declared.all}
    assert there - said == set(), HINT
    assert said - there == set()


def test_no_column_is_said_to_hold_two_things() -> None:
    for table, declared in TABLES.items():
        changed = {name for becomes in declared.people.values() for name in becomes or ()}
        parts = [
            set(declared.nobody),
            set(declared.within),
            set(declared.theirs),
            changed | {*declared.people},
        ]
        assert sum(map(len, parts)) == len(set().union(*parts)), table
        rows_go = None in declared.people.values()
        alone = declared.all == set(declared.key)
        assert alone or bool(declared.theirs) == rows_go, (
            f"{table}: only a row that goes is somebody's as a whole"
        )
