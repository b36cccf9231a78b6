"""A tournament as members use it: one command makes it, and one tap signs up.

It is played round by round.
"""

from dataclasses import replace
from typing import Any

import discord
import pytest

from bot.cards.competitions.swiss import SwissCards
from club.members.people import Act
from club.play.course.offers import OfferKind
from data.competitions.entrants import EntrantRow
from rules.record_files import read_text
from tests.bot.cogs.competitions.league_steps import later
from tests.bot.cogs.competitions.tournament_steps import (
    MINUTE,
    first_card,
    here,
    start_tournament,
    table,
    tournament,
    tournament_from_file,
)
from tests.bot.competing import load_pairings, lose, people, take_mentions
from tests.bot.officials import manager
from tests.bot.server import Server, button, buttons, menus, reply_text, texts, walk
from tests.club.competitions.trf_texts import ONE_ROUND, line, trf
from words import ENGLISH, localizer_for


async def agree_draw(room: Server, match_id: int) -> None:
    """Agree to a draw as both players of a match."""
    first, second = (await room.bot.club.play.matches.load(match_id)).row.seats
    offers = room.bot.club.play.offers
    await room.run(offers.offer(match_id, Act(first.user_id, 9_100_000 + match_id), OfferKind.DRAW))
    await room.run(offers.accept(match_id, Act(second.user_id, 9_200_000 + match_id), OfferKind.DRAW))


async def play(room: Server) -> None:
    """All matches that run are played."""
    for pairing in await load_pairings(room):
        if pairing.effective_result is None:
            await lose(room, pairing.match_id or 0)
    await later(room, 1.0)


def ids(*members: Any) -> list[int]:
    return sorted(member.id for member in members)


async def test_a_tournament_from_a_file_goes_on_with_who_takes_a_place(room: Server) -> None:
    await tournament_from_file(room)
    card = table(room)
    assert "Round 2 of 3" in texts(card) and "0 of 5 are here" in texts(card)
    assert "Ivanov, Ivan: 2 points, 1 played" in texts(card) and take_mentions(room) == []
    assert "It has started" in texts(first_card(room)) and "Nobody has signed up yet" in texts(
        first_card(room)
    )
    ann, ben, late = people(room, 3)
    also = await late.click(table(room), label="This is me")
    for member, name in ((ann, "Ivanov, Ivan (2150)"), (ben, "Player 2 (1900)")):
        shown = await member.click(table(room), label="This is me")
        [pick] = menus(shown.response)
        [value] = [each["value"] for each in pick["options"] if each["label"] == name]
        assert "You are in round 2" in reply_text(await member.select(shown.response, [value]))
        await room.env.settle()
    assert "not free any more" in reply_text(await late.select(also.response, [value]))
    assert "2 members have signed up" in texts(first_card(room))
    assert f"<@{ann.id}>: 2 points" in texts(table(room)) and "2 of 5 are here" in texts(table(room))
    await later(room, 31 * MINUTE)
    assert "Player 2 – Ivanov, Ivan" in texts(table(room)) and "Player 3: 0 points" in texts(table(room))


async def test_more_places_than_a_menu_has_stand_in_several(room: Server) -> None:
    entrants = trf(*(line(number) for number in range(1, 28)))
    await tournament(room, table=("friday.trf", entrants))
    shown = await room.ann.click(table(room), label="This is me")
    found = menus(shown.response)
    assert [len(each["options"]) for each in found] == [25, 2]
    assert found[1]["options"][1]["label"] == "Player 27"


async def test_all_lines_of_a_long_table_are_shown_page_by_page(room: Server) -> None:
    entrants = trf(*(line(number) for number in range(1, 46)))
    await tournament(room, table=("friday.trf", entrants))
    shown = await room.ann.click(table(room), label="Whole table")
    assert "Friday" in reply_text(shown)
    names = [file.filename for file in shown.response.attachments]
    assert names == ["chart.png", "table-21.png", "table-41.png"]
    told = [
        item["description"]
        for each in walk(shown.response.components)
        if each.get("type") == 12
        for item in each["items"]
    ]
    for words, first in zip(told, (1, 21, 41), strict=True):
        assert f" Player {first}:" in words


async def test_a_bad_file_or_another_kind_of_tournament_is_refused(room: Server) -> None:
    mo = manager(room)
    given = {"name": "Friday", "game": "binar", "clock": "10+5"}
    for kind, data, said in (
        ("swiss", b"1. 32-28 *", "no line that begins with 001"),
        ("swiss", b"0" * 70_000, "larger than 64 KB"),
        ("robin", trf(*ONE_ROUND), "Only a Swiss evening can go on from a file"),
    ):
        shown = await mo.slash(
            room.channel, "tournament create", kind=kind, table=("friday.trf", data), **given
        )
        assert said in reply_text(shown)
    assert room.channel.history() == []


@pytest.mark.ci
async def test_members_leave_before_it_starts_and_the_organiser_starts_it_early(room: Server) -> None:
    mo, card = await tournament(room)
    members = people(room, 5)
    for member in members:
        await member.click(card, label="Join")
    assert "You are out" in reply_text(await members[4].click(card, label="Leave"))
    assert "Only whoever" in reply_text(await members[0].click(card, label="Start now"))
    assert "It starts." in reply_text(await mo.click(card, label="Start now"))
    await later(room, 1.0)
    assert "Round 1 of 3" in texts(table(room))
    assert "You can still join" in texts(first_card(room))


@pytest.mark.ci
async def test_a_knock_out_shows_its_bracket_in_words_and_its_winner(room: Server) -> None:
    _, members, card = await start_tournament(room, 5, "knockout", clock="1d")
    assert take_mentions(room) == ids(members[3], members[4])
    assert texts(card).count("has the first round free") == 3
    assert "waits for the other" in texts(card)
    alt = card.attachments[0].description or ""
    assert alt.startswith("The bracket of Friday. Round 1 of 3. Final. Nobody yet. Round 2. Member")
    assert alt.count("has the first round free") == 3 and alt.count("waits for the other") == 1
    for _ in range(3):
        await play(room)
    ended = table(room).attachments[0].description or ""
    name = (await winner(room)).name
    assert f"Round 3 of 3. {name} has won. Final. Member" in ended
    over = texts(table(room))
    assert "has won.**" in over and "Over after round 3 of 3" in over
    assert set(buttons(table(room))) == {"Rule on a result", "Table as files"}


async def winner(room: Server) -> EntrantRow:
    """Who has won a knock-out, as its card says it."""
    user_id = int(texts(table(room)).split("> has won.**")[0].split("**<@")[-1])
    sheet = await room.bot.club.competitions.all.load_crosstable(1)
    return next(line.entrant for line in sheet.lines if line.entrant.user_id == user_id)


@pytest.mark.ci
async def test_the_first_round_of_64_is_told_whole_and_a_late_one_is_named(room: Server) -> None:
    _, members, _ = await start_tournament(room, 4)
    await here(room, members)
    sheet = await room.run(room.bot.club.competitions.all.load_crosstable(1))
    far, [line, *_], [pairing, *_] = 10**18, sheet.lines, sheet.pairings
    lines = [
        replace(line, entrant=replace(line.entrant, id=number, user_id=far + number)) for number in range(65)
    ]
    met = [replace(pairing, id=number, first_id=2 * number, second_id=2 * number + 1) for number in range(32)]
    shown = SwissCards().section_card(
        replace(sheet, lines=lines, pairings=met), localizer_for(ENGLISH), None, is_new_post=False
    )
    parts = [part.content for part in shown.view.walk_children() if isinstance(part, discord.ui.TextDisplay)]
    assert sum(len(part) for part in parts) < 4000
    [told_] = [part for part in parts if " – " in part]
    pairs, late = told_.splitlines()[:32], told_.splitlines()[32:]
    assert all(" – " in each for each in pairs) and late == [f"<@{far + 64}>"]


@pytest.mark.ci
async def test_a_round_that_is_not_there_is_neither_taken_back_nor_waited_for(room: Server) -> None:
    mo, members, _ = await start_tournament(room, 3)
    back = room.plant(room.channel, [button("v1:0:round-yes:0:1")])
    assert "No round has been paired yet." in reply_text(await mo.click(back, label="forged"))
    await here(room, members)
    await play(room)
    await here(room, members)
    assert "You can still join" not in texts(first_card(room))
    ready = room.plant(room.channel, [button("v1:0:here:0:1")])
    assert "No other round is to come." in reply_text(await members[0].click(ready, label="forged"))
    await play(room)
    assert "Over after round 2 of 2" in texts(table(room))
    assert "No round of it is to come." in reply_text(await members[0].click(ready, label="forged"))


async def test_its_table_is_given_as_files_to_whoever_sees_it(room: Server) -> None:
    _, members, _ = await start_tournament(room, 4)
    await here(room, members)
    shown = await members[0].click(table(room), label="Table as files")
    assert "Friday: the table as files" in reply_text(shown)
    assert [file.filename for file in shown.response.attachments] == [
        "table-1.trf",
        "table-1.json",
        "table-1.csv",
    ]
    assert "All games as PDN" not in buttons(shown.response), "Binar has no PDN"


async def test_the_games_of_an_event_are_one_pdn_for_whoever_sees_them(room: Server) -> None:
    _, members, _ = await start_tournament(
        room, 4, "robin", clock="1d", game="russian", options="from the start"
    )
    files = await members[0].click(table(room), label="Table as files")
    assert "All games as PDN" not in buttons(files.response), "none is over"
    await lose(room, 1)
    await lose(room, 2)
    await room.env.settle()
    files = await members[0].click(table(room), label="Table as files")
    shown = await members[0].click(files.response, label="All games as PDN")
    assert "2 games" in reply_text(shown)
    [file] = shown.response.attachments
    games = read_text((await file.read()).decode()).games
    assert [(game.tags["Event"], game.tags["Round"], game.result) for game in games] == [
        ("Friday", "1", game.result) for game in games
    ]
    assert all(game.error is None and not game.unread and game.tags["White"] != "?" for game in games)
