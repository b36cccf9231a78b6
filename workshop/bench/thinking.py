"""Lateness of the bot's loop with four matches against the computer's top level.

It is compared with the same loop without them. Both times two people play four matches of their own
at a steady pace. The matches against the computer are of Russian checkers, whose top level takes
longest; its person answers at once, so that it nearly always thinks.
"""

import asyncio
import json
import random
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from statistics import median

from playground.bot_process import BotProcess
from playground.world.state import BOT_ID
from playground.world.world import World
from rules.catalogue import GAMES
from rules.match import Match
from workshop.bench.arrivals import ArrivalQueues, presses, watching
from workshop.bench.lagging_bot import FILE
from workshop.bench.load import members, opened_world, until
from workshop.bench.row import BenchFigure, percentile

MATCHES = 4
"""Of people, and as many against the computer."""
LASTS = 20.0
"""Seconds for which they are played."""
PAUSE = 0.5
"""Seconds between two moves of a match of people, which outlasts the measurement."""
ROUNDS = 3
TOP = "6★ at its best"
SHARES = {"p50": 50, "p99": 99}


def rows() -> Iterator[BenchFigure]:
    """Lateness of the loop's timers in ms, in the middle and in the worst hundredth.

    The baseline is without a computer.
    """
    rounds = [(asyncio.run(_lags(against=True)), asyncio.run(_lags(against=False))) for _ in range(ROUNDS)]
    for name, share in SHARES.items():
        against, without = zip(
            *((percentile(one, share), percentile(other, share)) for one, other in rounds), strict=True
        )
        yield BenchFigure(f"thinking.lag.{name}", median(against), "ms", median(without))


async def _lags(*, against: bool) -> list[float]:
    """Play for a while and return how late the bot's timers were."""
    with tempfile.TemporaryDirectory() as folder:
        async with opened_world() as (world, _), watching(world) as seen:
            bot = BotProcess(world.state.address, Path(folder), "workshop.bench.lagging_bot")
            await bot.start()
            try:
                ada, ben = members(world)[:2]
                await until(lambda: bool(world.state.bot_online and world.offered_commands(ada)))
                places = [
                    await _begin_match(world, "binar", ben, "size=9", ben, "Accept") for _ in range(MATCHES)
                ]
                work = [asyncio.create_task(_people(world, seen, place)) for place in places]
                if against:
                    places = [
                        await _begin_match(world, "russian", BOT_ID, "", ada, TOP) for _ in range(MATCHES)
                    ]
                    work += [asyncio.create_task(_person(world, seen, place)) for place in places]
                await asyncio.wait(work, timeout=LASTS, return_when=asyncio.FIRST_EXCEPTION)
                for task in work:
                    if task.done():
                        task.result()
                    task.cancel()
                await asyncio.wait(work)
            finally:
                await bot.stop()
        lags: list[float] = json.loads((Path(folder) / FILE).read_text())
        return lags


async def _begin_match(
    world: World, game: str, opponent: str, options: str, presser: str, button: str
) -> str:
    """Begin a match that Ada moves first in, and return its thread."""
    ada = members(world)[0]
    channel = world.member_view(ada)["channels"][0]["id"]
    asked = {"game": game, "opponent": opponent, "side": "Even" if game == "binar" else "White"}
    made = await world.slash(ada, channel, "play", asked | ({"options": options} if options else {}))
    card: str = made["message_id"]

    def find_button() -> str | None:
        message = world.state.find_message(card)
        found = presses(message.body) if message else {}
        return next((custom_id for custom_id, label in found.items() if label == button), None)

    await until(lambda: find_button() is not None)
    await world.click(presser, card, find_button() or "")
    return card


async def _people(world: World, seen: ArrivalQueues, place: str) -> None:
    """Ada and Ben move in turn, with a pause."""
    match = Match(GAMES["binar"], {"size": 9}, bytes(32))
    chance = random.Random(place)
    await seen.boards(place).get()
    for number in count():
        text = chance.choice(match.moves())
        match.play(text)
        await world.slash(members(world)[number % 2], place, "move", {"move": text})
        await seen.boards(place).get()
        await asyncio.sleep(PAUSE)


async def _person(world: World, seen: ArrivalQueues, place: str) -> None:
    """Make Ada's random moves, each at once, as long as the match goes on."""
    ada = members(world)[0]
    chance = random.Random(place)
    while True:
        _, board = await seen.boards(place).get()
        offered = await world.complete(ada, place, "move", {"move": ""}, "move")
        if offered:
            await world.slash(ada, place, "move", {"move": chance.choice(offered)["value"]})
        elif "to move" not in json.dumps(board["components"]):
            return
