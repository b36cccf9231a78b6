"""Rating cards: a member's profile and a server's table."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import discord

from bot.cards.kit.after import page_button
from bot.cards.kit.card_lines import place_link, result_phrase, shared_by_line, tell_apart
from bot.cards.kit.kit import (
    MENU_LIMIT,
    OFFERED,
    ActionButton,
    Card,
    framed_view,
    heading,
    menu,
    row,
    small_print,
    text,
)
from bot.cards.kit.names import mention, safe_name
from bot.cards.kit.pictures import Drawing, chart_picture, end_picture
from bot.cards.kit.share_buttons import rival_button
from bot.cards.kit.ways import GUESS_MONTH
from bot.custom_ids import CustomId
from club.members.people import Person
from club.play.after.phrases import match_caption
from club.play.match.match_lists import ListedMatch, listed_title
from club.play.match.matches import Table
from club.standing.counted_matches import CountedResult
from club.standing.rankings import RankedPlayer
from club.standing.ratings import GameStandings, RatingProfile
from data.play.listing import HeadToHead, ListedRow
from engines.estimates import level_ratings
from rendering.caption import picture_name
from rendering.people.charts import day_phrase
from rendering.people.profile import Career, GameScore, draw_profile
from rendering.people.profile_match import ProfileMatch
from rendering.people.table import TablePlace, draw_rating_table
from rendering.result_marks import ResultMark
from rules.catalogue import title_of
from rules.course import course_of
from rules.game import Step
from rules.match import Match
from rules.named_games import find_by_key
from words import Localizer, join_with_commas

PAGE: Final = 10
"""Lines of a table on a card."""
RESULTS: Final[Mapping[float, ResultMark]] = {1.0: "won", 0.5: "drawn", 0.0: "lost"}


def standings_card(
    standings: GameStandings | None,
    page: int,
    theme: str,
    say: Localizer,
    *,
    computer: bool = True,
    sharer: Person | None = None,
) -> Card:
    """Return a page of a server's rating table for one game.

    It leads to the other pages and games. `computer` says whether members can play the computer there,
    whose levels are then listed separately. If a member shares it with everyone, they are the `sharer`, and
    it leads to a challenge instead.
    """
    if standings is None:
        words = text(heading(say("standings.title")), say("standings.empty"))
        return Card(
            framed_view(OFFERED, words, row(ActionButton.create(GUESS_MONTH, say("button.guess.month"))))
        )
    pages = max(1, -(-len(standings.lines) // PAGE))
    number = max(0, min(page, pages - 1))
    shown = standings.lines[number * PAGE :][:PAGE]
    lines = [_line(line, say) for line in shown]
    ways = [
        ActionButton.create(
            CustomId("standings", 0, max(0, number - 1), standings.game),
            say("button.standings.back"),
            disabled=number == 0,
        ),
        ActionButton.create(
            CustomId("standings", 0, number + 1, standings.game),
            say("button.standings.on"),
            disabled=number == pages - 1,
        ),
    ]
    below = [
        None if sharer else _own(standings, shown, say),
        _levels(standings.game, say) if computer else None,
    ]
    games: list[Step] = (
        [] if sharer else [Step(game, title_of(game)) for game in standings.games[:MENU_LIMIT]]
    )
    share = CustomId("share-table", 0, number, standings.game)
    presses = [
        *(ways if pages > 1 else []),
        ActionButton.create(share, say("button.share")),
        ActionButton.create(GUESS_MONTH, say("button.guess.month")),
    ]
    if sharer:
        named = find_by_key(standings.game)
        game = named.game.key if named and not named.options else ""
        presses = [rival_button(sharer.id, say("button.share.rival", name=sharer.name), game=game)]
    return Card(
        framed_view(
            OFFERED,
            text(
                shared_by_line(sharer.name, say) if sharer else None,
                heading(say("standings.of", title=title_of(standings.game))),
            ),
            _table(standings, shown, theme, say) if shown else None,
            text(*lines) if lines else text(say("standings.none_yet")),
            text(*below) if any(below) else None,
            row(*presses),
            row(menu(CustomId("standings-of", 0), say, say("menu.game"), games)) if len(games) > 1 else None,
        )
    )


def _line(line: RankedPlayer, say: Localizer) -> str | None:
    """Return a player's line; without a rank, it says what is missing in small print."""
    name, missing = mention(line.user_id), line.missing
    if missing is None:
        return say("standings.line", number=line.rank, name=name, **_rating(line))
    code = "standings.line.provisional" if line.matches else "standings.line.waits"
    return small_print(say(code, name=name, count=round(line.rating.points), item=missing))


HeadToHeadSummary = tuple[HeadToHead, ListedRow] | None
"""The viewer's head-to-head with a member, and the last of their matches."""


@dataclass(frozen=True, slots=True)
class ProfileContent:
    """The content of a member's profile.

    It has their ratings and their counted matches, the newest last. `head_to_head` is the viewer's
    score against them, and `shown_match` a match that they show on the profile.
    """

    person: Person
    profile: RatingProfile
    matches: Sequence[CountedResult]
    head_to_head: HeadToHeadSummary
    shown_match: Table | None


def profile_card(
    content: ProfileContent,
    theme: str,
    say: Localizer,
    *,
    is_own: bool,
    is_shared: bool = False,
    page: str | None = None,
    offer_page: bool = False,
    showable: Sequence[ListedMatch] = (),
) -> Card:
    """Return a member's profile: their rating in each game on a server.

    `is_own` says that it is the viewer's own profile, `is_shared` that the member shares it with everyone.
    `page` is the address of the member's own web page; if there is none, `offer_page` adds a button that
    creates one. Of the `showable` matches the member can choose one to show.
    """
    ways: list[discord.ui.Button[Any]] = []
    if is_own:
        ways.append(ActionButton.create(CustomId("share-self", 0), say("button.share")))
    if is_own and content.shown_match:
        ways.append(_hide_button(say))
    if is_shared:
        label = say("button.share.rival", name=content.person.name)
        ways.append(rival_button(content.person.id, label))
    if page is not None:
        ways += [*page_button(page, say), _unpage_button(say)]
    elif offer_page:
        ways.append(ActionButton.create(CustomId("page-make", 0), say("button.profile.page")))
    found, name = content.profile, content.person.name
    lines = [
        say(
            "profile.line.provisional" if line.game in found.provisional_games else "profile.line",
            title=title_of(line.game),
            **_rating(line),
        )
        for line in found.lines
    ]
    return Card(
        framed_view(
            OFFERED,
            text(heading(say("profile.title", name=safe_name(name)))),
            _career(content, theme, say),
            text(*lines) if lines else text(say("profile.empty")),
            _head_to_head(name, content.head_to_head, say),
            text(_shown_line(content.shown_match, say)) if content.shown_match else None,
            text(
                say("profile.about") if found.provisional_games else None,
                say("profile.waiting", count=found.waiting_count) if found.waiting_count else None,
            )
            if found.provisional_games or found.waiting_count
            else None,
            row(*ways) if ways else None,
            _show_menu(showable, content.person.id, say) if showable else None,
        )
    )


def _show_menu(matches: Sequence[ListedMatch], user_id: int, say: Localizer) -> discord.ui.ActionRow[Any]:
    """Return the menu with which a member chooses the match that their profile shows."""
    named = []
    for match in matches:
        name = match.row.names[1 - (match.seat_of(user_id) or 0)]
        named.append((say("button.play.of", title=match.title, name=name), match.row))
    steps = [Step(str(each.id), name) for name, (_, each) in zip(tell_apart(named), named, strict=True)]
    return row(menu(CustomId("show-match", 0), say, say("button.show"), steps))


def profile_match_card(say: Localizer) -> Card:
    """Return the confirmation that the member's profile now shows a match."""
    return Card(framed_view(OFFERED, text(say("answer.shown")), row(_hide_button(say))))


def profile_page_card(address: str, say: Localizer) -> Card:
    """Return the confirmation that the member's profile now has a web page."""
    ways = (*page_button(address, say), _unpage_button(say))
    return Card(framed_view(OFFERED, text(say("answer.profile.paged")), row(*ways)))


def _unpage_button(say: Localizer) -> ActionButton:
    return ActionButton.create(CustomId("page-remove", 0), say("button.profile.unpage"))


def _shown_line(table: Table, say: Localizer) -> str:
    """Return the match that a member shows on their profile, with a link."""
    title, link = listed_title(table.row), place_link(table.row)
    return say("profile.shown", title=title, result=result_phrase(table), match=table.row.id, link=link)


def _hide_button(say: Localizer) -> ActionButton:
    return ActionButton.create(CustomId("hide-match", 0), say("button.show.not"))


def hidden_profile_card(name: str, head_to_head: HeadToHeadSummary, say: Localizer) -> Card:
    """Return the card for a hidden profile: only the head-to-head score.

    It is shown because the matches with that member are the viewer's own too.
    """
    return Card(
        framed_view(
            OFFERED, text(say("profile.own", name=safe_name(name))), _head_to_head(name, head_to_head, say)
        )
    )


def _head_to_head(
    name: str, head_to_head: HeadToHeadSummary, say: Localizer
) -> discord.ui.TextDisplay[Any] | None:
    """Return the viewer's score against a member, or `None` without matches."""
    if head_to_head is None:
        return None
    found, last = head_to_head
    won, drawn, lost, link = found.won, found.drawn, found.lost, place_link(last)
    return text(
        say("profile.faced", name=safe_name(name), won=won, drawn=drawn, lost=lost, match=last.id, link=link)
    )


def _table(
    standings: GameStandings, page_lines: Sequence[RankedPlayer], theme: str, say: Localizer
) -> Drawing:
    """Draw a page of the rating table."""
    places = [_place(line, standings) for line in page_lines]
    own = (
        _place(standings.own_line, standings)
        if standings.own_line and standings.own_line not in page_lines
        else None
    )
    title = title_of(standings.game)
    return chart_picture(partial(draw_rating_table, title, places, own, theme=theme, language=say.language))


def _place(line: RankedPlayer, standings: GameStandings) -> TablePlace:
    points, deviation = map(round, line.rating)
    name = picture_name(line.name, standings.handles.get(line.user_id))
    own = line == standings.own_line
    return TablePlace(line.rank, name, points, deviation, line.matches, own, line.missing)


def _career(content: ProfileContent, theme: str, say: Localizer) -> Drawing | None:
    """Draw a member's results and ratings.

    If no match of the member counts, draw the match that they show; return `None` if there is none.
    """
    found, matches = content.profile, content.matches
    results: dict[str, Counter[str]] = {}
    for match in matches:
        results.setdefault(match.game, Counter())[RESULTS[match.score]] += 1
    scores = {
        line.game: GameScore(
            title_of(line.game),
            Match(named.game, named.options, b"").view(None),
            *map(round, line.rating),
            **results[line.game],
        )
        for line in found.lines
        if line.game in results and (named := find_by_key(line.game))
    }
    if not scores:
        table = content.shown_match
        if table is None:
            return None
        caption = match_caption(table, say)
        return end_picture(table.view(None), table.match, table.reason, say, theme, caption=caption)
    games = sorted(scores, key=lambda game: -scores[game].matches)
    curve = [(match.at, match.points) for match in matches if match.game == games[0]]
    form = [RESULTS[match.score] for match in matches]
    shown = shown_match(content.shown_match, say) if content.shown_match else None
    career = Career(
        picture_name(content.person.name, content.person.handle),
        tuple(scores[game] for game in games),
        tuple(curve),
        tuple(form),
        shown,
    )
    return chart_picture(partial(draw_profile, career, theme=theme, language=say.language))


def shown_match(table: Table, say: Localizer) -> ProfileMatch:
    """Return a finished match in the form that the profile picture needs."""
    moves = course_of(table.match).number
    return ProfileMatch(
        table.view(None),
        match_caption(table, say),
        table.row.winner,
        moves,
        say.text(day_phrase(table.row.updated_at)),
    )


def _own(standings: GameStandings, page_lines: Sequence[RankedPlayer], say: Localizer) -> str | None:
    """Return the viewer's own line, if it is not on the page."""
    if standings.own_line is None:
        return say("standings.mine.none")
    if standings.own_line in page_lines:
        return None
    if missing := standings.own_line.missing:
        return say("standings.mine.provisional", item=missing)
    return say("standings.mine", number=standings.own_line.rank, **_rating(standings.own_line))


def _levels(game: str, say: Localizer) -> str | None:
    """Return the approximate strength of the computer's levels.

    They have no rating. Return `None` if it is not known.
    """
    numbers = [
        say("standings.level", stars=f"{level}★", points=points)
        for level, points in enumerate(level_ratings(game), 1)
    ]
    return say("standings.levels", item=join_with_commas(numbers, say.language)) if numbers else None


def _rating(line: RankedPlayer) -> dict[str, int]:
    points, deviation = line.rating
    return {"count": round(points), "all": round(deviation)}
