"""/analyse: engine analysis of a finished match or an imported record.

Also the buttons that open a report, and those on the report.
"""

import re
from typing import Final

from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.request import COMMAND, Request
from bot.answers.sharing import shareable
from bot.answers.translator import locale_text
from bot.cards.kit.kit import Card, text_view
from bot.cards.play.analysis import BETTER, ReportContext, ReportPart, analysis_card, find_line
from bot.cogs.naming import completion
from bot.cogs.play.imports import load_card_record
from bot.cogs.play.match import load_button_match, load_shareable_match, resolve_match_or_last
from club.club import Club
from club.members.preferences import board_theme
from club.play.after.imports import ImportedRecord
from club.play.match.matches import Table
from club.refusals import Refusal
from engines.analysis import AnalysisReport
from engines.choose import level_count
from rendering.themes import DEFAULT_THEME
from rules.match import Match

COG: Final = Cog()

PART: Final = re.compile(r"(?P<point>[0-9])(?:,(?P<line>[pb]),(?P<step>[0-9]))?")
"""A part of a report, as buttons name it."""


@COG.action("analyse")
@COG.command("command.analyse")
@app_commands.describe(match=locale_text("command.replay.match"))
@app_commands.autocomplete(match=completion.complete_finished_matches)
async def analyse(club: Club, request: Request, match: str | None = None) -> None:
    """Analyse a match and show the report.

    If the command names no match, it is that of this thread, else the last one that the caller finished.
    """
    await _show_analysis(club, request, await _resolve_finished(club, request, match))


async def _resolve_finished(club: Club, request: Request, match: str | None) -> Table:
    """Return the match to analyse, which a running one outside its own thread is not."""
    try:
        table = await resolve_match_or_last(club, request, match)
    except Refusal as refusal:
        if refusal.code != "match.several":
            raise
        table = None
    is_named = match is not None or request.custom_id is not COMMAND
    if table is not None and (is_named or table.is_over or table.row.thread_id == request.channel_id):
        return table
    last = await club.play.lists.list_finished(request.user.id, limit=1)
    if last:
        return await club.play.matches.load(last[0].row.id)
    if table is None:
        raise Refusal("match.several")
    return table


@COG.action("record-look")
async def analyse_record(club: Club, request: Request) -> None:
    """Analyse the imported record on the card."""
    await _show_analysis(club, request, await load_card_record(club, request))


@COG.action("analyse-at")
async def show_match_part(club: Club, request: Request) -> None:
    """Show another part of the analysis of a match."""
    await _show_part(club, request, await load_button_match(club, request), request.custom_id.rest)


@COG.action("record-at")
async def show_record_part(club: Club, request: Request) -> None:
    """Show another part of the analysis of an imported record."""
    _, _, rest = request.custom_id.rest.partition(",")
    await _show_part(club, request, await load_card_record(club, request), rest)


@shareable(COG, "share-report")
async def build_shared_report(club: Club, request: Request) -> Card:
    """Build the part of an analysis that the caller sees, for everyone in a place."""
    table = await load_shareable_match(club, request)
    await check_may_analyse(club, request.user.id, table)
    report = await load_report(club, request, table)
    looked = ReportContext(
        table,
        report,
        None,
        DEFAULT_THEME,
        sharer_name=request.user.name,
        can_try=club.members.servers.has_computer(request.home)
        and not table.game.hidden
        and level_count(table.game) > 0,
    )
    return analysis_card(looked, _parse_part(request.custom_id.rest), request.say_publicly)


async def _show_analysis(club: Club, request: Request, subject: Table | ImportedRecord) -> None:
    """Show the analysis from its first part, the curve of the chances.

    While the analysis is computed, show a message instead.
    """
    await check_may_analyse(club, request.user.id, subject)
    if report := club.play.analyses.get_cached_report(subject):
        await request.reply.show(await _card(club, request, subject, report, ReportPart()))
        return
    club.members.presses.check_rate(request.user.id, 0)
    await request.reply.say("answer.analyse.making")
    try:
        report = await club.play.analyses.get_report(subject, request.user.id)
    except Refusal as refusal:
        await request.reply.replace_shown(Card(text_view(refusal.text(request.say.language))))
        return
    await request.reply.replace_shown(await _card(club, request, subject, report, ReportPart()))


async def _show_part(club: Club, request: Request, subject: Table | ImportedRecord, rest: str) -> None:
    """Show the part of the analysis that `rest` names.

    `rest` is the end of the button's custom_id.
    """
    part = _parse_part(rest)
    await check_may_analyse(club, request.user.id, subject)
    report = await load_report(club, request, subject)
    await request.reply.update(await _card(club, request, subject, report, part))


async def load_report(club: Club, request: Request, subject: Table | ImportedRecord) -> AnalysisReport:
    """Return the analysis of a match or record, computed anew if not cached."""
    report = club.play.analyses.get_cached_report(subject)
    if report is None:
        club.members.presses.check_rate(request.user.id, 0)
        report = await club.play.analyses.get_report(subject, request.user.id)
    return report


async def load_part_match(club: Club, request: Request) -> Match:
    """Return a match up to the board that the button's part of its report shows."""
    table, part = await load_button_match(club, request), _parse_part(request.custom_id.rest)
    await check_may_analyse(club, request.user.id, table)
    points = (await load_report(club, request, table)).turning_points
    if not 1 <= part.point <= len(points):
        raise Refusal("analyse.none")
    point = points[part.point - 1]
    line = find_line(point, part)
    match = table.match.copy_at(point.ply - 1)
    for move in line.notations[: part.step + 1]:
        match.play(move)
    return match


def _parse_part(rest: str) -> ReportPart:
    named = PART.fullmatch(rest)
    if not named:
        raise Refusal("analyse.none")
    return ReportPart(int(named["point"]), named["line"] or BETTER, int(named["step"] or 0))


async def check_may_analyse(club: Club, user_id: int, subject: Table | ImportedRecord) -> None:
    """Raise `Refusal` if this user may not have the analysis now.

    A match or record may be unfit for analysis. An analysis is also refused if it would help the user
    in a running match of theirs, in which one of the analysed positions has occurred.
    """
    club.play.analyses.check_analysable(
        subject
    )  # first, for it costs nothing, and what is too long would cost much
    await club.play.outside_help.check_match(user_id, subject.match, all_positions=True)


async def _card(
    club: Club, request: Request, subject: Table | ImportedRecord, report: AnalysisReport, part: ReportPart
) -> Card:
    preference = await club.members.preferences.get(request.user.id)
    seat = None
    if isinstance(subject, Table):
        subject, seat = subject.with_facing(preference), subject.seat_of(request.user.id)
    looked = ReportContext(subject, report, seat, board_theme(preference))
    return analysis_card(looked, part, request.say)
