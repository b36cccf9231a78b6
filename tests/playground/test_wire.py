"""The bot, unmodified, over real sockets: every request held against Discord's document and the playground's rules."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from random import Random

import pytest

from playground.components import BUTTON, SELECTS, walk
from playground.directory import Message
from playground.state import ADA_ID, BEN_ID, CLEO_ID, GAMES_ID
from rules.catalogue import GAMES
from rules.match import Match
from tests.playground.conftest import Server
from tests.playground.wire import Table, alt_texts, at_table, button, is_board, words


@pytest.fixture
async def table(server: Server, tmp_path: Path) -> AsyncIterator[Table]:
    async with at_table(server, tmp_path) as table:
        yield table


async def test_every_game_is_begun_and_moved_in(table: Table) -> None:
    for game in GAMES:
        place = await table.begin(game)
        assert alt_texts(table.board(place).body), game
        assert await table.play(place, Random(1).choice, limit=1), game


async def test_a_game_of_binar_to_its_end(table: Table) -> None:
    place = await table.begin("binar")
    assert len(await table.play(place, Random(3).choice)) >= 9
    await table.until(
        lambda: "wins" in words(table.board(place).body) or "draw" in words(table.board(place).body)
    )
    final = list(table.world.state.channels[GAMES_ID].messages.values())[-1]
    assert is_board(final)


class Greedy:
    """Plays the longest capture there is, else any move; `several` counts captures of more than one piece."""

    def __init__(self, game: str, seed: int) -> None:
        self.match = Match(GAMES[game], {})
        self.dice = Random(seed)
        self.several = 0

    def __call__(self, offered: Sequence[str]) -> str:
        game, position = self.match.game, self.match.position
        ways = {move: len(game.steps(position, game.read(position, move))) for move in offered}
        longest = max(ways.values())
        self.several += longest > 2
        move = self.dice.choice([move for move, way in ways.items() if way == longest])
        self.match.play(move)
        return move


async def test_a_game_of_checkers_with_a_capture_of_several_to_its_end(table: Table) -> None:
    place = await table.begin("american")
    greedy = Greedy("american", seed=0)
    await table.play(place, greedy)
    assert greedy.several
    assert greedy.match.outcome is not None
    await table.until(
        lambda: "wins" in words(table.board(place).body) or "draw" in words(table.board(place).body)
    )


async def test_one_zero_one_to_its_end_shows_each_hand_to_its_owner_alone(table: Table) -> None:
    place = await table.begin("one-zero-one")
    await table.until(lambda: bool(table.dms(ADA_ID)) and bool(table.dms(BEN_ID)))
    for owner, other in ((ADA_ID, BEN_ID), (BEN_ID, ADA_ID)):
        (hand,) = table.dms(owner)
        (url,) = [attachment["url"] for attachment in hand["attachments"]]
        for stranger in (other, CLEO_ID):
            known = json.dumps(table.world.sight(stranger)) + "".join(table.told[stranger])
            assert url not in known
            assert hand["id"] not in known
            assert all(text not in known for text in alt_texts(hand))
    await table.play(place, Random(4).choice)
    await table.until(
        lambda: "wins" in words(table.board(place).body) or "draw" in words(table.board(place).body)
    )


async def test_closed_dms_are_said_once_and_the_hand_is_behind_its_button(table: Table) -> None:
    table.world.faults.close_dms(ADA_ID)
    place = await table.begin("one-zero-one")

    def notices() -> int:
        # If the DM is refused before the thread is there, it is said in the channel.
        said = [*place.messages.values(), *table.world.state.channels[GAMES_ID].messages.values()]
        return sum("cannot send you direct messages" in words(message.body) for message in said)

    await table.until(lambda: notices() > 0)
    board = table.board(place)
    shown = (await table.world.click(ADA_ID, board.id, button(board, "Hand")))["message_id"]
    await table.until(lambda: bool(alt_texts(table.message(shown).body)))
    assert table.message(shown).only_for == ADA_ID
    await table.play(place, Random(1).choice, limit=4)
    assert notices() == 1
    assert table.dms(ADA_ID) == []


async def test_a_dropped_gateway_is_resumed_and_the_game_goes_on(table: Table) -> None:
    place = await table.begin("binar")
    await table.play(place, Random(1).choice, limit=2)
    await table.world.faults.drop_gateway()
    await table.until(lambda: not table.world.state.bot_online)
    await table.until(lambda: table.world.state.bot_online)
    assert len(await table.play(place, Random(1).choice, limit=2)) == 2
    assert (table.server.gateway.identifies, table.server.gateway.resumes) == (1, 1)


@pytest.mark.parametrize(
    ("status", "after_accepting"),
    [(429, False), (502, False), (502, True)],
    ids=["429", "502", "502 once done"],
)
async def test_a_board_whose_post_fails_is_there_once_in_the_end(
    table: Table, status: int, after_accepting: bool
) -> None:
    place = await table.begin("binar")
    path = f"/channels/{place.id}/messages"
    table.world.faults.fail_next(1, status, path, retry_after=0.05, after_accepting=after_accepting)
    moves = await table.play(place, Random(1).choice, limit=1)
    await table.until(lambda: not table.world.faults.troubles)
    moves += await table.play(place, Random(1).choice, limit=1)
    await table.until(lambda: moves[1] in words(table.board(place).body))
    told = [words(message.body) for message in place.messages.values() if is_board(message)]
    assert [sum(f"`{move}`" in text for text in told) for move in moves] == [1, 1]


async def test_an_aged_board_is_succeeded_by_a_new_one(server: Server, tmp_path: Path) -> None:
    # The bot thinks its board young: that its edit is refused it may log as loud as it likes.
    async with at_table(server, tmp_path, quiet=False) as table:
        place = await table.begin("binar")
        old = table.board(place)
        table.world.faults.age(old.id)
        (move,) = await table.play(place, Random(1).choice, limit=1)
        await table.until(lambda: table.board(place).id != old.id)
        assert move in words(table.board(place).body)


async def test_a_deleted_board_is_posted_anew(table: Table) -> None:
    place = await table.begin("binar")
    table.world.faults.delete_message(table.board(place).id)
    (move,) = await table.play(place, Random(1).choice, limit=1)
    await table.until(lambda: any(map(is_board, place.messages.values())))
    assert move in words(table.board(place).body)


@pytest.mark.parametrize("locked", [False, True])
async def test_in_an_archived_thread_the_match_goes_on(table: Table, locked: bool) -> None:
    place = await table.begin("binar")
    table.world.faults.archive(place.id, locked)
    (move,) = await table.play(place, Random(1).choice, limit=1)
    await table.until(lambda: move in words(table.board(place).body))
    assert not place.archived


async def test_without_its_thread_the_match_goes_on_in_the_channel(table: Table) -> None:
    place = await table.begin("binar")
    turn = await table.to_move(place)
    assert turn is not None
    member_id, (move, *_) = turn
    table.world.faults.delete_channel(place.id)
    await table.world.slash(member_id, GAMES_ID, "move", {"move": move})
    channel = table.world.state.channels[GAMES_ID]
    await table.until(
        lambda: any(f"`{move}`" in words(m.body) for m in filter(is_board, channel.messages.values()))
    )


async def test_a_pick_goes_on_after_a_restart(table: Table) -> None:
    place = await table.begin("russian")
    turn = await table.to_move(place)
    assert turn is not None
    member_id, _ = turn
    picker = (await table.world.click(member_id, table.board(place).id, button(table.board(place), "Play")))[
        "message_id"
    ]
    for restarts in range(4):
        await table.until(lambda: not table.message(picker).loading)
        body = table.message(picker).body
        chosen = next((c for c in walk(body["components"]) if _is_choice(c)), None)
        if chosen is None or "You played" in words(body):
            break
        if restarts == 1:
            await table.bot.restart()
            await table.until(lambda: table.world.state.bot_online)
        if chosen["type"] == BUTTON:
            await table.world.click(member_id, picker, chosen["custom_id"])
        else:
            await table.world.select(member_id, picker, chosen["custom_id"], [chosen["options"][0]["value"]])
    after = await table.to_move(place)
    assert after is not None
    assert after[0] != member_id


def over(board: Message) -> bool:
    return any(word in words(board.body) for word in ("wins", "draw"))


def _is_choice(component: dict[str, object]) -> bool:
    custom_id = str(component.get("custom_id", ""))
    return component["type"] in (BUTTON, *SELECTS) and ":pick:" in custom_id
