"""Lines that several cards share: who plays, what was agreed, what was moved, how it ended."""

from bot.cards.kit import plain
from club.matches import Table
from data.matches import MatchRow
from rules.game import AnyGame, Options, View


def options_line(game: AnyGame, options: Options) -> str:
    """Return the options agreed on, as small print."""
    parts = [
        f"{name}: {value if isinstance(value, int | str) else 'of your own'}"
        for name, value in options.items()
    ]
    return "-# " + (" · ".join(parts) or "no options")


def players_line(table: Table) -> str:
    """Return both players, each with their side."""
    return " — ".join(f"{table.side(seat.seat)} <@{seat.user_id}>" for seat in table.row.seats)


def last_move_line(table: Table, seen: View) -> str | None:
    """Return who moved last, and what; with what the view `seen` notes of the move (a skip, a forfeit)."""
    if not table.match.plies:
        return None
    ply = table.match.plies[-1]
    words = f"{plain(table.player(ply.seat).name)} ({table.side(ply.seat)}) played `{ply.text}`"
    return f"{words}. {seen.note}" if seen.note else words


def result_line(table: Table) -> str:
    """Return how a match ended, in one line."""
    winner, reason = table.row.winner, table.row.reason or ""
    outcome = table.match.outcome
    score = outcome.score if outcome else None
    # A winner's own points come first.
    points = " {}–{}".format(*(score[::-1] if winner == 1 else score)) if score else ""
    if winner is not None:
        return f"{plain(table.player(winner).name)} ({table.side(winner)}) wins{points}: {reason}"
    return f"Draw{points}: {reason}" if outcome else f"No result: {reason}"


def fairness_line(table: Table) -> str | None:
    """Return what lets anyone check the deal: the commitment before the first move, the seed after the end."""
    if not table.game.hidden:
        return None
    if table.over:
        return f"-# Seed `{table.match.secret.hex()}` — check the deal with /verify"
    if not table.match.plies:
        return f"-# Seed's SHA-256 `{table.match.commitment}`"
    return None


def place_link(match: MatchRow) -> str:
    """Return the address of a match's last board, or of its channel."""
    at = f"https://discord.com/channels/{match.guild_id}/{match.place_id}"
    return f"{at}/{match.board_message_id}" if match.board_message_id else at
