"""A match shared by both players: the question to one, and the picture."""

from dataclasses import replace

from bot.cards.kit.card_lines import player_names, players_line, rating_lines, result_line, shared_by_line
from bot.cards.kit.kit import (
    OFFERED,
    OVER,
    PRIMARY,
    SECONDARY,
    ActionButton,
    Card,
    framed_view,
    heading,
    row,
    text,
)
from bot.cards.kit.names import mention
from bot.cards.kit.pictures import Drawing, end_picture
from bot.cards.kit.share_buttons import Where, rival_button
from bot.cards.play.moves import analyse_button, replay_button
from bot.custom_ids import CustomId
from club.play.after.phrases import match_caption
from club.play.match.matches import Table
from club.standing.counted_matches import RatingUpdate
from club.standing.ratings import MatchRatingChanges
from rendering.caption import RatingChange
from rules.game import Seat
from words import Localizer, Words


def share_question_card(table: Table, asking_seat: Seat, where: Where, say: Localizer) -> Card:
    """Return the question to the other player whether to share the match.

    `asking_seat` is the seat of the player who asks, and `where` the place where they share it.
    """
    row_, asked = table.row, table.player(1 - asking_seat)
    answers = [
        ActionButton.create(
            CustomId(f"share-{way}", row_.id, row_.version, f"{asking_seat},{where}"),
            say(f"button.share.{way}"),
            style,
        )
        for way, style in (("yes", PRIMARY), ("no", SECONDARY))
    ]
    name, opponent = player_names(table)[asking_seat], mention(asked.user_id)
    words = say("card.share.ask", name=name, opponent=opponent)
    title = heading(say.text(table.game.title))
    return Card(framed_view(OFFERED, text(title, words), row(*answers)), pings=(asked.user_id,))


def shared_match_card(
    table: Table,
    sharing_seat: Seat,
    changes: MatchRatingChanges,
    turning_move: Words | None,
    say: Localizer,
) -> Card:
    """Return a match that its players share, with a button to challenge one of them.

    `turning_move` is the move that decided it, if one is known. Against the computer, `sharing_seat` alone
    shares it.
    """
    first, second = player_names(table)
    alone = table.row.computer is not None
    ways = [_rival_button(table, sharing_seat, say)]
    if not table.row.is_private:  # no one else may look through it
        ways += [*replay_button(table, say), *analyse_button(table, say)]
    return Card(
        framed_view(
            OVER,
            text(
                shared_by_line(table.player(sharing_seat).name, say)
                if alone
                else say("card.shared.both", name=first, opponent=second),
                heading(say.text(table.game.title)),
                players_line(table, say),
                result_line(table, say),
                *rating_lines(table, changes, say),
            ),
            shared_picture(table, changes, turning_move, say),
            row(*ways),
        )
    )


def kept_match_card(
    table: Table, changes: MatchRatingChanges, turning_move: Words | None, say: Localizer
) -> Card:
    """Return the picture of a match alone, for one player to keep."""
    return Card(framed_view(OVER, shared_picture(table, changes, turning_move, say)))


def shared_picture(
    table: Table, changes: MatchRatingChanges, turning_move: Words | None, say: Localizer
) -> Drawing:
    """Draw the final position with the players' ratings and the move that decided it."""
    ratings = _round_change(changes.seats[0]), _round_change(changes.seats[1])
    caption = replace(match_caption(table, say), ratings=ratings, turning_move=turning_move)
    return end_picture(table.view(None), table.match, table.reason, say, caption=caption, wide=True)


def _rival_button(table: Table, sharing_seat: Seat, say: Localizer) -> ActionButton:
    """Return the button that challenges the winner, or the player who shares."""
    winner = table.match.outcome.winner if table.match.outcome else None
    seat = sharing_seat if winner is None or winner == table.row.computer else winner
    player = table.player(seat)
    is_winner = seat == winner and table.row.computer is None
    label = say("button.share.winner") if is_winner else say("button.share.rival", name=player.name)
    match_id = None if table.row.is_private else table.row.id
    return rival_button(player.user_id, label, game=table.game.key, match_id=match_id)


def _round_change(change: RatingUpdate | None) -> RatingChange | None:
    """Return the rating before and after a match, in whole points."""
    return RatingChange(*map(round, (*change.before, *change.after))) if change else None
