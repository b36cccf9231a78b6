"""/team match, challenge and accept, and the buttons of team matches."""

from typing import Final

import discord
from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.answers.translator import locale_text
from bot.cards.competitions.line_up import join_code_card, line_up_card, team_more_card
from bot.cards.kit.names import tidy_name
from bot.cogs.competitions.competitions import (
    SCORING_CHOICES,
    check_competition_place,
    official_of,
    parse_competition_terms,
    require_numbers,
)
from bot.cogs.naming.game_options import ClockText, Minutes, NameText, OptionsText, describe_game_options
from bot.cogs.play.match import show_board
from club.clocks.time_control import MINUTE
from club.club import Club
from club.competitions.team_boards import FEWEST, MOST
from club.competitions.teams import NAME, TeamDraft
from club.members.people import Act
from club.refusals import Refusal
from data.competitions.competitions import CompetitionRow
from words import discord_timestamp

COG: Final = Cog(app_commands.Group(name="team", description=locale_text("command.team"), guild_only=True))

MANAGERS: Final = "team.managers"
MATCH: Final = ("game", "clock", "boards", "minutes", "options")
"""The options that both ways to make a match have."""
SCORING_CODE: Final = "command.tournament.create.scoring"
Boards = app_commands.Range[int, FEWEST, MOST]


@COG.command("command.team.match")
@describe_game_options(
    "command.team.match",
    *MATCH,
    "first",
    "second",
    "first_captain",
    "second_captain",
    "first_role",
    "second_role",
    scoring=SCORING_CODE,
)
@app_commands.choices(scoring=SCORING_CHOICES)
async def create_team_match(
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
    scoring: str = "usual",
) -> None:
    """Create a match between two teams of this server.

    Its cards are posted in this channel.
    """
    place, _ = await check_competition_place(club, request, first, MANAGERS)
    one, other = _team_name(first), _team_name(second)
    if one.casefold() == other.casefold():
        raise Refusal("team.same")
    captains = [request.user.id if each is None else each.id for each in (first_captain, second_captain)]
    roles = [None if each is None else each.id for each in (first_role, second_role)]
    await _create_match(
        club,
        request,
        place,
        (TeamDraft(one, captains[0], roles[0]), TeamDraft(other, captains[1], roles[1])),
        (game, options, clock, boards, minutes, scoring),
    )
    await request.reply.say("card.team.made")


@COG.command("command.team.challenge")
@describe_game_options("command.team.match", *MATCH, name="command.team.challenge.name", scoring=SCORING_CODE)
@app_commands.choices(scoring=SCORING_CHOICES)
async def challenge_another_server(
    club: Club,
    request: Request,
    game: NameText,
    clock: ClockText,
    boards: Boards = 8,
    minutes: Minutes = 1440,
    name: NameText | None = None,
    options: OptionsText | None = None,
    scoring: str = "usual",
) -> None:
    """Create a match against another server.

    Show the caller the code with which the other server accepts it.
    """
    place, called = await check_competition_place(club, request, name or _server(request), MANAGERS)
    home = TeamDraft(_team_name(called), request.user.id)
    row = await _create_match(
        club, request, place, (home, None), (game, options, clock, boards, minutes, scoring)
    )
    guest = await club.competitions.teams.load_invitation(
        await club.competitions.teams.load_stage_id(row.id), official=official_of(request)
    )
    await request.reply.show(join_code_card(guest, request.say))


@COG.command("command.team.accept")
@app_commands.describe(
    code=locale_text("command.team.accept.code"), name=locale_text("command.team.accept.name")
)
async def accept(
    club: Club, request: Request, code: app_commands.Range[str, 1, 60], name: NameText | None = None
) -> None:
    """Accept a match that another server has created.

    Its cards for this server are posted in this channel.
    """
    place, called = await check_competition_place(club, request, name or _server(request), MANAGERS)
    await club.competitions.teams.accept_invitation(code, request.user, name=_team_name(called), place=place)
    request.reply.mark_stored()
    await request.reply.say("card.team.accepted")


async def _create_match(
    club: Club,
    request: Request,
    place: tuple[int, int],
    teams: tuple[TeamDraft, TeamDraft | None],
    terms: tuple[str, str | None, str, int, int, str],
) -> CompetitionRow:
    """Create a team match.

    `terms` are the game, options and clock as typed, the number of boards, the minutes until the start,
    and the name of the scoring.
    """
    game, options, clock, boards, minutes, scoring = terms
    meant, chosen, control = await parse_competition_terms(
        club, request, (game, options, clock), "team.clock.none"
    )
    row = await club.competitions.teams.create(
        drafts=teams,
        boards=boards,
        game=meant,
        options=chosen,
        control=control,
        starts_in=minutes * MINUTE,
        organiser=Act(request.user.id, request.id),
        place=place,
        scoring=scoring,
    )
    request.reply.mark_stored()
    return row


def _team_name(name: str) -> str:
    """Return a tidied team name; raise `Refusal` if nothing is left of it."""
    called = tidy_name(name, NAME)
    if not called:
        raise Refusal("team.name", limit=NAME)
    return called


def _server(request: Request) -> str:
    """Return the name of the server."""
    return request.guild.name if request.guild is not None else "?"


@COG.action("team-in")
async def join(club: Club, request: Request) -> None:
    """Add the member to a team."""
    stage_id, side = require_numbers(request, 2)
    team = await club.competitions.teams.join(
        stage_id, side, request.user, guild_id=request.guild_id, roles=request.roles
    )
    request.reply.mark_stored()
    season = await club.competitions.all.load_stage_view(stage_id)
    await request.reply.say("card.team.in", name=team.name, time=discord_timestamp(season.stage.starts_at))


@COG.action("team-more")
async def show_more_of_match(club: Club, request: Request) -> None:
    """Show what else there is to do with a match that is being set up."""
    season = await club.competitions.all.load_stage_view(require_numbers(request)[0])
    await request.reply.show(team_more_card(season, request.say))


@COG.action("team-line")
async def show_line_up(club: Club, request: Request) -> None:
    """Show a captain the line-up of their team."""
    stage_id, side = require_numbers(request, 2)
    shown = await club.competitions.teams.load_line_up(stage_id, side, official=official_of(request))
    await request.reply.show(line_up_card(shown, request.say))


@COG.action("team-pick")
async def select_team_member(club: Club, request: Request) -> None:
    """Select a team member, and show their captain the actions for that member."""
    stage_id, side = require_numbers(request, 2)
    shown = await club.competitions.teams.load_line_up(stage_id, side, official=official_of(request))
    chosen = request.fields.get("choice", "")
    known = next((each.id for each in shown.people if str(each.id) == chosen), None)
    await request.reply.update(line_up_card(shown, request.say, known))


@COG.action("team-up", way=-1)
@COG.action("team-down", way=1)
@COG.action("team-out", way=None)
async def move(club: Club, request: Request, way: int | None) -> None:
    """Move a team member up or down the line-up, or out of the team.

    `way` is -1 for up, 1 for down, and `None` for out.
    """
    stage_id, side, entrant_id = require_numbers(request, 3)
    shown = await club.competitions.teams.move_member(
        stage_id, side, entrant_id, way, official=official_of(request)
    )
    request.reply.mark_stored()
    await request.reply.update(line_up_card(shown, request.say, entrant_id))


@COG.action("team-code")
async def show_invitation_code(club: Club, request: Request) -> None:
    """Show the organiser the code for the other server once more."""
    guest = await club.competitions.teams.load_invitation(
        require_numbers(request)[0], official=official_of(request)
    )
    await request.reply.show(join_code_card(guest, request.say))


@COG.action("team-again")
async def rematch(club: Club, request: Request) -> None:
    """Create a rematch of a team match, with sides swapped."""
    act = Act(request.user.id, request.id)
    await club.competitions.teams.make_rematch(
        require_numbers(request)[0], act, managed_guild_id=official_of(request).managed_guild_id
    )
    request.reply.mark_stored()
    await request.reply.say("card.team.again")


@COG.action("guest-send")
async def resend_board(club: Club, request: Request) -> None:
    """Send a guest (a player from the other server) their board by DM once more."""
    await club.competitions.teams.resend_board(request.custom_id.id, request.user.id)
    request.reply.mark_stored()
    await request.reply.say("card.guest.sent")


@COG.action("team-board")
async def show_own_team_board(club: Club, request: Request) -> None:
    """Show the player the match that they play for their team."""
    sheet = await club.competitions.all.load_crosstable(require_numbers(request)[0])
    for board in sheet.team_boards:
        if request.user.id in (player.user_id for player in board.players):
            if board.pairing.match_id is None:
                break
            await show_board(club, request, await club.play.matches.load(board.pairing.match_id))
            return
    raise Refusal("team.board.none")
