"""Replay matches beside their sealed events: what is played on is the record, what is proven are the events."""

import json
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path
from typing import Final

from data import matches
from data.history import standing
from data.matches import EventKind, MatchStatus
from data.soundness import reading
from data.transaction import Row, Transaction, drive
from rules.editions import RULES_VERSION, replay
from rules.game import RulesError
from rules.match import Match
from words import Said

ENDINGS: Final[Mapping[str, str]] = {
    EventKind.RESIGN: "resignation",
    EventKind.CLAIM: "forfeit",
    EventKind.DRAW: "agreement",
}
"""The events that end a match by what somebody decided, and what its record says then."""


@dataclass(frozen=True, slots=True)
class Found:
    """How many matches were looked at, and what is broken: one sentence a match."""

    count: int
    broken: list[Said]


def look_at(path: Path, ids: range, *, ended: bool = True) -> Found:
    """Look at the matches with these ids, one in memory at a time; `StoreError` if the file cannot be read.

    Without `ended`, those that are over are compared with their seals and not replayed.
    """
    with reading(path) as connection:
        connection.row_factory = sqlite3.Row
        connection.execute("BEGIN")
        tx = Transaction(connection, now=0)
        rows = drive(tx.all("SELECT id, status FROM match WHERE id BETWEEN ? AND ?", ids[0], ids[-1]))
        faults = [_fault(tx, row["id"], replayed=ended or row["status"] != MatchStatus.OVER) for row in rows]
    return Found(len(rows), [fault for fault in faults if fault])


def _fault(tx: Transaction, match_id: int, *, replayed: bool) -> Said | None:
    """Return what is broken about a match, `None` if nothing is."""
    try:
        if (at := drive(matches.first_broken(tx, match_id))) is not None:
            return Said("check.event", match=match_id, event=at)
        return _played_otherwise(tx, match_id) if replayed else None
    except (sqlite3.Error, UnicodeDecodeError):
        raise
    except Exception:
        # Changed bytes may break any assumption about a match; the check goes on with the next one.
        return Said("check.unreadable", match=match_id)


def _played_otherwise(tx: Transaction, match_id: int) -> Said | None:
    """Return where the record of a match is not what its events say, `None` if they agree."""
    # Only what is compared is read: the rows have just been read for their seals.
    [row] = drive(
        tx.all(
            "SELECT game, options, secret, record, rules_version, status FROM match WHERE id = ?", match_id
        )
    )
    events = drive(
        tx.all("SELECT version, seat, kind, text FROM event WHERE match_id = ? ORDER BY version", match_id)
    )
    if row["rules_version"] > RULES_VERSION:
        return None  # a newer Twotone can judge it; the bot sets it aside
    try:
        match = replay(row["record"], version=row["rules_version"], over=row["status"] == MatchStatus.OVER)
    except RulesError:
        return Said("check.unplayable", match=match_id)
    if not _same_start(match, row):
        return Said("check.start", match=match_id)
    moves = standing(events, itemgetter("kind"), itemgetter("text"))
    for event, ply in zip(moves, match.plies, strict=False):
        if (event["seat"], event["text"]) != (ply.seat, ply.text):
            return Said("check.record", match=match_id, event=event["version"])
    if len(moves) != len(match.plies):
        return Said("check.length", match=match_id)
    return None if _same_end(match, events) else Said("check.end", match=match_id)


def _same_start(match: Match, row: Row) -> bool:
    """Return whether the record begins as the sealed facts of the match say."""
    if match.game.key != row["game"] or match.secret != row["secret"] or match.was_set:
        return False
    return match.options == match.game.read_options(json.loads(row["options"]))


def _same_end(match: Match, events: Sequence[Row]) -> bool:
    """Return whether the record ends by what somebody decided where the events do."""
    ended = next((event for event in reversed(events) if event["kind"] in ENDINGS), None)
    if match.ending is None or ended is None:
        return match.ending is None and ended is None
    winner = {EventKind.RESIGN: 1 - ended["seat"], EventKind.CLAIM: ended["seat"]}.get(ended["kind"])
    return (match.ending.reason, match.ending.winner) == (ENDINGS[ended["kind"]], winner)
