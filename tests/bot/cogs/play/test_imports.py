"""/import: a record becomes a board to page through.

A match can be played on from any of its positions.
"""

from pathlib import Path
from typing import Any

import discord
import pytest

from club.members.quotas import Limits
from club.play.after.imports import SIZE_LIMIT
from data.sqlite.inspection import inspect_matches
from rules import json_records
from rules.catalogue import GAMES, load_match
from rules.match import Match
from tests.bot.cogs.play.import_steps import PDN, import_record, press
from tests.bot.matches_over import files, give_up
from tests.bot.server import Server, button, buttons, serve, texts
from tests.examples.every_game import EVERY
from tests.examples.three_in_a_row.entries import EXAMPLE
from tests.rules.playouts import random_match

JUNK = b"[Event 3]\n1. c3-d4"
AFTER = ["Analyse", "Replay", "Share", "Clean file"]
"""What can be done with a record that has moves and an end."""


@pytest.mark.ci
async def test_a_file_is_a_board_whose_pages_are_turned_in_place(room: Server) -> None:
    card = await import_record(room)
    assert card.ephemeral
    assert texts(card).startswith("### Russian checkers\nAda\\_ (White) — Bob (Black)\n")
    assert "Before the first move: 6 moves follow." in texts(card)
    assert list(buttons(card)) == ["On", "Last", "Play on from here", *AFTER]
    assert "Played on" not in texts(card), "no draw could be claimed"
    assert [file.filename for file in card.attachments] == ["board.png", "record.pdn"]
    seen = {texts(card)}
    for move in ("1. c3-d4", "1. c3-d4 f6-g5", "2. b2-c3"):
        card = await press(room, card, "On")
        assert f" of 6: {move}\n" in texts(card)
        seen.add(texts(card))
    assert "Ada\\_ moved" in texts(card)
    assert len(seen) == 4
    card = await press(room, card, "Last")
    assert "Move 6 of 6: 3. d4-c5 b6:b2" in texts(card)
    assert "**The record says 1-0: Ada\\_ (White) won.**" in texts(card)
    assert list(buttons(card)) == ["First", "Back", "Play on from here", *AFTER]
    card = await press(room, await press(room, card, "Back"), "First")
    assert "Before the first move: 6 moves follow." in texts(card)


@pytest.mark.ci
@pytest.mark.parametrize("names", [pytest.param(None, marks=pytest.mark.deep), ("Ada", "Bob")])
async def test_cards_end_with_what_happened_and_who_won_by_it(
    room: Server, names: tuple[str, str] | None
) -> None:
    match = random_match(GAMES["one-zero-one"], {}, seed=1, limit=99)
    outcome = match.outcome
    assert outcome and outcome.happened and outcome.score and outcome.winner is not None
    card = await import_record(room, json_records.write(match, names=names, whole=True).encode())
    last = await press(room, card, "Last")
    winner = names[outcome.winner] if names else f"Player {match.sides[outcome.winner]}"
    high, low = max(outcome.score), min(outcome.score)
    assert f"**{outcome.happened} {winner} wins {high}–{low}.**" in texts(last)


@pytest.mark.parametrize(
    "key",
    [pytest.param(key, marks=() if key in ("binar", EXAMPLE.key) else pytest.mark.deep) for key in EVERY],
    indirect=True,
)
async def test_every_game_is_shown_to_its_end(room: Server, key: str) -> None:
    match = random_match(GAMES[key], {}, seed=2, limit=600)
    assert match.outcome
    for end in (len(match.plies), len(match.plies) // 2):
        text = json_records.write(match.copy_at(end), whole=True)
        card = await press(room, await import_record(room, text.encode(), "x.json"), "Last")
        assert f"Move {end} of {end}: " in texts(card)
        assert ("Play on from here" in buttons(card)) is (end < len(match.plies) and not match.game.hidden)


async def test_text_is_pasted_into_a_form(room: Server) -> None:
    form = await room.ann.slash(room.channel, "import")
    answered = await room.ann.submit_modal(form, {"record": PDN.decode()})
    assert answered.response.ephemeral
    assert "Before the first move: 6 moves follow." in texts(answered.response)
    form = await room.ann.user.slash("import")
    answered = await room.ann.user.submit_modal(form, {"record": '[GameType "21"]\n1. 11-15 22-17\n2. 15-20'})
    assert "Line 3, column 4: 20 is not in one line with 15" in texts(answered.response)


async def test_a_record_of_one_move_or_none_is_counted_rightly(room: Server) -> None:
    one = await import_record(room, b'[GameType "25"]\n1. c3-d4 *')
    assert "Before the first move: 1 move follows." in texts(one)
    alone = await import_record(room, b'[GameType "25"]\n*')
    assert "A position alone: no move is recorded." in texts(alone)
    assert list(buttons(alone)) == ["Play on from here", "Share", "Clean file"]


@pytest.mark.ci
@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"junk", "Line 1, column 1: “junk” is not part of a game in PDN."),
        (b"", "Line 1, column 1: there is no game in this text."),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "Line 1, column 1: "),
        pytest.param(b"\xff\xfe\x00", "Line 1, column 1: ", marks=pytest.mark.deep),
        pytest.param(
            b'{"game": "binar", "moves": ["c3",\n "c3"]}',
            "Line 2, column 2: c3 is already taken.",
            marks=pytest.mark.deep,
        ),
        (
            b'{"game": "one-zero-one", "seen_by": 0}',
            "Line 1, column 37: this record shows only what one seat saw",
        ),
        pytest.param(b'[GameType "25"]\n1. c3-d4 c3-d4', "Line 2, column 10: ", marks=pytest.mark.deep),
        (b"Twotone: 1\nGame: [x](http://a.example)\n", "Line 2, column 7: there is no game"),
    ],
)
async def test_junk_is_one_sentence_with_line_and_column(room: Server, data: bytes, told: str) -> None:
    card = await import_record(room, data)
    assert card.ephemeral
    assert texts(card).startswith(told)
    assert "\n" not in texts(card)
    assert "](http" not in texts(card).replace("\\](http", "")


async def test_a_file_that_is_too_large_is_not_fetched(room: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail_on_fetch(_: discord.Attachment) -> bytes:
        raise AssertionError("fetched")

    monkeypatch.setattr(discord.Attachment, "read", fail_on_fetch)
    assert texts(await import_record(room, b" " * (SIZE_LIMIT + 1))).startswith(
        "A record has at most 256 KB;"
    )


async def test_nobody_brings_more_along_than_a_minute_allows(tmp_path: Path) -> None:
    async with serve(tmp_path / "few.db", limits=Limits(imports_per_minute=2)) as room:
        first = await import_record(room)
        await import_record(room, JUNK)
        refused = await import_record(room, PDN + b" ")
        assert "One person can bring 2 records along within a minute." in texts(refused)
        assert "Before the first" in texts(await import_record(room, PDN + b" ", who=room.ben))
        assert "Move 1 of 6" in texts(await press(room, first, "On"))  # what is at hand is read no more


async def test_a_card_without_its_file_says_what_to_do(room: Server) -> None:
    card = await import_record(room)
    await room.restart()
    for custom_id in ("v1:0:import-at:1:0123456789abcdef,on", "v1:0:import-play:1:x", "v1:0:import-at:1"):
        lost = room.plant(room.channel, [button(custom_id)])
        told = (await room.ann.click(lost, label="forged")).response
        assert "bring its record along again with" in texts(told)
    room.forge(await message_of(room, card), [button("v1:0:import-at:1:0123456789abcdef,on")])
    told = (await room.ann.click(card, label="forged")).response
    assert "bring its record along again with" in texts(told)


async def message_of(room: Server, card: Any) -> Any:
    return next(each for each in room.channel.history(viewer=room.ann) if each.id == card.id)


async def play_on(room: Server, card: Any) -> Any:
    """Play on from a card's position as Ann, with Ben in the other seat."""
    challenge = (await room.ann.click(card, label="Play on from here")).response
    assert not challenge.ephemeral
    await room.ben.click(challenge, label="Accept")
    return challenge


@pytest.mark.ci
async def test_a_match_is_played_on_from_a_position(room: Server) -> None:
    card = await press(room, await press(room, await import_record(room), "On"), "On")
    card = await press(room, card, "On")
    await room.restart()
    challenge = (await room.ann.click(card, label="Play on from here")).response
    assert "is looking for an opponent" in texts(challenge)
    assert "It begins from this position, with **Black** to move." in texts(challenge)
    again = (await room.ann.click(card, label="Play on from here")).response
    assert "You have asked for this already" in texts(again)
    await room.restart()
    await room.ben.click(challenge, label="Accept")
    match, told = await room.match(), load_match(PDN.decode())
    assert match.position.board == told.copy_at(3).position.board
    assert match.turn == 1
    players = await room.players()
    assert "to move** (Black)" in texts(room.board(room.place))
    await players[1].slash(room.place, "move", move="g5-h4")
    await players[0].slash(room.place, "move", move="d4-c5")
    assert "1. … g5-h4\n2. d4-c5" in texts((await room.cleo.slash(room.place, "history")).response)
    await room.restart()
    given = await files((await room.ann.slash(room.place, "export")).response)
    assert (
        load_match(given["pdn"]).position.board
        == load_match(given["json"]).position.board
        == (await room.match()).position.board
    )
    assert '[SetUp "1"]' in given["pdn"]


@pytest.mark.ci
async def test_a_rematch_begins_from_the_same_position(room: Server) -> None:
    await play_on(room, await press(room, await import_record(room), "On"))
    start = (await room.match()).origin
    first, second = await room.players()
    await give_up(second, room.place)
    await first.slash(room.place, "rematch")
    await second.slash(room.place, "rematch")
    assert (await room.match(2)).origin == start
    assert await room.players(2) == (second, first)


async def test_an_open_challenge_comes_back_with_its_position(room: Server) -> None:
    await play_on(room, await press(room, await import_record(room), "On"))
    start = (await room.match()).origin
    await room.ben.slash(room.place, "cancel")
    await room.env.settle()
    again = next(each for each in reversed(room.channel.history()) if "Accept" in buttons(each))
    assert "It begins from this position" in texts(again)
    await room.ben.click(again, label="Accept")
    assert (await room.match(2)).origin == start


@pytest.mark.ci
async def test_its_options_stay_as_they_are_its_clock_and_side_can_change(room: Server) -> None:
    match = random_match(GAMES["malaysian"], {"first": "lot"}, seed=1, limit=6)
    card = await press(
        room, await import_record(room, json_records.write(match, whole=True).encode()), "Last"
    )
    challenge = (await room.ann.click(card, label="Play on from here")).response
    form = await room.ann.click(challenge, label="Clock and side")
    assert form.modal is not None
    assert [part["component"]["custom_id"] for part in form.modal["components"]] == ["side", "clock"]
    changed = await room.ann.submit_modal(form, {"clock": ["2d"]})
    assert "2 days" in texts(changed.response)
    assert "rulebook" in texts(changed.response)
    await room.ben.click(challenge, label="Accept")
    played: Match = await room.match()
    assert played.sides == match.sides
    assert played.position.board == match.position.board


async def test_what_cannot_be_played_on_from_is_told(room: Server) -> None:
    cards = random_match(GAMES["one-zero-one"], {}, seed=1, limit=4)
    hidden = await import_record(room, json_records.write(cards, whole=True).encode())
    ended = Match(GAMES["russian"], {}, bytes(32))
    ended.set_position("W:Wc3:Bd4")
    ended.play("c3:e5")
    over = await import_record(room, json_records.write(ended, whole=True).encode())
    for card, ply, told in (
        (hidden, 1, "One Zero One is not played on from a record"),
        (over, 1, "The match is over in this position, so there is nothing to play on."),
    ):
        key = buttons(card)["On"].split(":")[4].partition(",")[0]
        room.forge(await message_of(room, card), [button(f"v1:0:import-play:{ply}:{key}")])
        assert told in texts((await room.ann.click(card, label="forged")).response)


async def test_nobody_plays_on_in_direct_messages(room: Server) -> None:
    form = await room.ann.user.slash("import")
    card = (await room.ann.user.submit_modal(form, {"record": PDN.decode()})).response
    told = (await room.ann.user.click(card, label="Play on from here")).response
    assert "Challenges are made on a server, in a group" in texts(told)


@pytest.mark.ci
async def test_the_check_finds_a_start_that_was_changed(tmp_path: Path) -> None:
    path = tmp_path / "twotone.db"
    async with serve(path) as room:
        await play_on(room, await press(room, await import_record(room), "On"))
        await (await room.players())[1].slash(room.place, "move", move="f6-g5")
        assert inspect_matches(path, range(1, 2)).broken == []
        start = (await room.bot.club.play.matches.load(1)).row.start
        assert start
        for changed in (None, start.replace('"g1"', '"e1"')):
            await set_start(room, changed)
            assert len(inspect_matches(path, range(1, 2)).broken) == 1
        await set_start(room, start)


async def set_start(room: Server, start: str | None) -> None:
    """Change a byte of the stored start, as damage would."""
    await room.run(room.bot.club.store.write(lambda tx: tx.run("UPDATE match SET start = ?", start)))


async def test_a_record_whose_players_claimed_no_draw_says_where_and_is_played_on_from_there(
    room: Server,
) -> None:
    lap = "e1-h4 f8-h6 h4-e1 h6-f8 "
    pdn = f'[GameType "25"]\n[FEN "W:WKa1,Ke1:BKb8,Kf8"]\n{lap * 2}e1-f2 2-0'.encode()
    card = await import_record(room, pdn)
    said = "the same position stood 3 times with the same side to move"
    assert f"-# Played on after move 8, where a draw could be claimed: {said}." in texts(card)
    card = await press(room, await press(room, card, "Last"), "Back")
    assert f"It was a draw for whoever had claimed it: {said}. Nobody did, and the match went on." in texts(
        card
    )
    posted = await press(room, card, "Play on from here")
    assert "It begins from this position, with **White** to move." in texts(posted)
    board = (await room.ben.click(posted, label="Accept")).response
    assert board is not None
    assert (await room.match(1)).turn == 0
