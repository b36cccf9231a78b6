"""Events at Discord while the bot is offline.

In the next session everything is as if the bot had heard of them.
"""

import asyncio
import contextlib
import random
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
import pytest_asyncio

from playground.api.gateway import GatewayFault
from playground.checks.openapi import OpenAPI
from playground.world.state import ADA_ID, BEN_ID, GAMES_ID, LOUNGE_ID
from tests.sets import leave_to_ci
from tests.wire import players
from tests.wire.live_bot import WITHIN, Scene, on_stage
from tests.wire.visible_message import first, is_board, version, words

pytestmark = pytest.mark.asyncio(loop_scope="module")
Absence = Callable[[Scene, Callable[[], None]], Awaitable[None]]
"""The bot is away while something happens, and there again."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def scene(openapi: OpenAPI, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Scene]:
    async with on_stage(tmp_path_factory.mktemp("bot"), openapi) as scene:
        yield scene


async def down(scene: Scene, happen: Callable[[], None]) -> None:
    """The bot is stopped, and started later."""
    await scene.bot.stop()
    await scene.until(lambda: not scene.world.state.bot_online)
    happen()
    await scene.bot.start()
    await scene.online()


async def killed(scene: Scene, happen: Callable[[], None]) -> None:
    """The bot dies while it handles the event, if it has heard of the event at all."""
    happen()
    await scene.restart(kill=True)


async def cut_off(scene: Scene, happen: Callable[[], None]) -> None:
    """The bot loses the gateway, and has to begin a new session."""
    scene.gateway.fault = GatewayFault.REFUSING
    await scene.gateway.drop_connections(resumable=False)
    await scene.until(lambda: not scene.world.state.bot_online)
    happen()
    scene.gateway.fault = GatewayFault.NONE
    await scene.online()


async def just_started(scene: Scene, happen: Callable[[], None]) -> None:
    """The bot has connected a moment ago.

    Its library still waits for the last of its servers.
    """
    await scene.restart()
    happen()


AWAY = (down, killed, cut_off, just_started)


async def statuses(scene: Scene, *expected: str, question: str = "SELECT status FROM match") -> None:
    """Wait until all matches that are not over have these statuses.

    `question` can ask for something else that is stored.
    """
    async with asyncio.timeout(WITHIN):
        while True:
            with contextlib.closing(sqlite3.connect(scene.bot.folder / "twotone.db")) as database:
                found = [str(row[0]) for row in database.execute(question)]
            if [each for each in found if each != "over"] == list(expected):
                return
            await asyncio.sleep(0.02)


async def begin_match(scene: Scene) -> str:
    """Begin a match and return its place, once its first board is shown and stored.

    After a kill before that, the bot would have to look for the board again.
    """
    place = await scene.begin("binar")
    await statuses(scene, question="SELECT kind FROM outbox WHERE kind = 'board'")
    return place


async def plays_on(scene: Scene, place: str) -> None:
    """A move is made, and shown where the match is; then its players end it."""
    before = scene.board(place)
    await move_once_running(scene, players.mover(before), place)
    await scene.wait_for_board(place, version(before))
    await scene.resign(ADA_ID, place)


async def move_once_running(scene: Scene, member_id: str, place: str) -> None:
    """Make the first move on offer, as soon as a just suspended match accepts it."""
    async with asyncio.timeout(WITHIN):
        while True:
            for move in (await players.completions(scene, member_id, place))[:1]:
                said = words(await scene.answer(scene.world.slash(member_id, place, "move", {"move": move})))
                if said.startswith(players.CONFIRMED):
                    return
                assert "suspended" in said, said
            await asyncio.sleep(0.02)


@pytest.mark.ci
@pytest.mark.parametrize("away", AWAY)
async def test_a_server_that_has_thrown_the_bot_out_takes_it_back_while_it_is_away(
    scene: Scene, away: Absence
) -> None:
    place = await begin_match(scene)
    scene.world.faults.remove_bot()
    await statuses(scene, "suspended")
    await away(scene, scene.world.faults.add_bot_again)
    await statuses(scene, "running")
    await plays_on(scene, place)


@pytest.mark.ci
@pytest.mark.parametrize("away", leave_to_ci(AWAY, but=(down,)))
async def test_a_server_that_throws_the_bot_out_while_it_is_away_has_been_left(
    scene: Scene, away: Absence
) -> None:
    place = await begin_match(scene)
    await away(scene, scene.world.faults.remove_bot)
    await statuses(scene, "suspended")
    scene.world.faults.add_bot_again()
    await statuses(scene, "running")
    await plays_on(scene, place)


@pytest.mark.ci
@pytest.mark.parametrize("away", leave_to_ci(AWAY, but=(down,)))
async def test_thrown_out_and_taken_back_while_it_is_away_is_nothing_at_all(
    scene: Scene, away: Absence
) -> None:
    place = await begin_match(scene)

    def both() -> None:
        scene.world.faults.remove_bot()
        scene.world.faults.add_bot_again()

    await away(scene, both)
    await plays_on(scene, place)


@pytest.mark.ci
@pytest.mark.parametrize("away", leave_to_ci([down, cut_off], but=(down,)))
async def test_a_server_that_has_an_outage_has_not_left(scene: Scene, away: Absence) -> None:
    place = await begin_match(scene)
    await away(scene, scene.world.faults.begin_outage)
    before = scene.board(place)
    # Of presses the bot is told nevertheless, after it has heard which servers it is in.
    await players.command(scene, players.mover(before), place, random.Random(1))
    await scene.wait_for_board(place, version(before))
    scene.world.faults.end_outage()
    await plays_on(scene, place)


@pytest.mark.ci
@pytest.mark.parametrize("away", leave_to_ci(AWAY, but=(down,)))
async def test_a_match_whose_thread_is_deleted_while_it_is_away_goes_on_in_the_channel(
    scene: Scene, away: Absence
) -> None:
    place = await begin_match(scene)
    shown = version(scene.board(place))
    known = {body["id"] for body in scene.messages(ADA_ID, GAMES_ID)}
    await away(scene, lambda: scene.world.faults.delete_channel(place))
    board = await scene.until(
        lambda: first(
            body
            for body in scene.messages(ADA_ID, GAMES_ID)
            if is_board(body) and body["id"] not in known and body["attachments"]
        )
    )
    assert version(board) == shown
    await plays_on(scene, GAMES_ID)


@pytest.mark.ci
@pytest.mark.parametrize("away", leave_to_ci([down, killed, cut_off], but=(down,)))
async def test_a_thread_that_is_archived_while_it_is_away_is_opened_again(
    scene: Scene, away: Absence
) -> None:
    place = await begin_match(scene)
    await away(scene, lambda: scene.world.faults.archive(place))
    await scene.until(lambda: not scene.world.state.channels[place].archived)
    await plays_on(scene, place)


@pytest.mark.ci
@pytest.mark.parametrize("away", leave_to_ci([down, killed, cut_off], but=(down,)))
async def test_a_match_whose_thread_is_locked_while_it_is_away_goes_on_in_the_channel(
    scene: Scene, away: Absence
) -> None:
    place = await begin_match(scene)
    known = {body["id"] for body in scene.messages(ADA_ID, GAMES_ID)}
    await away(scene, lambda: scene.world.faults.archive(place, locked=True))

    def came() -> bool:
        new = [body for body in scene.messages(ADA_ID, GAMES_ID) if body["id"] not in known]
        return any(is_board(body) and body["attachments"] for body in new)

    await scene.until(came)
    await plays_on(scene, GAMES_ID)


async def command(scene: Scene, where: str, what: str, **options: str) -> str:
    """What answers a command of Ada's."""
    return words(await scene.answer(scene.world.slash(ADA_ID, where, what, options)))


def direct_messages(scene: Scene, member_id: str) -> list[str]:
    """The bot's direct messages to a member, in words."""
    return [words(body) for body in scene.messages(member_id, scene.world.open_dm(member_id)["id"])]


@pytest.mark.ci
@pytest.mark.parametrize("away", leave_to_ci([None, *AWAY], but=(down,)))
async def test_a_ladder_whose_channel_is_deleted_stands_still_says_so_and_is_taken_elsewhere(
    scene: Scene, away: Absence | None
) -> None:
    hall = scene.world.state.create_channel("hall").id
    name = f"Climb {hall}"
    asked = "SELECT CASE WHEN paused_at IS NULL THEN 'goes' ELSE 'stands' END FROM competition ORDER BY id DESC LIMIT 1"
    await command(scene, hall, "ladder create", name=name, game="binar")
    card = await scene.until(lambda: first(scene.messages(BEN_ID, hall)))
    await scene.press(BEN_ID, card["id"], "Join")
    if away is None:
        scene.world.faults.delete_channel(hall)
    else:
        await away(scene, lambda: scene.world.faults.delete_channel(hall))
    await statuses(scene, "stands", question=asked)
    for member in (ADA_ID, BEN_ID):
        await scene.until(lambda m=member: any(name in said for said in direct_messages(scene, m)))
    await command(scene, LOUNGE_ID, "league move", league=name)
    await statuses(scene, "goes", question=asked)
    await scene.until(lambda: any(name in words(body) for body in scene.messages(BEN_ID, LOUNGE_ID)))
