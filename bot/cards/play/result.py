"""How a match ended or why it cannot go on, and the deal to check after the end."""

from bot.cards.kit.after import NOWHERE, Addresses, rematch_button, ways_after
from bot.cards.kit.card_lines import (
    fairness_line,
    place_link,
    players_line,
    rating_lines,
    result_line,
    series_line,
)
from bot.cards.kit.kit import OVER, Card, Press, framed_view, heading, link, row, text
from bot.cards.kit.pictures import caption_of, end_picture
from bot.cards.play.moves import analyse_button, replay_button
from bot.custom_ids import CustomId
from club.play.match.matches import Table
from club.standing.ratings import MatchRatingChanges
from data.play.quarantine import QuarantineRow
from data.play.rematches import Series
from rules.match import Match
from words import Speaker


def result_card(
    table: Table,
    say: Speaker,
    changes: MatchRatingChanges,
    series: Series | None,
    outside: Addresses = NOWHERE,
) -> Card:
    """Return the end of a match and its rating changes, for the parent channel.

    That is the channel of the match's thread. `series` is the score if the match is a rematch,
    `outside` the other places where it is shown.
    """
    card = framed_view(
        OVER,
        text(
            heading(say.text(table.game.title)),
            players_line(table, say),
            result_line(table, say),
            *rating_lines(table, changes, say),
            series_line(table, series, say),
            fairness_line(table, say),
        ),
        end_picture(table.view(None), table.match, table.reason, say, caption=caption_of(table, say)),
        row(
            *rematch_button(table, say),
            *replay_button(table, say),
            *analyse_button(table, say),
            link(say("button.see_match"), place_link(table.row)),
            Press.of(CustomId("next", table.row.id, table.row.version), say("button.next")),
        ),
        row(*after) if (after := ways_after(table, say, outside)) else None,
    )
    return Card(card)


def set_aside_card(match: QuarantineRow, say: Speaker) -> Card:
    """Return why a match was set aside, with a link to its last board.

    It cannot be played on, because its record cannot be read.
    """
    assert match.set_aside  # this is the code of why
    to_board = link(say("button.see_match"), place_link(match))
    return Card(framed_view(None, text(say(match.set_aside)), row(to_board)))


def deal_card(table: Table, say: Speaker) -> Card:
    """Return whether a deal was fair, or that it is sealed while the match goes on.

    A button shows its figures.
    """
    code = "card.deal.sealed.now"
    if table.over:
        code = "card.deal.fair" if _is_as_dealt(table) else "card.deal.unfair"
    details = Press.of(CustomId("deal", table.row.id), say("button.deal"))
    return Card(
        framed_view(None, text(say("card.deal", title=table.game.title), say(code)), row(details)),
    )


def _is_as_dealt(table: Table) -> bool:
    """Return whether the match began as its seed deals."""
    match = table.match
    return bool(Match(match.game, match.options, match.secret).origin == match.origin)


def deal_details_card(table: Table, say: Speaker) -> Card:
    """Return the promise behind a deal and, after the end, the seed and what it deals."""
    if not table.over:
        promised = say("card.deal.promise", commitment=table.match.commitment)
        return Card(framed_view(None, text(say("card.deal", title=table.game.title), promised)))
    return Card(
        framed_view(
            None,
            text(
                say("card.deal", title=table.game.title),
                say("card.deal.seed", seed=table.match.secret.hex()),
                say("card.deal.commitment", commitment=table.match.commitment),
                *(
                    say.text(line)
                    for line in table.game.deal_in_words(table.match.options, table.match.secret)
                ),
            ),
        )
    )
