"""/tournament create, and the buttons that only tournaments have."""

from typing import Final

from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.answers.translator import locale_text
from bot.cards.competitions.league_lines import sure_card
from bot.cogs.competitions.competitions import (
    competition_place,
    competition_terms,
    confirm_done,
    numbers,
    official,
)
from bot.cogs.naming.game_options import ClockText, Minutes, NameText, OptionsText, game_options
from club.clocks.time_control import MINUTE
from club.club import Club
from club.competitions.kinds.all_kinds import TOURNAMENTS
from club.members.people import Act

COG: Final = Cog(
    app_commands.Group(name="tournament", description=locale_text("command.tournament"), guild_only=True)
)


@COG.command("command.tournament.create")
@game_options("command.tournament.create", "kind", "name", "game", "clock", "minutes", "rounds", "options")
@app_commands.choices(
    kind=[app_commands.Choice(name=locale_text(f"choice.{kind}"), value=kind) for kind in TOURNAMENTS]
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
) -> None:
    """Make a tournament whose cards come into this channel."""
    place, called = await competition_place(club, request, name, "tournament.managers")
    meant, chosen, control = await competition_terms(
        club, request, (game, options, clock), "tournament.clock.none"
    )
    await club.tournaments.create(
        kind=TOURNAMENTS[kind],
        name=called,
        game=meant,
        options=chosen,
        control=control,
        starts_in=minutes * MINUTE,
        rounds=rounds,
        organiser=Act(request.who.id, request.id),
        place=place,
    )
    request.reply.mark_stored()
    await request.reply.say("card.tournament.made")


@COG.action("season-go")
async def start(club: Club, request: Request) -> None:
    """Let a tournament start now."""
    await club.tournaments.start(numbers(request)[0], by=official(request))
    request.reply.mark_stored()
    await request.reply.say("card.tournament.go")


@COG.action("here")
async def here(club: Club, request: Request) -> None:
    """Note that the player is present for the next round."""
    number = await club.tournaments.here(numbers(request)[0], request.who.id)
    request.reply.mark_stored()
    await request.reply.say("card.tournament.here", number=number)


@COG.action("round-back")
async def ask_back(club: Club, request: Request) -> None:
    """Ask the organiser whether they really want to take a round back."""
    section_id = numbers(request)[0]
    await club.tournaments.check_take_back(section_id, by=official(request))
    await request.reply.show(
        sure_card("card.tournament.back", "round-yes", section_id, "button.tournament.back", request.say)
    )


@COG.action("round-yes")
async def take_back(club: Club, request: Request) -> None:
    """Take a round back."""
    await club.tournaments.take_back(numbers(request)[0], by=official(request))
    await confirm_done(request, "card.tournament.backed")
