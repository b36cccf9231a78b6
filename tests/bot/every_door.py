"""A walk through every door of the bot, as a stranger who may not pass."""

from typing import Any, Final

import discord

from bot.client import Twotone
from bot.doors import ACCESS_SUBJECTS, AccessSubject
from tests.bot.server import Server, button, reply_text

UNKNOWN: Final = "This match is not known here any more."


def naming(bot: Twotone) -> list[tuple[str, dict[str, Any]]]:
    """Every command that names a match, with what else it must be given."""
    filled = {"move": {"move": "c3"}}
    return [
        (command.qualified_name, {"match": "1"} | filled.get(command.qualified_name, {}))
        for command in bot.tree.walk_commands()
        if isinstance(command, discord.app_commands.Command)
        and "match" in {option.name for option in command.parameters}
        and not command.qualified_name.startswith("admin")
    ]


def of(*doors: AccessSubject) -> set[str]:
    """The actions that are doors to these things."""
    return {action for action, door in ACCESS_SUBJECTS.items() if door in doors}


async def through_every_door(room: Server, who: Any, where: Any) -> dict[str, str]:
    """Return the answers that a member gets from every door to the match.

    They use all commands and buttons that name it in the place where they are.
    """
    heard = {}
    for name, options in naming(room.bot):
        answer = await who.slash(where, name, **options)
        heard[f"/{name}"] = reply_text(answer) + "".join(
            file.filename for file in answer.response.attachments
        )
    for action in sorted(of(AccessSubject.MATCH)):
        screen = room.plant(where, [button(f"v1:1:{action}:0")])
        answer = await who.click(screen, label="forged")
        shown = [message for message in (answer.response, *answer.followups) if message]
        files = "".join(file.filename for message in shown for file in message.attachments)
        heard[action] = reply_text(answer) + files
    return heard
