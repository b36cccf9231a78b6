"""The entries that `/admin log` lists.

Each change of a server's settings and each act of a moderator is there once, with who and when.
"""

import asyncio
import json
from dataclasses import fields, replace
from functools import partial
from typing import Any

import pytest

from club.club import Club
from club.members.quotas import LIMITS
from club.play.course.admin_log import ENDED, MOVED, NO_SETTINGS, PAGE, AdminLogPage
from club.play.match.access import Asker, Rights, no_rights
from club.refusals import Refusal
from data.database.transaction import Transaction
from data.members import admin_log
from data.members.servers import ServerRow
from data.play import matches
from data.play.places import PlacedRow
from data.puzzles import daily
from tests.club.people import ANN, BEN, CHANNEL, CLEO, GUILD, act, start_match

OTHERS: dict[str, Any] = {
    "channels": (CHANNEL, 12),
    "threads": False,
    "running_limit": 5,
    "open_limit": 3,
    "language": "de",
    "clock": "3d",
    "clock_least": 3600,
    "clock_most": 14 * 86400,
    "computers": False,
    "zone": "Europe/Berlin",
    "puzzle_channel": CHANNEL,
    "puzzle_hour": 7,
    "card_channel": CHANNEL,
    "digest_channel": CHANNEL,
    "digest_day": 0,
    "digest_hour": 7,
    "mined": True,
    "ratings": "none",
    "pages": "listed",
    "lab": False,
}
"""Another value than the usual one of each setting."""


async def sees_all(place: PlacedRow) -> Rights:
    return Rights(may_see=True)


async def page(club: Club, number: int = 0, *, who: int = CLEO.id, guild_id: int = GUILD) -> AdminLogPage:
    """Return a page of the log as read by a member who sees everything."""
    return await club.play.admin_log.load_page(Asker(who, guild_id, CHANNEL, sees_all), guild_id, number)


async def log_entries(club: Club, guild_id: int = GUILD) -> list[tuple[int | None, str, Any, Any]]:
    """Return who changed which setting from what to what, newest first."""
    rows = await club.store.read(partial(admin_log.list_newest, guild_id=guild_id, skip=0, limit=99))
    return [
        (row.user_id, row.what, json.loads(row.was or "null"), json.loads(row.became or "null"))
        for row in rows
    ]


def test_every_setting_of_a_server_is_tried_here() -> None:
    assert set(OTHERS) == {field.name for field in fields(ServerRow)} - NO_SETTINGS


@pytest.mark.ci
@pytest.mark.parametrize("name", OTHERS)
async def test_each_setting_is_noted_with_who_from_what_to_what_and_when(club: Club, name: str) -> None:
    usual = getattr(ServerRow(GUILD), name)
    is_daily = name.startswith("puzzle_") or name == "zone"
    change = club.puzzles.daily.change_settings if is_daily else club.members.servers.change
    for _ in range(2):  # the second time changes nothing
        await change(GUILD, moderator_id=ANN.id, **{name: OTHERS[name]})
    await change(GUILD, moderator_id=BEN.id, **{name: usual})
    usual, other = json.loads(json.dumps([usual, OTHERS[name]]))
    assert await log_entries(club) == [(BEN.id, name, other, usual), (ANN.id, name, usual, other)]
    assert {entry.row.at for entry in (await page(club)).entries} == {club.now()}
    assert await log_entries(club, GUILD + 1) == []


async def test_what_is_refused_is_not_noted(club: Club) -> None:
    await club.members.servers.change(GUILD, moderator_id=ANN.id, clock_most=3600)
    with pytest.raises(Refusal):
        await club.members.servers.change(GUILD, moderator_id=ANN.id, clock_least=7200)
    assert [what for _, what, *_ in await log_entries(club)] == ["clock_most"]


async def test_what_the_bot_does_by_itself_is_noted_without_a_person(club: Club) -> None:
    await club.puzzles.daily.change_settings(GUILD, moderator_id=ANN.id, puzzle_channel=CHANNEL)

    async def stop_daily(tx: Transaction) -> None:
        """Post a daily puzzle and stop it as the bot does by itself."""
        await daily.add(tx, guild_id=GUILD, channel_id=CHANNEL, day=1, key="k", made_at=1.0)
        post = await daily.find_latest(tx, GUILD)
        assert post is not None
        await club.puzzles.daily.stop_posting(tx, post)

    await club.store.write(stop_daily)
    assert (await log_entries(club))[0] == (None, "puzzle_channel", CHANNEL, None)


async def test_a_moderator_s_end_is_noted_once_however_often_they_press(club: Club) -> None:
    table = await start_match(club)
    press = act(CLEO)
    for _ in range(2):
        await club.play.moderation.end_match(table.row.id, press)
    [entry] = (await page(club)).entries
    assert (entry.row.user_id, entry.row.what, entry.row.match_id) == (CLEO.id, ENDED, table.row.id)
    assert entry.match is not None
    assert entry.match.row.names == ("Ann", "Ben")


async def test_the_end_of_a_match_that_nobody_can_play_on_is_noted_too(club: Club) -> None:
    table = await start_match(club)
    assert await club.play.matches.quarantine.put(table.row.id, "match.broken", ValueError())
    press = act(CLEO)
    for _ in range(2):
        await club.play.moderation.end_match(table.row.id, press)
    assert [(who, what) for who, what, *_ in await log_entries(club)] == [(CLEO.id, ENDED)]


async def test_a_moderator_s_move_is_noted_with_both_places_and_a_player_s_is_not(club: Club) -> None:
    table = await start_match(club)
    press = act(CLEO)
    for _ in range(2):
        await club.play.mover.move(table.row.id, press, channel_id=99)
    assert await log_entries(club) == [(CLEO.id, MOVED, CHANNEL, 99)]
    await club.play.places.suspend_channel(99)
    await club.play.mover.resume(table.row.id, act(ANN), guild_id=GUILD, channel_id=98)
    assert len(await log_entries(club)) == 1


@pytest.mark.both_databases
async def test_of_two_moderators_at_the_same_moment_one_is_noted(club: Club) -> None:
    table = await start_match(club)
    both = (club.play.moderation.end_match(table.row.id, act(who)) for who in (ANN, CLEO))
    [refused] = [fault for fault in await asyncio.gather(*both, return_exceptions=True) if fault]
    assert isinstance(refused, Refusal)
    assert len(await log_entries(club)) == 1


async def test_the_newest_come_first_a_page_at_a_time_and_a_page_that_is_not_there_is_the_nearest(
    club: Club,
) -> None:
    assert (await page(club)).page_count == 1
    for hour in range(PAGE + 2):
        await club.puzzles.daily.change_settings(GUILD, moderator_id=ANN.id, puzzle_hour=hour)
    shown = [await page(club, number) for number in (0, 1, 5, -3)]
    assert [(each.number, each.page_count, len(each.entries)) for each in shown] == [
        (0, 2, PAGE),
        (1, 2, 2),
        (1, 2, 2),
        (0, 2, PAGE),
    ]
    hours = [entry.row.became for each in shown[:2] for entry in each.entries]
    assert hours == [str(hour) for hour in reversed(range(PAGE + 2))]


@pytest.mark.both_databases
async def test_of_each_server_only_the_newest_stay(club: Club) -> None:
    club.play.admin_log._limits = replace(LIMITS, log_entries_kept=3)
    await club.puzzles.daily.change_settings(GUILD + 1, moderator_id=ANN.id, puzzle_hour=23)
    for hour in range(6):
        await club.puzzles.daily.change_settings(GUILD, moderator_id=ANN.id, puzzle_hour=hour)
    assert [became for *_, became in await log_entries(club)] == [5, 4, 3]
    assert [became for *_, became in await log_entries(club, GUILD + 1)] == [23]
    assert (await page(club)).kept_limit == 3


async def test_who_may_not_see_a_match_does_not_learn_of_it_here_and_its_players_do(club: Club) -> None:
    table = await start_match(club)
    await club.play.moderation.end_match(table.row.id, act(CLEO))
    [hidden] = (await club.play.admin_log.load_page(Asker(7, GUILD, CHANNEL, no_rights), GUILD, 0)).entries
    assert (hidden.match, hidden.is_hidden) == (None, True)
    [own] = (await club.play.admin_log.load_page(Asker(ANN.id, GUILD, CHANNEL, no_rights), GUILD, 0)).entries
    assert own.match is not None
    assert not own.is_hidden


async def test_a_match_that_is_not_kept_any_more_leaves_its_row(club: Club) -> None:
    table = await start_match(club)
    await club.play.moderation.end_match(table.row.id, act(CLEO))

    async def remove(tx: Transaction) -> None:
        await tx.run("DELETE FROM match WHERE id = ?", table.row.id)

    await club.store.write(remove)
    [entry] = (await page(club)).entries
    assert (entry.row.match_id, entry.match, entry.is_hidden) == (table.row.id, None, False)
    assert await club.store.read(partial(matches.get, match_id=table.row.id)) is None
