"""Blocking a member.

It is done by context menu, from an unwanted challenge, and in the settings.
"""

from typing import Final

import discord
from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.members.blocks import UNBLOCK, block_card, blocks_card
from club.club import Club
from club.refusals import Refusal

COG: Final = Cog()


@COG.context_menu("command.block")
@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=True)
async def ask_to_block_member(club: Club, request: Request, member: discord.Member | discord.User) -> None:
    """Show what a block of the context menu's member means, with its button."""
    if member.bot:
        raise Refusal("block.bot", name=member.display_name)
    await _ask(club, request, member.id)


@COG.action("ask-block")
async def ask_to_block_challenger(club: Club, request: Request) -> None:
    """Show what a block of a challenge's challenger means, with its button."""
    await _ask(club, request, (await club.play.challenges.get(request.custom_id.id)).challenger_id)


async def _ask(club: Club, request: Request, member_id: int) -> None:
    if member_id == request.user.id:
        raise Refusal("block.self")
    is_blocked = await club.members.blocks.is_blocked(member_id, by=request.user.id)
    await request.reply.show(block_card(member_id, request.say, is_blocked=is_blocked))


@COG.action("block")
async def block(club: Club, request: Request) -> None:
    """Block a member, or end the block, and show the button of the other."""
    member_id, ends = request.custom_id.id, request.custom_id.rest == UNBLOCK
    act = club.members.blocks.unblock if ends else club.members.blocks.block
    await act(request.user.id, member_id)
    request.reply.mark_stored()
    await request.reply.update(block_card(member_id, request.say, is_blocked=not ends))


@COG.action("blocks")
async def show_blocks(club: Club, request: Request) -> None:
    """Show the list of those whom the caller has blocked."""
    await request.reply.show(
        blocks_card(await club.members.blocks.list_blocked(request.user.id), request.say)
    )


@COG.action("block-set")
async def set_blocks(club: Club, request: Request) -> None:
    """Block those who are chosen in the list, and only them."""
    chosen = {int(value) for value in request.chosen_values if value.isdecimal()}
    blocked = await club.members.blocks.set_blocked(request.user.id, chosen)
    request.reply.mark_stored()
    await request.reply.update(blocks_card(blocked, request.say))
