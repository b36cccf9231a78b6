"""Every game over real sockets: each is begun, and one is finished.

Whole games of all kinds are played in `tests/bot/test_whole_games.py`, and by buttons to an end where
the bot is by user_install.
"""

import random

import pytest

from playground.world.errors import JSON
from playground.world.state import ADA_ID, BEN_ID, GAMES_ID
from playground.world.uploads import Upload
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
async def test_a_record_is_brought_along_as_a_file_and_paged_through_after_a_restart(scene: Scene) -> None:
    pdn = Upload(
        "0", "game.pdn", "text/plain", b'[White "Ann"][Black "Bob"][GameType "25"]\n1. c3-d4 f6-g5 *'
    )
    held = scene.world.attach_file(ADA_ID, GAMES_ID, pdn)
    brought = scene.world.slash(ADA_ID, GAMES_ID, "import", {"record": held["id"]})
    card = await scene.answer(brought)
    assert "Ann (White) — Bob (Black)" in words(card)
    assert card["flags"] & EPHEMERAL
    await scene.restart()
    card = await scene.press(ADA_ID, card["id"], "Last")
    assert "Move 2 of 2: 1. c3-d4 f6-g5" in words(card)


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


@pytest.mark.ci
async def test_closed_direct_messages_are_said_once_and_the_button_has_the_hand(scene: Scene) -> None:
    scene.world.faults.close_dms(BEN_ID)
    place = await scene.begin("one-zero-one")
    await scene.until(lambda: apologies(scene, place))
    shown = await scene.press(BEN_ID, scene.board(place)["id"], "Hand")
    assert shown["flags"] & EPHEMERAL
    assert alt_texts(shown)[0]
    moves = await players.by_buttons(scene, place, random.Random(HANDS_SOON_EMPTY), limit=6)
    assert await scene.moves(BEN_ID, place) == " ".join(moves)
    assert len(apologies(scene, place)) == 1
    assert not [body for body in told_directly(scene, BEN_ID) if f"/{place}" in str(body)]
    scene.world.faults.close_dms(BEN_ID, closed=False)


def apologies(scene: Scene, place: str) -> list[JSON]:
    """Messages saying that a person cannot be reached."""
    return [m for m in scene.messages(ADA_ID, place) if "cannot send you direct messages" in words(m)]


def told_directly(scene: Scene, member_id: str) -> list[JSON]:
    """All direct messages of a member."""
    return [body for dm in scene.world.member_view(member_id)["dms"] for body in dm["messages"]]


@pytest.mark.ci
async def test_a_share_brings_a_challenge_in_the_channel_above(scene: Scene) -> None:
    def find(place: str, label: str) -> JSON | None:
        return next((body for body in scene.messages(BEN_ID, place) if label in buttons(body)), None)

    place = await scene.begin("binar", options="size=3")
    await scene.resign(BEN_ID, place)
    asked = await scene.press(ADA_ID, scene.board(place)["id"], "Share")
    assert list(buttons(asked)) == ["In the channel above", "Only the picture, for me"]
    await scene.press(ADA_ID, asked["id"], "In the channel above")
    question = await scene.until(lambda: find(place, "Share it"))
    await scene.press(BEN_ID, question["id"], "Share it")
    post = await scene.until(lambda: find(GAMES_ID, "Play the winner"))
    assert alt_texts(post) and f"<@{ADA_ID}>" not in words(scene.message(question["id"]))
    challenge = await scene.press(BEN_ID, post["id"], "Play the winner")
    assert f"<@{BEN_ID}> challenges <@{ADA_ID}>." in words(challenge) and "3×3 board" in words(challenge)
    await scene.press(ADA_ID, challenge["id"], "Accept")
    await scene.until(lambda: buttons(scene.message(challenge["id"])) == {})
