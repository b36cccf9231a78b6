"""/team match, challenge and accept, and the buttons that only team matches have."""

from typing import Final

import discord
from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.answers.translator import locale_text
from bot.cards.competitions.teams import code_card, line_card
from bot.cards.kit.names import tidy
from bot.cogs.competitions.competitions import competition_place, competition_terms, numbers, official
from bot.cogs.naming.game_options import ClockText, Minutes, NameText, OptionsText, game_options
from bot.cogs.play.match import show_board
from club.clocks.time_control import MINUTE
from club.club import Club
from club.competitions.team_boards import FEWEST, MOST
from club.competitions.teams import NAME, TeamDraft
from club.members.people import Act
from club.refusals import Refusal
from data.competitions.competitions import CompetitionRow
from words import when

COG: Final = Cog(app_commands.Group(name="team", description=locale_text("command.team"), guild_only=True))

MANAGERS: Final = "team.managers"
MATCH: Final = ("game", "clock", "boards", "minutes", "options")
"""The options that both ways to make a match have."""
Boards = app_commands.Range[int, FEWEST, MOST]


@COG.command("command.team.match")
@game_options(
    "command.team.match",
    *MATCH,
    "first",
    "second",
    "first_captain",
    "second_captain",
    "first_role",
    "second_role",
)
async def match(
    club: Club,
    request: Request,
    first: NameText,
    second: NameText,
    game: NameText,
    clock: ClockText,
    boards: Boards = 8,
    minutes: Minutes = 60,
    first_captain: discord.Member | None = None,
    second_captain: discord.Member | None = None,
    first_role: discord.Role | None = None,
    second_role: discord.Role | None = None,
    options: OptionsText | None = None,
) -> None:
    """Make a match of two teams of this server, whose cards come into this channel."""
    place, _ = await competition_place(club, request, first, MANAGERS)
    one, other = _team_name(first), _team_name(second)
    if one.casefold() == other.casefold():
        raise Refusal("team.same")
    captains = [request.who.id if each is None else each.id for each in (first_captain, second_captain)]
    roles = [None if each is None else each.id for each in (first_role, second_role)]
    await _make(
        club,
        request,
        place,
        (TeamDraft(one, captains[0], roles[0]), TeamDraft(other, captains[1], roles[1])),
        (game, options, clock, boards, minutes),
    )
    await request.reply.say("card.team.made")


@COG.command("command.team.challenge")
@game_options("command.team.match", *MATCH, name="command.team.challenge.name")
async def challenge(
    club: Club,
    request: Request,
    game: NameText,
    clock: ClockText,
    boards: Boards = 8,
    minutes: Minutes = 1440,
    name: NameText | None = None,
    options: OptionsText | None = None,
) -> None:
    """Create a match against another server, and show the code that accepts it there."""
    place, called = await competition_place(club, request, name or _server(request), MANAGERS)
    home = TeamDraft(_team_name(called), request.who.id)
    row = await _make(club, request, place, (home, None), (game, options, clock, boards, minutes))
    guest = await club.teams.invitation(await club.teams.stage_of(row.id), by=official(request))
    await request.reply.show(code_card(guest, request.say))


@COG.command("command.team.accept")
@app_commands.describe(
    code=locale_text("command.team.accept.code"), name=locale_text("command.team.accept.name")
)
async def accept(
    club: Club, request: Request, code: app_commands.Range[str, 1, 60], name: NameText | None = None
) -> None:
    """Accept a match that another server has created; its cards go to this channel."""
    place, called = await competition_place(club, request, name or _server(request), MANAGERS)
    await club.teams.accept(code, request.who, name=_team_name(called), place=place)
    request.reply.mark_stored()
    await request.reply.say("card.team.accepted")


async def _make(
    club: Club,
    request: Request,
    place: tuple[int, int],
    named: tuple[TeamDraft, TeamDraft | None],
    how: tuple[str, str | None, str, int, int],
) -> CompetitionRow:
    """Create a team match.

    `how` is the game, options and clock as they were typed, the number of boards, and when it starts.
    """
    game, options, clock, boards, minutes = how
    meant, chosen, control = await competition_terms(club, request, (game, options, clock), "team.clock.none")
    row = await club.teams.create(
        named=named,
        boards=boards,
        game=meant,
        options=chosen,
        control=control,
        starts_in=minutes * MINUTE,
        organiser=Act(request.who.id, request.id),
        place=place,
    )
    request.reply.mark_stored()
    return row


def _team_name(name: str) -> str:
    """Return a team's name, tidied; raise `Refusal` if nothing is left of it."""
    called = tidy(name, NAME)
    if not called:
        raise Refusal("team.name", limit=NAME)
    return called


def _server(request: Request) -> str:
    """Return what the server is called."""
    return request.guild.name if request.guild is not None else "?"


@COG.action("team-in")
async def join(club: Club, request: Request) -> None:
    """Add the member to a team."""
    stage_id, side = numbers(request, 2)
    team = await club.teams.join(stage_id, side, request.who, guild_id=request.guild_id, roles=request.roles)
    request.reply.mark_stored()
    season = await club.competitions.stage_view(stage_id)
    await request.reply.say("card.team.in", name=team.name, time=when(season.stage.starts_at))


@COG.action("team-line")
async def line(club: Club, request: Request) -> None:
    """Show a captain the line-up of their team."""
    stage_id, side = numbers(request, 2)
    shown = await club.teams.line_up(stage_id, side, by=official(request))
    await request.reply.show(line_card(shown, request.say))


@COG.action("team-pick")
async def pick(club: Club, request: Request) -> None:
    """Show a captain what they can do with a member of their team."""
    stage_id, side = numbers(request, 2)
    shown = await club.teams.line_up(stage_id, side, by=official(request))
    chosen = request.fields.get("choice", "")
    known = next((each.id for each in shown.people if str(each.id) == chosen), None)
    await request.reply.update(line_card(shown, request.say, known))


@COG.action("team-up", way=-1)
@COG.action("team-down", way=1)
@COG.action("team-out", way=None)
async def move(club: Club, request: Request, way: int | None) -> None:
    """Put a member of a team higher or lower, or out of it."""
    stage_id, side, entrant_id = numbers(request, 3)
    shown = await club.teams.move(stage_id, side, entrant_id, way, by=official(request))
    request.reply.mark_stored()
    await request.reply.update(line_card(shown, request.say, entrant_id))


@COG.action("team-code")
async def code_again(club: Club, request: Request) -> None:
    """Show who has made a match the code for the other server."""
    guest = await club.teams.invitation(numbers(request)[0], by=official(request))
    await request.reply.show(code_card(guest, request.say))


@COG.action("team-again")
async def rematch(club: Club, request: Request) -> None:
    """Make the rematch, with sides swapped."""
    act = Act(request.who.id, request.id)
    await club.teams.rematch(numbers(request)[0], act, manages=official(request).manages)
    request.reply.mark_stored()
    await request.reply.say("card.team.again")


@COG.action("guest-send")
async def send_again(club: Club, request: Request) -> None:
    """Send a guest their board by direct message once more."""
    await club.teams.send_again(request.custom_id.id, request.who.id)
    request.reply.mark_stored()
    await request.reply.say("card.guest.sent")


@COG.action("team-board")
async def own_board(club: Club, request: Request) -> None:
    """Show the player the board that they play on."""
    sheet = await club.competitions.crosstable(numbers(request)[0])
    for board in sheet.boards:
        if request.who.id in (player.user_id for player in board.players):
            if board.pairing.match_id is None:
                break
            await show_board(club, request, await club.matches.load(board.pairing.match_id))
            return
    raise Refusal("team.board.none")
