"""What a person can see of another's moves in advance."""

from typing import Any

from tests.bot.server import Server, walk


async def look_around(room: Server, place: Any) -> None:
    """Ann, who plays, and Cleo, who watches, look at everything that there is."""
    for member in (room.ann, room.cleo):
        for label in ("Play", "My view"):
            await member.click(room.board(place), label=label)
        more = await member.click(room.board(place), label="More")
        for label in [part["label"] for part in walk(more.response.components) if part["type"] == 2]:
            if label in ("Moves", "Replay", "Record", "Rules", "Offer a draw"):
                await member.click(more.response.message, label=label)
        for command in ("board", "moves", "games", "help", "draw", "takeback", "replay", "export", "history"):
            if command in {each.name for each in room.bot.tree.get_commands()}:
                await member.slash(place, command)
        await member.slash(place, "privacy export")
        await member.autocomplete(place, "move", "move", "")
