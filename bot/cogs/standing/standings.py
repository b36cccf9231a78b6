"""/standings and /profile: ratings and results of members on a server."""

from functools import partial
from typing import Final

import discord
from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.request import Request, person
from bot.answers.translator import locale_text
from bot.cards.kit.kit import Card
from bot.cards.standing.standings import ProfileContent, hidden_profile_card, profile_card, standings_card
from bot.cogs.naming import completion
from club.club import Club
from club.refusals import Refusal
from club.standing.counted_matches import counted_results
from rules.catalogue import rating_key

COG: Final = Cog()


@COG.command("command.standings")
@app_commands.describe(game=locale_text("command.standings.game"))
@app_commands.autocomplete(game=completion.complete_named_games)
async def show_standings(
    club: Club, request: Request, game: app_commands.Range[str, 1, 60] | None = None
) -> None:
    """Show the rating table of a game on this server."""
    key = _find_rated_game(game) if game else None
    await request.reply.show(await _table(club, request, key, 0))


@COG.action("standings")
async def show_standings_page(club: Club, request: Request) -> None:
    """Show another page of a rating table."""
    key = _find_rated_game(request.custom_id.rest)
    await request.reply.update(await _table(club, request, key, request.custom_id.version or 0))


@COG.action("standings-of")
async def show_game_standings(club: Club, request: Request) -> None:
    """Show the rating table of the game that was chosen in the menu."""
    key = _find_rated_game(request.fields.get("choice", ""))
    await request.reply.update(await _table(club, request, key, 0))


@COG.command("command.profile")
@app_commands.describe(member=locale_text("command.profile.member"))
async def show_profile(
    club: Club, request: Request, member: discord.Member | discord.User | None = None
) -> None:
    """Show a member's ratings and results on this server, in each game."""
    whose = request.user
    if member is not None:
        if member.bot:
            raise Refusal("profile.bot", name=member.display_name)
        whose = person(member)
    server = request.require_home("standings.server")
    found = await club.standing.ratings.load_profile(server, whose.id, viewer_id=request.user.id)
    faced = (
        await club.play.lists.load_head_to_head(request.user.id, whose.id, server)
        if whose.id != request.user.id
        else None
    )
    if found is None:
        await request.reply.show(hidden_profile_card(whose.name, faced, request.say))
        return
    rows = await club.standing.ratings.load_rows(server)
    matches = await club.members.presses.run_on_thread(
        request.user.id, partial(counted_results, rows, whose.id)
    )
    shown = await club.standing.shown_matches.load_shown_match(whose.id, server)
    if shown is not None and not await request.asker.may_see(shown.row):
        shown = None
    theme = await club.members.preferences.load_theme(request.user.id)
    known = ProfileContent(whose, found, matches, faced, shown)
    own = whose.id == request.user.id
    page = await club.pages.lists.find_profile_url(whose.id, server) if own else None
    offered = own and page is None and await club.pages.lists.can_have_profile_pages(server)
    await request.reply.show(
        profile_card(known, theme, request.say, is_own=own, page=page, offer_page=offered)
    )


def _find_rated_game(text: str) -> str:
    """Return the key in ratings of the game named by a text.

    Raise `Refusal` if no game has that name, or if several do.
    """
    named = completion.find_named_game(text)
    return rating_key(named.game.key, named.options)


async def _table(club: Club, request: Request, key: str | None, page: int) -> Card:
    """Return the card with a page of a rating table, in the caller's theme."""
    server = request.require_home("standings.server")
    found = await club.standing.ratings.load_standings(server, key, viewer_id=request.user.id)
    theme = await club.members.preferences.load_theme(request.user.id)
    computer = club.members.servers.has_computer(server)
    return standings_card(found, page, theme, request.say, computer=computer)
