"""All finished matches of one person.

The card has a picture of their course, the strengths, the most costly weaknesses, and links to
matches.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any

import discord

from bot.cards.kit.kit import OFFERED, PRIMARY, Card, Press, framed_view, row, small, text
from bot.cards.kit.names import plain
from bot.cards.kit.pictures import Drawing, chart_picture
from bot.custom_ids import CustomId
from club.learning.insight import MOST, Insight, KindResults, MatchHistory, Notable
from rendering.people.insight import InsightTotals, ResultsBar, draw_insight
from words import Phrase, Speaker


def insight_card(found: Insight | None, known: MatchHistory, name: str, say: Speaker, *, theme: str) -> Card:
    """Return a summary of the person's matches, for them alone."""
    more = None
    if not known.learning:
        more = say("card.overview.off", limit=known.a_day)
    elif known.waiting:
        more = say("card.overview.going", count=known.waiting)
    title = say("card.overview")
    if found is None:
        return Card(
            framed_view(OFFERED, text(title, say("overview.none"), small(more)), _row(_looking(known, say)))
        )
    return Card(
        framed_view(
            OFFERED,
            text(title, *_results(found, say)),
            _picture(found, name, say, theme),
            text(*_notable(found, say), small(say("card.overview.about")), _phases(found, say), small(more)),
            _row(_matches(found, say)),
            _row([Press.of(CustomId("share-all", 0), say("button.share")), *_looking(known, say)]),
        )
    )


def shared_insight_card(found: Insight, name: str, say: Speaker, *, theme: str) -> Card:
    """Return the summary of a person's matches as they share it, without links."""
    return Card(
        framed_view(
            OFFERED,
            text(say("card.overview.shared", name=plain(name)), *_results(found, say)),
            _picture(found, name, say, theme),
            text(*_notable(found, say)),
        )
    )


def _row(presses: Sequence[Press]) -> discord.ui.ActionRow[Any] | None:
    return row(*presses) if presses else None


def _looking(known: MatchHistory, say: Speaker) -> list[Press]:
    """Return the button that has matches looked through, unless they are."""
    if known.learning:
        return []
    return [Press.of(CustomId("look-all", 0), say("button.overview.look"), PRIMARY)]


def _results(found: Insight, say: Speaker) -> list[str]:
    """Return the results of the matches, and the accuracy as far as it is known."""
    all_ = found.results
    lines = [say("card.overview.results", count=all_.count, won=all_.won, drawn=all_.drawn, lost=all_.lost)]
    if found.more:
        lines.append(say("card.overview.more", limit=MOST))
    if found.accuracy is None:
        lines.append(say("card.overview.unlooked"))
    else:
        lines.append(say("card.overview.accuracy", less=found.accuracy, count=found.looked, all=all_.count))
    return lines


def _phases(found: Insight, say: Speaker) -> str | None:
    """Return what early and late decisions mean, if the picture tells them apart."""
    return small(say("card.overview.phase")) if len(found.groups["phase"]) > 1 else None


def _notable(found: Insight, say: Speaker) -> list[str]:
    """Return what goes best, what goes worst, and what costs most."""
    lines = []
    if found.best:
        results = found.best.line.results
        lines.append(_line("card.overview.best", found.best, say, more=results.percent))
    if found.weakest:
        results = found.weakest.line.results
        lines.append(_line("card.overview.weakest", found.weakest, say, less=results.percent))
    if costly := found.costly:
        item = Phrase(f"overview.{costly.lesson}")
        lines.append(say("card.overview.costly", item=item, count=costly.count, less=costly.percent))
    return lines or [say("card.overview.even")]


def _line(code: str, notable: Notable, say: Speaker, **facts: int) -> str:
    return say(code, item=notable.line.said, count=notable.line.results.count, **facts)


def _matches(found: Insight, say: Speaker) -> list[Press]:
    """Return the ways to a match of each of these, every match once."""
    ways: dict[int, Press] = {}
    about = {"best": found.best, "weakest": found.weakest, "costly": found.costly}
    for code, notable in about.items():
        match = notable.match if notable else None
        if match is not None and match.id not in ways:
            ways[match.id] = Press.of(
                CustomId("analyse", match.id, match.version), say(f"button.overview.{code}")
            )
    return [*ways.values()]


def _picture(found: Insight, name: str, say: Speaker, theme: str) -> Drawing:
    compared = [lines for code, lines in found.groups.items() if code == "game" or len(lines) > 1]
    groups = tuple(tuple(_bar(line) for line in lines) for lines in compared)
    early, middle, late = (round(each / 10) for each in found.lost or (0, 0, 0))
    lost = (early, middle, late) if found.lost else None
    whole = InsightTotals(
        name, found.results.count, groups, found.looked, found.accuracy, tuple(found.curve), lost
    )
    return chart_picture(partial(draw_insight, whole, theme=theme, language=say.language))


def _bar(line: KindResults) -> ResultsBar:
    results = line.results
    return ResultsBar(line.said, results.won, results.drawn, results.lost, results.percent)
