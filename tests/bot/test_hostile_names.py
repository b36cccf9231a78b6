"""Members' names are plain text on every card.

Discord reads nothing into them, and they lead nowhere.
"""

from typing import Any

import pytest

from tests.bot.every_door import through_every_door
from tests.bot.server import Server, texts
from tests.sets import leave_to_ci

pytestmark = pytest.mark.ci

NAMES = {
    "mention, address": ("<@80351110224678912>x<@&1>", "https://evil.example/x @everyone"),
    "command and time, markdown": ("</help:1> <t:0:R> <a:x:1>", "\u202e[x](https://e.ml) ||y||\u200b"),
}
"""What both players of a match call themselves."""
PARTS = ("<@803", "<@&1", "</help:1", "<t:0", "<a:x", "://evil", "://e.ml", "@everyone", "||y", "](https://e")


def live(text: str) -> list[str]:
    """What is live of a name in the text of a card."""
    found = [
        part
        for part in PARTS
        for at in range(len(text))
        if text.startswith(part, at) and text[at - 1 : at] != "\\"
    ]
    return found + [each for each in ("\u202e", "\u200b") if each in text]


async def press_all(room: Server, place: Any) -> dict[str, str]:
    """Return all that a match's players and spectators are told, and all in public."""
    heard: dict[str, str] = {}
    for who in (room.cleo, room.ann, room.ben):
        answers = await through_every_door(room, who, place)
        heard |= {f"{who.id} {door}": words for door, words in answers.items()}
        heard[f"{who.id} /games"] = texts((await who.slash(place, "games", user=room.ann)).response)
    for where in (place, room.channel):
        for number, message in enumerate(where.history()):
            if message.author.id == room.twotone.id:
                heard[f"{where.id} {number}"] = texts(message)
                for file in message.attachments:
                    heard[f"{where.id} {number} alt"] = "".join(
                        c for c in file.description or "" if c in "\u202e\u200b"
                    )
    return heard


@pytest.mark.parametrize("kind", leave_to_ci(NAMES, after=1))
async def test_nothing_in_a_player_s_name_is_live_on_any_card(room: Server, kind: str) -> None:
    anns, bens = NAMES[kind]
    room.ann = room.guild.add_member(room.env.create_user("ann1"), nick=anns)
    room.ben = room.guild.add_member(room.env.create_user("ben1"), nick=bens)
    place = await room.begin("binar", side="Even")
    await room.ann.slash(place, "move", move="c3")
    await room.ben.slash(place, "draw")
    heard = await press_all(room, place)
    assert {door: found for door, words in heard.items() if (found := live(words))} == {}
    assert not {"\u202e", "\u200b"} & set(place.name or "")
