"""A check that replays matches and compares them with their sealed events.

A match is continued from its record, while the seals (hashes) protect its events; both must agree.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Final, NamedTuple

from data.database.errors import StoreError
from data.database.transaction import Transaction
from data.play import seals
from data.play.history import moves_after_takebacks
from data.play.matches import EventKind, MatchStatus
from rules.editions import RULES_VERSION, replay
from rules.game import RulesError
from rules.match import Match
from words import Phrase, join_as_list

ENDINGS: Final[Mapping[str, tuple[str, ...]]] = {
    EventKind.RESIGN: ("resignation",),
    EventKind.CLAIM: ("forfeit", "time"),
    EventKind.DRAW: ("agreement",),
}
"""Events by which a decision ends a match, and the reasons its record may give."""
NAMED: Final = 3
"""Broken matches that are named."""


@dataclass(frozen=True, slots=True)
class ReplayReport:
    """How many matches were checked, and a sentence for each broken one."""

    count: int
    broken: list[Phrase]


def raise_if_broken(path: object, broken: Sequence[Phrase]) -> None:
    """Raise `StoreError` if any broken matches were found.

    `path` is the database that was checked. The error names the first few of them.
    """
    if broken:
        named: list[object] = [*broken[:NAMED]]
        if len(broken) > NAMED:
            named.append(Phrase("check.more", count=len(broken) - NAMED))
        raise StoreError("check.changed", path=path, faults=join_as_list(named))


class SealedMatch(NamedTuple):
    """The data of a match to check: the facts in its first seal and its state."""

    id: int
    game: str
    options: str
    secret: bytes
    rules_version: int
    created_at: float
    version: int
    status: str
    record: str
    seats: int
    start: str | None


class SealedEvent(NamedTuple):
    """The data of an event to check: the sealed facts and the seal itself."""

    match_id: int
    version: int
    seat: int | None
    kind: str
    text: str
    at: float
    hash: bytes


MATCHES: Final = (
    "SELECT id, game, options, secret, rules_version, created_at, version, status, record,"
    " (SELECT COUNT(*) FROM seat WHERE match_id = match.id) AS seats, start FROM match"
)
EVENTS: Final = "SELECT match_id, version, seat, kind, text, at, hash FROM event"


async def list_sealed_after(
    tx: Transaction, after_id: int, *, limit: int
) -> list[tuple[SealedMatch, list[SealedEvent]]]:
    """Return up to `limit` matches with their events, in the order of IDs.

    Only matches with an ID greater than `after_id` are returned.
    """
    matches = [
        SealedMatch(**row)
        for row in await tx.all(f"{MATCHES} WHERE id > ? ORDER BY id LIMIT ?", after_id, limit)
    ]
    if not matches:
        return []
    rows = await tx.all(
        f"{EVENTS} WHERE match_id BETWEEN ? AND ? ORDER BY match_id, version", matches[0].id, matches[-1].id
    )
    theirs: dict[int, list[SealedEvent]] = {}
    for row in rows:
        theirs.setdefault(row["match_id"], []).append(SealedEvent(**row))
    return [(match, theirs.get(match.id, [])) for match in matches]


def find_broken_version(match: SealedMatch, events: Sequence[SealedEvent]) -> int | None:
    """Return the version of the first event that was changed, or `None`.

    This detects changes that SQLite's own check does not: a changed byte of an event, of the seed or of
    the options, and a missing, added or replaced event. The identity of the players is not sealed.
    """
    seal = seals.initial_seal(
        match_id=match.id,
        game=match.game,
        options=match.options,
        secret=match.secret,
        rules_version=match.rules_version,
        created_at=match.created_at,
        start=match.start,
    )
    for version, event in enumerate(events, 1):
        seal = seals.next_seal(
            seal,
            match_id=match.id,
            version=version,
            seat=event.seat,
            kind=event.kind,
            text=event.text,
            at=event.at,
        )
        if event.version != version or event.hash != seal:
            return version
    return None if len(events) == match.version else min(len(events), match.version) + 1


def find_fault(match: SealedMatch, events: Sequence[SealedEvent], *, with_replay: bool) -> Phrase | None:
    """Return a sentence about what is broken in a match, or `None`.

    The record is replayed only if `with_replay` is set.
    """
    try:
        if match.seats != 2:
            return Phrase("check.unreadable", match=match.id)
        if (at := find_broken_version(match, events)) is not None:
            return Phrase("check.event", match=match.id, event=at)
        return _played_otherwise(match, events) if with_replay else None
    except Exception:
        # Changed bytes may break any assumption about a match; the check goes on with the next one.
        return Phrase("check.unreadable", match=match.id)


def _played_otherwise(row: SealedMatch, events: Sequence[SealedEvent]) -> Phrase | None:
    """Return how the record of a match differs from its events, or `None`."""
    if row.rules_version > RULES_VERSION:
        return None  # a newer Twotone can judge it; the bot puts it into quarantine
    try:
        match = replay(row.record, version=row.rules_version, over=row.status == MatchStatus.OVER)
    except RulesError:
        return Phrase("check.unplayable", match=row.id)
    if not _same_start(match, row):
        return Phrase("check.start", match=row.id)
    moves = moves_after_takebacks(events, attrgetter("kind"), attrgetter("text"))
    for event, ply in zip(moves, match.plies, strict=False):
        if (event.seat, event.text) != (ply.seat, ply.text):
            return Phrase("check.record", match=row.id, event=event.version)
    if len(moves) != len(match.plies):
        return Phrase("check.length", match=row.id)
    return None if _same_end(match, events) else Phrase("check.end", match=row.id)


def _same_start(match: Match, row: SealedMatch) -> bool:
    """Whether the record of a match begins with the sealed facts of the match."""
    if match.game.key != row.game or match.secret != row.secret:
        return False
    start = match.game.dump(match.origin) if match.was_set else None
    if start != (row.start and json.loads(row.start)):
        return False
    return match.options == match.game.read_options(json.loads(row.options))


def _same_end(match: Match, events: Sequence[SealedEvent]) -> bool:
    """Whether record and events end with the same decision, or both without.

    The reason and the winner must agree.
    """
    ended = next((event for event in reversed(events) if event.kind in ENDINGS), None)
    if match.ending is None or ended is None:
        return match.ending is None and ended is None
    if ended.seat is None:
        return False
    winners: Mapping[str, int] = {EventKind.RESIGN: 1 - ended.seat, EventKind.CLAIM: ended.seat}
    as_said = match.ending.reason in ENDINGS[ended.kind]
    return as_said and match.ending.winner == winners.get(ended.kind)
