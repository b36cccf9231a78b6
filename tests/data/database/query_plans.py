"""How SQLite goes about statements, and what it may read as a whole."""

import re

import pytest

from data.sqlite.transaction import SqliteTransaction

SHORT = {
    "beat": "has a row for each shard",
    "deletion": "holds who is being forgotten just now",
    "process": "holds only the processes that run",
    "outbox": "holds only what is still to be sent",
    "place": "is the outbox",
    "older": "is the outbox",
    "other": "is the outbox",
    "newer": "is the outbox",
    "next": "is made of the outbox",
    "oldest": "is two rows of the outbox",
    "flies": "is what is being sent, so many at once",
    "first": "is one row of the outbox",
    "series": "is made of a match and those that it is a rematch of",
    "learning": "holds only what is still to be looked through",
    "preference USING INDEX preference_hidden": "holds only those who show their profile to nobody else",
    "tree_job": "holds only what is still to be counted",
    "hook": "holds only what is still to be told",
    "stage_hook": "is the same",
    "thinking": "holds only matches in which the computer is to move",
    "mining": "holds only matches that are still to be looked through, so many of a server",
    "others": "is the same",
    "counted": "is as long as its limit",
    "due": "is as long as its limit",
    "past": "is as long as its limit",
    "newest": "is as long as its limit",
    "taken": "is as long as its limit",
    "rating_list": "has a row for each server, and is read whole where the host has all counted anew",
    "CONSTANT ROW": "are values that are given",
    "pair": "is the pairs whose matches wait, of one person",
    "waiter": "is the matches of the pairs of one server whose matches wait",
    "server": "holds what servers have set, and what their cards ask for is read once, at the start",
    "match USING INDEX match_channel_running": "holds only running matches, which are counted now and then",
    "match USING INDEX match_guild_open": "holds only matches that are not over, which are counted now and then",
    **{
        f"challenge USING {how}INDEX challenge_{name}": "holds only open challenges, as above"
        for how in ("", "COVERING ")
        for name in ("challenger", "channel", "due", "guild", "opponent")
    },
    "competition USING COVERING INDEX competition_due": "holds only competitions that go on",
    "stage USING INDEX stage_going": "holds only what is not over, and is read once a session",
    "held": "is made of what is not over",
    "recent": "is made of what is not over, or has ended within two weeks",
    "clock USING INDEX clock_owner": "holds only clocks that somebody sees to just now",
    "match USING INDEX match_set_aside": "holds only matches that cannot be played on",
}
"""What may be read as a whole, and why."""


def watch_plans(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
    """Return how SQLite goes about each statement that is run from now on."""
    plans: dict[str, list[str]] = {}
    execute = SqliteTransaction._execute

    def note_plan(tx: SqliteTransaction, sql: str, args: tuple[object, ...]) -> object:
        """Note the statement's query plan, then execute it."""
        if sql not in plans:
            plans[sql] = [
                step["detail"] for step in execute(tx, f"EXPLAIN QUERY PLAN {sql}", args).fetchall()
            ]
        return execute(tx, sql, args)

    monkeypatch.setattr(SqliteTransaction, "_execute", note_plan)
    return plans


def is_long(step: str) -> bool:
    """Whether a step of a plan reads a whole table that grows with the past."""
    what = re.sub(r"^SCAN (\d+ (?=CONSTANT))?", "", step)
    return what != step and not what.startswith("(") and not any(what.startswith(short) for short in SHORT)
