"""/league create and move, and buttons shared by leagues, tournaments and ladders."""

from typing import Final

from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.permissions import check_permissions, check_posting
from bot.answers.request import Interaction, Request, club_of
from bot.answers.translator import locale_text
from bot.cards.competitions.every_kind import cards_of
from bot.cards.competitions.league_lines import rule_card, rule_pair_card, sure_card
from bot.cards.kit.clock_choices import clock_value, read_clock
from bot.cards.kit.kit import Card, sentence
from bot.cards.kit.names import tidy
from bot.cogs.members.settings import managed_server
from bot.cogs.naming import completion
from bot.cogs.naming.game_options import ClockText, NameText, OptionsText, game_options
from club.clocks.time_control import TimeControl
from club.club import Club
from club.competitions.competitions import NAME
from club.competitions.crosstable import Crosstable
from club.competitions.lookup import Official
from club.competitions.seasons import CONTROL
from club.members.people import Act
from club.refusals import Refusal
from data.competitions.competitions import CompetitionRow
from data.competitions.pairings import PairingResult
from rules.game import AnyGame

COG: Final = Cog(
    app_commands.Group(name="league", description=locale_text("command.league"), guild_only=True)
)


@COG.command("command.league.create")
@game_options("command.league.create", "name", "game", "options", "clock", "hour", "both")
async def create(
    club: Club,
    request: Request,
    name: NameText,
    game: NameText,
    options: OptionsText | None = None,
    clock: ClockText | None = None,
    hour: app_commands.Range[int, 0, 23] = 18,
    both: bool = False,
) -> None:
    """Make a league whose cards come into this channel."""
    place, called = await competition_place(club, request, name, "league.managers")
    meant, chosen, control = await competition_terms(
        club, request, (game, options, clock or CONTROL), "league.clock", sitdown=False
    )
    await club.competitions.create(
        name=called,
        game=meant,
        options=chosen,
        control=control,
        hour=hour,
        organiser=Act(request.who.id, request.id),
        place=place,
        games=1 + both,
    )
    request.reply.mark_stored()
    await request.reply.say("card.league.made")


@completion.rate_limited
async def complete_movable(interaction: Interaction, typed: str) -> completion.CommandChoices:
    """Complete the competitions that this user may move to another channel."""
    if interaction.guild_id is None:
        return []
    by = Official(interaction.user.id, interaction.guild_id if interaction.permissions.manage_guild else None)
    found = await club_of(interaction).competition_places.movable(interaction.guild_id, by)
    wanted = [each for each in found if typed.casefold() in each.name.casefold()]
    return [app_commands.Choice(name=each.name, value=str(each.id)) for each in wanted[: completion.LIMIT]]


@COG.command("command.league.move")
@app_commands.describe(league=locale_text("command.league.move.league"))
@app_commands.autocomplete(league=complete_movable)
async def move(club: Club, request: Request, league: app_commands.Range[str, 1, 100]) -> None:
    """Take a competition to this channel."""
    home, by = request.require_home("settings.no_server"), official(request)
    meant = [
        each
        for each in await club.competition_places.movable(home, by)
        if league in (str(each.id), each.name)
    ]
    if len(meant) != 1:
        raise Refusal("league.gone")
    await check_posting(club, request)
    place = home, request.parent_id or request.place.channel_id
    await club.competition_places.move(meant[0].id, place, by=by)
    request.reply.mark_stored()
    await request.reply.say("card.league.here")


async def competition_place(
    club: Club, request: Request, name: str, managers: str
) -> tuple[tuple[int, int], str]:
    """Return the server and channel for a new competition, and its tidied name.

    Raise `Refusal` with the code `managers` if the caller may not manage the server.
    """
    guild_id = managed_server(request, managers)
    check_permissions(request)
    await club.servers.check_place(guild_id, (request.channel_id, request.parent_id))
    called = tidy(name, NAME)
    if not called:
        raise Refusal("league.name", limit=NAME)
    return (guild_id, request.parent_id or request.place.channel_id), called


async def competition_terms(
    club: Club, request: Request, typed: tuple[str, str | None, str], needed: str, *, sitdown: bool = True
) -> tuple[AnyGame, dict[str, object], TimeControl]:
    """Parse the game, options and clock that an organiser `typed`.

    Raise `Refusal` with the code `needed` if the last is no clock, or if it is a live clock and those are
    not allowed.
    """
    game, options, clock = typed
    meant, chosen = await completion.named_game(game, options, request.say)
    control = await club.servers.clock_for(request.guild_id, clock_value(read_clock(clock, request.say)))
    if control is None or (control.is_live and not sitdown):
        raise Refusal(needed)
    return meant, chosen, control


@COG.action("season-in")
async def join(club: Club, request: Request) -> None:
    """Sign the member up for a season."""
    season = await club.competitions.join(numbers(request)[0], request.who)
    request.reply.mark_stored()
    said = cards_of(season.competition.kind).joined_phrase(season.stage)
    await request.reply.say(said.code, **said.facts)


@COG.action("season-out")
async def leave(club: Club, request: Request) -> None:
    """Remove the member from a season that has not started."""
    season = await club.competitions.leave(numbers(request)[0], request.who.id)
    request.reply.mark_stored()
    await request.reply.say(_of("left", season.competition))


@COG.action("season-end")
async def ask_stop(club: Club, request: Request) -> None:
    """Ask whether they really want to end the league."""
    season = await club.competitions.load_as_organiser(numbers(request)[0], by=official(request))
    await request.reply.show(
        sure_card(
            _of("stop", season.competition),
            "season-stop",
            season.stage.id,
            _of("stop", season.competition, "button"),
            request.say,
        )
    )


@COG.action("season-stop")
async def stop(club: Club, request: Request) -> None:
    """End a league."""
    season = await club.competitions.stop(numbers(request)[0], by=official(request))
    await confirm_done(request, _of("stopped", season.competition))


@COG.action("withdraw")
async def ask_withdraw(club: Club, request: Request) -> None:
    """Ask the player whether they really want to withdraw."""
    section_id = numbers(request)[0]
    await club.competitions.playing(section_id, request.who.id)
    sheet = await club.competitions.crosstable(section_id)
    await request.reply.show(
        sure_card(
            _of("withdraw", sheet.competition),
            "withdraw-yes",
            section_id,
            cards_of(sheet.competition.kind).leave_button,
            request.say,
        )
    )


@COG.action("withdraw-yes")
async def withdraw(club: Club, request: Request) -> None:
    """Withdraw the player from a running competition."""
    await club.competitions.withdraw(numbers(request)[0], request.who.id)
    await confirm_done(request, "card.league.withdrew")


@COG.action("seat-take")
async def take(club: Club, request: Request) -> None:
    """Give the member the place of a player who has not begun to play."""
    section_id, entrant_id = numbers(request, 2)
    sheet = await club.competitions.take_place(
        section_id, entrant_id, request.who, guild_id=request.guild_id, roles=request.roles
    )
    request.reply.mark_stored()
    await request.reply.say(_of("took", sheet.competition))


async def _load_organised(club: Club, request: Request) -> Crosstable:
    """Load the section that a button names, for its organiser only.

    Raise `Refusal` for everyone else.
    """
    sheet = await club.competitions.crosstable(numbers(request)[0])
    await club.competitions.load_as_organiser(sheet.stage.id, by=official(request))
    return sheet


@COG.action("rule")
async def rule(club: Club, request: Request) -> None:
    """Show the organiser the results that they can rule on."""
    sheet = await _load_organised(club, request)
    await request.reply.show(rule_card(sheet, request.say))


@COG.action("rule-pair")
async def rule_pair(club: Club, request: Request) -> None:
    """Ask the organiser what is to count of a pairing."""
    sheet = await _load_organised(club, request)
    chosen = request.fields.get("choice", "")
    pairing = next((each for each in sheet.pairings if str(each.id) == chosen), None)
    if pairing is None:
        raise Refusal("league.gone")
    await club.competitions.check_ruling(pairing.id, by=official(request))
    await request.reply.update(rule_pair_card(sheet, pairing, request.say))


@COG.action("rule-set")
async def set_rule(club: Club, request: Request) -> None:
    """Let a result count that the organiser has chosen."""
    number, way = request.custom_id.number, request.custom_id.rest.partition(",")[2]
    if number is None or way not in ("", *PairingResult):
        raise Refusal("league.gone")
    await club.competitions.rule(number, PairingResult(way) if way else None, by=official(request))
    await confirm_done(request, "card.league.ruled.done")


def _of(code: str, row: CompetitionRow, place: str = "card") -> str:
    """Return the code of what is said of a competition of its kind."""
    return f"{place}.{cards_of(row.kind).code}.{code}"


def official(request: Request) -> Official:
    """Return the caller as a person who wants to act as an organiser."""
    return Official(request.who.id, request.home if request.permissions.manage_guild else None)


async def confirm_done(request: Request, code: str) -> None:
    """Replace a question by the confirmation that it is done."""
    request.reply.mark_stored()
    await request.reply.update(Card(sentence(request.say(code))))


def numbers(request: Request, count: int = 1) -> list[int]:
    """Return the numbers in a component's custom_id.

    Raise `Refusal` if there are not exactly `count` of them.
    """
    found = request.custom_id.numbers
    if len(found) != count:
        raise Refusal("league.gone")
    return found
