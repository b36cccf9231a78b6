"""The moves of a match as a paged list, with links to replay or export them."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Final

from bot.cards.kit.card_lines import players_line, result_line, series_line
from bot.cards.kit.kit import Card, Press, framed_view, row, text
from bot.custom_ids import CustomId
from club.play.match.matches import Table
from data.play.rematches import Series
from engines.analysis import PLIES
from rules.match import Ply, move_numbers
from words import Speaker

LINES: Final = 20
"""Numbered lines on a page: as many as a phone shows without much scrolling."""
PAGE_LIMIT: Final = 3000
"""Characters of a page.

With the longest moves of One Zero One, fewer lines fit into a message.
"""


def replay_button(table: Table, say: Speaker) -> list[Press]:
    """Return the button that shows the last moves again; none before the first move."""
    if not table.match.plies:
        return []
    return [Press.of(CustomId("replay", table.row.id, table.row.version), say("button.replay"))]


def analyse_button(table: Table, say: Speaker) -> list[Press]:
    """Return the button that analyses a finished match.

    There is none after a few moves, which tell nothing.
    """
    if not table.over or len(table.match.plies) < PLIES:
        return []
    return [Press.of(CustomId("analyse", table.row.id, table.row.version), say("button.analyse"))]


def record_button(table: Table, say: Speaker) -> Press:
    """Return the button that gives the record of a match as files."""
    return Press.of(CustomId("record", table.row.id, table.row.version), say("button.record"))


def moves_card(table: Table, say: Speaker, series: Series | None = None, page: int | None = None) -> Card:
    """Return a page of the moves, numbered as players do; by default the last one.

    A move of each player shares one number. `series` gives the game's number in a mini-match and the
    result of the one before. A page that does not exist (any more) becomes the nearest one.
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
        *turning("moves", table, shown, len(pages), say),
        *replay_button(table, say),
        record_button(table, say),
    ]
    ended = result_line(table, say) if table.over and shown == len(pages) - 1 else None
    said = (title, players_line(table, say), body, ended, series_line(table, series, say))
    return Card(framed_view(None, text(*said), row(*ways)))


def turning(action: str, table: Table, shown: int, count: int, say: Speaker) -> list[Press]:
    """Return the buttons that turn a match list's pages; none if it has only one."""
    ways = (("earlier", max(shown - 1, 0), shown == 0), ("later", shown + 1, shown == count - 1))
    return [
        Press.of(
            CustomId(action, table.row.id, table.row.version, str(page)),
            say(f"button.moves.{way}"),
            disabled=gone,
        )
        for way, page, gone in (ways if count > 1 else ())
    ]


def _pages(lines: Sequence[str]) -> list[list[str]]:
    """Return the lines in pages, filled from the first move on.

    So a page stays as it is while a match goes on.
    """
    pages: list[list[str]] = [[]]
    for line in lines:
        if len(pages[-1]) == LINES or sum(len(each) + 1 for each in (*pages[-1], line)) > PAGE_LIMIT:
            pages.append([])
        pages[-1].append(line)
    return pages


def numbered_lines(plies: Sequence[Ply], say: Speaker) -> Iterator[str]:
    """Yield a numbered line for each pair of moves.

    If a player was skipped, three dots stand for the move. Moves that are words have a dot between
    them.

    >>> from words import speaker
    >>> moves = [Ply(0, "", None, "", "11-15"), Ply(1, "", None, "", "23-19")]
    >>> moves.append(Ply(1, "", None, "", "24-20"))
    >>> list(numbered_lines(moves, speaker("en")))
    ['1. 11-15 23-19', '2. … 24-20']
    """
    between = " " if all(isinstance(ply.said, str) for ply in plies) else " · "
    for number, group in groupby(zip(move_numbers(plies), plies, strict=True), key=itemgetter(0)):
        made = [ply for _, ply in group]
        moves = (*("…" for ply in made[:1] if ply.seat == 1), *(say.text(ply.said) for ply in made))
        yield f"{number}. {between.join(moves)}"
