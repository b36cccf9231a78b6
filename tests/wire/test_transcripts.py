"""What Discord has answered to `twotone probe` is what the playground answers.

A host's transcript of a real channel is put beside the playground's own, `playground.json`.
"""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.host.probe import probe
from bot.host.transcript import Transcript
from playground.bot_process import TOKEN
from playground.world.state import GAMES_ID, GUILD_NAME
from tests.wire.probing import Server, a_host, server
from words import Phrase

pytestmark = pytest.mark.ci

__all__ = ["server"]
FOLDER = Path(__file__).parent / "transcripts"


async def record(server: Server) -> Transcript:
    """What the probe sends to the playground, and gets."""
    transcript, told = Transcript(), list[Phrase]()
    async with a_host(server.world):
        assert await probe(
            TOKEN,
            int(GAMES_ID),
            tell=told.append,
            now=discord.utils.utcnow,
            patience=30.0,
            trace=transcript.trace,
        )
    return transcript


def counted(exchanges: list[dict[str, Any]]) -> Counter[str]:
    """The exchanges, whose order differs as people press."""
    return Counter(json.dumps(each, sort_keys=True) for each in exchanges)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.json")), ids=lambda path: path.stem)
async def test_the_playground_answers_as_recorded(server: Server, path: Path) -> None:
    """Requests for messages of long ago, which only a real channel has, are left out."""
    found = (await record(server)).exchanges
    asked = [(each["request"], each["sent"]) for each in found]
    read = json.loads(path.read_text(encoding="utf-8"))
    recorded = counted([each for each in read if (each["request"], each["sent"]) in asked])
    assert (recorded - counted(found), counted(found) - recorded) == (Counter(), Counter())


async def test_a_transcript_has_no_ids_and_no_names(server: Server, tmp_path: Path) -> None:
    path = tmp_path / "written.json"
    (await record(server)).write(path)
    text = path.read_text(encoding="utf-8")
    assert len(json.loads(text)) > 15
    state = server.world.state
    names = [state.bot.name, GUILD_NAME, TOKEN, *(person.name for person in state.members.values())]
    ids = [
        GAMES_ID,
        *state.members,
        *(message for each in state.channels.values() for message in each.messages),
    ]
    assert [each for each in (*names, *ids) if f'"{each}"' in text or (each in ids and each in text)] == []
