"""Long input from strangers blocks neither the event loop nor the writer.

It takes none of other people's time either, through any entrance.
"""

import asyncio
import json
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from club.__main__ import ClubPipe
from engines.__main__ import EnginesPipe
from playground.checks.openapi import OpenAPI
from playground.world.state import ADA_ID, BEN_ID, CLEO_ID, GAMES_ID
from playground.world.world import World
from rules.__main__ import RulesPipe
from rules.pipe import Pipe
from tests.pace import PATIENCE, slowness
from tests.rules.hostile import HOSTILE, Hostile
from tests.sets import leave_to_ci
from tests.wire import longest
from tests.wire.entrances import Doors
from tests.wire.live_bot import Scene, on_stage
from tests.wire.longest import long
from tests.wire.slow import slow_time
from tests.wire.visible_message import buttons

pytestmark = pytest.mark.ci

PRESSED = 20
WITHIN = 0.5
"""Seconds of the bot's CPU until another person is answered, in 99 of 100 cases."""
FEWEST = 40
"""Others' commands that are looked at, at least."""
LINE = 1.0
"""Seconds of CPU that a pipe takes for one line, at most."""


@pytest.mark.parametrize("step", [15, pytest.param(1, marks=pytest.mark.deep)])
async def test_nothing_that_is_long_takes_a_moment_of_the_loop_or_the_writer(
    tmp_path: Path, openapi: OpenAPI, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    monkeypatch.setattr("playground.world.guild.GUILD_NAME", long("*Ünï ", longest.SERVER))
    world = World(slow_time, PATIENCE)
    async with on_stage(tmp_path, openapi, "tests.wire.timed_bot", world) as scene:
        for member, piece in ((ADA_ID, "**_"), (BEN_ID, "Z\u0301\u0302")):
            world.state.members[member].name = long(piece, longest.NAME)
        doors = Doors(scene, step)
        await doors.complete()
        await doors.command()
        await doors.paste()
        await doors.files()
        await doors.press(await scene.begin("binar"))
    assert doors.lost == []
    assert doors.came > 1500 // step
    assert "\n".join(doors.late) == ""


@pytest.mark.parametrize("session", [RulesPipe, EnginesPipe])
@pytest.mark.parametrize("hostile", leave_to_ci(HOSTILE.values(), every=8), ids=HOSTILE)
def test_no_line_keeps_a_pipe_for_long(hostile: Hostile, session: type[RulesPipe]) -> None:
    text = hostile(longest.FILE // 4)
    pipe = session()
    for request in (
        {"do": "load", "record": text},
        {"do": "play", "move": text},
        {"do": "set", "position": text},
        {"do": "new", "game": text, "options": {"size": text}},
        {"do": text},
    ):
        check_answer(pipe, request)


def check_answer(pipe: Pipe, request: Mapping[str, object]) -> None:
    """Assert that a pipe answers a request in time, with any answer."""
    line = json.dumps(request).encode()
    began = time.process_time()
    answer = pipe.answer(line)
    assert time.process_time() - began < LINE * slowness(), request["do"]
    assert "ok" in answer


MANY = [f"p{number}" for number in range(longest.FILE // 8)]
MET = {"points": 0, "firsts": 0, "bye": False}
RECKONED: dict[str, dict[str, object]] = {
    "games": {
        "do": "rate",
        "now": 10**9,
        "games": [
            {"at": number, "first": "a", "second": f"b{number}", "winner": "a", "game": "g"}
            for number in range(longest.FILE // 60)
        ],
    },
    "players of a table": {"do": "table", "players": MANY, "withdrawn": MANY, "results": []},
    "results": {
        "do": "table",
        "players": MANY[:100],
        "results": [{"first": "p1", "second": MANY[2 + n % 90], "winner": None} for n in range(5000)],
    },
    "matches that are left": {
        "do": "ranks",
        "players": MANY[:12],
        "results": [],
        "remaining": [[MANY[n % 12], MANY[(n + 1) % 12]] for n in range(longest.FILE // 14)],
    },
    "everybody against everybody": {"do": "rounds", "players": 500},
    "a Swiss": {
        "do": "pair",
        "players": [{"name": name, "met": MANY[:200:3], **MET} for name in MANY[1:200:3]],
    },
}
"""Requests of the reckoning, each as long as it may be."""


@pytest.mark.parametrize("request_of", RECKONED.values(), ids=RECKONED)
def test_no_line_keeps_the_reckoning_for_long(request_of: dict[str, object]) -> None:
    check_answer(ClubPipe(), request_of)


@pytest.mark.parametrize("hostile", leave_to_ci(HOSTILE.values(), every=4), ids=HOSTILE)
def test_no_text_keeps_the_reckoning_for_long(hostile: Hostile) -> None:
    text = hostile(longest.FILE // 4)
    for request in (
        {"do": "table", "players": [text, text], "results": text},
        {"do": "rate", "now": text, "games": text, "advantage": {text: text}},
        {"do": text},
    ):
        check_answer(ClubPipe(), request)


async def others(scene: Scene, until: asyncio.Future[Any]) -> list[float]:
    """Let a person ask for help again and again until a task is done.

    Return the bot's CPU seconds until each request is acknowledged, as on a machine of usual pace.
    """
    taken: list[float] = []
    while not until.done() or len(taken) < FEWEST:
        before = scene.cpu_seconds()
        await scene.world.slash((BEN_ID, CLEO_ID)[len(taken) % 2], GAMES_ID, "help", {})
        taken.append((scene.cpu_seconds() - before) / slowness())
    return sorted(taken)


@pytest.mark.skipif(sys.platform != "linux", reason="another process's CPU is told as Linux does")
@pytest.mark.parametrize(
    ("kind", "label"),
    leave_to_ci(
        [
            ("a long memory in JSON", "Play on from here"),
            ("a million routes", "Play on from here"),
            ("moves without end", "Last"),
            ("moves without end", "bring it"),
        ],
        after=1,
    ),
)
async def test_one_who_presses_twenty_times_at_once_keeps_nobody_else_waiting(
    tmp_path: Path, openapi: OpenAPI, kind: str, label: str
) -> None:
    world = World(slow_time, PATIENCE)
    async with on_stage(tmp_path, openapi, world=world) as scene:
        await world.slash(BEN_ID, GAMES_ID, "help", {})
        doors = Doors(scene)
        data = longest.LEGAL[kind]()
        card = await doors.bring(kind, data)

        async def press(number: int) -> None:
            if label == "bring it":
                await doors.bring(f"{kind} {number}", data)
            else:
                await doors.by(label, world.click(ADA_ID, card["id"], buttons(card)[label]))

        storm = asyncio.gather(*(press(number) for number in range(PRESSED)))
        taken = await others(scene, asyncio.ensure_future(storm))
        await storm
        assert doors.lost == []
    assert taken[-1 - len(taken) // 100] < WITHIN
