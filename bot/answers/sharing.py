"""Share: where it is pressed in a thread, it asks in which place to post."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Final

import discord

from bot.answers.cog import Cog
from bot.answers.permissions import check_permissions
from bot.answers.request import Request
from bot.cards.kit.kit import Card, text_view
from bot.cards.kit.share_buttons import CarriedFile, Where, where_card
from club.club import Club
from club.refusals import Refusal

Builder = Callable[[Club, Request], Awaitable[Card]]
"""Builds what is shared from its Share button, or refuses it."""
Sharer = Callable[[Club, Request, Where], Awaitable[None]]
"""Share it in a place."""
SHARERS: Final[dict[str, Sharer]] = {}
"""By the action of a Share button."""


def shareable(cog: Cog, action: str) -> Callable[[Builder], Builder]:
    """Register the decorated function, which builds what a Share button posts."""

    def add(build: Builder) -> Builder:
        async def share(club: Club, request: Request, where: Where) -> None:
            await post(request, where, lambda at: build(club, at))

        async def choose_place(club: Club, request: Request) -> None:
            if has_channel_above(request):
                await ask_where(request, [Where.UP, Where.HERE])
            else:
                await request.share(await build(club, request))

        SHARERS[action] = share
        cog.action(action)(choose_place)
        return build

    return add


def has_channel_above(request: Request) -> bool:
    """Whether the place is a thread of a text channel of a server where the bot is."""
    return _channel_above(request) is not None


async def ask_where(request: Request, places: Sequence[Where], carried: CarriedFile | None = None) -> None:
    """Ask the caller in which place to share.

    `carried` is the file that the answers need, and that the question carries.
    """
    await request.reply.show(where_card(request.custom_id, places, request.say, carried))


async def post(request: Request, where: Where, build: Callable[[Request], Awaitable[Card]]) -> None:
    """Post a card in the chosen place, and say so in place of the question where."""
    if where is Where.UP:
        above = at_channel_above(request)
        await above.check_writing()
        card = await build(above)
        await request.reply.acknowledge()
        await post_above(above, card)
    else:
        card = await build(request)
        await request.reply.acknowledge()
        await request.share(card)
    await confirm(request, where)


async def post_above(above: Request, card: Card) -> None:
    """Post a card in the channel of a request that is seen from there."""
    await above.reply.share_in(above.place.channel_id, card)


async def confirm(request: Request, where: Where, *, public: bool = False) -> None:
    """Say where something has been shared, in place of the question."""
    channel = request.parent_id if where is Where.UP else request.channel_id
    say = request.say_publicly if public else request.say
    words = say("answer.share.done", channel=f"<#{channel}>")
    await request.reply.update(Card(text_view(words)), public=public)


def at_channel_above(request: Request) -> Request:
    """Return the request as if it came from the channel of its thread.

    So checks of what may be shown ask about that channel. Raise `Refusal` outside of a thread,
    or if the bot may not post there.
    """
    channel = _channel_above(request)
    if channel is None:
        raise Refusal("share.gone")
    check_permissions(request, channel.permissions_for(channel.guild.me))
    place = replace(request.place, channel_id=channel.id)
    asker = replace(request.asker, channel_id=channel.id)
    return replace(request, channel_id=channel.id, parent_id=None, place=place, asker=asker)


def _channel_above(request: Request) -> discord.TextChannel | None:
    """Return the text channel of the thread in which the request was made."""
    if request.guild is None or request.home is None or request.parent_id is None:
        return None
    channel = request.guild.get_channel(request.parent_id)
    return channel if isinstance(channel, discord.TextChannel) else None
