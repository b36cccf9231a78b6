"""Analysis of a finished match: the winning chances and the turning points."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import discord

from bot.cards.kit.card_lines import player_names, shared_by_line
from bot.cards.kit.kit import OVER, PRIMARY, ActionButton, Card, framed_view, row, small_print, text
from bot.cards.kit.pictures import board_picture, view_picture
from bot.cards.kit.share_buttons import position_button
from bot.cards.play.import_menus import carried_file
from bot.cards.play.imports import record_player_names
from bot.custom_ids import CustomId
from club.play.after.analysis import match_course
from club.play.after.imports import ImportedRecord
from club.play.match.matches import Table
from engines.analysis import AnalysisReport, TurningPoint, sees_only_ends
from engines.lessons import Variation
from rendering.caption import Caption
from rendering.people.analysis import draw_analysis, to_percent
from rules.board import BoardView
from rules.game import Seat, View
from rules.match import move_numbers
from words import Localizer, Words

PLAYED, BETTER = "p", "b"
"""The two lines of a turning point, as custom_ids name them."""
SHORT: Final = 24
"""Characters of a move on a button; the longest ones of One Zero One are cut."""


@dataclass(frozen=True, slots=True)
class ReportContext:
    """An analysis report as the viewer at `seat` sees it.

    `subject` is the match or imported record it is about. `sharer_name` is the name of the member who
    shares it with everyone, if one does. `can_try` says that others can then play on against the
    computer from its turning points.
    """

    subject: Table | ImportedRecord
    report: AnalysisReport
    seat: Seat | None
    theme: str
    sharer_name: str | None = None
    can_try: bool = False

    @property
    def names(self) -> tuple[Words, Words]:
        """The names of both players."""
        return (
            record_player_names(self.subject)
            if isinstance(self.subject, ImportedRecord)
            else player_names(self.subject)
        )

    def orient(self, view: View) -> View:
        """Return a view turned as the viewer prefers: with their side at the bottom."""
        if isinstance(self.subject, ImportedRecord) or not isinstance(view, BoardView):
            return view
        return view.with_facing(self.subject.facing)

    def part_id(self, rest: str) -> CustomId:
        """Return the custom_id of a button that shows another part of the report."""
        if isinstance(self.subject, ImportedRecord):
            return CustomId("record-at", 0, 0, f"{self.subject.key},{rest}")
        return CustomId("analyse-at", self.subject.row.id, self.subject.row.version, rest)


@dataclass(frozen=True, slots=True)
class ReportPart:
    """A part of an analysis report: a turning point, or the curve of chances.

    `point` is the number of the turning point, from 1; 0 is the curve. `line` says whether the line
    played or the better line is shown, and `step` is the index of the move in it.
    """

    point: int = 0
    line: str = BETTER
    step: int = 0


def analysis_card(context: ReportContext, part: ReportPart, say: Localizer) -> Card:
    """Return a part of an analysis report; the curve if there is no such part."""
    points = context.report.turning_points
    if 1 <= part.point <= len(points):
        return _turning_card(context, part, say)
    match, report, names = context.subject.match, context.report, context.names
    went = match_course(match, report)
    view = match.view(None)
    caption = Caption(match.game.title)
    recipe = partial(draw_analysis, view, went, theme=context.theme, language=say.language, caption=caption)
    turns = [_point_line(context, number, point, say) for number, point in enumerate(points, 1)]
    stretch = _stretch_line(context, say)
    first, second = report.accuracy
    accuracy = None
    if first is not None and second is not None:
        accuracy = say(
            "card.analyse.accuracy", name=names[0], count=first, opponent=names[1], other_count=second
        )
    return _card(
        context,
        say,
        text(shared_by_line(context.sharer_name, say), say("card.analyse", title=match.game.title), accuracy),
        view_picture(view, say, recipe),
        text(
            *(turns or ([] if stretch else [say("card.analyse.none")])),
            stretch,
            small_print(say("card.analyse.about")),
            small_print(say("card.analyse.sight")) if sees_only_ends(match) else None,
            small_print(say("card.analyse.views")) if match.game.hidden else None,
        ),
        row(*ways)
        if (ways := [*_turning_point_buttons(context, 0, say), *_share_buttons(context, "0", say)])
        else None,
    )


def _turning_card(context: ReportContext, part: ReportPart, say: Localizer) -> Card:
    """Return a turning point: a board of one of its lines, and the mistake."""
    points, match = context.report.turning_points, context.subject.match
    point = points[part.point - 1]
    line = find_line(point, part)
    step = min(part.step, len(line.moves) - 1)
    seat = None if match.game.hidden else context.seat
    view = context.orient(match.game.reveal(line.positions[step], seat))
    shown = ReportPart(part.point, part.line, step)
    code = "played" if part.line == PLAYED else "better"
    tries = _try_buttons(context, shown, line.positions[step], say)
    played = small_print(say(_lead_code("card.turning.played", point.played_line)))
    where = "card.turning.line" if step else f"card.turning.at.{code}"
    return _card(
        context,
        say,
        text(
            shared_by_line(context.sharer_name, say),
            say("card.turning", number=part.point, count=len(points)),
            _played_line(context, point, say),
            f"**{say.text(point.lesson)}**",
            _tables_line(point, say),
        ),
        board_picture(view, say, context.theme),
        text(say(where, move=line.moves[0], item=line.moves[step]), None if tries else played),
        *([row(*tries), text(played)] if tries else []),
        row(*_move_buttons(context, shown, PLAYED, point.played_line.moves, say)),
        text(small_print(say(_lead_code("card.turning.better", point.better_line)))),
        row(*_move_buttons(context, shown, BETTER, point.better_line.moves, say)),
        text(small_print(say("card.turning.points"))),
        row(
            *_turning_point_buttons(context, part.point, say),
            *_share_buttons(context, f"{shown.point},{shown.line},{shown.step}", say),
        ),
    )


def find_line(point: TurningPoint, part: ReportPart) -> Variation:
    """Return the line of a turning point that a part shows."""
    return point.played_line if part.line == PLAYED else point.better_line


def _card(context: ReportContext, say: Localizer, *items: discord.ui.Item[Any] | None) -> Card:
    """Return a card of some items.

    For an imported record, the card carries the record as a file, in which its buttons find it again.
    """
    if not isinstance(context.subject, ImportedRecord):
        return Card(framed_view(OVER, *items))
    shown, upload = carried_file(context.subject.file, say)
    return Card(framed_view(OVER, *items, shown), [upload])


def _played_line(context: ReportContext, point: TurningPoint, say: Localizer) -> str:
    """Return the line on the move played, with the chances before and after it."""
    return say(
        "card.turning.played",
        name=context.names[point.seat],
        move=point.played_line.moves[0],
        more=to_percent(point.chance_before),
        less=to_percent(point.chance_after),
    )


def _tables_line(point: TurningPoint, say: Localizer) -> str | None:
    """Return the endgame tables' verdict before and after a move, for its player."""
    before, after = point.endings
    if before and after:
        return small_print(say("card.tables.both", item=before.phrase(), other=after.phrase(mover=False)))
    if after:
        return small_print(say("card.tables.after", item=after.phrase(mover=False)))
    return small_print(say("card.tables.before", item=before.phrase())) if before else None


def _point_line(context: ReportContext, number: int, point: TurningPoint, say: Localizer) -> str:
    return say(
        "card.analyse.point",
        number=number,
        name=context.names[point.seat],
        move=point.played_line.moves[0],
        more=to_percent(point.chance_before),
        less=to_percent(point.chance_after),
    )


def _stretch_line(context: ReportContext, say: Localizer) -> str | None:
    """Return the line on the moves over which a match was lost.

    Return `None` if it was lost at a single move.
    """
    if context.report.losing_stretch is None:
        return None
    plies = context.subject.match.plies
    first, last = (move_numbers(plies)[ply - 1] for ply in context.report.losing_stretch)
    if first == last:
        return None
    name = context.names[plies[context.report.losing_stretch[0] - 1].seat]
    return say("card.analyse.stretch", name=name, from_number=first, to_number=last)


def _lead_code(code: str, line: Variation) -> str:
    """Return the message code above a line's buttons, for one move or several."""
    return f"{code}.moves" if len(line.moves) > 1 else f"{code}.move"


def _move_buttons(
    context: ReportContext, part: ReportPart, line: str, moves: Sequence[Words], say: Localizer
) -> list[ActionButton]:
    """Return a button for each move of a line; it shows the board after the move."""
    return [
        ActionButton.create(
            context.part_id(f"{part.point},{line},{step}"),
            _short(say.text(move)),
            disabled=part == ReportPart(part.point, line, step),
        )
        for step, move in enumerate(moves)
    ]


def _turning_point_buttons(context: ReportContext, shown: int, say: Localizer) -> list[ActionButton]:
    """Return a button for each turning point, and one back to the curve."""
    ways = [
        ActionButton.create(
            context.part_id(str(number)),
            say("button.analyse.point", number=number, move=_short(say.text(point.played_line.moves[0]))),
            PRIMARY,
            disabled=number == shown,
        )
        for number, point in enumerate(context.report.turning_points, 1)
    ]
    return [*ways, ActionButton.create(context.part_id("0"), say("button.analyse.curve"))] if shown else ways


def _try_buttons(
    context: ReportContext, shown: ReportPart, position: Any, say: Localizer
) -> list[ActionButton]:
    """Return the button that plays on from the board of a shared turning point."""
    subject = context.subject
    if not context.can_try or isinstance(subject, ImportedRecord) or subject.game.turn(position) is None:
        return []
    rest = f"{shown.point},{shown.line},{shown.step}"
    return [position_button(CustomId("try-turn", subject.row.id, subject.row.version, rest), say)]


def _share_buttons(context: ReportContext, rest: str, say: Localizer) -> list[ActionButton]:
    """Return the button that shares a part with everyone; none for a record.

    Here, an imported record has no owner who could share it.
    """
    if context.sharer_name is not None or isinstance(context.subject, ImportedRecord):
        return []
    row = context.subject.row
    return [ActionButton.create(CustomId("share-report", row.id, row.version, rest), say("button.share"))]


def _short(move: str) -> str:
    return move if len(move) <= SHORT else f"{move[: SHORT - 1]}…"
