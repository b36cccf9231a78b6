"""Times when a member's clocks stand still and when reminders are held back.

They are chosen on the second card of /settings me, and hold at once.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.cogs.members.rest import REST
from club.clocks.rest import Rest
from tests.bot.server import Server, buttons, select, texts, walk
from tests.bot.settings_cards import choose, chosen_values, menu, rest, vacation
from tests.sets import leave_to_ci

DAY = 24 * 3600


async def load_rest(room: Server, member: Any) -> Rest:
    """Load the member's rest from the store."""
    return Rest.parse((await room.bot.club.members.preferences.get(member.id)).rest)


async def name_zone(room: Server, member: Any, card: Any, zone: str) -> Any:
    """Name a time zone in the form; returns the card as it is then."""
    form = await member.click(card, label="Change the time zone")
    return (await member.submit_modal(form, {"zone": zone})).response


async def test_a_time_zone_is_named_freely_and_the_card_says_what_time_it_is_there(room: Server) -> None:
    card = await rest(room, room.ann)
    assert "**Time zone**: UTC. It is 00:00 there now." in texts(card)
    for named, shown in (
        ("Berlin", "Europe/Berlin. It is 01:00"),
        ("new york", "America/New York. It is 19:00"),
        ("UTC+5:30", "Asia/Kolkata. It is 05:30"),
        ("utc-3", "UTC-3. It is 21:00"),
    ):
        card = await name_zone(room, room.ann, card, named)
        assert f"**Time zone**: {shown} there now." in texts(card)
        assert "Saved" in texts(card)
    await room.restart()
    assert "UTC-3" in texts(await rest(room, room.ann))
    assert "**Time zone**: UTC." in texts(await rest(room, room.ben))


async def test_quiet_hours_have_a_beginning_and_an_end_from_the_first_choice_on(room: Server) -> None:
    card = await rest(room, room.ann)
    assert chosen_values(card, "hours_from") == ["auto"]
    card = await choose(room.ann, card, "hours_from", "22")
    assert (chosen_values(card, "hours_from"), chosen_values(card, "hours_until")) == (["22"], ["6"])
    assert "22" not in {option["value"] for option in menu(card, "hours_until")["options"]}
    card = await choose(room.ann, card, "hours_until", "7")
    assert (await load_rest(room, room.ann)).hours == (22 * 60, 7 * 60)
    card = await choose(room.ann, card, "hours_from", "21")
    assert (await load_rest(room, room.ann)).hours == (21 * 60, 7 * 60)
    card = await choose(room.ann, card, "hours_from", "7")
    assert (await load_rest(room, room.ann)).hours == (7 * 60, 15 * 60)
    card = await choose(room.ann, card, "hours_from", "auto")
    assert (await load_rest(room, room.ann)).hours is None
    assert "hours_until" not in str(walk(card.components))


async def test_quiet_days_and_reminders_are_chosen_and_taken_back(room: Server) -> None:
    card = await choose(room.ann, await rest(room, room.ann), "days", "6", "5")
    assert chosen_values(card, "days") == ["5", "6"]
    assert (await load_rest(room, room.ann)).days == (5, 6)
    card = await choose(room.ann, card, "days", "6", "5", "0")
    assert (await load_rest(room, room.ann)).days == (0, 5, 6)
    card = await choose(room.ann, card, "days")
    assert (chosen_values(card, "days"), (await load_rest(room, room.ann)).days) == ([], ())
    told = await room.ann.click(card, label="Reminders of clocks: yes")
    assert not (await load_rest(room, room.ann)).reminders
    await room.ann.click(told.response, label="Reminders of clocks: no")
    assert (await load_rest(room, room.ann)).reminders


async def test_what_another_press_stores_while_one_is_under_way_stays(
    room: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = await choose(room.ann, await rest(room, room.ann), "hours_from", "22")
    clocks = room.bot.club.play.clocks
    store = clocks.set_rest

    async def overtaken(user_id: int, change: Callable[[Rest], Rest]) -> None:
        await store(user_id, lambda known: replace(known, reminders=False))
        await store(user_id, change)

    monkeypatch.setattr(clocks, "set_rest", overtaken)
    await choose(room.ann, card, "days", "6")
    assert await load_rest(room, room.ann) == Rest(hours=(22 * 60, 6 * 60), days=(6,), reminders=False)


async def test_a_vacation_is_taken_at_once_and_ended_with_the_days_left_said(room: Server) -> None:
    card = await rest(room, room.ann)
    assert "You have 14 of 14 days left this year." in texts(card)
    card = await vacation(room, card, ahead=0, days=5)
    assert "**You are on vacation** until <t:" in texts(card)
    assert "You have 9 of 14 days left this year." in texts(card)
    assert "Take a vacation" not in buttons(card)
    await room.env.advance_time(1.5 * DAY)
    ended = await room.ann.click(card, label="End the vacation")
    assert "You have 12 of 14 days left this year." in texts(ended.response)
    assert "Take a vacation" in buttons(ended.response)


async def test_more_days_than_are_left_are_refused_on_the_card(room: Server) -> None:
    card = await vacation(room, await rest(room, room.ann), ahead=0, days=10)
    await room.env.advance_time(11 * DAY)
    card = await vacation(room, await rest(room, room.ann), ahead=0, days=5)
    assert "days of vacation in a year; you have 4 days left." in texts(card)
    assert "You have 4 of 14 days left this year." in texts(card)
    card = await vacation(room, card, ahead=0, days=4)
    assert "You have 0 of 14 days left this year." in texts(card)


@pytest.mark.parametrize(
    "setting",
    leave_to_ci(["reminders,2", "hours_from,24", "hours_from,x", "hours_until,3", "nonsense,1", ""], after=2),
)
async def test_what_the_card_never_offered_is_refused_and_stored_nowhere(room: Server, setting: str) -> None:
    forged = {"type": 2, "id": 2, "style": 1, "label": "forged", "custom_id": f"v1:0:rest:0:{setting}"}
    planted = room.plant(room.channel, [{"type": 1, "id": 1, "components": [forged]}])
    told = await room.ann.click(planted, label="forged")
    assert "not offered any more" in texts(told.response)
    assert await load_rest(room, room.ann) == Rest()


async def test_four_quiet_days_are_refused(room: Server) -> None:
    row = select("v1:0:rest:0:days", ["0", "1", "2", "3"])
    row["components"][0]["max_values"] = 4
    planted = room.plant(room.channel, [row])
    told = await room.ann.select(planted, ["0", "1", "2", "3"], custom_id="v1:0:rest:0:days")
    assert "At most 3 days of the week can be quiet" in texts(told.response)
    assert (await load_rest(room, room.ann)).days == ()


async def test_the_two_cards_lead_to_each_other_and_every_setting_can_be_read(room: Server) -> None:
    card = await choose(room.ann, await rest(room, room.ann), "hours_from", "22")
    named = {
        part["custom_id"].split(":", 4)[4].partition(",")[0]
        for part in walk(card.components)
        if part.get("custom_id", "").startswith("v1:0:rest:")
    }
    assert named == set(REST)
    assert sum("type" in part for part in walk(card.components)) <= 40
    back = await room.ann.click(card, label="Boards and language")
    assert menu(back.response, "theme")


@pytest.mark.parametrize(
    ("named", "words"),
    leave_to_ci(
        [
            ("Atlantis", "I know no time zone “Atlantis”. Name a large city of yours, such as Berlin"),
            ("# Berlin **", "I know no time zone “\\# Berlin \\*\\*”"),
            ("UTC+27", "No clock in the world is at “UTC+27”."),
            ("Port", ". Write one of them."),
        ],
        after=1,
    ),
)
async def test_what_names_no_time_zone_is_answered_on_the_card_and_changes_nothing(
    room: Server, named: str, words: str
) -> None:
    card = await name_zone(room, room.ann, await rest(room, room.ann), named)
    assert words in texts(card)
    assert "**Time zone**: UTC." in texts(card)
    assert (await load_rest(room, room.ann)).zone == "UTC"
