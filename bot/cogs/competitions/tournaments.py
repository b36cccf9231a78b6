"""/tournament create, and the buttons that only tournaments have."""

import asyncio
from typing import Final

import discord
from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.answers.translator import locale_text
from bot.cards.competitions.league_lines import confirmation_card
from bot.cards.competitions.swiss import places_card
from bot.cogs.competitions.competitions import (
    SCORING_CHOICES,
    check_competition_place,
    confirm_done,
    official_of,
    parse_competition_terms,
    require_numbers,
)
from bot.cogs.naming.game_options import ClockText, Minutes, NameText, OptionsText, describe_game_options
from club.clocks.time_control import MINUTE
from club.club import Club
from club.competitions.kinds.all_kinds import TOURNAMENTS
from club.competitions.kinds.swiss import FIDE
from club.competitions.table_reading import check_size, read_trf
from club.members.people import Act
from club.refusals import Refusal

COG: Final = Cog(
    app_commands.Group(name="tournament", description=locale_text("command.tournament"), guild_only=True)
)


@COG.command("command.tournament.create")
@describe_game_options(
    "command.tournament.create",
    *("kind", "name", "game", "clock", "minutes", "rounds", "options", "scoring", "pairing", "table"),
)
@app_commands.choices(
    kind=[app_commands.Choice(name=locale_text(f"choice.{kind}"), value=kind) for kind in TOURNAMENTS],
    scoring=SCORING_CHOICES,
    pairing=[
        app_commands.Choice(name=locale_text(f"choice.pairing.{system}"), value=system)
        for system in ("club", FIDE)
    ],
)
async def create(
    club: Club,
    request: Request,
    kind: str,
    name: NameText,
    game: NameText,
    clock: ClockText,
    minutes: Minutes = 30,
    rounds: app_commands.Range[int, 1, 9] | None = None,
    options: OptionsText | None = None,
    scoring: str = "usual",
    pairing: str = "club",
    table: discord.Attachment | None = None,
) -> None:
    """Create a tournament whose cards are posted in this channel."""
    place, called = await check_competition_place(club, request, name, "tournament.managers")
    meant, chosen, control = await parse_competition_terms(
        club, request, (game, options, clock), "tournament.clock.none"
    )
    meant_kind, began = TOURNAMENTS[kind], None
    if table is not None:
        meant_kind.check_can_go_on()
        check_size(table.size)
        limits = meant_kind.least, meant_kind.most
        began = await asyncio.to_thread(read_trf, await table.read(), limits, request.say.language)
    await club.competitions.tournaments.create(
        kind=meant_kind,
        name=called,
        game=meant,
        options=chosen,
        control=control,
        starts_in=minutes * MINUTE,
        rounds=rounds,
        organiser=Act(request.user.id, request.id),
        place=place,
        scoring=scoring,
        system=pairing,
        began=began,
    )
    request.reply.mark_stored()
    await request.reply.say("card.tournament.made")


@COG.action("season-go")
async def start(club: Club, request: Request) -> None:
    """Start a tournament now, ahead of its time."""
    await club.competitions.tournaments.start(require_numbers(request)[0], official=official_of(request))
    request.reply.mark_stored()
    await request.reply.say("card.tournament.go")


@COG.action("here")
async def check_in(club: Club, request: Request) -> None:
    """Check the player in for the next round."""
    number = await club.competitions.tournaments.check_in(require_numbers(request)[0], request.user.id)
    request.reply.mark_stored()
    await request.reply.say("card.tournament.here", number=number)


@COG.action("places")
async def show_places(club: Club, request: Request) -> None:
    """Show the places from a file that no member has taken."""
    sheet = await club.competitions.all.load_crosstable(require_numbers(request)[0])
    await request.reply.show(places_card(sheet, request.say))


@COG.action("place-take")
async def take_place(club: Club, request: Request) -> None:
    """Give the member the place that they have chosen."""
    chosen = request.fields.get("choice", "")
    if not chosen.isdecimal():
        raise Refusal("league.taken")
    number = await club.competitions.tournaments.take_place(
        require_numbers(request)[0], int(chosen), request.user
    )
    await confirm_done(request, "card.tournament.place.taken", number=number)


@COG.action("round-back")
async def ask_to_confirm_take_back(club: Club, request: Request) -> None:
    """Ask the organiser to confirm that the last round should be taken back."""
    section_id = require_numbers(request)[0]
    await club.competitions.tournaments.check_may_take_back(section_id, official=official_of(request))
    await request.reply.show(
        confirmation_card(
            "card.tournament.back", "round-yes", section_id, "button.tournament.back", request.say
        )
    )


@COG.action("round-yes")
async def take_back_round(club: Club, request: Request) -> None:
    """Take back the last round, after the organiser's confirmation.

    Its running matches are ended, and the round is paired anew.
    """
    await club.competitions.tournaments.take_back_round(
        require_numbers(request)[0], official=official_of(request)
    )
    await confirm_done(request, "card.tournament.backed")
