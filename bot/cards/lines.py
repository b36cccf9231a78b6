"""Lines that several cards share: who plays, what was agreed, what was moved, how it ended."""

from bot.cards.kit import plain
from club.matches import Table
from data.challenges import ChallengeRow
from data.listing import ListedRow
from data.matches import MatchRow
from rules.game import AnyGame, Options, View
from words import Said, Speaker


def options_line(game: AnyGame, options: Options, say: Speaker) -> str:
    """Return the options agreed on, as small print."""
    parts = [
        say(
            "option.value",
            name=option.label,
            value=option.shown(options[option.name])
            if isinstance(options[option.name], int | str)
            else Said("option.own"),
        )
        for option in game.options
    ]
    return say("card.options", options=" · ".join(parts)) if parts else say("card.options.none")


def players_line(table: Table, say: Speaker) -> str:
    """Return both players, each with their side."""
    first, second = table.row.seats
    return say(
        "card.players",
        side=table.side(0),
        name=f"<@{first.user_id}>",
        other=table.side(1),
        opponent=f"<@{second.user_id}>",
    )


def last_move_line(table: Table, seen: View, say: Speaker) -> str | None:
    """Return who moved last, and what; with what the view `seen` notes of the move (a skip, a forfeit)."""
    if not table.match.plies:
        return None
    ply = table.match.plies[-1]
    facts = {"name": plain(table.player(ply.seat).name), "side": table.side(ply.seat), "move": ply.text}
    if seen.note:
        return say("card.last_move.noted", note=seen.note, **facts)
    return say("card.last_move", **facts)


def result(table: Table) -> Said:
    """Return how a match ended, as one sentence."""
    outcome, winner = table.match.outcome, table.row.winner
    if outcome is None:
        return Said("card.result.none", reason=table.reason)
    won = "draw" if winner is None else "won"
    facts: dict[str, object] = {"reason": table.reason}
    if winner is not None:
        facts |= {"name": plain(table.player(winner).name), "side": table.side(winner)}
    # Points say how a match ended only where they decided it, not where somebody gave up or both agreed.
    if outcome.score is None or table.match.ending:
        return Said(f"card.result.{won}", **facts)
    # A winner's own points come first.
    high, low = outcome.score[::-1] if winner == 1 else outcome.score
    return Said(f"card.result.{won}.points", high=high, low=low, **facts)


def result_line(table: Table, say: Speaker) -> str:
    """Return how a match ended, in one bold line."""
    return f"**{say.told(result(table))}**"


def fairness_line(table: Table, say: Speaker) -> str | None:
    """Return what lets anyone check the deal: the commitment before the first move, the seed after the end."""
    if not table.game.hidden:
        return None
    if table.over:
        return say("card.seed.shown", seed=table.match.secret.hex())
    if not table.match.plies:
        return say("card.seed.promised", commitment=table.match.commitment)
    return None


def place_link(match: MatchRow | ListedRow) -> str:
    """Return the address of a match's board where it shows how the match stands, else of its thread or channel.

    A former board is no way to a match, nor is one that was left in a thread.
    """
    at = f"https://discord.com/channels/{match.guild_id}/{match.place_id}"
    here = match.board_channel_id == match.place_id and match.board_version == match.version
    return f"{at}/{match.board_message_id}" if here else at


def challenge_link(challenge: ChallengeRow) -> str:
    """Return the address of a challenge's card, or of its channel."""
    at = f"https://discord.com/channels/{challenge.guild_id}/{challenge.channel_id}"
    return f"{at}/{challenge.message_id}" if challenge.message_id else at
