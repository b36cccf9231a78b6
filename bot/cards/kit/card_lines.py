"""Lines shared by several cards: players, terms, last move, result."""

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime

from bot.cards.kit.kit import heading, small_print
from bot.cards.kit.names import mention, safe_name, safe_reason
from club.clocks.time_control import parse_control
from club.play.after import phrases
from club.play.after.phrases import strength_phrase
from club.play.match.match_lists import ListedMatch
from club.play.match.matches import Table
from club.play.match.sides import detect_given_odds, odds_of
from club.standing.glicko import Rating
from club.standing.newcomers import MOST
from club.standing.ratings import MatchRatingChanges
from data.play.challenges import ChallengeRow
from data.play.listing import ListedRow
from data.play.matches import MatchRow, SeatRow
from data.play.quarantine import QuarantineRow
from data.play.rematches import SeriesScore
from engines.choose import level_count
from rendering.describe import summary_lines
from rules.game import AnyGame, Options, Seat, View
from words import Localizer, Phrase, Words, discord_timestamp, join_phrases, join_with_commas
from words.message import MessagePlace


def options_line(game: AnyGame, options: Options, say: Localizer) -> str | None:
    """Return the agreed options of a match in words, or `None` without any."""
    agreed = [say.text(words) for words in phrases.agreed_options(game, options)]
    return say("card.options", options=join_with_commas(agreed, say.language)) if agreed else None


def odds_line(table: Table, series: SeriesScore | None, say: Localizer) -> str | None:
    """Return the odds that a player gives, in words, or `None` without any.

    Omitted men are mentioned on every board, because they are missing there. If the odds are the first
    move, only the first board mentions them; that is the one with a series.
    """
    odds, name = detect_given_odds(table.match), player_names(table)[1]
    if odds is None and series is not None and series.move_given:
        return small_print(say("card.challenge.side.gives.move", name=name))
    return say(f"card.odds.{odds}", name=name) if odds else None


def clock_line(clock: str | None, say: Localizer) -> str | None:
    """Return a clock in words, given in its stored form; `None` without one."""
    control = parse_control(clock or "")
    return say("card.clock", clock=control.phrase) if control else None


def rated_line(rated_code: str | None, say: Localizer) -> str | None:
    """Return the line that a match is rated, or why it is not.

    Return `None` if no player wants it rated.
    """
    return None if rated_code is None else say(f"card.{rated_code}")


def rating_lines(table: Table, changes: MatchRatingChanges, say: Localizer) -> list[str]:
    """Return the players' ratings before and after a match.

    If the limit for matches against newcomers was already reached this week, or if the match waits to
    count, the line says that instead.
    """
    if changes.is_waiting:
        return [say("card.waits")]
    if changes.is_over_newcomer_limit:
        return [say("card.newcomers", limit=MOST)]
    if changes.void_reason is not None:
        return [say("card.void", text=safe_reason(changes.void_reason))]
    return [
        say(
            "card.rating",
            name=mention(seat.user_id),
            was=rating_phrase(change.before),
            became=rating_phrase(change.after),
        )
        for seat, change in zip(table.row.seats, changes.seats, strict=True)
        if change
    ]


def rating_phrase(rating: Rating) -> Phrase:
    """Return a rating in words, with its deviation."""
    points, deviation = map(round, rating)
    return Phrase("rating", points=points, deviation=deviation)


def title_line(table: Table, say: Localizer) -> str:
    """Return the heading of a card for one player: the name of the game.

    In a private match it adds that the opponent is the computer.
    """
    if table.row.is_private:
        return say("card.private.title", title=table.game.title)
    return heading(say.text(table.game.title))


def players_line(table: Table, say: Localizer) -> str:
    """Return the line that names both players, each with their side."""
    first, second = (_player(table, seat) for seat in table.row.seats)
    return say("card.players", side=table.side(0), name=first, other=table.side(1), opponent=second)


def named_players_line(table: Table, say: Localizer) -> str:
    """Return the line that names both players without mentions, each with their side."""
    first, second = player_names(table)
    return say("card.players", side=table.side(0), name=first, other=table.side(1), opponent=second)


def player_name(seat: SeatRow) -> Words:
    """Return a player's name: a mention, or plain text for a guest.

    A guest is a player from another server.
    """
    return safe_name(seat.name) if seat.guest else mention(seat.user_id)


def _player(table: Table, seat: SeatRow) -> Words:
    """Return a player's name; for the computer, with its strength."""
    if seat.team:
        return Phrase("team.of", name=mention(seat.user_id))
    if seat.level is None:
        return player_name(seat)
    return Phrase("computer.at", strength=strength_phrase(seat.level, level_count(table.game)))


def player_names(table: Table) -> tuple[Words, Words]:
    """Return the names of both players in the order of their seats.

    They are safe to insert into card text.
    """
    first, second = (safe_name(seat.name) for seat in table.row.seats)
    return first, second


def listed_name(match: ListedRow, seat: Seat) -> Words:
    """Return the name of the player at a seat of a listed match.

    It is a person's, or that of a captain's team.
    """
    name = safe_name(match.names[seat])
    return Phrase("team.of", name=name) if match.teams[seat] else name


def tell_apart(named: Sequence[tuple[str, ListedRow]], limit: int = MessagePlace.OPTION.limit) -> list[str]:
    """Return the names of matches for a list of choices.

    Several of one name get the time of their last move, within the `limit` of characters.
    """
    count = Counter(name for name, _ in named)
    return [name if count[name] == 1 else _add_time(name, row.turn_at, limit) for name, row in named]


def _add_time(name: str, moved_at: float, limit: int) -> str:
    suffix = f" · {datetime.fromtimestamp(moved_at, UTC):%Y-%m-%d %H:%M} UTC"
    return name[: limit - len(suffix)] + suffix


def quote_move(move: Words) -> Words:
    """Format a move for use in a sentence: notation as code, words unchanged."""
    return f"`{move}`" if isinstance(move, str) else move


def quote_moves(moves: Sequence[Words]) -> Words:
    """Format successive moves for use in a sentence."""
    if all(isinstance(move, str) for move in moves):
        return " ".join(f"`{move}`" for move in moves)
    return join_phrases("series.clauses", moves)


def last_move_line(table: Table, view: View, say: Localizer) -> str | None:
    """Return what the last move did, with the players' names.

    It includes the view's note on it, such as a skipped turn.
    """
    said = phrases.last_move_phrases(table, view, player_names(table))
    return say.text(join_phrases("series.sentences", said)) if said else None


def shared_by_line(sharer_name: Words | None, say: Localizer) -> str | None:
    """Return the line that names the member who shares a card, if one does."""
    return None if sharer_name is None else small_print(say("card.shared", name=safe_name(sharer_name)))


def status_lines(table: Table, view: View, say: Localizer) -> list[str | None]:
    """Return what the game counts, such as points, with the players' names."""
    return [small_print(line) for line in summary_lines(view, say.language, player_names(table))]


def result_phrase(table: Table) -> Phrase:
    """Return the result of a match as one sentence."""
    return phrases.result_phrase(table, player_names(table))


def result_line(table: Table, say: Localizer) -> str:
    """Return the result of a match as one bold line."""
    return f"**{say.text(result_phrase(table))}**"


def rematch_line(challenge: ChallengeRow, series: SeriesScore | None, say: Localizer) -> str | None:
    """Return the line that a challenge is for a rematch, with the score so far.

    Return `None` if it is not for a rematch.
    """
    if challenge.rematch_of is None or series is None:
        return None
    names = safe_name(challenge.challenger_name), safe_name(challenge.opponent_name or "")
    ids = challenge.challenger_id, challenge.opponent_id or 0
    code = "card.rematch.odds" if odds_of(challenge.side) else "card.rematch"
    return _score(code, series, ids, names, say)


def series_line(table: Table, series: SeriesScore | None, say: Localizer) -> str | None:
    """Return the line with the score of a series of matches.

    A series is a match and its rematches, or a mini-match of two games; for the latter the line also
    names the game's number. Return `None` without a series.
    """
    if series is None:
        return None
    said = []
    if series.game == 1 and table.is_over:  # without a result no second game has begun
        said += [say("card.mini.1.over")] if table.match.outcome else []
    elif series.game is not None:
        said.append(say(f"card.mini.{series.game}"))
    if not series.is_first_match:
        said.append(_score("card.series", series, table.row.user_ids, player_names(table), say))
    return small_print(say.text(join_phrases("series.sentences", said))) if said else None


def _score(
    code: str, series: SeriesScore, ids: tuple[int, int], names: tuple[Words, Words], say: Localizer
) -> str:
    first, second = (series.wins.get(user_id, 0) for user_id in ids)
    facts = {"name": names[0], "wins": first, "opponent": names[1], "other_wins": second}
    if not series.draws:
        return say(code, **facts)
    return say(f"{code}.draws", **facts, draws=series.draws)


def fairness_line(table: Table, say: Localizer) -> str | None:
    """Return the line on how anyone can check that the deal was fair.

    Before the first move it says that the deal is sealed; after the end, that it can be checked. Return
    `None` otherwise, and for games without hidden cards.
    """
    if not table.game.hidden:
        return None
    if table.is_over:
        return say("card.deal.check")
    if not table.match.plies:
        return say("card.deal.sealed")
    return None


def place_link(match: MatchRow | ListedRow | QuarantineRow) -> str:
    """Return the link to a match's current board, or else to its channel.

    A board that is outdated, or that was left behind in another thread, is not linked.
    """
    at = _address(match.guild_id, match.place_id)
    here = match.board_channel_id == match.place_id and match.board_version == match.version
    return f"{at}/{match.board_message_id}" if here else at


def own_link(match: ListedRow, seat: Seat) -> str:
    """Return the link to a match for its player at a seat.

    A guest has the board in direct messages, or is led to it from their team's table.
    """
    at = match.guest_boards[seat]
    return place_link(match) if at is None else message_link(*at)


def thread_link(match: ListedRow) -> str:
    """Return the link to a match's thread or channel.

    Unlike a link to a board, it stays valid while the match goes on.
    """
    return _address(match.guild_id, match.place_id)


def challenge_link(challenge: ChallengeRow) -> str:
    """Return the address of a challenge's card, or else of its channel."""
    return message_link(challenge.guild_id, challenge.channel_id, challenge.message_id)


def message_link(guild_id: int, channel_id: int, message_id: int | None) -> str:
    """Return the address of a message, or of its channel without a message."""
    at = _address(guild_id, channel_id)
    return f"{at}/{message_id}" if message_id else at


def _address(guild_id: int, channel_id: int) -> str:
    """Return the address of a channel; direct messages belong to no server."""
    return f"https://discord.com/channels/{guild_id or '@me'}/{channel_id}"


def with_vacation(line: str, match: ListedMatch, say: Localizer) -> str:
    """Return the line of a match, and until when the player to move is on vacation."""
    if match.vacation_end is None:
        return line
    return say("card.vacation.line", text=line, time=discord_timestamp(match.vacation_end))
