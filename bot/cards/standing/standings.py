"""Rating cards: a member's profile, a server's table, and a match that was voided."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import discord

from bot.cards.kit.after import page_button
from bot.cards.kit.card_lines import place_link, result
from bot.cards.kit.kit import OFFERED, Card, Press, framed_view, heading, menu, row, text
from bot.cards.kit.names import mention, plain
from bot.cards.kit.pictures import Drawing, caption_of, chart_picture, end_picture
from bot.cards.kit.ways import GUESS_MONTH
from bot.custom_ids import CustomId
from club.members.people import Person
from club.play.match.matches import Table
from club.standing.counted_matches import CountedResult
from club.standing.rankings import RankedPlayer
from club.standing.ratings import Profile, Standings
from data.play.listing import HeadToHead, ListedRow
from engines.estimates import estimates
from rendering.people.charts import day
from rendering.people.profile import Career, GameScore, draw_profile
from rendering.people.profile_match import ShownMatch
from rendering.people.table import TablePlace, draw_table
from rendering.result_marks import ResultMark
from rules.catalogue import GAMES, title_of
from rules.course import course_of
from rules.game import Step
from rules.match import Match
from words import Speaker, commas

PAGE: Final = 10
"""Lines of a table on a card."""
OFFERED_GAMES: Final = 25
"""Games in a menu (Discord)."""
RESULTS: Final[Mapping[float, ResultMark]] = {1.0: "won", 0.5: "drawn", 0.0: "lost"}


def standings_card(
    found: Standings | None, page: int, theme: str, say: Speaker, *, computer: bool = True
) -> Card:
    """Return a page of a server's table, with links to other pages and other games.

    `computer` says whether members can play the computer there, whose levels are then named separately.
    """
    if found is None:
        words = text(heading(say("standings.title")), say("standings.empty"))
        return Card(framed_view(OFFERED, words, row(Press.of(GUESS_MONTH, say("button.guess.month")))))
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
        framed_view(
            OFFERED,
            text(heading(say("standings.of", title=title_of(found.game)))),
            _table(found, shown, theme, say) if shown else None,
            text(*lines) if lines else text(say("standings.none_yet")),
            text(own, _levels(found.game, say) if computer else None),
            row(*(ways if pages > 1 else []), Press.of(GUESS_MONTH, say("button.guess.month"))),
            row(menu(CustomId("standings-of", 0), say, say("menu.game"), games)) if len(games) > 1 else None,
        )
    )


Opposition = tuple[HeadToHead, ListedRow] | None
"""The viewer's head-to-head with a member, and the last of their matches."""


@dataclass(frozen=True, slots=True)
class ProfileFacts:
    """The content of a member's profile.

    It has their standing, and their matches that count, the newest last. `shown` is a match that they
    show, `faced` the viewer's head-to-head with them.
    """

    who: Person
    profile: Profile
    matches: Sequence[CountedResult]
    faced: Opposition
    shown: Table | None


def profile_card(
    known: ProfileFacts,
    theme: str,
    say: Speaker,
    *,
    own: bool,
    page: str | None = None,
    offered: bool = False,
) -> Card:
    """Return a member's standing in each game on a server.

    It is as they see it themselves (`own`), or as others do. `page` is the address of their own page
    outside Discord; if they have none, it may be `offered`.
    """
    ways: list[discord.ui.Button[Any]] = [_hide_button(say)] if known.shown and own else []
    if page is not None:
        ways += [*page_button(page, say), _unpage_button(say)]
    elif offered:
        ways.append(Press.of(CustomId("page-make", 0), say("button.profile.page")))
    found, name = known.profile, known.who.name
    lines = [
        say(
            "profile.line.provisional" if line.game in found.provisional else "profile.line",
            title=title_of(line.game),
            **_rating(line),
        )
        for line in found.lines
    ]
    return Card(
        framed_view(
            OFFERED,
            text(heading(say("profile.title", name=plain(name)))),
            _career(known, theme, say),
            text(*lines) if lines else text(say("profile.empty")),
            _head_to_head(name, known.faced, say),
            text(_shown_line(known.shown, say)) if known.shown else None,
            text(
                say("profile.about") if found.provisional else None,
                say("profile.waiting", count=found.waiting) if found.waiting else None,
            )
            if found.provisional or found.waiting
            else None,
            row(*ways) if ways else None,
        )
    )


def shown_card(say: Speaker) -> Card:
    """Return that one's profile shows a match from now on."""
    return Card(framed_view(OFFERED, text(say("answer.shown")), row(_hide_button(say))))


def paged_card(address: str, say: Speaker) -> Card:
    """Return that one's profile has a page from now on."""
    ways = (*page_button(address, say), _unpage_button(say))
    return Card(framed_view(OFFERED, text(say("answer.profile.paged")), row(*ways)))


def _unpage_button(say: Speaker) -> Press:
    return Press.of(CustomId("page-remove", 0), say("button.profile.unpage"))


def _shown_line(table: Table, say: Speaker) -> str:
    """Return the match that a member shows on their profile, with a link."""
    title, link = table.game.title, place_link(table.row)
    return say("profile.shown", title=title, result=result(table), match=table.row.id, link=link)


def _hide_button(say: Speaker) -> Press:
    return Press.of(CustomId("hide-match", 0), say("button.show.not"))


def hidden_profile_card(name: str, faced: Opposition, say: Speaker) -> Card:
    """Return the card for a hidden profile: only the head-to-head score.

    The viewer's matches with that member are the viewer's own too.
    """
    return Card(
        framed_view(OFFERED, text(say("profile.own", name=plain(name))), _head_to_head(name, faced, say))
    )


def _head_to_head(name: str, faced: Opposition, say: Speaker) -> discord.ui.TextDisplay[Any] | None:
    """Return the viewer's head-to-head with a member in words; `None` without matches."""
    if faced is None:
        return None
    found, last = faced
    won, drawn, lost, link = found.won, found.drawn, found.lost, place_link(last)
    return text(
        say("profile.faced", name=plain(name), won=won, drawn=drawn, lost=lost, match=last.id, link=link)
    )


def _table(found: Standings, shown: Sequence[RankedPlayer], theme: str, say: Speaker) -> Drawing:
    """Return the picture of a page of a table."""
    places = [_place(line, found) for line in shown]
    own = _place(found.mine, found) if found.mine and found.mine not in shown else None
    title = title_of(found.game)
    return chart_picture(partial(draw_table, title, places, own, theme=theme, language=say.language))


def _place(line: RankedPlayer, found: Standings) -> TablePlace:
    points, deviation = map(round, line.rating)
    return TablePlace(line.rank, line.name, points, deviation, line.matches, is_own=line == found.mine)


def _career(known: ProfileFacts, theme: str, say: Speaker) -> Drawing | None:
    """Return the picture of a profile.

    If no match of the member counts, it is the match that they show, if any.
    """
    found, matches = known.profile, known.matches
    results: dict[str, Counter[str]] = {}
    for match in matches:
        results.setdefault(match.game, Counter())[RESULTS[match.score]] += 1
    scores = {
        line.game: GameScore(
            title_of(line.game),
            Match(GAMES[line.game], {}, b"").view(None),
            *map(round, line.rating),
            **results[line.game],
        )
        for line in found.lines
        if line.game in results
    }
    if not scores:
        table = known.shown
        if table is None:
            return None
        caption = caption_of(table, say)
        return end_picture(table.view(None), table.match, table.reason, say, theme, caption=caption)
    games = sorted(scores, key=lambda game: -scores[game].matches)
    curve = [(match.at, match.points) for match in matches if match.game == games[0]]
    form = [RESULTS[match.score] for match in matches]
    shown = shown_match(known.shown, say) if known.shown else None
    career = Career(known.who.name, tuple(scores[game] for game in games), tuple(curve), tuple(form), shown)
    return chart_picture(partial(draw_profile, career, theme=theme, language=say.language))


def shown_match(table: Table, say: Speaker) -> ShownMatch:
    """Return a match that is over as a picture of a profile shows it."""
    moves = course_of(table.match).number
    return ShownMatch(
        table.view(None), caption_of(table, say), table.row.winner, moves, day(table.row.updated_at)
    )


def _own(found: Standings, shown: Sequence[RankedPlayer], say: Speaker) -> str | None:
    """Return the viewer's own line, if it is not on the page."""
    if found.mine is None:
        return say("standings.mine.none")
    if found.mine in shown:
        return None
    if found.mine.rank is None:
        return say("standings.mine.provisional", **_rating(found.mine))
    return say("standings.mine", number=found.mine.rank, **_rating(found.mine))


def _levels(game: str, say: Speaker) -> str | None:
    """Return the approximate strength of the computer's levels, which have no rating.

    Return `None` if it is not known.
    """
    numbers = [
        say("standings.level", stars=f"{level}★", points=points)
        for level, points in enumerate(estimates(game), 1)
    ]
    return say("standings.levels", item=commas(numbers, say.language)) if numbers else None


def _rating(line: RankedPlayer) -> dict[str, int]:
    points, deviation = line.rating
    return {"count": round(points), "all": round(deviation)}
