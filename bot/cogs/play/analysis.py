"""/analyse: analysis of a finished match or a record.

It has the buttons that lead to a report and those on it.
"""

import re
from typing import Final

from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.answers.translator import locale_text
from bot.cards.kit.kit import Card, sentence
from bot.cards.play.analysis import BETTER, ReportLook, ReportPart, analysis_card
from bot.cogs.naming import completion
from bot.cogs.play.imports import record_of_card
from bot.cogs.play.match import match_of_button, match_to_share, resolve_played
from club.club import Club
from club.members.preferences import theme_of
from club.play.after.imports import ImportedRecord
from club.play.match.matches import Table
from club.refusals import Refusal
from engines.analysis import AnalysisReport
from rendering.themes import DEFAULT

COG: Final = Cog()

PART: Final = re.compile(r"(?P<point>[0-9])(?:,(?P<line>[pb]),(?P<step>[0-9]))?")
"""A part of a report, as buttons name it."""


@COG.action("analyse")
@COG.command("command.analyse")
@app_commands.describe(match=locale_text("command.replay.match"))
@app_commands.autocomplete(match=completion.own_matches)
async def analyse(club: Club, request: Request, match: str | None = None) -> None:
    """Analyse a match."""
    await _open(club, request, await resolve_played(club, request, match))


@COG.action("record-look")
async def record(club: Club, request: Request) -> None:
    """Analyse the record of the card."""
    await _open(club, request, await record_of_card(club, request))


@COG.action("analyse-at")
async def part_of_match(club: Club, request: Request) -> None:
    """Show another part of the analysis of a match."""
    await _turn(club, request, await match_of_button(club, request), request.custom_id.rest)


@COG.action("record-at")
async def part_of_record(club: Club, request: Request) -> None:
    """Show another part of the analysis of a record."""
    _, _, rest = request.custom_id.rest.partition(",")
    await _turn(club, request, await record_of_card(club, request), rest)


@COG.action("share-report")
async def share(club: Club, request: Request) -> None:
    """Show everybody here a part of an analysis that one person has looked at."""
    table = await match_to_share(club, request)
    await check_help(club, request.who.id, table)
    report = await report_on(club, request, table)
    looked = ReportLook(table, report, None, DEFAULT, by=request.who.name)
    await request.share(analysis_card(looked, _part(request.custom_id.rest), request.public))


async def _open(club: Club, request: Request, about: Table | ImportedRecord) -> None:
    """Show the curve; with a word about it until it is made."""
    await check_help(club, request.who.id, about)
    if report := club.analyses.at_hand(about):
        await request.reply.show(await _card(club, request, about, report, ReportPart()))
        return
    club.presses.count(request.who.id, 0)
    await request.reply.say("answer.analyse.making")
    try:
        report = await club.analyses.of(about, request.who.id)
    except Refusal as refusal:
        await request.reply.instead(Card(sentence(refusal.text(request.say.language))))
        return
    await request.reply.instead(await _card(club, request, about, report, ReportPart()))


async def _turn(club: Club, request: Request, about: Table | ImportedRecord, rest: str) -> None:
    """Show another part."""
    part = _part(rest)
    await check_help(club, request.who.id, about)
    report = await report_on(club, request, about)
    await request.reply.update(await _card(club, request, about, report, part))


async def report_on(club: Club, request: Request, about: Table | ImportedRecord) -> AnalysisReport:
    """Return the report on a match or a record, made again if it is no longer kept."""
    report = club.analyses.at_hand(about)
    if report is None:
        club.presses.count(request.who.id, 0)
        report = await club.analyses.of(about, request.who.id)
    return report


def _part(rest: str) -> ReportPart:
    named = PART.fullmatch(rest)
    if not named:
        raise Refusal("analyse.none")
    return ReportPart(int(named["point"]), named["line"] or BETTER, int(named["step"] or 0))


async def check_help(club: Club, user_id: int, about: Table | ImportedRecord) -> None:
    """Raise `Refusal` if this can have no report, or would help this user now.

    It would help if the same position has stood in one of the user's running matches.
    """
    club.analyses.check(about)  # first, for it costs nothing, and what is too long would cost much
    await club.help.check(user_id, about.match, whole=True)


async def _card(
    club: Club, request: Request, about: Table | ImportedRecord, report: AnalysisReport, part: ReportPart
) -> Card:
    preference = await club.preferences.get(request.who.id)
    seat = None
    if isinstance(about, Table):
        about, seat = about.with_facing(preference), about.seat_of(request.who.id)
    looked = ReportLook(about, report, seat, theme_of(preference))
    return analysis_card(looked, part, request.say)
