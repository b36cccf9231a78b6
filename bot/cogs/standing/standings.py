"""/standings and /profile: ratings and results of members on a server."""

from dataclasses import replace
from functools import partial
from typing import Final

import discord
from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.request import Request, person
from bot.answers.sharing import shareable
from bot.answers.translator import locale_text
from bot.cards.kit.kit import MENU_LIMIT, Card
from bot.cards.standing.standings import (
    HeadToHeadSummary,
    ProfileContent,
    hidden_profile_card,
    profile_card,
    standings_card,
)
from bot.cogs.naming import completion
from club.club import Club
from club.members.people import Person
from club.refusals import Refusal
from club.standing.counted_matches import counted_results
from club.standing.ratings import RatingProfile
from rendering.themes import DEFAULT_THEME
from rules.catalogue import rating_key
from words import Localizer

COG: Final = Cog()


@COG.command("command.standings")
@app_commands.describe(game=locale_text("command.standings.game"))
@app_commands.autocomplete(game=completion.complete_named_games)
async def show_standings(
    club: Club, request: Request, game: app_commands.Range[str, 1, 60] | None = None
) -> None:
    """Show the rating table of a game on this server."""
    key = _find_rated_game(game, request.say) if game else None
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
    theme = await club.members.preferences.load_theme(request.user.id)
    known = await _load_content(club, request, whose, found, faced)
    shown = known.shown_match
    if shown is not None and not await request.asker.may_see(shown.row):
        known = replace(known, shown_match=None)
    own = whose.id == request.user.id
    page = await club.pages.lists.find_profile_url(whose.id, server) if own else None
    offered = own and page is None and await club.pages.lists.can_have_profile_pages(server)
    showable = await club.play.lists.list_decided(whose.id, server, limit=MENU_LIMIT) if own else []
    card = profile_card(
        known, theme, request.say, is_own=own, page=page, offer_page=offered, showable=showable
    )
    await request.reply.show(card)


@shareable(COG, "share-self")
async def build_shared_profile(club: Club, request: Request) -> Card:
    """Build the caller's own profile for everyone in a place."""
    server = request.require_home("standings.server")
    found = await club.standing.ratings.load_profile(server, request.user.id, viewer_id=request.user.id)
    assert found is not None  # one's own profile is hidden from others alone
    known = await _load_content(club, request, request.user, found, None)
    if known.shown_match is not None and not await request.asker.may_share(known.shown_match.row):
        known = replace(known, shown_match=None)
    return profile_card(known, DEFAULT_THEME, request.say_publicly, is_own=False, is_shared=True)


async def _load_content(
    club: Club, request: Request, whose: Person, found: RatingProfile, faced: HeadToHeadSummary
) -> ProfileContent:
    """Load the content of a member's profile on this server."""
    server = request.require_home("standings.server")
    rows = await club.standing.ratings.load_rows(server)
    matches = await club.members.presses.run_on_thread(
        request.user.id, partial(counted_results, rows, whose.id)
    )
    shown = await club.standing.shown_matches.load_shown_match(whose.id, server)
    return ProfileContent(whose, found, matches, faced, shown)


@shareable(COG, "share-table")
async def build_shared_standings(club: Club, request: Request) -> Card:
    """Build a page of a rating table for everyone in a place."""
    server, key = request.require_home("standings.server"), _find_rated_game(request.custom_id.rest)
    found = await club.standing.ratings.load_standings(server, key, viewer_id=request.user.id)
    return standings_card(
        None if found is None else replace(found, own_line=None),
        request.custom_id.version or 0,
        DEFAULT_THEME,
        request.say_publicly,
        computer=club.members.servers.has_computer(server),
        sharer=request.user,
    )


def _find_rated_game(text: str, say: Localizer | None = None) -> str:
    """Return the key in ratings of the game named by a text.

    Raise `Refusal` if no game has that name, or if several do.
    """
    named = completion.find_named_game(text, say)
    return rating_key(named.game.key, named.options)


async def _table(club: Club, request: Request, key: str | None, page: int) -> Card:
    """Return the card with a page of a rating table, in the caller's theme."""
    server = request.require_home("standings.server")
    found = await club.standing.ratings.load_standings(server, key, viewer_id=request.user.id)
    theme = await club.members.preferences.load_theme(request.user.id)
    computer = club.members.servers.has_computer(server)
    return standings_card(found, page, theme, request.say, computer=computer)
