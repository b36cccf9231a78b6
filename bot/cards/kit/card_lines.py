"""Lines shared by several cards: players, terms, last move, result."""

from collections.abc import Sequence

from bot.cards.kit.kit import heading, small
from bot.cards.kit.names import mention, plain
from club.clocks.time_control import read_control
from club.play.after import phrases
from club.play.after.phrases import strength
from club.play.match.matches import Table
from club.play.match.sides import odds_given, odds_of
from club.standing.glicko import Rating
from club.standing.newcomers import MOST
from club.standing.ratings import MatchRatingChanges
from data.play.challenges import ChallengeRow
from data.play.listing import ListedRow
from data.play.matches import MatchRow, SeatRow
from data.play.quarantine import QuarantineRow
from data.play.rematches import Series
from engines.choose import levels
from rendering.describe import status
from rules.game import AnyGame, Options, View
from words import Phrase, Speaker, Words, chain, commas


def options_line(game: AnyGame, options: Options, say: Speaker) -> str | None:
    """Return the agreed options in words, as small print; `None` if there are none."""
    agreed = [say.text(words) for words in phrases.agreed_options(game, options)]
    return say("card.options", options=commas(agreed, say.language)) if agreed else None


def odds_line(table: Table, series: Series | None, say: Speaker) -> str | None:
    """Return the odds that a player gives, as small print; `None` if there are none.

    Men given are named on every board, because they are missing there. The first move given is named
    only on the first board, which has a series.
    """
    odds, name = odds_given(table.match), names_of(table)[1]
    if odds is None and series is not None and series.move_given:
        return small(say("card.challenge.side.gives.move", name=name))
    return say(f"card.odds.{odds}", name=name) if odds else None


def clock_line(clock: str | None, say: Speaker) -> str | None:
    """Return a stored clock in words, as small print; `None` if there is none."""
    control = read_control(clock or "")
    return say("card.clock", clock=control.in_words) if control else None


def rated_line(rated: str | None, say: Speaker) -> str | None:
    """Return as small print that a match is rated, or why it is not.

    Return `None` if no player wants it rated.
    """
    return None if rated is None else say(f"card.{rated}")


def rating_lines(table: Table, changes: MatchRatingChanges, say: Speaker) -> list[str]:
    """Return each player's rating before and after a match, as far as they are shown.

    The lines are small print. If the week already had enough matches against newcomers, the line says
    instead that this one does not count.
    """
    if changes.beyond:
        return [say("card.newcomers", limit=MOST)]
    return [
        say("card.rating", name=mention(seat.user_id), was=rating(change.before), became=rating(change.after))
        for seat, change in zip(table.row.seats, changes.seats, strict=True)
        if change
    ]


def rating(known: Rating) -> Phrase:
    """Return a rating in words."""
    points, deviation = map(round, known)
    return Phrase("rating", points=points, deviation=deviation)


def title_line(table: Table, say: Speaker) -> str:
    """Return the heading of a player's own card.

    It is the game; in a private match it adds that the opponent is the computer.
    """
    if table.row.private:
        return say("card.private.title", title=table.game.title)
    return heading(say.text(table.game.title))


def players_line(table: Table, say: Speaker) -> str:
    """Return both players, each with their side."""
    first, second = (_player(table, seat) for seat in table.row.seats)
    return say("card.players", side=table.side(0), name=first, other=table.side(1), opponent=second)


def player_named(seat: SeatRow) -> Words:
    """Return a player's name: a mention, but plain text for one from another server."""
    return plain(seat.name) if seat.guest else mention(seat.user_id)


def _player(table: Table, seat: SeatRow) -> Words:
    """Return a player; the computer with how strong it plays."""
    if seat.team:
        return Phrase("team.of", name=mention(seat.user_id))
    if seat.level is None:
        return player_named(seat)
    return Phrase("computer.at", strength=strength(seat.level, levels(table.game)))


def names_of(table: Table) -> tuple[Words, Words]:
    """Return the names of both players, by seat, as cards write them."""
    first, second = (plain(seat.name) for seat in table.row.seats)
    return first, second


def quote_move(move: Words) -> Words:
    """Format a move for use in a sentence: notation as code, words as they are."""
    return f"`{move}`" if isinstance(move, str) else move


def in_turn(moves: Sequence[Words]) -> Words:
    """Return moves that follow each other as they are within a sentence."""
    if all(isinstance(move, str) for move in moves):
        return " ".join(f"`{move}`" for move in moves)
    return chain("series.clauses", moves)


def last_move_line(table: Table, seen: View, say: Speaker) -> str | None:
    """Return the effect of the last move, with the players' names.

    It includes what the view `seen` notes of it (a skip, a forfeit).
    """
    said = phrases.last_move(table, seen, names_of(table))
    return say.text(chain("series.sentences", said)) if said else None


def shared_line(by: str | None, say: Speaker) -> str | None:
    """Return the line naming the member who shares the card, if one does."""
    return None if by is None else small(say("card.shared", name=plain(by)))


def status_lines(table: Table, seen: View, say: Speaker) -> list[str | None]:
    """Return what the game counts, by name, in lines of small print."""
    return [small(line) for line in status(seen, say.language, names_of(table))]


def result(table: Table) -> Phrase:
    """Return how a match ended, as one sentence."""
    return phrases.result(table, names_of(table))


def result_line(table: Table, say: Speaker) -> str:
    """Return how a match ended, in one bold line."""
    return f"**{say.text(result(table))}**"


def rematch_line(challenge: ChallengeRow, series: Series | None, say: Speaker) -> str | None:
    """Return the line that a challenge is to a rematch, with the score so far.

    Return `None` if it is not.
    """
    if challenge.rematch_of is None or series is None:
        return None
    names = plain(challenge.challenger_name), plain(challenge.opponent_name or "")
    ids = challenge.challenger_id, challenge.opponent_id or 0
    code = "card.rematch.odds" if odds_of(challenge.side) else "card.rematch"
    return _score(code, series, ids, names, say)


def series_line(table: Table, series: Series | None, say: Speaker) -> str | None:
    """Return the game's number in a mini-match and the score, as small print.

    The score is that of a rematch and the matches before it.
    """
    if series is None:
        return None
    said = []
    if series.game == 1 and table.over:  # without a result no second game has begun
        said += [say("card.mini.1.over")] if table.match.outcome else []
    elif series.game is not None:
        said.append(say(f"card.mini.{series.game}"))
    if not series.first:
        said.append(_score("card.series", series, table.row.user_ids, names_of(table), say))
    return small(say.text(chain("series.sentences", said))) if said else None


def _score(code: str, series: Series, ids: tuple[int, int], names: tuple[Words, Words], say: Speaker) -> str:
    first, second = (series.wins.get(user_id, 0) for user_id in ids)
    facts = {"name": names[0], "wins": first, "opponent": names[1], "other_wins": second}
    if not series.draws:
        return say(code, **facts)
    return say(f"{code}.draws", **facts, draws=series.draws)


def fairness_line(table: Table, say: Speaker) -> str | None:
    """Return where anyone can check the deal.

    Before the first move this is the commitment; after the end, whether it held.
    """
    if not table.game.hidden:
        return None
    if table.over:
        return say("card.deal.check")
    if not table.match.plies:
        return say("card.deal.sealed")
    return None


def place_link(match: MatchRow | ListedRow | QuarantineRow) -> str:
    """Return a link to a match's current board, else to its thread or channel.

    A former board is not linked, nor is one that was left behind in a thread.
    """
    at = _address(match.guild_id, match.place_id)
    here = match.board_channel_id == match.place_id and match.board_version == match.version
    return f"{at}/{match.board_message_id}" if here else at


def thread_link(match: ListedRow) -> str:
    """Return a link to a match's thread or channel, which stays valid as it goes on."""
    return _address(match.guild_id, match.place_id)


def challenge_link(challenge: ChallengeRow) -> str:
    """Return the address of a challenge's card, or of its channel."""
    return message_link(challenge.guild_id, challenge.channel_id, challenge.message_id)


def message_link(guild_id: int, channel_id: int, message_id: int | None) -> str:
    """Return the address of a message, or of its channel where it has none."""
    at = _address(guild_id, channel_id)
    return f"{at}/{message_id}" if message_id else at


def _address(guild_id: int, channel_id: int) -> str:
    """Return the address of a channel; direct messages belong to no server."""
    return f"https://discord.com/channels/{guild_id or '@me'}/{channel_id}"
