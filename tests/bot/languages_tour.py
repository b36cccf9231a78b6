"""Record everything sent to a server whose members use every command and button.

The server and all its members share one language.
"""

from pathlib import Path
from typing import Any

import pytest
import simcord.interactions

from tests.bot.all_doors import begin_hidden, press_everything, use_everything
from tests.bot.officials import official
from tests.bot.server import serve
from tests.leaks.wire import Wire, listening


def locales(monkeypatch: pytest.MonkeyPatch, person: str, server: str) -> None:
    """Set the person's and the server's locale of every interaction.

    SimCord itself knows only en-US.
    """
    plain = simcord.interactions.base_payload

    def add_locales(*given: Any, **named: Any) -> Any:
        record, payload = plain(*given, **named)
        payload["locale"] = person
        if "guild_locale" in payload:
            payload["guild_locale"] = server
        return record, payload

    monkeypatch.setattr(simcord.interactions, "base_payload", add_locales)


async def everything(language: str, over: bool, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Wire:
    """Record all that one match sends in a language.

    The readers are its players, a spectator and a moderator. The match is running or `over`.
    """
    folder.mkdir(exist_ok=True)
    with listening(monkeypatch) as wire:
        async with serve(folder / "twotone.db", locale=language) as room:
            ann, ben, cleo = room.ann, room.ben, room.cleo
            mo = official(room, manage_messages=True, manage_guild=True)
            wire.names = {member.id: member.name for member in (ann, ben, cleo, mo)}
            thread = await begin_hidden(room, over=over)
            locales(monkeypatch, language, language)
            wire.env = room.env
            visits = [(ann, thread), (ben, thread), (cleo, thread), (cleo, room.channel), (mo, room.channel)]
            if over:  # then both players are told the same, and so are spectators anywhere
                visits = visits[::2]
            await press_everything(room, visits)
            await use_everything(room, visits, room.channel)
            wire.env = None
    return wire
