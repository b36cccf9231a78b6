"""The log of a server's settings and of what moderators did, in words."""

import json
from typing import Any

from bot.cards.kit.kit import TEXT_LIMIT
from bot.cards.kit.names import REASON_LIMIT
from bot.cards.members.admin_log import admin_log_card
from club.play.course.admin_log import BARRED, MOVED, PAGE, UNBARRED, VOIDED, AdminLogEntry, AdminLogPage
from club.play.match.match_lists import ListedMatch
from data.database.persons import NOBODY
from data.members.admin_log import AdminLogRow
from tests.bot.cards.competitions.made_sheets import listed
from tests.bot.cards.whole_card import SAY, lines_of, presses_of


def entry(
    what: str, was: Any = None, became: Any = None, *, of: dict[str, Any] | None = None, **given: Any
) -> AdminLogEntry:
    written = (None if value is None else json.dumps(value) for value in (was, became))
    usual: dict[str, Any] = {"guild_id": 10, "user_id": 101, "at": 60.0}
    usual |= dict(zip(("was", "became"), written, strict=True))
    return AdminLogEntry(AdminLogRow(what=what, **usual | given), **of or {})


def said(*given: Any, **more: Any) -> list[str]:
    return lines_of(admin_log_card(AdminLogPage([entry(*given, **more)], 0, 1, 90), SAY))[1:-2]


def test_a_setting_is_told_as_it_was_and_is() -> None:
    changes: list[tuple[str, Any, Any]] = [
        ("threads", False, True),
        ("threads", True, False),
        ("channels", [], [5, 6]),
        ("running_limit", None, 3),
        ("language", None, "de"),
        ("clock", None, "3d"),
        ("clock_least", None, 86400),
        ("puzzle_hour", 9, 10),
        ("puzzle_channel", None, 5),
        ("digest_day", 6, 0),
        ("zone", None, "Europe/Berlin"),
    ]
    assert [said(*change)[0] for change in changes] == [
        "**A thread for each match**: no\xa0→\xa0yes",
        "**A thread for each match**: yes\xa0→\xa0no",
        "**Game channels**: Everywhere\xa0→ <#5>, <#6>",
        "**Matches** that one member can have going here at a time: No limit of this server's own\xa0→ 3",
        "**Language** of what everyone sees here: Automatic, as Discord is set\xa0→ Deutsch",
        "**Clock** of challenges that name none: no clock\xa0→ 3 days a move",
        "**The shortest** time for a move, or in a bank: Any\xa0→ 1 day",
        "**Hour** of the daily puzzle: 09:00\xa0→ 10:00",
        "**Channel** of the daily puzzle: None\xa0→ <#5>",
        "**Day** of the weekly digest: Sunday\xa0→ Monday",
        "**Time zone** of this server: UTC\xa0→ Europe/Berlin",
    ]


def test_who_did_it_may_be_nobody() -> None:
    assert [said("threads", False, True, user_id=user)[1] for user in (101, None, NOBODY)] == [
        "-# <@101> · <t:60:f>",
        "-# Twotone · <t:60:f>",
        "-# Forgotten member · <t:60:f>",
    ]


def test_what_was_done_to_a_match_is_told_as_far_as_one_may_know() -> None:
    match = {"match": ListedMatch(listed(7))}
    assert said("end", None, "Nobody is here.", of=match, match_id=7) == [
        "Ended a match of Russian checkers between Ann and Ben, without a result: https://discord.co…",
        "Why: Nobody is here.",
        "-# <@101> · <t:60:f>",
    ]
    assert said(MOVED, 20, 21, of=match, match_id=7) == [
        "Moved a match of Russian checkers between Ann and Ben: <#20>\xa0→ <#21>",
        "-# <@101> · <t:60:f>",
    ]
    assert said(MOVED, 20, None, match_id=7) == [
        "Moved a match that is not kept any more: <#20>\xa0→ None",
        "-# <@101> · <t:60:f>",
    ]
    assert said(MOVED, 20, 21, of=match | {"is_hidden": True}, match_id=7) == [
        "Moved a match that you cannot see",
        "-# <@101> · <t:60:f>",
    ]
    assert said(VOIDED, of=match | {"reason": "Help."}, match_id=7) == [
        "Let a match of Russian checkers between Ann and Ben count for nothing: Help.",
        "-# <@101> · <t:60:f>",
    ]
    assert said(VOIDED, of=match, match_id=7) == [
        "Let a match of Russian checkers between Ann and Ben count for nothing: –",
        "-# <@101> · <t:60:f>",
    ]


def test_whom_a_moderator_barred_is_told_until_they_are_forgotten() -> None:
    assert said(BARRED, None, {"why": "Help.", "until": 7200.0}, whom_id=102) == [
        "**Barred** <@102> until <t:7200:f>: Help.",
        "-# <@101> · <t:60:f>",
    ]
    assert said(BARRED, whom_id=102) == [
        "**Barred** somebody who has had themselves forgotten.",
        "-# <@101> · <t:60:f>",
    ]
    assert said(UNBARRED, None, {"why": ""}, whom_id=102) == [
        "**Lets play again** <@102>: –",
        "-# <@101> · <t:60:f>",
    ]


def test_reasons_are_whole_unless_they_fill_more_than_a_message() -> None:
    def length(name: str, why: str) -> int:
        match = ListedMatch(listed(1, names=(name, name)))
        done = entry(VOIDED, of={"match": match, "reason": why}, match_id=7, user_id=10**18)
        card = admin_log_card(AdminLogPage([done] * PAGE, 0, 2, 90), SAY)
        return card.view.content_length()

    assert PAGE * REASON_LIMIT < length("Ann", "r" * REASON_LIMIT) < TEXT_LIMIT
    assert length("*" * 32, "*" * REASON_LIMIT) < TEXT_LIMIT


def test_pages_lead_to_each_other() -> None:
    def ways(number: int, count: int) -> list[str]:
        return presses_of(admin_log_card(AdminLogPage([], number, count, 90), SAY))

    assert [ways(0, 1), ways(0, 3), ways(1, 3), ways(2, 3)] == [
        ["[Settings of this server] 0:server-more:0"],
        [
            "[Newer] 0:server-log:0:0 disabled",
            "[Older] 0:server-log:0:1",
            "[Settings of this server] 0:server-more:0",
        ],
        ["[Newer] 0:server-log:0:0", "[Older] 0:server-log:0:2", "[Settings of this server] 0:server-more:0"],
        [
            "[Newer] 0:server-log:0:1",
            "[Older] 0:server-log:0:3 disabled",
            "[Settings of this server] 0:server-more:0",
        ],
    ]
    assert lines_of(admin_log_card(AdminLogPage([], 1, 3, 90), SAY))[:4] == [
        "### What was changed on this server",
        "Nothing was changed here in the last year: no setting, and moderators did nothing.",
        "-# What is older than a year, or than the last 90 changes, is not kept.",
        "-# Page 2 of 3",
    ]
