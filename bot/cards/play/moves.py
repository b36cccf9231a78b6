"""The moves of a match as a paged list, with buttons to replay or export it."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Final

from bot.cards.kit.card_lines import players_line, result_line, series_line
from bot.cards.kit.kit import ActionButton, Card, framed_view, row, text
from bot.custom_ids import CustomId
from club.play.match.matches import Table
from data.play.rematches import SeriesScore
from engines.analysis import MIN_PLIES, is_judged
from rules.match import Ply, move_numbers
from words import Localizer

LINES: Final = 20
"""Numbered lines on a page: as many as a phone shows without much scrolling."""
PAGE_LIMIT: Final = 3000
"""Characters of a page.

With the longest moves of One Zero One, fewer lines fit into a message.
"""


def replay_button(table: Table, say: Localizer) -> list[ActionButton]:
    """Return the button that replays the last moves; none before the first move."""
    if not table.match.plies:
        return []
    return [ActionButton.create(CustomId("replay", table.row.id, table.row.version), say("button.replay"))]


def analyse_button(table: Table, say: Localizer) -> list[ActionButton]:
    """Return the button that analyses a finished match.

    There is none after only a few moves, because they tell nothing, nor if moves are not judged.
    """
    if not table.is_over or len(table.match.plies) < MIN_PLIES or not is_judged(table.match.options):
        return []
    return [ActionButton.create(CustomId("analyse", table.row.id, table.row.version), say("button.analyse"))]


def record_button(table: Table, say: Localizer) -> ActionButton:
    """Return the button that gives the record of a match as files."""
    return ActionButton.create(CustomId("record", table.row.id, table.row.version), say("button.record"))


def moves_card(
    table: Table, say: Localizer, series: SeriesScore | None = None, page: int | None = None
) -> Card:
    """Return a page of a match's moves, by default the last page.

    Moves are numbered in pairs, as players number them. `series` gives the game's number in a
    mini-match, and the score so far. A page that does not exist becomes the nearest one.
    """
    pages = _pages(list(numbered_lines(table.match.plies, say)))
    shown = len(pages) - 1 if page is None else max(0, min(page, len(pages) - 1))
    lines, title = pages[shown], say("card.moves", title=table.game.title)
    if len(pages) > 1:
        first = sum(map(len, pages[:shown]))
        title = say(
            "card.moves.page",
            title=table.game.title,
            from_number=first + 1,
            to_number=first + len(lines),
            count=sum(map(len, pages)),
        )
    body = "```\n" + "\n".join(lines) + "\n```" if lines else say("card.moves.none")
    ways = [
        *paging_buttons("moves", table, shown, len(pages), say),
        *replay_button(table, say),
        record_button(table, say),
    ]
    ended = result_line(table, say) if table.is_over and shown == len(pages) - 1 else None
    said = (title, players_line(table, say), body, ended, series_line(table, series, say))
    return Card(framed_view(None, text(*said), row(*ways)))


def paging_buttons(
    action: str, table: Table, current_page: int, page_count: int, say: Localizer
) -> list[ActionButton]:
    """Return the buttons that turn the pages of a list; none for a single page."""
    ways = (
        ("earlier", max(current_page - 1, 0), current_page == 0),
        ("later", current_page + 1, current_page == page_count - 1),
    )
    return [
        ActionButton.create(
            CustomId(action, table.row.id, table.row.version, str(page)),
            say(f"button.moves.{way}"),
            disabled=gone,
        )
        for way, page, gone in (ways if page_count > 1 else ())
    ]


def _pages(lines: Sequence[str]) -> list[list[str]]:
    """Divide lines into pages, filled from the first move on.

    So a page does not change while a match goes on.
    """
    pages: list[list[str]] = [[]]
    for line in lines:
        if len(pages[-1]) == LINES or sum(len(each) + 1 for each in (*pages[-1], line)) > PAGE_LIMIT:
            pages.append([])
        pages[-1].append(line)
    return pages


def numbered_lines(plies: Sequence[Ply], say: Localizer) -> Iterator[str]:
    """Yield a numbered line for each pair of moves.

    If the first player's turn was skipped, an ellipsis stands for the move. Moves that are words rather
    than notation have a dot between them.

    >>> from words import localizer_for
    >>> moves = [Ply(0, "", None, "", "11-15"), Ply(1, "", None, "", "23-19")]
    >>> moves.append(Ply(1, "", None, "", "24-20"))
    >>> list(numbered_lines(moves, localizer_for("en")))
    ['1. 11-15 23-19', '2. … 24-20']
    """
    between = " " if all(isinstance(ply.said, str) for ply in plies) else " · "
    for number, group in groupby(zip(move_numbers(plies), plies, strict=True), key=itemgetter(0)):
        made = [ply for _, ply in group]
        moves = (*("…" for ply in made[:1] if ply.seat == 1), *(say.text(ply.said) for ply in made))
        yield f"{number}. {between.join(moves)}"
