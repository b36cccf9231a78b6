"""Analysis of a finished match: the chances curve and the turning points."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import discord

from bot.cards.kit.card_lines import names_of, shared_line
from bot.cards.kit.kit import OVER, PRIMARY, Card, Press, framed_view, row, small, text
from bot.cards.kit.pictures import board_picture, picture
from bot.cards.play.imports import names_in, record_file
from bot.custom_ids import CustomId
from club.play.after.imports import ImportedRecord
from club.play.match.matches import Table
from engines.analysis import AnalysisReport, TurningPoint, sees_only_ends
from engines.lessons import Variation
from rendering.caption import Caption
from rendering.people.analysis import MatchCourse, TurningMove, draw_analysis, percent
from rules.board import BoardView
from rules.game import Seat, View
from rules.match import move_numbers
from words import Speaker, Words

PLAYED, BETTER = "p", "b"
"""The two lines of a turning point, as custom_ids name them."""
SHORT: Final = 24
"""Characters of a move on a button; the longest ones of One Zero One are cut."""


@dataclass(frozen=True, slots=True)
class ReportLook:
    """A report as the viewer at `seat` sees it, and the match or record it is about.

    `by` is the member who shares it with everyone, if one does.
    """

    about: Table | ImportedRecord
    report: AnalysisReport
    seat: Seat | None
    theme: str
    by: str | None = None

    @property
    def names(self) -> tuple[Words, Words]:
        """Return what the players are called."""
        return names_in(self.about) if isinstance(self.about, ImportedRecord) else names_of(self.about)

    def orient(self, view: View) -> View:
        """Return a view with the side at the bottom that the viewer wants there."""
        if isinstance(self.about, ImportedRecord) or not isinstance(view, BoardView):
            return view
        return view.with_facing(self.about.facing)

    def way(self, rest: str) -> CustomId:
        """Return what a button means that shows another part of the report."""
        if isinstance(self.about, ImportedRecord):
            return CustomId("record-at", 0, 0, f"{self.about.key},{rest}")
        return CustomId("analyse-at", self.about.row.id, self.about.row.version, rest)


@dataclass(frozen=True, slots=True)
class ReportPart:
    """A part of a report.

    It is a turning point, from 1 (0: the curve), one of its lines, and a move of that line, from 0.
    """

    point: int = 0
    line: str = BETTER
    step: int = 0


def analysis_card(looked: ReportLook, part: ReportPart, say: Speaker) -> Card:
    """Return a part of a report; where there is no such part, the curve."""
    points = looked.report.points
    if 1 <= part.point <= len(points):
        return _turning_card(looked, part, say)
    match, report, names = looked.about.match, looked.report, looked.names
    went = MatchCourse(
        report.chances,
        report.accuracy,
        tuple(
            TurningMove(point.ply, point.seat, point.played.moves[0], point.better.moves[0])
            for point in points
        ),
        tuple(move_numbers(match.plies)),
    )
    view = match.view(None)
    caption = Caption(match.game.title)
    recipe = partial(draw_analysis, view, went, theme=looked.theme, language=say.language, caption=caption)
    turns = [_point_line(looked, number, point, say) for number, point in enumerate(points, 1)]
    stretch = _stretch_line(looked, say)
    first, second = report.accuracy
    accuracy = None
    if first is not None and second is not None:
        accuracy = say(
            "card.analyse.accuracy", name=names[0], count=first, opponent=names[1], other_count=second
        )
    return _card(
        looked,
        say,
        text(shared_line(looked.by, say), say("card.analyse", title=match.game.title), accuracy),
        picture(view, say, recipe),
        text(
            *(turns or ([] if stretch else [say("card.analyse.none")])),
            stretch,
            small(say("card.analyse.about")),
            small(say("card.analyse.sight")) if sees_only_ends(match) else None,
            small(say("card.analyse.views")) if match.game.hidden else None,
        ),
        row(*ways) if (ways := [*_points(looked, 0, say), *_share(looked, "0", say)]) else None,
    )


def _turning_card(looked: ReportLook, part: ReportPart, say: Speaker) -> Card:
    """Return a turning point: the board of a line, the mistake, and links to others."""
    points, match = looked.report.points, looked.about.match
    point = points[part.point - 1]
    line = point.played if part.line == PLAYED else point.better
    step = min(part.step, len(line.moves) - 1)
    seat = None if match.game.hidden else looked.seat
    view = looked.orient(match.game.reveal(line.positions[step], seat))
    shown = ReportPart(part.point, part.line, step)
    code = "played" if part.line == PLAYED else "better"
    where = "card.turning.line" if step else f"card.turning.at.{code}"
    return _card(
        looked,
        say,
        text(
            shared_line(looked.by, say),
            say("card.turning", number=part.point, count=len(points)),
            _played_line(looked, point, say),
            f"**{say.text(point.lesson)}**",
            _tables_line(point, say),
        ),
        board_picture(view, say, looked.theme),
        text(
            say(where, move=line.moves[0], item=line.moves[step]),
            small(say(_leads("card.turning.played", point.played))),
        ),
        row(*_steps(looked, shown, PLAYED, point.played.moves, say)),
        text(small(say(_leads("card.turning.better", point.better)))),
        row(*_steps(looked, shown, BETTER, point.better.moves, say)),
        text(small(say("card.turning.points"))),
        row(
            *_points(looked, part.point, say),
            *_share(looked, f"{shown.point},{shown.line},{shown.step}", say),
        ),
    )


def _card(looked: ReportLook, say: Speaker, *items: discord.ui.Item[Any] | None) -> Card:
    """Return a card of these parts.

    For a record, the card carries it as a file, so that its buttons find it again.
    """
    if not isinstance(looked.about, ImportedRecord):
        return Card(framed_view(OVER, *items))
    shown, upload = record_file(looked.about, say)
    return Card(framed_view(OVER, *items, shown), [upload])


def _played_line(looked: ReportLook, point: TurningPoint, say: Speaker) -> str:
    """Return the line about the move played, with the chances before and after it."""
    return say(
        "card.turning.played",
        name=looked.names[point.seat],
        move=point.played.moves[0],
        more=percent(point.before),
        less=percent(point.after),
    )


def _tables_line(point: TurningPoint, say: Speaker) -> str | None:
    """Return the endgame tables' verdict before and after a move, for its player."""
    before, after = point.endings
    if before and after:
        return small(say("card.tables.both", item=before.phrase(), other=after.phrase(mover=False)))
    if after:
        return small(say("card.tables.after", item=after.phrase(mover=False)))
    return small(say("card.tables.before", item=before.phrase())) if before else None


def _point_line(looked: ReportLook, number: int, point: TurningPoint, say: Speaker) -> str:
    return say(
        "card.analyse.point",
        number=number,
        name=looked.names[point.seat],
        move=point.played.moves[0],
        more=percent(point.before),
        less=percent(point.after),
    )


def _stretch_line(looked: ReportLook, say: Speaker) -> str | None:
    """Return the moves over which a match was lost.

    Return `None` if it was lost at a single move.
    """
    if looked.report.stretch is None:
        return None
    plies = looked.about.match.plies
    first, last = (move_numbers(plies)[ply - 1] for ply in looked.report.stretch)
    if first == last:
        return None
    name = looked.names[plies[looked.report.stretch[0] - 1].seat]
    return say("card.analyse.stretch", name=name, from_number=first, to_number=last)


def _leads(code: str, line: Variation) -> str:
    """Return the message code above a line's buttons, for one move or several."""
    return f"{code}.moves" if len(line.moves) > 1 else f"{code}.move"


def _steps(
    looked: ReportLook, shown: ReportPart, line: str, moves: Sequence[Words], say: Speaker
) -> list[Press]:
    """Return the moves of a line as buttons: each shows the board after it."""
    return [
        Press.of(
            looked.way(f"{shown.point},{line},{step}"),
            _short(say.text(move)),
            disabled=shown == ReportPart(shown.point, line, step),
        )
        for step, move in enumerate(moves)
    ]


def _points(looked: ReportLook, shown: int, say: Speaker) -> list[Press]:
    """Return the way to each turning point, and from there to the curve."""
    ways = [
        Press.of(
            looked.way(str(number)),
            say("button.analyse.point", number=number, move=_short(say.text(point.played.moves[0]))),
            PRIMARY,
            disabled=number == shown,
        )
        for number, point in enumerate(looked.report.points, 1)
    ]
    return [*ways, Press.of(looked.way("0"), say("button.analyse.curve"))] if shown else ways


def _share(looked: ReportLook, rest: str, say: Speaker) -> list[Press]:
    """Return the button that shares a part with everyone; none for a record.

    A record has no owner here.
    """
    if looked.by is not None or isinstance(looked.about, ImportedRecord):
        return []
    row = looked.about.row
    return [Press.of(CustomId("share-report", row.id, row.version, rest), say("button.share"))]


def _short(move: str) -> str:
    return move if len(move) <= SHORT else f"{move[: SHORT - 1]}…"
