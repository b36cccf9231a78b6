"""A summary of all finished matches of one person.

The card has a picture of the results over time, the strengths, the most costly weaknesses, and links to
matches.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any

import discord

from bot.cards.kit.kit import OFFERED, PRIMARY, ActionButton, Card, framed_view, row, small_print, text
from bot.cards.kit.names import safe_name
from bot.cards.kit.pictures import Drawing, chart_picture
from bot.cards.kit.share_buttons import rival_button
from bot.custom_ids import CustomId
from club.learning.insight import MOST, Insight, KindResults, MatchHistory, NotableKind
from club.members.people import Person
from rendering.caption import picture_name
from rendering.people.insight import InsightTotals, ResultsBar, draw_insight
from words import Localizer, Phrase


def insight_card(
    insight: Insight | None, history: MatchHistory, person: Person, say: Localizer, *, theme: str
) -> Card:
    """Return the summary of a person's matches, for that person only."""
    more = None
    if not history.is_learning:
        more = say("card.overview.off", limit=history.per_day)
    elif history.waiting_count:
        more = say("card.overview.going", count=history.waiting_count)
    title = say("card.overview")
    if insight is None:
        return Card(
            framed_view(
                OFFERED,
                text(title, say("overview.none"), small_print(more)),
                _row(_examine_buttons(history, say)),
            )
        )
    return Card(
        framed_view(
            OFFERED,
            text(title, *_results(insight, say)),
            _picture(insight, person, say, theme),
            text(
                *_notable_lines(insight, say),
                small_print(say("card.overview.about")),
                _phases_line(insight, say),
                small_print(more),
            ),
            _row(_match_buttons(insight, say)),
            _row(
                [
                    ActionButton.create(CustomId("share-all", 0), say("button.share")),
                    *_examine_buttons(history, say),
                ]
            ),
        )
    )


def shared_insight_card(insight: Insight, person: Person, say: Localizer, *, theme: str) -> Card:
    """Return the summary that a person shares with others, who may challenge them."""
    return Card(
        framed_view(
            OFFERED,
            text(say("card.overview.shared", name=safe_name(person.name)), *_results(insight, say)),
            _picture(insight, person, say, theme),
            text(*_notable_lines(insight, say)),
            row(rival_button(person.id, say("button.share.rival", name=person.name))),
        )
    )


def _row(presses: Sequence[ActionButton]) -> discord.ui.ActionRow[Any] | None:
    return row(*presses) if presses else None


def _examine_buttons(history: MatchHistory, say: Localizer) -> list[ActionButton]:
    """Return the button that has the matches analysed, unless they already are."""
    if history.is_learning:
        return []
    return [ActionButton.create(CustomId("look-all", 0), say("button.overview.look"), PRIMARY)]


def _results(insight: Insight, say: Localizer) -> list[str]:
    """Return the results of the matches, and the accuracy as far as it is known."""
    all_ = insight.results
    lines = [say("card.overview.results", count=all_.count, won=all_.won, drawn=all_.drawn, lost=all_.lost)]
    if insight.has_more:
        lines.append(say("card.overview.more", limit=MOST))
    if insight.accuracy is None:
        lines.append(say("card.overview.unlooked"))
    else:
        lines.append(
            say("card.overview.accuracy", less=insight.accuracy, count=insight.examined_count, all=all_.count)
        )
    return lines


def _phases_line(insight: Insight, say: Localizer) -> str | None:
    """Return the note on early and late moves, if the picture separates them."""
    return small_print(say("card.overview.phase")) if len(insight.groups["phase"]) > 1 else None


def _notable_lines(insight: Insight, say: Localizer) -> list[str]:
    """Return what goes best, what goes worst, and what costs most."""
    lines = []
    if insight.best:
        results = insight.best.kind_results.results
        lines.append(_line("card.overview.best", insight.best, say, more=results.percent))
    if insight.weakest:
        results = insight.weakest.kind_results.results
        lines.append(_line("card.overview.weakest", insight.weakest, say, less=results.percent))
    if costly := insight.costliest_mistake:
        item = Phrase(f"overview.{costly.lesson}")
        lines.append(say("card.overview.costly", item=item, count=costly.count, less=costly.percent))
    return lines or [say("card.overview.even")]


def _line(code: str, notable: NotableKind, say: Localizer, **facts: int) -> str:
    return say(code, item=notable.kind_results.label, count=notable.kind_results.results.count, **facts)


def _match_buttons(insight: Insight, say: Localizer) -> list[ActionButton]:
    """Return the buttons to example matches for these findings, each match once."""
    ways: dict[int, ActionButton] = {}
    about = {"best": insight.best, "weakest": insight.weakest, "costly": insight.costliest_mistake}
    for code, notable in about.items():
        match = notable.match if notable else None
        if match is not None and match.id not in ways:
            ways[match.id] = ActionButton.create(
                CustomId("analyse", match.id, match.version), say(f"button.overview.{code}")
            )
    return [*ways.values()]


def _picture(insight: Insight, person: Person, say: Localizer, theme: str) -> Drawing:
    compared = [lines for code, lines in insight.groups.items() if code == "game" or len(lines) > 1]
    groups = tuple(tuple(_bar(line) for line in lines) for lines in compared)
    early, middle, late = (round(each / 10) for each in insight.losses_by_third or (0, 0, 0))
    lost = (early, middle, late) if insight.losses_by_third else None
    whole = InsightTotals(
        picture_name(person.name, person.handle),
        insight.results.count,
        groups,
        insight.examined_count,
        insight.accuracy,
        tuple(insight.curve),
        lost,
    )
    return chart_picture(partial(draw_insight, whole, theme=theme, language=say.language))


def _bar(line: KindResults) -> ResultsBar:
    results = line.results
    return ResultsBar(line.label, results.won, results.drawn, results.lost, results.percent)
