"""A match, a challenge, a move and a league as the tests store them."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from data.competitions.competitions import NewCompetition, StageRow, StageStatus
from data.database.transaction import Job, Transaction
from data.outbox import outbox
from data.outbox.post_kinds import PostKind
from data.play import challenges, match_events, matches, replay_check
from data.play.challenges import NewChallenge
from data.play.match_events import MatchState
from data.play.matches import EventKind, EventRow, MatchRow, MatchStatus, NewMatch
from data.play.replay_check import SealedEvent, SealedMatch
from data.sqlite.backup import backup
from data.sqlite.soundness import check_is_sound, open_for_reading
from data.sqlite.store import SqliteStore
from rules.match import Match
from tests.pending_posts import for_match

ADA, BOB, EVE = 2**62 + 1, 2**62 + 2, 2**62 + 3
GUILD, CHANNEL, THREAD = 100, 200, 300
START = 1_700_000_000.0

PEOPLE = ((ADA, "Ada"), (BOB, "Bob"))
NEW_MATCH = NewMatch(
    game="binar",
    options='{"size": 3}',
    secret=bytes(range(32)),
    rules_version=1,
    turn=0,
    guild_id=GUILD,
    channel_id=CHANNEL,
    record="",
)
NEW_CHALLENGE = NewChallenge(
    game="binar",
    options="{}",
    side="random",
    challenger_id=ADA,
    challenger_name="Ada",
    opponent_id=None,
    opponent_name=None,
    guild_id=GUILD,
    channel_id=CHANNEL,
)


LEAGUE = NewCompetition(
    guild_id=GUILD,
    channel_id=CHANNEL,
    kind="league",
    name="Autumn",
    organiser_id=ADA,
    game="binar",
    options="{}",
    control="3d+1d",
    hour=18,
)
STAGE = StageRow(1, 1, 0, StageStatus.RUNNING, START, 2 * START, True, 1, None)


async def new_match(tx: Transaction, thread_id: int | None = None, at: float = START) -> MatchRow:
    return await matches.create(tx, replace(NEW_MATCH, thread_id=thread_id), PEOPLE, at=at)


def as_new(match: Match, **given: Any) -> NewMatch:
    """Return a match as it is stored before its first event.

    The record is the one it has by now.
    """
    options = json.dumps(match.options)
    new = replace(NEW_MATCH, game=match.game.key, options=options, secret=match.secret, record=match.save())
    return replace(new, **given)


def event(
    match_id: int,
    version: int,
    kind: EventKind = EventKind.MOVE,
    *,
    seat: int | None = 0,
    text: str = "",
    interaction_id: int | None = None,
    at: float = START,
) -> EventRow:
    """An event of Ada's or Bob's that leads to a version."""
    user_id = None if seat is None else PEOPLE[seat][0]
    return EventRow(match_id, version, seat, user_id, kind, text, interaction_id, at)


def move(
    match_id: int,
    expected_version: int,
    *,
    interaction_id: int | None = None,
    text: str = "a1 0",
    record: str = "…",
    at: float = START,
    status: MatchStatus = MatchStatus.RUNNING,
) -> Job[EventRow]:
    """Return the job that the bot does for one move.

    It stores the event, the match, and the board to post.
    """

    async def job(tx: Transaction) -> EventRow:
        seat = expected_version % 2
        made = event(
            match_id, expected_version + 1, seat=seat, text=text, interaction_id=interaction_id, at=at
        )
        stored = await match_events.append(tx, made, MatchState(status=status, turn=1 - seat, record=record))
        dedup = f"b{match_id}.{stored.version}"
        await outbox.put(tx, PostKind.BOARD, at, dedup=dedup, match_id=match_id, version=stored.version)
        return stored

    return job


def store_match(record: Match, *happened: tuple[EventKind, int, str], over: bool = False) -> Job[None]:
    """Return the job that stores a match with these events.

    It stores them one by one, as the bot does. With `over`, the last event ends it.
    """

    async def job(tx: Transaction) -> None:
        row = await matches.create(tx, as_new(record, options="{}", record=""), PEOPLE, at=0.0)
        for version, (kind, seat, text) in enumerate(happened, 1):
            status = MatchStatus.OVER if over and version == len(happened) else MatchStatus.RUNNING
            state = MatchState(status=status, turn=None if over else 0, record=record.save())
            await match_events.append(tx, event(row.id, version, kind, seat=seat, text=text, at=0.0), state)

    return job


async def new_challenge(
    tx: Transaction,
    *,
    opponent_id: int | None = None,
    interaction_id: int | None = None,
    expires_at: float = START,
) -> challenges.ChallengeRow:
    asked = replace(NEW_CHALLENGE, opponent_id=opponent_id, opponent_name="Bob" if opponent_id else None)
    return await challenges.create(tx, asked, at=START, expires_at=expires_at, interaction_id=interaction_id)


async def whole_versions(path: Path) -> dict[int, int]:
    """Reopen the database, check it as a whole, and return each match's version.

    The check holds everything in it against everything else.
    """
    store = await SqliteStore.open(path)
    try:
        versions = await store.read(whole_versions_in)
    finally:
        await store.close()
    check_is_sound(path)
    return versions


async def whole_versions_in(tx: Transaction) -> dict[int, int]:
    """Check that all matches' events and boards are whole; return each one's version."""
    rows = await tx.all("SELECT id FROM match ORDER BY id")
    found = [match for row in rows if (match := await matches.get(tx, row["id"]))]
    for match in found:
        assert [event.version for event in await match_events.list_for_match(tx, match.id)] == list(
            range(1, match.version + 1)
        )
        assert await first_broken(tx, match.id) is None
        boards = await for_match(tx, match.id)
        assert [board.version for board in boards] == [match.version][: match.version]
    return {match.id: match.version for match in found}


async def play_on(path: Path, moves: int) -> None:
    """Play `moves` moves in the one match of the database, made if missing."""
    store = await SqliteStore.open(path)
    match = await store.read(lambda tx: matches.get(tx, 1))
    first = match.version if match else (await store.write(new_match)).version
    for version in range(first, first + moves):
        await store.write(move(1, version))
    await store.close()


async def play_and_back_up(path: Path, copy: Path, moves: int) -> Path:
    """Play on, make a backup at `copy` and return its path."""
    await play_on(path, moves)
    backup(path, copy)
    return copy


def versions_of(path: Path) -> dict[int, int]:
    """Return each match's version, from a file that is only read, as a backup must be."""
    with open_for_reading(path) as connection:
        return dict(connection.execute("SELECT id, version FROM match ORDER BY id"))


def overwrite(path: Path) -> None:
    """Damage the first page."""
    path.write_bytes(b"\xa5" * 64 + path.read_bytes()[64:])


async def first_broken(tx: Transaction, match_id: int) -> int | None:
    """Return the first version of a match whose event has been changed, if any."""
    [row] = await tx.all(f"{replay_check.MATCHES} WHERE id = ?", match_id)
    events = await tx.all(f"{replay_check.EVENTS} WHERE match_id = ? ORDER BY version", match_id)
    return replay_check.find_broken_version(SealedMatch(**row), [SealedEvent(**event) for event in events])
