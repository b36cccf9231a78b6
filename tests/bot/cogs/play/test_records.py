"""/history, /export and their buttons: moves in pages, and the record as files.

Nothing hidden shows before the end.
"""

import json
from typing import Any

import pytest

from bot.cards.play.moves import _pages
from data.play import matches
from rules.catalogue import GAMES, load_match, parse_record
from rules.checkers import lidraughts
from rules.editions import RULES_VERSION
from rules.game import BadRecord
from rules.match import Match
from tests.bot.matches_over import files, resign
from tests.bot.server import Server, buttons, press_behind, texts, walk
from tests.data.samples import as_new
from tests.rules.playouts import random_match


async def store_match(room: Server, game: str, plies: int, *, seed: int = 1) -> Match:
    """Store a match of Ann and Ben in the channel, after so many plies.

    It is as if they had just made them.
    """
    match = random_match(GAMES[game], {}, seed, limit=plies)
    now = room.env.now().timestamp()
    people = [(room.ann.id, "Ann"), (room.ben.id, "Ben")]

    new = as_new(
        match,
        rules_version=RULES_VERSION,
        turn=match.turn,
        guild_id=room.guild.id,
        channel_id=room.channel.id,
    )
    await room.run(room.bot.club.store.write(lambda tx: matches.create(tx, new, people, at=now)))
    return match


def links(message: Any) -> dict[str, str]:
    """The links of a card: label → address."""
    return {
        part["label"]: part["url"]
        for part in walk(message.components)
        if part.get("url") and part["type"] == 2
    }


async def test_the_moves_come_in_pages_that_are_turned_in_place(room: Server) -> None:
    plies = [ply.text for ply in (await store_match(room, "international", 43)).plies]
    shown = (await room.cleo.slash(room.channel, "history")).response
    assert shown.ephemeral
    assert texts(shown).startswith("### International draughts: moves 21 to 22 of 22\n")
    assert f"```\n21. {plies[40]} {plies[41]}\n22. {plies[42]}\n```" in texts(shown)
    assert list(buttons(shown)) == ["Earlier", "Replay", "Record"]
    earlier = (await room.cleo.click(shown, label="Earlier")).response
    assert earlier.id == shown.id
    assert "moves 1 to 20 of 22" in texts(earlier)
    assert texts(earlier).index(f"\n1. {plies[0]} ") < texts(earlier).index(f"\n20. {plies[38]} ")
    assert list(buttons(earlier)) == ["Later", "Replay", "Record"]
    await room.restart()
    later = (await room.cleo.click(earlier, label="Later")).response
    assert texts(later) == texts(shown)


def test_lines_too_long_for_a_message_are_fewer_on_a_page() -> None:
    assert [len(page) for page in _pages(["x" * 400] * 20)] == [7, 7, 6]


async def test_checkers_come_as_pdn_and_json_and_other_games_as_json(room: Server) -> None:
    match = await store_match(room, "russian", 5)
    shown = (await room.ann.slash(room.channel, "export")).response
    assert shown.ephemeral
    assert "The match so far." in texts(shown)
    given = await files(shown)
    for form in ("pdn", "json"):
        found = parse_record(given[form])
        assert found.match.position == match.position
        assert found.names == ("Ann", "Ben")
        assert match.secret.hex() not in given[form]
    assert '[White "Ann"]\n[Black "Ben"]\n[Result "*"]\n[GameType "25,W,8,8,A0,0"]' in given["pdn"]
    assert '[Date "????.??.??"]' not in given["pdn"]
    await store_match(room, "binar", 1)
    assert list(await files((await room.cleo.slash(room.channel, "export", match="2")).response)) == ["json"]


async def test_after_the_end_the_whole_record_is_there_with_its_seed(room: Server) -> None:
    await store_match(room, "russian", 5)
    await resign(room, room.channel)
    moves = (await press_behind(room.cleo, room.board(room.channel), "Moves")).response
    shown = (await press_behind(room.cleo, moves, "Record")).response
    assert "The whole match." in texts(shown)
    match = await room.match()
    for text in (await files(shown)).values():
        assert load_match(text).secret == match.secret
        assert load_match(text).outcome == match.outcome


@pytest.mark.ci
@pytest.mark.parametrize("who", ["ann", "ben", "cleo"])
async def test_hidden_hands_are_only_their_own_players_before_the_end(room: Server, who: str) -> None:
    match, place = await store_match(room, "one-zero-one", 4), room.channel
    person = getattr(room, who)
    seat = (room.ann, room.ben, room.cleo).index(person)
    shown = (await person.slash(place, "export")).response
    given = (await files(shown))["json"]
    found = json.loads(given)
    assert match.secret.hex() not in given
    assert found["seen_by"] == (seat if seat < 2 else None)
    assert [hand is not None for hand in found["view"]["hands"]] == [seat == 0, seat == 1]
    assert ("as everybody sees it" if seat == 2 else "as you have seen it") in texts(shown)
    with pytest.raises(BadRecord, match="shows only what one seat saw"):
        load_match(given)
    await resign(room, place)
    shown = (await person.slash(place, "export", match="1")).response
    assert "with both hands and the seed" in texts(shown)
    again = load_match((await files(shown))["json"])
    assert again.outcome == (await room.match()).outcome
    assert again.secret == match.secret


async def test_a_record_says_who_played_when_and_how_it_ended(room: Server) -> None:
    began = room.env.now()
    await store_match(room, "russian", 5)
    await resign(room, room.channel)
    shown = (await room.cleo.slash(room.channel, "export", match="1")).response
    assert texts(shown).startswith("### Russian checkers: record\n")
    assert f"<@{room.ann.id}> (White) — <@{room.ben.id}> (Black)" in texts(shown)
    assert "**Ann (White) wins: Ben resigned**" in texts(shown)
    assert {file.filename: file.description for file in shown.attachments} == {
        "russian-1.pdn": "The record of Russian checkers in PDN, which draughts programs read",
        "russian-1.json": "The record of Russian checkers in JSON",
    }
    given = await files(shown)
    assert f'[Date "{began:%Y.%m.%d}"]' in given["pdn"]
    assert json.loads(given["json"])["date"] == f"{began:%Y-%m-%d}"


async def test_links_to_lidraughts_come_after_the_end_and_only_for_what_it_knows(room: Server) -> None:
    await store_match(room, "russian", 5)
    place = room.channel
    assert links((await room.ann.slash(place, "export")).response) == {}
    await resign(room, place)
    found = links((await room.ann.slash(place, "export", match="1")).response)
    assert list(found) == ["Game on lidraughts", "Position on lidraughts"]
    assert found["Game on lidraughts"].startswith(
        "https://lidraughts.org/paste?pdn=%5BGameType+%2225%22%5D%0A"
    )
    assert found["Position on lidraughts"].startswith("https://lidraughts.org/analysis/russian/B:W")
    await store_match(room, "american", 2)
    await resign(room, place)
    assert links((await room.ann.slash(place, "export", match="2")).response) == {}


@pytest.mark.ci
async def test_a_game_that_lidraughts_does_not_replay_is_linked_by_its_position(room: Server) -> None:
    assert lidraughts.import_url(await store_match(room, "frisian", 30, seed=28)) is None
    await resign(room, room.channel)
    shown = (await room.cleo.slash(room.channel, "export", match="1")).response
    assert list(links(shown)) == ["Position on lidraughts"]
    assert "The rules of lidraughts do not replay this game" in texts(shown)
