"""Routes every press, choice and submitted form to the handler of its action."""

from collections.abc import Mapping
from typing import Any

from bot.answers.request import Interaction, Request, answer, form_fields, pressed_fields
from bot.cogs import HANDLERS
from bot.cogs.play.match import match_of_button, show_board
from bot.custom_ids import parse
from bot.doors import check_door
from club.club import Club
from club.refusals import Stale
from words import TwotoneError


async def component(interaction: Interaction) -> None:
    """Answer a pressed button or a chosen menu option.

    No memory of having sent it is needed.
    """
    data: Mapping[str, Any] = interaction.data or {}
    await _handle(interaction, str(data.get("custom_id", "")), pressed_fields(data))


async def modal(interaction: Interaction) -> None:
    """Answer a submitted form, perhaps opened before the last start."""
    data: Mapping[str, Any] = interaction.data or {}
    await _handle(interaction, str(data.get("custom_id", "")), form_fields(data.get("components", ())))


async def _handle(interaction: Interaction, text: str, fields: Mapping[str, str]) -> None:
    custom_id = parse(text)
    handler = HANDLERS.get(custom_id.action) if custom_id else None
    if custom_id is None or handler is None:
        await answer(interaction, _say_outdated)
        return

    async def work(club: Club, request: Request) -> None:
        await check_door(club, request)
        try:
            await handler(club, request)
        except Stale as stale:
            table = await match_of_button(club, request)
            await show_board(club, request, table, note=stale.text(request.say.language))
        except TwotoneError:
            await _catch_up(club, request)
            raise
        await _catch_up(club, request)

    await answer(interaction, work, custom_id=custom_id, fields=fields)


async def _catch_up(club: Club, request: Request) -> None:
    """In a user install, also show what could not be shown there before."""
    if not request.place.is_user_install:
        return
    match_id: int | None = request.custom_id.id
    if request.custom_id.challenge:
        match_id = (await club.challenges.get(request.custom_id.id)).match_id
    if match_id:
        place = request.channel_id
        await club.user_installs.catch_up(match_id, interaction_id=request.id, channel_id=place)


async def _say_outdated(club: Club, request: Request) -> None:
    """Tell the person that the button is outdated."""
    await request.reply.say("button.outdated")
