"""Ratings on cards: where somebody stands, the table of a server, and a match that counts no more."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

import discord

from bot.cards.kit import OFFERED, Card, Press, framed, heading, menu, row, text
from bot.cards.lines import place_link
from bot.cards.names import mention, plain
from bot.cards.pictures import Drawing, chart_picture
from bot.custom_ids import CustomId
from club.standing.counting import Played
from club.standing.places import Line
from club.standing.ratings import Profile, Standings
from data.listing import HeadToHead, ListedRow
from rendering.profile import Career, Result, Score, draw_profile
from rendering.table import Place, draw_table
from rules.catalogue import GAMES, title_of
from rules.game import Step
from rules.match import Match
from words import Speaker

PAGE: Final = 10
"""Lines of a table on a card."""
OFFERED_GAMES: Final = 25
"""Games in a menu (Discord)."""
RESULTS: Final[Mapping[float, Result]] = {1.0: "won", 0.5: "drawn", 0.0: "lost"}


def standings_card(found: Standings | None, page: int, theme: str, say: Speaker) -> Card:
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
    games = [Step(game, title_of(game)) for game in found.games[:OFFERED_GAMES]]
    return Card(
        framed(
            OFFERED,
            text(heading(say("standings.of", title=title_of(found.game)))),
            _table(found, shown, theme, say) if shown else None,
            text(*lines) if lines else text(say("standings.none_yet")),
            text(own) if own else None,
            row(*ways) if pages > 1 else None,
            row(menu(CustomId("standings-of", 0), say, say("menu.game"), games)) if len(games) > 1 else None,
        )
    )


Faced = tuple[HeadToHead, ListedRow] | None
"""How the matches of whoever looks with somebody ended, and the last of them."""


def profile_card(
    name: str, found: Profile, matches: Sequence[Played], faced: Faced, theme: str, say: Speaker
) -> Card:
    """Return where somebody stands in each game on a server; `matches` are theirs that count, the newest last."""
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
            _career(name, found, matches, theme, say),
            text(*lines) if lines else text(say("profile.empty")),
            _head_to_head(name, faced, say),
            text(
                say("profile.about") if found.provisional else None,
                say("profile.waiting", count=found.waiting) if found.waiting else None,
            )
            if found.provisional or found.waiting
            else None,
        )
    )


def kept_card(name: str, faced: Faced, say: Speaker) -> Card:
    """Return that somebody shows their profile to nobody else; what one has played with them is one's own too."""
    return Card(framed(OFFERED, text(say("profile.own", name=plain(name))), _head_to_head(name, faced, say)))


def _head_to_head(name: str, faced: Faced, say: Speaker) -> discord.ui.TextDisplay[Any] | None:
    """Return how the matches of whoever looks with somebody ended, in words; `None` where there are none."""
    if faced is None:
        return None
    found, last = faced
    won, drawn, lost, link = found.won, found.drawn, found.lost, place_link(last)
    return text(
        say("profile.faced", name=plain(name), won=won, drawn=drawn, lost=lost, match=last.id, link=link)
    )


def _table(found: Standings, shown: Sequence[Line], theme: str, say: Speaker) -> Drawing:
    """Return the picture of a page of a table."""
    places = [_place(line, found) for line in shown]
    own = _place(found.mine, found) if found.mine and found.mine not in shown else None
    title = title_of(found.game)
    return chart_picture(partial(draw_table, title, places, own, theme=theme, language=say.language))


def _place(line: Line, found: Standings) -> Place:
    points, deviation = map(round, line.rating)
    return Place(line.rank, line.name, points, deviation, line.matches, is_own=line == found.mine)


def _career(name: str, found: Profile, matches: Sequence[Played], theme: str, say: Speaker) -> Drawing | None:
    """Return the picture of a profile; there is none of somebody of whom no match counts."""
    results: dict[str, Counter[str]] = {}
    for match in matches:
        results.setdefault(match.game, Counter())[RESULTS[match.score]] += 1
    scores = {
        line.game: Score(
            title_of(line.game),
            Match(GAMES[line.game], {}, b"").view(None),
            *map(round, line.rating),
            **results[line.game],
        )
        for line in found.lines
        if line.game in results
    }
    if not scores:
        return None
    games = sorted(scores, key=lambda game: -scores[game].matches)
    curve = [(match.at, match.points) for match in matches if match.game == games[0]]
    form = [RESULTS[match.score] for match in matches]
    career = Career(name, tuple(scores[game] for game in games), tuple(curve), tuple(form))
    return chart_picture(partial(draw_profile, career, theme=theme, language=say.language))


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
