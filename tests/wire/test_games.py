"""Every game over real sockets: each is begun, and one is finished.

Whole games of all kinds are played in `tests/bot/test_whole_games.py`, and by buttons to an end where
the bot is by user_install.
"""

import random

import pytest

from playground.world.state import ADA_ID, BEN_ID, GAMES_ID
from rendering.gif import STEP
from rules.catalogue import GAMES
from tests.rendering.strict_gif import decode
from tests.wire import players
from tests.wire.live_bot import Scene
from tests.wire.visible_message import EPHEMERAL, alt_texts, buttons, words
from tests.wire.whole_games import HANDS_SOON_EMPTY, result_words

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def result(scene: Scene, place: str) -> str:
    """What the channel is told of a match that is over."""

    def card() -> str | None:
        newest = scene.messages(ADA_ID, GAMES_ID)[-1]
        return words(newest) if alt_texts(newest) and "Accept" not in buttons(newest) else None

    return await scene.until(card)


@pytest.mark.ci
async def test_a_challenge_becomes_a_thread_with_a_board(scene: Scene, key: str) -> None:
    place = await scene.begin(key)
    thread = next(t for t in scene.world.member_view(BEN_ID)["threads"] if t["id"] == place)
    assert thread["joined"]
    assert thread["name"] in (f"{names} · {GAMES[key].title}" for names in ("Ada vs Ben", "Ben vs Ada"))
    board = scene.board(place)
    assert alt_texts(board)[0]
    first = players.mover(board)
    assert len(await players.completions(scene, first, place)) > 0
    assert await players.completions(scene, BEN_ID if first == ADA_ID else ADA_ID, place) == []
    await scene.until(lambda: f"<#{place}>" in words(scene.message(place)))


async def test_binar_is_played_to_its_end(scene: Scene) -> None:
    place = await scene.begin("binar")
    moves = await players.by_commands(scene, place, random.Random(1))
    assert await scene.moves(BEN_ID, place) == " ".join(moves)
    told = result_words(scene, place)
    assert "wins" in told or "Draw" in told
    assert told.splitlines()[-1] in await result(scene, place)


@pytest.mark.ci
async def test_one_zero_one_is_played_from_the_hands_in_direct_messages_until_somebody_resigns(
    scene: Scene,
) -> None:
    place = await scene.begin("one-zero-one")
    moves = await players.by_hands(scene, place, random.Random(HANDS_SOON_EMPTY), limit=8)
    assert await scene.moves(BEN_ID, place) == " ".join(moves)
    await scene.resign(ADA_ID, place)
    assert "wins" in result_words(scene, place)
    await scene.until(
        lambda: players.hand(scene, ADA_ID, place) is players.hand(scene, BEN_ID, place) is None
    )


@pytest.mark.ci
async def test_a_replay_comes_as_an_animation_that_the_page_can_show(scene: Scene) -> None:
    place = await scene.begin("russian")
    moves = await players.by_commands(scene, place, random.Random(1), limit=5)
    more = await scene.press(ADA_ID, scene.board(place)["id"], "More")
    asked = await scene.press(ADA_ID, more["id"], "Replay")
    await scene.until(lambda: scene.message(asked["id"])["attachments"])
    shown = scene.message(asked["id"])
    assert shown["flags"] & EPHEMERAL
    assert "moves 1 to 3 of 3" in words(shown) and all(move in words(shown) for move in moves)
    [file] = shown["attachments"]
    assert (file["filename"], file["content_type"]) == ("replay.gif", "image/gif")
    assert (file["width"], file["height"]) == (720, 872)
    [alt] = alt_texts(shown)
    assert alt.startswith("An animation of moves 1 to 3 of 3.")
    film = decode(scene.world.state.files[file["id"]].data)
    assert (film.width, film.height) == (720, 872) and film.loops
    assert sum(pause > STEP for pause in film.pauses) == 1 + len(moves)
