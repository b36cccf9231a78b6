"""/openings: statistics of the moves played from a position.

They cover the caller's own matches, another member's, or this server's.
"""

from typing import Final

import discord
from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.answers.translator import locale_text
from bot.cards.kit.kit import Card
from bot.cards.learning.openings import SERVER, TreeContext, empty_tree_card, openings_card
from bot.cogs.naming import completion
from bot.cogs.play.challenges import post_challenge
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
@app_commands.autocomplete(game=completion.complete_open_games)
async def show_openings(
    club: Club,
    request: Request,
    game: app_commands.Range[str, 1, 60] | None = None,
    member: discord.Member | discord.User | None = None,
    server: bool = False,
) -> None:
    """Show the starting position of an opening tree.

    It covers the matches of the caller, of `member`, or of the server.
    """
    whose = TreeOwner(request.user.id)
    if member is not None:
        whose = TreeOwner(member.id)
    elif server:
        whose = TreeOwner(None)
    meant = completion.find_game(game, request.say) if game else None
    await request.reply.show(await _start_card(club, request, whose, meant))


@COG.action("tree")
async def show_position(club: Club, request: Request) -> None:
    """Show another position of the tree, or this one for other matches."""
    whose, (kind, way) = _tree_owner(request), _kind_and_way(request)
    if not kind:
        await request.reply.update(await _start_card(club, request, whose, None))
        return
    found = await club.learning.openings.load_position(whose, _tree_reader(request), kind, way)
    await request.reply.update(await _card(club, request, whose, found))


@COG.action("tree-kind")
async def show_game(club: Club, request: Request) -> None:
    """Show the starting position in the opening tree of another game."""
    whose, chosen = _tree_owner(request), request.fields.get("choice", "")
    found = await club.learning.openings.load_position(whose, _tree_reader(request), _parse_kind(chosen), "")
    await request.reply.update(await _card(club, request, whose, found))


@COG.action("tree-play")
async def challenge_anyone_from_position(club: Club, request: Request) -> None:
    """Post a challenge to anyone that begins from the card's position."""
    match = await _load_playable(club, request)
    proposal = Proposal(game=match.game, options=match.options)
    await post_challenge(club, request, proposal, start=match if match.plies else None)


@COG.action("tree-twotone")
async def challenge_computer_from_position(club: Club, request: Request) -> None:
    """Post a challenge to the computer that begins from the card's position."""
    match = await _load_playable(club, request)
    proposal = Proposal(game=match.game, options=match.options, opponent=TWOTONE)
    await post_challenge(club, request, proposal, start=match if match.plies else None)


async def _start_card(club: Club, request: Request, owner: TreeOwner, game: AnyGame | None) -> Card:
    found = await club.learning.openings.load_start(owner, _tree_reader(request), game)
    if found is not None:
        return await _card(club, request, owner, found)
    waiting = owner.user_id == request.user.id and await club.learning.openings.has_uncounted_match(
        request.user.id
    )
    title = game.title if game else None
    return empty_tree_card(_tree_look(club, request, owner), request.say, title=title, is_counting=waiting)


async def _card(club: Club, request: Request, owner: TreeOwner, found: TreePosition) -> Card:
    theme = await club.members.preferences.load_theme(request.user.id)
    return openings_card(_tree_look(club, request, owner), found, request.say, theme=theme)


async def _load_playable(club: Club, request: Request) -> Match:
    """Return the match that leads to the card's position.

    Raise `Refusal` if the game is over there.
    """
    match = await club.learning.openings.load_match(*_kind_and_way(request))
    if match.turn is None:
        raise Refusal("import.over")
    return match


def _tree_look(club: Club, request: Request, owner: TreeOwner) -> TreeContext:
    """Return the tree's owner, its reader, and the actions to offer here."""
    return TreeContext(
        owner,
        request.user.id,
        has_server_tree=request.home is not None,
        can_play=not request.place.is_private,
        can_play_computer=club.members.servers.has_computer(request.home),
    )


def _tree_owner(request: Request) -> TreeOwner:
    custom_id = request.custom_id
    side = SIDES[custom_id.version] if custom_id.version < len(SIDES) else None
    return TreeOwner(None, None) if custom_id.id == SERVER else TreeOwner(custom_id.id, side)


def _kind_and_way(request: Request) -> tuple[int, str]:
    """Return the game and the path in its opening tree that a button names.

    The number stands for a game with its options.
    """
    kind, _, way = request.custom_id.rest.partition(",")
    return _parse_kind(kind), way


def _parse_kind(text: str) -> int:
    """Return the number of a game with its options, or 0 if it is invalid.

    No game has the number 0.
    """
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= ID_DIGITS else 0


def _tree_reader(request: Request) -> TreeReader:
    """Return the caller as a tree's reader, with the channels they can see.

    A channel that is not cached has been deleted, or is an old thread; it counts as not visible.
    """
    guild, home = request.guild, request.home

    async def sees(channel_id: int) -> bool:
        if guild is None or home is None:
            return False
        if channel_id != request.channel_id and guild.get_channel_or_thread(channel_id) is None:
            return False
        return (await request.asker.find_rights(Place(home, channel_id))).may_see

    return TreeReader(request.user.id, home, sees)
