"""Daily puzzles of servers: due times, posts and solvers."""

from dataclasses import dataclass
from typing import Final

from data.database.columns import column_list, insert_statement
from data.database.transaction import Transaction
from data.members.preferences import SHOWS_PROFILE


@dataclass(frozen=True, slots=True)
class DueDailyPuzzle:
    """A server whose daily puzzle is due.

    It has the channel, hour and time zone that the server has chosen, and the time `puzzle_at` since
    when the puzzle is due.
    """

    guild_id: int
    puzzle_channel: int
    puzzle_hour: int
    zone: str | None
    puzzle_at: float


@dataclass(frozen=True, slots=True)
class PuzzlePost:
    """The puzzle of a server on one day; `message_id` is `None` until posted."""

    id: int
    guild_id: int
    channel_id: int
    day: int
    key: str
    made_at: float
    message_id: int | None


@dataclass(frozen=True, slots=True)
class DailySolver:
    """A member who has solved a daily puzzle, with their streak of days.

    `days` counts the daily puzzles solved in a row, up to this one. `tries` is `None` if the tries were
    not counted, or if the member's profile is hidden.
    """

    user_id: int
    days: int
    tries: int | None = None


@dataclass(frozen=True, slots=True)
class NamedSolver:
    """A member who solved a puzzle without help, and the number of tries."""

    user_id: int
    tries: int


@dataclass(frozen=True, slots=True)
class SolveCounts:
    """How many people solved a puzzle.

    `clean` and `second` count those who solved it without help at the first and at the second try.
    `names` are the members who needed the fewest tries without help; members with a hidden profile are
    left out.
    """

    count: int = 0
    clean: int = 0
    second: int = 0
    names: tuple[NamedSolver, ...] = ()


_POST: Final = column_list(PuzzlePost)


async def schedule(tx: Transaction, guild_id: int, at: float | None) -> None:
    """Store when the next puzzle of a server is due, or `None` for never."""
    await tx.run("UPDATE server SET puzzle_at = ? WHERE guild_id = ?", at, guild_id)


async def next_puzzle_time(tx: Transaction, guild_id: int) -> float | None:
    """Return the time when the next puzzle of a server is due, or `None`."""
    row = await tx.one("SELECT puzzle_at FROM server WHERE guild_id = ?", guild_id)
    return row["puzzle_at"] if row else None


async def list_due(tx: Transaction, now: float, farthest: float, limit: int) -> list[DueDailyPuzzle]:
    """Return up to `limit` servers whose puzzle is due.

    Servers that another process is handling are skipped. A due time later than `farthest` must come
    from a wrong clock, so such a server is due too.
    """
    sql = (
        f"SELECT {column_list(DueDailyPuzzle)} FROM server WHERE (puzzle_at <= ? OR puzzle_at > ?)"
        f" ORDER BY puzzle_at LIMIT ?{tx.skip_locked}"
    )
    rows = await tx.all(sql, now, farthest, limit)
    return [DueDailyPuzzle(**row) for row in rows]


async def next_due_time(tx: Transaction) -> float | None:
    """Return the time when the next puzzle of any server is due, or `None`."""
    return await tx.moment("SELECT MIN(puzzle_at) AS due FROM server WHERE puzzle_at IS NOT NULL")


async def add(
    tx: Transaction, *, guild_id: int, channel_id: int, day: int, key: str, made_at: float
) -> int | None:
    """Store the daily puzzle of a server and return its ID.

    Return `None` if the server has already had one on that day.
    """
    stored = {"guild_id": guild_id, "channel_id": channel_id, "day": day, "key": key, "made_at": made_at}
    row = await tx.one(
        *insert_statement("puzzle_post", stored, "ON CONFLICT (guild_id, day) DO NOTHING RETURNING id")
    )
    return row["id"] if row else None


async def get(tx: Transaction, post_id: int) -> PuzzlePost | None:
    """Return a daily puzzle by its ID, or `None`."""
    row = await tx.one(f"SELECT {_POST} FROM puzzle_post WHERE id = ?", post_id)
    return PuzzlePost(**row) if row else None


async def find_latest(tx: Transaction, guild_id: int) -> PuzzlePost | None:
    """Return the latest daily puzzle of a server, or `None`."""
    row = await tx.one(
        f"SELECT {_POST} FROM puzzle_post WHERE guild_id = ? ORDER BY id DESC LIMIT 1", guild_id
    )
    return PuzzlePost(**row) if row else None


async def set_message(tx: Transaction, post_id: int, message_id: int) -> None:
    """Store the message that shows a daily puzzle."""
    await tx.run("UPDATE puzzle_post SET message_id = ? WHERE id = ?", message_id, post_id)


async def record_result(
    tx: Transaction, post_id: int, user_id: int, *, tries: int | None, helped: bool, at: float
) -> bool:
    """Store that a member solved a daily puzzle, or was shown the solution.

    `tries` is `None` in the latter case. Return whether this is their first result. A member who took a
    hint before solving it keeps the mark `hinted`, and so does one who was `helped` elsewhere.
    """
    sql = (
        "INSERT INTO puzzle_solver (post_id, user_id, solved, hinted, tries, at) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (post_id, user_id) DO UPDATE"
        " SET solved = excluded.solved, hinted = excluded.solved, tries = excluded.tries, at = excluded.at"
        " WHERE puzzle_solver.hinted = 1 AND puzzle_solver.solved = 0"
    )
    added = await tx.run(
        sql, post_id, user_id, int(tries is not None), int(tries is not None and helped), tries, at
    )
    return added > 0


async def record_hint(tx: Transaction, post_id: int, user_id: int, *, at: float) -> bool:
    """Store that a member took a hint for a daily puzzle.

    Return whether nothing else was stored about them there before.
    """
    sql = (
        "INSERT INTO puzzle_solver (post_id, user_id, solved, hinted, at) VALUES (?, ?, 0, 1, ?)"
        " ON CONFLICT (post_id, user_id) DO NOTHING"
    )
    added = await tx.run(sql, post_id, user_id, at)
    return added > 0


async def get_previous_result(tx: Transaction, post: PuzzlePost, limit: int) -> SolveCounts:
    """Return the result of a server's daily puzzle before a given one.

    It counts the members who solved it, and names up to `limit` of them.
    """
    former = "(SELECT id FROM puzzle_post WHERE guild_id = ? AND id < ? ORDER BY id DESC LIMIT 1)"
    sql = (
        "SELECT COUNT(*) AS count, COUNT(CASE WHEN tries = 1 AND hinted = 0 THEN 1 END) AS clean,"
        " COUNT(CASE WHEN tries = 2 AND hinted = 0 THEN 1 END) AS second"
        f" FROM puzzle_solver WHERE solved = 1 AND post_id = {former}"
    )
    row = await tx.one(sql, post.guild_id, post.id)
    sql = (
        "SELECT puzzle_solver.user_id AS user_id, puzzle_solver.tries AS tries FROM puzzle_solver"
        " LEFT JOIN preference ON preference.user_id = puzzle_solver.user_id"
        f" WHERE puzzle_solver.post_id = {former} AND puzzle_solver.solved = 1 AND puzzle_solver.hinted = 0"
        f" AND puzzle_solver.tries IS NOT NULL AND {SHOWS_PROFILE}"
        " ORDER BY puzzle_solver.tries, puzzle_solver.at, puzzle_solver.user_id LIMIT ?"
    )
    rows = await tx.all(sql, post.guild_id, post.id, limit)
    return SolveCounts(**row, names=tuple(NamedSolver(**each) for each in rows)) if row else SolveCounts()


async def list_first_solvers(tx: Transaction, post: PuzzlePost, limit: int) -> list[DailySolver]:
    """Return the first members who solved a daily puzzle without a hint.

    They are in the order in which they solved it. Their streaks count only days on which a puzzle was
    posted, so a day without a puzzle breaks no streak.
    """
    sql = (
        "SELECT puzzle_solver.user_id AS user_id,"
        f" CASE WHEN {SHOWS_PROFILE} THEN puzzle_solver.tries END AS tries"
        " FROM puzzle_solver LEFT JOIN preference ON preference.user_id = puzzle_solver.user_id"
        " WHERE puzzle_solver.post_id = ? AND puzzle_solver.solved = 1 AND puzzle_solver.hinted = 0"
        " ORDER BY puzzle_solver.at, puzzle_solver.user_id LIMIT ?"
    )
    rows = await tx.all(sql, post.id, limit)
    return [
        DailySolver(row["user_id"], await _count_streak(tx, post, row["user_id"]), row["tries"])
        for row in rows
    ]


async def _count_streak(tx: Transaction, post: PuzzlePost, user_id: int) -> int:
    """Return how many daily puzzles a member solved in a row, up to this one."""
    here = "guild_id = ? AND day < ? AND message_id IS NOT NULL"
    sql = (
        f"SELECT COUNT(*) AS days FROM puzzle_post WHERE {here} AND day > COALESCE("
        f"(SELECT day FROM puzzle_post AS missed WHERE {here} AND NOT EXISTS (SELECT 1 FROM puzzle_solver"
        " WHERE post_id = missed.id AND user_id = ? AND solved = 1) ORDER BY day DESC LIMIT 1), -1)"
    )
    row = await tx.one(sql, post.guild_id, post.day, post.guild_id, post.day, user_id)
    return 1 + (row["days"] if row else 0)
