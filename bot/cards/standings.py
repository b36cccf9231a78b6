"""Ratings on cards: where somebody stands, the table of a server, and a match that counts no more."""

from collections.abc import Sequence
from typing import Final

from bot.cards.kit import OFFERED, Card, Press, framed, heading, menu, row, text
from bot.cards.names import mention, plain
from bot.custom_ids import CustomId
from club.standing.places import Line
from club.standing.ratings import Profile, Standings
from rules.catalogue import title_of
from rules.game import Step
from words import Speaker

PAGE: Final = 10
"""Lines of a table on a card."""
GAMES: Final = 25
"""Games in a menu (Discord)."""


def standings_card(found: Standings | None, page: int, say: Speaker) -> Card:
    """Return a page of a server's table, with the ways to its others, and to those of other games."""
    if found is None:
        return Card(framed(OFFERED, text(heading(say("standings.title")), say("standings.empty"))))
    pages = max(1, -(-len(found.lines) // PAGE))
    number = max(0, min(page, pages - 1))
    shown = found.lines[number * PAGE :][:PAGE]
    lines = [
        say("standings.line", number=line.rank, name=mention(line.user_id), **_rating(line)) for line in shown
    ]
    ways = [
        Press.of(
            CustomId("standings", 0, max(0, number - 1), found.game),
            say("button.standings.back"),
            disabled=number == 0,
        ),
        Press.of(
            CustomId("standings", 0, number + 1, found.game),
            say("button.standings.on"),
            disabled=number == pages - 1,
        ),
    ]
    own = _own(found, shown, say)
    games = [Step(game, title_of(game)) for game in found.games[:GAMES]]
    return Card(
        framed(
            OFFERED,
            text(heading(say("standings.of", title=title_of(found.game)))),
            text(*lines) if lines else text(say("standings.none_yet")),
            text(own) if own else None,
            row(*ways) if pages > 1 else None,
            row(menu(CustomId("standings-of", 0), say, say("menu.game"), games)) if len(games) > 1 else None,
        )
    )


def profile_card(name: str, found: Profile, say: Speaker) -> Card:
    """Return where somebody stands in each game on a server."""
    lines = [
        say(
            "profile.line.provisional" if line.game in found.provisional else "profile.line",
            title=title_of(line.game),
            **_rating(line),
        )
        for line in found.lines
    ]
    return Card(
        framed(
            OFFERED,
            text(heading(say("profile.title", name=plain(name)))),
            text(*lines) if lines else text(say("profile.empty")),
            text(
                say("profile.about") if found.provisional else None,
                say("profile.waiting", count=found.waiting) if found.waiting else None,
            )
            if found.provisional or found.waiting
            else None,
        )
    )


def _own(found: Standings, shown: Sequence[Line], say: Speaker) -> str | None:
    """Return the line of whoever looks, where it is not among those on the page."""
    if found.mine is None:
        return say("standings.mine.none")
    if found.mine in shown:
        return None
    if found.mine.rank is None:
        return say("standings.mine.provisional", **_rating(found.mine))
    return say("standings.mine", number=found.mine.rank, **_rating(found.mine))


def _rating(line: Line) -> dict[str, int]:
    points, deviation = line.rating
    return {"count": round(points), "all": round(deviation)}
