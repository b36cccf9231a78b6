"""/standings and /profile: where one stands on a server."""

from functools import partial
from typing import Final

import discord
from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.request import Request, person
from bot.answers.translator import locale_text
from bot.cards.kit.kit import Card
from bot.cards.standing.standings import ProfileFacts, hidden_profile_card, profile_card, standings_card
from bot.cogs.naming import completion
from club.club import Club
from club.refusals import Refusal
from club.standing.counted_matches import counted_results

COG: Final = Cog()


@COG.command("command.standings")
@app_commands.describe(game=locale_text("command.standings.game"))
@app_commands.autocomplete(game=completion.games)
async def standings(club: Club, request: Request, game: app_commands.Range[str, 1, 60] | None = None) -> None:
    """Show the table of a game on this server."""
    key = completion.find_game(game).key if game else None
    await request.reply.show(await _table(club, request, key, 0))


@COG.action("standings")
async def turn_standings(club: Club, request: Request) -> None:
    """Show another page of it."""
    key = completion.find_game(request.custom_id.rest).key
    await request.reply.update(await _table(club, request, key, request.custom_id.version or 0))


@COG.action("standings-of")
async def standings_of(club: Club, request: Request) -> None:
    """Show the table of another game."""
    key = completion.find_game(request.fields.get("choice", "")).key
    await request.reply.update(await _table(club, request, key, 0))


@COG.command("command.profile")
@app_commands.describe(member=locale_text("command.profile.member"))
async def profile(club: Club, request: Request, member: discord.Member | discord.User | None = None) -> None:
    """Show a member's standing on this server, in each game."""
    whose = request.who
    if member is not None:
        if member.bot:
            raise Refusal("profile.bot", name=member.display_name)
        whose = person(member)
    server = request.require_home("standings.server")
    found = await club.ratings.profile(server, whose.id, by=request.who.id)
    faced = await club.lists.between(request.who.id, whose.id, server) if whose.id != request.who.id else None
    if found is None:
        await request.reply.show(hidden_profile_card(whose.name, faced, request.say))
        return
    rows = await club.ratings.rows(server)
    matches = await club.presses.beside(request.who.id, partial(counted_results, rows, whose.id))
    shown = await club.profile_matches.of(whose.id, server)
    if shown is not None and not await request.asker.may_see(shown.row):
        shown = None
    theme = await club.preferences.theme(request.who.id)
    known = ProfileFacts(whose, found, matches, faced, shown)
    own = whose.id == request.who.id
    page = await club.page_lists.of_profile(whose.id, server) if own else None
    offered = own and page is None and await club.page_lists.can_make_profiles(server)
    await request.reply.show(profile_card(known, theme, request.say, own=own, page=page, offered=offered))


async def _table(club: Club, request: Request, key: str | None, page: int) -> Card:
    """Return a page of the table of a game, in the theme of who looks at it."""
    server = request.require_home("standings.server")
    found = await club.ratings.standings(server, key, user_id=request.who.id)
    theme = await club.preferences.theme(request.who.id)
    computer = club.servers.has_computer(server)
    return standings_card(found, page, theme, request.say, computer=computer)
