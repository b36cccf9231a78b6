"""When Discord took an answer, from what it says to it; and what the gauges show."""

from typing import Any

import pytest
from discord.utils import time_snowflake, utcnow

from bot.host.health import BotStatus, Health
from bot.host.metrics import Metrics, answer_delay
from data.figures import DoorFigures, StoreStatistics, WeekStatistics

MADE = utcnow().replace(microsecond=0)
INTERACTION = time_snowflake(MADE)


def callback_reply(message_id: int | None = None, edited: str | None = None) -> dict[str, Any]:
    """Discord's reply to an answer that is this message.

    The message may have been edited.
    """
    body = {} if message_id is None else {"response_message_id": str(message_id)}
    message = {"id": str(message_id), "edited_timestamp": edited}
    return {"interaction": body, "resource": {"type": 4, "message": message}}


def test_a_message_that_was_posted_says_by_its_id_when() -> None:
    message = callback_reply(INTERACTION + (250 << 22))
    promise = message | {"resource": None}
    assert answer_delay(INTERACTION, message) == answer_delay(INTERACTION, promise) == 0.25


def test_a_message_that_was_edited_says_when_and_its_id_is_of_long_ago() -> None:
    edited = MADE.replace(microsecond=125000).isoformat()
    assert answer_delay(INTERACTION, callback_reply(INTERACTION - (60000 << 22), edited)) == 0.125


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"interaction": {"id": "1"}},
        {"interaction": None},
        callback_reply(),
        callback_reply(INTERACTION - (60000 << 22)),
        callback_reply(INTERACTION - (60000 << 22), "yesterday"),
        {"interaction": {"response_message_id": "1" * 40}},
    ],
)
def test_where_it_names_no_moment_nothing_is_made_up(said: dict[str, Any]) -> None:
    assert answer_delay(INTERACTION, said) is None


def test_every_gauge_has_its_own_figure() -> None:
    status = BotStatus(
        Health({"0": 1.5}, waiting=2.0),
        StoreStatistics(
            {"binar": 3}, suspended=4, set_aside=5, challenges=6, waiting=7, due=None, damage=8, looked_at=0
        ),
        WeekStatistics({"seek": DoorFigures(9, 10, 11)}, 12, 13, 14, firsts=15, firsts_abandoned=16),
        server_count=17,
        pending_answers=18,
        queued_requests=19,
    )
    shown = Metrics().render(status, ready=True, backup_age=20.0).decode().splitlines()
    assert set(shown) >= {
        'twotone_heartbeat_age_seconds{shard="0"} 1.5',
        "twotone_outbox_age_seconds 2.0",
        'twotone_matches{game="binar"} 3.0',
        'twotone_matches_stopped{why="suspended"} 4.0',
        'twotone_matches_stopped{why="set_aside"} 5.0',
        "twotone_challenges 6.0",
        "twotone_outbox_messages 7.0",
        "twotone_damage_places 8.0",
        'twotone_week_matches{door="seek",state="begun"} 9.0',
        'twotone_week_matches{door="seek",state="finished"} 10.0',
        'twotone_week_matches{door="seek",state="abandoned"} 11.0',
        'twotone_week_matches{door="home",state="begun"} 0.0',
        'twotone_week_servers{week="this"} 12.0',
        'twotone_week_servers{week="former"} 13.0',
        'twotone_week_servers{week="both"} 14.0',
        'twotone_week_first_matches{state="finished"} 15.0',
        'twotone_week_first_matches{state="abandoned"} 16.0',
        "twotone_servers 17.0",
        "twotone_answers_under_way 18.0",
        "twotone_requests_waiting 19.0",
        "twotone_backup_age_seconds 20.0",
        "twotone_ready 1.0",
    }
