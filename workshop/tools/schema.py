"""Write `data/migrations/schema.sql`, the whole schema after the last migration.

`python -m workshop.tools.schema`. Tables stand by column of the house, each below one line that
says what it holds, with its indexes after it. The text is made of SQLite's own record of the chain
of migrations, so it can say nothing else.
"""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Final

from data.database.schema import SCHEMA, all_migrations
from data.sqlite import schema

TARGET: Final = Path(__file__).parents[2] / "data" / "migrations" / SCHEMA
HEAD: Final = """\
-- The whole schema after migration {number}, as an empty database is made from it. Written by
-- `python -m workshop.tools.schema`, never by hand: a change is a new migration. These are SQLite's words;
-- `data/postgres/schema.py` puts them into PostgreSQL's.
"""
COLUMNS: Final[Mapping[str, Mapping[str, str]]] = {
    "database": {
        "meta": "Single values: the salt of nonces, the schema's number on PostgreSQL, what is still to be wiped.",
        "process": "Processes on this database: their shards, the schema they know, when they were last seen.",
        "session_start": "When the next session with Discord may begin, a row for each bucket of shards.",
        "beat": "The last heartbeat of each shard.",
        "away": "Absences of a shard: gaps between its heartbeats.",
    },
    "play": {
        "match": "Matches: game, options, place, record, version, result.",
        "seat": "Who sits in a match: 0 moves first, 1 is the other.",
        "event": "The history of a match, one row for each version, sealed in a chain.",
        "clock": "How the clocks of a match stand after its journal's last entry.",
        "clock_event": "The journal of a match's clocks.",
        "challenge": "Challenges: what is asked for, of whom, and what became of it.",
        "advance": "Moves that a player has prepared against the opponent's next ones.",
        "ballot": "The open vote of a team on its next move.",
        "vote": "What each voter has chosen in a ballot.",
        "tally": "How a ballot ended: the votes for each move.",
        "thinking": "Matches in which the computer is to move, and which process thinks.",
        "looking": "Members who want to hear of open challenges, and of which.",
        "note": "Private notes on the moves of a match.",
        "note_consent": "Players who let their notes stand beside the replay.",
    },
    "outbox": {
        "outbox": "What is still to be posted, edited or taken away, and which process has it in hand.",
    },
    "members": {
        "preference": "What a member has set.",
        "server": "What a server has set.",
        "block": "Whom a member keeps away from themselves.",
        "bar": "Whom the moderators of a server keep away from the bot there.",
        "admin_log": "Changed settings and moderators' acts, by values and ids.",
    },
    "standing": {
        "rated": "Rated matches: all that ratings follow from; they outlive their matches.",
        "rating_list": "Each server's state of counting: how far its ratings are.",
        "rating": "The rating of a member in a game on a server.",
        "rating_wait": "Pairs who have met but do not count yet, because nobody else ties them to the rest.",
        "edge": "The measured advantage of moving first, by game.",
        "shown": "The match that a member shows on their profile.",
        "club_card": "A server's card and digest: where they are, and what they showed last.",
    },
    "competitions": {
        "competition": "Leagues, tournaments, ladders, team matches and simuls.",
        "stage": "A part of a competition with a start and a close: of a league, a season.",
        "section": "Members of a stage who share a table.",
        "entrant": "A place in a stage, and who has it.",
        "pairing": "Two entrants who meet, and the match that comes of it.",
        "section_log": "What has happened in a section besides matches, in order.",
        "team": "The two teams of a team match.",
        "stage_event": "Discord's scheduled events that tell of a stage.",
    },
    "puzzles": {
        "puzzle": "What a member has made of a puzzle.",
        "puzzle_post": "The daily puzzles of servers.",
        "puzzle_solver": "Who has tried a daily puzzle, and how.",
        "puzzle_try": "First tries at puzzles, which alone are rated.",
        "puzzle_rating": "The rating of a member at the puzzles of a game.",
        "puzzle_strength": "The rating of a puzzle.",
        "puzzle_run": "A member's streak or race that is under way.",
        "puzzle_best": "The best streaks and races of a month.",
        "mining": "Finished matches that are still to be looked through for puzzles.",
        "mined": "Puzzles found in matches of a server.",
    },
    "learning": {
        "learning": "Finished matches that are still to be looked through for their players.",
        "learner": "Members whose matches are looked through, and when they are told.",
        "exercise": "Positions of a member's own matches that come back to be solved.",
        "appraisal": "What a look through a match found of one player.",
        "guess": "What a spectator believes to be the next move.",
        "guess_month": "How many moves a member has guessed on a server in a month.",
        "first_step": "First steps that a member has done.",
        "fastest": "The best time of a member at the coordinates of a game.",
        "tree_job": "Finished matches that are still to be counted into trees of openings.",
        "tree_kind": "Games and options that have a tree.",
        "tree_line": "What a match has added to trees, so that it can be taken back.",
        "tree_count": "How often a reply was played from a position, and how that ended.",
    },
    "pages": {
        "page": "Addresses of pages of matches and competitions.",
        "profile_page": "Addresses of members' pages.",
        "live_board": "Links to live boards and the sessions that they open, as hashes of their secrets.",
        "hook": "Matches that the host's webhook is still to be told of.",
        "stage_hook": "What the host's webhook is still to be told of competitions.",
    },
    "privacy": {
        "deletion": "Members who are being forgotten.",
    },
}
"""Contents of each table, by the column of the house that it belongs to.

A table comes after those it refers to.
"""


def schema_text() -> str:
    """The text of the file."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        for migration in all_migrations():
            schema.apply_migration(connection, migration)
        rows = connection.execute(
            "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'"
        ).fetchall()
    tables = {name: sql for kind, name, _, sql in rows if kind == "table"}
    named = [name for column in COLUMNS.values() for name in column]
    if sorted(named) != sorted(tables):
        raise SystemExit(f"COLUMNS and the schema differ in {', '.join(sorted({*named} ^ {*tables}))}.")
    parts = [HEAD.format(number=all_migrations()[-1].number)]
    for column, holds in COLUMNS.items():
        parts.append(f"\n-- {column}\n")
        for name, sentence in holds.items():
            indexes = [sql for kind, _, table, sql in rows if kind == "index" and table == name]
            parts.append(f"\n-- {sentence}\n{table_statement(tables[name])}\n")
            parts += [f"{' '.join(sql.split())};\n" for sql in indexes]
    return "".join(parts)


def table_statement(sql: str) -> str:
    """A CREATE TABLE statement with a line for each column and constraint.

    It has no comments.
    """
    words = " ".join(line.partition("--")[0] for line in sql.splitlines())
    before, _, rest = words.partition("(")
    inner, _, after = rest.rpartition(")")
    lines = ",\n".join(f"    {' '.join(part.split())}" for part in parts_between_commas(inner))
    return f"{' '.join(before.split())} (\n{lines}\n) {' '.join(after.split())}".rstrip() + ";"


def parts_between_commas(text: str) -> Iterator[str]:
    """What stands between the commas outside of brackets and quotes."""
    depth, quoted, part = 0, False, ""
    for sign in text:
        if sign == "'":
            quoted = not quoted
        elif not quoted:
            depth += (sign == "(") - (sign == ")")
        if sign == "," and not depth and not quoted:
            yield part
            part = ""
        else:
            part += sign
    yield part


if __name__ == "__main__":
    TARGET.write_text(schema_text(), encoding="utf-8")
