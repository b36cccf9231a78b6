"""The card of a member's rest times, and the form for a vacation."""

from typing import Any

import discord

from bot.cards.members.rest import rest_card, vacation_form
from club.clocks.rest import Rest
from tests.bot.cards.whole_card import SAY, frame_of, lines_of

DAY = 86400.0


def shown(rest: Rest, now: float = 0.0, note: str | None = None) -> list[str]:
    card = rest_card(rest, now, SAY, note)
    assert frame_of(card) == "offered"
    return lines_of(card)


def options(rest: Rest) -> list[list[tuple[str, bool]]]:
    """The values of each menu, and whether they are chosen."""
    items = rest_card(rest, 0.0, SAY, None).view.walk_children()
    menus = [item for item in items if isinstance(item, discord.ui.Select)]
    return [[(each.value, each.default) for each in item.options] for item in menus]


def test_nobody_rests_without_having_said_so() -> None:
    assert [line for line in shown(Rest()) if not line.startswith("<")] == [
        "### Your time",
        "**Time zone**: UTC. It is 00:00 there now.",
        "[Change the time zone] 0:zone:0",
        "[Reminders of clocks: yes] 0:rest:0:reminders,0 success",
        "**Quiet hours**, in which no reminder comes, and no message of mine makes a sound: from",
        "**Quiet days**, up to 3 a week: your clocks stand all day. In matches that go on already th…",
        "**Vacation**: your clocks stand. You have 14 of 14 days left this year.",
        "[Take a vacation] 0:vacation:0",
        "[Boards and language] 0:me-boards:0",
    ]
    assert [len(each) for each in options(Rest())] == [25, 7]
    assert [value for each in options(Rest()) for value, chosen in each if chosen] == ["auto"]


def test_quiet_hours_begin_and_end() -> None:
    menus = options(Rest(hours=(22 * 60, 7 * 60), days=(5, 6)))
    assert [len(each) for each in menus] == [25, 23, 7]
    assert [[value for value, chosen in each if chosen] for each in menus] == [["22"], ["7"], ["5", "6"]]


def test_a_vacation_is_planned_runs_or_is_over() -> None:
    span = (10 * DAY, 12 * DAY)
    told = [
        [line for line in shown(Rest(vacations=(span,)), now) if "acation" in line]
        for now in (0.0, 10 * DAY - 1, 10 * DAY, 12 * DAY - 1, 12 * DAY)
    ]
    assert told == [
        [
            "**Vacation** from <t:864000:f> until <t:1036800:f>: your clocks stand then. You have 12 of …",
            "[Call the vacation off] 0:vacation-off:0 success",
        ],
        [
            "**Vacation** from <t:864000:f> until <t:1036800:f>: your clocks stand then. You have 12 of …",
            "[Call the vacation off] 0:vacation-off:0 success",
        ],
        [
            "**You are on vacation** until <t:1036800:f>: your clocks stand. You have 12 of 14 days left…",
            "[End the vacation] 0:vacation-off:0 success",
        ],
        [
            "**You are on vacation** until <t:1036800:f>: your clocks stand. You have 12 of 14 days left…",
            "[End the vacation] 0:vacation-off:0 success",
        ],
        [
            "**Vacation**: your clocks stand. You have 12 of 14 days left this year.",
            "[Take a vacation] 0:vacation:0",
        ],
    ]


def test_a_note_and_the_zone_stand_above() -> None:
    assert shown(Rest(zone="Europe/Berlin", reminders=False), note="A note.")[1:5] == [
        "A note.",
        "**Time zone**: Europe/Berlin. It is 01:00 there now.",
        "[Change the time zone] 0:zone:0",
        "[Reminders of clocks: no] 0:rest:0:reminders,1",
    ]


def test_a_vacation_begins_within_the_next_days() -> None:
    form: Any = vacation_form(Rest(zone="Asia/Tokyo"), 20 * 3600.0, SAY).to_dict()
    first, days = (each["component"] for each in form["components"])
    assert (form["custom_id"], first["custom_id"], days["custom_id"]) == (
        "v1:0:set-vacation:0",
        "first",
        "days",
    )
    assert (first["options"][0], first["options"][-1], len(first["options"])) == (
        {"label": "1970-01-02 · Friday", "value": "1970-01-02", "default": True},
        {"label": "1970-01-26 · Monday", "value": "1970-01-26", "default": False},
        25,
    )
    assert (days["options"][0], days["options"][-1]) == (
        {"label": "1", "value": "1", "default": False},
        {"label": "14", "value": "14", "default": False},
    )
