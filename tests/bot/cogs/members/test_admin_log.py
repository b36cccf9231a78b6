"""/admin log: who changed which server setting, and when.

It uses the words of /settings, and only the server's managers see it.
"""

import re
from typing import Any

import discord
import pytest

from bot.cards.kit.kit import TEXT_LIMIT
from bot.cards.members.admin_log import VALUES, admin_log_card
from club.members.people import Act
from club.play.course.admin_log import PAGE, SETTINGS, AdminLogEntry, AdminLogPage
from data.database.persons import NOBODY
from data.members.admin_log import AdminLogRow
from tests.bot.closed_places import SECRET_PLACES, secret_match
from tests.bot.officials import official
from tests.bot.server import Server, buttons, texts, walk
from tests.bot.settings_cards import card_of, choose, of_server
from tests.sets import leave_to_ci
from words import ENGLISH, PSEUDO, localizer_for
from words.english import MESSAGES

MOMENT = re.compile(r"<t:\d+:f>")
BOLD = re.compile(r"\*\*(.+?)\*\*")


async def log_of(room: Server, member: Any) -> Any:
    """The first page of the log."""
    shown = await member.slash(room.channel, "admin log")
    assert shown.ephemeral
    return shown.response


def lines(card: Any) -> list[str]:
    """The entries of the log, without its heading and what it says of itself.

    All moments are written alike.
    """
    words = MOMENT.sub("<t>", texts(card)).replace("\u00a0", " ")
    return [
        line for line in words.splitlines() if not line.startswith(("###", "-# Page", "-# What is older"))
    ]


def page_texts(page: AdminLogPage, language: str = ENGLISH) -> list[str]:
    """The texts of a page that has not been sent."""
    shown = admin_log_card(page, localizer_for(language)).view.walk_children()
    return [item.content.replace("\u00a0", " ") for item in shown if isinstance(item, discord.ui.TextDisplay)]


@pytest.fixture
async def mo(room: Server) -> Any:
    """A member who manages the server and its messages."""
    return official(room, manage_guild=True, manage_messages=True)


async def test_every_choice_on_the_cards_of_a_server_is_listed_the_newest_first(
    room: Server, mo: Any
) -> None:
    assert "Nothing was changed here" in texts(await log_of(room, mo))
    card = await choose(mo, await of_server(room, mo), "channels", room.channel)
    card = await choose(mo, card, "running_limit", "5")
    card = await choose(mo, card, "open_limit", "3")
    card = await choose(mo, card, "language", "en")
    card = (await mo.click(card, label="A thread for each match: yes")).response
    card = (await mo.click(card, label="Playing the computer: yes")).response
    form = await mo.click(card, label="Clocks")
    await mo.submit_modal(form, {"clock": ["3d"], "clock_least": ["86400"], "clock_most": ["604800"]})
    daily = await choose(mo, await card_of(room, mo), "puzzle_channel", room.channel)
    daily = await choose(mo, daily, "puzzle_hour", "7")
    await mo.click(daily, label="Puzzles from matches: no")
    form = await mo.click(daily, label="Change the time zone")
    await mo.submit_modal(form, {"zone": "Berlin"})
    card = await log_of(room, mo)
    by = f"-# <@{mo.id}> · <t>"
    expected = [
        "**Time zone** of this server: UTC → Europe/Berlin",
        "**Puzzles from matches here**: no → yes",
        "**Hour** of the daily puzzle: 09:00 → 07:00",
        f"**Channel** of the daily puzzle: None → <#{room.channel.id}>",
        "**The longest** time for a move, or in a bank: Any → 7 days",
        "**The shortest** time for a move, or in a bank: Any → 1 day",
        "**Clock** of challenges that name none: no clock → 3 days a move",
        "**Playing the computer**: yes → no",
        "**A thread for each match**: yes → no",
        "**Language** of what everyone sees here: Automatic, as Discord is set → English",
        "**Challenges** of one member that can wait here at a time: No limit of this server's own → 3",
        "**Matches** that one member can have going here at a time: No limit of this server's own → 5",
        f"**Game channels**: Everywhere → <#{room.channel.id}>",
    ]
    found = []
    for number in (1, 2, 3):
        assert f"Page {number} of 3" in texts(card)
        found += lines(card)
        if number < 3:
            card = (await mo.click(card, label="Older")).response
    assert found == [line for change in expected for line in (change, by)]
    assert {"Newer", "Older"} & {*buttons(card)} == {"Newer"}
    card = (await mo.click(card, label="Newer")).response
    assert "Page 2 of 3" in texts(card)


async def test_it_is_a_press_away_from_the_settings_and_leads_back(room: Server, mo: Any) -> None:
    card = (await mo.click(await of_server(room, mo), label="A thread for each match: yes")).response
    card = (await mo.click(card, label="What was changed")).response
    assert lines(card)[0] == "**A thread for each match**: yes → no"
    assert [*buttons(card)] == ["Settings of this server"]
    card = (await mo.click(card, label="Settings of this server")).response
    assert "A thread for each match: no" in buttons(card)


async def test_nobody_is_pinged_by_it(room: Server, mo: Any) -> None:
    await mo.click(await of_server(room, mo), label="A thread for each match: yes")
    await log_of(room, mo)
    answered = next(
        request.json["data"] for request in reversed(room.env.http_requests) if "callback" in request.path
    )
    assert f"<@{mo.id}>" in str(answered)
    assert answered["allowed_mentions"]["parse"] == []
    assert not answered["allowed_mentions"].get("users")


async def test_what_moderators_did_is_listed_with_the_match_and_where(room: Server, mo: Any) -> None:
    place = await room.begin("binar", side="Even")
    other = room.guild.create_text_channel("other")
    await mo.slash(place, "admin move", channel=other)
    await mo.slash(other, "admin end", match="1", why="It hung")
    ended, why, _, moved, _ = lines(await log_of(room, mo))
    assert why == "Why: It hung"
    assert ended.startswith("Ended a match of Binar between Ann and Ben, without a result: https://")
    assert f"/{other.id}" in ended
    assert moved == f"Moved a match of Binar between Ann and Ben: <#{place.id}> → <#{other.id}>"


@pytest.mark.parametrize(
    ("what", "places", "words"),
    [
        ("end", None, "Ended a match that is not kept any more, without a result"),
        ("move", ("5", "6"), "Moved a match that is not kept any more: <#5> → <#6>"),
    ],
)
def test_a_match_that_is_gone_and_a_person_who_was_forgotten_are_called_that(
    what: str, places: tuple[str, str] | None, words: str
) -> None:
    was, became = places or (None, None)
    entries = [
        AdminLogEntry(
            AdminLogRow(guild_id=1, at=5.0, user_id=by, what=what, was=was, became=became, match_id=9)
        )
        for by in (NOBODY, None)
    ]
    _, forgotten, twotone, _ = page_texts(AdminLogPage(entries, 0, 1, 500))
    assert forgotten == f"{words}\n-# Forgotten member · <t:5:f>"
    assert twotone == f"{words}\n-# Twotone · <t:5:f>"


@pytest.mark.parametrize("language", [ENGLISH, PSEUDO])
def test_the_longest_page_fits_into_a_message(language: str) -> None:
    channels = [10**18 + each for each in range(10)]
    row = AdminLogRow(
        guild_id=1, at=2e9, user_id=10**18, what="channels", was=str(channels), became=str(channels)
    )
    found = page_texts(AdminLogPage([AdminLogEntry(row)] * PAGE, 1, 84, 500), language)
    assert sum(map(len, found)) <= TEXT_LIMIT
    assert "".join(found).count("<#") == 20 * PAGE


def test_every_setting_has_words_and_they_are_those_of_its_card() -> None:
    cards = {code: message.text for code, message in MESSAGES.items() if "settings" in code}
    named = {name for text in cards.values() for name in BOLD.findall(text)}
    named |= {text.partition(":")[0] for code, text in cards.items() if code.startswith(("button.", "form."))}
    for name in SETTINGS:
        codes = [f"log.{name}"] if name in VALUES else [f"log.{name}.on", f"log.{name}.off"]
        for code in codes:
            assert set(BOLD.findall(MESSAGES[code].text)) <= named, code
            assert BOLD.findall(MESSAGES[code].text)


@pytest.mark.parametrize(("number", "pages", "turning"), [(0, 1, []), (0, 2, ["Older"]), (1, 2, ["Newer"])])
def test_there_is_a_way_to_each_other_page_and_to_none_that_is_not_there(
    number: int, pages: int, turning: list[str]
) -> None:
    shown = admin_log_card(AdminLogPage([], number, pages, 500), localizer_for(ENGLISH)).view.walk_children()
    ways = [item.label for item in shown if isinstance(item, discord.ui.Button) and not item.disabled]
    assert ways == [*turning, "Settings of this server"]


@pytest.mark.parametrize("kind", leave_to_ci(SECRET_PLACES, after=1))
async def test_of_a_match_in_a_place_that_one_cannot_see_it_says_only_that_it_ended(
    room: Server, mo: Any, kind: str
) -> None:
    place, _ = await secret_match(room, kind)
    await room.run(room.bot.club.play.moderation.end_match(1, Act(room.cleo.id, 5)))
    card = await log_of(room, mo)
    assert lines(card) == [
        "Ended a match that you cannot see, without a result",
        f"-# <@{room.cleo.id}> · <t>",
    ]
    assert str(place.id) not in str(walk(card.components))
