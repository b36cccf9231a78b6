"""Records that are brought along, and the presses on their cards."""

from typing import Any

from tests.bot.server import Server

PDN = b"""[White "Ada_"][Black "Bob"][GameType "25"]
1. c3-d4 {good} f6-g5 2. b2-c3 g5-h4 (2... b6-a5) 3. d4-c5 b6:b2 1-0
"""


async def import_record(room: Server, data: bytes = PDN, name: str = "game.pdn", who: Any = None) -> Any:
    """Import a member's record, and return its card."""
    return (await (who or room.ann).slash(room.channel, "import", record=(name, data))).response


async def press(room: Server, card: Any, label: str) -> Any:
    return (await room.ann.click(card, label=label)).response


async def files_of(card: Any) -> dict[str, str]:
    """The texts that a card carries, by their names."""
    return {
        file.filename: (await file.read()).decode() for file in card.attachments if "png" not in file.filename
    }
