"""Daily puzzles of servers: when each is due, what was posted, who has solved it."""

from dataclasses import dataclass
from typing import Final

from data.database.columns import columns, insert
from data.database.transaction import Transaction
from data.members.preferences import SHOWS_PROFILE


@dataclass(frozen=True, slots=True)
class DueDailyPuzzle:
    """A server whose puzzle is due.

    It says in which channel, at which hour and in which zone the server wants the puzzle, and since
    when it is due.
    """

    guild_id: int
    puzzle_channel: int
    puzzle_hour: int
    zone: str | None
    puzzle_at: float


@dataclass(frozen=True, slots=True)
class PuzzlePost:
    """A server's puzzle of one day; `message_id` is `None` until Discord has it."""

    id: int
    guild_id: int
    channel_id: int
    day: int
    key: str
    made_at: float
    message_id: int | None


@dataclass(frozen=True, slots=True)
class DailySolver:
    """A member who has solved a server's puzzle, and their streak up to that one.

    `tries` is `None` if the tries were not counted, or if the member's profile is hidden.
    """

    user_id: int
    days: int
    tries: int | None = None


@dataclass(frozen=True, slots=True)
class NamedSolver:
    """A member who has solved a puzzle without help, and their number of tries."""

    user_id: int
    tries: int


@dataclass(frozen=True, slots=True)
class SolveCounts:
    """How many people have solved a puzzle.

    Separate counts are for those who solved it without help at the first try, and at the second.
    `names` are the members who needed the fewest tries without help; members with a hidden profile
    are left out.
    """

    count: int = 0
    clean: int = 0
    second: int = 0
    names: tuple[NamedSolver, ...] = ()


_POST: Final = columns(PuzzlePost)


async def plan(tx: Transaction, guild_id: int, at: float | None) -> None:
    """Store when the next puzzle of a server is due; `None` for never."""
    await tx.run("UPDATE server SET puzzle_at = ? WHERE guild_id = ?", at, guild_id)


async def next_at(tx: Transaction, guild_id: int) -> float | None:
    """Return when the next puzzle of a server is due, `None` for never."""
    row = await tx.one("SELECT puzzle_at FROM server WHERE guild_id = ?", guild_id)
    return row["puzzle_at"] if row else None


async def due(tx: Transaction, now: float, farthest: float, limit: int) -> list[DueDailyPuzzle]:
    """Return up to `limit` servers whose puzzle is due.

    Servers that another process is handling are skipped. A time further ahead than `farthest` was
    planned by a clock that was wrong, so it is due too.
    """
    sql = (
        f"SELECT {columns(DueDailyPuzzle)} FROM server WHERE (puzzle_at <= ? OR puzzle_at > ?)"
        f" ORDER BY puzzle_at LIMIT ?{tx.unheld}"
    )
    rows = await tx.all(sql, now, farthest, limit)
    return [DueDailyPuzzle(**row) for row in rows]


async def next_due(tx: Transaction) -> float | None:
    """Return when the next puzzle of any server is due, `None` if none ever is."""
    row = await tx.one("SELECT MIN(puzzle_at) AS due FROM server WHERE puzzle_at IS NOT NULL")
    return row["due"] if row else None


async def add(
    tx: Transaction, *, guild_id: int, channel_id: int, day: int, key: str, made_at: float
) -> int | None:
    """Store the puzzle of a server's day and return its ID.

    Return `None` if that day has had one already.
    """
    stored = {"guild_id": guild_id, "channel_id": channel_id, "day": day, "key": key, "made_at": made_at}
    row = await tx.one(*insert("puzzle_post", stored, "ON CONFLICT (guild_id, day) DO NOTHING RETURNING id"))
    return row["id"] if row else None


async def get(tx: Transaction, post_id: int) -> PuzzlePost | None:
    """Return a post."""
    row = await tx.one(f"SELECT {_POST} FROM puzzle_post WHERE id = ?", post_id)
    return PuzzlePost(**row) if row else None


async def last(tx: Transaction, guild_id: int) -> PuzzlePost | None:
    """Return the post that a server got last."""
    row = await tx.one(
        f"SELECT {_POST} FROM puzzle_post WHERE guild_id = ? ORDER BY id DESC LIMIT 1", guild_id
    )
    return PuzzlePost(**row) if row else None


async def set_message(tx: Transaction, post_id: int, message_id: int) -> None:
    """Note the message that shows a post."""
    await tx.run("UPDATE puzzle_post SET message_id = ? WHERE id = ?", message_id, post_id)


async def add_solver(
    tx: Transaction, post_id: int, user_id: int, *, tries: int | None, helped: bool, at: float
) -> bool:
    """Store that a member has solved a post's puzzle, or was shown how (no `tries`).

    Return whether it is for the first time. A member who has solved it after a hint stays `hinted`; a
    member who was `helped` elsewhere is `hinted` from the beginning.
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


async def add_hinted(tx: Transaction, post_id: int, user_id: int, *, at: float) -> bool:
    """Store that a member took a hint in a post's puzzle.

    Return whether that is the first thing they did there.
    """
    sql = (
        "INSERT INTO puzzle_solver (post_id, user_id, solved, hinted, at) VALUES (?, ?, 0, 1, ?)"
        " ON CONFLICT (post_id, user_id) DO NOTHING"
    )
    added = await tx.run(sql, post_id, user_id, at)
    return added > 0


async def previous_result(tx: Transaction, post: PuzzlePost, limit: int) -> SolveCounts:
    """Return the result of the puzzle that a server got before a post.

    It says how many have solved it, in how many tries, and names some of them.
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


async def first(tx: Transaction, post: PuzzlePost, limit: int) -> list[DailySolver]:
    """Return who solved a post's puzzle first without a hint, in order.

    Days in a row are days on which the server had a puzzle: those on which the bot posted none break no row.
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
        DailySolver(row["user_id"], await _in_a_row(tx, post, row["user_id"]), row["tries"]) for row in rows
    ]


async def _in_a_row(tx: Transaction, post: PuzzlePost, user_id: int) -> int:
    """Return how many of a server's puzzles a member solved in a row, up to this one."""
    here = "guild_id = ? AND day < ? AND message_id IS NOT NULL"
    sql = (
        f"SELECT COUNT(*) AS days FROM puzzle_post WHERE {here} AND day > COALESCE("
        f"(SELECT day FROM puzzle_post AS missed WHERE {here} AND NOT EXISTS (SELECT 1 FROM puzzle_solver"
        " WHERE post_id = missed.id AND user_id = ? AND solved = 1) ORDER BY day DESC LIMIT 1), -1)"
    )
    row = await tx.one(sql, post.guild_id, post.day, post.guild_id, post.day, user_id)
    return 1 + (row["days"] if row else 0)
