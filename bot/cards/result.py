"""How a match ended, and the deal that anyone can check after the end."""

from bot.cards.kit import OVER, Card, drawn, framed, link, row, text
from bot.cards.lines import fairness_line, place_link, players_line, result_line
from club.matches import Table


def result_card(table: Table) -> Card:
    """Return the end of a match, for the channel that its thread belongs to."""
    board, files = drawn(table.view(None))
    card = framed(
        OVER,
        text(
            f"### {table.game.title}",
            players_line(table),
            f"**{result_line(table)}**",
            fairness_line(table),
        ),
        board,
        row(link("See the match", place_link(table.row))),
    )
    return Card(card, files)


def deal_card(table: Table) -> Card:
    """Return the deal of a finished match, recomputed from its seed."""
    return Card(
        framed(
            None,
            text(
                f"### The deal of {table.game.title}",
                f"Seed `{table.match.secret.hex()}`",
                f"Its SHA-256 `{table.match.commitment}` is what the first board showed.",
                *map(str, table.game.deal_in_words(table.match.options, table.match.secret)),
            ),
        )
    )
