"""/league create and move, and the buttons that several competitions share."""

from typing import Any, Final

from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.permissions import check_permissions, check_posting
from bot.answers.request import Interaction, Request, club_of
from bot.answers.translator import locale_text
from bot.cards.competitions.every_kind import cards_for_kind
from bot.cards.competitions.league_lines import confirmation_card, pairing_ruling_card, ruling_menu_card
from bot.cards.competitions.rulings import WHY, ruling_form
from bot.cards.kit.clock_choices import clock_value, read_clock
from bot.cards.kit.kit import Card, text_view
from bot.cards.kit.names import tidy_name
from bot.cogs.members.settings import require_managed_server
from bot.cogs.naming import completion
from bot.cogs.naming.game_options import ClockText, NameText, OptionsText, describe_game_options
from club.clocks.time_control import TimeControl
from club.club import Club
from club.competitions.competitions import NAME
from club.competitions.crosstable import Crosstable
from club.competitions.lookup import Official
from club.competitions.reckoning.results import SCORINGS
from club.competitions.seasons import CONTROL, EVENING_CONTROL, LENGTHS
from club.members.people import Act
from club.refusals import Refusal
from data.competitions.competitions import CompetitionRow
from data.competitions.pairings import PairingResult
from rules.game import AnyGame

COG: Final = Cog(
    app_commands.Group(name="league", description=locale_text("command.league"), guild_only=True)
)


SCORING_CHOICES: Final = [
    app_commands.Choice(name=locale_text(f"choice.scoring.{scoring}"), value=scoring) for scoring in SCORINGS
]
"""What the ends of a match can be worth."""


@COG.command("command.league.create")
@describe_game_options(
    "command.league.create", "name", "game", "options", "clock", "hour", "both", "scoring", "length"
)
@app_commands.choices(
    scoring=SCORING_CHOICES,
    length=[app_commands.Choice(name=locale_text(f"choice.length.{each}"), value=each) for each in LENGTHS],
)
async def create(
    club: Club,
    request: Request,
    name: NameText,
    game: NameText,
    options: OptionsText | None = None,
    clock: ClockText | None = None,
    hour: app_commands.Range[int, 0, 23] = 18,
    both: bool = False,
    scoring: str = "usual",
    length: str = "weeks",
) -> None:
    """Create a league whose cards are posted in this channel."""
    place, called = await check_competition_place(club, request, name, "league.managers")
    usual = EVENING_CONTROL if length == "evening" else CONTROL
    meant, chosen, control = await parse_competition_terms(
        club, request, (game, options, clock or usual), "league.clock"
    )
    await club.competitions.all.create(
        name=called,
        game=meant,
        options=chosen,
        control=control,
        hour=hour,
        organiser=Act(request.user.id, request.id),
        place=place,
        games=1 + both,
        scoring=scoring,
        length=length,
    )
    request.reply.mark_stored()
    await request.reply.say("card.league.made")


@completion.rate_limited
async def complete_movable_competitions(interaction: Interaction, current: str) -> completion.CommandChoices:
    """Autocomplete the competitions that the user may move to another channel."""
    if interaction.guild_id is None:
        return []
    by = Official(interaction.user.id, interaction.guild_id if interaction.permissions.manage_guild else None)
    found = await club_of(interaction).competitions.places.list_movable(interaction.guild_id, by)
    wanted = [each for each in found if current.casefold() in each.name.casefold()]
    return [app_commands.Choice(name=each.name, value=str(each.id)) for each in wanted[: completion.LIMIT]]


@COG.command("command.league.move")
@app_commands.describe(league=locale_text("command.league.move.league"))
@app_commands.autocomplete(league=complete_movable_competitions)
async def move(club: Club, request: Request, league: app_commands.Range[str, 1, 100]) -> None:
    """Move a competition to this channel: its cards are posted here from now on."""
    home, by = request.require_home("settings.no_server"), official_of(request)
    meant = [
        each
        for each in await club.competitions.places.list_movable(home, by)
        if league in (str(each.id), each.name)
    ]
    if len(meant) != 1:
        raise Refusal("league.gone")
    await check_posting(club, request)
    place = home, request.parent_id or request.place.channel_id
    await club.competitions.places.move(meant[0].id, place, official=by)
    request.reply.mark_stored()
    await request.reply.say("card.league.here")


async def check_competition_place(
    club: Club, request: Request, name: str, refusal_code: str
) -> tuple[tuple[int, int], str]:
    """Check that a new competition may be created here, and tidy its name.

    Return the ids of the server and the channel, and the name. Raise a `Refusal`, with the code
    `refusal_code` if the caller may not manage the server.
    """
    guild_id = require_managed_server(request, refusal_code)
    check_permissions(request)
    await club.members.servers.check_place(guild_id, (request.channel_id, request.parent_id))
    called = tidy_name(name, NAME)
    if not called:
        raise Refusal("league.name", limit=NAME)
    return (guild_id, request.parent_id or request.place.channel_id), called


async def parse_competition_terms(
    club: Club,
    request: Request,
    texts: tuple[str, str | None, str],
    refusal_code: str,
    *,
    allow_live: bool = True,
) -> tuple[AnyGame, dict[str, object], TimeControl]:
    """Parse the game, the options and the clock that an organiser has typed.

    Raise a `Refusal` with the code `refusal_code` if there is no clock, or if it is a live clock (some
    minutes for the whole game and an increment of seconds) and `allow_live` is false.
    """
    game, options, clock = texts
    meant, chosen = await completion.parse_game_and_options(game, options, request.say)
    control = await club.members.servers.clock_for(
        request.guild_id, clock_value(read_clock(clock, request.say))
    )
    if control is None or (control.is_live and not allow_live):
        raise Refusal(refusal_code)
    return meant, chosen, control


@COG.action("season-in")
async def join(club: Club, request: Request) -> None:
    """Sign the member up for a season."""
    season = await club.competitions.all.join(require_numbers(request)[0], request.user)
    request.reply.mark_stored()
    said = cards_for_kind(season.competition.kind).joined_phrase(season.stage)
    await request.reply.say(said.code, **said.facts)


@COG.action("season-out")
async def leave(club: Club, request: Request) -> None:
    """Remove the member from a season that has not started."""
    season = await club.competitions.all.leave(require_numbers(request)[0], request.user.id)
    request.reply.mark_stored()
    await request.reply.say(_message_code("left", season.competition))


@COG.action("season-end")
async def ask_to_confirm_stop(club: Club, request: Request) -> None:
    """Ask the organiser to confirm that the league should end."""
    season = await club.competitions.all.load_as_organiser(
        require_numbers(request)[0], official=official_of(request)
    )
    await request.reply.show(
        confirmation_card(
            _message_code("stop", season.competition),
            "season-stop",
            season.stage.id,
            _message_code("stop", season.competition, "button"),
            request.say,
        )
    )


@COG.action("season-stop")
async def stop(club: Club, request: Request) -> None:
    """End a league, after the organiser's confirmation."""
    season = await club.competitions.all.stop(require_numbers(request)[0], official=official_of(request))
    await confirm_done(request, _message_code("stopped", season.competition))


@COG.action("withdraw")
async def ask_to_confirm_withdrawal(club: Club, request: Request) -> None:
    """Ask the player to confirm that they want to withdraw."""
    section_id = require_numbers(request)[0]
    await club.competitions.all.load_playing_entrant(section_id, request.user.id)
    sheet = await club.competitions.all.load_crosstable(section_id)
    await request.reply.show(
        confirmation_card(
            _message_code("withdraw", sheet.competition),
            "withdraw-yes",
            section_id,
            cards_for_kind(sheet.competition.kind).leave_button,
            request.say,
        )
    )


@COG.action("withdraw-yes")
async def withdraw(club: Club, request: Request) -> None:
    """Withdraw the player from a running competition, after their confirmation."""
    await club.competitions.all.withdraw(require_numbers(request)[0], request.user.id)
    await confirm_done(request, "card.league.withdrew")


@COG.action("seat-take")
async def take_place(club: Club, request: Request) -> None:
    """Give the member the place of a player who has not started playing."""
    section_id, entrant_id = require_numbers(request, 2)
    sheet = await club.competitions.all.take_over_place(
        section_id, entrant_id, request.user, guild_id=request.guild_id, roles=request.roles
    )
    request.reply.mark_stored()
    await request.reply.say(_message_code("took", sheet.competition))


async def _load_organised(club: Club, request: Request) -> Crosstable:
    """Load the button's section of a competition, for its organiser.

    Raise `Refusal` for everyone else.
    """
    sheet = await club.competitions.all.load_crosstable(require_numbers(request)[0])
    await club.competitions.all.load_as_organiser(sheet.stage.id, official=official_of(request))
    return sheet


@COG.action("rule")
async def show_pairings_to_rule_on(club: Club, request: Request) -> None:
    """Show the organiser the pairings whose result they can decide."""
    sheet = await _load_organised(club, request)
    await request.reply.show(ruling_menu_card(sheet, request.say))


@COG.action("rule-pair")
async def ask_for_ruling(club: Club, request: Request) -> None:
    """Ask the organiser which result should count for the chosen pairing."""
    sheet = await _load_organised(club, request)
    chosen = request.fields.get("choice", "")
    pairing = next((each for each in sheet.pairings if str(each.id) == chosen), None)
    if pairing is None:
        raise Refusal("league.gone")
    await club.competitions.all.check_ruling(pairing.id, official=official_of(request))
    await request.reply.update(pairing_ruling_card(sheet, pairing, request.say))


@COG.action("rule-set")
async def ask_for_reason(club: Club, request: Request) -> None:
    """Ask the organiser why the result that they have chosen should count."""
    number, way = _read_ruling(request)
    await club.competitions.all.check_ruling(number, official=official_of(request))
    await request.reply.open_form(ruling_form(number, way, request.say))


@COG.action("rule-why")
async def set_ruling(club: Club, request: Request) -> None:
    """Store the result that the organiser has chosen for a pairing, with the reason.

    An empty choice clears the organiser's result, so that the match counts again.
    """
    number, way = _read_ruling(request)
    why = request.fields.get("why", "").strip()[:WHY]
    if not why:
        raise Refusal("league.rule.why")
    await club.competitions.all.rule_on(
        number, PairingResult(way) if way else None, official=official_of(request), why=why
    )
    await confirm_done(request, "card.league.ruled.done")


def _read_ruling(request: Request) -> tuple[int, str]:
    """Return the pairing and the chosen result of a component's custom_id."""
    number, way = request.custom_id.first_number, request.custom_id.rest.partition(",")[2]
    if number is None or way not in ("", *PairingResult):
        raise Refusal("league.gone")
    return number, way


@COG.action("contest")
async def contest(club: Club, request: Request) -> None:
    """Ask another manager to look at a ruling, as one of the two players."""
    await club.competitions.all.contest(require_numbers(request, 2)[0], request.user.id)
    request.reply.mark_stored()
    await request.reply.say("card.league.contest.done")


def _message_code(code: str, row: CompetitionRow, place: str = "card") -> str:
    """Return a message code for the competition's kind: `<place>.<kind>.<code>`."""
    return f"{place}.{cards_for_kind(row.kind).code}.{code}"


def official_of(request: Request) -> Official:
    """Return the caller as an `Official` of competitions.

    It names the server that the caller may manage, or `None`.
    """
    return Official(request.user.id, request.home if request.permissions.manage_guild else None)


async def confirm_done(request: Request, code: str, **facts: Any) -> None:
    """Replace a question by a confirmation that the action has been carried out."""
    request.reply.mark_stored()
    await request.reply.update(Card(text_view(request.say(code, **facts))))


def require_numbers(request: Request, count: int = 1) -> list[int]:
    """Return the numbers in a component's custom_id.

    Raise `Refusal` unless there are exactly `count` of them.
    """
    found = request.custom_id.numbers
    if len(found) != count:
        raise Refusal("league.gone")
    return found
