"""Routes every button, menu and submitted form to the handler of its action."""

from collections.abc import Mapping
from typing import Any

from bot.answers.request import Interaction, Request, answer, form_fields, menu_fields
from bot.cogs import HANDLERS
from bot.cogs.play.match import load_button_match, show_board
from bot.custom_ids import parse_custom_id
from bot.doors import check_access
from club.club import Club
from club.refusals import StaleBoard
from words import TwotoneError


async def handle_component(interaction: Interaction) -> None:
    """Handle a pressed button or a chosen menu option.

    Everything needed is in its custom_id, so messages from before a restart work too.
    """
    data: Mapping[str, Any] = interaction.data or {}
    await _handle(interaction, str(data.get("custom_id", "")), menu_fields(data))


async def handle_modal(interaction: Interaction) -> None:
    """Handle a submitted form, which may have been opened before a restart."""
    data: Mapping[str, Any] = interaction.data or {}
    await _handle(interaction, str(data.get("custom_id", "")), form_fields(data.get("components", ())))


async def _handle(interaction: Interaction, text: str, fields: Mapping[str, str]) -> None:
    custom_id = parse_custom_id(text)
    handler = HANDLERS.get(custom_id.action) if custom_id else None
    if custom_id is None or handler is None:
        await answer(interaction, _say_outdated)
        return

    async def work(club: Club, request: Request) -> None:
        await check_access(club, request)
        try:
            await handler(club, request)
        except StaleBoard as stale:
            table = await load_button_match(club, request)
            await show_board(club, request, table, note=stale.text(request.say.language))
        except TwotoneError:
            await _catch_up(club, request)
            raise
        await _catch_up(club, request)

    await answer(interaction, work, custom_id=custom_id, fields=fields)


async def _catch_up(club: Club, request: Request) -> None:
    """Where the bot is only user-installed, also show pending posts.

    These are changes of a match that could not be shown before this press.
    """
    if not request.place.is_user_install:
        return
    match_id: int | None = request.custom_id.id
    if request.custom_id.is_challenge:
        match_id = (await club.play.challenges.get(request.custom_id.id)).match_id
    if match_id:
        place = request.channel_id
        await club.play.user_installs.catch_up(match_id, interaction_id=request.id, channel_id=place)


async def _say_outdated(club: Club, request: Request) -> None:
    """Tell the person that the button is outdated."""
    await request.reply.say("button.outdated")
