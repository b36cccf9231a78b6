"""Two fakes of Discord, SimCord and the playground, show the same match cards."""

import random
import re
from pathlib import Path
from typing import Any

import pytest

from playground.world.state import ADA_ID, BEN_ID, GAMES_ID
from rules.catalogue import GAMES
from rules.match import Match
from tests.bot.server import serve
from tests.wire.live_bot import Scene
from tests.wire.visible_message import EPHEMERAL, version

KEPT = ("type", "content", "label", "style", "custom_id", "placeholder", "accent_color", "divider")
"""What two cards must have in common; ids and addresses are each Discord's own."""

pytestmark = pytest.mark.asyncio(loop_scope="module")


def moves() -> list[str]:
    """A short match of Binar to a win, with each player's own digit."""
    for seed in range(100):
        chance, match = random.Random(seed), Match(GAMES["binar"], {"size": 3}, b"")
        while match.turn is not None:
            match.play(chance.choice(match.moves()))
        if match.outcome and match.outcome.winner == 0:
            return [ply.text for ply in match.plies]
    raise AssertionError("no seed wins")


def alike(component: Any, people: dict[str, str]) -> dict[str, Any]:
    """A component without what the two Discords may choose themselves."""
    raw = component if isinstance(component, dict) else component.to_dict()
    kept = {name: _plain(raw[name], people) for name in KEPT if raw.get(name) is not None}
    if "url" in raw:
        kept["url"] = "somewhere"
    kept["inside"] = [alike(inner, people) for inner in raw.get("components", ())]
    kept["pictures"] = [_plain(item["description"], people) for item in raw.get("items", ())]
    return kept


def _plain(value: Any, people: dict[str, str]) -> Any:
    if not isinstance(value, str):
        return value
    for said, name in people.items():
        value = value.replace(said, name)
    for said, name in (
        (r"<#\d+>", "<place>"),
        (r"<t:\d+:\w>", "<time>"),
        (r"\(https?://[^)]+\)", "(<link>)"),
    ):
        value = re.sub(said, name, value)
    return value


async def in_simcord(folder: Path, played: list[str]) -> list[list[dict[str, Any]]]:
    """The cards of the match in SimCord.

    First those of the channel, then those of the thread.
    """
    async with serve(folder / "simcord.db") as room:
        shown = await room.ann.slash(
            room.channel, "play", game="binar", opponent=room.ben, side="Even", options="size=3"
        )
        await room.ben.click(shown.response, label="Accept")
        place = room.place
        for number, move in enumerate(played):
            mover, other = (room.ann, room.ben) if number % 2 == 0 else (room.ben, room.ann)
            await mover.slash(place, "move", move=move)
            if number == 1:
                await mover.slash(place, "draw")
                offer = next(m for m in reversed(place.history()) if "nodraw" in str(m.components))
                await other.click(offer, label="Decline")
        people = {f"<@{room.ann.id}>": "<Ada>", f"<@{room.ben.id}>": "<Ben>", "Ann": "Ada"}
        return [
            [
                alike(part, people)
                for message in where.history()
                if message.components
                for part in message.components
            ]
            for where in (room.channel, place)
        ]


@pytest.mark.ci
async def test_a_match_of_binar_looks_the_same_in_both(scene: Scene, tmp_path: Path) -> None:
    played = moves()
    expected = await in_simcord(tmp_path, played)
    channel_cards, thread_cards = expected
    assert len(channel_cards) == len(["the challenge", "the result"])
    assert len(thread_cards) == 1 + len(played) + len(["the offer"])
    world = scene.world
    before = len(scene.messages(ADA_ID, GAMES_ID))
    place = await scene.begin("binar", side="Even", options="size=3")
    people = {f"<@{ADA_ID}>": "<Ada>", f"<@{BEN_ID}>": "<Ben>"}

    def cards() -> list[list[dict[str, Any]]]:
        channel = scene.messages(ADA_ID, GAMES_ID)[before:]
        return [
            [
                alike(part, people)
                for body in bodies
                if not body["flags"] & EPHEMERAL
                for part in body["components"]
            ]
            for bodies in (channel, scene.messages(ADA_ID, place))
        ]

    for number, move in enumerate(played):
        mover, other = (ADA_ID, BEN_ID) if number % 2 == 0 else (BEN_ID, ADA_ID)
        former = version(scene.board(place))
        await scene.answer(world.slash(mover, place, "move", {"move": move}))
        await scene.wait_for_board(place, former)
        if number == 1:
            former = version(scene.board(place))
            await scene.answer(world.slash(mover, place, "draw", {}))
            offer = await scene.until(lambda: _with_button(scene, place, ":nodraw:"))
            await scene.press_component(other, *offer)
            await scene.wait_for_board(place, former + 1)
    try:
        await scene.until(lambda: cards() == expected)
    except TimeoutError:
        assert cards() == expected


def _with_button(scene: Scene, place: str, action: str) -> tuple[str, str] | None:
    """The message and the custom_id of a button for everybody."""
    for body in scene.messages(ADA_ID, place):
        for custom_id in re.findall(r"'custom_id': '([^']*)'", str(body["components"])):
            if action in custom_id:
                return str(body["id"]), custom_id
    return None
