"""A league as members use it: one command makes it, and one tap signs up.

Its tables and matches are in the channel.
"""

import json
from functools import partial
from typing import Any

import pytest

from bot.cards.competitions.ladder import _picture as ladder_picture
from bot.cards.competitions.league_lines import picture_names, table_picture
from club.competitions.lookup import Official
from club.competitions.seasons import ABSENT
from club.members.people import Act, Person
from club.refusals import Refusal
from data.competitions.pairings import PairingResult
from rendering.picture import Picture
from tests.bot.cogs.competitions.league_steps import (
    DAY,
    boards,
    choose_result,
    four,
    later,
    league,
    posts,
    season,
    section,
)
from tests.bot.competing import make_competition, people
from tests.bot.officials import official
from tests.bot.server import Server, button, buttons, reply_text, texts
from tests.club.leagues import in_everything
from words import ENGLISH, Phrase, localizer_for


async def resign(room: Server, user_id: int, match_id: int = 1) -> None:
    """Resign a match, the first by default, as one of its players."""
    await room.run(room.bot.club.play.matches.resign(match_id, Act(user_id, 9_000_000 + match_id)))


async def test_members_sign_up_by_one_tap_and_leave_by_another(room: Server) -> None:
    _, card = await league(room)
    assert "It needs 4; 0 have joined." in texts(card) and "Nobody" not in texts(card)
    await room.ann.click(card, label="Join")
    await room.ann.click(card, label="Join")
    await room.ben.click(card, label="Join")
    await room.env.settle()
    assert f"**2 members have signed up**: <@{room.ann.id}>, <@{room.ben.id}>" in texts(season(room))
    assert "left the season" in reply_text(await room.ben.click(card, label="Leave"))
    await room.env.settle()
    assert f"**1 member has signed up**: <@{room.ann.id}>" in texts(season(room))
    assert len(posts(room, "Autumn league: season")) == 1


async def test_with_three_it_sleeps_and_its_card_says_so_until_a_fourth_joins_and_it_starts_now(
    room: Server,
) -> None:
    mo, card = await league(room, options="size 3")
    assert "It needs 4; 0 have joined." in texts(card)
    for member in (room.ann, room.ben, room.cleo):
        await member.click(card, label="Join")
    await room.env.settle()
    assert "It needs 4; 3 have joined." in texts(season(room))
    for _ in range(5):
        await later(room, 8 * DAY)
        assert "**Asleep**" in texts(season(room)) and "Starts" not in texts(season(room))
        assert [message.id for message in room.channel.history()] == [card.id]
    assert "It needs 4 members to start" in reply_text(await mo.click(season(room), label="Start now"))
    [dan] = people(room, 1)
    assert "You are in" in reply_text(await dan.click(season(room), label="Join"))
    await room.env.settle()
    shown = texts(season(room))
    assert "Asleep" not in shown and "It needs" not in shown and "Starts" in shown
    await mo.click(season(room), label="Start now")
    await later(room, 60)
    assert "can end 1–4" in texts(section(room)) and "Runs until" in texts(season(room))


async def test_a_league_of_evenings_is_made_by_a_choice(room: Server) -> None:
    _, card = await league(room, options="size 3", length="evening")
    assert "within 4 hours" in texts(card) and "10 minutes" in texts(card) and "vacation" not in texts(card)


@pytest.mark.ci
async def test_a_season_starts_with_a_table_that_mentions_everybody_once_and_a_thread_for_each_match(
    room: Server,
) -> None:
    _, members, card = await four(room)
    assert {user.id for user in card.mentions} == {member.id for member in members.values()}
    assert len(room.channel.threads) == 6
    assert len(boards(room)) == 6
    assert all("everybody meets everybody. " in texts(board) for board in boards(room))
    assert all("begins by the order of play" in texts(board) for board in boards(room))
    shown = texts(section(room))
    assert all(f"/{thread.id})" in shown for thread in room.channel.threads)
    assert "can end 1–4" in shown and "Everybody meets everybody of their section" in texts(season(room))
    assert "Sections: [A](" in texts(season(room))
    assert set(buttons(season(room))) == {"End the league"}
    former = room.plant(room.channel, [button("v1:0:season-in:0:1")])
    assert "This season has started." in reply_text(await room.ann.click(former, label="forged"))


@pytest.mark.ci
async def test_from_create_to_close_at_most_two_messages_a_section_stand_in_the_channel(room: Server) -> None:
    _, card = await league(room, options="size 3")
    most = 0
    for member in (room.ann, room.ben, room.cleo, *people(room, 5)):
        await member.click(card, label="Join")
    for days in (6, 2, 3, 9, 9, 1):
        await later(room, days * DAY)
        most = max(most, len(room.channel.history()))
        if days == 2:
            for match_id in range(1, 5):
                await resign(
                    room, (await room.bot.club.play.matches.load(match_id)).row.user_ids[0], match_id
                )
                await room.env.settle()
            most = max(most, len(room.channel.history()))
    ended = [texts(posts(room, f": section {letter}")[-1]) for letter in "AB"]
    assert all("This season is over" in shown for shown in ended)
    assert [len(room.channel.threads), most] == [12, 3]
    assert "season 2" in texts(season(room)) and len(posts(room, "Autumn league: season")) == 1


async def test_everybody_who_sees_a_table_can_take_it_as_files_and_nobody_elsewhere(room: Server) -> None:
    _, _, card = await four(room)
    guest = room.guild.add_member(room.env.create_user("Guest"))
    shown = await guest.click(card, label="Table as files")
    assert shown.ephemeral and "season 1, section A: the table as files" in reply_text(shown)
    trf, given, csv = [await each.read() for each in shown.response.attachments]
    assert len(csv.splitlines()) == 5
    assert trf.decode().startswith("012 Autumn league, 1, 1\n") and b"\n062 4\n" in trf
    assert len(json.loads(given)["remaining"]) == 6
    games = room.plant(room.channel, [button("v1:0:table-games:0:1")])
    assert reply_text(await guest.click(games, label="forged")) == "No game that you can see is over yet."
    for custom_id, where in (("1", room.guild.create_text_channel("elsewhere")), ("9", room.channel)):
        forged = room.plant(where, [button(f"v1:0:table-record:0:{custom_id}")])
        assert "not there any more" in reply_text(await guest.click(forged, label="forged"))


@pytest.mark.ci
async def test_a_match_that_ends_is_in_the_table_and_the_card_edits_itself(room: Server) -> None:
    _, _, card = await four(room)
    first, second = (await room.bot.club.play.matches.load(1)).row.seats
    await resign(room, second.user_id)
    now = section(room)
    assert now.id == card.id
    assert f"{first.name} – {second.name}](" in texts(now) and f"): {first.name} won" in texts(now)
    assert "2 points, 1 played" in texts(now)


async def test_the_organiser_rules_on_a_result_and_everybody_can_read_it(room: Server) -> None:
    mo, _, card = await four(room)
    assert "Only whoever has made this, or may manage" in reply_text(
        await room.ann.click(card, label="Rule on a result")
    )
    forged = room.plant(room.channel, [button("v1:0:rule-pair:0:1")])
    assert "Only whoever has made this, or may manage" in reply_text(
        await room.ann.click(forged, label="forged")
    )
    empty = await mo.click(card, label="Rule on a result")
    assert "No match has ended yet" in reply_text(empty)
    _, second = (await room.bot.club.play.matches.load(1)).row.seats
    await resign(room, second.user_id)
    for label, said in (("A draw", "has ruled on"), ("As it was played", "has taken back their ruling")):
        form = await choose_result(room, mo, label)
        done = await mo.submit_modal(form, {"why": "He said *so*"})
        assert "Noted" in reply_text(done)
        await room.env.settle()
        assert said in texts(section(room))
    assert "1 point, 1 played" not in texts(section(room))


def notices(room: Server, words: str) -> list[Any]:
    """The messages in the threads of matches that say something."""
    return [message for message in boards(room) if words in texts(message)]


async def test_a_ruling_is_told_to_both_in_the_match_and_contested_once_before_another_manager(
    room: Server,
) -> None:
    mo, members, _ = await four(room)
    row = (await room.bot.club.play.matches.load(1)).row
    first, second = (next(each for each in members.values() if each.id == id_) for id_ in row.user_ids)
    other = next(each for each in members.values() if each.id not in row.user_ids)
    await resign(room, second.id)
    await mo.submit_modal(await choose_result(room, mo, "A draw"), {"why": "Both *agreed*"})
    await room.env.settle()
    [told] = notices(room, f"<@{mo.id}> has ruled on this match (**a draw**).")
    assert told.channel.id == row.thread_id and "Why: Both \\*agreed\\*" in texts(told)
    assert {user.id for user in told.mentions} >= {first.id, second.id}
    assert "You are not in this" in reply_text(await other.click(told, label="Ask another manager"))
    assert "Another manager is asked" in reply_text(await first.click(told, label="Ask another manager"))
    assert "contested already" in reply_text(await second.click(told, label="Ask another manager"))
    await room.env.settle()
    [asked] = notices(room, f"<@{first.id}> contests this ruling")
    owner = room.env.backend.guilds[room.guild.id].owner_id
    assert {user.id for user in asked.mentions} == {first.id, owner}  # not Mo, who made it and has ruled
    assert f"<@{first.id}> contests the ruling on" in texts(section(room))
    refused = await mo.submit_modal(await choose_result(room, mo, "Counts nothing"), {"why": "No"})
    assert "Your own ruling is contested" in reply_text(refused)
    flo = official(room, "Flo", manage_guild=True)
    await flo.submit_modal(await choose_result(room, flo, "Counts nothing"), {"why": "No"})
    await room.env.settle()
    [last] = notices(room, f"<@{flo.id}> has ruled on this match (**it counts nothing**).")
    assert "contest" not in texts(last) and set(buttons(last)) == {"The table"}


async def test_a_ruling_is_contested_in_the_match_though_the_league_has_moved(room: Server) -> None:
    mo, members, _ = await four(room)
    row = (await room.bot.club.play.matches.load(1)).row
    first = next(each for each in members.values() if each.id == row.user_ids[0])
    await resign(room, row.user_ids[1])
    await mo.submit_modal(await choose_result(room, mo, "A draw"), {"why": "So"})
    await room.env.settle()
    [told] = notices(room, "has ruled on this match")
    await mo.slash(room.guild.create_text_channel("leagues"), "league move", league="Autumn league")
    assert "Another manager is asked" in reply_text(await first.click(told, label="Ask another manager"))


async def test_another_manager_may_keep_a_ruling_and_one_without_a_reason_is_refused(room: Server) -> None:
    mo, _, _ = await four(room)
    row = (await room.bot.club.play.matches.load(1)).row
    await resign(room, row.user_ids[1])
    rules, draw = room.bot.club.competitions.all, PairingResult.DRAW
    refused = await mo.submit_modal(await choose_result(room, mo, "A draw"), {"why": "  "})
    assert "A ruling needs a reason" in reply_text(refused)
    pairing_id = (await rules.load_crosstable(1)).pairings[0].id
    await room.run(rules.rule_on(pairing_id, draw, official=Official(mo.id), why="So"))
    await room.run(rules.rule_on(pairing_id, draw, official=Official(mo.id), why="Again"))
    assert len(notices(room, "has ruled on this match")) == 1
    await room.run(rules.contest(pairing_id, row.user_ids[0]))
    await room.run(rules.rule_on(pairing_id, draw, official=Official(1, row.guild_id), why="It stays"))
    assert len(notices(room, "has ruled on this match (**a draw**)")) == 2
    with pytest.raises(Refusal, match="contested already"):
        await rules.contest(pairing_id, row.user_ids[1])


async def test_who_withdraws_is_asked_first_and_gets_nothing_new(room: Server) -> None:
    _, _, card = await four(room)
    asked = await room.ann.click(card, label="Withdraw")
    done = await room.ann.click(asked.response, label="Withdraw")
    assert "You have withdrawn" in reply_text(done)
    await room.env.settle()
    assert f"<@{room.ann.id}> has withdrawn" in texts(section(room))
    assert "already" in reply_text(await room.ann.click(card, label="Withdraw"))
    outsider = room.guild.add_member(room.env.create_user("Eve"))
    assert "not in this section" in reply_text(await outsider.click(card, label="Withdraw"))


@pytest.mark.ci
async def test_a_place_whose_owner_never_moves_is_free_after_two_days(room: Server) -> None:
    mo, _, card = await four(room)
    before = len(room.channel.history())
    await later(room, ABSENT + 3600)
    now = section(room)
    assert now.id == card.id and len(room.channel.history()) == before, "the card changes where it stands"
    assert f"<@{mo.id}> and everybody: who is not in this season can take that place" in texts(now)
    offered = buttons(now)
    free = [label for label in offered if label.startswith("Take the place")]
    assert "already" in reply_text(await room.ann.click(now, label=free[0]))
    eve = room.guild.add_member(room.env.create_user("Eve"))
    fay = room.guild.add_member(room.env.create_user("Fay"))
    assert "The place is yours" in reply_text(await eve.click(now, label=free[0]))
    former = room.plant(room.channel, [button(offered[free[0]])])  # still on Fay's screen
    assert "not free any more" in reply_text(await fay.click(former, label="forged"))
    assert f"<@{eve.id}> has taken the place" in texts(section(room))
    ended = [board for board in boards(room) if "somebody else has taken the place" in texts(board)]
    assert len(ended) == 3
    hers = [await room.bot.club.play.matches.load(match_id) for match_id in range(7, 10)]
    assert all(table.is_running and table.seat_of(eve.id) is not None for table in hers)


async def test_an_organiser_ends_the_league(room: Server) -> None:
    mo, card = await league(room)
    assert "Only whoever has made this, or may manage" in reply_text(
        await room.ann.click(card, label="End the league")
    )
    asked = await mo.click(card, label="End the league")
    assert "The league is ended" in reply_text(await mo.click(asked.response, label="End the league"))
    await room.env.settle()
    assert "This season is called off: the league was ended." in texts(season(room))
    assert buttons(season(room)) == {}


@pytest.mark.parametrize(
    ("command", "options", "said"),
    [
        ("tournament create", {"kind": "robin", "name": "Cup"}, "It needs 3; 0 have joined."),
        ("team match", {"first": "Red", "second": "Blue"}, "Each team needs 2; the smaller one has 0."),
    ],
)
async def test_an_open_card_says_what_it_needs_and_offers_to_start_now(
    room: Server, command: str, options: dict[str, str], said: str
) -> None:
    await make_competition(room, command, game="binar", clock="3d+1d", **options)
    [card] = room.channel.history()
    assert said in texts(card) and "Start now" in buttons(card)


async def test_every_picture_of_a_competition_has_handles_for_names_that_it_cannot_draw(room: Server) -> None:
    club, say = room.bot.club, localizer_for(ENGLISH)
    for number in (71, 72):
        who = Person(number, "井上")
        await room.run(club.members.preferences.note_user(number, "en", f"neko{number}"))
        await room.run(club.store.write(partial(in_everything, who=who, at=club.now())))
        sheet = await club.competitions.all.load_crosstable(number - 70)
        drawings = (
            table_picture(sheet, Phrase("picture.ladder"), say),
            ladder_picture(sheet, sheet.lines, say),
        )
        for made in (drawing.make() for drawing in drawings):
            assert isinstance(made, Picture) and f"@neko{number}" in made.alt
        assert picture_names(sheet, say)[sheet.lines[0].entrant.id] == f"@neko{number}"
