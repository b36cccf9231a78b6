"""Whatever goes wrong at Discord, a move made is shown, and shown once."""

import asyncio
import random
from collections.abc import Iterator
from functools import partial

import pytest

from playground.world.directory import PERMISSIONS
from playground.world.errors import JSON, ActRefusedError
from playground.world.state import ADA_ID, BEN_ID, GAMES_ID
from tests.pace import PATIENCE
from tests.sets import leave_to_ci
from tests.wire import players
from tests.wire.live_bot import Scene
from tests.wire.visible_message import alt_texts, buttons, is_board, match_number, version, words

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture(autouse=True)
def mend_faults(scene: Scene) -> Iterator[None]:
    """Mend after each test, even a failing one, everything that it has broken.

    The next test starts with a Discord without faults.
    """
    whole = scene.world.state.bot_permissions
    yield
    for permission, bit in PERMISSIONS.items():
        if whole & ~scene.world.state.bot_permissions & bit:
            scene.world.faults.revoke(permission, False)
    scene.world.faults.limit_rates(False)
    scene.world.faults.troubles.clear()
    scene.world.interactions.patience = PATIENCE


def new(scene: Scene, known: set[str]) -> list[JSON]:
    """The messages of the channel that are not `known` yet."""
    return [body for body in scene.messages(ADA_ID, GAMES_ID) if body["id"] not in known]


def showing(scene: Scene, place: str, move: str) -> int:
    """How many pictures in a place are of the position after a move."""
    return sum(f" on {move}." in words(body) for body in scene.boards(place))


async def goes_on(scene: Scene, place: str, chance: random.Random) -> None:
    """Both can still move, each move is shown once."""
    for move in await players.by_buttons(scene, place, chance, limit=2):
        assert showing(scene, place, move) == 1


@pytest.mark.ci
async def test_what_was_asked_while_the_gateway_was_gone_is_answered_after_a_resume(scene: Scene) -> None:
    place = await scene.begin("binar")
    board = scene.board(place)
    resumes, identifies = scene.gateway.resumes, scene.gateway.identifies
    await scene.world.faults.drop_gateway()
    await scene.until(lambda: not scene.world.state.bot_online)
    move = await players.command(scene, players.mover(board), place, random.Random(1))
    await scene.wait_for_board(place, version(board))
    assert (scene.gateway.resumes, scene.gateway.identifies) == (resumes + 1, identifies)
    assert showing(scene, place, move) == 1
    await goes_on(scene, place, random.Random(2))


@pytest.mark.ci
async def test_a_session_that_cannot_be_resumed_is_begun_anew(scene: Scene) -> None:
    place = await scene.begin("binar")
    identifies = scene.gateway.identifies
    await scene.world.faults.drop_gateway(resumable=False)
    await scene.until(lambda: scene.gateway.identifies > identifies and scene.world.state.bot_online)
    await goes_on(scene, place, random.Random(3))


@pytest.mark.parametrize(
    ("status", "accepted"), leave_to_ci([(429, False), (500, False), (502, True)], after=1)
)
async def test_a_board_that_discord_does_not_take_at_once_is_shown_once(
    scene: Scene, status: int, accepted: bool
) -> None:
    place = await scene.begin("binar")
    board = scene.board(place)
    route = f"POST /channels/{place}/messages"
    scene.world.faults.fail_next(2, status, route, retry_after=0.3, after_accepting=accepted)
    move = await players.command_elsewhere(scene, players.mover(board), place, random.Random(4))
    await scene.wait_for_board(place, version(board))
    await scene.until(lambda: not scene.world.faults.troubles)
    await goes_on(scene, place, random.Random(5))
    assert showing(scene, place, move) == 1


@pytest.mark.parametrize(
    ("status", "accepted"), leave_to_ci([(502, True), (429, False), (500, False)], after=1)
)
async def test_a_follow_up_that_discord_does_not_take_at_once_is_sent_once_and_shown_once(
    scene: Scene, status: int, accepted: bool
) -> None:
    place = await scene.begin("binar")
    board = scene.board(place)
    sent = len([each for each in scene.rest.requests if each.startswith("POST /webhooks/")])
    scene.world.faults.fail_next(1, status, "POST /webhooks/", retry_after=0.3, after_accepting=accepted)
    move = await players.command(scene, players.mover(board), place, random.Random(4))
    await scene.wait_for_board(place, version(board))
    assert not scene.world.faults.troubles
    posts = [each for each in scene.rest.requests if each.startswith("POST /webhooks/")]
    assert len(posts) - sent == (2 if status == 429 else 1), "what may have been taken is never sent again"
    await goes_on(scene, place, random.Random(5))
    assert showing(scene, place, move) == 1


async def test_a_move_by_buttons_asks_nothing_of_what_discord_counts_together(scene: Scene) -> None:
    place = await scene.begin("binar")
    for _ in range(2):
        board = scene.board(place)
        before = len(scene.rest.requests)
        await players.pick_move(scene, players.mover(board), board, random.Random(1))
        await scene.wait_for_board(place, version(board))
        await scene.until(partial(has_no_buttons, scene, board["id"]))
        asked = list(scene.rest.requests)[before:]
        assert [each for each in asked if "/webhooks/" not in each and "/interactions/" not in each] == []


async def test_a_move_by_command_asks_one_request_of_what_discord_counts_together(scene: Scene) -> None:
    place = await scene.begin("binar")
    board = scene.board(place)
    before = len(scene.rest.requests)
    await players.command(scene, players.mover(board), place, random.Random(1))
    await scene.wait_for_board(place, version(board))
    await scene.until(partial(has_no_buttons, scene, board["id"]))
    asked = list(scene.rest.requests)[before:]
    counted = [each for each in asked if "/webhooks/" not in each and "/interactions/" not in each]
    assert counted == [f"PATCH /channels/{place}/messages/{board['id']}"]


def has_no_buttons(scene: Scene, message_id: str) -> bool:
    """Whether a board has lost its buttons."""
    return not buttons(scene.message(message_id))


@pytest.mark.ci
async def test_a_long_rate_limit_is_waited_out(scene: Scene) -> None:
    place = await scene.begin("binar")
    board = scene.board(place)
    scene.world.faults.fail_next(1, 429, f"POST /channels/{place}/messages", retry_after=1.0)
    move = await players.command_elsewhere(scene, players.mover(board), place, random.Random(6))
    await scene.wait_for_board(place, version(board))
    assert showing(scene, place, move) == 1


@pytest.mark.ci
async def test_moves_faster_than_discord_takes_messages_end_with_the_newest_board(scene: Scene) -> None:
    place = await scene.begin("binar", options="size=9")
    first = players.mover(scene.board(place))
    other = BEN_ID if first == ADA_ID else ADA_ID
    before = len(scene.boards(place))
    scene.world.faults.limit_rates()
    chance = random.Random(16)
    moves = [await players.command_elsewhere(scene, (first, other)[i % 2], place, chance) for i in range(12)]
    await scene.until(lambda: showing(scene, place, moves[-1]))
    scene.world.faults.limit_rates(False)
    assert len(scene.boards(place)) - before < len(moves)
    assert all(showing(scene, place, move) <= 1 for move in moves)
    assert await scene.moves(ADA_ID, place) == " ".join(moves)


@pytest.mark.ci
async def test_a_slow_answer_is_given_once(scene: Scene) -> None:
    place = await scene.begin("binar")
    board = scene.board(place)
    mover = players.mover(board)
    move = (await players.completions(scene, mover, place))[0]
    scene.world.faults.delay_next(1, 2.0, "/callback")
    said = words(await scene.answer(scene.world.slash(mover, place, "move", {"move": move})))
    assert players.confirmed_move(said) == move
    await scene.wait_for_board(place, version(board))
    assert await scene.moves(ADA_ID, place) == move


@pytest.mark.ci
async def test_a_move_whose_answer_came_too_late_counts_and_is_shown(scene: Scene) -> None:
    place = await scene.begin("binar")
    board = scene.board(place)
    mover = players.mover(board)
    move = (await players.completions(scene, mover, place))[0]
    scene.world.faults.delay_next(1, 3.2, "/callback")
    acting = asyncio.create_task(scene.world.slash(mover, place, "move", {"move": move}))
    await scene.wait_for_board(place, version(board))
    assert showing(scene, place, move) == 1
    acting.cancel()
    await asyncio.gather(acting, return_exceptions=True)
    await goes_on(scene, place, random.Random(8))
    assert (await scene.moves(ADA_ID, place)).split()[0] == move


async def test_a_board_too_old_for_edits_is_posted_anew(scene: Scene) -> None:
    place = await scene.begin("binar")
    board = scene.board(place)
    scene.world.faults.age_message(board["id"])
    mover = players.mover(board)
    await scene.answer(scene.world.slash(mover, place, "draw", {}))
    anew = await scene.wait_for_board(place, version(board))
    assert anew["id"] != board["id"]
    assert "offers a draw" in words(anew)
    assert any("30046" in line or "rate limited" in line for line in scene.rest.refused)
    await goes_on(scene, place, random.Random(9))


@pytest.mark.ci
async def test_a_board_is_left_as_it_is_once_it_is_too_old_to_lose_its_buttons(scene: Scene) -> None:
    place = await scene.begin("binar")
    board = scene.board(place)
    scene.world.faults.age_message(board["id"])
    (move,) = await players.by_commands(scene, place, random.Random(10), limit=1)
    stale = await scene.press(players.mover(board), board["id"], "Play")
    assert f" on {move}." in words(stale)
    await goes_on(scene, place, random.Random(10))


@pytest.mark.ci
async def test_a_board_that_was_deleted_comes_back_with_the_next_move(scene: Scene) -> None:
    place = await scene.begin("binar")
    (first,) = await players.by_commands(scene, place, random.Random(11), limit=1)
    board = scene.board(place)
    scene.world.faults.delete_message(board["id"])
    second = await players.command(scene, players.mover(board), place, random.Random(12))
    await scene.until(lambda: showing(scene, place, second))
    assert await scene.moves(ADA_ID, place) == f"{first} {second}"


@pytest.mark.ci
async def test_an_archived_thread_opens_for_the_next_board(scene: Scene) -> None:
    place = await scene.begin("binar")
    board = scene.board(place)
    scene.world.faults.archive(place)
    move = await players.command(scene, players.mover(board), place, random.Random(13))
    await scene.wait_for_board(place, version(board))
    await scene.until(lambda: not scene.world.state.channels[place].archived)
    assert showing(scene, place, move) == 1
    await goes_on(scene, place, random.Random(13))


@pytest.mark.ci
@pytest.mark.parametrize(("gone", "move", "seed"), [("locked", "a1", 14), ("deleted", "b2", 16)])
async def test_a_match_goes_on_in_the_channel_when_its_thread_is_shut(
    scene: Scene, gone: str, move: str, seed: int
) -> None:
    place = await scene.begin("binar")
    board = scene.board(place)
    number, mover = match_number(board), players.mover(board)
    if gone == "deleted":
        scene.world.faults.delete_channel(place)
    else:
        scene.world.faults.revoke("MANAGE_THREADS")
        scene.world.faults.archive(place, locked=True)
    options = {"match": number, "move": move}
    said = words(await scene.answer(scene.world.slash(mover, GAMES_ID, "move", options)))
    assert f"You played `{move}`" in said
    await scene.until(lambda: showing(scene, GAMES_ID, move))
    assert match_number(scene.board(GAMES_ID)) == number
    # Another seed for each case: both are played in this channel, and their moves are told apart by their square.
    (answer,) = await players.by_buttons(scene, GAMES_ID, random.Random(seed), limit=1)
    assert showing(scene, GAMES_ID, answer) == showing(scene, GAMES_ID, move) == 1
    sure = await scene.answer(scene.world.slash(mover, GAMES_ID, "resign", {"match": number}))
    await scene.press(mover, sure["id"], "Resign")
    await scene.until(lambda: "Play" not in buttons(scene.board(GAMES_ID)))


@pytest.mark.ci
async def test_without_permission_for_threads_the_match_is_played_in_the_channel(scene: Scene) -> None:
    known = {body["id"] for body in scene.messages(ADA_ID, GAMES_ID)}
    scene.world.faults.revoke("CREATE_PUBLIC_THREADS")
    challenge, accept = await scene.dare("binar")
    await scene.world.click(BEN_ID, challenge, accept)
    await scene.until(lambda: "play here in this channel" in words(scene.message(challenge)))
    await scene.until(lambda: any(map(is_board, new(scene, known))))
    await players.by_buttons(scene, GAMES_ID, random.Random(15), limit=4)


@pytest.mark.ci
async def test_a_press_without_an_answer_is_told_to_the_member(scene: Scene) -> None:
    place = await scene.begin("binar")
    board = scene.board(place)
    waiting = BEN_ID if players.mover(board) == ADA_ID else ADA_ID  # the other's own view marks their choices
    scene.world.interactions.patience = 0.5
    await scene.bot.stop()
    with pytest.raises(ActRefusedError, match="This interaction failed"):
        await scene.world.click(waiting, board["id"], buttons(board)["My view"])
    scene.world.interactions.patience = PATIENCE
    await scene.bot.start()
    await scene.online()
    assert alt_texts(await scene.press(waiting, board["id"], "My view")) == alt_texts(board)
