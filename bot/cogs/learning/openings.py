"""/openings: the moves played from a position.

They are counted over the caller's own matches, another member's, or this server's.
"""

from typing import Final

import discord
from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.answers.translator import locale_text
from bot.cards.kit.kit import Card
from bot.cards.learning.openings import SERVER, TreeLook, no_openings_card, openings_card
from bot.cogs.naming import completion
from bot.cogs.play.challenges import challenge
from club.club import Club
from club.learning.openings import TreeOwner, TreePosition, TreeReader
from club.play.course.computer import TWOTONE
from club.play.seek.proposals import Proposal
from club.refusals import Refusal
from data.play.places import Place
from rules.game import AnyGame
from rules.match import Match

COG: Final = Cog()
SIDES: Final = (None, 0, 1)
"""What the version of a custom_id says of the side."""
ID_DIGITS: Final = 15
"""Digits of the greatest number of a kind that is looked for."""


@COG.command("command.openings")
@app_commands.describe(
    game=locale_text("command.openings.game"),
    member=locale_text("command.openings.member"),
    server=locale_text("command.openings.server"),
)
@app_commands.autocomplete(game=completion.games)
async def openings(
    club: Club,
    request: Request,
    game: app_commands.Range[str, 1, 60] | None = None,
    member: discord.Member | discord.User | None = None,
    server: bool = False,
) -> None:
    """Show the start of a tree."""
    whose = TreeOwner(request.who.id)
    if member is not None:
        whose = TreeOwner(member.id)
    elif server:
        whose = TreeOwner(None)
    meant = completion.find_game(game) if game else None
    await request.reply.show(await _first(club, request, whose, meant))


@COG.action("tree")
async def step(club: Club, request: Request) -> None:
    """Show another position, or the same one in another tree."""
    whose, (kind, way) = _whose(request), _place(request)
    if not kind:
        await request.reply.update(await _first(club, request, whose, None))
        return
    found = await club.openings.step(whose, _asks(request), kind, way)
    await request.reply.update(await _card(club, request, whose, found))


@COG.action("tree-kind")
async def other_kind(club: Club, request: Request) -> None:
    """Show the start of the tree of another game."""
    whose, chosen = _whose(request), request.fields.get("choice", "")
    found = await club.openings.step(whose, _asks(request), _number(chosen), "")
    await request.reply.update(await _card(club, request, whose, found))


@COG.action("tree-play")
async def play_on(club: Club, request: Request) -> None:
    """Post a challenge to anyone that begins from the position of the card."""
    match = await _load_playable(club, request)
    proposal = Proposal(game=match.game, options=match.options)
    await challenge(club, request, proposal, start=match if match.plies else None)


@COG.action("tree-twotone")
async def play_computer(club: Club, request: Request) -> None:
    """Post the card of a match against the computer from the card's position."""
    match = await _load_playable(club, request)
    proposal = Proposal(game=match.game, options=match.options, opponent=TWOTONE)
    await challenge(club, request, proposal, start=match if match.plies else None)


async def _first(club: Club, request: Request, whose: TreeOwner, game: AnyGame | None) -> Card:
    found = await club.openings.first(whose, _asks(request), game)
    if found is not None:
        return await _card(club, request, whose, found)
    waiting = whose.user_id == request.who.id and await club.openings.waiting(request.who.id)
    title = game.title if game else None
    return no_openings_card(_viewing(club, request, whose), request.say, title=title, waiting=waiting)


async def _card(club: Club, request: Request, whose: TreeOwner, found: TreePosition) -> Card:
    theme = await club.preferences.theme(request.who.id)
    return openings_card(_viewing(club, request, whose), found, request.say, theme=theme)


async def _load_playable(club: Club, request: Request) -> Match:
    """Return the match that leads to the card's position.

    Raise `Refusal` if there is no move left to play from it.
    """
    match = await club.openings.match_at(*_place(request))
    if match.turn is None:
        raise Refusal("import.over")
    return match


def _viewing(club: Club, request: Request, whose: TreeOwner) -> TreeLook:
    """Return whose matches are viewed, by whom, and what the card may offer here."""
    return TreeLook(
        whose,
        request.who.id,
        on_server=request.home is not None,
        plays=not request.place.private,
        computer=club.servers.has_computer(request.home),
    )


def _whose(request: Request) -> TreeOwner:
    custom_id = request.custom_id
    side = SIDES[custom_id.version] if custom_id.version < len(SIDES) else None
    return TreeOwner(None, None) if custom_id.id == SERVER else TreeOwner(custom_id.id, side)


def _place(request: Request) -> tuple[int, str]:
    """Return the kind and the way that a button names."""
    kind, _, way = request.custom_id.rest.partition(",")
    return _number(kind), way


def _number(text: str) -> int:
    """Return the number of a kind; 0, which none has, where it is none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= ID_DIGITS else 0


def _asks(request: Request) -> TreeReader:
    """Return the asker, and which channels of the server they see.

    A channel that is not cached is gone, or is a thread from long ago; it is not looked into.
    """
    guild, home = request.guild, request.home

    async def sees(channel_id: int) -> bool:
        if guild is None or home is None:
            return False
        if channel_id != request.channel_id and guild.get_channel_or_thread(channel_id) is None:
            return False
        return (await request.asker.rights(Place(home, channel_id))).sees

    return TreeReader(request.who.id, home, sees)
